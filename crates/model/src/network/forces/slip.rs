//! The slip of a force by formula between its ends: what jumps there, as friction in each direction and a normal load.

use super::jump::{drives, jump};
use super::ranges::Ranges;
use super::reading::Reading;
use super::split::{Split, Term};
use super::start::Start;
use crate::algebra::{Along, Formula, InPlace, Interval, Node, One, Two};
use crate::network::ends::Ends;
use crate::network::force::{ForceKind, Meaning};
use crate::network::model::{BodyKind, End};

/// A formula between ends whose friction is sought.
#[derive(Clone, Copy)]
pub(super) struct Slip<'r> {
    pub reading: &'r Reading<'r>,
    pub start: &'r Start<'r>,
    pub ends: Ends,
    pub name: &'r str,
    pub value: &'r Formula,
    /// The slip velocity among the names.
    pub rate: usize,
    /// True if the formula is a force in the direction of the slip, false if against it.
    pub along: bool,
    /// Velocity of the surface by the slip on which the formula is.
    pub surface: Option<&'r Formula>,
    /// That velocity in words: 0 without surface.
    pub at: &'r str,
}

/// Friction in each direction by the slip speed, per load; the formula of the load, and names that must be ≥ 0.
pub(super) struct Parts {
    pub sides: [Formula; 2],
    pub load: Option<(Formula, Vec<usize>)>,
}

/// Reason why a jump becomes no contact.
pub(super) enum Refusal {
    /// It is no friction, or not always: it drives, or its load may be negative.
    NoFriction(String),
    /// It breaks a rule of contacts.
    Rule(String),
}

impl Refusal {
    /// Returns the reason in words.
    pub fn text(self) -> String {
        let (Self::NoFriction(text) | Self::Rule(text)) = self;
        text
    }
}

impl<'r> Slip<'r> {
    /// Makes the slip between the ends of a force; None of what is no force between ends.
    pub fn between(
        reading: &'r Reading<'r>,
        start: &'r Start<'r>,
        name: &'r str,
        value: &'r Formula,
    ) -> Option<Self> {
        let along = match reading.kind {
            ForceKind::Load => true,
            ForceKind::Spring => false,
            ForceKind::Potential | ForceKind::NormalForce => return None,
        };
        let rate = reading.names.iter().position(|(_, meaning)| *meaning == Meaning::Rate)?;
        let (ends, surface) = (reading.ends?, None);
        Some(Self { reading, start, ends, name, value, rate, along, surface, at: "0" })
    }

    /// Returns the own slip velocity, or its negative, where an operation of the formula is that by the velocities of its ends.
    pub fn own(&self, place: usize) -> Option<InPlace> {
        if self.surface.is_some() {
            return None;
        }
        let nodes = self.value.nodes();
        let velocity = |place: usize| match nodes[place] {
            Node::Name(name) => match self.reading.names[name].1 {
                Meaning::Velocity(body) => Some(body),
                _ => None,
            },
            _ => None,
        };
        let bodies = &self.reading.bodies.list;
        let stands = |end: End| end.body.is_none_or(|body| bodies[body].kind == BodyKind::Fixed);
        let Ends { i, j, .. } = self.ends;
        let plain = |end: End| end.body.filter(|_| end.weight.is_none());
        let is = |body: usize, end: End| plain(end) == Some(body);
        let along = match nodes[place] {
            Node::Name(_) => {
                let body = velocity(place)?;
                if is(body, i) && stands(j) {
                    true
                } else if is(body, j) && stands(i) {
                    false
                } else {
                    return None;
                }
            }
            Node::Two(Two::Minus, a, b) => {
                let [a, b] = [velocity(a)?, velocity(b)?];
                if is(a, i) && is(b, j) {
                    true
                } else if is(a, j) && is(b, i) {
                    false
                } else {
                    return None;
                }
            }
            _ => return None,
        };
        Some(if along { InPlace::Name(self.rate) } else { InPlace::Opposite(self.rate) })
    }

    fn moves(&self, name: usize) -> bool {
        name != self.rate && self.reading.names[name].1.moves()
    }

    /// Returns the friction per load in each direction, and the formula of its normal load, unless that is 1.
    pub fn parts(&self, split: &mut Split<Ranges>) -> Result<Parts, Refusal> {
        // What a law does not know.
        let other = |formula: &Formula| {
            let names = &self.reading.names;
            let is_input = |name: usize| matches!(names[name].1, Meaning::Input(_));
            (0..names.len())
                .find(|name| self.moves(*name) && !is_input(*name) && formula.depends_on(*name))
        };
        let moving = split.made.dependent(|name| self.moves(name));
        let jumping = std::mem::take(&mut split.jumping);
        let parted: Vec<[Term; 2]> = jumping.iter().map(|term| term.parted(&moving)).collect();
        let [load, _] = &parted[0];
        let alike = parted.iter().all(|[other, term]| {
            let varies = term.varying.iter().any(|(place, _)| moving[*place]);
            other.factors == load.factors && other.conditions == load.conditions && !varies
        });
        if alike {
            let laws: Vec<&Term> = parted.iter().map(|[_, law]| law).collect();
            let law = split.sum(&laws);
            let sides = self.sides(split, law);
            if load.factors.is_empty() && load.conditions.is_empty() {
                return Ok(Parts { sides, load: None });
            }
            let load = split.term(load);
            let load = split.made.ending(load);
            let names = self.not_negative(&load);
            if names.is_some() || other(&load).is_some() {
                let names = names.ok_or_else(|| self.may_drive(&load))?;
                return Ok(Parts { sides, load: Some((load, names)) });
            }
        }
        let whole = split.sum(&jumping.iter().collect::<Vec<_>>());
        let sides = self.sides(split, whole);
        let Some(name) = sides.iter().find_map(other) else {
            return Ok(Parts { sides, load: None });
        };
        if sides[0] == sides[1] && !sides[0].depends_on(self.rate) {
            let [load, _] = sides;
            let names = self.not_negative(&load).ok_or_else(|| self.may_drive(&load))?;
            let one = Formula::number(1.0);
            return Ok(Parts { sides: [one.clone(), one], load: Some((load, names)) });
        }
        let both = split.combined(&sides[0], Two::Plus, &sides[1]);
        if both.evaluate::<Interval>(&Ranges::new(self.start).at_start()).high <= 0.0 {
            return Err(Refusal::NoFriction(drives(self.at)));
        }
        Err(Refusal::NoFriction(format!(
            "jumps where its slip velocity passes through {}, by an amount that depends on `{}` other than by one factor: \
             write each jump as a product with a `sign(…)`, and continuous forces as separate terms, or write \
             [contact.{}] with a `normalForce`",
            self.at, self.reading.names[name].0, self.name
        )))
    }

    /// Returns the friction against slip in each direction, of what jumps, which acts on the first end as the formula does.
    fn sides(&self, split: &mut Split<Ranges>, place: usize) -> [Formula; 2] {
        let opposite = split.made.push(Node::One(One::Negative, place));
        let [forward, backward] = if self.along { [opposite, place] } else { [place, opposite] };
        [split.side(forward, true), split.side(backward, false)]
    }

    /// Returns the names that must be ≥ 0 so that a load is, whatever else changes; None if that is not enough.
    fn not_negative(&self, load: &Formula) -> Option<Vec<usize>> {
        let always = Ranges::new(self.start);
        let holds =
            |names: &[usize]| load.evaluate::<Interval>(&always.not_negative(names)).low >= 0.0;
        let free = |name: &usize| load.names(*name) && always.may_be_bounded(*name);
        let mut names: Vec<usize> = (0..self.reading.names.len()).filter(free).collect();
        if !holds(&names) {
            return None;
        }
        for name in names.clone() {
            let others: Vec<usize> = names.iter().copied().filter(|other| *other != name).collect();
            if holds(&others) {
                names = others;
            }
        }
        Some(names)
    }

    /// Moves the friction to the middle of its limits where one direction alone would drive at the start; returns the
    /// place of what is left.
    pub fn centre(
        &self,
        split: &mut Split<Ranges>,
        sides: &mut [Formula; 2],
        loaded: bool,
        rest: usize,
    ) -> Result<usize, Refusal> {
        let slowest = |side: &Formula| {
            side.evaluate(&Along { given: self.start, name: self.rate, value: 0.0 })
        };
        let [forward, backward] = [slowest(&sides[0]), slowest(&sides[1])];
        if forward >= 0.0 && backward >= 0.0 {
            return Ok(rest);
        }
        let resists = forward + backward > 0.0;
        if loaded || !resists {
            let named = (self.name, self.reading.kind, self.value);
            let rule = jump(self.reading.bodies, named, self.start, self.at);
            return Err(Refusal::NoFriction(rule.unwrap_or_else(|| drives(self.at))));
        }
        let [ahead, behind] = sides.each_ref().map(|side| split.slowest(side));
        let half = split.made.number(0.5);
        let difference = split.made.push(Node::Two(Two::Minus, ahead, behind));
        let offset = split.made.push(Node::Two(Two::Times, half, difference));
        let shift = split.made.ending(offset);
        sides[0] = split.combined(&sides[0], Two::Minus, &shift);
        sides[1] = split.combined(&sides[1], Two::Plus, &shift);
        let function = if self.along { Two::Minus } else { Two::Plus };
        Ok(split.made.push(Node::Two(function, rest, offset)))
    }

    /// Returns the reason why a load that may be negative is none.
    fn may_drive(&self, load: &Formula) -> Refusal {
        let names = self.reading.names.iter().enumerate();
        let names = names.filter(|(index, _)| load.names(*index)).map(|(_, (name, _))| name);
        let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
        Refusal::NoFriction(format!(
            "jumps where its slip velocity passes through {}: the factor of {} must be ≥ 0 for dry friction, but may \
             become negative and then drives the bodies: write it as max(…, 0), or give its parameters a `min`",
            self.at,
            names.join(", ")
        ))
    }
}
