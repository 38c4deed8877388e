//! `luztar poincare`: a motion on a section, and the return map from crossing to crossing.

use std::io::Write;

use luztar::study::bifurcation::crossings;

use super::bifurcation::LookOptions;
use super::chart::{Chart, Kind, Panel, Series};
use super::options::Results;
use super::section;
use super::subject::{Subject, told};
use crate::cli::failure::Failure;
use crate::cli::sheet::number;

#[derive(clap::Args)]
#[command(after_long_help = format!(
    "{}\n\nExample:\n  luztar poincare ForcedOscillator --section phase --column slider.position \\\n      \
     --column slider.velocity --points 1000 --patience 1e5 --output section.csv --picture section.svg{}",
    section::HELP, super::options::exit_status!()))]
pub struct Arguments {
    #[command(flatten)]
    subject: Subject,
    #[command(flatten)]
    look: LookOptions,
    #[command(flatten)]
    results: Results,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<(), Failure> {
    let results = arguments.results.checked()?;
    let model = arguments.subject.model()?;
    let unit = model.unit().clone();
    let look = arguments.look.look(&model)?;
    let (found, _) =
        crossings(&model, (0.0, &model.first()), &look).map_err(|fault| told(&unit, fault))?;
    let mut header = vec!["crossing".to_owned(), "time".to_owned()];
    header.extend(arguments.look.names().iter().cloned());
    let mut sheet = results.sheet(&header)?;
    for (k, crossing) in found.iter().enumerate() {
        let mut row = vec![k.to_string(), number(crossing.time)];
        row.extend(crossing.values.iter().map(|value| number(*value)));
        sheet.row(&row)?;
    }
    sheet.finish()?;
    results.picture(|| {
        let labels = arguments.look.labels(&model);
        let mut panels = Vec::new();
        if let [x, y, ..] = labels.as_slice() {
            let points = found.iter().map(|one| (one.values[0], one.values[1])).collect();
            let series = vec![Series::new("", 0, Kind::Dots(2.0), points)];
            panels.push(Panel { x_label: x.clone(), y_label: y.clone(), series, x: None });
        }
        let map: Vec<(f64, f64)> =
            found.windows(2).map(|pair| (pair[0].values[0], pair[1].values[0])).collect();
        let low = map.iter().map(|point| point.0).fold(f64::INFINITY, f64::min);
        let high = map.iter().map(|point| point.0).fold(f64::NEG_INFINITY, f64::max);
        let mut series = vec![Series::new("next", 0, Kind::Dots(2.0), map)];
        if low.is_finite() {
            series.push(Series::new("the same", 6, Kind::Dashes, vec![(low, low), (high, high)]));
        }
        panels.push(Panel {
            x_label: labels[0].clone(),
            y_label: format!("next {}", labels[0]),
            series,
            x: None,
        });
        Chart { title: unit.name().to_owned(), panels }.svg()
    })?;
    results.summary(out, &format!("{}: {} crossings", unit.name(), found.len()))
}
