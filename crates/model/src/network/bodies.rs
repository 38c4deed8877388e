//! Bodies of a network file: free (with mass or without), fixed or prescribed.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;

use super::axis::{AxisWords, other_words, words};
use super::driven::{ONLY_PORT, ONLY_PRESCRIBED, optional_input, port, position0, prescribed};
use super::keys;
use super::model::{Axis, Body, BodyKind, End, Harmonic, InputId, ParameterId};
use super::reader::{Number, Reader};
use super::role::{Role, Values};
use super::section::Section;
use super::tree::Node;
use super::units::PhysicalUnit;

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
    /// Places of the massless bodies in the file, by name.
    pub massless: BTreeMap<String, Site>,
}

impl Bodies {
    /// Records the bodies that are joints of springs in series.
    pub fn join(&mut self, names: BTreeSet<String>) {
        self.joint_names = names;
    }

    /// Takes the joints, which are no bodies.
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

    /// Returns the names of all that the file calls a body.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let read = self.list.iter().map(|body| body.name.as_str());
        read.chain(self.broken.iter().map(String::as_str))
    }

    pub fn is_broken(&self, name: &str) -> bool {
        self.broken.contains(name)
    }

    /// True if there is a body whose name differs in its indices alone.
    pub fn has_other_indices(&self, name: &str) -> bool {
        let is_letter = |c: &char| !(c.is_ascii_digit() || *c == '-');
        self.names().any(|other| other.chars().filter(is_letter).eq(name.chars().filter(is_letter)))
    }

    /// Records that `name` is meant as a body but cannot be read.
    pub fn break_name(&mut self, name: &str) {
        self.broken.insert(name.to_owned());
    }

    /// Records that the `when` of the element `name` does not hold.
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
        let axes = [("translation", Axis::Translation), ("rotation", Axis::Rotation)];
        type Motion = fn(&mut Reader, &Section, &AxisWords) -> BodyKind;
        let motions: [(_, Motion); 4] =
            [("free", free), ("fixed", fixed), ("prescribed", prescribed), ("port", port)];
        let axis = reader.report.word(section, "axis", &axes);
        let motion = reader.report.word(section, "motion", &motions);
        if axis.is_none() && section.has("axis") || motion.is_none() && section.has("motion") {
            reader.report.check_keys(section, &keys::body());
            return self.break_name(section.element);
        }
        let (axis, motion) = (axis.unwrap_or(Axis::Translation), motion.unwrap_or(free));
        let (own, other) = (words(axis), other_words(axis));
        reader.report.check_keys_beside(section, &keys::body_along(own), &other.keys());
        for (key, instead) in other.keys().into_iter().zip(own.keys()) {
            let turns = match section.has("axis") {
                true => "",
                false => ", a rotational one has `axis = \"rotation\"`",
            };
            let why = format!("a {} body has `{instead}` instead{turns}", own.adjective);
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
        let description = reader.report.description(section);
        let flange = reader.report.flag(section, keys::FLANGE).unwrap_or(false);
        if flange && !matches!(kind, BodyKind::Free { .. }) {
            let rule = format!("is for a free body with `{}` > 0", own.mass);
            reader.report.value_fault(section, keys::FLANGE, rule);
        }
        self.index.insert(name.clone(), self.list.len());
        self.list.push(Body { name, description, axis, kind, flange });
    }
}

impl Bodies {
    /// Returns a body that becomes a joint of springs in series; until it is taken out it stands at rest.
    fn joint(&mut self, reader: &mut Reader, section: &Section, words: &AxisWords) -> BodyKind {
        for key in [words.position, words.velocity, words.acceleration] {
            let why = "a massless body between two springs has no initial state: the springs are combined into one";
            reader.report.forbid(section, key, why);
        }
        self.joints.insert(self.list.len(), Site::of(section, words.mass));
        BodyKind::Fixed
    }
}

fn fixed(reader: &mut Reader, section: &Section, words: &AxisWords) -> BodyKind {
    reader.report.forbid(section, "by", ONLY_PRESCRIBED);
    for key in words.keys().into_iter().chain(["excitation"]) {
        reader.report.forbid(section, key, "a fixed body has none; it rests at position 0");
    }
    BodyKind::Fixed
}

fn free(reader: &mut Reader, section: &Section, words: &AxisWords) -> BodyKind {
    reader.report.forbid(section, "by", ONLY_PRESCRIBED);
    words.port_keys().iter().for_each(|key| reader.report.forbid(section, key, ONLY_PORT));
    let why = "follows from the forces; it is an input of prescribed bodies only";
    reader.report.forbid(section, words.acceleration, why);
    let mass = reader.required(section, words.mass, "a free body needs one", words.mass_unit);
    if mass.value == 0.0 {
        return massless(reader, section, words);
    }
    let role = Role::fixed(words.mass, words.mass_text, words.mass_unit).values(Values::Positive);
    let mass = reader.parameter(section, role, mass);
    let position0 = position0(reader, section, words);
    let velocity0 =
        reader.number(section, words.velocity, words.velocity_unit).unwrap_or(Number::plain(0.0));
    let text = format!("initial {}", words.velocity_text);
    let role = Role::fixed(words.velocity0, &text, words.velocity_unit);
    let velocity0 = reader.parameter(section, role, velocity0);
    let (force, constant_force, excitation) = loads(reader, section, words);
    BodyKind::Free { mass, position0, velocity0, force, constant_force, source: excitation }
}

/// Returns a free body of mass 0. That is structural: no host can give it a mass.
fn massless(reader: &mut Reader, section: &Section, words: &AxisWords) -> BodyKind {
    let given = section.table.get(words.mass).map(|value| value.get_ref());
    if matches!(given, Some(Node::Table(_) | Node::Text(_))) {
        let rule = format!("must be a plain 0 for a massless body; write `{} = 0`", words.mass);
        reader.report.value_fault(section, words.mass, rule);
    }
    let why = "follows from the forces; a massless body has no initial velocity";
    reader.report.forbid(section, words.velocity, why);
    let position0 = position0(reader, section, words);
    let (force, constant_force, excitation) = loads(reader, section, words);
    BodyKind::Massless { position0, force, constant_force, source: excitation }
}

/// Reads force input, constant force and harmonic force of a free body.
fn loads(
    reader: &mut Reader,
    section: &Section,
    words: &AxisWords,
) -> (Option<InputId>, Option<ParameterId>, Option<Harmonic>) {
    let text = format!("external {} on {{}}", words.force);
    let role = Role::tunable(words.force, &text, words.force_unit);
    let advice = format!("a constant one is `{}`", words.constant_force);
    let force = optional_input(reader, section, role, &advice);
    let text = format!("constant {} on {{}}", words.force);
    let role = Role::tunable(words.constant_force, &text, words.force_unit);
    let constant_force = reader.optional(section, role);
    (force, constant_force, excitation(reader, section, words))
}

/// Reads `excitation = { amplitude = …, angularFrequency = …, phase = … }`
fn excitation(reader: &mut Reader, section: &Section, words: &AxisWords) -> Option<Harmonic> {
    let excitation = reader.report.table(section, "excitation")?;
    reader.report.check_keys(&excitation, keys::EXCITATION);
    let what = "a harmonic excitation needs one";
    let amplitude = reader.required(&excitation, "amplitude", what, words.force_unit);
    let text = |of: &str| format!("{of} of the harmonic {} on {{}}", words.force);
    let of_amplitude = text("amplitude");
    let role = Role::tunable("excitationAmplitude", &of_amplitude, words.force_unit);
    let amplitude = reader.parameter(&excitation, role, amplitude);
    let unit = PhysicalUnit::RadianPerSecond;
    let frequency = reader.required(&excitation, "angularFrequency", what, unit);
    let of_frequency = text("angular frequency");
    let role = Role::tunable("excitationOmega", &of_frequency, unit).values(Values::NotNegative);
    let angular_frequency = reader.parameter(&excitation, role, frequency);
    let phase = reader.number(&excitation, "phase", PhysicalUnit::Radian).map(|phase| {
        let of_phase = text("phase");
        let role = Role::tunable("excitationPhase", &of_phase, PhysicalUnit::Radian);
        reader.parameter(&excitation, role, phase)
    });
    Some(Harmonic { amplitude, angular_frequency, phase })
}

/// Place of a body in the file.
#[derive(Clone, Debug)]
pub(super) struct Site {
    /// Full name of its mass.
    pub subject: String,
    pub place: Range<usize>,
}

impl Site {
    /// Makes the site of a body's section and the key of its mass.
    pub fn of(section: &Section, mass: &str) -> Self {
        Self { subject: section.full(mass), place: section.value_place(mass) }
    }
}
