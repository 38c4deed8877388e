//! Forces by formula that jump where their own slip velocity passes through 0, or that on a surface, and of which no friction has been taken
//! ([`super::friction`]). One that jumps against the slip is dry friction, which holds as well as slips, and one that jumps
//! along it moves its bodies either way: no formula says what happens at 0.

use std::ops::Range;

use super::start::Start;
use crate::algebra::{Formula, Given};
use crate::network::bodies::Bodies;
use crate::network::force::{ForceKind, Meaning};
use crate::network::model::{BodyKind, End};

/// Slip velocities to either side of 0, m/s or rad/s: powers from 0.1 on are below [`JUMP`] there.
const NEAR: f64 = 1e-200;

/// A change of less than this part of the force at 1 m/s or rad/s is round-off.
const JUMP: f64 = 1e-12;

/// Displacements, and times in s, at which a formula is evaluated: a jump may begin somewhere.
const SAMPLES: [(f64, f64); 3] = [(0.0, 0.0), (0.37, 1.3), (-0.41, 2.9)];

/// Returns the reason to refuse a force that jumps at its own slip velocity 0, which stands for the velocity `at` of a surface.
pub(super) fn jump(
    bodies: &Bodies,
    (name, kind, formula): (&str, ForceKind, &Formula),
    start: &Start,
    at: &str,
) -> Option<String> {
    let sign = match kind {
        ForceKind::Load => 1.0,
        ForceKind::Spring => -1.0,
        ForceKind::Potential | ForceKind::NormalForce => return None,
    };
    let [before, after] = SAMPLES.iter().find_map(|&(displacement, time)| {
        let value = |rate: f64| -> f64 {
            formula.evaluate(&At { start, bodies, displacement, time, rate })
        };
        let sides = [value(-NEAR), value(NEAR)];
        let size = value(1.0).abs().max(value(-1.0).abs());
        let change = (sides[1] - sides[0]).abs();
        // A pole has no sides.
        let grows = |side: f64| value(side * NEAR).abs() > 2.0 * value(side * NEAR.sqrt()).abs();
        let has_sides = change.is_finite() && !(grows(-1.0) || grows(1.0));
        (change > JUMP * size && has_sides).then_some(sides)
    })?;
    let change = sign * (after - before);
    let [before, after, friction] = [before, after, -0.5 * change].map(short);
    let jumps =
        format!("jumps from {before} to {after} where its slip velocity passes through {at}");
    Some(match change < 0.0 {
        true => format!(
            "{jumps}, which is dry friction: write [contact.{}] between the same ends, with law = \"coulomb\" and \
             kineticFriction = {friction}, and keep the rest of the formula here",
            name
        ),
        false => format!("{jumps}, {ALONG}"),
    })
}

/// Reason to refuse a jump in the direction of the slip.
const ALONG: &str = "in the direction of the slip, so that the motion from there is not unique: write it as \
`tanh(rate/v0)`, a condition `rate > 0` as `rate > v0`, with a small velocity v0; a compensation c*F of a friction F as \
one friction, `-(F - c*F)*sign(rate)`";

/// Returns the reason to refuse a force that jumps so, whose limits are not known.
pub(super) fn drives(at: &str) -> String {
    format!("jumps where its slip velocity passes through {at}, {ALONG}")
}

/// Returns a number without its round-off.
fn short(number: f64) -> f64 {
    format!("{number:.11e}").parse().unwrap_or(number)
}

/// Names of a formula near the start, at a slip velocity of its own.
struct At<'s> {
    start: &'s Start<'s>,
    bodies: &'s Bodies,
    /// Displacement of all positions from the start, m or rad.
    displacement: f64,
    /// Time, s.
    time: f64,
    /// Slip velocity, m/s or rad/s.
    rate: f64,
}

impl At<'_> {
    /// Returns the velocity of a body of which the slip velocity is a multiple, if it is one.
    fn own_velocity(&self, body: usize) -> Option<f64> {
        let ends = self.start.ends?;
        let stands =
            |end: End| end.body.is_none_or(|one| self.bodies.list[one].kind == BodyKind::Fixed);
        let (end, rate) = match (ends.i.body == Some(body), ends.j.body == Some(body)) {
            (true, false) if stands(ends.j) => (ends.i, self.rate),
            (false, true) if stands(ends.i) => (ends.j, -self.rate),
            _ => return None,
        };
        let weight = end.weight.map_or(1.0, |id| self.start.parameter(id));
        (weight != 0.0).then(|| rate / weight)
    }
}

impl Given<f64> for At<'_> {
    fn number(&self, name: usize) -> f64 {
        let known = self.start.number(name);
        match self.start.names[name].1 {
            Meaning::Rate => self.rate,
            Meaning::Velocity(body) => self.own_velocity(body).unwrap_or(known),
            Meaning::Relative | Meaning::Position(_) => known + self.displacement,
            Meaning::Time => self.time,
            // A load that nobody gives yet.
            Meaning::Input(_) if known == 0.0 => 1.0,
            Meaning::Input(_) | Meaning::Parameter(_) | Meaning::List(_) => known,
        }
    }

    fn list(&self, name: usize) -> Range<usize> {
        self.start.list(name)
    }

    fn entry(&self, place: usize) -> f64 {
        self.start.entry(place)
    }
}
