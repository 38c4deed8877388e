//! Bristles, which hold a contact while they bend: where they arrive, where they detach, and what follows from that.

use super::ContactData;
use super::change::Change;
use crate::dynamics::events::guards::{Guards, Transition};
use crate::dynamics::expansion::Expansion;
use crate::dynamics::rounding::{AT_REST, EDGE};
use crate::dynamics::system::System;
use crate::dynamics::{ContactMode, State};
use crate::laws::{Direction, Passage};

impl Guards {
    /// Adds the guards of arriving internal states, and of bristles that detach.
    pub(super) fn internal(
        &mut self,
        system: &System,
        contact: usize,
        expansion: &Expansion,
        state: &State,
    ) {
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
            rate if k == 1 && rate.abs() <= still => 0.0,
            slip => slip,
        };
        let contact_phase = entry.contact_phase(state.contacts[contact].mode());
        for watch in
            entry.law.watches(contact_phase, state.internal(contact, 0)).into_iter().flatten()
        {
            let order = expansion.order + 1;
            let series = expansion.internals.of(contact);
            for k in 0..=order {
                self.polynomial[k] = watch.term(series.state(0)[k], slip, k);
            }
            let change = match watch.passage {
                Passage::Arrives => Change::Kink(0),
                Passage::Loosens(direction) => {
                    self.arm(EDGE * watch.constant.abs());
                    // What other contacts hold slips by round-off, which must not decide at the limit.
                    let decided = self.listing || self.polynomial[0] != 0.0;
                    if !decided && expansion.stands(system, state, contact, self.limit) {
                        continue;
                    }
                    Change::Loosening(direction)
                }
            };
            self.consider(order, Transition::Contact(contact, change));
        }
    }
}

impl ContactData {
    /// Detaches the bristle; the contact slips in a direction, or is about to.
    pub(super) fn detach(
        &self,
        system: &System,
        (contact, direction): (usize, Direction),
        state: &mut State,
    ) {
        let (slip, scale) = self.slip(state);
        // What is stuck to a faster body has the round-off of that one.
        let fastest = system.fastest(state, system.island_of_contact(contact)).max(scale);
        let rounded = AT_REST * fastest;
        let towards = if slip * direction.sign() < -rounded { slip } else { direction.sign() };
        let zeros = u8::from(slip.abs() <= rounded);
        state.contacts[contact].begin(ContactMode::of_slip(towards), zeros);
        self.enter(contact, state);
    }
}
