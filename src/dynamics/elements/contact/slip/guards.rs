//! Guards of a contact: where it arrives at w = 0, breakpoints of its law, and those of its states, decisions and behaviour.

use crate::dynamics::ContactState;
use crate::dynamics::bounded::Bounded;
use crate::dynamics::elements::Guarding;
use crate::dynamics::elements::contact::decisions::guards::guard_law;
use crate::dynamics::elements::contact::states::guards::guard_states;
use crate::dynamics::elements::contact::{ContactData, Expanded};
use crate::dynamics::elements::formula::edges;
use crate::dynamics::events::transition::{Change, Transition};
use crate::dynamics::expansion::Expansion;
use crate::dynamics::tolerances::EDGE;
use crate::laws::Argument;

/// Finds the guards of a contact in its mode.
pub(in crate::dynamics) fn guard_contact(at: &mut Guarding, contact: usize) {
    let (entry, own) = (&at.system.contacts[contact], at.state.contacts[contact]);
    guard_states(at, contact);
    guard_law(at, contact);
    let direction = own.mode().direction();
    if !entry.has.own_guards {
        if let Some(direction) = direction {
            guard_arrival(at, (contact, direction.sign()));
            guard_breakpoints(at, contact);
        }
        return;
    }
    let (behaviour, tau) = (entry.behaviour.0, at.state.tau());
    let replaced = behaviour.replaces_passage(&expanded(at.expansion, entry, (contact, own), tau));
    if let Some(direction) = direction.filter(|_| !replaced) {
        guard_arrival(at, (contact, direction.sign()));
    }
    let Guarding { guards, expansion, .. } = at;
    let expanded = expanded(expansion, entry, (contact, own), tau);
    if behaviour.guards(guards, contact, &expanded) && direction.is_some() {
        guard_breakpoints(at, contact);
    }
}

/// Returns the expansion of a contact, from which its behaviour makes guards.
fn expanded<'s>(
    expansion: &'s Expansion,
    entry: &'s ContactData,
    (contact, own): (usize, ContactState),
    tau: f64,
) -> Expanded<'s> {
    Expanded {
        entry,
        own,
        slip: &expansion.slip,
        velocity: &expansion.velocity,
        order: expansion.order,
        tau,
        branch: expansion.sliding.branch(contact),
        first_leads: expansion.sliding.first_leads(contact),
    }
}

/// Finds the guard of a slipping contact at w = 0, its slip velocity in its direction.
fn guard_arrival(at: &mut Guarding, (contact, sign): (usize, f64)) {
    let (system, state, order) = (at.system, at.state, at.expansion.order + 1);
    let entry = &system.contacts[contact];
    let plain = state.contacts[contact].leading_zeros() == 0 && !entry.rolls() && !entry.kinematic;
    let start = sign * at.expansion.slip.at(0, contact);
    if plain && at.guards.stays(start, contact) {
        return;
    }
    let zeros = usize::from(state.contacts[contact].leading_zeros());
    if let Some(time) = system.port_time.filter(|_| zeros > 0 && start < 0.0) {
        // It was released behind w = 0, where a host has left it: its rate leads there.
        let guard = sign * at.expansion.slip.at(1, contact) * time;
        return at.guards.list(guard, Transition::Contact(contact, Change::Arrival));
    }
    at.expansion.slip.copy(contact, order, &mut at.guards.polynomial);
    at.guards.polynomial[..zeros].fill(0.0);
    at.guards.polynomial[..=order].iter_mut().for_each(|c| *c *= sign);
    let turns = entry.is_continuous();
    if entry.rolls() {
        let rounded = at.expansion.own_round_off(system, state, entry);
        at.guards.polynomial[0] -= entry.no_slip();
        // A slip that begins at this velocity does not arrive there by round-off. A start below it counts as at it: its rate decides.
        if (Bounded { value: at.guards.polynomial[0], bound: rounded }).is_zero() {
            at.guards.polynomial[0] += rounded;
        } else if at.guards.polynomial[0] < 0.0 {
            at.guards.round(0, || 2.0 * entry.no_slip());
        }
    } else if entry.kinematic {
        at.guards.round(0, || entry.known_round_off(system, state.tau(), state.time));
    } else if turns {
        at.guards.polynomial[0] += at.slip_round_off(contact);
    }
    if zeros == 1 {
        at.guards.round(1, || at.expansion.rate_round_off(system, state.time, entry));
    }
    if zeros > 0 && system.massless {
        at.record_round_off();
        let drift = at.expansion.massless_drift_round_off(system, state.time, contact);
        if let Some(drift) = drift {
            at.guards.round_falling(zeros, order, drift);
        }
    }
    let next = if turns { Change::Turn } else { Change::Arrival };
    let next = Transition::Contact(contact, next);
    let Guarding { guards, expansion, .. } = at;
    let on_ramp = entry.surface_rate(system, state.tau()) != 0.0;
    guards.leave_to_next_inputs(on_ramp, |guards| {
        if plain && !turns {
            return guards.consider_slip(order, next, |guards| {
                Guarding { guards, system, expansion, state }.slip_round_off(contact)
            });
        }
        guards.consider(order, next);
    });
}

/// Finds the edges of the branch of its law on which a contact slips.
fn guard_breakpoints(at: &mut Guarding, contact: usize) {
    let Guarding { guards, system, expansion, state } = at;
    let entry = &system.contacts[contact];
    let Some(direction) = state.contacts[contact].mode().direction() else {
        return;
    };
    let breakpoints = entry.law.kinks(direction);
    // Breakpoints of other arguments are no values of w.
    if breakpoints.is_empty() || entry.law.kind().argument() != Argument::Slip {
        return;
    }
    let branch = expansion.sliding.branch(contact);
    let scale = entry.velocity_scale(expansion.velocity.row(0), state.tau());
    let known = entry.known_round_off(system, state.tau(), state.time);
    let rounded = known + expansion.rounded[system.component_of(&entry.row)];
    for (sign, next, breakpoint) in edges(branch, |level| breakpoints.get(level).copied()) {
        let order = expansion.order + 1;
        expansion.slip.copy(contact, order, &mut guards.polynomial);
        let factor = sign * direction.sign();
        guards.polynomial[..=order].iter_mut().for_each(|c| *c *= factor);
        let zeros = usize::from(state.contacts[contact].leading_zeros());
        guards.polynomial[..zeros].fill(0.0);
        guards.polynomial[0] -= sign * breakpoint;
        if zeros == 0 {
            let round_off = EDGE * (scale + breakpoint) + rounded;
            guards.round(0, || round_off);
            guards.round(1, || {
                // The error of w changes friction by the slope of the law, and so the rate.
                let inside = direction.sign() * (breakpoint + sign * round_off);
                let steepness = entry.law.slope(inside, entry.conditions()).abs();
                let by_slip =
                    system.rate_by_force(&expansion.clusters, &entry.row) * steepness * round_off;
                expansion.rate_round_off(system, state.time, entry) + by_slip
            });
        }
        guards.consider(order, Transition::Contact(contact, entry.change_to(next)));
    }
}
