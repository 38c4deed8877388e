//! Values of parameters and constant inputs: `--set NAME=VALUE`, those of `--vary`, and arguments in Python.

use luztar::network::{self, Axis, BodyKind, keys, nearest};
use luztar::unit::{Causality, Kind, Model, Simulation, Value, Variable};

use super::columns::without_unit;
use crate::cli::assignment::Assignment;
use crate::cli::failure::Failure;
use crate::cli::law_symbols;
use crate::cli::names::{did_you_mean, hint_at};

/// Sets the values before initialisation.
///
/// # Errors
/// A name that is unknown, cannot be set or comes twice, a value of another type (usage); a value out of bounds (refused).
pub fn apply(set: &[Assignment], instance: &mut Simulation) -> Result<(), Failure> {
    let unit = instance.unit().clone();
    for (number, one) in set.iter().enumerate() {
        let Assignment { giver, name, value } = one;
        let usage = |rule: String| Failure::Usage(format!("{one}: {rule}"));
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
            .map_err(|fault| Failure::Refused(format!("{giver}: {fault}")))?;
    }
    Ok(())
}

/// Returns the index of the variable `name` among those that `suits`.
///
/// # Errors
/// Rule with the nearest suitable name.
pub fn find(
    unit: &Model,
    name: &str,
    suits: impl Fn(&Variable) -> bool,
    what: &str,
) -> Result<usize, String> {
    let suiting = || {
        let variables = unit.variables().iter().filter(|variable| suits(variable));
        variables.map(|variable| variable.name.as_str())
    };
    match unit.find(name) {
        Some(index) if suits(&unit.variables()[index]) => Ok(index),
        Some(index) => {
            let causality = unit.variables()[index].causality.name();
            let hint = meant(name, suiting()).map(hint_at).unwrap_or_default();
            Err(format!("{name} is no {what} (its causality is {causality}){hint}"))
        }
        None => {
            let hint = hint(unit, name, &suiting().collect::<Vec<_>>());
            Err(format!("{} has no {what} `{name}`{hint}", unit.name()))
        }
    }
}

/// Returns what may be meant by a name that no variable has, of the `valid` ones; of those of the same element if it has some.
fn hint(unit: &Model, name: &str, valid: &[&str]) -> String {
    if let Some(bare) = without_unit(name) {
        let hint = match valid.contains(&bare) {
            true => format!(": write `{bare}`"),
            false => hint(unit, bare, valid),
        };
        return format!("{hint}; names stand without units, values are in SI units");
    }
    let meant = meant(name, valid.iter().copied()).map(hint_at);
    if let Some(hint) = law_symbols::remedy(unit, name).or(meant) {
        return hint;
    }
    let Some((element, word)) = name.rsplit_once('.') else {
        let last = |valid: &&&str| valid.rsplit_once('.').is_some_and(|(_, last)| last == name);
        let found = valid.iter().find(last).map(hint_at);
        let near = found.unwrap_or_else(|| did_you_mean(name, valid.iter().copied()));
        return match valid {
            [] | [_, _, _, _, _, _, ..] => near,
            few if near.is_empty() => format!("; {} has {}", unit.name(), few.join(", ")),
            _ => near,
        };
    };
    if let Some(remedy) = undeclared(unit, element, word) {
        return remedy;
    }
    let own = valid.iter().filter_map(|valid| valid.strip_prefix(element)?.strip_prefix('.'));
    let own: Vec<&str> = own.collect();
    match nearest(word, own.iter().copied()) {
        Some(near) => hint_at(format!("{element}.{near}")),
        None if own.is_empty() => {
            let same = |valid: &&&str| valid.rsplit_once('.').is_some_and(|(_, last)| last == word);
            let near = did_you_mean(name, valid.iter().copied());
            let same = || valid.iter().find(same).map(hint_at).unwrap_or_default();
            if near.is_empty() { same() } else { near }
        }
        None => format!("; {element} has {}", own.join(", ")),
    }
}

/// Returns the remedy for the name of an input that an element may have, and has not.
fn undeclared(unit: &Model, element: &str, word: &str) -> Option<String> {
    let network = unit.network();
    let table = match word {
        "force" | "torque" => {
            let body = network.bodies.iter().find(|body| body.name == element)?;
            let is_free = !matches!(body.kind, BodyKind::Fixed | BodyKind::Prescribed(_));
            let suits = (body.axis == Axis::Rotation) == (word == "torque");
            (is_free && suits).then_some("body")?
        }
        "normalForce" => {
            let is_contact = network.contacts.iter().any(|contact| contact.name == element);
            is_contact.then_some("contact")?
        }
        _ => return None,
    };
    Some(format!(": give [{table}.{element}] `{word} = \"input\"` in the network file"))
}

/// Returns the variable that is meant by another word for its last part: `slider.velocity` by `slider.speed`; as a
/// parameter the start value `slider.velocity0`.
fn meant<'v>(name: &str, valid: impl Iterator<Item = &'v str>) -> Option<String> {
    let (element, word) = name.rsplit_once('.')?;
    let own = valid.filter_map(|valid| valid.strip_prefix(element)?.strip_prefix('.'));
    let own: Vec<&str> = own.collect();
    let bare: Vec<&str> = own.iter().map(|word| word.strip_suffix('0').unwrap_or(word)).collect();
    let known = bare.iter().copied().find(|bare| *bare == word);
    let key = known.or_else(|| keys::meant(word, &bare))?;
    let named = own.iter().find(|own| **own == key);
    let named = named.copied().map_or_else(|| format!("{key}0"), str::to_owned);
    Some(format!("{element}.{named}"))
}

/// Reads a value of the variable's type.
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

/// Reads a number in the variable's unit, or a text with a unit of that dimension: `1.5 kg`.
fn real(text: &str, variable: &Variable) -> Result<f64, String> {
    text.parse().or_else(|_| {
        network::number(text, variable.unit).map_err(|why| match variable.unit.symbol() {
            None => format!("must be a number: {why}"),
            Some(unit) => format!("must be a number, in {unit} or with a unit: {why}"),
        })
    })
}
