//! Guards of contacts within their windows.

use crate::dynamics::elements::Guarding;
use crate::dynamics::elements::contact::change::Change;
use crate::dynamics::elements::contact::within::WITHIN;
use crate::dynamics::events::transition::Transition;
use crate::dynamics::tolerances::EDGE;

/// Finds the guard of a contact that slips within its window, in the direction of the load, ±Fs against it: ±ẇ ≥ 0
/// as long as the load is beyond ±Fs.
pub(in crate::dynamics) fn guard_window(at: &mut Guarding, (contact, sign): (usize, f64)) {
    let Guarding { guards, system, expansion, state } = at;
    let entry = &system.contacts[contact];
    let order = expansion.order;
    for k in 0..=order {
        guards.polynomial[k] = sign * (k + 1) as f64 * expansion.slip.at(k + 1, contact);
    }
    if state.contacts[contact].leading_zeros() > 1 {
        guards.polynomial[0] = 0.0;
    }
    guards.consider(order, Transition::Contact(contact, Change::Catch));
    expansion.slip.copy(contact, order + 1, &mut guards.polynomial);
    guards.polynomial[..=order + 1].iter_mut().for_each(|c| *c *= -sign);
    let window = entry.law.window();
    guards.polynomial[0] += window;
    guards.arm(EDGE * (entry.velocity_scale(expansion.velocity.row(0), state.tau()) + window));
    let leaves = Change::Window(WITHIN + 1);
    guards.consider(order + 1, Transition::Contact(contact, leaves));
}
