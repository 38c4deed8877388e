//! Names and units of quantities along an axis: translation or rotation.

use super::parts::Axis;
use super::units::PhysicalUnit;

/// Words and units of an axis.
#[derive(Debug)]
pub(super) struct AxisWords {
    /// `translational` or `rotational`.
    pub adjective: &'static str,
    pub mass: &'static str,
    pub position: &'static str,
    pub velocity: &'static str,
    pub acceleration: &'static str,
    /// The mass, velocity and acceleration in text.
    pub mass_text: &'static str,
    pub velocity_text: &'static str,
    pub acceleration_text: &'static str,
    pub force: &'static str,
    pub constant_force: &'static str,
    /// Words of a port: its effective mass and its applied force.
    pub effective_mass: &'static str,
    pub applied_force: &'static str,
    /// Names of the start values as parameters.
    pub position0: &'static str,
    pub velocity0: &'static str,
    pub applied_force0: &'static str,
    pub mass_unit: PhysicalUnit,
    pub position_unit: PhysicalUnit,
    pub velocity_unit: PhysicalUnit,
    pub acceleration_unit: PhysicalUnit,
    pub force_unit: PhysicalUnit,
    pub viscous_unit: PhysicalUnit,
    /// Force per velocity squared.
    pub square_unit: PhysicalUnit,
    pub per_velocity_unit: PhysicalUnit,
    pub per_velocity2_unit: PhysicalUnit,
    pub stiffness_unit: PhysicalUnit,
    pub cubic_unit: PhysicalUnit,
    pub per_position_unit: PhysicalUnit,
    /// Force per time.
    pub force_rate_unit: PhysicalUnit,
}

impl AxisWords {
    /// Returns the keys of a body that differ between the axes, in an order that both share.
    pub fn keys(&self) -> [&'static str; 8] {
        let Self { mass, position, velocity, acceleration, force, constant_force, .. } = *self;
        let [effective_mass, applied_force] = self.port_keys();
        [
            mass,
            position,
            velocity,
            acceleration,
            force,
            constant_force,
            effective_mass,
            applied_force,
        ]
    }

    /// Returns the keys that a port alone has.
    pub fn port_keys(&self) -> [&'static str; 2] {
        [self.effective_mass, self.applied_force]
    }
}

const TRANSLATION: AxisWords = AxisWords {
    adjective: "translational",
    mass: "mass",
    position: "position",
    velocity: "velocity",
    acceleration: "acceleration",
    mass_text: "mass",
    velocity_text: "velocity",
    acceleration_text: "acceleration",
    force: "force",
    constant_force: "constantForce",
    effective_mass: "effectiveMass",
    applied_force: "appliedForce",
    position0: "position0",
    velocity0: "velocity0",
    applied_force0: "appliedForce0",
    mass_unit: PhysicalUnit::Kilogram,
    position_unit: PhysicalUnit::Metre,
    velocity_unit: PhysicalUnit::MetrePerSecond,
    acceleration_unit: PhysicalUnit::MetrePerSecond2,
    force_unit: PhysicalUnit::Newton,
    viscous_unit: PhysicalUnit::NewtonSecondPerMetre,
    square_unit: PhysicalUnit::NewtonSecond2PerMetre2,
    per_velocity_unit: PhysicalUnit::SecondPerMetre,
    per_velocity2_unit: PhysicalUnit::Second2PerMetre2,
    stiffness_unit: PhysicalUnit::NewtonPerMetre,
    cubic_unit: PhysicalUnit::NewtonPerMetre3,
    per_position_unit: PhysicalUnit::PerMetre,
    force_rate_unit: PhysicalUnit::NewtonPerSecond,
};

const ROTATION: AxisWords = AxisWords {
    adjective: "rotational",
    mass: "inertia",
    position: "angle",
    velocity: "angularVelocity",
    acceleration: "angularAcceleration",
    mass_text: "moment of inertia",
    velocity_text: "angular velocity",
    acceleration_text: "angular acceleration",
    force: "torque",
    constant_force: "constantTorque",
    effective_mass: "effectiveInertia",
    applied_force: "appliedTorque",
    position0: "angle0",
    velocity0: "angularVelocity0",
    applied_force0: "appliedTorque0",
    mass_unit: PhysicalUnit::KilogramMetre2,
    position_unit: PhysicalUnit::Radian,
    velocity_unit: PhysicalUnit::RadianPerSecond,
    acceleration_unit: PhysicalUnit::RadianPerSecond2,
    force_unit: PhysicalUnit::NewtonMetre,
    viscous_unit: PhysicalUnit::NewtonMetreSecondPerRadian,
    square_unit: PhysicalUnit::NewtonMetreSecond2PerRadian2,
    per_velocity_unit: PhysicalUnit::SecondPerRadian,
    per_velocity2_unit: PhysicalUnit::Second2PerRadian2,
    stiffness_unit: PhysicalUnit::NewtonMetrePerRadian,
    cubic_unit: PhysicalUnit::NewtonMetrePerRadian3,
    per_position_unit: PhysicalUnit::PerRadian,
    force_rate_unit: PhysicalUnit::NewtonMetrePerSecond,
};

pub(super) const ALL: [&AxisWords; 2] = [&TRANSLATION, &ROTATION];

pub(super) fn words(axis: Axis) -> &'static AxisWords {
    match axis {
        Axis::Translation => &TRANSLATION,
        Axis::Rotation => &ROTATION,
    }
}

/// Returns the words of the other axis.
pub(super) fn other_words(axis: Axis) -> &'static AxisWords {
    match axis {
        Axis::Translation => &ROTATION,
        Axis::Rotation => &TRANSLATION,
    }
}
