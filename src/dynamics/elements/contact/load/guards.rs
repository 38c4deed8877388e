//! Guards of normal loads that springs and formulas make.

use crate::dynamics::ContactMode;
use crate::dynamics::elements::Guarding;
use crate::dynamics::elements::contact::change::Change;
use crate::dynamics::elements::contact::load::load_round_off;
use crate::dynamics::events::transition::Transition;

/// Evaluates the normal loads that springs and formulas make, and ramps of inputs. One that ends at 0 just when the next inputs come
/// has no guard; [`take_loads_anew`](super::take_loads_anew) decides there.
pub(in crate::dynamics) fn guard_loads(at: &mut Guarding) {
    let Guarding { guards, system, expansion, state } = at;
    for (contact, entry) in system.contacts.iter().enumerate() {
        let Some(load) = entry.load_from else {
            continue;
        };
        if entry.load_ends_at_zero(state, guards.horizon) {
            continue;
        }
        let free = state.contacts[contact].mode() == ContactMode::Free;
        let sign = if free { -1.0 } else { 1.0 };
        for k in 0..=expansion.order {
            guards.polynomial[k] = sign * load.term(&expansion.pressing, k);
        }
        let motion = (&state.position[..], &state.velocity[..]);
        // Of a formula of velocities, positions and velocities do not determine the rate.
        let passed =
            if expansion.order > 0 { guards.polynomial[1].abs() * guards.rounded } else { 0.0 };
        guards.arm(load_round_off(system, contact, motion, state.time) + passed);
        guards.arm_turned(expansion.order);
        guards.consider(expansion.order, Transition::Contact(contact, Change::Load));
    }
}
