//! `luztar bifurcation`: a parameter against a Poincaré section, upwards and downwards.

use std::io::Write;

use luztar::study::Case;
use luztar::study::bifurcation::{Look, Station, next};
use luztar::unit::Value;

use super::chart::{Chart, Kind, Panel, Series};
use super::kept::{Kept, Resume};
use super::options::{Results, Threads, positive};
use super::section::{self, section};
use super::subject::{Subject, output, parameter, told};
use super::vary::{Vary, vary};
use super::ways::{WAYS, Ways};
use crate::cli::failure::Failure;
use crate::cli::plot::axes::unit_text;
use crate::cli::seconds::seconds;
use crate::cli::sheet::number;
use crate::cli::words::Words;

#[derive(clap::Args)]
#[command(after_long_help = format!(
    "{}\n\nExample:\n  luztar bifurcation BrakeMechanism --vary lining.normalForce=1:10:500 --section lining:slips \\\n      \
     --column shoe.position --output brake.csv --picture brake.svg{}", section::HELP, super::options::exit_status!()))]
pub struct Arguments {
    #[command(flatten)]
    subject: Subject,
    /// Parameter or constant input, and its values in order
    #[arg(long, value_name = "NAME=FIRST:LAST:COUNT|V1,V2,…", value_parser = vary)]
    vary: Vary,
    #[command(flatten)]
    look: LookOptions,
    /// Goes through the values in the given order only, and not back
    #[arg(long)]
    one_way: bool,
    #[command(flatten)]
    results: Results,
    #[command(flatten)]
    resume: Resume,
    #[command(flatten)]
    threads: Threads,
}

/// How motions are looked at.
#[derive(clap::Args)]
pub struct LookOptions {
    /// Section at which the motion is sampled, e.g. belt:slips, block.velocity>0 or phase
    #[arg(long, value_name = "SECTION")]
    section: String,
    /// Output that is sampled; may be repeated
    #[arg(long, value_name = "NAME", required = true)]
    column: Vec<String>,
    /// Time to settle in s [default: the stop time of the network file]
    #[arg(long, value_name = "T", value_parser = seconds, allow_negative_numbers = true)]
    settle: Option<f64>,
    /// Maximum number of crossings
    #[arg(long, value_name = "N", default_value_t = 32)]
    points: usize,
    /// Longest time for the crossings in s [default: the stop time of the network file]
    #[arg(long, value_name = "T", value_parser = seconds, allow_negative_numbers = true)]
    patience: Option<f64>,
    /// Longest step in s; two crossings within one step may be missed [default: the step of the network file]
    #[arg(long, value_name = "H", value_parser = seconds, allow_negative_numbers = true)]
    resolution: Option<f64>,
}

impl LookOptions {
    /// # Errors
    /// A name that a unit does not have (usage).
    pub fn look(&self, model: &Case) -> Result<Look, Failure> {
        let unit = model.unit();
        let experiment = &unit.network().experiment;
        let settle = self.settle.unwrap_or(experiment.stop_time);
        if !(settle.is_finite() && settle >= 0.0) {
            return Err(Failure::Usage(format!("--settle {settle}: must be ≥ 0 s")));
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

    /// Returns the columns with their units, for axes.
    pub fn labels(&self, model: &Case) -> Vec<String> {
        self.column.iter().map(|name| label(model, name)).collect()
    }

    /// Returns the columns' names.
    pub fn names(&self) -> &[String] {
        &self.column
    }
}

/// Returns `name, m/s`.
pub fn label(model: &Case, name: &str) -> String {
    let unit = model.unit();
    let symbol = unit.find(name).map(|index| unit_text(&unit.variables()[index]));
    match symbol.filter(|symbol| !symbol.is_empty()) {
        Some(symbol) => format!("{name}, {symbol}"),
        None => name.to_owned(),
    }
}

pub fn run(arguments: &Arguments, words: &Words, out: &mut dyn Write) -> Result<(), Failure> {
    let results = arguments.results.checked()?;
    let model = arguments.subject.model()?;
    let unit = model.unit().clone();
    let index = parameter(&unit, "--vary", &arguments.vary.name)?;
    let ways = Ways::new(&arguments.vary, arguments.one_way)?;
    let look = arguments.look.look(&model)?;
    let place = (results.table(), unit.name());
    let kept = Kept::new(words, &arguments.resume, place, &[arguments.subject.content()?]);
    let link = |way: usize, before: &[Station]| {
        let value = ways.at(way, before.len());
        let model = model.with(index, Value::Real(value));
        // Phases of a force follow its frequency.
        let section = arguments.look.look(&model).map_or(look.section, |look| look.section);
        next(&model, before.last(), &Look { section, ..look.clone() }).map_err(|fault| {
            let text = told(&unit, fault).text();
            Failure::Job(format!("{} at {} = {value}: {text}", WAYS[way], arguments.vary.name))
        })
    };
    let chains = kept.chains(&ways.lengths(), arguments.threads.number(), link)?;
    let diagrams = &chains.links;
    arguments.tabulate(&ways, diagrams)?;
    results.picture(|| arguments.draw(&model, &ways, diagrams))?;
    let crossings: usize = diagrams.iter().flatten().map(|(found, _)| found.len()).sum();
    let count: usize = diagrams.iter().map(Vec::len).sum();
    results.summary(out, &format!("{}: {count} values, {crossings} crossings", unit.name()))?;
    chains.finish()
}

impl Arguments {
    /// Writes a row for each crossing; `diagrams` has the stations of each way.
    fn tabulate(&self, ways: &Ways, diagrams: &[Vec<Station>]) -> Result<(), Failure> {
        let mut header = vec![self.vary.name.clone(), "way".to_owned(), "time".to_owned()];
        header.extend(self.look.names().iter().cloned());
        let mut sheet = self.results.sheet(&header)?;
        for (way, diagram) in diagrams.iter().enumerate() {
            for (k, (crossings, _)) in diagram.iter().enumerate() {
                for crossing in crossings {
                    let value = number(ways.at(way, k));
                    let mut row = vec![value, WAYS[way].to_owned(), number(crossing.time)];
                    row.extend(crossing.values.iter().map(|value| number(*value)));
                    sheet.row(&row)?;
                }
            }
        }
        sheet.finish()
    }

    /// Draws a panel for each column.
    fn draw(
        &self,
        model: &Case,
        ways: &Ways,
        diagrams: &[Vec<Station>],
    ) -> Result<String, Failure> {
        let points = |way: usize, column: usize| -> Vec<(f64, f64)> {
            let diagram = diagrams[way].iter().enumerate();
            let all =
                diagram.flat_map(|(k, (crossings, _))| crossings.iter().map(move |one| (k, one)));
            all.map(|(k, crossing)| (ways.at(way, k), crossing.values[column])).collect()
        };
        let panel = |(column, y_label): (usize, String)| {
            let series = |way: usize| {
                let size = if way == 0 { 1.0 } else { 2.0 };
                Series::new(WAYS[way], way, Kind::Dots(size), points(way, column))
            };
            Panel {
                x_label: label(model, &self.vary.name),
                y_label,
                // Backwards first and larger, so that both show where they agree.
                series: (0..ways.count).rev().map(series).collect(),
                x: None,
            }
        };
        let labels = self.look.labels(model).into_iter().enumerate();
        let title = model.unit().name().to_owned();
        Chart { title, panels: labels.map(panel).collect() }.svg()
    }
}
