//! `luztar fit`: parameters from measurements, by least squares with exact derivatives.

pub mod problem;
mod search;

use std::io::Write;
use std::path::PathBuf;

use luztar::study::Case;
use luztar::study::constants::prepared;
use luztar::study::sensitivity::Record;
use luztar::unit::{Causality, Kind};

use super::bifurcation::label;
use super::chart::{Chart, Kind as Drawn, Panel, Series};
use super::options::Results;
use super::subject::{Subject, parameter, told};
use crate::cli::experiment::columns::{Columns, is_time};
use crate::cli::failure::{Failure, warn};
use crate::cli::law_symbols;
use crate::cli::names::did_you_mean;
use crate::cli::sheet::number;
use crate::cli::table::{Align, Table};
use problem::{Found, Problem};

#[derive(clap::Args)]
#[command(after_long_help = concat!(
    "Columns of DATA.csv are named as variables. With a column `time` the rows are a time history: inputs are linear \
     between rows, outputs are measurements. Without it each row is a separate state: inputs and states are given, \
     other outputs are measurements.\n\nExample:\n  luztar fit tribometer.csv rig.toml --free contact.kineticFriction \
     --free contact.staticFriction \\\n      \
     --free contact.stribeckVelocity --picture fit.svg", super::options::exit_status!()))]
pub struct Arguments {
    /// Measurements
    #[arg(value_name = "DATA.csv")]
    data: PathBuf,
    #[command(flatten)]
    subject: Subject,
    /// Parameter to be found, from its start value on; may be repeated
    #[arg(long, value_name = "NAME", required = true)]
    free: Vec<String>,
    #[command(flatten)]
    results: Results,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<(), Failure> {
    let results = arguments.results.checked()?;
    let model = arguments.subject.any_model()?;
    let table = || Columns::read(&arguments.data).map_err(Failure::Job);
    let file = arguments.data.display().to_string();
    let Fitted { model, free, problem, found } =
        fitted(&model, ("--free", &arguments.free), &file, table)?;
    if let Some(why) = &found.warning {
        warn(&format!("{}: {why}", model.unit().name()));
    }
    let header = ["parameter", "value", "low", "high", "error"].map(str::to_owned);
    let mut sheet = results.sheet(&header)?;
    for (name, one) in arguments.free.iter().zip(&found.parameters) {
        let mut row = vec![name.clone()];
        row.extend([one.value, one.value - one.half, one.value + one.half, one.error].map(number));
        sheet.row(&row)?;
    }
    sheet.finish()?;
    results.picture(|| picture(&model, &free, problem.record(), &found))?;
    results.summary(out, &words(&model, arguments, problem.record(), &found)?)
}

/// A model with the parameters that measurements give it.
pub struct Fitted {
    /// Model of the free parameters, which have other indices than in the model that was given.
    pub model: Case,
    free: Vec<usize>,
    problem: Problem,
    /// The parameters, in the order of their names.
    pub found: Found,
}

/// Names of the free parameters, behind what gives them.
type Names<'n> = (&'n str, &'n [String]);

/// Finds parameters from measurements; `file` is what messages call these.
///
/// # Errors
/// Names that the model does not have (usage), measurements that do not give the parameters (job).
pub fn fitted(
    model: &Case,
    names: Names<'_>,
    file: &str,
    table: impl FnOnce() -> Result<Columns, Failure>,
) -> Result<Fitted, Failure> {
    let free = free(model, names)?;
    // Its variables have other indices.
    let model = prepared(model, &free).map_err(|refusal| told(model.unit(), refusal))?;
    let unit = model.unit().clone();
    let free = self::free(&model, names)?;
    let record = record(&model, free.len(), file, table()?)?;
    let problem = Problem::new(model.clone(), free.clone(), record);
    let found = problem.solve().map_err(|refusal| told(&unit, refusal))?;
    Ok(Fitted { model, free, problem, found })
}

/// Finds the free parameters.
fn free(model: &Case, (option, names): Names<'_>) -> Result<Vec<usize>, Failure> {
    let mut free = Vec::new();
    for name in names {
        let index = parameter(model.unit(), option, name)?;
        if free.contains(&index) {
            return Err(Failure::Usage(format!("{option} {name}: given twice")));
        }
        free.push(index);
    }
    Ok(free)
}

/// Reads the measurements, by the columns of the file.
fn record(model: &Case, free: usize, file: &str, table: Columns) -> Result<Record, Failure> {
    let unit = model.unit();
    let fail = |rule: String| Failure::job(format!("{file}: {rule}"));
    let column = |place: usize| table.values[place].clone();
    let times = table.names.iter().position(|name| name == "time").map(column);
    if let Some(times) = &times
        && let Some(row) = times.windows(2).position(|pair| pair[1] <= pair[0])
    {
        let (line, earlier, time) = (table.lines[row + 1], times[row], times[row + 1]);
        let rule = format!("must increase (was {earlier})");
        return Err(Failure::Job(format!("{file}:{line}: time = {time}: {rule}")));
    }
    let (mut given, mut measured) = (Vec::new(), Vec::new());
    for (place, name) in table.names.iter().enumerate().filter(|(_, name)| *name != "time") {
        let index = unit.find(name).ok_or_else(|| {
            if times.is_none() && is_time(name) {
                return fail(format!("column {name}: write `time` for the time, in s"));
            }
            let near = || did_you_mean(name, unit.variables().iter().map(|row| row.name.as_str()));
            let hint = law_symbols::remedy(unit, name).unwrap_or_else(near);
            fail(format!("column {name}: {} has no such variable{hint}", unit.name()))
        })?;
        let variable = &unit.variables()[index];
        let is_state = model.rows().iter().any(|row| row.variable == index);
        match (variable.causality, variable.kind) {
            (Causality::Input, Kind::Real) => given.push((index, column(place))),
            (_, Kind::Real) if times.is_none() && is_state => given.push((index, column(place))),
            (Causality::Output, Kind::Real) => measured.push((index, column(place))),
            _ => {
                return Err(fail(format!(
                    "column {name}: must be an input or an output of type Real"
                )));
            }
        }
    }
    if measured.is_empty() {
        return Err(fail("no column is measured: at least one must be an output".to_owned()));
    }
    let record = Record { times, given, measured };
    let count = record.rows() * record.measured.len();
    match count > free {
        true => Ok(record),
        false => Err(fail(format!("{count} measured values are too few for {free} parameters"))),
    }
}

fn words(
    model: &Case,
    arguments: &Arguments,
    record: &Record,
    found: &Found,
) -> Result<String, Failure> {
    let mut table = Table::new(&[
        ("parameter", Align::Left),
        ("value", Align::Left),
        ("95 % within", Align::Left),
    ]);
    for (name, one) in arguments.free.iter().zip(&found.parameters) {
        table.row([name.clone(), format!("{:.6e}", one.value), format!("± {:.1e}", one.half)]);
    }
    let mut text = Vec::new();
    writeln!(
        text,
        "{}: {} rows, residuals of {:.3e} (root mean square), {} evaluations",
        model.unit().name(),
        record.rows(),
        found.residual,
        found.evaluations
    )?;
    table.write(&mut text, 2)?;
    Ok(String::from_utf8_lossy(&text).trim_end().to_owned())
}

/// Draws measured points and the responses of the unit, over time or the first given column.
fn picture(
    model: &Case,
    free: &[usize],
    record: &Record,
    found: &Found,
) -> Result<String, Failure> {
    let unit = model.unit();
    let name = |index: usize| unit.variables()[index].name.clone();
    let rows: Vec<f64> = (0..record.rows()).map(|row| row as f64).collect();
    let (x_label, x) = match (&record.times, record.given.first()) {
        (Some(times), _) => ("time, s".to_owned(), times),
        (None, Some((index, values))) => (label(model, &name(*index)), values),
        (None, None) => ("row".to_owned(), &rows),
    };
    let count = record.measured.len();
    let panel = |(k, (index, values)): (usize, &(usize, Vec<f64>))| {
        let answer = |row: usize| (x[row], found.answers[row * count + k]);
        let mut fitted: Vec<(f64, f64)> = (0..record.rows()).map(answer).collect();
        fitted.sort_by(|a, b| a.0.total_cmp(&b.0));
        let points = x.iter().copied().zip(values.iter().copied()).collect();
        Panel {
            x_label: x_label.clone(),
            y_label: label(model, &name(*index)),
            series: vec![
                Series::new("measured", 1, Drawn::Dots(2.5), points),
                Series::new("fitted", 0, Drawn::Line, fitted),
            ],
            x: None,
        }
    };
    let panels = record.measured.iter().enumerate().map(panel).collect();
    let title = format!("{}: {} parameters", unit.name(), free.len());
    Chart { title, panels }.svg()
}
