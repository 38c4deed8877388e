//! What quantities of an axis are called, and their units.

use crate::network::{Axis, PhysicalUnit};

/// Quantities of an axis.
pub(super) struct Words {
    pub position: &'static str,
    pub velocity: &'static str,
    pub acceleration: &'static str,
    /// The three in text.
    pub spoken: [&'static str; 3],
    pub force: &'static str,
    pub length: PhysicalUnit,
    pub speed: PhysicalUnit,
    pub rate: PhysicalUnit,
    pub load: PhysicalUnit,
}

const TRANSLATION: Words = Words {
    position: "position",
    velocity: "velocity",
    acceleration: "acceleration",
    spoken: ["position", "velocity", "acceleration"],
    force: "force",
    length: PhysicalUnit::Metre,
    speed: PhysicalUnit::MetrePerSecond,
    rate: PhysicalUnit::MetrePerSecond2,
    load: PhysicalUnit::Newton,
};

const ROTATION: Words = Words {
    position: "angle",
    velocity: "angularVelocity",
    acceleration: "angularAcceleration",
    spoken: ["angle", "angular velocity", "angular acceleration"],
    force: "torque",
    length: PhysicalUnit::Radian,
    speed: PhysicalUnit::RadianPerSecond,
    rate: PhysicalUnit::RadianPerSecond2,
    load: PhysicalUnit::NewtonMetre,
};

pub(super) fn words(axis: Axis) -> &'static Words {
    match axis {
        Axis::Translation => &TRANSLATION,
        Axis::Rotation => &ROTATION,
    }
}
