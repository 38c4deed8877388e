//! Build options, `[option]`: whole numbers or words that a network file leaves to whoever builds a unit
//! of it. They decide what elements there are, in `when`, `repeat` and the texts of elements; the unit
//! itself has no such variables.
//!
//! To choose is to write: [`choose`] gives the text of the file with the chosen values as defaults, so that
//! an FMU carries the file that it was made from.

use std::fmt;
use std::ops::Range;

use super::diagnostics::{Diagnostics, Report, shown};
use super::expression::{Known, Value};
use super::keys::{OPTION, RESERVED};
use super::model::{BuildOption, OptionRange};
use super::names::name_fault;
use super::section::{Section, root};
use super::tree::{Node, parse};
use crate::algebra::nearest;

/// Greatest magnitude of a whole number.
const LARGEST: f64 = 1e9;

impl fmt::Display for OptionRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OneOf(values) => {
                let values: Vec<_> = values.iter().map(ToString::to_string).collect();
                f.write_str(&values.join(", "))
            }
            Self::Within { min: Some(min), max: Some(max) } => write!(f, "{min} to {max}"),
            Self::Within { min: Some(min), max: None } => write!(f, "≥ {min}"),
            Self::Within { min: None, max: Some(max) } => write!(f, "≤ {max}"),
            Self::Within { min: None, max: None } => f.write_str("any whole number"),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Whole(number) => write!(f, "{number}"),
            Value::Text(text) => f.write_str(text),
            Value::Truth(truth) => write!(f, "{truth}"),
        }
    }
}

/// Reason why a choice is refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ChoiceError {
    /// The file itself has errors.
    #[error(transparent)]
    File(#[from] Diagnostics),
    /// An option that is not there or is chosen twice, or a value that it cannot have.
    #[error("{name}={value}: {rule}")]
    Choice {
        /// Name of the option.
        name: String,
        /// Value that was given.
        value: String,
        /// The rule that it breaks, in words.
        rule: String,
    },
}

/// Returns the text of a network file with other defaults of its options: pairs of name and value.
///
/// # Errors
/// An option that the file does not have or that comes twice, a value that it cannot have, with the options
/// there are; or a file whose options cannot be read.
pub fn choose(text: &str, file: &str, choices: &[(String, String)]) -> Result<String, ChoiceError> {
    let declared = declared(text, file)?;
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    for (number, (name, value)) in choices.iter().enumerate() {
        let refused = |rule| ChoiceError::Choice { name: name.clone(), value: value.clone(), rule };
        if choices[..number].iter().any(|(earlier, _)| earlier == name) {
            return Err(refused("given twice".to_owned()));
        }
        let option = declared.iter().find(|(option, _)| option.name == *name);
        let (option, place) = option.ok_or_else(|| refused(unknown(name, &declared)))?;
        let chosen = match option.value {
            Value::Text(_) => Some(Value::Text(value.clone())),
            _ => as_number(value).map(Value::Whole),
        };
        let chosen = chosen.filter(|chosen| option.range.has(chosen));
        let chosen = chosen.ok_or_else(|| refused(format!("must be {}", allowed(option))))?;
        edits.push((place.clone(), written(&chosen)));
    }
    edits.sort_by_key(|(place, _)| std::cmp::Reverse(place.start));
    let mut text = text.to_owned();
    for (place, value) in edits {
        text.replace_range(place, &value);
    }
    Ok(text)
}

/// Returns a whole number, as a range of numbers may write it, too: `2.0`.
fn as_number(text: &str) -> Option<i64> {
    let number = text.parse().ok().map(Node::Number);
    text.parse().ok().or_else(|| as_whole(&number?))
}

/// Returns a value as TOML writes it.
fn written(value: &Value) -> String {
    match value {
        Value::Text(text) => toml::Value::String(text.clone()).to_string(),
        value => value.to_string(),
    }
}

fn allowed(option: &BuildOption) -> String {
    match option.range {
        OptionRange::OneOf(_) => format!("one of {}", option.range),
        OptionRange::Within { .. } => format!("a whole number, {}", option.range),
    }
}

fn unknown(name: &str, declared: &[(BuildOption, Range<usize>)]) -> String {
    if declared.is_empty() {
        return "the network has no build options".to_owned();
    }
    let near = nearest(name, declared.iter().map(|(option, _)| option.name.as_str()));
    let near = near.map_or(String::new(), |near| format!(" (did you mean `{near}`?)"));
    let list: Vec<_> = declared
        .iter()
        .map(|(option, _)| format!("{} ({}; default {})", option.name, option.range, option.value))
        .collect();
    format!("no such build option{near}; there are {}", list.join(", "))
}

/// Reads the options of a file.
///
/// # Errors
/// Errors of the declarations; the rest of the file may still have errors.
pub fn options(text: &str, file: &str) -> Result<Vec<BuildOption>, Diagnostics> {
    Ok(declared(text, file)?.into_iter().map(|(option, _)| option).collect())
}

fn declared(text: &str, file: &str) -> Result<Vec<(BuildOption, Range<usize>)>, Diagnostics> {
    let mut report = Report::default();
    let declared = match parse(text, &mut report) {
        Some(table) => declarations(&mut report, &root(&table)),
        None => Vec::new(),
    };
    if report.is_clean() { Ok(declared) } else { Err(report.into_diagnostics(text, file)) }
}

/// Reads the options under `[option]`, each with the place of its default.
pub(super) fn declarations(
    report: &mut Report,
    root: &Section,
) -> Vec<(BuildOption, Range<usize>)> {
    let Some(table) = report.table(root, "option") else {
        return Vec::new();
    };
    let mut options = Vec::new();
    for (key, _) in &table.table.entries {
        let name = key.get_ref().as_str();
        if let Some(rule) = name_fault(name) {
            report.fault(&key.span(), table.full(name), rule);
        } else if RESERVED.contains(&name) || ["and", "or", "not"].contains(&name) {
            let rule = format!("`{name}` is reserved; give the option another name");
            report.fault(&key.span(), table.full(name), rule);
        }
        if let Some(section) = report.table(&table, name) {
            options.extend(declaration(report, name, &section));
        }
    }
    options
}

/// Reads `{ default = …, values = […], min = …, max = …, description = … }`
fn declaration(
    report: &mut Report,
    name: &str,
    section: &Section,
) -> Option<(BuildOption, Range<usize>)> {
    report.check_keys(section, OPTION);
    report.require(section, "default", "the default value");
    let values = section.has("values").then(|| values(report, section));
    if values.is_some() {
        for key in ["min", "max"] {
            report.forbid(section, key, "give either `values` or bounds");
        }
    }
    let [min, max] = ["min", "max"].map(|key| {
        section.table.get(key).and_then(|value| whole(report, section, key, value.get_ref()))
    });
    let description = report.text(section, "description").unwrap_or_default().to_owned();
    let given = section.table.get("default")?;
    let value = match given.get_ref() {
        Node::Text(text) if values.is_some() => Value::Text(text.clone()),
        node => Value::Whole(whole(report, section, "default", node)?),
    };
    let range = values.map_or(OptionRange::Within { min, max }, OptionRange::OneOf);
    // What is wrong with a list without values has been told.
    let needs_few_samples = matches!(&range, OptionRange::OneOf(values) if values.is_empty());
    if !needs_few_samples && !range.has(&value) {
        let shown = shown(&value.to_string());
        let rule = match range {
            OptionRange::OneOf(_) => format!("must be one of {range}, not {shown}"),
            OptionRange::Within { .. } => format!("must be {range}, not {shown}"),
        };
        report.value_fault(section, "default", rule);
    }
    Some((BuildOption { name: name.to_owned(), description, value, range }, given.span()))
}

/// Reads `values`: whole numbers or texts, all of one kind.
fn values(report: &mut Report, section: &Section) -> Vec<Value> {
    let entries = match section.table.get("values").map(|value| value.get_ref()) {
        Some(Node::List(entries)) if !entries.is_empty() => entries,
        _ => {
            report.value_fault(section, "values", LISTED);
            return Vec::new();
        }
    };
    let texts = matches!(entries[0].get_ref(), Node::Text(_));
    let mut values = Vec::new();
    for entry in entries {
        match entry.get_ref() {
            Node::Text(text) if texts => {
                if text.contains(['\'', '"', '{', '}']) {
                    let rule = "a text among the values has no quotes and no braces";
                    report.fault(&entry.span(), section.full("values"), rule);
                }
                values.push(Value::Text(text.clone()));
            }
            _ if texts => report.wrong_kind(section, "values", "a text like the first", entry),
            node => match as_whole(node) {
                Some(number) => values.push(Value::Whole(number)),
                None => report.wrong_kind(section, "values", WHOLE, entry),
            },
        }
    }
    values
}

const LISTED: &str = "must be a list of whole numbers or of texts, of one at least";
const WHOLE: &str = "a whole number of at most 1e9";

fn whole(report: &mut Report, section: &Section, key: &str, node: &Node) -> Option<i64> {
    let number = as_whole(node);
    if number.is_none() {
        let described = node.described();
        report.value_fault(section, key, format!("must be {WHOLE}, not {described}"));
    }
    number
}

fn as_whole(node: &Node) -> Option<i64> {
    match node {
        Node::Number(number) if number.trunc() == *number && number.abs() <= LARGEST => {
            Some(*number as i64)
        }
        _ => None,
    }
}

/// Returns the options as names and values that expressions know.
pub(super) fn known(options: &[BuildOption]) -> Vec<Known> {
    options.iter().map(|option| (option.name.clone(), option.value.clone())).collect()
}
