//! `luztar sweep`: a run for each of many values of parameters, a row of CSV for each run.

use std::path::PathBuf;

use luztar::study::measure::Measure;
use luztar::study::sweep::{grid, latin_hypercube};
use luztar::unit::{Accessor, Causality, Event, Kind, Model, Simulation, Variability};

use super::kept::{Kept, Resume};
use super::options::Threads;
use super::section::event;
use super::vary::{Values, Vary, combinations, vary};
use crate::cli::assignment::{Assignment, Giver};
use crate::cli::experiment::{Experiment, Observer, Run};
use crate::cli::failure::{Failure, warn};
use crate::cli::glob;
use crate::cli::interrupt;
use crate::cli::seconds::seconds;
use crate::cli::sheet::{Sheet, number};
use crate::cli::words::Words;

/// Samples of a Latin hypercube: all are drawn before the first is run.
const MOST_SAMPLES: usize = 1_000_000;

#[derive(clap::Args)]
#[command(after_long_help = concat!(
    "Example:\n  luztar sweep BrakeMechanism --vary lining.normalForce=1:10:19 --from 10 --section lining:slips \\\n      \
     --columns shoe.position --output sweep.csv", super::options::exit_status!()))]
pub struct Arguments {
    #[command(flatten)]
    experiment: Experiment,
    /// Values of a parameter, build option or constant input: a range with its number of values, or a list; given
    /// again, every combination is run
    #[arg(long, value_name = "NAME=FIRST:LAST:COUNT|V1,V2,…", value_parser = vary, required = true)]
    vary: Vec<Vary>,
    /// Draws N samples of a Latin hypercube from the ranges, in place of every combination
    #[arg(long, value_name = "N")]
    latin_hypercube: Option<usize>,
    /// Seed of the samples
    #[arg(long, value_name = "N", default_value_t = 1, requires = "latin_hypercube")]
    seed: u64,
    /// Start of the measurement in s, to omit the transient
    #[arg(long, value_name = "T", default_value_t = 0.0, value_parser = seconds, allow_negative_numbers = true)]
    from: f64,
    /// Variables to be measured, with wildcards; may be repeated [default: positions and velocities of bodies]
    #[arg(long, value_name = "NAME,…")]
    columns: Vec<String>,
    /// Transitions that are counted and whose period is reported, with the values at the last: ELEMENT:sticks,
    /// ELEMENT:slips or ELEMENT:FROM->TO
    #[arg(long, value_name = "EVENT")]
    section: Option<String>,
    /// Where to write the rows; `-` is stdout
    #[arg(long, value_name = "FILE.csv", default_value = "-")]
    output: PathBuf,
    #[command(flatten)]
    resume: Resume,
    #[command(flatten)]
    threads: Threads,
}

/// The cells of a run, or why it failed.
type Row = Result<Vec<String>, String>;

pub fn run(arguments: &Arguments, words: &Words) -> Result<(), Failure> {
    let samples = samples(arguments)?;
    let first = first(arguments, &samples)?;
    if !(arguments.from >= 0.0 && arguments.from < first.grid.stop) {
        let rule = format!("must lie between 0 and the stop time {} s", first.grid.stop);
        return Err(Failure::Usage(format!("--from {}: {rule}", arguments.from)));
    }
    let columns = columns(&first.unit, &arguments.columns)?;
    let measures = arguments.section.as_deref().map(|text| event(&first.unit, text)).transpose()?;
    let header = header(&first.unit, arguments, &columns, measures.is_some());
    let place = (arguments.output.as_path(), first.unit.name());
    let kept = Kept::new(words, &arguments.resume, place, &arguments.experiment.contents()?);
    let names: Vec<&str> =
        columns.iter().map(|&index| first.unit.variables()[index].name.as_str()).collect();
    let link = |index: usize, _: &[Row]| match cells(arguments, &samples[index], &names) {
        Err(failure @ Failure::Interrupted(_)) => Err(failure),
        row => Ok(row.map_err(|failure| failure.text())),
    };
    let chains = kept.chains(&vec![1; samples.len()], arguments.threads.number(), link)?;
    let mut sheet = Sheet::create(Some(&arguments.output), &header)?;
    let mut failed = 0;
    for (sample, rows) in samples.iter().zip(&chains.links) {
        // Without a row the run was not made.
        let Some(row) = rows.first() else { continue };
        let mut whole: Vec<String> = sample.iter().map(|one| one.value.clone()).collect();
        match row {
            Ok(row) => whole.extend(row.iter().cloned()),
            Err(why) => {
                failed += 1;
                let values: Vec<String> =
                    sample.iter().map(|one| format!("{}={}", one.name, one.value)).collect();
                warn(&format!("{}: {why}", values.join(", ")));
                whole.resize(header.len(), String::new());
            }
        }
        sheet.row(&whole)?;
    }
    sheet.finish()?;
    chains.finish()?;
    match failed {
        0 => Ok(()),
        failed => Err(Failure::job(format!(
            "{failed} of {} runs failed: their cells are empty",
            samples.len()
        ))),
    }
}

/// Makes the first run whose values the unit takes: its error is that of the command line.
fn first(arguments: &Arguments, samples: &[Vec<Assignment>]) -> Result<Run, Failure> {
    let mut refused = None;
    for sample in samples {
        match arguments.experiment.prepare_with(sample) {
            Err(failure @ Failure::Refused(_)) => refused = refused.or(Some(failure)),
            other => return other,
        }
    }
    Err(refused.expect("a sweep has runs"))
}

/// Returns the values of each run.
fn samples(arguments: &Arguments) -> Result<Vec<Vec<Assignment>>, Failure> {
    let all = &arguments.vary;
    for (number, one) in all.iter().enumerate() {
        if all[..number].iter().any(|earlier| earlier.name == one.name) {
            return Err(Failure::Usage(format!("--vary {}: given twice", one.name)));
        }
    }
    let assign = |one: &Vary, value: String| {
        let (giver, name) = (Giver::Option("--vary"), one.name.clone());
        Assignment { giver, name, value }
    };
    if let Some(count) = arguments.latin_hypercube {
        if !(1..=MOST_SAMPLES).contains(&count) {
            return Err(Failure::Usage(format!(
                "--latin-hypercube {count}: must be 1 to {MOST_SAMPLES}"
            )));
        }
        let range = |one: &Vary| match one.values {
            Values::Range(first, last, _) => Ok((first, last)),
            Values::List(_) => Err(Failure::Usage(format!(
                "--vary {}: a Latin hypercube is drawn from ranges FIRST:LAST:COUNT",
                one.name
            ))),
        };
        let ranges = all.iter().map(range).collect::<Result<Vec<_>, _>>()?;
        let samples = latin_hypercube(&ranges, count, arguments.seed);
        let named = |sample: Vec<f64>| {
            all.iter().zip(sample).map(|(one, value)| assign(one, format!("{value:?}"))).collect()
        };
        return Ok(samples.into_iter().map(named).collect());
    }
    let sizes: Vec<usize> = all.iter().map(Vary::count).collect();
    combinations("--vary", &sizes)?;
    let named = |places: Vec<usize>| {
        all.iter().zip(places).map(|(one, place)| assign(one, one.text(place))).collect()
    };
    Ok(grid(&sizes).into_iter().map(named).collect())
}

fn columns(unit: &Model, patterns: &[String]) -> Result<Vec<usize>, Failure> {
    if !patterns.is_empty() {
        return glob::variables(unit, "--columns", patterns);
    }
    let moves = |index: &usize| {
        let accessor = unit.variables()[*index].accessor;
        matches!(accessor, Accessor::Position(_) | Accessor::Velocity(_))
    };
    Ok((0..unit.variables().len()).filter(moves).collect())
}

fn is_smooth(unit: &Model, index: usize) -> bool {
    let variable = &unit.variables()[index];
    let varies = variable.variability == Variability::Continuous;
    varies && variable.kind == Kind::Real && variable.causality == Causality::Output
}

fn header(unit: &Model, arguments: &Arguments, columns: &[usize], section: bool) -> Vec<String> {
    let mut header: Vec<String> = arguments.vary.iter().map(|one| one.name.clone()).collect();
    header.push("transitions".to_owned());
    if section {
        header.extend(["events".to_owned(), "period".to_owned()]);
    }
    for &index in columns {
        let name = &unit.variables()[index].name;
        header.push(format!("{name}:end"));
        header.push(format!("{name}:min"));
        header.push(format!("{name}:max"));
        if is_smooth(unit, index) {
            header.push(format!("{name}:rms"));
        }
        if section {
            header.push(format!("{name}:event"));
        }
    }
    header
}

/// Returns the cells of a run after those of its parameters, for the variables that the first run measures: with other
/// build options a unit may have others.
fn cells(
    arguments: &Arguments,
    sample: &[Assignment],
    names: &[&str],
) -> Result<Vec<String>, Failure> {
    let mut run = arguments.experiment.prepare_with(sample)?;
    run.hush();
    run.resolve(run.grid.step)?;
    let column = |name: &&str| run.unit.index_of(name).map_err(Failure::job);
    let columns = names.iter().map(column).collect::<Result<Vec<_>, _>>()?;
    let kind = arguments.section.as_deref().map(|text| event(&run.unit, text)).transpose()?;
    let measure = Measure::new(run.unit.clone(), columns.clone(), arguments.from, kind);
    let mut seen = Seen { measure, step: run.grid.step };
    run.go(&mut seen)?;
    let measure = seen.measure;
    let mut cells = vec![measure.transitions.to_string()];
    if kind.is_some() {
        cells.push(measure.events().to_string());
        cells.push(measure.period().map(number).unwrap_or_default());
    }
    for (k, &index) in columns.iter().enumerate() {
        let summary = &measure.summaries[k];
        cells.extend([summary.end, summary.min, summary.max].map(number));
        if is_smooth(&run.unit, index) {
            cells.push(number(measure.rms(k)));
        }
        if kind.is_some() {
            let value = measure.at_event[k];
            cells.push(if value.is_nan() { String::new() } else { number(value) });
        }
    }
    Ok(cells)
}

struct Seen {
    measure: Measure,
    /// Communication step, s.
    step: f64,
}

impl Observer for Seen {
    fn begin(&mut self, until: f64, instance: &mut Simulation) -> Result<f64, Failure> {
        self.measure.begin(until, self.step, instance).map_err(Failure::job)
    }

    fn transitions(&mut self, events: &[Event]) -> Result<(), Failure> {
        self.measure.see(events);
        Ok(())
    }

    fn point(&mut self, time: f64, instance: &mut Simulation) -> Result<(), Failure> {
        if interrupt::asked() {
            return Err(Failure::Interrupted("a run is not at its end".to_owned()));
        }
        self.measure.point(time, instance).map_err(Failure::job)
    }

    fn between(&mut self, time: f64, instance: &mut Simulation) -> Result<(), Failure> {
        self.point(time, instance)
    }
}
