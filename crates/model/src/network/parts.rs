//! Parts of the elements of a network: indices, axes, ends.

mod inertia;

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
    /// Motion along a line: m, N.
    Translation,
    /// Motion about an axis: rad, N·m.
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
    /// Description in words.
    #[serde(skip)]
    pub description: String,
    /// Free bodies with masses, or ports.
    pub bodies: Vec<usize>,
    /// The numbers of the block.
    pub entries: InertiaEntries,
}

/// The numbers of a block of the mass matrix M.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum InertiaEntries {
    /// M above its diagonal, row by row: the force on one body per acceleration of another one, kg, kg·m or kg·m². The
    /// masses of the bodies are the diagonal.
    Matrix(Vec<ParameterId>),
    /// W = M⁻¹ on and above its diagonal, row by row: the acceleration of one port per force on another one, 1/kg,
    /// 1/(kg·m) or 1/(kg·m²).
    Inverse(Vec<InputId>),
}

impl Inertia {
    /// Entries of the matrix above its diagonal with their pairs of bodies; none where the inverse is given.
    pub fn couplings(&self) -> impl Iterator<Item = (usize, usize, ParameterId)> + '_ {
        let entries = match &self.entries {
            InertiaEntries::Matrix(entries) => entries.as_slice(),
            InertiaEntries::Inverse(_) => &[],
        };
        let places = pairs(self.bodies.len()).zip(entries);
        places.map(|((k, l), entry)| (self.bodies[k], self.bodies[l], *entry))
    }

    /// Returns inputs of the inverse matrix; none where the matrix is given.
    pub fn inputs(&self) -> &[InputId] {
        match &self.entries {
            InertiaEntries::Matrix(_) => &[],
            InertiaEntries::Inverse(entries) => entries,
        }
    }
}

/// Returns the places above the diagonal of a matrix of this size, row by row.
pub(super) fn pairs(size: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..size).flat_map(move |k| (k + 1..size).map(move |l| (k, l)))
}
