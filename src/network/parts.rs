//! What elements of a network are made of: indices, axes, ends.

use serde::{Deserialize, Serialize};

/// Index into [`super::Network::parameters`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ParameterId(pub usize);

/// Index into [`super::Network::inputs`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct InputId(pub usize);

/// Kind of motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Axis {
    /// Along a line: m, N.
    Translation,
    /// About an axis: rad, N·m.
    Rotation,
}

/// One end of a contact, spring or damper.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct End {
    /// None: the ground.
    pub body: Option<usize>,
    /// Factor of the body's motion; None: 1. The second end enters negatively:
    /// `w = weight_i·v_i − weight_j·v_j`.
    pub weight: Option<ParameterId>,
}

/// The force `amplitude·cos(angular_frequency·t + phase)`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Harmonic {
    /// N or N·m.
    pub amplitude: ParameterId,
    /// rad/s.
    pub angular_frequency: ParameterId,
    /// rad; None: 0.
    pub phase: Option<ParameterId>,
}
