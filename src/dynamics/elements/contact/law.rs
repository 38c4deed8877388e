//! Laws of contacts as their numbers are given, and coefficients of friction that they make of states.

use std::sync::Arc;

use super::behaviours::behaviour_of;
use super::{Chosen, ContactData};
use crate::dynamics::State;
use crate::dynamics::state::states;
use crate::laws::{Argument, Conditions, Errors, LawError, LawShape, Limits};

impl ContactData {
    /// True if the limits of the law follow one of its states.
    pub(super) fn varies(&self) -> bool {
        self.law.evolves() && !self.law.kind().is_bristle()
    }

    /// Updates the coefficients of friction that its law makes of states; true if it makes any.
    pub fn take_coefficients(&mut self, contact: usize, state: &State) -> bool {
        if !self.varies() {
            return false;
        }
        let states = states(&state.internal, contact);
        if self.made_of == Some(states) {
            return true;
        }
        let there = self.law_arguments(&state.position, &state.velocity, state.time);
        let branches = &state.force_branch[self.slots()];
        let work = self.work.get_or_insert_default();
        let made = self.law.coefficients(states, &there, branches, work);
        if let Some([holds, slowest]) = made {
            self.coefficients = [
                Limits::both(|side| holds.of(side).max(slowest.of(side)).max(0.0)),
                Limits::both(|side| slowest.of(side).max(0.0)),
            ];
            // States are what they are; how well they were found is not for here.
            let errors = Errors { there: self.law_argument_errors(&there), ..Errors::default() };
            self.coefficient_error = self.law.holding_error(states, &there, &errors);
            self.made_of = (!self.sees_motion()).then_some(states);
        }
        made.is_some()
    }

    /// Resets the coefficients of friction, unless its law makes them of states.
    pub fn reset_coefficients(&mut self) {
        if !self.varies() {
            self.coefficients = [Limits::both(|_| 1.0); 2];
            self.coefficient_error = Limits::both(|_| 0.0);
        }
    }

    /// True if its law was made of these values.
    pub fn has_law(&self, values: &[f64]) -> bool {
        self.law_values == values
    }

    /// Takes new values of the law, if they are new.
    pub fn take_law(&mut self, shape: &LawShape, values: &[f64]) -> Result<(), LawError> {
        // A law may have no numbers at all.
        if self.law_values == values && *self.law.kind() == shape.kind {
            return Ok(());
        }
        self.law_values.clear();
        self.made_of = None;
        Arc::make_mut(&mut self.law).update(shape, values)?;
        self.law_values.extend_from_slice(values);
        let behaviour = behaviour_of(&self.law);
        (self.behaviour, self.has) = (Chosen(behaviour), behaviour.traits());
        let alone = self.law.kind().argument() == Argument::Slip
            && !(self.law.evolves() || self.has.sticks_in_motion);
        let at = Conditions { load: 1.0, speed: 0.0 };
        self.holds = alone.then(|| self.resolvable(self.law.static_limits(at)).hold());
        let follows_load = alone && !(self.varies() || self.has.own_limits || self.is_unlimited());
        let limits = || [self.law.static_limits(at), self.law.kinetic_limits(at)];
        self.per_load = follows_load.then(limits);
        Ok(())
    }
}
