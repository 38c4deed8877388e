//! Quantities of elements, one row each: what a variable is called and measures, how it is read of the motion, and what it
//! depends on. The variables of all elements of the kind, their values, derivatives by time and in directions, and their
//! dependencies follow from the row.

use std::fmt;
use std::hash::{Hash, Hasher};

use super::known::{Set, damper, formula, positions, velocities};
use crate::motion::Observation;
use crate::network::{End, Network, PhysicalUnit};

/// What the motion tells, and the network that it is told of.
pub(super) struct Told<'t> {
    pub network: &'t Network,
    pub parameters: &'t [f64],
    /// Values, their derivatives by time, or their changes in a direction.
    pub seen: &'t Observation,
}

/// A linear function of what the motion tells, whose coefficients are fixed.
type Factor = fn(&Told, usize) -> f64;

/// A kind of variable of an element that the table, its readers and its dependencies know by this row alone.
pub struct Quantity {
    /// Second part of the variable's name.
    pub name: &'static str,
    /// For people; `{force}` is the word of the axis for a force.
    pub(super) text: &'static str,
    /// In translation and in rotation.
    pub(super) unit: [PhysicalUnit; 2],
    /// Whether it tells about the motion and is no part of it.
    pub(super) diagnostic: bool,
    /// What it is the product of, at most [`MOST_FACTORS`].
    pub(super) factors: &'static [Factor],
    /// What it is evaluated from, of an element by its index.
    pub(super) known: fn(&Network, usize) -> Set,
}

const FORCE: [PhysicalUnit; 2] = [PhysicalUnit::Newton, PhysicalUnit::NewtonMetre];

/// Most factors of a quantity.
pub(super) const MOST_FACTORS: usize = 2;

/// F of a damper: acts on body i against motion.
pub static DAMPER_FORCE: Quantity = Quantity {
    name: "force",
    text: "{force} on the first end against motion",
    unit: FORCE,
    diagnostic: false,
    factors: &[force_of_damper],
    known: known_of_damper,
};

/// Those of dampers, in the order of the variables.
pub(super) static OF_DAMPERS: [&Quantity; 2] = [
    &DAMPER_FORCE,
    &Quantity {
        name: "dissipatedPower",
        text: "power dissipated",
        unit: [PhysicalUnit::Watt; 2],
        diagnostic: true,
        factors: &[force_of_damper, |told, index| {
            let damper = &told.network.dampers[index];
            told.apart(damper.i, damper.j, &told.seen.velocity)
        }],
        known: known_of_damper,
    },
];

/// Those of springs by formula, beside their force.
pub(super) static OF_FORMULA_SPRINGS: [&Quantity; 1] = [&Quantity {
    name: "deflection",
    text: "deflection",
    unit: [PhysicalUnit::Metre, PhysicalUnit::Radian],
    diagnostic: false,
    factors: &[|told, index| {
        let action = &told.network.forces[index].actions[0];
        told.apart(action.i, action.j, &told.seen.position)
    }],
    known: |network, index| {
        let action = &network.forces[index].actions[0];
        positions(network, [action.i, action.j])
    },
}];

/// Those of dampers by formula, beside their force.
pub(super) static OF_FORMULA_DAMPERS: [&Quantity; 1] = [&Quantity {
    name: "dissipatedPower",
    text: "power dissipated",
    unit: [PhysicalUnit::Watt; 2],
    diagnostic: true,
    factors: &[
        |told, index| told.seen.formula[index],
        |told, index| {
            let action = &told.network.forces[index].actions[0];
            told.apart(action.i, action.j, &told.seen.velocity)
        },
    ],
    known: |network, index| {
        let action = &network.forces[index].actions[0];
        let mut set = formula(network, &network.forces[index], 0);
        set.extend(velocities(network, [action.i, action.j]));
        set
    },
}];

impl Told<'_> {
    /// Position or velocity of one end relative to the other.
    fn apart(&self, i: End, j: End, of: &[f64]) -> f64 {
        let part = |end: End| {
            let weight = end.weight.map_or(1.0, |id| self.parameters[id.0]);
            end.body.map_or(0.0, |body| weight * of[body])
        };
        part(i) - part(j)
    }
}

fn force_of_damper(told: &Told, index: usize) -> f64 {
    told.seen.damper_force[index]
}

fn known_of_damper(network: &Network, index: usize) -> Set {
    damper(network, &network.dampers[index])
}

impl Quantity {
    /// Its value.
    pub(super) fn value(&self, told: &Told, element: usize) -> f64 {
        self.factors.iter().map(|factor| factor(told, element)).product()
    }

    /// How it changes while its factors change as `by` tells.
    pub(super) fn change(&self, told: &Told, by: &Told, element: usize) -> f64 {
        let changed = |(place, factor): (usize, &Factor)| {
            let others = self.factors.iter().enumerate().filter(|(other, _)| *other != place);
            let held: f64 = others.map(|(_, other)| other(told, element)).product();
            factor(by, element) * held
        };
        self.factors.iter().enumerate().map(changed).sum()
    }
}

/// Each row is one of its kind.
impl PartialEq for Quantity {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for Quantity {}

impl Hash for Quantity {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::ptr::hash(self, state);
    }
}

impl fmt::Debug for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
