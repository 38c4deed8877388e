//! `luztar frequency-response`: amplitude and phase over the frequency of a harmonic force, upwards and downwards.

use std::io::Write;

use luztar::study::Case;
use luztar::study::response::{Answer, Station, next};
use luztar::unit::Value;

use super::bifurcation::label;
use super::chart::{Chart, Kind, Panel, Series};
use super::kept::{Kept, Resume};
use super::options::{Results, Threads};
use super::subject::{Subject, output, parameter, told};
use super::vary::{Vary, vary};
use super::ways::{WAYS, Ways};
use crate::cli::failure::Failure;
use crate::cli::sheet::number;
use crate::cli::words::Words;

#[derive(clap::Args)]
#[command(after_long_help = concat!(
    "Example:\n  luztar frequency-response VibrationAbsorber --vary housing.excitationOmega=0.5:3:100 \\\n      \
     --column absorber.position --output answer.csv --picture answer.svg", super::options::exit_status!()))]
pub struct Arguments {
    #[command(flatten)]
    subject: Subject,
    /// The angular frequency of the force, or another parameter, and its values
    #[arg(long, value_name = "NAME=FIRST:LAST:COUNT|V1,V2,…", value_parser = vary)]
    vary: Vary,
    /// Output whose amplitude and phase are drawn
    #[arg(long, value_name = "NAME")]
    column: String,
    /// Periods to settle where no stable cycle is near the previous one
    #[arg(long, value_name = "N", default_value_t = 200)]
    settle: usize,
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

pub fn run(arguments: &Arguments, words: &Words, out: &mut dyn Write) -> Result<(), Failure> {
    let results = arguments.results.checked()?;
    let model = arguments.subject.model()?.tight();
    let unit = model.unit().clone();
    let name = &arguments.vary.name;
    let index = parameter(&unit, "--vary", name)?;
    let variable = output(&unit, "--column", &arguments.column)?;
    let ways = Ways::new(&arguments.vary, arguments.one_way)?;
    let place = (results.table(), unit.name());
    let kept = Kept::new(words, &arguments.resume, place, &[arguments.subject.content()?]);
    let link = |way: usize, before: &[Station]| {
        let value = ways.at(way, before.len());
        let model = model.with(index, Value::Real(value));
        next(&model, value, variable, arguments.settle, before.last()).map_err(|refusal| {
            Failure::job(format!("{name} = {value}: {}", told(&unit, refusal).text()))
        })
    };
    let chains = kept.chains(&ways.lengths(), arguments.threads.number(), link)?;
    let answers = |way: &Vec<Station>| way.iter().map(|one| one.answer.clone()).collect();
    let curves: Vec<Vec<Answer>> = chains.links.iter().map(answers).collect();
    arguments.tabulate(&curves)?;
    results.picture(|| arguments.draw(&model, &curves))?;
    let cycles = curves.iter().flatten().filter(|one| one.multiplier.is_some()).count();
    let count: usize = curves.iter().map(Vec::len).sum();
    results.summary(out, &format!("{}: {count} values, {cycles} stable cycles", unit.name()))?;
    chains.finish()
}

impl Arguments {
    /// Writes a row for each response; `curves` has those of each way.
    fn tabulate(&self, curves: &[Vec<Answer>]) -> Result<(), Failure> {
        let columns = ["way", "amplitude", "harmonic", "lag", "stuck", "multiplier"];
        let mut header = vec![self.vary.name.clone()];
        header.extend(columns.map(str::to_owned));
        let mut sheet = self.results.sheet(&header)?;
        for (way, answers) in curves.iter().enumerate() {
            for one in answers {
                let [value, amplitude, harmonic, stuck] =
                    [one.value, one.amplitude, one.harmonic, one.stuck].map(number);
                let [lag, multiplier] =
                    [one.lag, one.multiplier].map(|one| one.map(number).unwrap_or_default());
                let way = WAYS[way].to_owned();
                sheet.row(&[value, way, amplitude, harmonic, lag, stuck, multiplier])?;
            }
        }
        sheet.finish()
    }

    /// Panels of amplitude, lag and sticking over the parameter.
    fn draw(&self, model: &Case, curves: &[Vec<Answer>]) -> Result<String, Failure> {
        let panel = |y_label: String, of: &dyn Fn(&Answer) -> Option<f64>| {
            let curve = |(way, answers): (usize, &Vec<Answer>)| {
                let points = answers.iter().filter_map(|one| Some((one.value, of(one)?)));
                let kind = if way == 0 { Kind::Line } else { Kind::Dashes };
                Series::new(WAYS[way], way, kind, points.collect())
            };
            Panel {
                x_label: label(model, &self.vary.name),
                y_label,
                series: curves.iter().enumerate().map(curve).collect(),
                x: None,
            }
        };
        let panels = vec![
            panel(format!("amplitude of {}", label(model, &self.column)), &|one| {
                Some(one.amplitude)
            }),
            panel("lag of the first harmonic, rad".to_owned(), &|one| one.lag),
            panel("part of the time at which it sticks".to_owned(), &|one| Some(one.stuck)),
        ];
        Chart { title: model.unit().name().to_owned(), panels }.svg()
    }
}
