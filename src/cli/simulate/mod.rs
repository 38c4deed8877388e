//! `luztar simulate`: runs a unit on a grid of communication points.
//!
//! Inputs are held over each step at their value at its start, as an FMI master holds them. A row of the
//! output holds the state that the step ending at its time left.

mod grid;
mod inputs;
mod progress;
mod record;
mod series;
mod settings;
mod summary;

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;

use luztar::network::{BuildOption, keys};
use luztar::unit::{Instance, Unit};

use super::assignment::{Assignment, assignment};
use super::expression;
use super::failure::Failure;
use super::target;
use grid::Grid;
use inputs::Inputs;
use progress::Progress;
use record::{EventRecord, OutputRecord};
use summary::Summary;

#[derive(clap::Args)]
#[command(after_long_help = help())]
pub struct Arguments {
    /// Unit of the catalogue, or network file (.toml)
    #[arg(value_name = "UNIT|FILE")]
    target: String,
    /// End of the run in s [default: that of the network file]
    #[arg(long, value_name = "T", allow_negative_numbers = true)]
    stop_time: Option<f64>,
    /// Communication step in s [default: that of the network file]
    #[arg(long, value_name = "H", allow_negative_numbers = true)]
    step: Option<f64>,
    /// Value of a build option or a parameter, or constant value of an input; may be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = assignment)]
    set: Vec<Assignment>,
    /// Input as an expression in the time t, e.g. "block.force=2*sin(2*pi*t)"; may be repeated
    #[arg(long, value_name = "NAME=EXPRESSION", value_parser = assignment)]
    input: Vec<Assignment>,
    /// Inputs from a CSV file: a column `time` and a column per input, linear between rows
    #[arg(long, value_name = "FILE.csv")]
    inputs: Option<PathBuf>,
    /// Where to write all outputs at every communication point; `-` is stdout
    #[arg(long, value_name = "FILE.csv")]
    output: Option<PathBuf>,
    /// Where to write every transition at its own time; `-` is stdout
    #[arg(long, value_name = "FILE.csv")]
    events: Option<PathBuf>,
}

/// What the options say in short.
fn help() -> String {
    let held = "Inputs are held over each communication step at their value at its start.";
    format!("{held}\n\n{}", expression::help())
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<(), Failure> {
    let source = target::resolve(&arguments.target)?;
    let (choices, set) = sorted(&arguments.set, &source.options()?);
    let unit = source.unit(&choices)?;
    let experiment = unit.network().experiment;
    let grid = Grid::new(
        arguments.stop_time.unwrap_or(experiment.stop_time),
        arguments.step.unwrap_or(experiment.step_size),
    )?;
    let mut instance = Instance::new(unit.clone());
    settings::apply(&set, &mut instance)?;
    let inputs = Inputs::new(&unit, &set, &arguments.input, arguments.inputs.as_deref())?;
    if let (Some(output), Some(events)) = (&arguments.output, &arguments.events)
        && output == events
    {
        let both = output.display();
        return Err(Failure::Usage(format!("--output and --events are both {both}")));
    }
    let mut outputs = OutputRecord::create(arguments.output.as_deref(), &unit)?;
    let mut events = EventRecord::create(arguments.events.as_deref(), &unit)?;
    let mut summary = Summary::new(&unit);

    initialise(&mut instance, &inputs, grid.stop)?;
    outputs.row(grid.time(0), &mut instance)?;
    let mut progress = Progress::new(grid.steps);
    for index in 0..grid.steps {
        let (start, end) = (grid.time(index), grid.time(index + 1));
        inputs.apply(start, &mut instance)?;
        instance.step(start, end - start).map_err(|fault| told(&unit, fault))?;
        outputs.row(end, &mut instance)?;
        events.rows(instance.step_events())?;
        summary.count(instance.step_events());
        progress.step();
    }
    progress.finish();
    outputs.finish()?;
    events.finish()?;
    let piped = [&arguments.output, &arguments.events].into_iter().flatten();
    if piped.into_iter().any(|path| record::is_stdout(path)) {
        return summary.write(grid, &mut instance, &mut io::stderr());
    }
    summary.write(grid, &mut instance, out)
}

/// Values of build options, and those of variables: all variables but a few belong to an element and have
/// a dot.
fn sorted(set: &[Assignment], options: &[BuildOption]) -> (Vec<Assignment>, Vec<Assignment>) {
    let is_option = |one: &Assignment| {
        let variable = one.name.contains('.') || keys::RESERVED.contains(&one.name.as_str());
        options.iter().any(|option| option.name == one.name) || !(variable || options.is_empty())
    };
    set.iter().cloned().partition(is_option)
}

fn initialise(instance: &mut Instance, inputs: &Inputs, stop: f64) -> Result<(), Failure> {
    let unit = instance.unit().clone();
    instance.setup_experiment(0.0, Some(stop), None).map_err(|fault| told(&unit, fault))?;
    inputs.apply(0.0, instance)?;
    instance.enter_initialization().map_err(|fault| told(&unit, fault))?;
    instance.exit_initialization().map_err(|fault| told(&unit, fault))
}

fn told(unit: &Arc<Unit>, fault: luztar::unit::Fault) -> Failure {
    Failure::job(format!("{}: {fault}", unit.name()))
}
