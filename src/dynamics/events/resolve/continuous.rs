//! Directions of contacts at w = 0 whose friction continues there without a step: what is left of a velocity that is
//! round-off has none.

use crate::dynamics::State;
use crate::dynamics::bounded::Bounded;
use crate::dynamics::expansion::{Expansion, Moved, Start};
use crate::dynamics::system::System;
use crate::dynamics::tolerances::{EDGE, RELEASED};

/// Returns the slip velocity of a contact with continuous friction if it is 0 but for its round-off;
/// [`Expansion::record_round_off`] was called.
fn slip_at_rest(
    system: &System,
    expansion: &Expansion,
    state: &State,
    contact: usize,
) -> Option<Bounded> {
    let slips = state.contacts[contact].mode().slips();
    let continuous = slips && system.contacts[contact].is_continuous();
    let now = || expansion.with_round_off(system, state, contact, expansion.slip.at(0, contact));
    continuous.then(now).filter(|slip| slip.is_zero())
}

/// True if a contact whose friction is continuous is at w = 0, but for round-off; `expansion` has order 0.
pub(super) fn any_rests(system: &System, expansion: &mut Expansion, state: &State) -> bool {
    let mut contacts = system.contacts.iter().zip(state.contact_modes());
    if !contacts.any(|(entry, mode)| mode.slips() && entry.is_continuous()) {
        return false;
    }
    expansion.record_round_off(system, state, Moved::Joined);
    let mut contacts = 0..system.contacts.len();
    contacts.any(|contact| slip_at_rest(system, expansion, state, contact).is_some())
}

/// Directs contacts at w = 0 whose friction is continuous there: they go where the first derivative of w takes them that is more
/// than round-off; without one they stay in their modes. `expansion` has the accelerations.
pub(super) fn direct_continuous(system: &System, expansion: &mut Expansion, state: &mut State) {
    if !any_rests(system, expansion, state) {
        return;
    }
    let start = Start::of(state);
    expansion.evaluate_order(system, &start, 1);
    expansion.slips(system, &start, 2);
    for (contact, entry) in system.contacts.iter().enumerate() {
        let Some(slip) = slip_at_rest(system, expansion, state, contact) else { continue };
        // What is left of the sum of velocities' coefficients k, of forces that a release has found equal, and of a
        // velocity that dies away.
        let settles = RELEASED + entry.settling(system, &expansion.clusters, (contact, state));
        let counts = |(k, least): (usize, f64)| {
            let rate = expansion.slip.at(k, contact);
            (rate.abs() > f64::max(least, EDGE * entry.row.magnitude(expansion.velocity.row(k))))
                .then_some(rate)
        };
        if let Some(rate) = [(1, settles * slip.bound), (2, settles * settles * slip.bound)]
            .into_iter()
            .find_map(counts)
        {
            state.contacts[contact].slip_at(rate);
        }
    }
}
