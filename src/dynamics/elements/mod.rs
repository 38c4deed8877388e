//! Elements of a network: each kind of element, and each behaviour of a contact, with everything that concerns it. The
//! rest of the dynamics knows bodies, rows and modes.

pub mod body;
pub mod contact;
pub mod formula;
pub mod spring;

use super::State;
use super::events::guard_set::GuardSet;
use super::expansion::Expansion;
use super::system::System;

/// Records the round-off of velocities, unless that has been done in this step.
fn record_round_off(
    guards: &mut GuardSet,
    system: &System,
    expansion: &mut Expansion,
    state: &State,
) {
    if guards.must_record_round_off() {
        expansion.record_round_off(system, state, !guards.is_listing());
    }
}
