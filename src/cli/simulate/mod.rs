//! `luztar simulate`: a run as CSV and a summary.
//!
//! A row of the output holds the state that the step ending at its time left.

mod record;
mod summary;

use std::io::{self, Write};
use std::path::PathBuf;

use super::experiment::{self, Experiment};
use super::failure::Failure;
use record::{EventRecord, OutputRecord};
use summary::Summary;

#[derive(clap::Args)]
#[command(after_long_help = experiment::help())]
pub struct Arguments {
    #[command(flatten)]
    experiment: Experiment,
    /// Where to write all outputs at every communication point; `-` is stdout
    #[arg(long, value_name = "FILE.csv")]
    output: Option<PathBuf>,
    /// Where to write every transition at its own time; `-` is stdout
    #[arg(long, value_name = "FILE.csv")]
    events: Option<PathBuf>,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<(), Failure> {
    let mut run = arguments.experiment.prepare()?;
    if let (Some(output), Some(events)) = (&arguments.output, &arguments.events)
        && output == events
    {
        let both = output.display();
        return Err(Failure::Usage(format!("--output and --events are both {both}")));
    }
    let mut outputs = OutputRecord::create(arguments.output.as_deref(), &run.unit)?;
    let mut events = EventRecord::create(arguments.events.as_deref(), &run.unit)?;
    let mut summary = Summary::new(&run.unit);
    run.go(&mut |time, instance| {
        outputs.row(time, instance)?;
        summary.count(instance.step_events());
        events.rows(instance.step_events())
    })?;
    outputs.finish()?;
    events.finish()?;
    let piped = [&arguments.output, &arguments.events].into_iter().flatten();
    if piped.into_iter().any(|path| record::is_stdout(path)) {
        return summary.write(run.grid, &mut run.instance, &mut io::stderr());
    }
    summary.write(run.grid, &mut run.instance, out)
}
