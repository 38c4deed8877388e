//! Elements of a network: each kind of element, and each behaviour of a contact, with everything that concerns it. The
//! rest of the dynamics knows bodies, rows and modes.

pub mod body;
pub mod contact;
pub mod formula;
pub mod spring;

use super::State;
use super::events::guard_set::GuardSet;
use super::expansion::{Expansion, Moved};
use super::system::System;

/// Guards of a step, with what elements make theirs of: the expansion, and the state at its start.
pub(in crate::dynamics) struct Guarding<'g> {
    pub guards: &'g mut GuardSet,
    pub system: &'g System,
    pub expansion: &'g mut Expansion,
    pub state: &'g State,
}

impl Guarding<'_> {
    /// Records the round-off of velocities, unless that has been done in this step.
    fn record_round_off(&mut self) {
        if self.guards.begin_round_off() {
            let moved = if self.guards.is_listing() { Moved::Joined } else { Moved::Along };
            self.expansion.record_round_off(self.system, self.state, moved);
        }
    }

    /// Returns the round-off of the slip velocity of a contact.
    fn slip_round_off(&mut self, contact: usize) -> f64 {
        self.record_round_off();
        self.expansion.slip_round_off(self.system, self.state, contact)
    }
}
