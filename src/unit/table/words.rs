//! Words of descriptions, and names and units of quantities of an axis.

use crate::network::{Axis, Contact, End, Network, PhysicalUnit, Signal};

/// Quantities of an axis.
pub(super) struct Words {
    pub position: &'static str,
    pub force: &'static str,
    /// Velocity, acceleration and mass in text.
    spoken: [&'static str; 3],
    pub length: PhysicalUnit,
    pub speed: PhysicalUnit,
    pub load: PhysicalUnit,
}

const TRANSLATION: Words = Words {
    position: "position",
    force: "force",
    spoken: ["velocity", "acceleration", "mass"],
    length: PhysicalUnit::Metre,
    speed: PhysicalUnit::MetrePerSecond,
    load: PhysicalUnit::Newton,
};

const ROTATION: Words = Words {
    position: "angle",
    force: "torque",
    spoken: ["angular velocity", "angular acceleration", "moment of inertia"],
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

/// An element as descriptions name it.
#[derive(Clone, Copy)]
pub(super) struct Named<'n> {
    pub name: &'n str,
    pub axis: Axis,
    /// Names of the bodies at its ends; empty for a body, which has none, and where they are not known.
    pub ends: [&'n str; 2],
}

impl<'n> Named<'n> {
    /// Names an element without ends.
    pub fn alone(name: &'n str, axis: Axis) -> Self {
        Self { name, axis, ends: [""; 2] }
    }

    /// Names an element between two ends.
    pub fn between(network: &'n Network, name: &'n str, axis: Axis, ends: [End; 2]) -> Self {
        let body = |end: End| end.body.map_or("ground", |body| &network.bodies[body].name);
        Self { name, axis, ends: ends.map(body) }
    }

    /// Names a contact, whose second end may be a moving surface.
    pub fn contact(network: &'n Network, contact: &'n Contact) -> Self {
        let Contact { name, axis, i, j, .. } = contact;
        let mut named = Self::between(network, name, *axis, [*i, *j]);
        if j.body.is_none() && contact.surface_velocity != Signal::Zero {
            named.ends[1] = "the surface";
        }
        named
    }

    /// Returns a text with the words of the axis and the names of the ends.
    pub fn in_text(&self, text: &str) -> String {
        let Words { force, spoken: [velocity, acceleration, mass], .. } = words(self.axis);
        let [first, second] = self.ends;
        let described = [
            ("{force}", *force),
            ("{velocity}", velocity),
            ("{acceleration}", acceleration),
            ("{mass}", mass),
            ("{first}", first),
            ("{second}", second),
        ];
        described.into_iter().fold(text.to_owned(), |text, (key, word)| text.replace(key, word))
    }
}
