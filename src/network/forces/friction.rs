//! The part of a force by formula that jumps against its own slip velocity: dry friction, which becomes a contact. Its limits are
//! those of the formula at 0 from either side: factors that change along a motion are its normal load, the rest is its law.

use super::jump::{drives, jump};
use super::ranges::Ranges;
use super::reading::{Reading, action};
use super::split::{Split, Term};
use super::start::Start;
use crate::algebra::{Along, Formula, InPlace, Interval, Node, One, Two};
use crate::laws::{Form, Law, LawKind, LawParameter, LawShape};
use crate::network::ends::Ends;
use crate::network::force::{Force, ForceKind, Meaning};
use crate::network::keys;
use crate::network::model::{BodyKind, Contact, End, Signal};
use crate::network::reader::Reader;

/// Parts of a force that jumps against its own slip velocity.
pub(super) struct Friction {
    /// The formula without its friction.
    pub rest: Formula,
    pub contact: Contact,
    /// Force that gives the normal load of the contact, unless that is 1.
    pub load: Option<Force>,
    /// Numbers and inputs that must be ≥ 0, so that the load is.
    pub not_negative: Vec<Meaning>,
}

/// A formula between ends whose friction is sought.
struct Slip<'r> {
    reading: &'r Reading<'r>,
    start: &'r Start<'r>,
    ends: Ends,
    name: &'r str,
    value: &'r Formula,
    /// The slip velocity among the names.
    rate: usize,
}

/// Friction in each direction by the slip speed, per load; the formula of the load, and names that must be ≥ 0.
struct Parts {
    sides: [Formula; 2],
    load: Option<(Formula, Vec<usize>)>,
}

/// Returns the friction of a formula; None if it has none.
///
/// # Errors
/// The reason why it jumps at its own slip velocity 0, and is no friction.
pub(super) fn friction(
    reader: &Reader,
    reading: &Reading,
    (name, text): (&str, &str),
    value: &Formula,
) -> Result<Option<Friction>, String> {
    let Some(ends) = reading.ends else { return Ok(None) };
    if reading.kind == ForceKind::NormalForce {
        return Ok(None);
    }
    let is_rate = |(_, meaning): &(String, Meaning)| *meaning == Meaning::Rate;
    let Some(rate) = reading.names.iter().position(is_rate) else { return Ok(None) };
    let start = Start { reader, bodies: reading.bodies, names: reading.names, ends: Some(ends) };
    let slip = Slip { reading, start: &start, ends, name, value, rate };
    let positive = Interval { low: f64::MIN_POSITIVE, high: f64::INFINITY };
    let always = Ranges::new(&start);
    let ranges = [always, always.of_rate(positive), always.at_start()];
    let of_ranges = [&ranges[0], &ranges[1], &ranges[2]];
    let (mut split, rest) = Split::new(value, rate, of_ranges, |place| slip.own(place));
    if split.jumping.is_empty() {
        return Ok(None);
    }
    if let Some((taken, _)) =
        reading.names.iter().find(|(name, _)| keys::OUTPUTS.contains(&&**name))
    {
        return Err(format!(
            "has dry friction, so that it has the outputs of a contact: give `{taken}` another name"
        ));
    }
    let Parts { mut sides, load } = slip.parts(&mut split)?;
    let rest = slip.centre(&mut split, &mut sides, load.is_some(), rest)?;
    let (law, law_numbers) = slip.law(text, &sides)?;
    slip.check(&law, &law_numbers)?;
    let (load, not_negative) = load.unzip();
    let names = not_negative.into_iter().flatten();
    Ok(Some(Friction {
        rest: split.made.ending(rest),
        contact: slip.contact(law, law_numbers, load.is_some()),
        load: load.map(|load| slip.load(load)).transpose()?,
        not_negative: names.map(|name| reading.names[name].1.clone()).collect(),
    }))
}

impl Slip<'_> {
    /// Returns the own slip velocity, or its negative, where an operation of the formula is that by the velocities of its ends.
    fn own(&self, place: usize) -> Option<InPlace> {
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
    fn parts(&self, split: &mut Split<Ranges>) -> Result<Parts, String> {
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
        Err(format!(
            "jumps where its slip velocity passes through 0, by an amount that depends on `{}` other than by one \
             factor: write each jump as a product with `sign(rate)`, and continuous forces as separate terms, or \
             write [contact.{}] with a `normalForce`",
            self.reading.names[name].0, self.name
        ))
    }

    /// Returns the friction against slip in each direction, of what jumps, which acts on the first end as the formula does.
    fn sides(&self, split: &mut Split<Ranges>, place: usize) -> [Formula; 2] {
        let opposite = split.made.push(Node::One(One::Negative, place));
        let [forward, backward] = match self.reading.kind {
            ForceKind::Spring => [place, opposite],
            _ => [opposite, place],
        };
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
    fn centre(
        &self,
        split: &mut Split<Ranges>,
        sides: &mut [Formula; 2],
        loaded: bool,
        rest: usize,
    ) -> Result<usize, String> {
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
            let rule = jump(self.reading.bodies, named, self.start);
            return Err(rule.unwrap_or_else(drives));
        }
        let [ahead, behind] = sides.each_ref().map(|side| split.slowest(side));
        let half = split.made.number(0.5);
        let difference = split.made.push(Node::Two(Two::Minus, ahead, behind));
        let offset = split.made.push(Node::Two(Two::Times, half, difference));
        let shift = split.made.ending(offset);
        sides[0] = split.combined(&sides[0], Two::Minus, &shift);
        sides[1] = split.combined(&sides[1], Two::Plus, &shift);
        let function = if self.reading.kind == ForceKind::Spring { Two::Plus } else { Two::Minus };
        Ok(split.made.push(Node::Two(function, rest, offset)))
    }

    /// Returns the law of friction in each direction, and its numbers.
    fn law(&self, text: &str, sides: &[Formula; 2]) -> Result<(LawShape, Vec<Signal>), String> {
        let (mut parameters, mut numbers, mut ends) = (Vec::new(), Vec::new(), Vec::new());
        for (index, (name, meaning)) in self.reading.names.iter().enumerate() {
            let signals: Vec<Signal> = match meaning {
                _ if !sides.iter().any(|side| side.names(index)) => continue,
                Meaning::Parameter(id) => vec![Signal::Parameter(*id)],
                Meaning::List(ids) => ids.iter().copied().map(Signal::Parameter).collect(),
                Meaning::Input(id) => vec![Signal::Input(*id)],
                _ => continue,
            };
            let (list, input) =
                (matches!(meaning, Meaning::List(_)), matches!(meaning, Meaning::Input(_)));
            parameters.push((index, LawParameter::of_formula(name, list, input)));
            numbers.extend(signals);
            ends.push(numbers.len());
        }
        numbers.push(Signal::Zero);
        ends.push(numbers.len());
        let form = Form::of_formulas((self.name, text), sides.clone(), self.rate, &parameters)?;
        Ok((LawShape { kind: LawKind::of(form), regularisation: None, ends }, numbers))
    }

    /// Reports friction that its law does not allow at the start.
    fn check(&self, law: &LawShape, numbers: &[Signal]) -> Result<(), String> {
        let reader = self.start.reader;
        let start = |number: &Signal| match *number {
            Signal::Zero => 0.0,
            Signal::Parameter(id) => reader.parameters[id.0].start,
            Signal::Input(id) => reader.inputs[id.0].start,
        };
        let values: Vec<f64> = numbers.iter().map(start).collect();
        Law::new(law, &values).map(|_| ()).map_err(|error| {
            format!(
                "jumps where its slip velocity passes through 0, which is dry friction: {}; write driving forces as a \
                 separate term that is continuous there",
                error.rule
            )
        })
    }

    fn contact(&self, law: LawShape, law_numbers: Vec<Signal>, loaded: bool) -> Contact {
        Contact {
            name: self.name.to_owned(),
            description: String::new(),
            i: self.ends.i,
            j: self.ends.j,
            law,
            law_numbers,
            normal_load: loaded.then_some(Signal::Zero),
            effective_radius: None,
            load_from: None,
            surface_velocity: Signal::Zero,
            surface_acceleration: Signal::Zero,
            applied_force: None,
            axis: self.ends.axis,
        }
    }

    /// Returns the force that gives the normal load.
    fn load(&self, load: Formula) -> Result<Force, String> {
        let names = self.reading.names;
        let Ends { i, j, axis } = self.ends;
        let action = action(names, load.clone(), [i, j]).map_err(|(_, rule)| rule.to_owned())?;
        Ok(Force {
            name: self.name.to_owned(),
            description: String::new(),
            kind: ForceKind::NormalForce,
            form: None,
            text: String::new(),
            names: names.to_vec(),
            value: load,
            actions: vec![action],
            friction: None,
            axis,
        })
    }

    /// Returns the reason why a load that may be negative is none.
    fn may_drive(&self, load: &Formula) -> String {
        let names = self.reading.names.iter().enumerate();
        let names = names.filter(|(index, _)| load.names(*index)).map(|(_, (name, _))| name);
        let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
        format!(
            "jumps where its slip velocity passes through 0: the factor of {} must be ≥ 0 for dry friction, but may \
             become negative and then drives the bodies: write it as max(…, 0), or give its parameters a `min`",
            names.join(", ")
        )
    }
}
