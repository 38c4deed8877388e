//! Names of quantities of an axis, and their units.

use crate::network::{Axis, PhysicalUnit};

/// Quantities of an axis.
pub(super) struct Words {
    pub position: &'static str,
    /// The three in text.
    pub spoken: [&'static str; 3],
    pub force: &'static str,
    pub length: PhysicalUnit,
    pub speed: PhysicalUnit,
    pub load: PhysicalUnit,
}

const TRANSLATION: Words = Words {
    position: "position",
    spoken: ["position", "velocity", "acceleration"],
    force: "force",
    length: PhysicalUnit::Metre,
    speed: PhysicalUnit::MetrePerSecond,
    load: PhysicalUnit::Newton,
};

const ROTATION: Words = Words {
    position: "angle",
    spoken: ["angle", "angular velocity", "angular acceleration"],
    force: "torque",
    length: PhysicalUnit::Radian,
    speed: PhysicalUnit::RadianPerSecond,
    load: PhysicalUnit::NewtonMetre,
};

pub(super) fn words(axis: Axis) -> &'static Words {
    match axis {
        Axis::Translation => &TRANSLATION,
        Axis::Rotation => &ROTATION,
    }
}

impl Words {
    /// Returns a text with `{force}`, `{velocity}` and `{acceleration}` in the words of the axis.
    pub fn in_text(&self, text: &str) -> String {
        let told = [
            ("{force}", self.force),
            ("{velocity}", self.spoken[1]),
            ("{acceleration}", self.spoken[2]),
        ];
        told.into_iter().fold(text.to_owned(), |text, (key, word)| text.replace(key, word))
    }
}
