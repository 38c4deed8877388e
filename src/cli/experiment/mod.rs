//! A run of a unit on a grid of communication points, as an FMI master would make it.
//!
//! Inputs are held over each step at their value at its start.

mod grid;
mod inputs;
mod progress;
mod series;
mod settings;

use std::path::PathBuf;
use std::sync::Arc;

use luztar::network::{BuildOption, keys};
use luztar::unit::{Ending, Fault, Instance, Unit};

use super::assignment::{Assignment, assignment};
use super::expression;
use super::failure::Failure;
use super::target;
pub use grid::Grid;
use inputs::Inputs;
use progress::Progress;
pub use settings::find;

#[derive(clap::Args)]
pub struct Experiment {
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
}

/// What the options say in short.
pub fn help() -> String {
    let held = "Inputs are held over each communication step at their value at its start.";
    format!("{held}\n\n{}", expression::help())
}

/// A unit with its settings, ready to start.
pub struct Run {
    pub unit: Arc<Unit>,
    pub grid: Grid,
    pub instance: Instance,
    inputs: Inputs,
}

impl Experiment {
    /// # Errors
    /// A faulty file (job), an option that the unit cannot follow (usage).
    pub fn prepare(&self) -> Result<Run, Failure> {
        let source = target::resolve(&self.target)?;
        let (choices, set) = sorted(&self.set, &source.options()?);
        let unit = source.unit(&choices)?;
        let experiment = unit.network().experiment;
        let grid = Grid::new(
            self.stop_time.unwrap_or(experiment.stop_time),
            self.step.unwrap_or(experiment.step_size),
        )?;
        let mut instance = Instance::new(unit.clone());
        settings::apply(&set, &mut instance)?;
        let inputs = Inputs::new(&unit, &set, &self.input, self.inputs.as_deref())?;
        Ok(Run { unit, grid, instance, inputs })
    }
}

impl Run {
    /// Runs to the stop time; `see` gets time and instance at the start and after every step.
    ///
    /// # Errors
    /// Those of `see`, and values or a motion that the unit refuses.
    pub fn go(
        &mut self,
        see: &mut dyn FnMut(f64, &mut Instance) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let Run { unit, grid, instance, inputs } = self;
        initialise(instance, inputs, grid.stop)?;
        see(grid.time(0), instance)?;
        let mut progress = Progress::new(grid.steps);
        for index in 0..grid.steps {
            let (start, end) = (grid.time(index), grid.time(index + 1));
            inputs.apply(start, instance)?;
            let mut from = start;
            while instance.step(from, end - from).map_err(|fault| told(unit, fault))?
                == Ending::Transition
            {
                from = instance.time();
                see(from, instance)?;
            }
            see(end, instance)?;
            progress.step();
        }
        progress.finish();
        Ok(())
    }
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

fn told(unit: &Arc<Unit>, fault: Fault) -> Failure {
    Failure::job(format!("{}: {fault}", unit.name()))
}
