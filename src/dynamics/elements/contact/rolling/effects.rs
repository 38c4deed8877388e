//! Begin and end of the rest of both ends of contacts whose law is one of the slip ratio.

use super::{ROLLING, STARTING};
use crate::dynamics::ContactMode;
use crate::dynamics::State;
use crate::dynamics::elements::contact::load::take_loads;
use crate::dynamics::system::System;

/// Brings both ends of a contact to rest, and marks in `candidates` whether a resolution must decide.
pub(in crate::dynamics) fn begin_rest(
    system: &mut System,
    contact: usize,
    state: &mut State,
    candidates: &mut [bool],
) {
    state.contacts[contact].take_branch(STARTING);
    state.contacts[contact].change(ContactMode::Stuck);
    take_loads(system, state);
    candidates[contact] = system.contacts[contact].can_stick();
}

/// Ends the rest of both ends of a contact that were stuck together.
pub(in crate::dynamics) fn begin_rolling(
    system: &mut System,
    contact: usize,
    state: &mut State,
    candidates: &mut [bool],
) {
    state.contacts[contact].take_branch(ROLLING);
    take_loads(system, state);
    candidates[contact] = system.contacts[contact].can_stick();
    if !candidates[contact] {
        state.contacts[contact].begin(ContactMode::Forward, 1);
    }
}
