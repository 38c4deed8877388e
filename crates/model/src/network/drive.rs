//! Inputs that move a body: a prescribed motion, or a port of a host's mechanism.

use serde::{Deserialize, Serialize};

use super::parts::{InputId, ParameterId};
use super::values::Signal;

/// The inputs that move a body.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Drive {
    /// The whole motion is given.
    Both {
        /// m or rad.
        position: InputId,
        /// m/s or rad/s.
        velocity: InputId,
        /// m/s² or rad/s².
        acceleration: InputId,
    },
    /// The position is the integral of the velocity: a state.
    Velocity {
        /// Position at the start, m or rad.
        position0: ParameterId,
        /// m/s or rad/s.
        velocity: InputId,
        /// m/s² or rad/s².
        acceleration: InputId,
    },
    /// The velocity is the derivative of the position, or the difference of two samples.
    Position {
        /// m or rad.
        position: InputId,
    },
    /// The motion is given at communication points; between them it is that of a reduced mass.
    Port(Port),
}

/// A flange of a host's mechanism: the host gives its motion at communication points, the mass that is felt there, and the
/// force that acts there beside the model's own. Between communication points the unit moves that reduced mass itself
/// (Peiret, González, Kövecses, Teichmann, Mech. Mach. Theory 127, 2018). Where the effective mass is 0 the motion is
/// prescribed throughout.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Port {
    /// m or rad.
    pub position: InputId,
    /// m/s or rad/s.
    pub velocity: InputId,
    /// m/s² or rad/s²; counts only where the effective mass is 0.
    pub acceleration: InputId,
    /// 1/(B M⁻¹ Bᵀ) of the host at the flange, kg or kg·m²; 0: the motion is prescribed. None of a port that is in a block of
    /// [`super::Network::inertias`], which has the inverse mass matrix of several ports.
    pub effective_mass: Option<Signal>,
    /// All other forces on the flange, reduced to it.
    pub applied_force: AppliedForce,
}

/// Origin of the force that acts on a port beside the model's own.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum AppliedForce {
    /// The host gives it, N or N·m.
    Input(InputId),
    /// Mean over the last step, by the velocities that the host gives: m Δv/h less the model's own force.
    Estimate {
        /// Force in the first step, N or N·m.
        start: ParameterId,
        /// The unit's own force, which the host applies.
        applied: AppliedReaction,
    },
}

/// Output of a port that a host applies to its mechanism.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum AppliedReaction {
    /// Mean reaction of the step that the model has made: the host steps after it.
    Mean,
    /// Reaction of the next step, read before it: both step in parallel.
    Next,
}

impl AppliedReaction {
    /// Names of the outputs.
    pub const WORDS: [&str; 2] = ["meanReaction", "reaction"];
}

impl AppliedForce {
    /// Returns the input that gives it, or the parameter of its first estimate.
    pub fn signal(self) -> Signal {
        match self {
            AppliedForce::Input(id) => Signal::Input(id),
            AppliedForce::Estimate { start, .. } => Signal::Parameter(start),
        }
    }
}

impl Port {
    /// True if the applied force is an estimate.
    pub fn estimates(&self) -> bool {
        matches!(self.applied_force, AppliedForce::Estimate { .. })
    }
}

impl Drive {
    /// Words of network files.
    pub const WORDS: [&str; 3] = ["both", "velocity", "position"];

    /// Returns the input that gives the position.
    pub fn position(&self) -> Option<InputId> {
        match *self {
            Drive::Both { position, .. }
            | Drive::Position { position }
            | Drive::Port(Port { position, .. }) => Some(position),
            Drive::Velocity { .. } => None,
        }
    }

    /// Returns the input that gives the velocity.
    pub fn velocity(&self) -> Option<InputId> {
        match *self {
            Drive::Both { velocity, .. }
            | Drive::Velocity { velocity, .. }
            | Drive::Port(Port { velocity, .. }) => Some(velocity),
            Drive::Position { .. } => None,
        }
    }

    /// Returns the inputs that give position and velocity, where both are given.
    pub fn both(&self) -> Option<[InputId; 2]> {
        match *self {
            Drive::Both { position, velocity, .. }
            | Drive::Port(Port { position, velocity, .. }) => Some([position, velocity]),
            Drive::Velocity { .. } | Drive::Position { .. } => None,
        }
    }

    /// Returns the input that gives the acceleration.
    pub fn acceleration(&self) -> Option<InputId> {
        match *self {
            Drive::Both { acceleration, .. }
            | Drive::Velocity { acceleration, .. }
            | Drive::Port(Port { acceleration, .. }) => Some(acceleration),
            Drive::Position { .. } => None,
        }
    }
}
