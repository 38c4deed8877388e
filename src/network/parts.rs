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

/// Bodies that their inertia couples: a block of the mass matrix.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Inertia {
    /// Name in the file, first part of the names of its variables.
    pub name: String,
    /// For people.
    #[serde(skip)]
    pub description: String,
    /// Free bodies with masses, which are the diagonal of the block.
    pub bodies: Vec<usize>,
    /// What is above the diagonal, row by row: the force on one body per acceleration of another one, kg, kg·m or kg·m².
    pub entries: Vec<ParameterId>,
}

impl Inertia {
    /// Entries above the diagonal with their pairs of bodies.
    pub fn couplings(&self) -> impl Iterator<Item = (usize, usize, ParameterId)> + '_ {
        pairs(self.bodies.len())
            .zip(&self.entries)
            .map(|((k, l), entry)| (self.bodies[k], self.bodies[l], *entry))
    }
}

/// Places above the diagonal of a matrix of this size, row by row.
pub(super) fn pairs(size: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..size).flat_map(move |k| (k + 1..size).map(move |l| (k, l)))
}
