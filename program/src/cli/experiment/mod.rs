//! A run of a unit on a grid of communication points, as an FMI master would make it.
//!
//! Inputs are ramps within a step, which ends earlier where a ramp does ([`luztar::signals`]).

pub mod columns;
mod grid;
mod inputs;
pub mod progress;
mod series;
pub mod settings;

use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use luztar::network::{BuildOption, Method, keys};
use luztar::signals::{self, INPUT_TOLERANCE, Interpolation};
use luztar::unit::{Accessor, Ending, Event, Fault, Instance, Setting, Unit, Value};

use super::assignment::{self, Assignment, assignment};
use super::content;
use super::failure::{Failure, warn};
use super::target::{self, Content};
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
    #[arg(long, value_name = "NAME=EXPRESSION", value_parser = assignment::input)]
    input: Vec<Assignment>,
    /// Inputs from a CSV file: a column `time` and a column per input, linear between rows
    #[arg(long, value_name = "FILE.csv")]
    inputs: Option<PathBuf>,
    /// How closely inputs that are expressions are followed, as a part of their range [default: 1e-9]
    #[arg(long, value_name = "PART", value_parser = input_tolerance)]
    input_tolerance: Option<f64>,
    /// Holds inputs over each communication step at their value at its start, as a host does that gives no
    /// derivatives [default: inputs are ramps, and jump when they jump]
    #[arg(long)]
    hold: bool,
}

/// A tolerance of inputs: closer than round-off no number is, and an input that is farther off is another one.
fn input_tolerance(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(part) if (1e-14..=0.1).contains(&part) => Ok(part),
        _ => Err("must be a number from 1e-14 to 0.1".to_owned()),
    }
}

/// What the help of a run ends with: its examples, and what inputs may be.
pub fn help(examples: &str) -> String {
    let ramps = "Inputs are followed within communication steps: by ramps as close to them as --input-tolerance, \
                 with jumps and bends at their own time.";
    format!("{examples}\n\n{ramps}\n\n{}", signals::help())
}

/// A unit with its settings, ready to start.
pub struct Run {
    pub unit: Arc<Unit>,
    pub grid: Grid,
    pub instance: Instance,
    inputs: Inputs,
    /// Longest time between two points that are seen, s.
    resolution: f64,
    /// One of many, which tell nothing by themselves.
    quiet: bool,
}

/// Who sees a run.
pub trait Observer {
    /// The transitions of the part of a step that has just been made.
    fn transitions(&mut self, events: &[Event]) -> Result<(), Failure>;
    /// The start, and the state at every communication point and at every stop at a transition.
    fn point(&mut self, time: f64, instance: &mut Instance) -> Result<(), Failure>;
    /// The state between communication points, at no particular times.
    fn between(&mut self, _time: f64, _instance: &mut Instance) -> Result<(), Failure> {
        Ok(())
    }
}

impl Experiment {
    /// # Errors
    /// A faulty file (job), an option that the unit cannot follow (usage).
    pub fn prepare(&self) -> Result<Run, Failure> {
        self.prepare_with(&[])
    }

    /// The files that a run depends on.
    ///
    /// # Errors
    /// One that cannot be read.
    pub fn contents(&self) -> Result<Vec<Content>, Failure> {
        let mut all = vec![target::resolve(&self.target)?.content()];
        if let Some(path) = &self.inputs {
            let name = path.display().to_string();
            let bytes = content::bytes(path, content::LONGEST)
                .map_err(|error| Failure::job(format!("{name}: {error}")))?;
            all.push((name, bytes));
        }
        Ok(all)
    }

    /// The same with more values.
    ///
    /// # Errors
    /// As [`Experiment::prepare`].
    pub fn prepare_with(&self, more: &[Assignment]) -> Result<Run, Failure> {
        let source = target::resolve(&self.target)?;
        let all = [self.set.as_slice(), more].concat();
        let (choices, set) = sorted(&all, &source.options()?);
        let unit = source.unit(&choices)?;
        let experiment = unit.network().experiment;
        let grid = Grid::new(
            self.stop_time.unwrap_or(experiment.stop_time),
            self.step.unwrap_or(experiment.step_size),
        )?;
        let mut instance = Instance::new(unit.clone());
        settings::apply(&set, &mut instance)?;
        let interpolation = match instance.method() {
            _ if self.hold => Interpolation::Hold,
            Method::Moreau => Interpolation::Chords,
            Method::Events => Interpolation::Ramps,
        };
        let file = self.inputs.as_deref();
        let course = (grid.stop, self.input_tolerance.unwrap_or(INPUT_TOLERANCE));
        let inputs = Inputs::new(&unit, &set, &self.input, file, interpolation, course)?;
        Ok(Run { unit, grid, instance, inputs, resolution: f64::INFINITY, quiet: false })
    }
}

impl Run {
    /// Lets the observer see every transition, and times that are no farther apart than `resolution` s; a method of
    /// a fixed step keeps its steps.
    ///
    /// # Errors
    /// None: every unit can stop at its transitions.
    pub fn resolve(&mut self, resolution: f64) -> Result<(), Failure> {
        if self.instance.method() == Method::Moreau {
            return Ok(());
        }
        self.resolution = resolution;
        let stops = Accessor::Setting(Setting::StopAtEvents);
        let found = self.unit.variables().iter().position(|variable| variable.accessor == stops);
        match found {
            Some(index) => self.instance.set(index, Value::Boolean(true)).map_err(Failure::job),
            None => Ok(()),
        }
    }

    /// Tells neither progress nor warnings.
    pub fn hush(&mut self) {
        self.quiet = true;
    }

    /// Names of the inputs that nobody gave.
    pub fn left_alone(&self) -> Vec<String> {
        self.inputs.left_alone().to_vec()
    }

    /// Runs to the stop time.
    ///
    /// # Errors
    /// Those of the observer, and values or a motion that the unit refuses.
    pub fn go(&mut self, observer: &mut dyn Observer) -> Result<(), Failure> {
        self.initialise()?;
        observer.point(self.grid.time(0), &mut self.instance)?;
        let progress = (!self.quiet).then(|| Progress::new(self.grid.steps));
        for index in 0..self.grid.steps {
            let step = self.grid.time(index)..self.grid.time(index + 1);
            let mut from = step.start;
            loop {
                let reached = self.part(from, &step, observer)?;
                self.tell_doubts(progress.as_ref());
                let Some(reached) = reached else { break };
                from = reached;
                if let Some(progress) = &progress {
                    let part = (from - step.start) / (step.end - step.start);
                    progress.reach(index as f64 + part);
                }
            }
            observer.point(step.end, &mut self.instance)?;
            if let Some(progress) = &progress {
                progress.step();
            }
        }
        Ok(())
    }

    /// Warns of what is to be known of the inputs, where anybody listens.
    fn tell_doubts(&mut self, progress: Option<&Progress>) {
        let Some(progress) = progress else { return };
        let doubt = self.instance.take_warning().map(|warning| warning.to_string());
        for warning in doubt.into_iter().chain(self.inputs.take_warning()) {
            progress.pause(|| warn(&format!("{}: {warning}", self.unit.name())));
        }
    }

    /// A part of a communication step; gives the time that is reached, if it is not the end.
    fn part(
        &mut self,
        from: f64,
        step: &Range<f64>,
        observer: &mut dyn Observer,
    ) -> Result<Option<f64>, Failure> {
        let Run { unit, instance, inputs, resolution, .. } = self;
        let mut until = inputs.apply(from, step, instance)?;
        if until - from > *resolution {
            // equal parts, so that the last is not the rest of a rounding
            until = from + (until - from) / ((until - from) / *resolution).ceil();
        }
        let ending = instance.step(from, until - from).map_err(|fault| told(unit, fault))?;
        observer.transitions(instance.step_events())?;
        match ending {
            Ending::Transition => {
                let time = instance.time();
                observer.point(time, instance)?;
                Ok((time < step.end).then_some(time))
            }
            Ending::Complete if until < step.end => {
                observer.between(until, instance)?;
                Ok(Some(until))
            }
            Ending::Complete => Ok(None),
        }
    }

    fn initialise(&mut self) -> Result<(), Failure> {
        let Run { unit, instance, inputs, grid, .. } = self;
        let told = |fault| told(unit, fault);
        instance.setup_experiment(0.0, Some(grid.stop), None).map_err(told)?;
        inputs.apply(0.0, &(0.0..grid.time(1)), instance)?;
        instance.enter_initialization().map_err(told)?;
        instance.exit_initialization().map_err(told)
    }
}

/// Values of build options, and those of variables: all variables but a few belong to an element and have
/// a dot.
pub fn sorted(set: &[Assignment], options: &[BuildOption]) -> (Vec<Assignment>, Vec<Assignment>) {
    let is_option = |one: &Assignment| {
        let variable = one.name.contains('.') || keys::RESERVED.contains(&one.name.as_str());
        options.iter().any(|option| option.name == one.name) || !(variable || options.is_empty())
    };
    set.iter().cloned().partition(is_option)
}

fn told(unit: &Arc<Unit>, fault: Fault) -> Failure {
    Failure::job(format!("{}: {fault}", unit.name()))
}
