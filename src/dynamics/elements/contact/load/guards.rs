//! Guards of normal loads that springs and formulas make.

use crate::dynamics::bounded::Bounded;
use crate::dynamics::elements::Guarding;
use crate::dynamics::elements::contact::LoadMaker;
use crate::dynamics::elements::contact::load::normal_load;
use crate::dynamics::elements::formula::Course;
use crate::dynamics::events::guard_set::GuardSet;
use crate::dynamics::events::transition::{Change, Transition};
use crate::dynamics::expansion::Expansion;
use crate::dynamics::start::Start;
use crate::dynamics::system::System;
use crate::dynamics::tolerances::{EDGE, OF_SUM};
use crate::dynamics::{ContactMode, State};

/// True if the load of a contact that a formula makes, as the guards have it, is nothing but round-off along the step: it is on a
/// branch of 0, or terms of it cancel. It is 0 then, and does not change.
fn vanishes(
    guards: &GuardSet,
    expansion: &mut Expansion,
    system: &System,
    state: &State,
    contact: usize,
) -> bool {
    let entry = &system.contacts[contact];
    let Some(load) = entry.load_from else { return false };
    let Some(LoadMaker::Formula(action)) = load.source else { return false };
    let [value, terms @ ..] = &guards.polynomial[..=expansion.order] else { return false };
    let changes = terms.iter().any(|term| *term != 0.0);
    let begins = Bounded { value: *value, ..normal_load(system, contact, state) }.is_zero();
    if !begins || terms.is_empty() {
        return false;
    }
    if !changes {
        return true;
    }
    let Expansion { forces, position, velocity, order, .. } = expansion;
    let at = Start::of(state).instant();
    let course = Course { at, position, velocity, order: *order };
    let rate = terms.first().map_or(0.0, |rate| rate.abs());
    // Where it slips, a load by a root of the slip velocity comes to 0 however fast that changes.
    let free = state.contacts[contact].mode() == ContactMode::Free;
    let trend = forces.rate_size(&system.forces, action, &course, free);
    if rate > OF_SUM * (load.rate.abs() + load.factor.abs() * trend) {
        return false;
    }
    let scale = forces.greatest_size(&system.forces, action, &course, guards.length);
    // What does not rise above round-off within the step is no load in it. A load that is there may fall to 0 and rise again in a
    // short step, in which everything is small: terms that do not cancel would change as much as they are in this time.
    let time = match free {
        true => guards.length,
        false if trend > 0.0 => guards.length.max(entry.formula_load.scale / trend),
        false => return false,
    };
    let all = terms.iter().rev().fold(0.0, |sum, term| (sum + term.abs()) * time);
    value.abs() + all <= EDGE * (entry.base_load.abs() + load.factor.abs() * scale)
}

/// Evaluates the normal loads that springs and formulas make, and ramps of inputs. One that ends at 0 just when the next inputs come
/// has no guard; [`take_loads_anew`](super::take_loads_anew) decides there.
pub(in crate::dynamics) fn guard_loads(at: &mut Guarding) {
    let Guarding { guards, system, expansion, state } = at;
    for (contact, entry) in system.contacts.iter().enumerate() {
        let Some(load) = entry.load_from else {
            continue;
        };
        if entry.load_ends_at_zero(state, guards.next_inputs) {
            continue;
        }
        let free = state.contacts[contact].mode() == ContactMode::Free;
        let sign = if free { -1.0 } else { 1.0 };
        for k in 0..=expansion.order {
            guards.polynomial[k] = sign * load.term(&expansion.load_part, k);
        }
        match vanishes(guards, expansion, system, state, contact) {
            // It goes on as none.
            true if free => continue,
            true => {
                guards.become_active(0.0, Transition::Contact(contact, Change::Load));
                continue;
            }
            false => {}
        }
        // Of a formula of velocities, positions and velocities do not determine the rate.
        let passed = if expansion.order > 0 {
            guards.polynomial[1].abs() * guards.time_round_off
        } else {
            0.0
        };
        guards.round(0, || normal_load(system, contact, state).bound + passed);
        guards.round_turned_rate(expansion.order);
        // What round-off of velocities makes of a load of 0 is no passage, however it changes.
        if guards.polynomial[0] == 0.0 {
            guards.polynomial[0] += load.factor.abs() * entry.formula_load.off;
        }
        guards.consider(expansion.order, Transition::Contact(contact, Change::Load));
    }
}
