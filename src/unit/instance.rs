//! A running unit: parameters, inputs, motion, and outputs that always fit what was set last.
//!
//! ```text
//!   Instantiated ── enter ──► Initialising ── exit ──► Stepping
//! ```
//! Outputs are evaluated when read: in `Initialising` the initial state is solved anew if anything was
//! set since, in `Stepping` they are evaluated in the present modes, but for what has none to remember, and nothing
//! is committed; transitions happen in [`Instance::step`] only. A refused call changes nothing.

mod alternation;
mod course;
mod derivatives;
mod directional;
mod exchange;
mod getting;
mod interface;
mod ports;
mod prediction;
mod reactions;
mod series;
mod setting;
mod snapshot;
mod stepping;
mod warning;

use std::sync::{Arc, OnceLock};

use alternation::Alternations;
use course::Course;
pub use course::{Halt, Reached};
pub use derivatives::{HIGHEST_DERIVATIVE, can_ramp};
pub use exchange::exchange_sizes;
use reactions::Reactions;
use serde::{Deserialize, Serialize};
use series::SeriesNumbers;
pub use snapshot::Snapshot;

pub use warning::Warning;

use super::table::{PORT_TIME_CONSTANT, prediction_horizon};
use super::{Accessor, EventQueue, Fault, Phase, Unit, Variable};
use crate::motion::{Event, Motion, Prediction};
use crate::network::{Method, RELATIVE_TOLERANCE_BOUNDS};

/// A host's clock may differ from the unit's by this much of max(1 s, |t|, h): round-off of a host that
/// adds up its steps.
const CLOCK_TOLERANCE: f64 = 1e-9;

/// How a step ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// At the end that was asked for.
    Complete,
    /// Before it, at the step's first transition: with `stopAtEvents` only.
    Transition,
}

/// The experiment that a host set up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Setup {
    start: f64,
    stop: Option<f64>,
    tolerance: Option<f64>,
}

impl Setup {
    /// # Errors
    /// If a number is not finite, the tolerance not positive or the stop before the start.
    fn check(&self) -> Result<(), Fault> {
        let Setup { start, stop, tolerance } = *self;
        let argument = |quantity, value, rule: &str| {
            Err(Fault::Argument { quantity, value, rule: rule.to_owned() })
        };
        if !start.is_finite() {
            return argument("start time", start, "must be finite");
        }
        if let Some(stop) = stop.filter(|stop| !(stop.is_finite() && *stop >= start)) {
            return argument("stop time", stop, "must be finite and not before the start time");
        }
        if let Some(value) = tolerance.filter(|value| !(value.is_finite() && *value > 0.0)) {
            return argument("tolerance", value, "must be finite and > 0");
        }
        Ok(())
    }
}

/// What outputs were last evaluated for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Freshness {
    /// State and outputs fit the values set.
    Fresh,
    /// Outputs do not; the state does.
    Outputs,
    /// Nothing does: the initial state must be solved.
    Nothing,
}

/// A continuous state and its derivative.
#[derive(Clone, Copy, Debug)]
struct Row {
    state: Accessor,
    derivative: Accessor,
    nominal: f64,
}

/// What an instance that the host integrates has beside its motion.
#[derive(Clone, Debug)]
struct Exchange {
    rows: Vec<Row>,
    /// Continuous states, as the host set them or an event left them.
    states: Vec<f64>,
    stage: Stage,
}

/// Where an instance that the host integrates is between two events.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Stage {
    /// At an event: inputs jump.
    Event,
    /// At an event that has other states than it began with, since the host has set them.
    Placed,
    /// Between events: inputs change continuously.
    Continuous,
}

/// A unit that moves: values of its variables, and the motion between communication points.
#[derive(Debug)]
pub struct Instance {
    unit: Arc<Unit>,
    motion: Box<Motion>,
    freshness: Freshness,
    phase: Phase,
    parameters: Vec<f64>,
    /// Of each spring with these, once asked for.
    series: OnceLock<Vec<SeriesNumbers>>,
    inputs: Vec<f64>,
    /// Derivatives of the inputs: they are ramps within a step.
    rates: Vec<f64>,
    method: Method,
    /// Longest step of the time stepping, s; 0: the communication step.
    moreau_step: f64,
    stop_at_events: bool,
    /// True if inputs are values at the end of a step.
    inputs_at_end: bool,
    relative_tolerance: f64,
    /// How far ahead transitions are predicted, s.
    prediction_horizon: f64,
    /// Time in which stuck contacts of ports lose the slip that a host which integrates has found, s.
    port_time_constant: f64,
    /// What lies ahead, if it was looked at since anything changed.
    prediction: Option<Prediction>,
    setup: Setup,
    events: EventQueue,
    reactions: Reactions,
    alternations: Alternations,
    /// Of an instance that the host integrates.
    exchange: Option<Exchange>,
    /// The communication step that paused.
    course: Option<Course>,
    /// When a step last ended before a transition, s.
    halted: Option<f64>,
}

impl Instance {
    /// With start values, before initialisation.
    pub fn new(unit: Arc<Unit>) -> Self {
        let network = unit.network().clone();
        let mut motion = Box::new(Motion::new(network.clone()));
        motion.bound_steps(true);
        Self {
            parameters: network.start_parameters(),
            series: OnceLock::new(),
            inputs: network.start_inputs(),
            rates: vec![0.0; network.inputs.len()],
            method: network.experiment.method,
            moreau_step: network.experiment.moreau_step,
            stop_at_events: false,
            inputs_at_end: network.experiment.inputs_at_end,
            relative_tolerance: network.experiment.relative_tolerance,
            prediction_horizon: prediction_horizon(&network),
            port_time_constant: PORT_TIME_CONSTANT,
            prediction: None,
            setup: Setup::default(),
            events: EventQueue::default(),
            reactions: Reactions::new(network.bodies.len(), network.experiment.step_size),
            alternations: Alternations::new(network.contacts.len()),
            exchange: None,
            course: None,
            halted: None,
            freshness: Freshness::Nothing,
            phase: Phase::Instantiated,
            motion,
            unit,
        }
    }

    /// What it is an instance of.
    pub fn unit(&self) -> &Arc<Unit> {
        &self.unit
    }

    /// The method that it moves by, as it is set now.
    pub fn method(&self) -> Method {
        self.method
    }

    /// Where it is in its life.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Present time in s; the start time until the first step.
    pub fn time(&self) -> f64 {
        match self.phase {
            Phase::Stepping => self.motion.state().time,
            Phase::Instantiated | Phase::Initialising => self.setup.start,
        }
    }

    /// Back to a fresh instance.
    pub fn reset(&mut self) {
        *self = match self.exchange {
            Some(_) => Instance::exchange(self.unit.clone()),
            None => Instance::new(self.unit.clone()),
        };
    }

    /// Lets steps cost as much as they need while they go on: for who waits for a long one, as studies do. A
    /// communication step of a host has a bound of some seconds.
    pub fn take_long_steps(&mut self) {
        self.motion.bound_steps(false);
    }

    /// Start and stop time in s, and the host's relative tolerance, of which the tighter one of it and
    /// the parameter `relativeTolerance` counts. An infinite stop time is none.
    ///
    /// # Errors
    /// After initialisation began, or if a number is not finite, the tolerance not positive or the stop
    /// before the start.
    pub fn setup_experiment(
        &mut self,
        start: f64,
        stop: Option<f64>,
        tolerance: Option<f64>,
    ) -> Result<(), Fault> {
        self.require(Phase::Instantiated, "setting up the experiment")?;
        let stop = stop.filter(|stop| *stop != f64::INFINITY);
        let setup = Setup { start, stop, tolerance };
        setup.check()?;
        self.setup = setup;
        Ok(())
    }

    /// # Errors
    /// If initialisation already began.
    pub fn enter_initialization(&mut self) -> Result<(), Fault> {
        self.require(Phase::Instantiated, "entering initialisation")?;
        self.phase = Phase::Initialising;
        Ok(())
    }

    /// Solves the initial state.
    ///
    /// # Errors
    /// Outside initialisation, or if the parameters together break a rule; initialisation then goes on
    /// and the values can be corrected.
    pub fn exit_initialization(&mut self) -> Result<(), Fault> {
        self.require(Phase::Initialising, "ending initialisation")?;
        self.refresh()?;
        self.phase = Phase::Stepping;
        Ok(())
    }

    /// Moves from `time` (the present time, as the host counts it) by `size`, both in s; with
    /// `stopAtEvents` only to the first transition that is neither at the start nor at the end of the
    /// step, within 1e-9·max(1, |t|) s.
    ///
    /// # Errors
    /// Outside stepping, if the times break a rule, if tuned parameters together break one, or if the
    /// motion cannot go on. The instance is then as before the call.
    pub fn step(&mut self, time: f64, size: f64) -> Result<Ending, Fault> {
        self.require(Phase::Stepping, "a step")?;
        let late = if self.stop_at_events { 2.0 } else { 1.0 };
        let end = self.check_step(time, size, late)?;
        self.events.begin();
        self.motion.ramp(&self.rates);
        let Self { motion, events, parameters, inputs, .. } = self;
        let record = &mut |event| events.record(event);
        let ending = match self.stop_at_events {
            true if motion.advance_to_transition(end, parameters, inputs, record)? => {
                Ending::Transition
            }
            true => Ending::Complete,
            false => {
                motion.pass(end, parameters, inputs, record)?;
                Ending::Complete
            }
        };
        self.commit_events();
        self.pass_inputs();
        Ok(ending)
    }

    /// The end of a step, if its times are in order. Where steps stop at transitions one may end as much later, or
    /// earlier, as a transition is off its end: the clocks may then differ by so many tolerances.
    fn check_step(&self, time: f64, size: f64, late: f64) -> Result<f64, Fault> {
        let argument = |quantity, value, rule| Err(Fault::Argument { quantity, value, rule });
        if !(size.is_finite() && size > 0.0) {
            return argument("step size", size, "must be finite and > 0".to_owned());
        }
        let now = self.motion.state().time;
        let end = time + size;
        let slack = late * CLOCK_TOLERANCE * now.abs().max(size).max(1.0);
        if !((time - now).abs() <= slack && end.is_finite()) {
            let rule = format!("must be the present time {now} within {slack:e} s");
            return argument("time of the step", time, rule);
        }
        if end <= now {
            let rule = format!("is too small: the step would not end after the present time {now}");
            return argument("step size", size, rule);
        }
        if let Some(stop) = self.setup.stop.filter(|stop| end > stop + slack) {
            return argument("end of the step", end, format!("must not pass the stop time {stop}"));
        }
        Ok(end)
    }

    /// Transitions of the last step in order of time (at most [`super::EVENT_CAPACITY`]).
    pub fn step_events(&self) -> &[Event] {
        self.events.of_last_step()
    }

    /// Transitions that are pending: those of the next event.
    pub fn pending_events(&self) -> &[Event] {
        self.events.pending()
    }

    /// Moves the oldest transitions not yet taken to `buffer`; returns how many.
    pub fn take_events(&mut self, buffer: &mut [Event]) -> usize {
        self.events.take(buffer)
    }

    /// Transitions since the start that were dropped because nobody took them.
    pub fn lost_events(&self) -> u64 {
        self.events.lost()
    }

    fn variable(&self, index: usize) -> Result<&Variable, Fault> {
        self.unit.variables().get(index).ok_or_else(|| self.unknown(index))
    }

    #[cold]
    fn unknown(&self, reference: usize) -> Fault {
        Fault::UnknownReference { reference, count: self.unit.variables().len() }
    }

    fn require(&self, phase: Phase, action: &'static str) -> Result<(), Fault> {
        if self.phase == phase { Ok(()) } else { Err(Fault::Phase { action, phase: self.phase }) }
    }

    /// Makes outputs (and before stepping the state) fit the values set.
    fn refresh(&mut self) -> Result<(), Fault> {
        if self.freshness == Freshness::Fresh {
            return Ok(());
        }
        self.motion.ramp(&self.rates);
        if self.freshness == Freshness::Nothing {
            self.check_method()?;
            let (tightest, _) = RELATIVE_TOLERANCE_BOUNDS;
            let tolerance = self.setup.tolerance.unwrap_or(f64::INFINITY);
            let tolerance = tolerance.min(self.relative_tolerance).max(tightest);
            self.motion.choose(self.method, self.moreau_step);
            let integrates = self.exchange.is_some();
            self.motion.pull_ports_within(integrates.then_some(self.port_time_constant));
            self.motion.take_inputs_at_end(self.inputs_at_end && self.exchange.is_none());
            self.motion.initialise(self.setup.start, &self.parameters, &self.inputs, tolerance)?;
            self.take_states();
        }
        self.follow_inputs()?;
        self.motion.observe(&self.parameters, &self.inputs);
        self.prediction = None;
        self.freshness = Freshness::Fresh;
        Ok(())
    }
}
