//! `luztar lyapunov`: the spectrum of Lyapunov exponents of a motion, or of motions over a parameter.

use std::io::Write;

use luztar::study::lyapunov::{Exponent, Spectrum, Watch, spectrum};
use luztar::study::{Case, Refusal};
use luztar::unit::Value;

use super::bifurcation::label;
use super::chart::{Chart, Kind, Panel, Series};
use super::kept::{Kept, Resume};
use super::options::{Results, Threads, positive};
use super::subject::{Subject, parameter, told};
use super::vary::{Vary, vary};
use crate::cli::experiment::progress::Progress;
use crate::cli::failure::Failure;
use crate::cli::seconds::seconds;
use crate::cli::sheet::number;
use crate::cli::words::Words;

/// Parts of the default run in which vectors are made orthogonal.
const INTERVALS: f64 = 100.0;

#[derive(clap::Args)]
#[command(after_long_help = concat!(
    "A sticking contact lowers the dimension of the state space: deviations in such directions vanish, and their \
     exponents are −∞ (-inf in the table).\n\nExamples:\n  luztar lyapunov ForcedOscillator --set \
     slider.excitationOmega=0.4 --count 2000\n  \
     luztar lyapunov ForcedOscillator --vary slider.excitationOmega=0.3:0.6:61 --output exponents.csv \\\n      \
     --picture exponents.svg", super::options::exit_status!()))]
pub struct Arguments {
    #[command(flatten)]
    subject: Subject,
    /// A parameter, or constant input, and its values: a spectrum for each
    #[arg(long, value_name = "NAME=FIRST:LAST:COUNT|V1,V2,…", value_parser = vary)]
    vary: Option<Vary>,
    /// Time to settle before the measurement, s [default: the stop time of the network file]
    #[arg(long, value_name = "T", value_parser = seconds, allow_negative_numbers = true)]
    settle: Option<f64>,
    /// Time between orthogonalisations, s [default: the period of the harmonic force, or 1/100 of the stop time of the
    /// network file]
    #[arg(long, value_name = "T", value_parser = seconds, allow_negative_numbers = true)]
    interval: Option<f64>,
    /// Number of intervals that are measured
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(20..))]
    count: u32,
    #[command(flatten)]
    results: Results,
    #[command(flatten)]
    resume: Resume,
    #[command(flatten)]
    threads: Threads,
}

pub fn run(arguments: &Arguments, words: &Words, out: &mut dyn Write) -> Result<(), Failure> {
    let results = arguments.results.checked()?;
    let model = arguments.subject.model()?.tight();
    let unit = model.unit().clone();
    let Some(vary) = &arguments.vary else {
        arguments.resume.refuse(
            "the progress of one motion is not stored; that of --vary is, value by value",
        )?;
        let watch = watch(&model, arguments)?;
        let progress = Progress::new(watch.intervals() as u64);
        let found = spectrum(&model, watch, || progress.step());
        drop(progress);
        let found = found.map_err(|refusal| told(&unit, refusal))?;
        course(&model, &found, results)?;
        return results.summary(out, &sentences(&model, &found));
    };
    let index = parameter(&unit, "--vary", &vary.name)?;
    let values = vary.numbers().map_err(|rule| Failure::Usage(format!("--vary: {rule}")))?;
    let models: Vec<Case> =
        values.iter().map(|&value| model.with(index, Value::Real(value))).collect();
    let watches = models.iter().map(|model| watch(model, arguments));
    let watches = watches.collect::<Result<Vec<_>, _>>()?;
    let place = (results.table(), unit.name());
    let kept = Kept::new(words, &arguments.resume, place, &[arguments.subject.content()?]);
    let link = |k: usize, _: &[Spectrum]| {
        spectrum(&models[k], watches[k], || ()).map_err(|refusal| {
            let text = told(&unit, refusal).text();
            Failure::job(format!("{} = {}: {text}", vary.name, values[k]))
        })
    };
    let chains = kept.chains(&vec![1; values.len()], arguments.threads.number(), link)?;
    let found: Vec<(f64, &Spectrum)> = values
        .iter()
        .zip(&chains.links)
        .filter_map(|(value, links)| Some((*value, links.first()?)))
        .collect();
    over(&model, &vary.name, &found, results)?;
    let largest = found.iter().map(|(value, one)| (all(one)[0], value));
    let largest = largest.max_by(|(a, _), (b, _)| a.value.total_cmp(&b.value));
    let line = largest.map(|(one, value)| {
        format!(
            "{}: {} values, largest exponent {:.6e} ± {:.1e} 1/s at {} = {value}",
            unit.name(),
            found.len(),
            one.value,
            one.error,
            vary.name
        )
    });
    results.summary(out, &line.unwrap_or_default())?;
    chains.finish()
}

fn watch(model: &Case, arguments: &Arguments) -> Result<Watch, Failure> {
    let unit = model.unit();
    let stop = unit.network().experiment.stop_time;
    let settle = arguments.settle.unwrap_or(stop);
    if !(settle.is_finite() && settle >= 0.0) {
        return Err(Failure::Usage(format!("--settle {settle}: must be ≥ 0 s")));
    }
    let interval = match arguments.interval {
        Some(interval) => interval,
        None => {
            let forcing = match model.forcing() {
                // Exponents need no period.
                Err(Refusal::Time { .. }) => None,
                forcing => forcing.map_err(|refusal| told(unit, refusal))?,
            };
            forcing.unwrap_or(stop / INTERVALS)
        }
    };
    let interval = positive("--interval", interval)?;
    Ok(Watch { settle, interval, count: arguments.count as usize })
}

/// Returns all exponents: those that were measured, then those of −∞.
fn all(found: &Spectrum) -> Vec<Exponent> {
    let lost = Exponent { value: f64::NEG_INFINITY, error: 0.0 };
    found.exponents.iter().copied().chain(std::iter::repeat_n(lost, found.lost)).collect()
}

fn sentences(model: &Case, found: &Spectrum) -> String {
    let mut text = format!(
        "{}: exponents from {} s to {} s, {} transitions",
        model.unit().name(),
        found.from,
        found.to,
        found.transitions
    );
    for one in all(found) {
        text.push_str(&match one.value.is_finite() {
            true => format!("\n  {:.6e} ± {:.1e} 1/s", one.value, one.error),
            false => "\n  −∞: sticking contacts remove one direction".to_owned(),
        });
    }
    text
}

/// Finds the exponents of one motion over time.
fn course(model: &Case, found: &Spectrum, results: &Results) -> Result<(), Failure> {
    let count = found.exponents.len();
    let mut header = vec!["time".to_owned()];
    header.extend((1..=count + found.lost).map(|k| format!("exponent{k}")));
    let mut sheet = results.sheet(&header)?;
    for (time, means) in &found.course {
        let mut row = vec![number(*time)];
        row.extend(means.iter().map(|value| number(*value)));
        row.resize(header.len(), number(f64::NEG_INFINITY));
        sheet.row(&row)?;
    }
    sheet.finish()?;
    results.picture(|| {
        let curve = |k: usize| found.course.iter().map(|(time, means)| (*time, means[k])).collect();
        let series = |k: usize| Series::new(&format!("λ{}", k + 1), k, Kind::Line, curve(k));
        let panel = Panel {
            x_label: "time, s".to_owned(),
            y_label: "mean up to then, 1/s".to_owned(),
            series: (0..count).map(series).collect(),
            x: None,
        };
        Chart { title: model.unit().name().to_owned(), panels: vec![panel] }.svg()
    })
}

/// Finds the exponents over a parameter.
fn over(
    model: &Case,
    name: &str,
    found: &[(f64, &Spectrum)],
    results: &Results,
) -> Result<(), Failure> {
    let states = model.rows().len();
    let mut header = vec![name.to_owned()];
    header.extend((1..=states).flat_map(|k| [format!("exponent{k}"), format!("error{k}")]));
    let mut sheet = results.sheet(&header)?;
    for (value, found) in found {
        let mut row = vec![number(*value)];
        row.extend(all(found).iter().flat_map(|one| [number(one.value), number(one.error)]));
        sheet.row(&row)?;
    }
    sheet.finish()?;
    results.picture(|| {
        let curve = |k: usize| {
            let all = found.iter();
            all.filter_map(|(value, one)| Some((*value, one.exponents.get(k)?.value))).collect()
        };
        let series = |k: usize| Series::new(&format!("λ{}", k + 1), k, Kind::Line, curve(k));
        let most = found.iter().map(|(_, one)| one.exponents.len()).max().unwrap_or(0);
        let panel = Panel {
            x_label: label(model, name),
            y_label: "exponent, 1/s".to_owned(),
            series: (0..most).map(series).collect(),
            x: None,
        };
        Chart { title: model.unit().name().to_owned(), panels: vec![panel] }.svg()
    })
}
