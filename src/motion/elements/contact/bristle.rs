//! Bristles, which hold a contact while they bend: where they arrive, where they let go, and what follows from that.

use super::ContactNumbers;
use super::change::Change;
use crate::laws::{Direction, Passage};
use crate::motion::events::guards::{Guards, Transition};
use crate::motion::flow::Flow;
use crate::motion::numbers::Numbers;
use crate::motion::rounding::{AT_REST, EDGE};
use crate::motion::{ContactMode, State};

impl Guards {
    /// Where internal states arrive, and where bristles let go.
    pub(super) fn internal(
        &mut self,
        numbers: &Numbers,
        contact: usize,
        flow: &Flow,
        state: &State,
    ) {
        let entry = &numbers.contacts[contact];
        if !entry.evolves() {
            return;
        }
        let zeros = usize::from(state.departure[contact]);
        // A rate that is round-off moves nothing.
        let still = match zeros {
            1 => flow.rate_round_off(numbers, state.time, entry),
            _ => 0.0,
        };
        let slip = |k: usize| match flow.slip.at(k, contact) {
            _ if k < zeros => 0.0,
            rate if k == 1 && rate.abs() <= still => 0.0,
            slip => slip,
        };
        let sense = entry.sense(state.contact_mode[contact]);
        for watch in entry.law.watches(sense, state.internal(contact, 0)).into_iter().flatten() {
            let order = flow.order + 1;
            let series = flow.internals.of(contact);
            for k in 0..=order {
                self.polynomial[k] = watch.term(series.state(0)[k], slip, k);
            }
            let change = match watch.passage {
                Passage::Arrives => Change::Kink(0),
                Passage::Loosens(direction) => {
                    self.arm(EDGE * watch.constant.abs());
                    // What other contacts hold slips by round-off, which must not decide at the limit.
                    let decided = self.listing || self.polynomial[0] != 0.0;
                    if !decided && flow.stands(numbers, state, contact, self.limit) {
                        continue;
                    }
                    Change::Loosening(direction)
                }
            };
            self.consider(order, Transition::Contact(contact, change));
        }
    }
}

impl ContactNumbers {
    /// The bristle lets go; the contact slips in a direction, or is about to.
    pub(super) fn loosen(
        &self,
        numbers: &Numbers,
        (contact, direction): (usize, Direction),
        state: &mut State,
    ) {
        let (slip, scale) = self.slip(state);
        // What is stuck to a faster body has the round-off of that one.
        let fastest = numbers.fastest(state, numbers.island_of_contact(contact)).max(scale);
        let rounded = AT_REST * fastest;
        let towards = if slip * direction.sign() < -rounded { slip } else { direction.sign() };
        state.contact_mode[contact] = ContactMode::of_slip(towards);
        state.departure[contact] = u8::from(slip.abs() <= rounded);
        state.enter(self, contact);
    }
}
