//! `--set NAME=VALUE`, and values of `--vary`: parameters and constant inputs from the command line.

use luztar::unit::{Causality, Instance, Kind, Unit, Value, Variable};

use crate::cli::assignment::Assignment;
use crate::cli::failure::Failure;
use crate::cli::names::did_you_mean;

/// Sets the values before initialisation.
///
/// # Errors
/// A name that is unknown, cannot be set or comes twice, a value of another type (usage); a value out of bounds (refused).
pub fn apply(set: &[Assignment], instance: &mut Instance) -> Result<(), Failure> {
    let unit = instance.unit().clone();
    for (number, Assignment { option, name, value }) in set.iter().enumerate() {
        let usage = |rule: String| Failure::Usage(format!("{option} {name}={value}: {rule}"));
        if set[..number].iter().any(|earlier| earlier.name == *name) {
            return Err(usage("given twice".to_owned()));
        }
        let settable = |variable: &Variable| {
            matches!(variable.causality, Causality::Parameter | Causality::Input)
        };
        let index = find(&unit, name, settable, "parameter or input").map_err(usage)?;
        let value = parse(&unit.variables()[index], value).map_err(usage)?;
        instance
            .set(index, value)
            .map_err(|fault| Failure::Refused(format!("{option}: {fault}")))?;
    }
    Ok(())
}

/// Index of the variable `name` among those that `suits`.
///
/// # Errors
/// Rule with the nearest suitable name.
pub fn find(
    unit: &Unit,
    name: &str,
    suits: impl Fn(&Variable) -> bool,
    what: &str,
) -> Result<usize, String> {
    match unit.find(name) {
        Some(index) if suits(&unit.variables()[index]) => Ok(index),
        Some(index) => {
            let causality = unit.variables()[index].causality.name();
            Err(format!("{name} is no {what} (its causality is {causality})"))
        }
        None => {
            let variables = unit.variables().iter().filter(|variable| suits(variable));
            let hint = did_you_mean(name, variables.map(|variable| variable.name.as_str()));
            Err(format!("{} has no {what} `{name}`{hint}", unit.name()))
        }
    }
}

/// A value of the variable's type.
fn parse(variable: &Variable, text: &str) -> Result<Value, String> {
    match variable.kind {
        Kind::Real => real(text, variable).map(Value::Real),
        Kind::Integer => {
            text.parse().map(Value::Integer).map_err(|_| "must be an integer".to_owned())
        }
        Kind::Boolean => {
            text.parse().map(Value::Boolean).map_err(|_| "must be true or false".to_owned())
        }
        Kind::Named(items) => {
            let items = || (1..).zip(items);
            let number = text.parse::<i32>().ok();
            let meant = items().find(|(k, item)| item.name == text || number == Some(*k));
            meant.map(|(k, _)| Value::Integer(k)).ok_or_else(|| {
                let names: Vec<String> =
                    items().map(|(k, item)| format!("{} ({k})", item.name)).collect();
                format!("must be one of: {}", names.join(", "))
            })
        }
    }
}

/// A number, without its unit.
fn real(text: &str, variable: &Variable) -> Result<f64, String> {
    text.parse().map_err(|_| match variable.unit_symbol() {
        "" => "must be a number".to_owned(),
        unit => format!("must be a number, in {unit}"),
    })
}
