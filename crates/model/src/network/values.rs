//! The numbers and signals of a checked network: entries of its two tables, and what refers to them.

use serde::{Deserialize, Serialize};

use super::parts::{InputId, ParameterId};
use super::units::PhysicalUnit;

/// Bounds of a parameter or input. An exclusive lower bound is the one of masses, radii and ratios: > 0.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bounds {
    /// Least value; None: −∞.
    pub min: Option<f64>,
    /// Greatest value; None: ∞.
    pub max: Option<f64>,
    /// True if the least value itself is not allowed.
    pub min_exclusive: bool,
    /// True if the greatest value itself is not allowed.
    pub max_exclusive: bool,
}

impl Bounds {
    /// Bounds of a number that may have any value.
    pub const NONE: Self =
        Self { min: None, max: None, min_exclusive: false, max_exclusive: false };

    /// True if a number is outside of them.
    pub(super) fn exclude(&self, x: f64) -> bool {
        let Self { min, max, min_exclusive, max_exclusive } = *self;
        let above = min.is_none_or(|min| x > min || x == min && !min_exclusive);
        let below = max.is_none_or(|max| x < max || x == max && !max_exclusive);
        !(above && below)
    }
}

/// Phases in which a host may set a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Tunability {
    /// `constant` in the file: no host can set it.
    Constant,
    /// Tunable until initialisation ends.
    Fixed,
    /// Tunable at any communication point.
    Tunable,
}

/// A number of the file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Parameter {
    /// Structured name, e.g. `block.mass`.
    pub name: String,
    /// Description in words.
    #[serde(skip)]
    pub description: String,
    /// The coherent unit of its values.
    pub unit: PhysicalUnit,
    /// Its value unless a host sets another one.
    pub start: f64,
    /// Values that it may have.
    pub bounds: Bounds,
    /// Phases in which a host may set it.
    pub tunability: Tunability,
}

/// A signal that the host provides.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Input {
    /// Structured name, e.g. `block.force`.
    pub name: String,
    /// Description in words.
    #[serde(skip)]
    pub description: String,
    /// The coherent unit of its values.
    pub unit: PhysicalUnit,
    /// Its value until a host sets it.
    pub start: f64,
    /// Values that it may have.
    pub bounds: Bounds,
}

/// Source of a quantity at run time.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Signal {
    /// The constant 0.
    Zero,
    /// A number of the file.
    Parameter(ParameterId),
    /// Given by the host.
    Input(InputId),
}

impl Signal {
    /// Returns its value among those of all parameters and inputs.
    pub fn of(self, parameters: &[f64], inputs: &[f64]) -> f64 {
        match self {
            Signal::Zero => 0.0,
            Signal::Parameter(id) => parameters[id.0],
            Signal::Input(id) => inputs[id.0],
        }
    }
}
