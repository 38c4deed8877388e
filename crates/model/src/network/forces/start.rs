//! Values at the start of the names of a formula, by the file.

use crate::algebra;
use crate::network::bodies::Bodies;
use crate::network::ends::Ends;
use crate::network::force::Meaning;
use crate::network::model::{BodyKind, Drive, End, InputId, ParameterId};
use crate::network::reader::Reader;

/// Values of names at the start.
pub(super) struct Start<'s> {
    pub reader: &'s Reader,
    pub bodies: &'s Bodies,
    pub names: &'s [(String, Meaning)],
    pub ends: Option<Ends>,
}

impl Start<'_> {
    pub(super) fn parameter(&self, id: ParameterId) -> f64 {
        self.reader.parameters[id.0].start
    }

    /// Returns the position and velocity of a body.
    fn motion(&self, body: usize) -> [f64; 2] {
        let input = |id: InputId| self.reader.inputs[id.0].start;
        match self.bodies.list[body].kind {
            BodyKind::Free { position0, velocity0, .. } => {
                [position0, velocity0].map(|id| self.parameter(id))
            }
            BodyKind::Massless { position0, .. } => [self.parameter(position0), 0.0],
            BodyKind::Fixed => [0.0, 0.0],
            BodyKind::Prescribed(drive) => {
                let position = match drive {
                    Drive::Velocity { position0, .. } => self.parameter(position0),
                    _ => drive.position().map_or(0.0, input),
                };
                [position, drive.velocity().map_or(0.0, input)]
            }
        }
    }

    fn relative(&self, which: usize) -> f64 {
        let one = |end: End| {
            let weight = end.weight.map_or(1.0, |id| self.parameter(id));
            end.body.map_or(0.0, |body| weight * self.motion(body)[which])
        };
        self.ends.map_or(0.0, |ends| one(ends.i) - one(ends.j))
    }
}

impl algebra::Given<f64> for Start<'_> {
    fn number(&self, name: usize) -> f64 {
        match &self.names[name].1 {
            Meaning::Relative => self.relative(0),
            Meaning::Rate => self.relative(1),
            Meaning::Position(body) => self.motion(*body)[0],
            Meaning::Velocity(body) => self.motion(*body)[1],
            Meaning::Time | Meaning::List(_) => 0.0,
            Meaning::Input(id) => self.reader.inputs[id.0].start,
            Meaning::Parameter(id) => self.parameter(*id),
        }
    }

    /// Returns the entries of a list, which are parameters that follow one another.
    fn list(&self, name: usize) -> std::ops::Range<usize> {
        match &self.names[name].1 {
            Meaning::List(ids) => ids.first().map_or(0..0, |first| first.0..first.0 + ids.len()),
            _ => 0..0,
        }
    }

    fn entry(&self, place: usize) -> f64 {
        self.reader.parameters[place].start
    }
}
