//! Guards of contacts that follow the load: their share s stays within 0 and 1.

use super::{Guards, Transition};
use crate::motion::elements::contact::change::Change;
use crate::motion::events::resolve::Bound;
use crate::motion::flow::Flow;

/// How far s may be beyond an end of its range before that is seen: round-off of one that stays there.
const BEYOND: f64 = 1e-13;

impl Guards {
    pub(super) fn following(&mut self, flow: &Flow) {
        // s has one order less than forces.
        let order = flow.order.max(1) - 1;
        for (mechanism, &contact) in flow.following.leaders().iter().enumerate() {
            for (bound, sign, end) in [(Bound::Rest, 1.0, 0.0), (Bound::Slip, -1.0, 1.0)] {
                for k in 0..=order {
                    self.polynomial[k] = sign * flow.following.share(mechanism, k);
                }
                self.polynomial[0] += end + BEYOND;
                self.consider(order, Transition::Contact(contact, Change::Bound(bound)));
            }
        }
    }
}
