//! Changes of the rates of formulas: derivatives of second order, with the time and with a change at once. Bodies without
//! mass have accelerations at which the rates of their forces balance.

use super::data::{ForceData, Names, Quantity};
use super::evaluation::Look;
use crate::algebra::{Dual, Number};
use crate::dynamics::expansion::Expansion;
use crate::dynamics::link::apply_force;
use crate::dynamics::variation::{Changing, Variation};

/// A value and its rate, and what both change by.
pub(super) type Mixed = Dual<Dual<f64>>;

/// Motion of what a formula names, and the changes of that motion.
struct Moving<'m> {
    /// Velocities and accelerations.
    velocity: &'m [f64],
    acceleration: &'m [f64],
    /// Changes of positions and velocities, and half of those of accelerations.
    position_by: &'m [f64],
    velocity_by: &'m [f64],
    acceleration_by: &'m [f64],
}

impl Moving<'_> {
    /// Returns the quantity that a name stands for, where it has this value; `changed` has its change, if it is an input.
    fn quantity(&self, value: f64, quantity: &Quantity, changed: &Quantity) -> Mixed {
        let all = |rate, change, mixed| Dual::new(Dual::new(value, rate), Dual::new(change, mixed));
        match (quantity, changed) {
            (Quantity::Position(row), _) => all(
                row.apply(self.velocity),
                row.apply(self.position_by),
                row.apply(self.velocity_by),
            ),
            (Quantity::Velocity(row), _) => all(
                row.apply(self.acceleration),
                row.apply(self.velocity_by),
                2.0 * row.apply(self.acceleration_by),
            ),
            (Quantity::Ramp { rate, .. }, Quantity::Ramp { rate: change, .. }) => {
                all(*rate, *change, 0.0)
            }
            (Quantity::Time { rate }, _) => all(*rate, 0.0, 0.0),
            _ => all(0.0, 0.0, 0.0),
        }
    }
}

/// Evaluates the changes of the forces' derivatives with respect to time, in the place of the forces of order 2.
/// The accelerations are kept, and the changes of positions, velocities and of the accelerations of bodies with
/// mass are there.
pub(in crate::dynamics) fn add_mixed_formulas(
    expansion: &mut Expansion,
    at: &Changing,
    variation: &Variation,
) {
    let Changing { system, start, change, .. } = *at;
    let Expansion { forces, position, velocity, accelerations, force, .. } = expansion;
    let moving = Moving {
        velocity: velocity.row(0),
        acceleration: accelerations,
        position_by: position.row(1),
        velocity_by: velocity.row(1),
        acceleration_by: velocity.row(2),
    };
    let base: &ForceData = &system.forces;
    forces.mixed.clear();
    for action in &base.actions {
        let names = &base.names[action.force];
        let changed = &variation.system.forces.names[action.force].quantities;
        let Look { values, mixed, mixed_entries, mixed_results, .. } = &mut forces.work;
        values.clear();
        let instant = start.instant();
        let now = |one: &Quantity| one.value(&instant, position.row(0), velocity.row(0));
        values.extend(names.quantities.iter().map(now));
        mixed.clear();
        let all = names.quantities.iter().zip(changed).zip(&*values);
        mixed.extend(all.map(|((one, changed), value)| moving.quantity(*value, one, changed)));
        mixed_entries.clear();
        mixed_entries.extend(names.entries.iter().map(|entry| Mixed::constant(*entry)));
        let mut entry = 0;
        let parameter = |id| change.parameter(id);
        Names::changes(base.force(action), parameter, |name, by| match name {
            Some(name) => mixed[name].change = Dual::constant(by),
            None => {
                mixed_entries[entry].change = Dual::constant(by);
                entry += 1;
            }
        });
        let given = (&mixed[..], &mixed_entries[..]);
        let made = base.evaluate(action, given, instant.branches, mixed_results);
        forces.mixed.push((made.value.change, made.change.change));
        apply_force(&action.row, action.sign * made.change.change, force.row_mut(2));
    }
}
