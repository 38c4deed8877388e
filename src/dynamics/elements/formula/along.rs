//! Forces by formula along the expansion.

use crate::dynamics::elements::contact::states::Motions;
use crate::dynamics::expansion::Expansion;
use crate::dynamics::link::apply_force;
use crate::dynamics::start::Start;
use crate::dynamics::system::System;

/// Evaluates the coefficient k of the values of all formulas, and what they exert.
pub(in crate::dynamics) fn formula_forces(
    expansion: &mut Expansion,
    system: &System,
    start: &Start,
    k: usize,
) {
    let Expansion { forces, position, velocity, formula_force, force, .. } = expansion;
    let (at, motion) = (start.instant(), (&*position, &*velocity));
    for (index, action) in system.forces.actions.iter().enumerate() {
        let value = forces.coefficient(&system.forces, index, &at, motion, k);
        let value = if k == 1 { value + action.own_change } else { value };
        formula_force.set(k, index, value);
        apply_force(&action.row, action.sign * value, force.row_mut(k));
    }
}

/// Updates the numbers by which formulas decide, as polynomials of the expansion from order `from` to the one
/// behind that of forces.
pub(in crate::dynamics) fn follow_decisions(
    expansion: &mut Expansion,
    system: &System,
    start: &Start,
    from: usize,
) {
    let Expansion { internals, forces, slip, load_part, position, velocity, order, .. } = expansion;
    let along = Motions { slip, load_part, position, velocity, passes: 1.0 };
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
