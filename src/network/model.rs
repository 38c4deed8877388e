//! The checked network: structure with indices instead of names, and one table of parameters and one
//! of inputs. Whatever is in here satisfies the rules of the file format; only the *values* of
//! parameters change later, within their bounds.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::elastic::Elastic;
use super::expression::Value;
use super::force::Force;
pub use super::parts::{Axis, End, InputId, ParameterId};
use super::units::PhysicalUnit;
use crate::laws::{LawShape, LoadUse};

/// Bounds of a parameter. An exclusive lower bound is the one of masses, radii and ratios: > 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    pub min: Option<f64>,
    pub max: Option<f64>,
    pub min_exclusive: bool,
    pub max_exclusive: bool,
}

/// Whether a parameter may change after initialisation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tunability {
    /// `constant` in the file: no host can set it.
    Constant,
    /// Until initialisation ends.
    Fixed,
    /// At any communication point.
    Tunable,
}

/// A number of the file.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Structured name, e.g. `block.mass`.
    pub name: String,
    pub description: String,
    pub unit: PhysicalUnit,
    pub start: f64,
    pub bounds: Bounds,
    pub tunability: Tunability,
}

/// A signal that the host provides.
#[derive(Clone, Debug, PartialEq)]
pub struct Input {
    /// Structured name, e.g. `block.force`.
    pub name: String,
    pub description: String,
    pub unit: PhysicalUnit,
    pub start: f64,
}

/// Where a quantity comes from at run time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Signal {
    Zero,
    Parameter(ParameterId),
    Input(InputId),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    pub name: String,
    pub description: String,
    pub axis: Axis,
    pub kind: BodyKind,
}

#[derive(Clone, Debug, PartialEq)]
pub enum BodyKind {
    /// Moved by forces. `mass` in kg or inertia in kg·m², > 0.
    Free {
        mass: ParameterId,
        position0: ParameterId,
        velocity0: ParameterId,
        force: Option<InputId>,
        constant_force: Option<ParameterId>,
        source: Option<Harmonic>,
    },
    /// Moved by forces that balance at every instant: `mass = 0` in the file. Its velocity is no state
    /// but follows from the forces, and may jump with them.
    Massless {
        position0: ParameterId,
        force: Option<InputId>,
        constant_force: Option<ParameterId>,
        source: Option<Harmonic>,
    },
    /// At rest at position 0, like the ground.
    Fixed,
    /// Moved by inputs.
    Prescribed(Drive),
}

/// The inputs that move a prescribed body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Drive {
    /// The whole motion is given.
    Both { position: InputId, velocity: InputId, acceleration: InputId },
    /// The position is the integral of the velocity: a state.
    Velocity { position0: ParameterId, velocity: InputId, acceleration: InputId },
    /// The velocity is the derivative of the position, or the difference of two samples.
    Position { position: InputId },
}

impl Drive {
    /// Words of network files.
    pub const WORDS: [&str; 3] = ["both", "velocity", "position"];

    pub fn position(&self) -> Option<InputId> {
        match *self {
            Drive::Both { position, .. } | Drive::Position { position } => Some(position),
            Drive::Velocity { .. } => None,
        }
    }

    pub fn velocity(&self) -> Option<InputId> {
        match *self {
            Drive::Both { velocity, .. } | Drive::Velocity { velocity, .. } => Some(velocity),
            Drive::Position { .. } => None,
        }
    }

    pub fn acceleration(&self) -> Option<InputId> {
        match *self {
            Drive::Both { acceleration, .. } | Drive::Velocity { acceleration, .. } => {
                Some(acceleration)
            }
            Drive::Position { .. } => None,
        }
    }
}

impl BodyKind {
    /// Whether forces decide the body's motion.
    pub fn is_free(&self) -> bool {
        matches!(self, BodyKind::Free { .. } | BodyKind::Massless { .. })
    }
}

/// The force `amplitude·cos(angular_frequency·t + phase)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Harmonic {
    pub amplitude: ParameterId,
    pub angular_frequency: ParameterId,
    pub phase: Option<ParameterId>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Contact {
    pub name: String,
    pub description: String,
    pub i: End,
    pub j: End,
    pub law: LawShape,
    /// Entries of [`LawShape::parameters`], one after the other; a default that equals another parameter
    /// repeats its id.
    pub law_parameters: Vec<ParameterId>,
    /// None: the law's numbers are forces; else coefficients times this normal load.
    pub normal_load: Option<Signal>,
    /// Of a rotational contact with a normal load: the radius at which friction acts, m.
    pub effective_radius: Option<ParameterId>,
    /// What a spring adds to it, or a formula makes of it.
    pub load_from: Option<LoadSource>,
    pub surface_velocity: Signal,
    pub surface_acceleration: Signal,
    /// Force that stiction balances where both ends' motion is prescribed.
    pub applied_force: Option<InputId>,
    /// Units of the contact's force and of its slip are those of this axis.
    pub axis: Axis,
}

/// Where a normal load comes from that changes with the motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoadSource {
    Spring(LoadSpring),
    /// A force of the network, of the kind [`super::ForceKind::NormalForce`].
    Formula(usize),
}

impl Contact {
    /// The spring that has part in the normal load.
    pub fn load_spring(&self) -> Option<LoadSpring> {
        match self.load_from {
            Some(LoadSource::Spring(load)) => Some(load),
            Some(LoadSource::Formula(_)) | None => None,
        }
    }
}

/// Part of a normal load: `factor` times the force of a spring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoadSpring {
    pub spring: usize,
    /// 1, or 1/m for the torque of a rotational spring; of any sign.
    pub factor: ParameterId,
}

/// `F = k·e + k3·e³ + d·ė` without freeplay, `max(0, k(e − Δ) + d·ė)` and its mirror image with it;
/// `e = weight_i·z_i − weight_j·z_j − e₀` ([`super::elastic`]).
#[derive(Clone, Debug, PartialEq)]
pub struct Spring {
    pub name: String,
    pub description: String,
    pub i: End,
    pub j: End,
    pub elastic: Elastic,
    pub cubic: Option<ParameterId>,
    pub damping: Option<ParameterId>,
    pub axis: Axis,
    /// Springs that follow this one in series; all else here is then said of the first, but for the far
    /// end, which is that of the last.
    pub series: Option<Series>,
}

/// The springs that follow the first one of a series.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// Whether they follow at the first end of that spring, which then is the far end of the last; else at the
    /// second.
    pub at_first_end: bool,
    pub parts: Vec<SeriesPart>,
}

/// A spring of a series behind the first.
#[derive(Clone, Debug, PartialEq)]
pub struct SeriesPart {
    pub name: String,
    pub description: String,
    /// Units of its force and deflection are those of this axis.
    pub axis: Axis,
    pub elastic: Elastic,
    /// Weights of the node before it: in the part before, and in this one. None: 1.
    pub weights: [Option<ParameterId>; 2],
    /// Whether it counts its deflection against the first spring's direction.
    pub opposed: bool,
}

/// `F = d·(weight_i·v_i − weight_j·v_j)`.
#[derive(Clone, Debug, PartialEq)]
pub struct Damper {
    pub name: String,
    pub description: String,
    pub i: End,
    pub j: End,
    pub damping: ParameterId,
    pub axis: Axis,
}

/// The copies of a template (`body.wagon` with `repeat`), in the order of their indices.
#[derive(Clone, Debug, PartialEq)]
pub struct Family {
    /// Name of the template.
    pub name: String,
    pub copies: Vec<String>,
    /// Number of values of each index; one number where not all combinations exist.
    pub sizes: Vec<usize>,
}

/// What the unit is, for people.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct About {
    /// Unit name, a C identifier of at most 40 characters.
    pub name: String,
    pub description: String,
    /// Paper and equations.
    pub source: String,
    pub equations: Vec<String>,
}

/// Least and greatest relative tolerance of a motion: tighter ones only add round-off, looser ones say
/// nothing about the motion.
pub const RELATIVE_TOLERANCE_BOUNDS: (f64, f64) = (1e-14, 1e-2);

/// How a network moves from one communication point to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Method {
    /// Every transition is located and resolved.
    #[default]
    Events,
    /// Time stepping after Moreau and Jean: transitions within a step are found at its end.
    Moreau,
}

impl Method {
    pub const ALL: [Method; 2] = [Method::Events, Method::Moreau];

    /// Name in network files.
    pub fn name(self) -> &'static str {
        match self {
            Method::Events => "events",
            Method::Moreau => "moreau",
        }
    }
}

/// Default experiment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Experiment {
    pub stop_time: f64,
    pub step_size: f64,
    /// Start value of the parameter `relativeTolerance`.
    pub relative_tolerance: f64,
    /// Start value of the parameter `method`.
    pub method: Method,
    /// Start value of the parameter `moreauStep`: the longest step of the time stepping, s; 0 for one step
    /// per communication step.
    pub moreau_step: f64,
    /// Start value of the parameter `inputsAtStepEnd`.
    pub inputs_at_end: bool,
}

/// An option with its value in the file.
#[derive(Clone, Debug, PartialEq)]
pub struct BuildOption {
    pub name: String,
    pub description: String,
    /// The default, a whole number or a text.
    pub value: Value,
    pub range: OptionRange,
}

/// The values that an option may have.
#[derive(Clone, Debug, PartialEq)]
pub enum OptionRange {
    OneOf(Vec<Value>),
    Within { min: Option<i64>, max: Option<i64> },
}

#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    pub about: About,
    /// Build options with the values that made this network.
    pub options: Vec<BuildOption>,
    pub experiment: Experiment,
    pub bodies: Vec<Body>,
    pub contacts: Vec<Contact>,
    pub springs: Vec<Spring>,
    pub dampers: Vec<Damper>,
    /// Forces by formula.
    // On the heap even if empty: an empty shared slice is a static of the library, which is a new one where a host
    // unloads the library and loads it again while an instance lives.
    pub forces: Arc<Vec<Force>>,
    /// Elements that are copies of one.
    pub families: Vec<Family>,
    pub parameters: Vec<Parameter>,
    pub inputs: Vec<Input>,
    /// `predict = true`: the unit has `nextEventTime`.
    pub predict: bool,
    /// `diagnostics = "local"`: counts, states of elements and laws, and energies are no outputs.
    pub local_diagnostics: bool,
}

impl Network {
    /// Start values of all parameters.
    pub fn start_parameters(&self) -> Vec<f64> {
        self.parameters.iter().map(|parameter| parameter.start).collect()
    }

    /// Whether inputs say how bodies or surfaces move.
    pub fn has_given_motions(&self) -> bool {
        let body = |body: &Body| matches!(body.kind, BodyKind::Prescribed(_));
        let surface = |contact: &Contact| matches!(contact.surface_velocity, Signal::Input(_));
        self.bodies.iter().any(body) || self.contacts.iter().any(surface)
    }

    /// Whether an input stays what it is within a step: a normal load of which friction is no multiple.
    pub fn is_held(&self, input: InputId) -> bool {
        let loads = |contact: &&Contact| contact.normal_load == Some(Signal::Input(input));
        let multiple = |contact: &Contact| contact.law.kind.load_use() == LoadUse::Factor;
        !self.contacts.iter().filter(loads).all(multiple)
    }

    /// Start values of all inputs.
    pub fn start_inputs(&self) -> Vec<f64> {
        self.inputs.iter().map(|input| input.start).collect()
    }
}
