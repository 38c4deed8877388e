//! Guards of internal states: where they arrive, and where bristles let go.

use super::{Guards, Transition};
use crate::laws::Passage;
use crate::motion::State;
use crate::motion::flow::Flow;
use crate::motion::modes::EDGE;
use crate::motion::numbers::Numbers;

impl Guards {
    /// Where internal states arrive, and where bristles let go.
    pub(super) fn internal(
        &mut self,
        numbers: &Numbers,
        contact: usize,
        flow: &Flow,
        state: &State,
        limit: &mut f64,
        together: f64,
    ) {
        let entry = &numbers.contacts[contact];
        if !entry.law.has_states() {
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
            let transition = match watch.passage {
                Passage::Arrives => Transition::Kink(contact, 0),
                Passage::Loosens(direction) => {
                    self.arm(EDGE * watch.constant.abs());
                    // What other contacts hold slips by round-off, which must not decide at the limit.
                    let decided = self.listing || self.polynomial[0] != 0.0;
                    if !decided && flow.stands(numbers, state, contact, *limit) {
                        continue;
                    }
                    Transition::Loosening(contact, direction)
                }
            };
            self.consider(order, transition, limit, together);
        }
    }
}
