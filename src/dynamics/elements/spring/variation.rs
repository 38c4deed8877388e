//! Changes of springs and dampers with their numbers, in fixed modes ([`crate::dynamics::variation`]).

use crate::dynamics::expansion::{Expansion, Start};
use crate::dynamics::link::apply_force;
use crate::dynamics::system::System;
use crate::dynamics::variation::{Change, SpringChange, Variation};
use crate::network::{ElasticNumbers, Network, PartNumbers, Spring};

/// Takes the changes of springs and dampers of the parameters `values`.
pub(in crate::dynamics) fn take_spring_changes(
    variation: &mut Variation,
    network: &Network,
    values: &[f64],
    change: &Change,
) {
    variation.spring.clear();
    let entries = network.springs.iter().zip(&mut variation.system.springs);
    variation.spring.extend(entries.map(|(spring, system)| {
        system.offset[1] = edge_change(spring, values, change);
        let stiffness = stiffness(spring, system.stiffness, values, change);
        let characteristic = spring.characteristic.map(|id| change.parameter(id));
        SpringChange { stiffness, characteristic, damping: change.optional(spring.damping) }
    }));
    variation.damper.clear();
    variation.damper.extend(network.dampers.iter().map(|damper| change.parameter(damper.damping)));
}

/// Collects the own parts of forces: their changes by their parameters, with the motion as it is.
pub(in crate::dynamics) fn take_own_spring_changes(
    expansion: &Expansion,
    start: &Start,
    variation: &mut Variation,
) {
    for (spring, entry) in variation.system.springs.iter_mut().enumerate() {
        let SpringChange { stiffness, characteristic, damping } = variation.spring[spring];
        let e = expansion.deflection.at(0, spring);
        let mode = start.spring_mode[spring];
        let rate = entry.row.apply(expansion.velocity.row(0));
        entry.own_change = stiffness * entry.reach(mode, e)
            + entry.characteristic.force_change(&characteristic, e)
            + damping * rate;
    }
    for (entry, damping) in variation.system.dampers.iter_mut().zip(&variation.damper) {
        entry.own_change = damping * entry.row.apply(expansion.velocity.row(0));
    }
}

/// Evaluates the changes of the forces' derivatives with respect to time, in the place of the forces of order 2.
pub(in crate::dynamics) fn add_mixed_springs(
    expansion: &mut Expansion,
    system: &System,
    start: &Start,
    variation: &Variation,
) {
    let (now, by) = (expansion.velocity.row(0), expansion.velocity.row(1));
    let (faster, faster_by) = (&expansion.accelerations, expansion.velocity.row(2));
    let on = expansion.force.row_mut(2);
    for (spring, entry) in system.springs.iter().enumerate() {
        if !start.spring_mode[spring].acts() {
            continue;
        }
        let SpringChange { stiffness, characteristic, damping } = variation.spring[spring];
        let (e, e_by) = (expansion.deflection.at(0, spring), expansion.deflection.at(1, spring));
        let slope = entry.stiffness + entry.characteristic.slope(e);
        let slope_by = stiffness + entry.characteristic.slope_change(&characteristic, e, e_by);
        let force = slope_by * entry.row.apply(now)
            + slope * entry.row.apply(by)
            + damping * entry.row.apply(faster)
            + 2.0 * entry.damping * entry.row.apply(faster_by);
        apply_force(&entry.row, force, on);
    }
    for (entry, damping) in system.dampers.iter().zip(&variation.damper) {
        let force =
            damping * entry.row.apply(faster) + 2.0 * entry.damping * entry.row.apply(faster_by);
        apply_force(&entry.row, force, on);
    }
}

/// Returns the change of the stiffness k of a spring, 1/k = Σ pᵢ²/kᵢ of its parts.
fn stiffness(spring: &Spring, whole: f64, values: &[f64], change: &Change) -> f64 {
    if spring.series.is_none() {
        return change.parameter(spring.elastic.stiffness);
    }
    let softer = changing_parts(spring, values, change).map(|(part, by)| {
        let share = part.ratio * whole / part.elastic.stiffness;
        share * share * by.stiffness
    });
    softer.sum()
}

/// Returns the change of the deflection at which the force begins, on both sides: the widths of gaps do not change
/// during a motion.
fn edge_change(spring: &Spring, values: &[f64], change: &Change) -> f64 {
    let parts = changing_parts(spring, values, change);
    parts.map(|(part, by)| part.ratio * part.elastic.edge_change(by)).sum()
}

/// Returns the parts of a spring with changes of their numbers.
fn changing_parts(
    spring: &Spring,
    values: &[f64],
    change: &Change,
) -> impl Iterator<Item = (PartNumbers, ElasticNumbers)> {
    let changes = spring.part_numbers(|id| change.parameters[id.0]).map(|part| part.elastic);
    spring.part_numbers(|id| values[id.0]).zip(changes)
}
