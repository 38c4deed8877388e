//! Effects of changes of contacts.

use super::change::Change;
use super::within::cross_edge;
use crate::dynamics::elements::contact::load::passage::change_load;
use crate::dynamics::elements::contact::rolling::effects::{begin_rest, begin_rolling};
use crate::dynamics::expansion::Expansion;
use crate::dynamics::system::System;
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
        Change::Kink(piece) => {
            state.contacts[contact].take_branch(piece);
            system.contacts[contact].arrive(contact, state);
        }
        Change::Window(branch) => {
            candidates[contact] = cross_edge(&mut state.contacts[contact], branch);
        }
        Change::Load => change_load(system, contact, expansion, state, candidates),
        Change::Loosening(direction) => {
            system.contacts[contact].detach(system, (contact, direction), state);
        }
        Change::Rest => begin_rest(system, contact, state, candidates),
        Change::Roll => begin_rolling(system, contact, state, candidates),
        // Turns come after all others, and the resolution knows of these.
        Change::Turn | Change::Catch | Change::Bound(_) => {}
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
