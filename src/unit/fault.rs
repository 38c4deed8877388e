//! What a host is told when a call is refused: which variable or quantity, its value, and the rule.

use super::{Phase, Value};
use crate::motion;

/// A refused call. Nothing was changed by it.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Fault {
    #[error(transparent)]
    Motion(#[from] motion::Fault),
    #[error("value reference {reference} does not exist (the unit has {count} variables)")]
    UnknownReference { reference: usize, count: usize },
    #[error("{name} is {expected}, not {given}")]
    WrongKind { name: String, expected: &'static str, given: &'static str },
    #[error("{name} = {value}: must be finite")]
    NotFinite { name: String, value: f64 },
    /// States that a host tries out may be far off.
    #[error("{name} = {value} at t = {time} s: no number at the states that were set")]
    NotEvaluable { name: String, time: f64, value: Value },
    #[error("{name} = {value}: {rule}")]
    Bound { name: String, value: Value, rule: String },
    #[error("{name} cannot be set {phase}: {rule}")]
    NotSettable { name: String, phase: Phase, rule: &'static str },
    #[error("{name} cannot be read {phase}: it is calculated at initialisation")]
    NotReadable { name: String, phase: Phase },
    #[error("derivative of {quantity} = {value}: {rule}")]
    Derivative { quantity: String, value: f64, rule: String },
    #[error("{name} has no time derivative: it is not {given}")]
    NoDerivative { name: String, given: &'static str },
    #[error("{name} has no derivative of this order: {rule}")]
    NoOrder { name: String, rule: &'static str },
    #[error("{name} has no directional derivative: {rule}")]
    NoDirection { name: String, rule: &'static str },
    #[error("{action} is not possible {phase}")]
    Phase { action: &'static str, phase: Phase },
    #[error("the saved state {rule}")]
    Snapshot { rule: String },
    #[error("{quantity} = {value}: {rule}")]
    Argument { quantity: &'static str, value: f64, rule: String },
}
