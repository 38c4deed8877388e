//! `luztar energy`: the balance of energy along a motion.

use std::io::Write;

use luztar::study::energy::{Balance, balance};

use super::chart::{Chart, Kind, Panel, Series};
use super::options::{Results, kept_rows, positive};
use super::subject::{Subject, told};
use crate::cli::failure::Failure;
use crate::cli::seconds::seconds;
use crate::cli::sheet::number;

#[derive(clap::Args)]
#[command(after_long_help = concat!(
    "Example:\n  luztar energy BeltOscillator --output energy.csv --picture energy.svg",
    super::options::exit_status!()))]
pub struct Arguments {
    #[command(flatten)]
    subject: Subject,
    /// End of the run in s [default: that of the network file]
    #[arg(long, value_name = "T", value_parser = seconds, allow_negative_numbers = true)]
    stop_time: Option<f64>,
    /// Time between rows in s [default: the step of the network file]
    #[arg(long, value_name = "H", value_parser = seconds, allow_negative_numbers = true)]
    step: Option<f64>,
    #[command(flatten)]
    results: Results,
}

/// An energy with its name.
type Energy = (&'static str, fn(&Balance) -> f64);

const ENERGIES: [Energy; 7] = [
    ("kinetic", |row| row.kinetic),
    ("elastic", |row| row.elastic),
    ("bristles", |row| row.bristles),
    ("friction", |row| row.friction),
    ("damping", |row| row.damping),
    ("work", |row| row.work),
    ("defect", |row| row.defect),
];

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<(), Failure> {
    let results = arguments.results.checked()?;
    let model = arguments.subject.model()?;
    let unit = model.unit().clone();
    let experiment = &unit.network().experiment;
    let stop = positive("--stop-time", arguments.stop_time.unwrap_or(experiment.stop_time))?;
    let step = positive("--step", arguments.step.unwrap_or(experiment.step_size))?;
    kept_rows("--step", stop / step)?;
    let rows = balance(&model, stop, step).map_err(|fault| told(&unit, fault))?;
    let mut header = vec!["time".to_owned()];
    header.extend(ENERGIES.iter().map(|(name, _)| (*name).to_owned()));
    let mut sheet = results.sheet(&header)?;
    for row in &rows {
        let mut cells = vec![number(row.time)];
        cells.extend(ENERGIES.iter().map(|(_, of)| number(of(row))));
        sheet.row(&cells)?;
    }
    sheet.finish()?;
    let greatest =
        |of: fn(&Balance) -> f64| rows.iter().map(of).fold(0.0, |a: f64, b| a.max(b.abs()));
    results.picture(|| {
        let curve = |of: fn(&Balance) -> f64| rows.iter().map(|row| (row.time, of(row))).collect();
        let (defect, energies) = ENERGIES.split_last().expect("energies");
        // What a unit does not have is not in its key.
        let drawn = energies.iter().enumerate().filter(|(_, (_, of))| greatest(*of) > 0.0);
        let series = drawn.map(|(k, (name, of))| Series::new(name, k, Kind::Line, curve(*of)));
        let panel = |y_label: &str, series| Panel {
            x_label: "time, s".to_owned(),
            y_label: y_label.to_owned(),
            series,
            x: None,
        };
        let defects = vec![Series::new("", 6, Kind::Line, curve(defect.1))];
        let panels = vec![panel("energy, J", series.collect()), panel("defect, J", defects)];
        Chart { title: unit.name().to_owned(), panels }.svg()
    })?;
    let last = rows.last().copied().unwrap_or_default();
    results.summary(
        out,
        &format!(
            "{}: {stop} s, work {:.6e} J, friction {:.6e} J, greatest defect {:.1e} J",
            unit.name(),
            last.work,
            last.friction,
            greatest(|row| row.defect)
        ),
    )
}
