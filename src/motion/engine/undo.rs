//! The state to which a call that fails goes back.
//!
//! Most communication steps only take new inputs and go along one polynomial, which cannot fail once it was made. What
//! such a step changes before that is noted; the rest of the state is copied where more is about to happen.

use crate::motion::methods::stiff::patience::Patience;
use crate::motion::methods::taylor::pace::Pace;
use crate::motion::prescribed::Prescribed;
use crate::motion::{SpringMode, State};

/// See the module.
#[derive(Clone, Debug, Default)]
pub(super) struct Undo {
    before: State,
    kept: bool,
    early: Early,
}

/// What new inputs change at once.
#[derive(Clone, Debug, Default)]
struct Early {
    origin: f64,
    point: f64,
    held_margin: f64,
    patience: Patience,
    pace: Pace,
    inputs: Vec<f64>,
    rates: Vec<f64>,
    given: Vec<Prescribed>,
    spring_mode: Vec<SpringMode>,
}

impl Undo {
    /// Room for states like this one.
    pub fn reserve(&mut self, state: &State) {
        self.keep_all(state);
        self.early.inputs.clone_from(&state.inputs);
        self.early.rates.clone_from(&state.rates);
        self.early.given.clone_from(&state.given);
        self.early.spring_mode.clone_from(&state.spring_mode);
    }

    /// True if there is room for states like this one: none until a motion was first initialised or restored.
    pub fn fits(&self, state: &State) -> bool {
        self.before.position.len() == state.position.len()
    }

    /// A call begins: whatever happens to this state is undone if it fails. Motions are given only to `guided` bodies.
    pub fn begin(&mut self, state: &State, guided: bool) {
        self.kept = false;
        let Early { origin, point, held_margin, patience, pace, inputs, rates, given, spring_mode } =
            &mut self.early;
        (*origin, *point, *held_margin) = (state.origin, state.point, state.held_margin);
        (*patience, *pace) = (state.patience, state.pace);
        inputs.copy_from_slice(&state.inputs);
        rates.copy_from_slice(&state.rates);
        if guided {
            given.copy_from_slice(&state.given);
        }
        spring_mode.copy_from_slice(&state.spring_mode);
    }

    /// More than inputs is about to change.
    pub fn keep(&mut self, state: &State) {
        if std::mem::replace(&mut self.kept, true) {
            return;
        }
        self.before.copy_from(state);
        let Early { origin, point, held_margin, patience, pace, inputs, rates, given, spring_mode } =
            &self.early;
        (self.before.origin, self.before.point) = (*origin, *point);
        self.before.held_margin = *held_margin;
        (self.before.patience, self.before.pace) = (*patience, *pace);
        self.before.inputs.copy_from_slice(inputs);
        self.before.rates.copy_from_slice(rates);
        self.before.given.copy_from_slice(given);
        self.before.spring_mode.copy_from_slice(spring_mode);
    }

    /// A call begins that may change anything.
    pub fn keep_all(&mut self, state: &State) {
        self.kept = true;
        self.before.copy_from(state);
    }

    /// Takes the state back to where the call began.
    pub fn restore(&mut self, state: &mut State) {
        self.keep(state);
        state.copy_from(&self.before);
    }
}
