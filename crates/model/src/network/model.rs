//! The checked network: structure with indices instead of names, and one table of parameters and one
//! of inputs. Whatever is in here satisfies the rules of the file format; only the *values* of
//! parameters change later, within their bounds.

mod contact;
mod islands;
mod rules;
mod series;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::characteristic::Characteristic;
pub use super::drive::{AppliedForce, AppliedReaction, Drive, Port};
use super::elastic::Elastic;
use super::force::{Force, Meaning};
pub use super::parts::{Axis, End, Harmonic, Inertia, InertiaEntries, InputId, ParameterId};
pub use super::settings::{
    About, BuildOption, Experiment, Method, OptionRange, RELATIVE_TOLERANCE_BOUNDS,
};
pub use super::values::{Bounds, Input, Parameter, Signal, Tunability};
use crate::laws::{LawKind, LawShape};

/// Least unit of a load (N): a billionth of it is a number like others.
const LEAST_UNIT: f64 = 1e-290;

/// Body that contacts, springs and dampers join.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Body {
    /// Name in the file, first part of the names of its variables.
    pub name: String,
    /// Description in words.
    #[serde(skip)]
    pub description: String,
    /// Units of its motion and of forces on it are those of this axis.
    pub axis: Axis,
    /// Kind of its motion.
    pub kind: BodyKind,
    /// True if its effective mass and free force are outputs.
    pub flange: bool,
}

/// Kind of motion of a body.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum BodyKind {
    /// Moved by forces. `mass` in kg or inertia in kg·m², > 0.
    Free {
        /// kg or kg·m².
        mass: ParameterId,
        /// Position at the start, m or rad.
        position0: ParameterId,
        /// Velocity at the start, m/s or rad/s.
        velocity0: ParameterId,
        /// Force from outside, N or N·m.
        force: Option<InputId>,
        /// Force of the file, N or N·m.
        constant_force: Option<ParameterId>,
        /// Harmonic force of the file, N or N·m.
        source: Option<Harmonic>,
    },
    /// Moved by forces that balance at every instant: `mass = 0` in the file. Its velocity is no state
    /// but follows from the forces, and may jump with them.
    Massless {
        /// Position at the start, m or rad.
        position0: ParameterId,
        /// Force from outside, N or N·m.
        force: Option<InputId>,
        /// Force of the file, N or N·m.
        constant_force: Option<ParameterId>,
        /// Harmonic force of the file, N or N·m.
        source: Option<Harmonic>,
    },
    /// Body at rest at position 0, like the ground.
    Fixed,
    /// Moved by inputs.
    Prescribed(Drive),
}

impl BodyKind {
    /// True if forces decide the body's motion, or may between communication points.
    pub fn is_free(&self) -> bool {
        matches!(self, BodyKind::Free { .. } | BodyKind::Massless { .. }) || self.port().is_some()
    }

    /// Returns the port that the body is, if it is one.
    pub fn port(&self) -> Option<&Port> {
        match self {
            BodyKind::Prescribed(Drive::Port(port)) => Some(port),
            _ => None,
        }
    }
}

/// Two ends between which friction acts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Contact {
    /// Name in the file, first part of the names of its variables.
    pub name: String,
    /// Description in words.
    #[serde(skip)]
    pub description: String,
    /// First end: friction against w > 0 acts on it as −λ.
    pub i: End,
    /// Second end, weighed negatively in w.
    pub j: End,
    /// The friction law without its numbers.
    pub law: LawShape,
    /// Entries of [`LawShape::parameters`], one after the other: parameters, and inputs where the law declares them; a
    /// default that equals another parameter repeats it.
    pub law_numbers: Vec<Signal>,
    /// None: the law's numbers are forces; else coefficients times this normal load.
    pub normal_load: Option<Signal>,
    /// Radius at which friction acts, m, of a rotational contact with a normal load.
    pub effective_radius: Option<ParameterId>,
    /// Normal load that a spring adds to it, or a formula makes of it.
    pub load_from: Option<LoadSource>,
    /// Velocity of a belt or the like, subtracted in w, m/s or rad/s.
    pub surface_velocity: Signal,
    /// The line by which a surface follows that signal.
    pub surface_line: Line,
    /// Its derivative, m/s² or rad/s².
    pub surface_acceleration: Signal,
    /// Force that stiction balances where both ends' motion is prescribed.
    pub applied_force: Option<InputId>,
    /// Units of the contact's force and of its slip are those of this axis.
    pub axis: Axis,
}

/// A line y = factor·x + offset.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// Slope of the line.
    pub factor: f64,
    /// Value at 0.
    pub offset: f64,
}

impl Line {
    /// The line y = x.
    pub const SAME: Self = Self { factor: 1.0, offset: 0.0 };

    /// Returns the value at x.
    pub fn at(&self, x: f64) -> f64 {
        self.factor * x + self.offset
    }
}

/// Source of a normal load that changes with the motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LoadSource {
    /// The force of a spring adds to it.
    Spring(LoadSpring),
    /// A force of the network, of the kind [`super::ForceKind::NormalForce`].
    Formula(usize),
}

/// Part of a normal load: `factor` times the force of a spring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LoadSpring {
    /// Index into [`Network::springs`].
    pub spring: usize,
    /// 1, or 1/m for the torque of a rotational spring; of any sign.
    pub factor: ParameterId,
}

/// `F = k·e + g(e) + d·ė` without freeplay, g being its characteristic, `max(0, k(e − Δ) + d·ė)` and its mirror image with it;
/// `e = weight_i·z_i − weight_j·z_j − e₀`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spring {
    /// Name in the file, first part of the names of its variables.
    pub name: String,
    /// Description in words.
    #[serde(skip)]
    pub description: String,
    /// First end.
    pub i: End,
    /// Second end.
    pub j: End,
    /// Stiffness, and offset from which its deflection counts.
    pub elastic: Elastic,
    /// Its elastic force beside the stiffness.
    pub characteristic: Characteristic<ParameterId>,
    /// d ≥ 0, N·s/m or N·m·s/rad; None: 0.
    pub damping: Option<ParameterId>,
    /// Units of its force and deflection are those of this axis.
    pub axis: Axis,
    /// Springs that follow this one in series; all else here is then said of the first, but for the far
    /// end, which is that of the last.
    pub series: Option<Series>,
}

/// The springs that follow the first one of a series.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Series {
    /// True if they follow at the first end of that spring, which then is the far end of the last; else at the
    /// second.
    pub at_first_end: bool,
    /// Springs in their order from the first one.
    pub parts: Vec<SeriesPart>,
}

/// A spring of a series behind the first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeriesPart {
    /// Name in the file, first part of the names of its variables.
    pub name: String,
    /// Description in words.
    #[serde(skip)]
    pub description: String,
    /// Units of its force and deflection are those of this axis.
    pub axis: Axis,
    /// Stiffness, and offset from which its deflection counts.
    pub elastic: Elastic,
    /// Weights of the node before it: in the part before, and in this one. None: 1.
    pub weights: [Option<ParameterId>; 2],
    /// True if it counts its deflection against the first spring's direction.
    pub opposed: bool,
}

/// `F = d·(weight_i·v_i − weight_j·v_j)`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Damper {
    /// Name in the file, first part of the names of its variables.
    pub name: String,
    /// Description in words.
    #[serde(skip)]
    pub description: String,
    /// First end.
    pub i: End,
    /// Second end.
    pub j: End,
    /// d ≥ 0, N·s/m or N·m·s/rad.
    pub damping: ParameterId,
    /// Units of its force are those of this axis.
    pub axis: Axis,
}

/// The copies of a template (`body.wagon` with `repeat`), in the order of their indices.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Family {
    /// Name of the template.
    pub name: String,
    /// Names of the copies.
    pub copies: Vec<String>,
    /// Number of values of each index; one number where not all combinations exist.
    pub sizes: Vec<usize>,
}

/// Bodies and what acts on them, checked: indices in it are valid.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Network {
    /// Name and description of the unit.
    pub about: About,
    /// Build options with the values that made this network.
    #[serde(skip)]
    pub options: Vec<BuildOption>,
    /// The default experiment.
    pub experiment: Experiment,
    /// Bodies in the order of the file, copies of a template one after the other.
    pub bodies: Vec<Body>,
    /// Bodies that their inertia couples, in the order of the file.
    pub inertias: Vec<Inertia>,
    /// Contacts in the order of the file, couplings after the others.
    pub contacts: Vec<Contact>,
    /// Springs in the order of the file; a series is one spring.
    pub springs: Vec<Spring>,
    /// Dampers in the order of the file.
    pub dampers: Vec<Damper>,
    /// Forces by formula.
    // On the heap even if empty: an empty shared slice is a static of the library, which is a new one where a host
    // unloads the library and loads it again while an instance lives.
    pub forces: Arc<Vec<Force>>,
    /// Elements that are copies of one.
    pub families: Vec<Family>,
    /// All numbers of the file, of which [`ParameterId`] is the index.
    pub parameters: Vec<Parameter>,
    /// All signals from outside, of which [`InputId`] is the index.
    pub inputs: Vec<Input>,
    /// `predict = true`: the model has `nextEventTime`.
    pub predict: bool,
    /// `diagnostics = "local"`: counts, states of elements and laws, and energies are no outputs.
    pub local_diagnostics: bool,
}

impl Network {
    /// Returns the start values of all parameters.
    pub fn start_parameters(&self) -> Vec<f64> {
        self.parameters.iter().map(|parameter| parameter.start).collect()
    }

    /// True if inputs say how bodies or surfaces move.
    pub fn has_given_motions(&self) -> bool {
        let body = |body: &Body| matches!(body.kind, BodyKind::Prescribed(_));
        let surface = |contact: &Contact| matches!(contact.surface_velocity, Signal::Input(_));
        self.bodies.iter().any(body) || self.contacts.iter().any(surface)
    }

    /// Returns the reason why an input is held within a step, if it is.
    pub fn why_held(&self, input: InputId) -> Option<&'static str> {
        self.all_held_inputs().find(|(held, _)| *held == input).map(|(_, why)| why)
    }

    /// True if an input stays what it is within a step: a normal load of which friction is no multiple, a number of
    /// a friction law, or the effective mass of a port.
    pub fn is_held(&self, input: InputId) -> bool {
        self.why_held(input).is_some()
    }

    /// Returns, for each input, true if it is held within a step.
    pub fn held_inputs(&self) -> Vec<bool> {
        let mut held = vec![false; self.inputs.len()];
        self.all_held_inputs().for_each(|(input, _)| held[input.0] = true);
        held
    }

    /// True if a formula reads the time.
    pub fn reads_time(&self) -> bool {
        let of_force = |force: &Force| {
            let mut names = force.actions.iter().flat_map(|action| &action.variables);
            names.any(|name| force.names[*name].1 == Meaning::Time)
        };
        let mut laws = self.contacts.iter().map(|contact| &contact.law.kind);
        self.forces.iter().any(of_force) || laws.any(LawKind::reads_time)
    }

    fn all_held_inputs(&self) -> impl Iterator<Item = (InputId, &'static str)> + '_ {
        let of_port = |body: &Body| match body.kind.port()?.effective_mass? {
            Signal::Input(id) => Some((id, "an effective mass is constant within a step")),
            Signal::Parameter(_) | Signal::Zero => None,
        };
        let of_contacts = self.contacts.iter().flat_map(Contact::held_inputs);
        let of_blocks = self.inertias.iter().flat_map(|inertia| inertia.inputs());
        let of_blocks =
            of_blocks.map(|id| (*id, "an inverse mass matrix is constant within a step"));
        of_contacts.chain(self.bodies.iter().filter_map(of_port)).chain(of_blocks)
    }

    /// Returns the start value of a signal.
    pub fn start_of(&self, signal: Signal) -> f64 {
        match signal {
            Signal::Zero => 0.0,
            Signal::Parameter(id) => self.parameters[id.0].start,
            Signal::Input(id) => self.inputs[id.0].start,
        }
    }

    /// Returns the name of the variable behind a signal; empty of none.
    pub fn name_of(&self, signal: Signal) -> &str {
        match signal {
            Signal::Zero => "",
            Signal::Parameter(id) => &self.parameters[id.0].name,
            Signal::Input(id) => &self.inputs[id.0].name,
        }
    }

    /// Returns the start values of all inputs.
    pub fn start_inputs(&self) -> Vec<f64> {
        self.inputs.iter().map(|input| input.start).collect()
    }
}
