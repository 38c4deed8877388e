//! The part of a force by formula that jumps against its own slip velocity: dry friction, which becomes a contact. Its limits are
//! those of the formula at 0 from either side, or at the velocity of a surface: factors that change along a motion are its
//! normal load, the rest is its law.

use super::contact;
use super::ranges::Ranges;
use super::reading::Reading;
use super::slip::{Parts, Refusal, Slip};
use super::split::Split;
use super::start::Start;
use super::surfaces::{Surfaces, absolute};
use crate::algebra::{Formula, Interval};
use crate::network::force::{Force, Meaning};
use crate::network::keys;
use crate::network::model::Contact;
use crate::network::reader::Reader;

/// Parts of a force that jumps against its own slip velocity.
pub(super) struct Friction {
    /// The formula without its friction.
    pub rest: Formula,
    pub contact: Contact,
    /// Velocity of the surface of the contact where the formula has it as a number alone, m/s or rad/s.
    pub surface: Option<f64>,
    /// Force that gives the normal load of the contact, unless that is 1.
    pub load: Option<Force>,
    /// Numbers and inputs that must be ≥ 0, so that the load is.
    pub not_negative: Vec<Meaning>,
}

/// Frictions of one formula, at most: a contact each.
const MOST: usize = 10;

/// Returns the frictions of a formula, one for each surface velocity at which it jumps; each leaves the rest to the next one.
/// The first has the name of the force, the others one with their number.
///
/// # Errors
/// The reason why it jumps at a slip velocity of its own, and is no friction.
pub(super) fn frictions(
    reader: &Reader,
    reading: &Reading,
    (name, text): (&str, &str),
    value: &Formula,
) -> Result<Vec<Friction>, String> {
    let mut found: Vec<Friction> = Vec::new();
    while found.len() < MOST {
        let numbered = format!("{name}_{}", found.len() + 1);
        let own = if found.is_empty() { name } else { &numbered };
        let value = found.last().map_or(value, |last| &last.rest);
        match friction(reader, reading, (own, text), value)? {
            Some(next) => found.push(next),
            None => break,
        }
    }
    Ok(found)
}

/// Returns the first friction of a formula; None if it has none.
///
/// # Errors
/// The reason why it jumps at a slip velocity of its own, and is no friction.
fn friction(
    reader: &Reader,
    reading: &Reading,
    (name, text): (&str, &str),
    value: &Formula,
) -> Result<Option<Friction>, String> {
    let start = Start { reader, bodies: reading.bodies, names: reading.names, ends: reading.ends };
    let Some(slip) = Slip::between(reading, &start, name, value) else { return Ok(None) };
    if let Some(found) = of_slip(&slip, text).map_err(Refusal::text)? {
        return Ok(Some(found));
    }
    let always = Ranges::new(&start);
    let mut surfaces = Surfaces::new(value, slip.rate, &always, |place| slip.own(place));
    for velocity in surfaces.velocities() {
        let (value, surface) = (surfaces.on(velocity), surfaces.velocity(velocity));
        let Some(at) = contact::text_of(&slip, &surface) else { continue };
        let slip = Slip { value: &value, surface: Some(&surface), at: &at, ..slip };
        match of_slip(&slip, text) {
            Ok(Some(found)) => return Ok(Some(found)),
            // A motion crosses this velocity, and does not begin there as at 0: the jump stays in the formula.
            Ok(None) | Err(Refusal::NoFriction(_)) => {}
            Err(Refusal::Rule(rule)) => return Err(rule),
        }
    }
    Ok(None)
}

/// Returns the friction; None if the formula has none.
pub(super) fn of_slip(slip: &Slip, text: &str) -> Result<Option<Friction>, Refusal> {
    let positive = Interval { low: f64::MIN_POSITIVE, high: f64::INFINITY };
    let always = Ranges::new(slip.start);
    let ranges = [always, always.of_rate(slip.rate, positive), always.at_start()];
    let of_ranges = [&ranges[0], &ranges[1], &ranges[2]];
    let names = slip.reading.names;
    let (mut split, rest) = Split::new(slip.value, slip.rate, of_ranges, |place| slip.own(place));
    if split.jumping.is_empty() {
        return Ok(None);
    }
    if let Some((taken, _)) = names.iter().find(|(name, _)| keys::OUTPUTS.contains(&&**name)) {
        return Err(Refusal::Rule(format!(
            "has dry friction, so that it has the outputs of a contact: give `{taken}` another name"
        )));
    }
    let Parts { mut sides, load } = slip.parts(&mut split)?;
    let rest = slip.centre(&mut split, &mut sides, load.is_some(), rest)?;
    let (law, law_numbers) = contact::law(slip, text, &sides).map_err(Refusal::Rule)?;
    contact::check(slip, &law, &law_numbers).map_err(Refusal::Rule)?;
    let (load, not_negative) = load.unzip();
    let not_negative = not_negative.into_iter().flatten();
    let of_bodies = |formula: Formula| match slip.surface {
        Some(surface) => absolute(&formula, slip.rate, surface, &always),
        None => formula,
    };
    Ok(Some(Friction {
        rest: of_bodies(split.made.ending(rest)),
        contact: contact::contact(slip, law, law_numbers, load.is_some()),
        surface: slip.surface.and_then(Formula::as_number),
        load: load
            .map(|load| contact::load(slip, of_bodies(load)))
            .transpose()
            .map_err(Refusal::Rule)?,
        not_negative: not_negative.map(|name| names[name].1.clone()).collect(),
    }))
}
