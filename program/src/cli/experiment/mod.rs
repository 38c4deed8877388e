//! A run of a unit on a grid of communication points, as an FMI master would make it.
//!
//! Inputs are ramps within a step, which ends earlier where a ramp does ([`luztar::signals`]).

pub mod columns;
mod grid;
pub mod inputs;
pub mod means;
pub mod progress;
mod series;
pub mod settings;

use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use luztar::network::{BuildOption, Method, keys};
use luztar::signals::{self, INPUT_TOLERANCE, Interpolation};
use luztar::unit::{Accessor, Event, Fault, Model, Reached, Setting, Simulation, Value};

use super::assignment::{self, Assignment, assignment};
use super::content;
use super::failure::{Failure, warn};
use super::seconds::seconds;
use super::target::{self, Content};
pub use grid::Grid;
use inputs::{Given, Inputs};
use progress::Progress;
pub use settings::find;

#[derive(clap::Args)]
pub struct Experiment {
    /// Model of the library, or network file (.toml)
    #[arg(value_name = "MODEL|FILE")]
    target: String,
    /// End of the run in s [default: that of the network file]
    #[arg(long, value_name = "T", value_parser = seconds, allow_negative_numbers = true)]
    stop_time: Option<f64>,
    /// Communication step in s [default: that of the network file]
    #[arg(long, value_name = "H", value_parser = seconds, allow_negative_numbers = true)]
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
    /// Permitted error of the ramps that approximate expressions, relative to their range [default: 1e-9]
    #[arg(long, value_name = "PART", value_parser = input_tolerance)]
    input_tolerance: Option<f64>,
    /// Holds inputs over each communication step at their value at its start, as with a host that gives no
    /// derivatives [default: inputs are ramps with located jumps]
    #[arg(long)]
    hold: bool,
}

/// Reads a tolerance of inputs: closer than round-off no number is, and an input that is farther off is another one.
fn input_tolerance(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(part) if (1e-14..=0.1).contains(&part) => Ok(part),
        _ => Err("must be a number from 1e-14 to 0.1".to_owned()),
    }
}

/// Returns the last part of the help of a run: its examples, and what inputs may be.
pub fn help(examples: &str) -> String {
    let ramps = "Inputs are followed within communication steps: ramps approximate them within --input-tolerance, and \
        jumps and breakpoints are located.";
    format!("{examples}\n\n{ramps}\n\n{}", signals::help())
}

/// A unit with its settings, ready to start.
pub struct Run {
    pub unit: Arc<Model>,
    pub grid: Grid,
    pub instance: Simulation,
    inputs: Inputs,
    /// Longest time between two points that are seen, s.
    resolution: f64,
    /// True if it reports nothing by itself.
    quiet: bool,
    /// Warnings of a quiet run.
    warnings: Vec<String>,
}

/// Observer of a run.
pub trait Observer {
    /// Observes the start of a part of a step with its inputs; returns the time up to which it goes, not after `until`.
    /// The instance may have gone there, without a transition. Of runs that are resolved ([`Run::resolve`]).
    fn begin(&mut self, until: f64, _instance: &mut Simulation) -> Result<f64, Failure> {
        Ok(until)
    }
    /// Observes the transitions of the part of a step that has just been made.
    fn transitions(&mut self, events: &[Event]) -> Result<(), Failure>;
    /// Observes the end of a part of a step, of this duration, s.
    fn part(&mut self, _duration: f64, _instance: &mut Simulation) -> Result<(), Failure> {
        Ok(())
    }
    /// Observes the start, and the state at every communication point and at every stop at a transition.
    fn point(&mut self, time: f64, instance: &mut Simulation) -> Result<(), Failure>;
    /// Observes the state between communication points, at no particular times.
    fn between(&mut self, _time: f64, _instance: &mut Simulation) -> Result<(), Failure> {
        Ok(())
    }
}

impl Experiment {
    /// # Errors
    /// A faulty file (job), an option that the unit cannot follow (usage).
    pub fn prepare(&self) -> Result<Run, Failure> {
        self.prepare_with(&[])
    }

    /// Reads the files that a run depends on.
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

    /// Prepares a run with more values.
    ///
    /// # Errors
    /// Those of [`Experiment::prepare`].
    pub fn prepare_with(&self, more: &[Assignment]) -> Result<Run, Failure> {
        let source = target::resolve(&self.target)?;
        let all = [self.set.as_slice(), more].concat();
        let (choices, set) = sorted(&all, &source.options()?);
        let unit = source.unit(&choices)?;
        let mut given: Vec<Given> = self.input.iter().map(Given::expression).collect();
        if let Some(path) = &self.inputs {
            given.extend(Given::read(path)?);
        }
        let course = Course {
            stop: self.stop_time,
            step: self.step,
            names: ["--stop-time", "--step"],
            input_tolerance: self.input_tolerance.unwrap_or(INPUT_TOLERANCE),
            hold: self.hold,
        };
        Run::new(unit, &set, given, course)
    }
}

/// Times and inputs of a run.
pub struct Course {
    /// End of the run, s; None: that of the network.
    pub stop: Option<f64>,
    /// Communication step, s; None: that of the network.
    pub step: Option<f64>,
    /// Names of these two in messages.
    pub names: [&'static str; 2],
    /// Error with which expressions are followed, as a part of their range.
    pub input_tolerance: f64,
    /// True if inputs keep their value over a step.
    pub hold: bool,
}

impl Run {
    /// Makes a run of a unit with these values of parameters and constant inputs, and other inputs that follow what is given.
    ///
    /// # Errors
    /// Names, times or expressions that the unit cannot follow (usage), values out of bounds (refused).
    pub fn new(
        unit: Arc<Model>,
        set: &[Assignment],
        given: Vec<Given>,
        course: Course,
    ) -> Result<Self, Failure> {
        let experiment = unit.network().experiment;
        let (stop, step) = (course.stop, course.step);
        let grid = Grid::new(
            stop.unwrap_or(experiment.stop_time),
            step.unwrap_or(experiment.step_size),
            course.names,
        )?;
        let mut instance = Simulation::new(unit.clone());
        settings::apply(set, &mut instance)?;
        let interpolation = match instance.method() {
            _ if course.hold => Interpolation::Hold,
            Method::Moreau => Interpolation::Chords,
            Method::Events => Interpolation::Ramps,
        };
        let followed = (grid.stop, course.input_tolerance);
        let inputs = Inputs::new(&unit, set, given, interpolation, followed)?;
        let (resolution, quiet, warnings) = (f64::INFINITY, false, Vec::new());
        Ok(Self { unit, grid, instance, inputs, resolution, quiet, warnings })
    }

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

    /// Writes neither progress nor warnings.
    pub fn hush(&mut self) {
        self.quiet = true;
    }

    /// Warnings of a quiet run.
    pub fn take_warnings(&mut self) -> Vec<String> {
        std::mem::take(&mut self.warnings)
    }

    /// Returns the names of the inputs that nobody gave.
    pub fn left_alone(&self) -> Vec<String> {
        self.inputs.left_alone().to_vec()
    }

    /// True if an input follows what was given.
    pub fn follows(&self, variable: usize) -> bool {
        self.inputs.follows(variable)
    }

    /// Runs to the stop time.
    ///
    /// # Errors
    /// Those of the observer, and values or a motion that the unit refuses.
    pub fn go(&mut self, observer: &mut dyn Observer) -> Result<(), Failure> {
        self.start()?;
        observer.point(self.grid.time(0), &mut self.instance)?;
        let progress = (!self.quiet).then(|| Progress::new(self.grid.steps));
        for index in 0..self.grid.steps {
            let step = self.grid.time(index)..self.grid.time(index + 1);
            self.step(&step, observer, progress.as_ref().map(|progress| (progress, index)))?;
            if let Some(progress) = &progress {
                progress.step();
            }
        }
        Ok(())
    }

    /// Goes on from the present time to another one, in one communication step.
    ///
    /// # Errors
    /// Those of [`Run::go`].
    pub fn advance(&mut self, end: f64, observer: &mut dyn Observer) -> Result<(), Failure> {
        self.step(&(self.instance.time()..end), observer, None)
    }

    /// Makes a communication step by its parts; with progress it has a number.
    fn step(
        &mut self,
        step: &Range<f64>,
        observer: &mut dyn Observer,
        progress: Option<(&Progress, u64)>,
    ) -> Result<(), Failure> {
        let mut from = step.start;
        loop {
            let reached = self.part(from, step, observer)?;
            self.tell_doubts(progress.map(|(progress, _)| progress));
            let Some(reached) = reached else { break };
            from = reached;
            if let Some((progress, index)) = progress {
                let part = (from - step.start) / (step.end - step.start);
                progress.reach(index as f64 + part);
            }
        }
        // A resolved run may be past the end, at a transition.
        let late = if self.resolution.is_finite() { self.instance.time() } else { step.end };
        observer.point(step.end.max(late), &mut self.instance)
    }

    /// Warns of what is to be known of the inputs.
    fn tell_doubts(&mut self, progress: Option<&Progress>) {
        let doubt = self.instance.take_warning().map(|warning| warning.to_string());
        for warning in doubt.into_iter().chain(self.inputs.take_warning()) {
            let warning = format!("{}: {warning}", self.unit.name());
            match progress {
                Some(progress) => progress.pause(|| warn(&warning)),
                None => self.warnings.push(warning),
            }
        }
    }

    /// Makes a part of a communication step; returns the time that is reached, if it is not the end.
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
        let begun = instance.time();
        // A part that ends just before a transition has ended at it: shorter ones are made then.
        if resolution.is_finite() && until <= begun {
            return Ok((until < step.end).then_some(until));
        }
        if resolution.is_finite() {
            until = observer.begin(until, instance)?;
        }
        let reached = match instance.time() > begun {
            true => Reached::End,
            false => instance.step(from, until - from).map_err(|fault| told(unit, fault))?,
        };
        observer.transitions(instance.step_events())?;
        observer.part(instance.time() - from, instance)?;
        if reached == Reached::Transition {
            let time = instance.time();
            observer.point(time, instance)?;
            return Ok((time < step.end).then_some(time));
        }
        if until < step.end {
            observer.between(until.max(instance.time()), instance)?;
            return Ok(Some(until));
        }
        Ok(None)
    }

    /// Initialises the unit at t = 0.
    ///
    /// # Errors
    /// Values that the unit refuses.
    pub fn start(&mut self) -> Result<(), Failure> {
        let Run { unit, instance, inputs, grid, .. } = self;
        let told = |fault| told(unit, fault);
        instance.setup_experiment(0.0, Some(grid.stop), None).map_err(told)?;
        inputs.apply(0.0, &(0.0..grid.time(1)), instance)?;
        instance.enter_initialization().map_err(told)?;
        instance.exit_initialization().map_err(told)
    }
}

/// Sorts values of build options, and those of variables: all variables but a few belong to an element and have a dot.
pub fn sorted(set: &[Assignment], options: &[BuildOption]) -> (Vec<Assignment>, Vec<Assignment>) {
    let is_option = |one: &Assignment| {
        let variable = one.name.contains('.') || keys::RESERVED.contains(&one.name.as_str());
        options.iter().any(|option| option.name == one.name) || !(variable || options.is_empty())
    };
    set.iter().cloned().partition(is_option)
}

fn told(unit: &Arc<Model>, fault: Fault) -> Failure {
    Failure::job(format!("{}: {fault}", unit.name()))
}
