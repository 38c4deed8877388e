//! Springs and dampers along the expansion, order by order.

use crate::dynamics::expansion::Expansion;
use crate::dynamics::system::System;

/// Evaluates the forces of springs of order k.
pub(in crate::dynamics) fn spring_forces(expansion: &mut Expansion, system: &System, k: usize) {
    let Expansion { plan, position, velocity, deflection, auxiliary, spring_force, force, .. } =
        expansion;
    let (position, velocity, force) = (position.row(k), velocity.row(k), force.row_mut(k));
    let offset = |spring: usize| system.springs[spring].offset.get(k).copied().unwrap_or(0.0);
    let (deflected, pulls) = (deflection.row_mut(k), spring_force.row_mut(k));
    for one in plan.rows.acting() {
        let (spring, moved) = (one.index, one.link.apply(position));
        let e = moved - offset(spring);
        let beyond = if k == 0 { moved - one.edge } else { e };
        let mut made = one.stiffness * beyond;
        if one.damping != 0.0 {
            made += one.damping * one.link.apply(velocity);
        }
        deflected[spring] = e;
        pulls[spring] = made;
        one.link.apply_force(made, force);
    }
    for one in &plan.rows.nonlinear {
        let (spring, e) = (one.index, one.link.apply(position) - offset(one.index));
        deflection.set(k, spring, e);
        let characteristic = system.springs[spring].characteristic;
        let along = |order| deflection.at(order, spring);
        let beside = characteristic.auxiliary_term(along, |order| auxiliary.at(order, spring), k);
        auxiliary.set(k, spring, beside);
        let bent = characteristic.term(along, |order| auxiliary.at(order, spring), k);
        let made = one.stiffness * e + one.damping * one.link.apply(velocity) + bent;
        spring_force.set(k, spring, made);
        one.link.apply_force(made, force);
    }
    for one in &plan.inactive {
        deflection.set(k, one.index, one.link.apply(position) - offset(one.index));
        spring_force.set(k, one.index, 0.0);
    }
    if system.varies && k == 1 {
        for one in plan.rows.acting().iter().chain(&plan.rows.nonlinear) {
            let own_change = system.springs[one.index].own_change;
            spring_force.row_mut(1)[one.index] += own_change;
            one.link.apply_force(own_change, force);
        }
    }
}

/// Adds the forces of dampers of order k.
pub(in crate::dynamics) fn damper_forces(expansion: &mut Expansion, system: &System, k: usize) {
    let Expansion { plan, velocity, damper_force, force, .. } = expansion;
    let (velocity, force) = (velocity.row(k), force.row_mut(k));
    for one in plan.rows.dampers() {
        let own_change =
            if system.varies && k == 1 { system.dampers[one.index].own_change } else { 0.0 };
        let made = one.damping * one.link.apply(velocity) + own_change;
        damper_force.set(k, one.index, made);
        one.link.apply_force(made, force);
    }
}
