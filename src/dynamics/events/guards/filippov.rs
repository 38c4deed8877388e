//! Guards of contacts that follow the load: their share s stays within 0 and 1.

use super::{Guards, Transition};
use crate::dynamics::elements::contact::change::Change;
use crate::dynamics::events::resolve::Bound;
use crate::dynamics::expansion::Expansion;

/// Distance of s beyond an end of its range before that is seen: round-off of one that stays there.
const BEYOND: f64 = 1e-13;

impl Guards {
    pub(super) fn filippov(&mut self, expansion: &Expansion) {
        // s has one order less than forces.
        let order = expansion.order.max(1) - 1;
        for (mechanism, &contact) in expansion.filippov.reference_contacts().iter().enumerate() {
            for (bound, sign, end) in [(Bound::Rest, 1.0, 0.0), (Bound::Slip, -1.0, 1.0)] {
                for k in 0..=order {
                    self.polynomial[k] = sign * expansion.filippov.share(mechanism, k);
                }
                self.polynomial[0] += end + BEYOND;
                self.consider(order, Transition::Contact(contact, Change::Bound(bound)));
            }
        }
    }
}
