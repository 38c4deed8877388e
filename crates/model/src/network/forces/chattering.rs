//! Forces by formula that jump against a motion, of which no contact can be made: where the motion should keep
//! that velocity they jump to and fro.

use super::contact::text_of;
use super::friction::of_slip;
use super::ranges::Ranges;
use super::reading::Reading;
use super::slip::Slip;
use super::start::Start;
use super::surfaces::Surfaces;
use crate::algebra::Formula;
use crate::network::force::Meaning;
use crate::network::model::{BodyKind, End};

/// A jump against a motion.
pub(super) struct Chattering {
    /// The warning.
    pub rule: String,
    /// True if it is at a slip velocity that may change, and be 0.
    pub moves: bool,
}

/// Returns the first jump of a formula without its friction against a motion; None if it has none.
pub(super) fn chattering(
    reading: &Reading,
    start: &Start,
    name: &str,
    value: &Formula,
) -> Option<Chattering> {
    let own = Slip::between(reading, start, name, value)?;
    let velocities = (0..reading.names.len()).filter_map(|velocity| of_body(&own, velocity));
    [own].into_iter().chain(velocities).find_map(|slip| held(&slip, &own))
}

/// Returns the velocity of a body at one of the ends as the slip, by its name.
fn of_body<'r>(own: &Slip<'r>, name: usize) -> Option<Slip<'r>> {
    let Meaning::Velocity(body) = own.reading.names[name].1 else { return None };
    let is_free = matches!(own.reading.bodies.list[body].kind, BodyKind::Free { .. });
    let pushes = |end: End| {
        let weight = end.weight.map_or(1.0, |id| own.start.parameter(id));
        (end.body == Some(body)).then_some(weight > 0.0)
    };
    let along = match (pushes(own.ends.i), pushes(own.ends.j)) {
        (Some(along), None) => along,
        (None, Some(along)) => !along,
        _ => return None,
    };
    is_free.then_some(Slip { rate: name, along: along == own.along, ..*own })
}

/// Returns the first jump of the formula against it.
fn held(slip: &Slip, own: &Slip) -> Option<Chattering> {
    let always = Ranges::new(slip.start);
    let mut surfaces = Surfaces::new(slip.value, slip.rate, &always, |place| own.own(place));
    if !surfaces.vary() {
        return None;
    }
    let ends = [slip.ends.i.body, slip.ends.j.body];
    let moves = |(_, meaning): &(String, Meaning)| match *meaning {
        Meaning::Rate => true,
        Meaning::Velocity(body) => ends.contains(&Some(body)),
        _ => false,
    };
    let names = slip.reading.names;
    surfaces.velocities().into_iter().find_map(|velocity| {
        let (value, surface) = (surfaces.on(velocity), surfaces.velocity(velocity));
        let mut at_ends = (0..names.len()).filter(|name| moves(&names[*name]));
        if at_ends.any(|name| surface.depends_on(name)) {
            return None;
        }
        let on = Slip { value: &value, surface: Some(&surface), ..*slip };
        of_slip(&on, "").ok()??;
        let (moves, held) = match (slip.rate == own.rate, text_of(slip, &surface)) {
            (true, Some(at)) => (
                false,
                format!(
                    "its slip velocity passes through {at}, beside other friction; write that as a force of its own"
                ),
            ),
            (true, None) => (
                true,
                "its slip velocity passes through one that neither is a number nor follows one parameter or input \
                 alone; let an input be that velocity, which a simulation may give as a formula of the time, or a \
                 contact join the bodies that slip"
                    .to_owned(),
            ),
            (false, _) => (
                false,
                format!(
                    "`{}` passes through a velocity, which is not its own slip velocity; let a contact join the bodies \
                     that slip",
                    names[slip.rate].0
                ),
            ),
        };
        let rule = format!(
            "jumps against the motion where {held}: the simulation ends with chattering where friction should hold there"
        );
        Some(Chattering { rule, moves })
    })
}
