//! Bodies of a network file: free (with mass or without), fixed or prescribed.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;

use super::axis::{AxisWords, other_words, words};
use super::keys;
use super::model::{Axis, Body, BodyKind, Drive, End, Harmonic, InputId, ParameterId, Port};
use super::reader::{Given, GivenInput, Number, Reader, Role, Values};
use super::section::Section;
use super::tree::Node;
use super::units::PhysicalUnit;

const ONLY_PRESCRIBED: &str = "only a prescribed body has it";
const ONLY_PORT: &str = "only a port (`motion = \"port\"`) has it";

/// The bodies read so far.
#[derive(Debug, Default)]
pub(super) struct Bodies {
    pub list: Vec<Body>,
    index: HashMap<String, usize>,
    /// Names of what the file calls a body and is none; said once is enough.
    broken: BTreeSet<String>,
    /// Names of elements that do not exist with the build options chosen.
    left_out: BTreeSet<String>,
    /// Names of the bodies that are joints of springs in series, and where those read stand in the file.
    joint_names: BTreeSet<String>,
    joints: BTreeMap<usize, Site>,
    /// Where the massless bodies stand in the file, by name.
    pub massless: BTreeMap<String, Site>,
}

impl Bodies {
    /// Notes which bodies are joints of springs in series.
    pub fn join(&mut self, names: BTreeSet<String>) {
        self.joint_names = names;
    }

    /// The joints, which are no bodies.
    pub fn take_joints(&mut self) -> BTreeMap<usize, Site> {
        std::mem::take(&mut self.joints)
    }

    /// Takes bodies out; gives the new indices of the others, by old index.
    pub fn remove(&mut self, indices: &BTreeMap<usize, Site>) -> Vec<usize> {
        let mut renumbered = Vec::with_capacity(self.list.len());
        let mut kept = 0;
        for index in 0..self.list.len() {
            renumbered.push(kept);
            kept += usize::from(!indices.contains_key(&index));
        }
        let mut index = 0..;
        self.list.retain(|_| index.next().is_some_and(|index| !indices.contains_key(&index)));
        let named = self.list.iter().enumerate();
        self.index = named.map(|(index, body)| (body.name.clone(), index)).collect();
        renumbered
    }

    pub fn find(&self, name: &str) -> Option<usize> {
        self.index.get(name).copied()
    }

    /// Names of all that the file calls a body.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let read = self.list.iter().map(|body| body.name.as_str());
        read.chain(self.broken.iter().map(String::as_str))
    }

    pub fn is_broken(&self, name: &str) -> bool {
        self.broken.contains(name)
    }

    /// Notes that `name` is meant as a body but cannot be read.
    pub fn break_name(&mut self, name: &str) {
        self.broken.insert(name.to_owned());
    }

    /// Notes that the `when` of the element `name` does not hold.
    pub fn leave_out(&mut self, name: &str) {
        self.left_out.insert(name.to_owned());
    }

    pub fn is_left_out(&self, name: &str) -> bool {
        self.left_out.contains(name)
    }

    pub fn is_massless(&self, end: &End) -> bool {
        end.body.is_some_and(|body| matches!(self.list[body].kind, BodyKind::Massless { .. }))
    }

    pub fn is_free(&self, end: &End) -> bool {
        end.body.is_some_and(|body| self.list[body].kind.is_free())
    }

    /// True if forces alone decide the motion of an end.
    pub fn is_unknown(&self, end: &End) -> bool {
        self.is_free(end) && end.body.is_some_and(|body| self.list[body].kind.port().is_none())
    }

    pub fn is_at_rest(&self, end: &End) -> bool {
        end.body.is_none_or(|body| {
            self.list[body].kind == BodyKind::Fixed && !self.joints.contains_key(&body)
        })
    }

    /// Axis of an end; None at the ground.
    pub fn axis(&self, end: &End) -> Option<Axis> {
        end.body.map(|body| self.list[body].axis)
    }

    /// Reads the table of a body.
    pub fn read(&mut self, reader: &mut Reader, section: &Section) {
        reader.report.check_keys(section, &keys::body());
        let axes = [("translation", Axis::Translation), ("rotation", Axis::Rotation)];
        type Motion = fn(&mut Reader, &Section, &AxisWords) -> BodyKind;
        let motions: [(_, Motion); 4] =
            [("free", free), ("fixed", fixed), ("prescribed", prescribed), ("port", port)];
        let axis = reader.report.word(section, "axis", &axes);
        let motion = reader.report.word(section, "motion", &motions);
        if axis.is_none() && section.has("axis") || motion.is_none() && section.has("motion") {
            return self.break_name(section.element);
        }
        let (axis, motion) = (axis.unwrap_or(Axis::Translation), motion.unwrap_or(free));
        let (own, other) = (words(axis), other_words(axis));
        for (key, instead) in other.keys().into_iter().zip(own.keys()) {
            let why = format!("a {} body has `{instead}` instead", own.adjective);
            reader.report.forbid(section, key, &why);
        }
        let kind = if self.joint_names.contains(section.element) {
            self.joint(reader, section, own)
        } else {
            motion(reader, section, own)
        };
        let name = section.element.to_owned();
        if matches!(kind, BodyKind::Massless { .. }) {
            self.massless.insert(name.clone(), Site::of(section, own.mass));
        }
        let description = section.description(&mut reader.report);
        self.index.insert(name.clone(), self.list.len());
        self.list.push(Body { name, description, axis, kind });
    }
}

impl Bodies {
    /// A body that becomes a joint of springs in series; until it is taken out it stands at rest.
    fn joint(&mut self, reader: &mut Reader, section: &Section, words: &AxisWords) -> BodyKind {
        for key in [words.position, words.velocity, words.acceleration] {
            let why = "a massless body between two springs has none: the two become one spring";
            reader.report.forbid(section, key, why);
        }
        self.joints.insert(self.list.len(), Site::of(section, words.mass));
        BodyKind::Fixed
    }
}

fn fixed(reader: &mut Reader, section: &Section, words: &AxisWords) -> BodyKind {
    reader.report.forbid(section, "by", ONLY_PRESCRIBED);
    for key in words.keys().into_iter().chain(["source"]) {
        reader.report.forbid(section, key, "a fixed body has none; it rests at position 0");
    }
    BodyKind::Fixed
}

fn free(reader: &mut Reader, section: &Section, words: &AxisWords) -> BodyKind {
    reader.report.forbid(section, "by", ONLY_PRESCRIBED);
    words.port_keys().iter().for_each(|key| reader.report.forbid(section, key, ONLY_PORT));
    let why = "follows from the forces; only the motion of a prescribed body is given";
    reader.report.forbid(section, words.acceleration, why);
    let mass = reader.required(section, words.mass, "a free body needs one", words.mass_unit);
    if mass.value == 0.0 {
        return massless(reader, section, words);
    }
    let role = Role::fixed(words.mass, words.mass, words.mass_unit).values(Values::Positive);
    let mass = reader.parameter(section, role, mass);
    let position0 = position0(reader, section, words);
    let velocity0 =
        reader.number(section, words.velocity, words.velocity_unit).unwrap_or(Number::plain(0.0));
    let role = Role::fixed(words.velocity0, "velocity at the start", words.velocity_unit);
    let velocity0 = reader.parameter(section, role, velocity0);
    let (force, constant_force, source) = loads(reader, section, words);
    BodyKind::Free { mass, position0, velocity0, force, constant_force, source }
}

/// A free body of mass 0. That is structural: no host can give it a mass.
fn massless(reader: &mut Reader, section: &Section, words: &AxisWords) -> BodyKind {
    let given = section.table.get(words.mass).map(|value| value.get_ref());
    if matches!(given, Some(Node::Table(_) | Node::Text(_))) {
        let rule = format!("is no parameter of a massless body; write `{} = 0`", words.mass);
        reader.report.value_fault(section, words.mass, rule);
    }
    let why = "follows from the forces: that of a massless body is not given";
    reader.report.forbid(section, words.velocity, why);
    let position0 = position0(reader, section, words);
    let (force, constant_force, source) = loads(reader, section, words);
    BodyKind::Massless { position0, force, constant_force, source }
}

fn position0(reader: &mut Reader, section: &Section, words: &AxisWords) -> ParameterId {
    let position0 =
        reader.number(section, words.position, words.position_unit).unwrap_or(Number::plain(0.0));
    let role = Role::fixed(words.position0, "position at the start", words.position_unit);
    reader.parameter(section, role, position0)
}

/// Force input, constant force and harmonic force of a free body.
fn loads(
    reader: &mut Reader,
    section: &Section,
    words: &AxisWords,
) -> (Option<InputId>, Option<ParameterId>, Option<Harmonic>) {
    let role = Role::tunable(words.force, "external load", words.force_unit);
    let advice = format!("a constant load is `{}`", words.constant_force);
    let force = optional_input(reader, section, role, &advice);
    let role = Role::tunable(words.constant_force, "constant load", words.force_unit);
    let constant_force = reader.optional(section, role);
    (force, constant_force, source(reader, section, words))
}

/// The input behind the key of a role, if there is one; `advice` for who gives a number.
pub(super) fn optional_input(
    reader: &mut Reader,
    section: &Section,
    role: Role,
    advice: &str,
) -> Option<InputId> {
    match reader.given(section, role.suffix, role.unit)? {
        Given::Input(given) => Some(reader.input(section, role, given)),
        Given::Number(_) => {
            let rule = format!("must be \"input\" or {{ input = true, … }}; {advice}");
            reader.report.value_fault(section, role.suffix, rule);
            None
        }
    }
}

/// `source = { amplitude = …, angularFrequency = …, phase = … }`
fn source(reader: &mut Reader, section: &Section, words: &AxisWords) -> Option<Harmonic> {
    let source = reader.report.table(section, "source")?;
    reader.report.check_keys(&source, keys::SOURCE);
    let what = "a harmonic load needs one";
    let amplitude = reader.required(&source, "amplitude", what, words.force_unit);
    let text = "amplitude of the harmonic load";
    let role = Role::tunable("sourceAmplitude", text, words.force_unit);
    let amplitude = reader.parameter(&source, role, amplitude);
    let unit = PhysicalUnit::RadianPerSecond;
    let frequency = reader.required(&source, "angularFrequency", what, unit);
    let text = "angular frequency of the harmonic load";
    let role = Role::tunable("sourceAngularFrequency", text, unit).values(Values::NotNegative);
    let angular_frequency = reader.parameter(&source, role, frequency);
    let phase = reader.number(&source, "phase", PhysicalUnit::Radian).map(|phase| {
        let role = Role::tunable("sourcePhase", "phase of the harmonic load", PhysicalUnit::Radian);
        reader.parameter(&source, role, phase)
    });
    Some(Harmonic { amplitude, angular_frequency, phase })
}

/// Moved by inputs.
fn prescribed(reader: &mut Reader, section: &Section, words: &AxisWords) -> BodyKind {
    for key in [words.mass, words.force, words.constant_force, "source"] {
        reader.report.forbid(section, key, "only a free body has it");
    }
    words.port_keys().iter().for_each(|key| reader.report.forbid(section, key, ONLY_PORT));
    type Read = fn(&mut Reader, &Section, &AxisWords) -> Drive;
    let [both, velocity, position] = Drive::WORDS;
    let drives: [(_, Read); 3] =
        [(both, by_both), (velocity, by_velocity), (position, by_position)];
    let drive = reader.report.word(section, "by", &drives).unwrap_or(by_both);
    BodyKind::Prescribed(drive(reader, section, words))
}

/// A flange of a host's mechanism.
fn port(reader: &mut Reader, section: &Section, words: &AxisWords) -> BodyKind {
    reader.report.forbid(section, "by", ONLY_PRESCRIBED);
    for key in [words.mass, words.force, words.constant_force, "source"] {
        let why = format!(
            "is not for a port: its mass is `{}`, the force on it `{}`",
            words.effective_mass, words.applied_force
        );
        reader.report.forbid(section, key, &why);
    }
    let text = "position of the host's flange";
    let position = told(reader, section, Role::tunable(words.position, text, words.position_unit));
    let text = "velocity of the host's flange";
    let velocity = told(reader, section, Role::tunable(words.velocity, text, words.velocity_unit));
    let text = "acceleration of the host's flange; counts only where its motion is prescribed";
    let role = Role::tunable(words.acceleration, text, words.acceleration_unit);
    let acceleration = told(reader, section, role);
    let text =
        format!("effective {} of the host at the flange; 0: its motion is prescribed", words.mass);
    let role =
        Role::tunable(words.effective_mass, &text, words.mass_unit).values(Values::NotNegative);
    let effective_mass = reader.signal(section, role);
    let text = "all other forces on the flange, reduced to it";
    let applied_force =
        told(reader, section, Role::tunable(words.applied_force, text, words.force_unit));
    let port = Port { position, velocity, acceleration, effective_mass, applied_force };
    BodyKind::Prescribed(Drive::Port(port))
}

fn by_both(reader: &mut Reader, section: &Section, words: &AxisWords) -> Drive {
    let position = told_position(reader, section, words);
    let (velocity, acceleration) = told_velocity(reader, section, words);
    Drive::Both { position, velocity, acceleration }
}

fn by_velocity(reader: &mut Reader, section: &Section, words: &AxisWords) -> Drive {
    let position0 = position0(reader, section, words);
    let (velocity, acceleration) = told_velocity(reader, section, words);
    Drive::Velocity { position0, velocity, acceleration }
}

fn by_position(reader: &mut Reader, section: &Section, words: &AxisWords) -> Drive {
    for key in [words.velocity, words.acceleration] {
        reader.report.forbid(section, key, "follows from the position, by which the body moves");
    }
    Drive::Position { position: told_position(reader, section, words) }
}

fn told_position(reader: &mut Reader, section: &Section, words: &AxisWords) -> InputId {
    told(reader, section, Role::tunable(words.position, "prescribed position", words.position_unit))
}

fn told_velocity(reader: &mut Reader, section: &Section, words: &AxisWords) -> (InputId, InputId) {
    let velocity = Role::tunable(words.velocity, "prescribed velocity", words.velocity_unit);
    let text = "prescribed acceleration";
    let acceleration = Role::tunable(words.acceleration, text, words.acceleration_unit);
    (told(reader, section, velocity), told(reader, section, acceleration))
}

/// An input of a prescribed body, whether the file says more of it or not.
fn told(reader: &mut Reader, section: &Section, role: Role) -> InputId {
    let advice = "for a start value write { input = true, start = … }";
    let given = optional_input(reader, section, role, advice);
    given.unwrap_or_else(|| reader.input(section, role, GivenInput::default()))
}

/// Where a body stands in the file.
#[derive(Clone, Debug)]
pub(super) struct Site {
    /// Full name of its mass.
    pub subject: String,
    pub place: Range<usize>,
}

impl Site {
    /// Of a body's section and the key of its mass.
    pub fn of(section: &Section, mass: &str) -> Self {
        Self { subject: section.full(mass), place: section.value_place(mass) }
    }
}
