//! `luztar cycle`: a periodic motion with its multipliers, and the branch of it over a parameter.

use std::io::Write;
use std::path::PathBuf;

use luztar::study::Case;
use luztar::study::continuation::{Branch, Point, Range, Special, follow};
use luztar::study::cycle::{Cycle, guess, newton};
use luztar::unit::Value;

use super::bifurcation::label;
use super::chart::{Chart, Kind, Panel, Series};
use super::options::positive;
use super::subject::{Subject, output, parameter, told};
use super::vary::{Values, Vary, vary_range};
use crate::cli::experiment::progress::Progress;
use crate::cli::failure::{Failure, warn};
use crate::cli::plot::{self, require_svg};
use crate::cli::sheet::{Sheet, is_stdout, number};
use crate::cli::table::{Align, Table};

#[derive(clap::Args)]
#[command(after_long_help = concat!(
    "Examples:\n  luztar cycle BrakeMechanism\n  luztar cycle ForcedOscillator --set slider.excitationOmega=1.2 \\\n      \
     --vary slider.excitationOmega=1.2:1.5:30 --column slider.position --picture branch.svg --output branch.csv",
    super::options::exit_status!()))]
pub struct Arguments {
    #[command(flatten)]
    subject: Subject,
    /// Time to settle in s before a return of the motion is sought [default: the stop time of the network file]
    #[arg(long, value_name = "T", allow_negative_numbers = true)]
    settle: Option<f64>,
    /// Estimate of the period in s, for models without a harmonic force [default: the first return]
    #[arg(long, value_name = "T", conflicts_with = "periods", allow_negative_numbers = true)]
    period: Option<f64>,
    /// Periods of the harmonic force in a period of the cycle
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    periods: u16,
    /// Continues the cycle over a parameter, around folds, with folds and period doublings located, to the first cycle
    /// beyond LAST, or FIRST
    #[arg(long, value_name = "NAME=FIRST:LAST:COUNT", value_parser = vary_range)]
    vary: Option<Vary>,
    /// Output whose extremes over the cycle are reported; may be repeated
    #[arg(long, value_name = "NAME")]
    column: Vec<String>,
    /// Where to write the branch, a row for each cycle; `-` is stdout
    #[arg(long, value_name = "FILE.csv", requires = "vary")]
    output: Option<PathBuf>,
    /// Where to draw the branch: the greatest values of the columns, and the largest multiplier; `-` is
    /// stdout
    #[arg(long, value_name = "FILE.svg", requires = "vary")]
    picture: Option<PathBuf>,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<(), Failure> {
    require_svg("--picture", arguments.picture.as_deref())?;
    let model = arguments.subject.model()?.tight();
    let unit = model.unit().clone();
    let columns = arguments.column.iter().map(|name| output(&unit, "--column", name));
    let columns: Vec<usize> = columns.collect::<Result<_, _>>()?;
    let range = arguments.vary.as_ref().map(|vary| range(&model, arguments, vary)).transpose()?;
    let first = match &range {
        Some(range) => model.with(range.parameter, Value::Real(range.first)),
        None => model.clone(),
    };
    let settle = arguments.settle.unwrap_or(unit.network().experiment.stop_time);
    let settle = positive("--settle", settle)?;
    let forcing = first.forcing().map_err(|refusal| told(&unit, refusal))?;
    let period = match (forcing, arguments.period) {
        (Some(_), Some(_)) => {
            let rule = "the harmonic force sets the period: give --periods N, the number of its periods in a cycle";
            return Err(Failure::Usage(format!("--period: {rule}")));
        }
        (Some(forcing), None) => Some(forcing * f64::from(arguments.periods)),
        (None, Some(period)) => Some(positive("--period", period)?),
        (None, None) => None,
    };
    let refused = |refusal| told(&unit, refusal);
    let guess = guess(&first, settle, period).map_err(refused)?;
    let Some(range) = range else {
        let cycle = newton(&model, &guess).map_err(refused)?;
        return write(&model, &cycle, &columns, out);
    };
    let progress = Progress::new(range.steps as u64);
    let branch = follow(&model, range, &guess, |_| progress.step()).map_err(refused)?;
    drop(progress);
    if let Some(why) = &branch.ended {
        warn(&format!("{}: {why}", unit.name()));
    }
    let rows = Rows::new(&model, range, &branch, &columns)?;
    rows.sheet(arguments)?;
    if let Some(path) = &arguments.picture {
        plot::write(path, &rows.picture(&model, arguments)?)?;
    }
    let mut written = [&arguments.output, &arguments.picture].into_iter().flatten();
    if !written.any(|path| is_stdout(path)) {
        rows.summary(arguments, &unit, out)?;
    }
    Ok(())
}

fn range(model: &Case, arguments: &Arguments, vary: &Vary) -> Result<Range, Failure> {
    let parameter = parameter(model.unit(), "--vary", &vary.name)?;
    match vary.values {
        Values::Range(first, last, count) if count > 1 && first != last => Ok(Range {
            parameter,
            first,
            last,
            steps: count - 1,
            periods: arguments.periods.into(),
        }),
        _ => Err(Failure::Usage(format!(
            "--vary {}: a branch needs a range FIRST:LAST:COUNT of two values at least",
            vary.name
        ))),
    }
}

/// Writes the cycle in words.
fn write(
    model: &Case,
    cycle: &Cycle,
    columns: &[usize],
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let unit = model.unit();
    let stable = if cycle.is_stable() { "stable" } else { "unstable" };
    let events = cycle.events.len();
    writeln!(
        out,
        "{}: {stable} cycle of period {:?} s, {events} transitions",
        unit.name(),
        cycle.period
    )?;
    writeln!(
        out,
        "  returns within {:.1e} of its size after {} corrections",
        cycle.residual, cycle.iterations
    )?;
    writeln!(out, "  multipliers")?;
    for (re, im) in &cycle.multipliers {
        let size = re.hypot(*im);
        writeln!(out, "    {}  |μ| = {size:.10}", shown(*re, *im))?;
    }
    write_states(model, cycle, out)?;
    if columns.is_empty() {
        return Ok(());
    }
    let found = cycle.extremes(model, columns).map_err(|refusal| told(unit, refusal))?;
    let mut table =
        Table::new(&[("output", Align::Left), ("least", Align::Left), ("greatest", Align::Left)]);
    for (index, one) in columns.iter().zip(found) {
        let name = unit.variables()[*index].name.clone();
        table.row([name, format!("{:?}", one.min), format!("{:?}", one.max)]);
    }
    Ok(table.write(out, 2)?)
}

/// Writes the states at its start, and their advances in a period if any advances.
fn write_states(model: &Case, cycle: &Cycle, out: &mut dyn Write) -> std::io::Result<()> {
    let advances = cycle.advance.iter().any(|advance| *advance != 0.0);
    let mut titles = vec![("state", Align::Left), ("at its start", Align::Left)];
    titles.extend(advances.then_some(("advance", Align::Left)));
    let mut states = Table::new(&titles);
    for ((row, value), advance) in model.rows().iter().zip(&cycle.state).zip(&cycle.advance) {
        let mut cells =
            vec![model.unit().variables()[row.variable].name.clone(), format!("{value:?}")];
        let advance = if *advance == 0.0 { String::new() } else { format!("{advance:?}") };
        cells.extend(advances.then_some(advance));
        states.row(cells);
    }
    states.write(out, 2)
}

fn shown(re: f64, im: f64) -> String {
    match im {
        0.0 => format!("{re:.10}"),
        _ => format!("{re:.10} {} {:.10} i", if im < 0.0 { '−' } else { '+' }, im.abs()),
    }
}

/// Points of a branch with extremes of the columns.
struct Rows<'b> {
    points: &'b [Point],
    /// Least and greatest value of each column.
    extremes: Vec<Vec<(f64, f64)>>,
}

impl<'b> Rows<'b> {
    fn new(
        model: &Case,
        range: Range,
        branch: &'b Branch,
        columns: &[usize],
    ) -> Result<Self, Failure> {
        let extremes = branch.points.iter().map(|point| {
            let model = model.with(range.parameter, Value::Real(point.value));
            let found = point.cycle.extremes(&model, columns)?;
            Ok(found.iter().map(|one| (one.min, one.max)).collect())
        });
        let extremes: Result<_, luztar::study::Refusal> = extremes.collect();
        Ok(Self {
            points: &branch.points,
            extremes: extremes.map_err(|why| told(model.unit(), why))?,
        })
    }

    fn sheet(&self, arguments: &Arguments) -> Result<(), Failure> {
        let name = arguments.vary.as_ref().map(|vary| vary.name.clone()).unwrap_or_default();
        let mut header = vec![name];
        header.extend(
            ["period", "stable", "transitions", "largest multiplier", "point"].map(str::to_owned),
        );
        for column in &arguments.column {
            header.extend([format!("{column}:min"), format!("{column}:max")]);
        }
        let mut sheet = Sheet::create(arguments.output.as_deref(), &header)?;
        for (point, extremes) in self.points.iter().zip(&self.extremes) {
            let cycle = &point.cycle;
            let mut row = vec![
                number(point.value),
                number(cycle.period),
                u8::from(cycle.is_stable()).to_string(),
                cycle.events.len().to_string(),
                number(largest(cycle)),
                point.special.map(word).unwrap_or_default().to_owned(),
            ];
            row.extend(extremes.iter().flat_map(|(low, high)| [number(*low), number(*high)]));
            sheet.row(&row)?;
        }
        sheet.finish()
    }

    fn picture(&self, model: &Case, arguments: &Arguments) -> Result<String, Failure> {
        let name = arguments.vary.as_ref().map(|vary| vary.name.as_str()).unwrap_or_default();
        let x_label = label(model, name);
        let mut panels: Vec<Panel> = Vec::new();
        for (k, column) in arguments.column.iter().enumerate() {
            let height = |place: usize| self.extremes[place][k].1;
            let y_label = format!("greatest {}", label(model, column));
            panels.push(Panel {
                x_label: x_label.clone(),
                y_label,
                series: self.curves(&height),
                x: None,
            });
        }
        let height = |place: usize| largest(&self.points[place].cycle);
        let y_label = "largest |multiplier|".to_owned();
        panels.push(Panel { x_label, y_label, series: self.curves(&height), x: None });
        Chart { title: model.unit().name().to_owned(), panels }.svg()
    }

    /// Returns stable pieces as lines, unstable ones dashed, special points as dots.
    fn curves(&self, height: &dyn Fn(usize) -> f64) -> Vec<Series> {
        let at = |place: usize| (self.points[place].value, height(place));
        let mut series: Vec<Series> = Vec::new();
        let mut begin = 0;
        let stable = |place: usize| self.points[place].cycle.is_stable();
        let mut named = [false; 2];
        for place in 1..=self.points.len() {
            if place < self.points.len() && stable(place) == stable(begin) {
                continue;
            }
            // Pieces meet where one becomes the other.
            let points = (begin..=place.min(self.points.len() - 1)).map(at).collect();
            let (word, kind) =
                if stable(begin) { ("stable", Kind::Line) } else { ("unstable", Kind::Dashes) };
            let known = std::mem::replace(&mut named[usize::from(stable(begin))], true);
            series.push(Series::new(if known { "" } else { word }, 0, kind, points));
            begin = place;
        }
        for (number, special) in [(1, Special::Fold), (2, Special::PeriodDoubling)] {
            let here =
                (0..self.points.len()).filter(|&place| self.points[place].special == Some(special));
            let points: Vec<(f64, f64)> = here.map(at).collect();
            if !points.is_empty() {
                series.push(Series::new(word(special), number, Kind::Dots(7.0), points));
            }
        }
        series
    }

    fn summary(
        &self,
        arguments: &Arguments,
        unit: &luztar::unit::Model,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let name = arguments.vary.as_ref().map(|vary| vary.name.as_str()).unwrap_or_default();
        let (first, last) =
            (self.points.first().map(|p| p.value), self.points.last().map(|p| p.value));
        let (first, last) = (first.unwrap_or_default(), last.unwrap_or_default());
        writeln!(
            out,
            "{}: {} cycles, {name} from {first} to {last}",
            unit.name(),
            self.points.len()
        )?;
        for point in self.points {
            if let Some(special) = point.special {
                writeln!(
                    out,
                    "  {} at {name} = {:?}, period {:?} s",
                    word(special),
                    point.value,
                    point.cycle.period
                )?;
            }
        }
        Ok(())
    }
}

fn largest(cycle: &Cycle) -> f64 {
    cycle.transverse().iter().map(|value| value.0.hypot(value.1)).fold(0.0, f64::max)
}

fn word(special: Special) -> &'static str {
    match special {
        Special::Fold => "fold",
        Special::PeriodDoubling => "period doubling",
    }
}
