//! `luztar simulate`: a run as CSV and a summary.
//!
//! A row of the output holds the state that the step ending at its time left.

mod record;
mod summary;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use luztar::network::plain;
use luztar::unit::{Event, Simulation};

use super::experiment::{self, Experiment, Observer};
use super::failure::Failure;
use super::interrupt;
use super::sheet::is_stdout;
use record::{EventRecord, OutputRecord};
use summary::Summary;

/// Last part of the help; on the file that `luztar new` writes.
const EXAMPLES: &str = "\
Examples:
  luztar simulate mechanism.toml --set table.staticFriction=20 --stop-time 2
  luztar simulate mechanism.toml --input \"slider.force=if(t < 1, 0, 5*sin(3*t))\" --events -
  luztar simulate mechanism.toml --output run.csv --columns \"slider.*,table.state\"";

#[derive(clap::Args)]
#[command(after_long_help = experiment::help(EXAMPLES))]
pub struct Arguments {
    #[command(flatten)]
    experiment: Experiment,
    /// Where to write inputs and outputs at every communication point; `-` is stdout. A file is FILE.csv.part until it is complete
    #[arg(long, value_name = "FILE.csv")]
    output: Option<PathBuf>,
    /// Columns of the output in their order, e.g. "*.velocity,floor.state"; may be repeated [default: all]
    #[arg(long, value_name = "NAME,…", requires = "output")]
    columns: Vec<String>,
    /// Where to write every transition at its own time; `-` is stdout
    #[arg(long, value_name = "FILE.csv")]
    events: Option<PathBuf>,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<(), Failure> {
    let mut run = arguments.experiment.prepare()?;
    let places = || [&arguments.output, &arguments.events].into_iter().flatten();
    if places().any(|path| !is_stdout(path)) {
        interrupt::watch();
    }
    let mut records = Records {
        outputs: OutputRecord::create(arguments.output.as_deref(), &run.unit, &arguments.columns)?,
        events: EventRecord::create(arguments.events.as_deref(), &run.unit)?,
        summary: Summary::new(&run.unit, run.left_alone()),
    };
    if let Err(failure) = run.go(&mut records) {
        return Err(match records.left() {
            Some(rest) => failure.and(&rest),
            None => failure,
        });
    }
    let Records { mut outputs, mut events, summary } = records;
    outputs.finish()?;
    events.finish()?;
    if places().any(|path| is_stdout(path)) {
        return summary.write(run.grid, &mut run.instance, &mut io::stderr());
    }
    summary.write(run.grid, &mut run.instance, out)
}

/// Files and summary that are written of a run.
struct Records {
    outputs: OutputRecord,
    events: EventRecord,
    summary: Summary,
}

impl Records {
    /// Returns a text of what a run that ends early leaves behind, and where.
    fn left(&mut self) -> Option<String> {
        let told = |what: &str, place: &Path| format!("{what} are kept in {}", place.display());
        let rows = self
            .outputs
            .leave()
            .map(|(time, place)| told(&format!("rows up to t = {} s", plain(time)), &place));
        let events = self.events.leave().map(|place| told("its transitions", &place));
        let all: Vec<String> = rows.into_iter().chain(events).collect();
        (!all.is_empty()).then(|| all.join(", "))
    }
}

impl Observer for Records {
    fn transitions(&mut self, events: &[Event]) -> Result<(), Failure> {
        self.summary.count(events);
        self.events.rows(events)
    }

    fn part(&mut self, duration: f64, instance: &mut Simulation) -> Result<(), Failure> {
        self.outputs.add(duration, instance)
    }

    fn point(&mut self, time: f64, instance: &mut Simulation) -> Result<(), Failure> {
        self.outputs.row(time, instance)?;
        match interrupt::asked() {
            true => Err(Failure::Interrupted(format!("at t = {} s", plain(time)))),
            false => Ok(()),
        }
    }
}
