//! Rules of the values that a variable accepts, and when.

use super::{Causality, Fault, Kind, Phase, Value, Variability, Variable};

/// Checks that the type is the variable's.
#[inline]
pub fn check_kind(variable: &Variable, value: Value) -> Result<(), Fault> {
    let (fits, given) = match value {
        Value::Real(_) => (variable.kind == Kind::Real, "Real"),
        Value::Integer(_) => (matches!(variable.kind, Kind::Integer | Kind::Named(_)), "Integer"),
        Value::Boolean(_) => (variable.kind == Kind::Boolean, "Boolean"),
    };
    if fits { Ok(()) } else { Err(wrong_kind(variable, given)) }
}

/// Returns the error of a call for another type than the variable's.
#[cold]
pub fn wrong_kind(variable: &Variable, given: &'static str) -> Fault {
    let (name, expected) = (variable.name.clone(), variable.kind.name());
    Fault::WrongKind { name, expected, given }
}

/// Checks that a variable may be set: inputs and tunable parameters at any time, fixed parameters until initialisation
/// ends, nothing else.
#[inline]
pub fn check_settable(variable: &Variable, phase: Phase) -> Result<(), Fault> {
    match (variable.causality, variable.variability, phase) {
        (Causality::Input, _, _)
        | (Causality::Parameter, Variability::Tunable, _)
        | (Causality::Parameter, _, Phase::Instantiated | Phase::Initialising) => Ok(()),
        _ => Err(not_settable(variable, phase)),
    }
}

#[cold]
fn not_settable(variable: &Variable, phase: Phase) -> Fault {
    let rule = match (variable.causality, variable.variability) {
        (Causality::Parameter, _) => "a fixed parameter keeps its value after initialisation",
        (_, Variability::Constant) => "a constant of the network file",
        _ => "calculated by the model",
    };
    Fault::NotSettable { name: variable.name.clone(), phase, rule }
}

#[cold]
fn not_finite(variable: &Variable, value: f64) -> Fault {
    Fault::NotFinite { name: variable.name.clone(), value }
}

/// Checks that a value is finite and within bounds.
#[inline]
pub fn check_value(variable: &Variable, value: Value) -> Result<(), Fault> {
    let number = match value {
        Value::Real(x) if !x.is_finite() => {
            return Err(not_finite(variable, x));
        }
        Value::Real(x) => x,
        Value::Integer(n) => f64::from(n),
        Value::Boolean(_) => return Ok(()),
    };
    let inside = variable.min.is_none_or(|min| number >= min)
        && variable.max.is_none_or(|max| number <= max);
    if inside {
        return Ok(());
    }
    Err(out_of_bounds(variable, value))
}

#[cold]
fn out_of_bounds(variable: &Variable, value: Value) -> Fault {
    let rule = format!("must be {}", variable.bounds().unwrap_or_default());
    Fault::Bound { name: variable.name.clone(), value, rule }
}
