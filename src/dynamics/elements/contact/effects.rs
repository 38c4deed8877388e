//! Effects of changes of contacts.

use super::behaviour::Applied;
use crate::dynamics::bounded::Bounded;
use crate::dynamics::elements::contact::load::passage::change_load;
use crate::dynamics::elements::contact::load::take_loads;
use crate::dynamics::events::transition::Change;
use crate::dynamics::expansion::Expansion;
use crate::dynamics::system::System;
use crate::dynamics::tolerances::AT_REST;
use crate::dynamics::{ContactMode, State};

/// Applies what an active change does by itself. Marks in `candidates` whether a resolution must decide.
pub(in crate::dynamics) fn change_contact(
    system: &mut System,
    (contact, change): (usize, Change),
    expansion: &Expansion,
    state: &mut State,
    candidates: &mut [bool],
) {
    match change {
        Change::Arrival => stop_slip(system, contact, state, candidates),
        Change::Breakpoint(end) if system.contacts[contact].evolves() => {
            system.contacts[contact].arrive(contact, end, state);
        }
        Change::Breakpoint(branch) => state.contacts[contact].take_branch(branch),
        Change::Load => change_load(system, contact, expansion, state, candidates),
        Change::Own(_) | Change::Loosening(_) | Change::Rest => {
            change_own(system, (contact, change), state, candidates);
        }
        // Turns come after all others, and the resolution knows of these.
        Change::Turn | Change::Catch | Change::Bound(_) => {}
    }
}

/// Applies a change that the behaviour of a contact knows.
fn change_own(
    system: &mut System,
    (contact, change): (usize, Change),
    state: &mut State,
    candidates: &mut [bool],
) {
    let entry = &system.contacts[contact];
    // What is stuck to a faster body has the round-off of that one.
    let slip = || {
        let Bounded { value, bound } = entry.slip_now(state);
        let fastest = system.fastest(state, system.component_of_contact(contact));
        Bounded { value, bound: bound.max(AT_REST * fastest) }
    };
    let mut own = state.contacts[contact];
    let applied = entry.behaviour.0.apply(entry, change, &mut own, &slip);
    state.contacts[contact] = own;
    match applied {
        Applied::Enters => entry.enter(contact, state),
        Applied::Resolves(decides) => candidates[contact] = decides,
        Applied::TakesLoads(else_slips) => {
            take_loads(system, state);
            candidates[contact] = system.contacts[contact].can_stick();
            if else_slips && !candidates[contact] {
                state.contacts[contact].begin(ContactMode::Forward, 1);
            }
        }
    }
}

fn stop_slip(system: &System, contact: usize, state: &mut State, candidates: &mut [bool]) {
    let entry = &system.contacts[contact];
    if entry.attaches() {
        state.contacts[contact].begin(ContactMode::Stuck, 1);
        return;
    }
    if state.line_end(contact) > 0.0 {
        state.contacts[contact].change(ContactMode::Stuck);
        return;
    }
    candidates[contact] = !entry.kinematic && entry.can_stick();
    if !candidates[contact] {
        state.contacts[contact].reverse();
        state.contacts[contact].set_leading_zeros(1);
    }
}
