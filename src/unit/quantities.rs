//! Quantities of elements, one row each: what a variable is called and measures, how it is read of the motion, and what it
//! depends on. The variables of all elements of the kind, their values, derivatives by time and in directions, and their
//! dependencies follow from the row.

use std::fmt;
use std::hash::{Hash, Hasher};

use super::known::{Set, damper, forces, formula, load, positions, slip, spring, velocities};
use super::structure::{Structure, When};
use crate::dynamics::{Observation, Seen};
use crate::network::{End, ForceKind, Network, PhysicalUnit};

/// Observed values of the motion, with the network and the parameters to which they belong.
pub(super) struct ObservedValues<'t> {
    pub network: &'t Network,
    pub parameters: &'t [f64],
    /// Values, their derivatives by time, or their changes in a direction.
    pub seen: &'t Observation,
}

/// A linear function of observed values, whose coefficients are fixed.
#[derive(Clone, Copy)]
pub(super) enum Factor {
    /// One of them.
    Seen(Seen),
    /// A function of several, by the element.
    Made(fn(&ObservedValues, usize) -> f64),
}

/// A kind of variable of an element that the table, its readers and its dependencies know by this row alone.
pub struct Quantity {
    /// Second part of the variable's name, in translation and in rotation.
    pub name: [&'static str; 2],
    /// Text of [`description_of`](crate::network::description_of); `{force}`, `{velocity}`, `{acceleration}` and `{mass}` are
    /// words of the axis, `{first}` and `{second}` the names of the ends.
    pub(super) text: &'static str,
    /// Units in translation and in rotation.
    pub(super) unit: [PhysicalUnit; 2],
    /// True if it is a diagnostic of the motion and no part of it.
    pub(super) diagnostic: bool,
    /// Factors of which it is the product, at most [`MOST_FACTORS`].
    pub(super) factors: &'static [Factor],
    /// Known quantities from which it is evaluated, of an element by its index.
    pub(super) known: fn(&Structure, usize, When) -> Set,
    /// True if that is all that acts on more bodies than a list is worth.
    pub(super) spans: fn(&Structure, usize) -> bool,
}

const FORCE: [PhysicalUnit; 2] = [PhysicalUnit::Newton, PhysicalUnit::NewtonMetre];

/// Most factors of a quantity.
pub(super) const MOST_FACTORS: usize = 2;

/// Velocity of a body, m/s or rad/s.
pub(super) static VELOCITY: Quantity = Quantity {
    name: ["velocity", "angularVelocity"],
    text: "{velocity}",
    unit: [PhysicalUnit::MetrePerSecond, PhysicalUnit::RadianPerSecond],
    diagnostic: false,
    factors: &[Factor::Seen(Seen::Velocity)],
    known: |structure, body, _| {
        velocities(structure.network, [End { body: Some(body), weight: None }; 2])
    },
    spans: never,
};

/// Acceleration of a body, m/s² or rad/s².
pub(super) static ACCELERATION: Quantity = Quantity {
    name: ["acceleration", "angularAcceleration"],
    text: "{acceleration}",
    unit: [PhysicalUnit::MetrePerSecond2, PhysicalUnit::RadianPerSecond2],
    diagnostic: false,
    factors: &[Factor::Seen(Seen::Acceleration)],
    known: |structure, body, _| structure.acceleration(body),
    spans: |structure, body| structure.is_large(body),
};

/// Force of the unit on a prescribed body.
pub(super) static REACTION: Quantity = Quantity {
    name: ["reaction"; 2],
    text: "reaction {force} of the model on {}",
    unit: FORCE,
    diagnostic: false,
    factors: &[Factor::Seen(Seen::Reaction)],
    known: |structure, body, when| structure.reaction(body, when),
    spans: |structure, body| structure.reacts_to_large(body),
};

/// Estimate of the force of a host on a port beside the model's own.
pub(super) static APPLIED_FORCE: Quantity = Quantity {
    name: ["appliedForce", "appliedTorque"],
    text: "estimated sum of all other {force}s on {}",
    unit: FORCE,
    diagnostic: false,
    factors: &[Factor::Seen(Seen::AppliedForce)],
    known: |structure, body, _| forces(structure.network, body),
    spans: never,
};

/// Mass that is felt at a flange in the present modes.
pub(super) static EFFECTIVE_MASS: Quantity = Quantity {
    name: ["effectiveMass", "effectiveInertia"],
    text: "effective {mass} at {} (1e300, if it cannot move)",
    unit: [PhysicalUnit::Kilogram, PhysicalUnit::KilogramMetre2],
    diagnostic: false,
    factors: &[Factor::Seen(Seen::EffectiveMass)],
    known: |structure, body, when| match when {
        When::Starting => structure.acceleration(body),
        When::Stepping | When::Integrating => Set::new(),
    },
    spans: |structure, body| structure.is_large(body),
};

/// Force that accelerates it.
pub(super) static FREE_FORCE: Quantity = Quantity {
    name: ["freeForce", "freeTorque"],
    text: "sum of all {force}s, reduced to {}",
    unit: FORCE,
    diagnostic: false,
    factors: &[Factor::Seen(Seen::EffectiveMass), Factor::Seen(Seen::Acceleration)],
    known: |structure, body, _| structure.acceleration(body),
    spans: |structure, body| structure.is_large(body),
};

/// λ of a contact.
pub(super) static FRICTION_FORCE: Quantity = Quantity {
    name: ["frictionForce"; 2],
    text: "friction {force} of {} on {first} (positive against slip)",
    unit: FORCE,
    diagnostic: false,
    factors: &[Factor::Seen(Seen::Friction)],
    known: |structure, contact, when| structure.friction(contact, when),
    spans: |structure, contact| structure.rubs_large(contact),
};

/// w of a contact.
pub(super) static SLIP_VELOCITY: Quantity = Quantity {
    name: ["slipVelocity"; 2],
    text: "slip velocity of {} ({first} relative to {second})",
    unit: [PhysicalUnit::MetrePerSecond, PhysicalUnit::RadianPerSecond],
    diagnostic: false,
    factors: &[Factor::Seen(Seen::SlipVelocity)],
    known: |structure, contact, _| slip(structure.network, &structure.network.contacts[contact]),
    spans: never,
};

/// Power that a contact dissipates, W.
pub(super) static DISSIPATED_POWER: Quantity = Quantity {
    name: ["dissipatedPower"; 2],
    text: "power dissipated by {}",
    unit: [PhysicalUnit::Watt; 2],
    diagnostic: true,
    factors: &[Factor::Seen(Seen::DissipatedPower)],
    known: |structure, contact, when| structure.friction(contact, when),
    spans: |structure, contact| structure.rubs_large(contact),
};

/// Normal load of a contact, N.
pub(super) static NORMAL_LOAD: Quantity = Quantity {
    name: ["normalLoad"; 2],
    text: "normal load (0, if free)",
    unit: [PhysicalUnit::Newton; 2],
    diagnostic: false,
    factors: &[Factor::Seen(Seen::NormalLoad)],
    known: |structure, contact, _| load(structure.network, &structure.network.contacts[contact]),
    spans: never,
};

/// F of a spring.
pub(super) static SPRING_FORCE: Quantity = Quantity {
    name: ["force"; 2],
    text: "spring {force} of {} on {first} (positive against deflection)",
    unit: FORCE,
    diagnostic: false,
    factors: &[Factor::Seen(Seen::SpringForce)],
    known: |structure, index, _| spring(structure.network, &structure.network.springs[index]),
    spans: never,
};

/// e of a spring.
pub(super) static DEFLECTION: Quantity = Quantity {
    name: ["deflection"; 2],
    text: "deflection ({first} relative to {second})",
    unit: [PhysicalUnit::Metre, PhysicalUnit::Radian],
    diagnostic: false,
    factors: &[Factor::Seen(Seen::Deflection)],
    known: |structure, index, _| {
        let spring = &structure.network.springs[index];
        positions(structure.network, [spring.i, spring.j])
    },
    spans: never,
};

/// F of a load, and what else the first formula of a force says.
pub(super) static FORMULA: Quantity = Quantity {
    name: ["force"; 2],
    text: "{force} of {} on {first}",
    unit: FORCE,
    diagnostic: false,
    factors: &[Factor::Made(|values, force| values.force_of_formula(force))],
    known: |structure, force, when| {
        let entry = &structure.network.forces[force];
        let mut set = formula(structure.network, entry, 0);
        set.extend(entry.frictions.clone().flat_map(|contact| structure.friction(contact, when)));
        set
    },
    spans: |structure, force| {
        let mut frictions = structure.network.forces[force].frictions.clone();
        frictions.any(|contact| structure.rubs_large(contact))
    },
};

/// F of a damper: acts on body i against motion.
pub static DAMPER_FORCE: Quantity = Quantity {
    name: ["force"; 2],
    text: "damping {force} of {} on {first} (positive against motion)",
    unit: FORCE,
    diagnostic: false,
    factors: &[Factor::Seen(Seen::DamperForce)],
    known: known_of_damper,
    spans: never,
};

/// Quantities of dampers, in the order of the variables.
pub(super) static OF_DAMPERS: [&Quantity; 2] = [
    &DAMPER_FORCE,
    &Quantity {
        name: ["dissipatedPower"; 2],
        text: "power dissipated by {}",
        unit: [PhysicalUnit::Watt; 2],
        diagnostic: true,
        factors: &[
            Factor::Seen(Seen::DamperForce),
            Factor::Made(|values, index| {
                let damper = &values.network.dampers[index];
                values.apart(damper.i, damper.j, &values.seen.velocity)
            }),
        ],
        known: known_of_damper,
        spans: never,
    },
];

/// Quantities of springs by formula, beside their force.
pub(super) static OF_FORMULA_SPRINGS: [&Quantity; 1] = [&Quantity {
    name: ["deflection"; 2],
    text: "deflection ({first} relative to {second})",
    unit: [PhysicalUnit::Metre, PhysicalUnit::Radian],
    diagnostic: false,
    factors: &[Factor::Made(|values, index| {
        let action = &values.network.forces[index].actions[0];
        values.apart(action.i, action.j, &values.seen.position)
    })],
    known: |structure, index, _| {
        let action = &structure.network.forces[index].actions[0];
        positions(structure.network, [action.i, action.j])
    },
    spans: never,
}];

/// Quantities of dampers by formula, beside their force.
pub(super) static OF_FORMULA_DAMPERS: [&Quantity; 1] = [&Quantity {
    name: ["dissipatedPower"; 2],
    text: "power dissipated by {}",
    unit: [PhysicalUnit::Watt; 2],
    diagnostic: true,
    factors: &[
        Factor::Seen(Seen::Formula),
        Factor::Made(|values, index| {
            let action = &values.network.forces[index].actions[0];
            values.apart(action.i, action.j, &values.seen.velocity)
        }),
    ],
    known: |structure, index, _| {
        let network = structure.network;
        let action = &network.forces[index].actions[0];
        let mut set = formula(network, &network.forces[index], 0);
        set.extend(velocities(network, [action.i, action.j]));
        set
    },
    spans: never,
}];

impl ObservedValues<'_> {
    /// Returns the position or velocity of one end relative to the other.
    fn apart(&self, i: End, j: End, of: &[f64]) -> f64 {
        let part = |end: End| {
            let weight = end.weight.map_or(1.0, |id| self.parameters[id.0]);
            end.body.map_or(0.0, |body| weight * of[body])
        };
        part(i) - part(j)
    }
}

impl ObservedValues<'_> {
    /// Returns a force by formula, with the part that its contacts exert.
    fn force_of_formula(&self, force: usize) -> f64 {
        let (value, entry) = (self.seen.formula[force], &self.network.forces[force]);
        let frictions = self.seen.friction[entry.frictions.clone()].iter();
        match entry.kind {
            ForceKind::Spring => frictions.fold(value, |sum, friction| sum + friction),
            _ => frictions.fold(value, |sum, friction| sum - friction),
        }
    }
}

fn known_of_damper(structure: &Structure, index: usize, _: When) -> Set {
    damper(structure.network, &structure.network.dampers[index])
}

/// Returns false, for what depends on the ends of one element.
fn never(_: &Structure, _: usize) -> bool {
    false
}

impl Factor {
    /// Returns its value.
    pub(super) fn value(self, values: &ObservedValues, element: usize) -> f64 {
        match self {
            Factor::Seen(seen) => values.seen.list(seen)[element],
            Factor::Made(function) => function(values, element),
        }
    }
}

impl Quantity {
    /// Returns its value.
    pub(super) fn value(&self, values: &ObservedValues, element: usize) -> f64 {
        match self.factors {
            // No product, which would begin with 1.
            [factor] => factor.value(values, element),
            factors => factors.iter().map(|factor| factor.value(values, element)).product(),
        }
    }

    /// Returns the quantity that it is, if it is one that is observed.
    pub(super) fn seen(&self) -> Option<Seen> {
        match self.factors {
            [Factor::Seen(seen)] => Some(*seen),
            _ => None,
        }
    }

    /// Returns its change while its factors change by `by`: a derivative by time, or along a direction.
    pub(super) fn change(
        &self,
        values: &ObservedValues,
        by: &ObservedValues,
        element: usize,
    ) -> f64 {
        let changed = |(place, factor): (usize, &Factor)| {
            let others = self.factors.iter().enumerate().filter(|(other, _)| *other != place);
            let held: f64 = others.map(|(_, other)| other.value(values, element)).product();
            factor.value(by, element) * held
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
        f.write_str(self.name[0])
    }
}
