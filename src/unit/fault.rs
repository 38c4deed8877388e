//! What a host is told when a call is refused: which variable or quantity, its value, and the rule.

use super::{Phase, Value};
use crate::motion;

/// A refused call. Nothing was changed by it.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Fault {
    /// The motion cannot go on, or numbers break a rule of the network.
    #[error(transparent)]
    Motion(#[from] motion::Fault),
    /// No variable has this value reference.
    #[error("value reference {reference} does not exist (the unit has {count} variables)")]
    UnknownReference {
        /// As the host gave it.
        reference: usize,
        /// Number of variables.
        count: usize,
    },
    /// A variable is of another type.
    #[error("{name} is {expected}, not {given}")]
    WrongKind {
        /// Of the variable.
        name: String,
        /// The type that it has.
        expected: &'static str,
        /// The type of the call.
        given: &'static str,
    },
    /// A value that is infinite or no number.
    #[error("{name} = {value}: must be finite")]
    NotFinite {
        /// Of the variable.
        name: String,
        /// As the host gave it.
        value: f64,
    },
    /// States that a host tries out may be far off.
    #[error("{name} = {value} at t = {time} s: no number at the states that were set")]
    NotEvaluable {
        /// Of the variable.
        name: String,
        /// In s.
        time: f64,
        /// What it came to.
        value: Value,
    },
    /// A value that its variable cannot have.
    #[error("{name} = {value}: {rule}")]
    Bound {
        /// Of the variable.
        name: String,
        /// As the host gave it.
        value: Value,
        /// The rule in words.
        rule: String,
    },
    /// A variable that cannot be set now, or never.
    #[error("{name} cannot be set {phase}: {rule}")]
    NotSettable {
        /// Of the variable.
        name: String,
        /// When it was tried.
        phase: Phase,
        /// The rule in words.
        rule: &'static str,
    },
    /// A variable that has no value yet.
    #[error("{name} cannot be read {phase}: it is calculated at initialisation")]
    NotReadable {
        /// Of the variable.
        name: String,
        /// When it was tried.
        phase: Phase,
    },
    /// A derivative of an input that it cannot have.
    #[error("derivative of {quantity} = {value}: {rule}")]
    Derivative {
        /// The input.
        quantity: String,
        /// As the host gave it.
        value: f64,
        /// The rule in words.
        rule: String,
    },
    /// A variable of which no derivative by time is given or told.
    #[error("{name} has no time derivative: it is not {given}")]
    NoDerivative {
        /// Of the variable.
        name: String,
        /// What it would have to be.
        given: &'static str,
    },
    /// A derivative by time of an order that there is not.
    #[error("{name} has no derivative of this order: {rule}")]
    NoOrder {
        /// Of the variable.
        name: String,
        /// The rule in words.
        rule: &'static str,
    },
    /// A variable that has no part in directional derivatives.
    #[error("{name} has no directional derivative: {rule}")]
    NoDirection {
        /// Of the variable, or of the unit.
        name: String,
        /// The rule in words.
        rule: &'static str,
    },
    /// A call that is not possible now.
    #[error("{action} is not possible {phase}")]
    Phase {
        /// What was tried.
        action: &'static str,
        /// When it was tried.
        phase: Phase,
    },
    /// A saved state of another unit, or one that is damaged.
    #[error("the saved state {rule}")]
    Snapshot {
        /// What is wrong with it, as the end of a sentence.
        rule: String,
    },
    /// An argument that breaks a rule.
    #[error("{quantity} = {value}: {rule}")]
    Argument {
        /// What the argument is.
        quantity: &'static str,
        /// As the host gave it.
        value: f64,
        /// The rule in words.
        rule: String,
    },
}
