//! Forces by formula along the expansion.

use super::Instant;
use crate::dynamics::State;
use crate::dynamics::elements::contact::decisions::reselect_law_branches;
use crate::dynamics::elements::contact::states::Motions;
use crate::dynamics::expansion::{Expansion, apply_force};
use crate::dynamics::start::Start;
use crate::dynamics::system::System;
use crate::gauss::Row;

impl<'a> Start<'a> {
    /// Returns the instant of it, as formulas see it beside positions and velocities.
    pub(in crate::dynamics) fn instant(&self) -> Instant<'a> {
        Instant { time: self.time, tau: self.tau, pieces: self.force_piece }
    }
}

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
    let rate = |row: &Row| {
        let of_known = row.terms().map(|(_, q)| q.abs() * given).sum::<f64>();
        system.rate_by_force(row) * magnitude_sum[system.island_of(row)] + of_known
    };
    expansion.forces.reselect_branches(
        &system.forces,
        when,
        motion,
        &mut state.force_piece,
        held,
        rate,
    );
    expansion.greatest = magnitude_sum;
}

impl Expansion {
    /// Evaluates the coefficient k of the values of all formulas, and what they exert.
    pub(in crate::dynamics) fn formula_forces(&mut self, system: &System, start: &Start, k: usize) {
        let Self { forces, position, velocity, formula_force, force, .. } = self;
        let (at, motion) = (start.instant(), (&*position, &*velocity));
        for (index, action) in system.forces.actions.iter().enumerate() {
            let value = forces.coefficient(&system.forces, index, &at, motion, k);
            let value = if k == 1 { value + action.drift } else { value };
            formula_force.set(k, index, value);
            apply_force(&action.row, action.sign * value, force.row_mut(k));
        }
    }

    /// Updates the numbers by which formulas decide, as polynomials of the expansion from order `from` to the one
    /// behind that of forces.
    pub fn follow_decisions(&mut self, system: &System, start: &Start, from: usize) {
        let Self { internals, forces, slip, pressing, position, velocity, order, .. } = self;
        let along = Motions { slip, pressing, position, velocity, passes: 1.0 };
        internals.follow(system, start, along, (from, *order));
        let (at, motion) = (start.instant(), (&*position, &*velocity));
        for (index, action) in system.forces.actions.iter().enumerate() {
            if system.forces.action(action).decisions.is_empty() {
                continue;
            }
            for k in from..=*order + 1 {
                forces.coefficient(&system.forces, index, &at, motion, k);
            }
        }
    }
}
