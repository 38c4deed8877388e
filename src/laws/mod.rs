//! Friction laws: pure maps from slip velocity to force, one file each. A law knows no time, no
//! normal load and no FMI; its numbers are forces, or coefficients that the contact multiplies by its
//! normal load.

mod coulomb;

pub use coulomb::Coulomb;

/// Direction of slip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// w > 0
    Forward,
    /// w < 0
    Backward,
}

impl Direction {
    /// +1 or −1.
    pub fn sign(self) -> f64 {
        match self {
            Direction::Forward => 1.0,
            Direction::Backward => -1.0,
        }
    }
}

/// Magnitudes of the greatest friction against forward and backward slip, both ≥ 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    pub forward: f64,
    pub backward: f64,
}

/// What a parameter of a law measures; it fixes the unit and the smallest value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// A force (torque), or with a normal load a coefficient of friction. ≥ 0
    Friction,
    /// Force per slip velocity, not multiplied by the normal load. ≥ 0
    Viscous,
}

/// One parameter of a law, declared once: files, FMU variables and docs are made from it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LawParameter {
    /// Name without normal load, e.g. `kineticFriction`.
    pub name: &'static str,
    /// Name with a normal load, e.g. `kineticCoefficient`.
    pub loaded_name: &'static str,
    pub measure: Measure,
    /// None: must be given.
    pub default: Option<DefaultValue>,
    pub description: &'static str,
}

/// Value of a law's parameter that a file does not give.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DefaultValue {
    Number(f64),
    /// Equal to another parameter of the law (by position) at all times; no FMU variable of its own.
    SameAs(usize),
}

/// The kinds of law a network file can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LawKind {
    Coulomb,
}

impl LawKind {
    pub const ALL: &'static [LawKind] = &[LawKind::Coulomb];

    /// Name in network files.
    pub fn name(self) -> &'static str {
        match self {
            LawKind::Coulomb => "coulomb",
        }
    }

    /// The law's parameters, in the order that [`Law::new`] takes them.
    pub fn parameters(self) -> &'static [LawParameter] {
        match self {
            LawKind::Coulomb => Coulomb::PARAMETERS,
        }
    }
}

/// A law with its numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Law {
    Coulomb(Coulomb),
}

/// A rule that the numbers of a law break.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{rule} (got {values})")]
pub struct LawError {
    pub rule: &'static str,
    /// Positions in [`LawKind::parameters`] of those that the rule joins, the one to change first.
    pub parameters: &'static [usize],
    pub values: String,
}

impl Law {
    /// `values` in the order of [`LawKind::parameters`].
    ///
    /// # Errors
    /// If the values break an invariant of the law.
    pub fn new(kind: LawKind, values: &[f64]) -> Result<Law, LawError> {
        match kind {
            LawKind::Coulomb => Coulomb::new(values[0], values[1], values[2]).map(Law::Coulomb),
        }
    }

    /// Greatest friction while stuck, Fs in each direction.
    pub fn static_limits(&self) -> Limits {
        match self {
            Law::Coulomb(law) => law.static_limits(),
        }
    }

    /// F(0+) and −F(0−).
    pub fn kinetic_limits(&self) -> Limits {
        match self {
            Law::Coulomb(law) => law.kinetic_limits(),
        }
    }

    /// Force per slip velocity that does not scale with the normal load.
    pub fn viscous(&self) -> f64 {
        match self {
            Law::Coulomb(law) => law.viscous(),
        }
    }
}
