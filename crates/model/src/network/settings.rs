//! Tables of a network file beside its elements: description of the model, its build options, the default experiment.

use serde::{Deserialize, Serialize};

use super::expression::Value;

/// Description of the model, for readers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct About {
    /// Unit name, a C identifier of at most 40 characters.
    pub name: String,
    /// The description of the FMU.
    #[serde(skip)]
    pub description: String,
    /// Paper and equations.
    #[serde(skip)]
    pub reference: String,
    /// Equations of the mechanism, for the documentation of the FMU.
    #[serde(skip)]
    pub equations: Vec<String>,
    /// Warnings of its file about likely mistakes: a line each, with its place.
    #[serde(skip)]
    pub doubts: Vec<String>,
}

/// Least and greatest relative tolerance of a motion: tighter ones only add round-off, looser ones say
/// nothing about the motion.
pub const RELATIVE_TOLERANCE_BOUNDS: (f64, f64) = (1e-14, 1e-2);

/// Method by which a network moves from one communication point to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Method {
    /// Every transition is located and resolved.
    #[default]
    Events,
    /// Time stepping after Moreau and Jean: transitions within a step are found at its end.
    Moreau,
}

impl Method {
    /// All methods, in the order of their numbers in FMI, from 1.
    pub const ALL: [Method; 2] = [Method::Events, Method::Moreau];

    /// Returns the name in network files.
    pub fn name(self) -> &'static str {
        match self {
            Method::Events => "events",
            Method::Moreau => "moreau",
        }
    }
}

/// Default experiment.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Experiment {
    /// End of the experiment, s; it starts at 0.
    pub stop_time: f64,
    /// Communication step, s.
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
    /// Name in `[option]`, in `when` and in texts.
    pub name: String,
    /// Description in words.
    pub description: String,
    /// The default, a whole number or a text.
    pub value: Value,
    /// Values that may be chosen instead.
    pub range: OptionRange,
}

/// The values that an option may have.
#[derive(Clone, Debug, PartialEq)]
pub enum OptionRange {
    /// One of these, all numbers or all texts.
    OneOf(Vec<Value>),
    /// A whole number between two others.
    Within {
        /// Least number; None: as small as the file can say.
        min: Option<i64>,
        /// Greatest number; None: as large as the file can say.
        max: Option<i64>,
    },
}

impl OptionRange {
    pub(super) fn has(&self, value: &Value) -> bool {
        match (self, value) {
            (Self::OneOf(values), value) => values.contains(value),
            (Self::Within { min, max }, Value::Whole(number)) => {
                min.is_none_or(|min| *number >= min) && max.is_none_or(|max| *number <= max)
            }
            (Self::Within { .. }, _) => false,
        }
    }
}
