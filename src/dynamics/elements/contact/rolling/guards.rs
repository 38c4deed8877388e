//! Guards of the branches of laws of the slip ratio.

use crate::dynamics::ContactMode;
use crate::dynamics::elements::Guarding;
use crate::dynamics::elements::contact::change::Change;
use crate::dynamics::elements::contact::rolling::{Ends, LOCKED, REST, ROLLING, STARTING};
use crate::dynamics::events::transition::Transition;
use crate::laws::Direction;

/// Finds the branches of a law of the slip ratio, and rest of both ends.
pub(in crate::dynamics) fn guard_rolling(at: &mut Guarding, contact: usize) {
    let Guarding { guards, system, expansion, state } = at;
    let entry = &system.contacts[contact];
    let stuck = state.contacts[contact].mode() == ContactMode::Stuck;
    let direction = state.contacts[contact].mode().direction().unwrap_or(Direction::Forward);
    let Ends { order, a, b } = Ends::of(expansion, entry, contact, direction);
    let stands = entry.stands(expansion.velocity.row(0), state.tau());
    // sign·p + constant ≥ 0
    let mut keep = |p: &[f64], sign: f64, constant: f64, change: Change| {
        for (slot, c) in guards.polynomial.iter_mut().zip(&p[..=order]) {
            *slot = sign * c;
        }
        guards.polynomial[0] += if constant == 0.0 { stands } else { constant };
        guards.consider(order, Transition::Contact(contact, change));
    };
    let (roll, rest) = (Change::Roll, Change::Rest);
    let [rolls, locks] = [ROLLING, LOCKED].map(Change::Kink);
    match expansion.sliding.piece(contact) {
        _ if stuck && state.contacts[contact].branch() == STARTING => {
            keep(&a, 1.0, 2.0 * REST, roll);
            keep(&a, -1.0, 2.0 * REST, roll);
        }
        _ if stuck => keep(&a, a[0].signum(), -REST, rest),
        STARTING => {
            for (end, sign) in [(&a, 1.0), (&a, -1.0), (&b, 1.0), (&b, -1.0)] {
                keep(end, sign, 2.0 * REST, rolls);
            }
        }
        ROLLING if expansion.sliding.first_leads(contact) => {
            keep(&b, 1.0, 0.0, locks);
            keep(&a, 1.0, -REST, rest);
        }
        ROLLING => {
            keep(&a, -1.0, 0.0, locks);
            keep(&b, -1.0, -REST, rest);
        }
        _ => {
            keep(&a, 1.0, 0.0, rolls);
            keep(&b, -1.0, 0.0, rolls);
            let mut x = a;
            x.iter_mut().zip(&b).for_each(|(x, b)| *x -= b);
            keep(&x, 1.0, -REST, rest);
        }
    }
}
