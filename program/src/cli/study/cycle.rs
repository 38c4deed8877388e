//! `luztar cycle`: a periodic motion with its multipliers, and the branch of it over a parameter.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;

use luztar::study::Case;
use luztar::study::cycle::Cycle;

use super::branch::{Followed, Over, Search, largest, word};
use super::subject::{Subject, output, told};
use super::vary::{Values, Vary, vary_range};
use crate::cli::experiment::progress::Progress;
use crate::cli::failure::{Failure, warn};
use crate::cli::plot::{self, require_svg};
use crate::cli::seconds::seconds;
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
    #[arg(long, value_name = "T", value_parser = seconds, allow_negative_numbers = true)]
    settle: Option<f64>,
    /// Period in s: an estimate for models on which nothing acts by the time [default: the first return], the period itself where
    /// formulas of the time are no sines
    #[arg(long, value_name = "T", conflicts_with = "periods", value_parser = seconds, allow_negative_numbers = true)]
    period: Option<f64>,
    /// Periods of harmonic forces, and of sines of the time in formulas, in a period of the cycle
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
    let search = Search {
        settle: arguments.settle,
        period: arguments.period,
        periods: arguments.periods,
        names: ["--settle", "--period", "--periods"],
    };
    if let Some(vary) = &arguments.vary {
        return follow(model, &search, vary, arguments, out);
    }
    let unit = model.unit().clone();
    let columns = arguments.column.iter().map(|name| output(&unit, "--column", name));
    let columns: Vec<usize> = columns.collect::<Result<_, _>>()?;
    let cycle = search.cycle(&model)?;
    write(&model, &cycle, &columns, out)
}

/// Follows the cycle over a parameter, and writes the branch.
fn follow(
    model: Case,
    search: &Search,
    vary: &Vary,
    arguments: &Arguments,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let Values::Range(first, last, count) = vary.values else {
        let rule = "a branch needs a range FIRST:LAST:COUNT";
        return Err(Failure::Usage(format!("--vary {}: {rule}", vary.name)));
    };
    let over = Over {
        name: &vary.name,
        ends: (first, last),
        count,
        columns: &arguments.column,
        names: ["--vary", "--column"],
    };
    let progress = Progress::new(1);
    let each = |value| {
        progress.reach(reached(value, (first, last)));
        ControlFlow::Continue(())
    };
    let followed = Followed::new(model, search, &over, each)?;
    drop(progress);
    if let Some(why) = &followed.branch.ended {
        warn(&format!("{}: {why}", followed.model().unit().name()));
    }
    sheet(&followed, &over, arguments)?;
    if let Some(path) = &arguments.picture {
        plot::write(path, &followed.picture()?)?;
    }
    let mut written = [&arguments.output, &arguments.picture].into_iter().flatten();
    if !written.any(|path| is_stdout(path)) {
        summary(&followed, &vary.name, out)?;
    }
    Ok(())
}

/// Returns the part of the way from the first to the last value of the parameter that a branch has gone: it has more cycles where it
/// is steep, and may leave the range.
fn reached(value: f64, (first, last): (f64, f64)) -> f64 {
    ((value - first) / (last - first)).clamp(0.0, 1.0)
}

/// Writes the cycle in words.
fn write(
    model: &Case,
    cycle: &Cycle,
    columns: &[usize],
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let unit = model.unit();
    let stable = match (cycle.is_neutral(), cycle.is_stable()) {
        (true, _) => "neutral",
        (false, true) => "stable",
        (false, false) => "unstable",
    };
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

/// Writes a row for each cycle of a branch.
fn sheet(followed: &Followed, over: &Over<'_>, arguments: &Arguments) -> Result<(), Failure> {
    let mut header = vec![over.name.to_owned()];
    header.extend(
        ["period", "stable", "transitions", "largest multiplier", "point"].map(str::to_owned),
    );
    for column in over.columns {
        header.extend([format!("{column}:min"), format!("{column}:max")]);
    }
    let mut sheet = Sheet::create(arguments.output.as_deref(), &header)?;
    for (point, extremes) in followed.points().iter().zip(&followed.extremes) {
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

/// Writes a branch in words: its range, and its bifurcations.
fn summary(followed: &Followed, name: &str, out: &mut dyn Write) -> Result<(), Failure> {
    let points = followed.points();
    let (first, last) = (points.first().map(|p| p.value), points.last().map(|p| p.value));
    let (first, last) = (first.unwrap_or_default(), last.unwrap_or_default());
    let unit = followed.model().unit();
    writeln!(out, "{}: {} cycles, {name} from {first} to {last}", unit.name(), points.len())?;
    for point in points {
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

#[cfg(test)]
mod tests {
    use super::reached;

    #[test]
    fn progress_stays_within_the_range() {
        for (value, share) in [(8.0, 0.0), (8.95, 0.5), (9.9, 1.0), (10.3, 1.0), (7.0, 0.0)] {
            for (value, ends) in [(value, (8.0, 9.9)), (-value, (-8.0, -9.9))] {
                assert!((reached(value, ends) - share).abs() < 1e-15, "{value}");
            }
        }
    }
}
