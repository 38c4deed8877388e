//! Branches of formulas that a jump has left, or on which a slip that begins leads them.

use crate::dynamics::elements::contact::decisions::reselect_law_branches;
use crate::dynamics::expansion::Expansion;
use crate::dynamics::system::System;
use crate::dynamics::{ContactState, State};
use crate::gauss::Row;

/// Changes the branches of formulas that are left by more than round-off, but for those that are `held`.
pub(in crate::dynamics) fn reselect_branches(
    state: &mut State,
    system: &System,
    expansion: &mut Expansion,
    held: impl Fn(usize) -> bool,
) {
    reselect_law_branches(state, system, expansion, &held);
    if system.forces.actions.is_empty() {
        return;
    }
    let when = (state.time, state.tau());
    let motion = (&state.position[..], &state.velocity[..]);
    let mut magnitude_sum = std::mem::take(&mut expansion.greatest);
    magnitude_sum.fill(0.0);
    expansion.add_magnitudes_of_forces(system, &mut magnitude_sum);
    let given = system.fastest_change(when.1);
    let clusters = &expansion.clusters;
    let rate = |row: &Row| {
        let of_known = row.terms().map(|(_, q)| q.abs() * given).sum::<f64>();
        system.rate_by_force(clusters, row) * magnitude_sum[system.component_of(row)] + of_known
    };
    expansion.forces.reselect_branches(
        &system.forces,
        when,
        motion,
        &mut state.force_branch,
        held,
        rate,
    );
    expansion.greatest = magnitude_sum;
}

/// Takes formulas with steep powers onto the branches on which contacts that begin to slip now lead them.
pub(in crate::dynamics) fn direct_branches(
    state: &mut State,
    system: &System,
    expansion: &mut Expansion,
) {
    let begin = |own: &ContactState| own.mode().slips() && own.leading_zeros() > 0;
    if system.forces.actions.is_empty() || !state.contacts.iter().any(begin) {
        return;
    }
    let when = (state.time, state.tau());
    let motion = (&state.position[..], &state.velocity[..]);
    let contacts = &state.contacts;
    let begins = |row: &Row| {
        let mut all = system.contacts.iter().zip(contacts).filter(|(_, own)| begin(own));
        all.find_map(|(entry, own)| {
            let direction = own.mode().direction()?;
            Some(system.multiple(row, &entry.row)?.signum() * direction.sign())
        })
    };
    let branches = &mut state.force_branch;
    expansion.forces.direct_branches(&system.forces, when, motion, branches, begins);
}
