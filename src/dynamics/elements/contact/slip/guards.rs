//! Guards of contacts in their modes.

use crate::dynamics::elements::contact::Behaviour;
use crate::dynamics::elements::contact::bristle::guards::guard_states;
use crate::dynamics::elements::contact::change::Change;
use crate::dynamics::elements::contact::decisions::guards::guard_law;
use crate::dynamics::elements::contact::rolling::guards::guard_rolling;
use crate::dynamics::elements::contact::window::guards::guard_window;
use crate::dynamics::elements::formula::edges;
use crate::dynamics::elements::record_round_off;
use crate::dynamics::events::guard_set::GuardSet;
use crate::dynamics::events::transition::Transition;
use crate::dynamics::expansion::Expansion;
use crate::dynamics::system::System;
use crate::dynamics::tolerances::EDGE;
use crate::dynamics::{ContactMode, State};
use crate::laws::Argument;

/// Finds the guards of a contact in its mode.
pub(in crate::dynamics) fn guard_contact(
    guards: &mut GuardSet,
    system: &System,
    contact: usize,
    expansion: &mut Expansion,
    state: &State,
) {
    let (entry, mode) = (&system.contacts[contact], state.contacts[contact].mode());
    let rolls = entry.behaviour == Behaviour::Rolling;
    guard_states(guards, system, contact, expansion, state);
    guard_law(guards, system, contact, expansion, state);
    let Some(direction) = mode.direction() else {
        if rolls && mode == ContactMode::Stuck {
            guard_rolling(guards, system, contact, expansion, state);
        }
        return;
    };
    let sign = direction.sign();
    if entry.yields(mode, expansion.sliding.piece(contact)) {
        return guard_window(guards, entry, (contact, sign), expansion, state);
    }
    guard_passage(guards, system, (contact, sign), expansion, state);
    if rolls {
        guard_rolling(guards, system, contact, expansion, state);
    } else {
        guard_breakpoints(guards, system, contact, expansion, state);
    }
}

/// Finds the guard of a slipping contact at w = 0, its slip velocity in its direction.
fn guard_passage(
    guards: &mut GuardSet,
    system: &System,
    (contact, sign): (usize, f64),
    expansion: &mut Expansion,
    state: &State,
) {
    let (entry, order) = (&system.contacts[contact], expansion.order + 1);
    let plain = state.contacts[contact].leading_zeros() == 0 && !entry.rolls() && !entry.kinematic;
    let start = sign * expansion.slip.at(0, contact);
    if plain && guards.stays(start, contact) {
        return;
    }
    expansion.slip.copy(contact, order, &mut guards.polynomial);
    let zeros = usize::from(state.contacts[contact].leading_zeros());
    guards.polynomial[..zeros].fill(0.0);
    guards.polynomial[..=order].iter_mut().for_each(|c| *c *= sign);
    let turns = entry.is_continuous();
    if entry.rolls() {
        guards.polynomial[0] -= entry.no_slip();
        guards.arm(2.0 * entry.no_slip());
    } else if entry.kinematic {
        guards.arm(entry.known_round_off(system, state.tau(), state.time));
    } else if turns {
        record_round_off(guards, system, expansion, state);
        guards.polynomial[0] += expansion.slip_round_off(system, state, contact);
    }
    if zeros == 1 && guards.leaves_at_once() {
        guards.arm_rate(expansion.rate_round_off(system, state.time, entry));
    }
    if zeros > 0 && system.massless {
        record_round_off(guards, system, expansion, state);
        if let Some(massless_drift) =
            expansion.massless_drift_round_off(system, state.time, contact)
        {
            guards.arm_derivatives(zeros, order, massless_drift);
        }
    }
    let next = if turns { Change::Turn } else { Change::Arrival };
    let next = Transition::Contact(contact, next);
    if plain && !turns {
        return guards.consider_slip(order, next, |guards| {
            record_round_off(guards, system, expansion, state);
            expansion.slip_round_off(system, state, contact)
        });
    }
    guards.consider(order, next);
}

/// Finds the edges of the branch of its law on which a contact slips.
fn guard_breakpoints(
    guards: &mut GuardSet,
    system: &System,
    contact: usize,
    expansion: &Expansion,
    state: &State,
) {
    let entry = &system.contacts[contact];
    let Some(direction) = state.contacts[contact].mode().direction() else {
        return;
    };
    let breakpoints = entry.law.kinks(direction);
    // A load that does not change is on no edge.
    if breakpoints.is_empty() || entry.law.kind().argument() != Argument::Slip {
        return;
    }
    let piece = expansion.sliding.piece(contact);
    let scale = entry.velocity_scale(expansion.velocity.row(0), state.tau());
    let known = entry.known_round_off(system, state.tau(), state.time);
    let rounded = known + expansion.rounded[system.island_of(&entry.row)];
    for (sign, next, breakpoint) in edges(piece, |level| breakpoints.get(level).copied()) {
        let order = expansion.order + 1;
        expansion.slip.copy(contact, order, &mut guards.polynomial);
        let factor = sign * direction.sign();
        guards.polynomial[..=order].iter_mut().for_each(|c| *c *= factor);
        let zeros = usize::from(state.contacts[contact].leading_zeros());
        guards.polynomial[..zeros].fill(0.0);
        guards.polynomial[0] -= sign * breakpoint;
        if zeros == 0 {
            let round_off = EDGE * (scale + breakpoint) + rounded;
            guards.arm(round_off);
            if guards.leaves_at_once() {
                // Friction on the branch is known no better than w, and neither is the rate.
                let inside = direction.sign() * (breakpoint + sign * round_off);
                let steepness = entry.law.slope(inside, entry.conditions()).abs();
                let by_slip = system.rate_by_force(&entry.row) * steepness * round_off;
                guards.arm_rate(expansion.rate_round_off(system, state.time, entry) + by_slip);
            }
        }
        guards.consider(order, Transition::Contact(contact, entry.change_to(next)));
    }
}
