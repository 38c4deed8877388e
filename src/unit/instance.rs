//! A running unit: parameters, inputs, motion, and outputs that always fit what was set last.
//!
//! ```text
//!   Instantiated ── enter ──► Initialising ── exit ──► Stepping
//! ```
//! Outputs are evaluated when read: in `Initialising` the initial state is solved again if anything was set since, in
//! `Stepping` they are evaluated in the present modes, but for what has none to remember, and nothing is committed;
//! transitions happen in [`Simulation::step`] only. A refused call changes nothing.

mod alternation;
mod checks;
mod contradictions;
mod course;
mod decisions;
mod derivatives;
mod directional;
mod evaluation;
mod exchange;
mod extrapolation;
mod getting;
mod input_consistency;
mod interface;
mod ports;
mod prediction;
mod reactions;
mod series;
mod setting;
mod snapshot;
mod states;
mod stepping;
mod warning;

use std::sync::{Arc, OnceLock};

use alternation::Alternations;
use course::Course;
pub use derivatives::can_ramp;
pub use exchange::exchange_sizes;
use input_consistency::InputConsistency;
use reactions::Reactions;
use serde::{Deserialize, Serialize};
use series::SeriesNumbers;
pub use snapshot::Snapshot;
use states::{Exchange, Stage};

pub use alternation::Pattern;
pub use warning::Warning;

use super::table::{PORT_TIME_CONSTANT, prediction_horizon};
use super::{EventQueue, Fault, Model, Phase};
use crate::dynamics::{Event, Prediction, Reached, Simulator};
use crate::network::Method;

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

/// The evaluations that fit the present values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Freshness {
    /// State and outputs that fit the values set.
    Fresh,
    /// State that fits, since nothing was set behind it; outputs do not.
    State,
    /// State to which values were set: it fits them once they are taken, at the latest by a step.
    Given,
    /// No values fit: the initial state must be solved.
    Nothing,
}

/// A unit that moves: values of its variables, and the motion between communication points.
#[derive(Debug)]
pub struct Simulation {
    unit: Arc<Model>,
    simulator: Box<Simulator>,
    freshness: Freshness,
    phase: Phase,
    parameters: Vec<f64>,
    /// Numbers of each spring with these parameters, once asked for.
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
    /// Time ahead within which transitions are predicted, s.
    prediction_horizon: f64,
    /// Time in which stuck contacts of ports lose the slip that a host which integrates has found, s.
    port_time_constant: f64,
    /// Prediction of the next transition, if it was made since anything changed.
    prediction: Option<Prediction>,
    setup: Setup,
    events: EventQueue,
    reactions: Reactions,
    alternations: Alternations,
    input_consistency: InputConsistency,
    /// Data of an instance that the host integrates.
    exchange: Option<Exchange>,
    /// True if derivatives are those of neighbouring motions.
    neighbours: bool,
    /// The communication step that paused.
    course: Option<Course>,
    /// Time at which a step last ended before a transition, s.
    stopped_at: Option<f64>,
}

impl Simulation {
    /// Makes an instance with start values, before initialisation.
    pub fn new(unit: Arc<Model>) -> Self {
        let network = unit.network().clone();
        let mut simulator = Box::new(Simulator::new(network.clone()));
        simulator.bound_steps(true);
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
            input_consistency: InputConsistency::of(&network),
            exchange: None,
            neighbours: false,
            course: None,
            stopped_at: None,
            freshness: Freshness::Nothing,
            phase: Phase::Instantiated,
            simulator,
            unit,
        }
    }

    /// Makes a fresh instance for Model Exchange.
    pub fn exchange(unit: Arc<Model>) -> Self {
        let exchange = Some(Exchange::new(&unit));
        let mut made = Self { exchange, ..Self::new(unit) };
        made.simulator.integrate_outside();
        made
    }

    /// Returns the model of which it is an instance.
    pub fn unit(&self) -> &Arc<Model> {
        &self.unit
    }

    /// Returns the method that it moves by, as it is set now.
    pub fn method(&self) -> Method {
        self.method
    }

    /// Returns its present phase.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Resets to a fresh instance.
    pub fn reset(&mut self) {
        *self = match self.exchange {
            Some(_) => Simulation::exchange(self.unit.clone()),
            None => Simulation::new(self.unit.clone()),
        };
    }

    /// Lets steps cost as much as they need while they go on: for who waits for a long one, as studies do. A
    /// communication step of a host has a bound of about a second.
    pub fn take_long_steps(&mut self) {
        self.simulator.bound_steps(false);
    }

    /// Sets start and stop time in s, and the host's relative tolerance, of which the tighter one of it and the
    /// parameter `relativeTolerance` counts. An infinite stop time is none.
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
    /// motion cannot continue. The instance is then as before the call.
    pub fn step(&mut self, time: f64, size: f64) -> Result<Reached, Fault> {
        self.require(Phase::Stepping, "a step")?;
        let late = if self.stop_at_events { 2.0 } else { 1.0 };
        let end = self.check_step(time, size, late)?;
        self.evaluate_reactions()?;
        let begin = self.simulator.state().time;
        self.events.begin();
        self.compare_inputs(end);
        self.simulator.ramp(&self.rates);
        let Self { simulator, events, parameters, inputs, .. } = self;
        let record = &mut |event| events.record(event);
        let mut reached = Reached::End;
        if !self.stop_at_events {
            simulator.pass(end, parameters, inputs, record)?;
        } else if simulator.advance_to_transition(end, parameters, inputs, record)? {
            reached = Reached::Transition;
        }
        self.simulator.record_request(begin, end);
        self.commit_events();
        self.pass_inputs();
        Ok(reached)
    }

    /// Returns the transitions of the last step in order of time (at most [`super::EVENT_CAPACITY`]).
    pub fn step_events(&self) -> &[Event] {
        self.events.of_last_step()
    }

    /// Returns the transitions that are pending: those of the next event.
    pub fn pending_events(&self) -> &[Event] {
        self.events.pending()
    }

    /// Takes the oldest transitions not yet taken, `most` of them at most.
    pub fn take_events(&mut self, most: usize) -> impl ExactSizeIterator<Item = Event> + '_ {
        self.events.take(most)
    }

    /// Returns the number of transitions since the start that were dropped because nobody took them.
    pub fn lost_events(&self) -> u64 {
        self.events.lost()
    }
}
