//! The state to which a call that fails goes back.
//!
//! Most communication steps only take new inputs and go along one polynomial, which cannot fail once it was made. What
//! such a step changes before that is noted; the rest of the state is copied where more is about to happen.

use super::segment::Segment;
use crate::dynamics::methods::stiff::detection::StiffnessDetection;
use crate::dynamics::methods::taylor::horizon::HorizonControl;
use crate::dynamics::prescribed::Prescribed;
use crate::dynamics::{SpringMode, State};

/// See the module.
#[derive(Clone, Debug, Default)]
pub(super) struct Rollback {
    before: State,
    segment: Segment,
    kept: bool,
    early: Early,
}

/// Part of the state that new inputs change immediately.
#[derive(Clone, Debug, Default)]
struct Early {
    origin: f64,
    point: f64,
    held_margin: f64,
    stiffness_detection: StiffnessDetection,
    horizon_control: HorizonControl,
    inputs: Vec<f64>,
    rates: Vec<f64>,
    given: Vec<Prescribed>,
    spring_mode: Vec<SpringMode>,
}

impl Rollback {
    /// Makes room for states like this one.
    pub fn reserve(&mut self, state: &State) {
        self.keep_all(state, &Segment::default());
        self.segment.reserve(state);
        self.early.inputs.clone_from(&state.inputs);
        self.early.rates.clone_from(&state.rates);
        self.early.given.clone_from(&state.given);
        self.early.spring_mode.clone_from(&state.spring_mode);
    }

    /// True if there is room for states like this one: none until a motion was first initialised or restored.
    pub fn fits(&self, state: &State) -> bool {
        self.before.position.len() == state.position.len()
    }

    /// Begins a call: whatever happens to this state is undone if it fails. Motions are given only to `prescribed`
    /// bodies.
    pub fn begin(&mut self, state: &State, segment: &Segment, prescribed: bool) {
        self.kept = false;
        self.segment.return_to(segment);
        let Early {
            origin,
            point,
            held_margin,
            stiffness_detection,
            horizon_control,
            inputs,
            rates,
            given,
            spring_mode,
        } = &mut self.early;
        (*origin, *point, *held_margin) = (state.origin, state.point, state.held_margin);
        (*stiffness_detection, *horizon_control) =
            (state.stiffness_detection, state.horizon_control);
        inputs.copy_from_slice(&state.inputs);
        rates.copy_from_slice(&state.rates);
        if prescribed {
            given.copy_from_slice(&state.given);
        }
        spring_mode.copy_from_slice(&state.spring_mode);
    }

    /// Keeps the state before more than inputs changes.
    pub fn keep(&mut self, state: &State) {
        if std::mem::replace(&mut self.kept, true) {
            return;
        }
        self.before.copy_from(state);
        let Early {
            origin,
            point,
            held_margin,
            stiffness_detection,
            horizon_control,
            inputs,
            rates,
            given,
            spring_mode,
        } = &self.early;
        (self.before.origin, self.before.point) = (*origin, *point);
        self.before.held_margin = *held_margin;
        (self.before.stiffness_detection, self.before.horizon_control) =
            (*stiffness_detection, *horizon_control);
        self.before.inputs.copy_from_slice(inputs);
        self.before.rates.copy_from_slice(rates);
        self.before.given.copy_from_slice(given);
        self.before.spring_mode.copy_from_slice(spring_mode);
    }

    /// Begins a call that may change anything.
    pub fn keep_all(&mut self, state: &State, segment: &Segment) {
        self.kept = true;
        self.segment.return_to(segment);
        self.before.copy_from(state);
    }

    /// Takes the motion back to where the call began.
    pub fn restore(&mut self, state: &mut State, segment: &mut Segment) {
        self.keep(state);
        state.copy_from(&self.before);
        segment.return_to(&self.segment);
    }
}
