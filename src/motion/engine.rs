//! The engine: a network that moves from event to event.
//!
//! Between events the flow is smooth ([`super::flow`]); the guards ([`super::events::guards`]) give the first
//! instant at which a mode ends; there the state is taken from the flow's own polynomial, springs
//! change their modes, contacts are resolved ([`super::events::resolve`]), and the flow starts anew.

mod along;
mod beginning;
mod calm;
mod contradictions;
mod cost;
mod doubts;
mod effort;
mod exchange;
mod first;
mod given;
mod inputs;
mod internal;
mod leg;
mod local;
mod looking;
mod pieces;
mod ports;
mod prediction;
mod refusals;
mod saved;
mod span;
mod steps;
mod stops;
mod transitions;
mod undo;
mod unlimited;

use std::sync::Arc;

pub use contradictions::Contradiction;
use contradictions::{Course, may_contradict};
use cost::{Cost, Effort};
pub use exchange::indicator_count;
use given::Given;
use leg::Leg;
pub use pieces::Reached;
pub use prediction::Prediction;
pub use saved::Saved;
pub use span::Halt;
use span::Span;
use undo::Undo;

use super::elements::contact::modes::Past;
use super::events::guards::Guards;
use super::events::resolve::{ResolveError, Resolver};
use super::events::storm::StormWatch;
use super::flow::{Flow, Start};
use super::local::Local;
use super::methods::moreau::Moreau;
use super::methods::stiff::Stiff;
use super::methods::taylor::defect::Defect;
use super::numbers::Numbers;
use super::prescribed::Prescribed;
use super::state::GREATEST;
use super::variation::Variation;
use super::work::Work;
use super::{ContactMode, Element, Event, Fault, Observation, SpringMode, State};
use crate::network::{Method, Network};

/// Values of parameters and inputs.
type Values<'v> = (&'v [f64], &'v [f64]);

/// Who is told of transitions.
type Record<'r> = &'r mut dyn FnMut(Event);

/// A moving network, whose great parts are boxed: hosts may have little stack. After [`Motion::initialise`] no call allocates, but for room that patches of large networks need the first
/// time ([`super::local`]).
#[derive(Clone, Debug)]
pub struct Motion {
    network: Arc<Network>,
    state: State,
    /// The polynomials that the motion is on.
    leg: Leg,
    /// What has passed from these to polynomials of its own.
    local: Box<Local>,
    numbers: Numbers,
    flow: Box<Flow>,
    /// Workspace for what is only looked at.
    looks: Box<Flow>,
    stiff: Box<Stiff>,
    defect: Box<Defect>,
    guards: Box<Guards>,
    resolver: Box<Resolver>,
    work: Work,
    cost: Cost,
    /// What the communication step that paused has cost.
    effort: Option<Effort>,
    storm: StormWatch,
    past: Past,
    tolerance: f64,
    method: Method,
    /// Longest step of the time stepping, s; 0 for one step per communication step.
    moreau_step: f64,
    moreau: Box<Moreau>,
    /// What a call that fails goes back to, and modes before a resolution.
    undo: Undo,
    leg_before: Leg,
    /// The present state while what lies ahead is looked at, or what it is with new values.
    aside: State,
    leg_aside: Leg,
    /// While a transition is pending: the state after it; [`Motion::state`] is the one before it.
    pending: bool,
    eve: State,
    modes: Vec<ContactMode>,
    spring_modes: Vec<SpringMode>,
    /// Velocities with which a transition came, m/s or rad/s.
    came: Vec<f64>,
    /// Contacts that a host finds beyond w = 0.
    beyond: Vec<bool>,
    /// Numbers and workspace for parameters and inputs that are only looked at.
    trial: Box<Numbers>,
    trial_resolver: Box<Resolver>,
    observation: Observation,
    /// Time derivatives of the outputs.
    output_rates: Observation,
    /// Derivatives of the inputs from the next communication point on.
    rates: Vec<f64>,
    /// Present values of the inputs.
    now: Vec<f64>,
    /// True if inputs are values at the end of a step, and which of them are held in it all the same.
    at_end: bool,
    held_inputs: Vec<bool>,
    /// Bodies whose given motion may contradict itself and was not told to, and a contradiction to be told.
    may_contradict: Vec<bool>,
    contradiction: Option<Contradiction>,
    /// Of each body what a host that integrates gives.
    courses: Vec<Option<Course>>,
    /// Inputs that stay what they are while what lies ahead is looked at.
    ahead: Vec<f64>,
    /// How bodies of given motion go on with new inputs.
    given: Vec<Prescribed>,
    variation: Variation,
}

impl Motion {
    /// A motion that is to be initialised, by the method that the network asks for.
    pub fn new(network: Arc<Network>) -> Self {
        Self {
            method: network.experiment.method,
            moreau_step: network.experiment.moreau_step,
            moreau: Box::default(),
            rates: vec![0.0; network.inputs.len()],
            now: vec![0.0; network.inputs.len()],
            given: vec![Prescribed::default(); network.bodies.len()],
            at_end: false,
            held_inputs: network.held_inputs(),
            may_contradict: may_contradict(&network),
            contradiction: None,
            courses: vec![None; network.bodies.len()],
            ahead: vec![0.0; network.inputs.len()],
            network,
            state: State::default(),
            leg: Leg::default(),
            local: Box::default(),
            numbers: Numbers::default(),
            flow: Box::default(),
            looks: Box::default(),
            stiff: Box::default(),
            defect: Box::default(),
            guards: Box::default(),
            resolver: Box::default(),
            work: Work::default(),
            cost: Cost::default(),
            effort: None,
            storm: StormWatch::default(),
            past: Past::default(),
            tolerance: 0.0,
            undo: Undo::default(),
            leg_before: Leg::default(),
            aside: State::default(),
            leg_aside: Leg::default(),
            pending: false,
            eve: State::default(),
            modes: Vec::new(),
            spring_modes: Vec::new(),
            came: Vec::new(),
            beyond: Vec::new(),
            trial: Box::default(),
            trial_resolver: Box::default(),
            observation: Observation::default(),
            output_rates: Observation::default(),
            variation: Variation::default(),
        }
    }

    /// The network that moves.
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// How often forces were evaluated up to now, each order of a series and each look at a law along a step
    /// counted: what a right-hand side costs other integrators.
    pub fn evaluations(&self) -> u64 {
        self.flow.evaluations + self.defect.evaluations
    }

    /// The state at present, before a transition that is pending; after [`Motion::pass`] what of it was taken since.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// How to move from now on, instead of what the network says: the method, and the longest step of the
    /// time stepping in s, 0 for one step per communication step. To be called before
    /// [`Motion::initialise`].
    pub fn choose(&mut self, method: Method, moreau_step: f64) {
        self.method = method;
        self.moreau_step = moreau_step;
    }

    /// Moves to `end` with `parameters` and `inputs` held from now on; a change of either since the
    /// last call is a jump at the present time, resolved first. Every transition is given to `record`
    /// in order of time.
    ///
    /// # Errors
    /// A [`Fault`]; the state is then the one before the call.
    pub fn advance(
        &mut self,
        end: f64,
        parameters: &[f64],
        inputs: &[f64],
        record: &mut dyn FnMut(Event),
    ) -> Result<(), Fault> {
        self.pass(end, parameters, inputs, record).map(|()| self.catch_up())
    }

    /// As [`Motion::advance`], but where nothing happens only the time and the modes of the state are there: positions,
    /// velocities and energies once [`Motion::catch_up`] was asked for them.
    ///
    /// # Errors
    /// As [`Motion::advance`].
    pub(crate) fn pass(
        &mut self,
        end: f64,
        parameters: &[f64],
        inputs: &[f64],
        record: &mut dyn FnMut(Event),
    ) -> Result<(), Fault> {
        self.note_contradictions(inputs, end - self.state.time);
        self.go(&Span::whole(self.state.time, end), (parameters, inputs), record)?;
        Ok(())
    }

    /// As [`Motion::advance`], but ends right after the first transition that is neither at the start nor
    /// at the end of the step, both within 1e-9·max(1, |t|) s; whether there was one. A transition just
    /// behind `end` still happens, so that the motion may end that much later.
    ///
    /// # Errors
    /// As [`Motion::advance`].
    pub(crate) fn advance_to_transition(
        &mut self,
        end: f64,
        parameters: &[f64],
        inputs: &[f64],
        record: &mut dyn FnMut(Event),
    ) -> Result<bool, Fault> {
        self.note_contradictions(inputs, end - self.state.time);
        self.go(&Span::to_transition(self.state.time, end), (parameters, inputs), record)
    }

    /// Moves along a communication step; whether it ended early.
    fn go(&mut self, span: &Span, given: Values, record: Record) -> Result<bool, Fault> {
        if self.glide(span, given) {
            return Ok(false);
        }
        self.catch_up();
        self.undo.begin(&self.state, self.numbers.guided);
        self.leg_before.return_to(&self.leg);
        let result = self.run(span, given, record);
        self.note_reactions();
        self.flow.begun = false;
        if result.is_err() {
            self.undo.restore(&mut self.state);
            self.leg.return_to(&self.leg_before);
            self.take_numbers()?;
        }
        result
    }

    /// Numbers of the parameters and inputs in the state.
    fn take_numbers(&mut self) -> Result<(), Fault> {
        self.numbers.update(&self.network, &self.state.values())?;
        self.refresh_loads();
        self.resolver.update(&self.numbers);
        Ok(())
    }

    /// Loads that springs make, coefficients that are states, and limits with both, in the present state.
    pub(super) fn refresh_loads(&mut self) {
        let varies =
            self.numbers.take_coefficients(&self.state) | self.numbers.take_edges(&self.state);
        if self.numbers.coupled {
            self.numbers.take_loads(&self.state);
        }
        if varies || self.numbers.coupled {
            self.resolver.update(&self.numbers);
        }
    }

    /// Coefficients of friction that follow the load are what equilibrium says in the present state.
    pub(super) fn follow_loads(&mut self) {
        if self.state.following.iter().all(|sign| *sign == 0) {
            return;
        }
        let Self { leg, numbers, state, .. } = self;
        let flow = if leg.goes_on() { &mut self.looks } else { &mut self.flow };
        flow.evaluate(numbers, &Start::of(state));
        flow.take_followed(numbers, &mut state.internal);
        self.refresh_loads();
    }

    fn run(&mut self, span: &Span, given: Values, record: Record) -> Result<bool, Fault> {
        if self.method == Method::Moreau {
            let stops = self.run_by_steps(span, given, record)?;
            // Outputs are those of the end, as they are of a state that is restored.
            self.refresh_loads();
            return Ok(stops);
        }
        let mut stops = self.begin_span(span, given, record)?;
        let (begin, end) = (span.begin(), span.end());
        let mut effort = self.effort_of(span);
        while !stops && self.state.time < end {
            stops = self.step(span, record)? && span.stops(self.state.time);
            effort.check(self, span)?;
            if span.pauses() {
                break;
            }
        }
        self.effort = (self.state.time < end).then_some(effort);
        self.work.means(self.state.time - begin, &mut self.state.mean_friction);
        Ok(stops)
    }

    pub(super) fn fault(&self, error: ResolveError) -> Fault {
        let time = self.state.time;
        match error {
            ResolveError::NotFinite { body, value } => {
                let of_formula = self.suspect().filter(|(_, value, _)| !value.is_finite());
                let (name, value) = of_formula.map_or_else(
                    || (format!("force on {}", self.network.bodies[body].name), value),
                    |(name, value, _)| (name, value),
                );
                Fault::NotFinite { time, name, value }
            }
            ResolveError::TooGreat { body, force } => {
                let body = &self.network.bodies[body].name;
                let rule = format!(
                    "the force on {body} must stay within ±{GREATEST:e}, and so must the acceleration that it \
                     gives (got {force:e})"
                );
                Fault::Step { time, rule }
            }
            ResolveError::Unresisted { body } => self.unresisted(body),
            ResolveError::Unsettled { body } => self.unsettled(body),
            ResolveError::Contradiction { contact } => self.contradiction_of(contact),
            ResolveError::Kernel(error) => Fault::Step { time, rule: error.to_string() },
        }
    }

    fn note_modes(&mut self) {
        self.modes.copy_from_slice(&self.state.contact_mode);
        self.spring_modes.copy_from_slice(&self.state.spring_mode);
    }

    /// Counts and records every mode that differs from the noted ones; whether there was one.
    fn report(&mut self, record: &mut dyn FnMut(Event)) -> bool {
        let Self { state, modes, spring_modes, .. } = self;
        let time = state.time;
        let contacts = 0..modes.len();
        let contacts = contacts.map(|c| (Element::Contact(c), modes[c] as i32));
        let springs = 0..spring_modes.len();
        let springs = springs.map(|s| (Element::Spring(s), spring_modes[s] as i32));
        let mut any = false;
        for (element, from) in contacts.chain(springs) {
            let to = match element {
                Element::Contact(contact) => state.contact_mode[contact] as i32,
                Element::Spring(spring) => state.spring_mode[spring] as i32,
            };
            if from != to {
                let event = Event { time, element, from, to };
                state.count(&event);
                record(event);
                any = true;
            }
        }
        any
    }
}
