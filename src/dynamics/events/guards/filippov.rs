//! Guards of contacts that follow the load: their share s stays within 0 and 1.

use crate::dynamics::elements::Guarding;
use crate::dynamics::events::transition::{Bound, Change, Transition};
use crate::dynamics::tolerances::AT_LEVEL;

/// Adds the guards of the shares of mechanisms.
pub(super) fn guard_shares(at: &mut Guarding) {
    let Guarding { guards, expansion, .. } = at;
    // s has one order less than forces.
    let order = expansion.order.max(1) - 1;
    for (mechanism, &contact) in expansion.filippov.reference_contacts().iter().enumerate() {
        for (bound, sign, end) in [(Bound::Rest, 1.0, 0.0), (Bound::Slip, -1.0, 1.0)] {
            for k in 0..=order {
                guards.polynomial[k] = sign * expansion.filippov.share(mechanism, k);
            }
            guards.polynomial[0] += end + AT_LEVEL;
            guards.consider(order, Transition::Contact(contact, Change::Bound(bound)));
        }
    }
}
