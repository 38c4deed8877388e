//! Bodies, contacts, springs and dampers of a network file.

use std::collections::HashMap;
use std::ops::Range;

use super::model::{
    Axis, Body, BodyKind, Contact, Damper, End, Harmonic, ParameterId, Signal, Spring,
};
use super::reader::{Given, Number, Reader, Role, Values, join};
use super::tree::{Node, Table};
use super::units::PhysicalUnit;
use crate::laws::{DefaultValue, Law, LawKind, Measure};

/// Name of what does not move; it is no body of the file.
pub(super) const GROUND: &str = "ground";

pub(super) const BODY_KEYS: &[&str] = &[
    "description",
    "axis",
    "motion",
    "mass",
    "inertia",
    "position",
    "velocity",
    "angle",
    "angularVelocity",
    "force",
    "torque",
    "constantForce",
    "constantTorque",
    "source",
];
pub(super) const SOURCE_KEYS: &[&str] = &["amplitude", "angularFrequency", "phase"];
const END_KEYS: [&str; 4] = ["description", "between", "ratio", "radii"];
pub(super) const CONTACT_KEYS: &[&str] =
    &["law", "surfaceVelocity", "surfaceAcceleration", "normalForce", "appliedForce"];
pub(super) const SPRING_KEYS: &[&str] = &["stiffness", "cubic", "damping", "freeplay"];
pub(super) const DAMPER_KEYS: &[&str] = &["damping"];

/// Units along an axis.
struct AxisUnits {
    position: PhysicalUnit,
    velocity: PhysicalUnit,
    acceleration: PhysicalUnit,
    mass: PhysicalUnit,
    force: PhysicalUnit,
    viscous: PhysicalUnit,
    stiffness: PhysicalUnit,
    cubic: PhysicalUnit,
}

fn units(axis: Axis) -> AxisUnits {
    match axis {
        Axis::Translation => AxisUnits {
            position: PhysicalUnit::Metre,
            velocity: PhysicalUnit::MetrePerSecond,
            acceleration: PhysicalUnit::MetrePerSecond2,
            mass: PhysicalUnit::Kilogram,
            force: PhysicalUnit::Newton,
            viscous: PhysicalUnit::NewtonSecondPerMetre,
            stiffness: PhysicalUnit::NewtonPerMetre,
            cubic: PhysicalUnit::NewtonPerMetre3,
        },
        Axis::Rotation => AxisUnits {
            position: PhysicalUnit::Radian,
            velocity: PhysicalUnit::RadianPerSecond,
            acceleration: PhysicalUnit::RadianPerSecond2,
            mass: PhysicalUnit::KilogramMetre2,
            force: PhysicalUnit::NewtonMetre,
            viscous: PhysicalUnit::NewtonMetreSecondPerRadian,
            stiffness: PhysicalUnit::NewtonMetrePerRadian,
            cubic: PhysicalUnit::NewtonMetrePerRadian3,
        },
    }
}

/// The two ends of an element, and the axis of its force and relative motion.
struct Ends {
    i: End,
    j: End,
    axis: Axis,
}

/// Elements read so far.
#[derive(Debug, Default)]
pub(super) struct Elements {
    pub bodies: Vec<Body>,
    pub contacts: Vec<Contact>,
    pub springs: Vec<Spring>,
    pub dampers: Vec<Damper>,
    names: HashMap<String, &'static str>,
    index: HashMap<String, usize>,
}

impl Elements {
    /// Reads every element of one kind (`body`, `contact`, …), in the order of the file.
    pub fn read_all(
        &mut self,
        reader: &mut Reader,
        root: &Table,
        kind: &'static str,
        mut read: impl FnMut(&mut Self, &mut Reader, &str, &Table, &Range<usize>),
    ) {
        let Some(elements) = reader.table(root, "", kind) else {
            return;
        };
        for (key, value) in &elements.entries {
            let (name, place) = (key.get_ref().as_str(), key.span());
            let subject = join(kind, name);
            let Node::Table(table) = value.get_ref() else {
                let rule = format!("must be a table, not {}", value.get_ref().kind());
                reader.report.fault(&value.span(), subject, rule);
                continue;
            };
            if !reader.check_name(name, &place, &subject) {
                continue;
            }
            if name == GROUND {
                reader.report.fault(&place, subject, "`ground` is what does not move; rename it");
                continue;
            }
            if let Some(other) = self.names.insert(name.to_owned(), kind) {
                let rule = format!("the name is already that of a {other}; names must be unique");
                reader.report.fault(&place, subject, rule);
                continue;
            }
            read(self, reader, name, table, &place);
        }
    }

    pub fn body(&mut self, reader: &mut Reader, name: &str, table: &Table, place: &Range<usize>) {
        let subject = join("body", name);
        reader.check_keys(table, &subject, BODY_KEYS);
        let axis = word(
            reader,
            table,
            &subject,
            "axis",
            &[("translation", Axis::Translation), ("rotation", Axis::Rotation)],
        )
        .unwrap_or(Axis::Translation);
        #[derive(Clone, Copy, PartialEq)]
        enum Motion {
            Free,
            Fixed,
            Prescribed,
        }
        let motion = word(
            reader,
            table,
            &subject,
            "motion",
            &[("free", Motion::Free), ("fixed", Motion::Fixed), ("prescribed", Motion::Prescribed)],
        )
        .unwrap_or(Motion::Free);
        if motion != Motion::Free {
            forbid(reader, table, &subject, &BODY_KEYS[3..], "only a free body has it");
        }
        let kind = match motion {
            Motion::Free => free_body(reader, name, &subject, axis, table, place),
            Motion::Fixed => Some(BodyKind::Fixed),
            Motion::Prescribed => Some(prescribed_body(reader, name, axis)),
        };
        let description = reader.text(table, &subject, "description").unwrap_or(name).to_owned();
        // A body with faults stays, so that what refers to it is checked as well.
        let kind = kind.unwrap_or(BodyKind::Fixed);
        self.index.insert(name.to_owned(), self.bodies.len());
        self.bodies.push(Body { name: name.to_owned(), description, axis, kind });
    }

    pub fn contact(
        &mut self,
        reader: &mut Reader,
        name: &str,
        table: &Table,
        place: &Range<usize>,
    ) {
        let subject = join("contact", name);
        let law = law_kind(reader, table, &subject, place);
        let loaded = table.get("normalForce").is_some();
        let mut valid = [&END_KEYS[..], CONTACT_KEYS].concat();
        for parameter in law.unwrap_or(LawKind::Coulomb).parameters() {
            valid.extend([parameter.name, parameter.loaded_name]);
        }
        reader.check_keys(table, &subject, &valid);
        let Some(ends) = self.ends(reader, name, &subject, table, place) else {
            return;
        };
        let units = units(ends.axis);
        let Some(law) = law else {
            return;
        };
        let Some(law_parameters) =
            law_parameters(reader, name, &subject, table, place, law, loaded, &units)
        else {
            return;
        };
        let role = |suffix, text, unit| Role { element: name, suffix, text, unit };
        let normal_load = reader.given(table, &subject, "normalForce").map(|given| {
            let role = role("normalForce", "normal load", PhysicalUnit::Newton);
            reader.signal(role, given, Values::NotNegative)
        });
        let surface_velocity =
            reader.given(table, &subject, "surfaceVelocity").map_or(Signal::Zero, |given| {
                let role =
                    role("surfaceVelocity", "velocity of the moving surface", units.velocity);
                reader.signal(role, given, Values::Any)
            });
        let surface_acceleration =
            reader.given(table, &subject, "surfaceAcceleration").map_or(Signal::Zero, |given| {
                let text = "acceleration of the moving surface within a communication step";
                let role = role("surfaceAcceleration", text, units.acceleration);
                reader.signal(role, given, Values::Any)
            });
        if surface_acceleration != Signal::Zero && !matches!(surface_velocity, Signal::Input(_)) {
            let rule = "needs `surfaceVelocity = \"input\"`, which it continues within a step";
            reader.report.fault(place, join(&subject, "surfaceAcceleration"), rule);
        }
        let applied_force = self.applied_force(reader, name, &subject, table, &ends, &units);
        let description = reader.text(table, &subject, "description").unwrap_or(name).to_owned();
        self.contacts.push(Contact {
            name: name.to_owned(),
            description,
            i: ends.i,
            j: ends.j,
            law,
            law_parameters,
            normal_load,
            surface_velocity,
            surface_acceleration,
            applied_force,
            axis: ends.axis,
        });
    }

    fn applied_force(
        &self,
        reader: &mut Reader,
        name: &str,
        subject: &str,
        table: &Table,
        ends: &Ends,
        units: &AxisUnits,
    ) -> Option<super::model::InputId> {
        let place = table.place_of("appliedForce")?;
        let full = join(subject, "appliedForce");
        let Some(Given::Input { start, description }) =
            reader.given(table, subject, "appliedForce")
        else {
            reader.report.fault(&place, full, "must be \"input\"");
            return None;
        };
        if self.is_free(&ends.i) || self.is_free(&ends.j) {
            let rule = "is for contacts between prescribed bodies; give a free body a `force`";
            reader.report.fault(&place, full, rule);
            return None;
        }
        let text = "force that friction balances while stuck";
        let role = Role { element: name, suffix: "appliedForce", text, unit: units.force };
        Some(reader.input(role, start, description))
    }

    pub fn spring(&mut self, reader: &mut Reader, name: &str, table: &Table, place: &Range<usize>) {
        let subject = join("spring", name);
        reader.check_keys(table, &subject, &[&END_KEYS[..], SPRING_KEYS].concat());
        let Some(ends) = self.ends(reader, name, &subject, table, place) else {
            return;
        };
        let units = units(ends.axis);
        let role = |suffix, text, unit| Role { element: name, suffix, text, unit };
        let has_gap = table.get("freeplay").is_some();
        if has_gap {
            forbid(reader, table, &subject, &["cubic"], "a spring with freeplay is linear");
        }
        let Some(stiffness) = required(reader, table, &subject, "stiffness", place) else {
            return;
        };
        let values = if has_gap { Values::NotNegative } else { Values::Any };
        let stiffness = reader.parameter(
            role("stiffness", "stiffness", units.stiffness),
            stiffness,
            values,
            true,
        );
        let cubic = reader.number(table, &subject, "cubic").map(|number| {
            let role = role("cubic", "cubic stiffness", units.cubic);
            reader.parameter(role, number, Values::Any, true)
        });
        let damping = reader.number(table, &subject, "damping").map(|number| {
            let role = role("damping", "damping", units.viscous);
            reader.parameter(role, number, Values::NotNegative, true)
        });
        let freeplay = reader.number(table, &subject, "freeplay").map(|number| {
            let role = role("freeplay", "half of the total gap", units.position);
            reader.parameter(role, number, Values::NotNegative, false)
        });
        let description = reader.text(table, &subject, "description").unwrap_or(name).to_owned();
        self.springs.push(Spring {
            name: name.to_owned(),
            description,
            i: ends.i,
            j: ends.j,
            stiffness,
            cubic,
            damping,
            freeplay,
            axis: ends.axis,
        });
    }

    pub fn damper(&mut self, reader: &mut Reader, name: &str, table: &Table, place: &Range<usize>) {
        let subject = join("damper", name);
        reader.check_keys(table, &subject, &[&END_KEYS[..], DAMPER_KEYS].concat());
        let Some(ends) = self.ends(reader, name, &subject, table, place) else {
            return;
        };
        let Some(damping) = required(reader, table, &subject, "damping", place) else {
            return;
        };
        let unit = units(ends.axis).viscous;
        let role = Role { element: name, suffix: "damping", text: "damping", unit };
        let damping = reader.parameter(role, damping, Values::NotNegative, true);
        let description = reader.text(table, &subject, "description").unwrap_or(name).to_owned();
        self.dampers.push(Damper {
            name: name.to_owned(),
            description,
            i: ends.i,
            j: ends.j,
            damping,
            axis: ends.axis,
        });
    }

    fn is_free(&self, end: &End) -> bool {
        end.body.is_some_and(|body| matches!(self.bodies[body].kind, BodyKind::Free { .. }))
    }

    fn is_at_rest(&self, end: &End) -> bool {
        end.body.is_none_or(|body| self.bodies[body].kind == BodyKind::Fixed)
    }

    /// `between`, and `ratio` or `radii`.
    fn ends(
        &self,
        reader: &mut Reader,
        name: &str,
        subject: &str,
        table: &Table,
        place: &Range<usize>,
    ) -> Option<Ends> {
        let full = join(subject, "between");
        if table.get("between").is_none() {
            let rule = "is missing: one or two bodies, or a body and \"ground\"";
            reader.report.fault(place, full, rule);
            return None;
        }
        let names = reader.texts(table, subject, "between");
        if !(1..=2).contains(&names.len()) {
            let rule = format!("must name one or two bodies, not {}", names.len());
            reader.report.fault(&table.place_of("between")?, full, rule);
            return None;
        }
        let mut bodies = [None; 2];
        for (slot, entry) in bodies.iter_mut().zip(&names) {
            let body = entry.get_ref().as_str();
            *slot = self.index.get(body).copied();
            if slot.is_none() && body != GROUND {
                let valid = self.bodies.iter().map(|body| body.name.as_str()).chain([GROUND]);
                let rule = format!("there is no body `{body}`");
                reader.report.misspelt(&entry.span(), full, rule, body, valid);
                return None;
            }
        }
        let [i, j] = bodies;
        let (i, j) = (End { body: i, weight: None }, End { body: j, weight: None });
        let place = names[0].span();
        if i.body == j.body && i.body.is_some() {
            reader.report.fault(&place, full, "both ends are the same body");
            return None;
        }
        if self.is_at_rest(&i) && self.is_at_rest(&j) {
            reader.report.fault(&place, full, "neither end can move");
            return None;
        }
        self.weigh(reader, name, subject, table, i, j, &place)
    }

    #[allow(clippy::too_many_arguments)]
    fn weigh(
        &self,
        reader: &mut Reader,
        name: &str,
        subject: &str,
        table: &Table,
        mut i: End,
        mut j: End,
        place: &Range<usize>,
    ) -> Option<Ends> {
        let axis_of = |end: &End| end.body.map(|body| self.bodies[body].axis);
        let axes = (axis_of(&i), axis_of(&j));
        let mixed = matches!(axes, (Some(i), Some(j)) if i != j);
        let role = |suffix, text, unit| Role { element: name, suffix, text, unit };
        let Some(radii) = table.get("radii") else {
            if mixed {
                let rule = "joins a translational and a rotational body; it needs `radii`";
                reader.report.fault(place, join(subject, "between"), rule);
                return None;
            }
            j.weight = reader.number(table, subject, "ratio").map(|ratio| {
                let role = role("ratio", "ratio of the second end", PhysicalUnit::One);
                reader.parameter(role, ratio, Values::OneSign, false)
            });
            let axis = axes.0.or(axes.1)?;
            return Some(Ends { i, j, axis });
        };
        forbid(reader, table, subject, &["ratio"], "give either `ratio` or `radii`");
        let full = join(subject, "radii");
        let values = match radii.get_ref() {
            Node::List(values) if values.len() == 2 => values,
            _ => {
                reader.report.fault(&radii.span(), full, "must be a list of two numbers");
                return None;
            }
        };
        let ends = [(&mut i, axes.0, "radius1"), (&mut j, axes.1, "radius2")];
        for ((end, axis, suffix), value) in ends.into_iter().zip(values) {
            // One-entry table, so that a radius may be given like every other number.
            let key = toml::Spanned::new(value.span(), suffix.to_owned());
            let entry = Table { entries: vec![(key, value.clone())] };
            let number = reader.number(&entry, subject, suffix)?;
            let unit = match axis {
                Some(Axis::Rotation) => PhysicalUnit::Metre,
                Some(Axis::Translation) | None => PhysicalUnit::One,
            };
            let role = role(suffix, "effective radius", unit);
            end.weight = Some(reader.parameter(role, number, Values::Positive, false));
        }
        Some(Ends { i, j, axis: Axis::Translation })
    }
}

fn free_body(
    reader: &mut Reader,
    name: &str,
    subject: &str,
    axis: Axis,
    table: &Table,
    place: &Range<usize>,
) -> Option<BodyKind> {
    let units = units(axis);
    let keys = |translation, rotation| match axis {
        Axis::Translation => (translation, rotation),
        Axis::Rotation => (rotation, translation),
    };
    let own = |reader: &mut Reader, translation, rotation| {
        let (own, other) = keys(translation, rotation);
        let axis = if axis == Axis::Rotation { "rotational" } else { "translational" };
        let rule = format!("a {axis} body has `{own}` instead");
        forbid(reader, table, subject, &[other], &rule);
        own
    };
    let role = |suffix, text, unit| Role { element: name, suffix, text, unit };
    let mass_key = own(reader, "mass", "inertia");
    let position_key = own(reader, "position", "angle");
    let velocity_key = own(reader, "velocity", "angularVelocity");
    let force_key = own(reader, "force", "torque");
    let constant_key = own(reader, "constantForce", "constantTorque");
    let mass = required(reader, table, subject, mass_key, place)?;
    let mass =
        reader.parameter(role(mass_key, mass_key, units.mass), mass, Values::Positive, false);
    let start = |reader: &mut Reader, key, suffix, text, unit| {
        let number = reader.number(table, subject, key).unwrap_or(Number::plain(0.0));
        reader.parameter(role(suffix, text, unit), number, Values::Any, false)
    };
    let (position0, _) = keys("position0", "angle0");
    let (velocity0, _) = keys("velocity0", "angularVelocity0");
    let position0 = start(reader, position_key, position0, "position at the start", units.position);
    let velocity0 = start(reader, velocity_key, velocity0, "velocity at the start", units.velocity);
    let mut force = None;
    let mut constant_force = None;
    match reader.given(table, subject, force_key) {
        Some(Given::Input { start, description }) => {
            let role = role(force_key, "external load", units.force);
            force = Some(reader.input(role, start, description));
        }
        Some(Given::Number(number)) => {
            let rule = format!("must be \"input\"; a constant load is `{constant_key}`");
            reader.report.fault(&number.place, join(subject, force_key), rule);
        }
        None => {}
    }
    if let Some(number) = reader.number(table, subject, constant_key) {
        let role = role(constant_key, "constant load", units.force);
        constant_force = Some(reader.parameter(role, number, Values::Any, true));
    }
    let source = source(reader, name, subject, table, &units);
    Some(BodyKind::Free { mass, position0, velocity0, force, constant_force, source })
}

fn source(
    reader: &mut Reader,
    name: &str,
    subject: &str,
    table: &Table,
    units: &AxisUnits,
) -> Option<Harmonic> {
    let role = |suffix, text, unit| Role { element: name, suffix, text, unit };
    let source = reader.table(table, subject, "source")?;
    let full = join(subject, "source");
    let place = table.place_of("source")?;
    reader.check_keys(source, &full, SOURCE_KEYS);
    let amplitude = required(reader, source, &full, "amplitude", &place)?;
    let frequency = required(reader, source, &full, "angularFrequency", &place)?;
    let text = "amplitude of the harmonic load";
    let amplitude =
        reader.parameter(role("sourceAmplitude", text, units.force), amplitude, Values::Any, true);
    let text = "angular frequency of the harmonic load";
    let unit = PhysicalUnit::RadianPerSecond;
    let role_of_frequency = role("sourceAngularFrequency", text, unit);
    let angular_frequency =
        reader.parameter(role_of_frequency, frequency, Values::NotNegative, true);
    let phase = reader.number(source, &full, "phase").map(|phase| {
        let text = "phase of the harmonic load";
        reader.parameter(role("sourcePhase", text, PhysicalUnit::Radian), phase, Values::Any, true)
    });
    Some(Harmonic { amplitude, angular_frequency, phase })
}

fn prescribed_body(reader: &mut Reader, name: &str, axis: Axis) -> BodyKind {
    let units = units(axis);
    let mut input =
        |suffix, text, unit| reader.input(Role { element: name, suffix, text, unit }, 0.0, None);
    let (position, velocity, acceleration) = match axis {
        Axis::Translation => ("position", "velocity", "acceleration"),
        Axis::Rotation => ("angle", "angularVelocity", "angularAcceleration"),
    };
    BodyKind::Prescribed {
        position: input(position, "prescribed position", units.position),
        velocity: input(velocity, "prescribed velocity", units.velocity),
        acceleration: input(acceleration, "prescribed acceleration", units.acceleration),
    }
}

fn law_kind(
    reader: &mut Reader,
    table: &Table,
    subject: &str,
    place: &Range<usize>,
) -> Option<LawKind> {
    let full = join(subject, "law");
    if table.get("law").is_none() {
        reader.report.fault(place, full, "is missing");
        return None;
    }
    let laws: Vec<_> = LawKind::ALL.iter().map(|law| (law.name(), *law)).collect();
    word(reader, table, subject, "law", &laws)
}

#[allow(clippy::too_many_arguments)]
fn law_parameters(
    reader: &mut Reader,
    name: &str,
    subject: &str,
    table: &Table,
    place: &Range<usize>,
    law: LawKind,
    loaded: bool,
    units: &AxisUnits,
) -> Option<Vec<ParameterId>> {
    let mut ids: Vec<ParameterId> = Vec::new();
    for parameter in law.parameters() {
        let (key, other) = if loaded {
            (parameter.loaded_name, parameter.name)
        } else {
            (parameter.name, parameter.loaded_name)
        };
        if key != other {
            let with = if loaded { "with" } else { "without" };
            let rule = format!("{with} a `normalForce` give `{key}`");
            forbid(reader, table, subject, &[other], &rule);
        }
        let unit = match parameter.measure {
            Measure::Friction if loaded => PhysicalUnit::One,
            Measure::Friction => units.force,
            Measure::Viscous => units.viscous,
        };
        let number = reader.number(table, subject, key);
        let number = match (number, parameter.default) {
            (Some(number), _) => number,
            (None, _) if table.get(key).is_some() => return None,
            (None, Some(DefaultValue::Number(value))) => Number::plain(value),
            (None, Some(DefaultValue::SameAs(other))) => {
                ids.push(ids[other]);
                continue;
            }
            (None, None) => {
                if table.get(other).is_none() || key == other {
                    reader.report.fault(place, join(subject, key), "is missing");
                }
                return None;
            }
        };
        let role = Role { element: name, suffix: key, text: parameter.description, unit };
        ids.push(reader.parameter(role, number, Values::NotNegative, true));
    }
    let values: Vec<f64> = ids.iter().map(|id| reader.parameters[id.0].start).collect();
    if let Err(error) = Law::new(law, &values) {
        reader.report.fault(place, subject, error.to_string());
        return None;
    }
    Some(ids)
}

/// The value of a key that is one of a few words.
fn word<T: Copy>(
    reader: &mut Reader,
    table: &Table,
    subject: &str,
    key: &str,
    words: &[(&str, T)],
) -> Option<T> {
    let text = reader.text(table, subject, key)?;
    let found = words.iter().find(|(word, _)| *word == text).map(|(_, value)| *value);
    if found.is_none() {
        let valid: Vec<_> = words.iter().map(|(word, _)| format!("\"{word}\"")).collect();
        let rule = format!("\"{text}\" is none of {}", valid.join(", "));
        let place = table.get(key)?.span();
        let words = words.iter().map(|(word, _)| *word);
        reader.report.misspelt(&place, join(subject, key), rule, text, words);
    }
    found
}

/// A number that must be there.
fn required(
    reader: &mut Reader,
    table: &Table,
    subject: &str,
    key: &str,
    place: &Range<usize>,
) -> Option<Number> {
    if table.get(key).is_none() {
        reader.report.fault(place, join(subject, key), "is missing");
    }
    reader.number(table, subject, key)
}

/// Notes keys that must not stand here, with the reason.
fn forbid(reader: &mut Reader, table: &Table, subject: &str, keys: &[&str], why: &str) {
    for key in keys {
        if let Some(place) = table.place_of(key) {
            reader.report.fault(&place, join(subject, key), why);
        }
    }
}
