//! Guards of internal states: where they arrive, and where bristles let go.

use super::{Guards, Transition};
use crate::laws::Passage;
use crate::motion::State;
use crate::motion::flow::Flow;
use crate::motion::modes::EDGE;
use crate::motion::numbers::ContactNumbers;

impl Guards {
    /// Where internal states arrive, and where bristles let go.
    pub(super) fn internal(
        &mut self,
        entry: &ContactNumbers,
        contact: usize,
        flow: &Flow,
        state: &State,
        limit: &mut f64,
        together: f64,
    ) {
        if !entry.law.has_states() {
            return;
        }
        let sense = entry.sense(state.contact_mode[contact]);
        for watch in entry.law.watches(sense, state.internal(contact, 0)).into_iter().flatten() {
            let order = flow.order + 1;
            let series = flow.internals.of(contact);
            let zeros = usize::from(state.departure[contact]);
            for k in 0..=order {
                let slip = |k: usize| if k < zeros { 0.0 } else { flow.slip.at(k, contact) };
                self.polynomial[k] = watch.term(series.state(0)[k], slip, k);
            }
            let transition = match watch.passage {
                Passage::Arrives => Transition::Kink(contact, 0),
                Passage::Loosens(direction) => {
                    self.arm(EDGE * watch.constant.abs());
                    Transition::Loosening(contact, direction)
                }
            };
            self.consider(order, transition, limit, together);
        }
    }
}
