//! Guards of internal states: where they arrive, and where one that holds a contact lets go.

use crate::dynamics::bounded::Bounded;
use crate::dynamics::elements::Guarding;
use crate::dynamics::events::transition::{Change, Transition};
use crate::dynamics::state::states;
use crate::dynamics::tolerances::EDGE;
use crate::laws::Passage;

/// Adds the guards of internal states of a contact.
pub(in crate::dynamics) fn guard_states(at: &mut Guarding, contact: usize) {
    let Guarding { guards, system, expansion, state } = at;
    let entry = &system.contacts[contact];
    if !entry.evolves() {
        return;
    }
    let zeros = usize::from(state.contacts[contact].leading_zeros());
    // A rate that is round-off moves nothing.
    let still = match zeros {
        1 => expansion.rate_round_off(system, state.time, entry),
        _ => 0.0,
    };
    let slip = |k: usize| match expansion.slip.at(k, contact) {
        _ if k < zeros => 0.0,
        rate if k == 1 => Bounded { value: rate, bound: still }.decided(),
        slip => slip,
    };
    let contact_phase = entry.contact_phase(state.contacts[contact].mode());
    let states = states(&state.internal, contact);
    for watch in entry.law.watches(contact_phase, states).into_iter().flatten() {
        let order = expansion.order + 1;
        let series = expansion.internals.of(contact);
        for k in 0..=order {
            guards.polynomial[k] = watch.term(series.state(watch.of)[k], slip, k);
        }
        let change = match watch.passage {
            Passage::Arrives(state) => Change::Breakpoint(state),
            Passage::Loosens(direction) => {
                guards.round(0, || EDGE * watch.constant.abs());
                // What other contacts hold slips by round-off, which must not decide at the limit.
                let decided = guards.is_listing() || guards.polynomial[0] != 0.0;
                if !decided && expansion.stands(system, state, contact, guards.search_end) {
                    continue;
                }
                Change::Loosening(direction)
            }
        };
        guards.consider(order, Transition::Contact(contact, change));
    }
}
