//! `luztar bifurcation`: a parameter against a Poincaré section, upwards and downwards.

use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use luztar::study::Model;
use luztar::study::bifurcation::{Crossing, Look, follow};
use luztar::study::parallel::gathered;

use super::chart::{Chart, Kind, Panel, Series};
use super::options::{Results, Threads, positive};
use super::section::{self, section};
use super::subject::{Subject, output, parameter, told};
use super::vary::{Vary, vary};
use crate::cli::experiment::progress::Progress;
use crate::cli::failure::Failure;
use crate::cli::plot::axes::unit_text;
use crate::cli::sheet::number;

#[derive(clap::Args)]
#[command(after_long_help = format!(
    "{}\n\nExample:\n  luztar bifurcation BrakeMechanism --vary lining.normalForce=1:10:500 --section lining:slips \\\n      \
     --column shoe.position --output brake.csv --picture brake.svg{}", section::HELP, super::options::exit_status!()))]
pub struct Arguments {
    #[command(flatten)]
    subject: Subject,
    /// The parameter, or constant input, and its values in the order in which they are gone through
    #[arg(long, value_name = "NAME=FIRST:LAST:COUNT|V1,V2,…", value_parser = vary)]
    vary: Vary,
    #[command(flatten)]
    look: LookOptions,
    /// Goes through the values as they are given, and not back
    #[arg(long)]
    one_way: bool,
    #[command(flatten)]
    results: Results,
    #[command(flatten)]
    threads: Threads,
}

/// How motions are looked at.
#[derive(clap::Args)]
pub struct LookOptions {
    /// Where the motion is looked at, e.g. belt:slips, block.velocity>0 or phase
    #[arg(long, value_name = "SECTION")]
    section: String,
    /// Output that is read there; may be repeated
    #[arg(long, value_name = "NAME", required = true)]
    column: Vec<String>,
    /// Time to settle in s [default: the stop time of the network file]
    #[arg(long, value_name = "T", allow_negative_numbers = true)]
    settle: Option<f64>,
    /// Crossings to take at most
    #[arg(long, value_name = "N", default_value_t = 32)]
    points: usize,
    /// Time for them in s [default: the stop time of the network file]
    #[arg(long, value_name = "T", allow_negative_numbers = true)]
    patience: Option<f64>,
    /// Longest step in s, within which a plane is not passed twice [default: the step of the network file]
    #[arg(long, value_name = "H", allow_negative_numbers = true)]
    resolution: Option<f64>,
}

impl LookOptions {
    /// # Errors
    /// What a unit does not have (usage).
    pub fn look(&self, model: &Model) -> Result<Look, Failure> {
        let unit = model.unit();
        let experiment = &unit.network().experiment;
        let settle = self.settle.unwrap_or(experiment.stop_time);
        if !(settle.is_finite() && settle >= 0.0) {
            return Err(Failure::Usage(format!("--settle {settle}: must be 0 or positive, s")));
        }
        let columns = self.column.iter().map(|name| output(unit, "--column", name));
        Ok(Look {
            section: section(model, &self.section)?,
            columns: columns.collect::<Result<_, _>>()?,
            settle,
            points: self.points,
            patience: positive("--patience", self.patience.unwrap_or(experiment.stop_time))?,
            resolution: positive("--resolution", self.resolution.unwrap_or(experiment.step_size))?,
        })
    }

    /// The columns with their units, for axes.
    pub fn labels(&self, model: &Model) -> Vec<String> {
        self.column.iter().map(|name| label(model, name)).collect()
    }

    /// The columns' names.
    pub fn names(&self) -> &[String] {
        &self.column
    }
}

/// `name, m/s`.
pub fn label(model: &Model, name: &str) -> String {
    let unit = model.unit();
    let symbol = unit.find(name).map(|index| unit_text(&unit.variables()[index]));
    match symbol.filter(|symbol| !symbol.is_empty()) {
        Some(symbol) => format!("{name}, {symbol}"),
        None => name.to_owned(),
    }
}

/// Names of the two ways.
const WAYS: [&str; 2] = ["forwards", "backwards"];

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<(), Failure> {
    let results = arguments.results.checked()?;
    let model = arguments.subject.model()?;
    let unit = model.unit().clone();
    let index = parameter(&unit, "--vary", &arguments.vary.name)?;
    let values =
        arguments.vary.numbers().map_err(|rule| Failure::Usage(format!("--vary: {rule}")))?;
    let look = arguments.look.look(&model)?;
    let ways = if arguments.one_way { 1 } else { 2 };
    let done = AtomicUsize::new(0);
    let progress = Mutex::new(Progress::new((ways * values.len()) as u64));
    let at = |way: usize, k: usize| if way == 0 { k } else { values.len() - 1 - k };
    let job = |way: usize| {
        let ordered: Vec<f64> = (0..values.len()).map(|k| values[at(way, k)]).collect();
        // Phases of a force follow its frequency.
        let look = |model: &Model| Look {
            section: arguments.look.look(model).map_or(look.section, |look| look.section),
            ..look.clone()
        };
        follow(&model, index, &ordered, look, || {
            done.fetch_add(1, Ordering::Relaxed);
            progress.lock().expect("nobody panics with it").step();
        })
        .map_err(|(k, fault)| (ordered[k], fault))
    };
    let found = gathered(ways, arguments.threads.number(), job, |_| ());
    progress.lock().expect("nobody panics with it").finish();
    let mut diagrams: Vec<Vec<Vec<Crossing>>> = Vec::new();
    for (way, diagram) in found.into_iter().enumerate() {
        let failed = |(value, fault)| {
            let name = &arguments.vary.name;
            let Failure::Job(text) = told(&unit, luztar::study::Refusal::Fault(fault)) else {
                unreachable!("told gives jobs")
            };
            Failure::Job(format!("{} at {name} = {value}: {text}", WAYS[way]))
        };
        diagrams.push(diagram.map_err(failed)?);
    }
    let mut header = vec![arguments.vary.name.clone(), "way".to_owned(), "time".to_owned()];
    header.extend(arguments.look.names().iter().cloned());
    let mut sheet = results.sheet(&header)?;
    for (way, diagram) in diagrams.iter().enumerate() {
        for (k, crossings) in diagram.iter().enumerate() {
            for crossing in crossings {
                let mut row =
                    vec![number(values[at(way, k)]), WAYS[way].to_owned(), number(crossing.time)];
                row.extend(crossing.values.iter().map(|value| number(*value)));
                sheet.row(&row)?;
            }
        }
    }
    sheet.finish()?;
    results.picture(|| {
        let points = |way: usize, column: usize| -> Vec<(f64, f64)> {
            let diagram = diagrams[way].iter().enumerate();
            let all = diagram.flat_map(|(k, crossings)| crossings.iter().map(move |one| (k, one)));
            all.map(|(k, crossing)| (values[at(way, k)], crossing.values[column])).collect()
        };
        let panel = |(column, y_label): (usize, String)| Panel {
            x_label: label(&model, &arguments.vary.name),
            y_label,
            // Backwards first and larger, so that both show where they agree.
            series: (0..ways)
                .rev()
                .map(|way| {
                    let size = if way == 0 { 1.0 } else { 2.0 };
                    Series::new(WAYS[way], way, Kind::Dots(size), points(way, column))
                })
                .collect(),
            x: None,
        };
        let labels = arguments.look.labels(&model).into_iter().enumerate();
        Chart { title: unit.name().to_owned(), panels: labels.map(panel).collect() }.svg()
    })?;
    let crossings: usize = diagrams.iter().flatten().map(Vec::len).sum();
    results.summary(
        out,
        &format!("{}: {} values, {crossings} crossings", unit.name(), ways * values.len()),
    )
}
