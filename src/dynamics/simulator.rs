//! The simulator: a network that moves from event to event.
//!
//! Between events the motion is smooth: a segment of Taylor polynomials ([`super::expansion`]). The guards
//! ([`super::events::guards`]) give the first instant at which a mode ends. There the state is read from the segment, springs
//! change their modes, contacts are resolved ([`super::events::resolve`]), and the next segment starts.

mod across;
mod advance;
mod alternating;
mod breakpoints;
mod checkpoint;
mod crossing;
mod deferred;
mod diagnostics;
mod early_return;
mod event;
mod given;
mod initialisation;
mod inputs;
mod integration;
mod internal;
pub mod model_exchange;
mod output_evaluation;
mod partitions;
mod pending;
mod penetration;
mod ports;
mod prediction;
mod propagation;
mod refresh;
mod rollback;
mod samples;
mod sampling;
mod saved;
mod segment;
mod segment_start;
mod step_budget;
mod step_request;
mod steps;
mod time_step;
mod trajectory;
mod trial;

use std::sync::Arc;

use breakpoints::Breakpoints;
use checkpoint::{Checkpoint, Slot};
use crossing::Crossing;
pub use early_return::Reached;
use given::Given;
use pending::Pending;
pub use penetration::Penetration;
pub(crate) use prediction::Displacement;
pub use prediction::Prediction;
use sampling::Sampling;
pub use saved::Saved;
use step_budget::{Overrun, RESOLUTION, StepBudget};
use step_request::StepRequest;
pub use step_request::StopCondition;
use trajectory::Trajectory;
use trial::Trial;

use super::events::zeno_guard::ZenoGuard;
use super::expansion::Expansion;
use super::hybrid::Dynamics;
use super::methods::moreau::Moreau;
use super::methods::stiff::Stiff;
use super::methods::taylor::defect::Defect;
use super::partition::Partition;
use super::prescribed::Prescribed;
use super::program::Programs;
use super::system::FEWEST;
use super::variation::Variation;
use super::{Event, Fault, Observation, State};
use crate::network::{Method, Network};

/// Values of parameters and inputs.
type Values<'v> = (&'v [f64], &'v [f64]);

/// Receiver of transitions.
type EventSink<'r> = &'r mut dyn FnMut(Event);

/// A network in motion. Its great parts are boxed, since hosts may have little stack. No call after [`Simulator::initialise`]
/// allocates, but for what patches of large networks need the first time (`partition`).
#[derive(Clone, Debug)]
pub struct Simulator {
    network: Arc<Network>,
    /// The network, and all that moves it.
    dynamics: Dynamics,
    /// The segment that the motion is on.
    trajectory: Trajectory,
    /// The parts of the network that have passed from these to polynomials of their own.
    partition: Box<Partition>,
    /// Linear mode sets, for steps under new inputs.
    programs: Box<Programs>,
    /// Workspace for output evaluation.
    output_expansion: Box<Expansion>,
    stiff: Box<Stiff>,
    defect: Box<Defect>,
    /// True if a communication step may cost no more than [`step_budget::MOST`].
    bounds_cost: bool,
    /// Cost of the communication step that paused.
    step_budget: Option<StepBudget>,
    zeno_guard: ZenoGuard,
    tolerance: f64,
    method: Method,
    /// Longest step of the time stepping, s; 0 for one step per communication step.
    moreau_step: f64,
    /// Workspace of the time stepping, where that is the method.
    moreau: Option<Box<Moreau>>,
    /// Instants that time steps have crossed, once there were such.
    crossing: Option<Box<Crossing>>,
    /// The motion to which a call that fails goes back.
    rollback: Box<Checkpoint>,
    /// The present motion during a look ahead.
    look_ahead: Box<Checkpoint>,
    /// The transition that is pending; [`Simulator::state`] is the state before it.
    pending: Box<Pending>,
    /// The present state under parameters and inputs that are only evaluated, once there were such.
    trial: Option<Box<Trial>>,
    observation: Observation,
    /// Time derivatives of the outputs.
    output_rates: Observation,
    /// Workspace of these at breakpoints, where the network may have any.
    breakpoints: Option<Box<Breakpoints>>,
    /// Derivatives of the inputs from the next communication point on.
    rates: Vec<f64>,
    /// Present values of the inputs.
    now: Vec<f64>,
    /// True if inputs are values at the end of a step, and which of them are held in it all the same.
    at_end: bool,
    held_inputs: Vec<bool>,
    /// Inputs that ramps declare.
    ramps_declared: Vec<bool>,
    /// Times at which the host gives inputs.
    sampling: Sampling,
    /// Inputs that are held during a prediction.
    ahead: Vec<f64>,
    /// Motion of each prescribed body under new inputs.
    given: Vec<Prescribed>,
    /// Mean reactions of the step under way before inputs that a host has set within it, of each body, N or N·m.
    passed_reactions: Vec<f64>,
    /// Workspace of derivatives with respect to states, inputs and parameters, once they were asked for.
    variation: Option<Box<Variation>>,
}

impl Simulator {
    /// Makes a motion that is to be initialised, by the method that the network asks for.
    pub fn new(network: Arc<Network>) -> Self {
        let zeno_guard = ZenoGuard::of(network.contacts.len() + network.springs.len());
        Self {
            method: network.experiment.method,
            moreau_step: network.experiment.moreau_step,
            moreau: None,
            crossing: None,
            rates: vec![0.0; network.inputs.len()],
            now: vec![0.0; network.inputs.len()],
            given: vec![Prescribed::default(); network.bodies.len()],
            passed_reactions: vec![0.0; network.bodies.len()],
            at_end: false,
            held_inputs: network.held_inputs(),
            ramps_declared: vec![false; network.inputs.len()],
            sampling: Sampling::of(&network),
            ahead: vec![0.0; network.inputs.len()],
            network,
            dynamics: Dynamics::default(),
            trajectory: Trajectory::default(),
            partition: Box::default(),
            programs: Box::default(),
            output_expansion: Box::default(),
            stiff: Box::default(),
            defect: Box::default(),
            bounds_cost: false,
            step_budget: None,
            zeno_guard,
            tolerance: 0.0,
            rollback: Box::default(),
            look_ahead: Box::default(),
            pending: Box::default(),
            trial: None,
            observation: Observation::default(),
            output_rates: Observation::default(),
            breakpoints: None,
            variation: None,
        }
    }

    /// Returns the network that moves.
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// Returns the number of force evaluations up to now; each order of a series and each evaluation of a law along a
    /// step counts. It compares with evaluations of the right-hand side by other integrators.
    pub fn evaluations(&self) -> u64 {
        self.dynamics.expansion.evaluations + self.defect.evaluations
    }

    /// Returns the present state: before a transition that is pending, and after [`Simulator::pass`] what was evaluated of it since.
    pub fn state(&self) -> &State {
        &self.dynamics.state
    }

    /// Returns the number of the present mode of an element of a declared kind; None of a force without modes.
    pub fn force_mode(&self, force: usize) -> Option<i32> {
        let Dynamics { system, state, .. } = &self.dynamics;
        system.forces.mode_of(force, &state.force_branch)
    }

    /// Sets the method in place of that of the network, and the longest step of the time stepping in s, 0 for one step
    /// per communication step. To be called before [`Simulator::initialise`].
    pub fn choose(&mut self, method: Method, moreau_step: f64) {
        self.method = method;
        self.moreau_step = moreau_step;
    }

    /// Moves to `end` with `parameters` and `inputs` held from now on; a change of either since the
    /// last call is a jump at the present time, resolved first. Every transition is given to `sink`
    /// in order of time.
    ///
    /// # Errors
    /// A [`Fault`]; the state is then the one before the call.
    pub fn advance(
        &mut self,
        end: f64,
        parameters: &[f64],
        inputs: &[f64],
        sink: &mut dyn FnMut(Event),
    ) -> Result<(), Fault> {
        self.pass(end, parameters, inputs, sink).map(|()| self.evaluate_deferred())
    }

    /// Advances ([`Simulator::advance`]); where nothing happens only the time and the modes of the state are there: positions,
    /// velocities, energies and mean forces once [`Simulator::evaluate_deferred`] was asked for them.
    ///
    /// # Errors
    /// Those of [`Simulator::advance`].
    pub(crate) fn pass(
        &mut self,
        end: f64,
        parameters: &[f64],
        inputs: &[f64],
        sink: &mut dyn FnMut(Event),
    ) -> Result<(), Fault> {
        self.go(&StepRequest::whole(self.dynamics.state.time, end), (parameters, inputs), sink)?;
        Ok(())
    }

    /// Advances ([`Simulator::advance`]), but ends right after the first transition that is neither at the start nor
    /// at the end of the step, both within 1e-9·max(1, |t|) s; true if there was one. Unless ramps end there, a transition just
    /// behind `end` still happens, so that the motion may end that much later.
    ///
    /// # Errors
    /// Those of [`Simulator::advance`].
    pub(crate) fn advance_to_transition(
        &mut self,
        end: f64,
        parameters: &[f64],
        inputs: &[f64],
        sink: &mut dyn FnMut(Event),
    ) -> Result<bool, Fault> {
        let begin = self.dynamics.state.time;
        let request = match self.ramps_end() {
            true => StepRequest::stopping_at(begin, end, StopCondition::AfterTransition),
            false => StepRequest::to_transition(begin, end),
        };
        self.go(&request, (parameters, inputs), sink)
    }

    /// Moves along a communication step; true if it ended early.
    fn go(&mut self, request: &StepRequest, given: Values, sink: EventSink) -> Result<bool, Fault> {
        if self.advance_within(request, given) {
            return Ok(false);
        }
        let horizon_control = self.dynamics.state.horizon_control;
        let local = self.take_inputs_within(request, given, sink);
        if local && self.advance_within(request, given) {
            return Ok(false);
        }
        self.begin_call(request);
        if !local {
            if self.propagate(request, given) {
                return Ok(false);
            }
            self.rollback.begin(&self.dynamics.state, horizon_control, &self.trajectory);
        }
        let result = self.run(request, given, sink);
        self.record_reactions(request.begin());
        if result.is_err() {
            self.dynamics.totals.fail();
            self.go_back(Slot::Call)?;
        }
        result
    }

    /// Returns the budget of a communication step that begins, or continues after a pause.
    fn budget_of(&mut self, request: &StepRequest) -> StepBudget {
        let (time, cost) = (self.dynamics.state.time, self.cost());
        match self.step_budget.take().filter(|_| time > request.begin()) {
            Some(paused) => paused.resume(cost),
            None => StepBudget::begin(time, cost),
        }
    }

    /// # Errors
    /// The communication step costs too much, or advances too slowly.
    fn check_budget(&self, budget: &mut StepBudget, request: &StepRequest) -> Result<(), Fault> {
        let spent = (self.dynamics.state.time, self.cost());
        budget.check(spent, self.bounds_cost, request).map_err(|overrun| match overrun {
            Overrun::Cost => self.costs_too_much(request),
            Overrun::NoProgress { since } => self.stands_still(request, since),
        })
    }

    /// Returns the cost since the simulator was made, in the units of [`step_budget`].
    fn cost(&self) -> u64 {
        let (holds, splits) = self.dynamics.guards.set.cost();
        let of_elements = RESOLUTION * self.dynamics.resolutions
            + self.dynamics.expansion.operations
            + self.dynamics.system.elements() * holds;
        let of_searches = self.defect.evaluations + self.defect.splits() + splits;
        of_elements / FEWEST + self.stiff.eliminations() + of_searches
    }

    /// Bounds the cost of each communication step, or asks it for progress alone.
    pub(crate) fn bound_steps(&mut self, bounded: bool) {
        self.bounds_cost = bounded;
    }

    /// Takes what is given at the start of a step; true if that is a transition which ends it.
    fn begin_request(
        &mut self,
        request: &StepRequest,
        given: Values,
        sink: EventSink,
    ) -> Result<bool, Fault> {
        let goes_on = self.dynamics.state.time > request.begin();
        if goes_on && self.continue_from_pause(given) {
            return Ok(false);
        }
        self.record_passed(goes_on);
        self.keep_before_event(request);
        if !goes_on {
            self.dynamics.totals.begin();
        }
        let mut reported = false;
        self.take_inputs(given, request.end() - self.dynamics.state.time, &mut |event| {
            reported = true;
            sink(event);
        })?;
        if !goes_on {
            self.zeno_guard.restart(request.begin());
            self.crossing.iter_mut().for_each(|crossing| crossing.restart());
        }
        Ok(reported && request.stops(self.dynamics.state.time))
    }

    fn run(
        &mut self,
        request: &StepRequest,
        given: Values,
        sink: EventSink,
    ) -> Result<bool, Fault> {
        if self.method == Method::Moreau {
            let stops = self.run_by_steps(request, given, sink)?;
            // Outputs are those of the end, as they are of a state that is restored.
            self.dynamics.refresh_loads();
            return Ok(stops);
        }
        let mut stops = self.begin_request(request, given, sink)?;
        let (begin, end) = (request.begin(), request.end());
        let mut step_budget = self.budget_of(request);
        while !stops && self.dynamics.state.time < end {
            stops = self.step(request, sink)? && request.stops(self.dynamics.state.time);
            if let Err(fault) = self.check_budget(&mut step_budget, request) {
                // A look ahead is as long as the motion comes.
                if request.is_look_ahead() && self.dynamics.state.time > begin {
                    break;
                }
                return Err(fault);
            }
            if request.pauses() {
                break;
            }
        }
        self.step_budget = (self.dynamics.state.time < end).then_some(step_budget);
        self.dynamics
            .totals
            .end(self.dynamics.state.time - begin, &mut self.dynamics.state.mean_friction);
        Ok(stops)
    }
}
