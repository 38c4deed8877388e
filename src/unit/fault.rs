//! Errors of refused calls: variable or quantity, its value, and the rule.

use super::{Phase, Value};
use crate::dynamics::{self, Short};

/// A refused call. Nothing was changed by it.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The motion cannot continue, or numbers break a rule of the network.
    #[error(transparent)]
    Motion(#[from] dynamics::Fault),
    /// No variable has this value reference.
    #[error("value reference {reference} does not exist (the model has {count} variables)")]
    UnknownReference {
        /// Value reference that the host gave.
        reference: usize,
        /// Number of variables.
        count: usize,
    },
    /// No variable has this name.
    #[error("{model} has no variable {name}{}", hint(nearest))]
    UnknownName {
        /// Name that was asked for.
        name: String,
        /// Name of the model.
        model: String,
        /// The nearest name that there is.
        nearest: Option<String>,
    },
    /// A variable is of another type.
    #[error("{name} is {expected}, not {given}")]
    WrongKind {
        /// Name of the variable.
        name: String,
        /// The type that it has.
        expected: &'static str,
        /// The type of the call.
        given: &'static str,
    },
    /// A value that is infinite or no number.
    #[error("{name} = {value}: must be finite")]
    NotFinite {
        /// Name of the variable.
        name: String,
        /// Value that the host gave.
        value: f64,
    },
    /// States that a host tries out may be far off.
    #[error("{name} = {value} at t = {} s: must be finite at the states that the host has set", Short(*time))]
    NotEvaluable {
        /// Name of the variable.
        name: String,
        /// Time, s.
        time: f64,
        /// Result of the evaluation.
        value: Value,
    },
    /// A value that its variable cannot have.
    #[error("{name} = {value}: {rule}")]
    Bound {
        /// Name of the variable.
        name: String,
        /// Value that the host gave.
        value: Value,
        /// The rule in words.
        rule: String,
    },
    /// A variable that cannot be set now, or never.
    #[error("{name} cannot be set {phase}: {rule}")]
    NotSettable {
        /// Name of the variable.
        name: String,
        /// Phase in which it was tried.
        phase: Phase,
        /// The rule in words.
        rule: &'static str,
    },
    /// A variable that has no value yet.
    #[error("{name} cannot be read {phase}: it is calculated at initialisation")]
    NotReadable {
        /// Name of the variable.
        name: String,
        /// Phase in which it was tried.
        phase: Phase,
    },
    /// A derivative of an input that it cannot have.
    #[error("derivative of {quantity} = {}: {rule}", Short(*value))]
    Derivative {
        /// The input.
        quantity: String,
        /// Value that the host gave.
        value: f64,
        /// The rule in words.
        rule: String,
    },
    /// A variable of which no derivative by time is accepted or returned.
    #[error("{name} has no time derivative: it is not {given}")]
    NoDerivative {
        /// Name of the variable.
        name: String,
        /// Kinds of variables that have one.
        given: &'static str,
    },
    /// A derivative by time of an order that there is not.
    #[error("{name} has no derivative of this order: {rule}")]
    NoOrder {
        /// Name of the variable.
        name: String,
        /// The rule in words.
        rule: &'static str,
    },
    /// A variable that has no part in directional derivatives.
    #[error("{name} has no directional derivative: {rule}")]
    NoDirection {
        /// Name of the variable, or of the unit.
        name: String,
        /// The rule in words.
        rule: &'static str,
    },
    /// A call that is not possible now.
    #[error("{action} is not possible {phase}")]
    Phase {
        /// Name of the call.
        action: &'static str,
        /// Phase in which it was tried.
        phase: Phase,
    },
    /// A saved state of another unit, or one that is damaged.
    #[error("the saved state {rule}")]
    Snapshot {
        /// The rule that it breaks, as the end of a sentence.
        rule: String,
    },
    /// An argument that breaks a rule.
    #[error("{quantity} = {}: {rule}", Short(*value))]
    Argument {
        /// Name of the argument.
        quantity: &'static str,
        /// Value that the host gave.
        value: f64,
        /// The rule in words.
        rule: String,
    },
}

impl Fault {
    /// Returns the name of the variable, argument or element that it is about, if it is about one.
    pub fn subject(&self) -> Option<&str> {
        match self {
            Fault::Motion(fault) => fault.subject(),
            Fault::UnknownName { name, .. }
            | Fault::WrongKind { name, .. }
            | Fault::NotFinite { name, .. }
            | Fault::NotEvaluable { name, .. }
            | Fault::Bound { name, .. }
            | Fault::NotSettable { name, .. }
            | Fault::NotReadable { name, .. }
            | Fault::Derivative { quantity: name, .. }
            | Fault::NoDerivative { name, .. }
            | Fault::NoOrder { name, .. }
            | Fault::NoDirection { name, .. } => Some(name),
            Fault::Argument { quantity, .. } => Some(quantity),
            Fault::UnknownReference { .. } | Fault::Phase { .. } | Fault::Snapshot { .. } => None,
        }
    }
}

fn hint(nearest: &Option<String>) -> String {
    nearest.as_ref().map(|name| format!(" (did you mean `{name}`?)")).unwrap_or_default()
}
