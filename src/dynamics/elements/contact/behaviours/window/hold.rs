//! Rest of contacts within their windows, at the slip that others leave to them.

use crate::dynamics::State;
use crate::dynamics::elements::contact::ContactData;
use crate::dynamics::expansion::Expansion;
use crate::dynamics::system::System;

/// Makes contacts that may stick within their windows do so at the slip velocity that is left to them where others
/// stick at 0.
pub(in crate::dynamics) fn hold_what_yields(
    system: &System,
    expansion: &mut Expansion,
    candidates: &mut [bool],
    state: &mut State,
) {
    if !system.contacts.iter().any(ContactData::sticks_in_motion) {
        return;
    }
    let yields = |state: &State, contact: usize| {
        system.contacts[contact]
            .yields(state.contacts[contact].mode(), state.contacts[contact].branch())
    };
    for contact in (0..candidates.len()).filter(|contact| yields(state, *contact)) {
        candidates[contact] = false;
    }
    let tau = state.tau();
    expansion.project(system, tau, (candidates, &state.contacts), &mut state.velocity);
    for (contact, entry) in system.contacts.iter().enumerate() {
        if yields(state, contact) && !entry.kinematic && entry.can_stick() {
            candidates[contact] = true;
            let slip = entry.slip(state);
            state.contacts[contact].hold(slip);
        }
    }
}
