//! Reads the values of a network file: numbers with their bounds, inputs, texts, names. What is wrong
//! is noted and reading goes on, so that one run shows all faults.

use std::ops::Range;

use toml::Spanned;

use super::diagnostics::Report;
use super::model::{Bounds, Input, InputId, Parameter, ParameterId, Signal, Tunability};
use super::tree::{Node, Table};
use super::units::PhysicalUnit;

/// Longest name of an element: with the longest suffix (`sourceAngularFrequency`) variables stay
/// within the 63 characters that tools of the Modelica world keep.
const LONGEST_NAME: usize = 40;

/// Which values a number may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Values {
    Any,
    NotNegative,
    Positive,
    /// Not 0; the sign that the file gives is structural.
    OneSign,
}

/// A number as the file gives it.
#[derive(Clone, Debug)]
pub(super) struct Number {
    pub value: f64,
    pub min: Option<f64>,
    pub max: Option<f64>,
    pub constant: bool,
    pub description: Option<String>,
    pub place: Range<usize>,
}

impl Number {
    pub fn plain(value: f64) -> Self {
        Self { value, min: None, max: None, constant: false, description: None, place: 0..0 }
    }
}

/// A number or an input.
#[derive(Clone, Debug)]
pub(super) enum Given {
    Number(Number),
    Input { start: f64, description: Option<String> },
}

/// What a parameter or input is, apart from its value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Role<'a> {
    pub element: &'a str,
    pub suffix: &'a str,
    pub text: &'a str,
    pub unit: PhysicalUnit,
}

impl Role<'_> {
    fn name(&self) -> String {
        format!("{}.{}", self.element, self.suffix)
    }

    fn description(&self, given: Option<String>) -> String {
        given.unwrap_or_else(|| format!("{}: {}", self.element, self.text))
    }
}

/// The parameters and inputs read so far, and the faults.
#[derive(Debug)]
pub(super) struct Reader<'a> {
    pub report: Report<'a>,
    pub parameters: Vec<Parameter>,
    pub inputs: Vec<Input>,
}

impl<'a> Reader<'a> {
    pub fn new(text: &'a str) -> Self {
        Self { report: Report::new(text), parameters: Vec::new(), inputs: Vec::new() }
    }

    /// Notes every key of `table` that is none of `valid`.
    pub fn check_keys(&mut self, table: &Table, subject: &str, valid: &[&str]) {
        for (key, _) in &table.entries {
            let name = key.get_ref().as_str();
            if !valid.contains(&name) {
                let full = join(subject, name);
                let rule = "unknown key";
                self.report.misspelt(&key.span(), full, rule, name, valid.iter().copied());
            }
        }
    }

    /// The table behind a key.
    pub fn table<'t>(&mut self, parent: &'t Table, subject: &str, key: &str) -> Option<&'t Table> {
        let value = parent.get(key)?;
        match value.get_ref() {
            Node::Table(table) => Some(table),
            other => {
                let rule = format!("must be a table, not {}", other.kind());
                self.report.fault(&value.span(), join(subject, key), rule);
                None
            }
        }
    }

    pub fn text<'t>(&mut self, table: &'t Table, subject: &str, key: &str) -> Option<&'t str> {
        let value = table.get(key)?;
        match value.get_ref() {
            Node::Text(text) => Some(text),
            other => {
                let rule = format!("must be a text, not {}", other.kind());
                self.report.fault(&value.span(), join(subject, key), rule);
                None
            }
        }
    }

    pub fn texts(&mut self, table: &Table, subject: &str, key: &str) -> Vec<Spanned<String>> {
        let Some(value) = table.get(key) else {
            return Vec::new();
        };
        let entries = match value.get_ref() {
            Node::List(entries) => entries.as_slice(),
            _ => std::slice::from_ref(value),
        };
        let mut texts = Vec::new();
        for entry in entries {
            match entry.get_ref() {
                Node::Text(text) => texts.push(Spanned::new(entry.span(), text.clone())),
                other => {
                    let rule = format!("must be a text or a list of texts, not {}", other.kind());
                    self.report.fault(&entry.span(), join(subject, key), rule);
                }
            }
        }
        texts
    }

    pub fn flag(&mut self, table: &Table, subject: &str, key: &str) -> Option<bool> {
        let value = table.get(key)?;
        match value.get_ref() {
            Node::Flag(flag) => Some(*flag),
            other => {
                let rule = format!("must be true or false, not {}", other.kind());
                self.report.fault(&value.span(), join(subject, key), rule);
                None
            }
        }
    }

    /// A number: plain, or a table with `value`.
    pub fn number(&mut self, table: &Table, subject: &str, key: &str) -> Option<Number> {
        match self.given(table, subject, key)? {
            Given::Number(number) => Some(number),
            Given::Input { .. } => {
                let place = table.place_of(key)?;
                self.report.fault(&place, join(subject, key), "must be a number; it is no input");
                None
            }
        }
    }

    /// A number or an input.
    pub fn given(&mut self, table: &Table, subject: &str, key: &str) -> Option<Given> {
        let value = table.get(key)?;
        let full = join(subject, key);
        let place = value.span();
        match value.get_ref() {
            Node::Number(number) => {
                let mut plain = Number::plain(self.finite(*number, &place, &full)?);
                plain.place = place;
                Some(Given::Number(plain))
            }
            Node::Text(text) if text == "input" => {
                Some(Given::Input { start: 0.0, description: None })
            }
            Node::Text(text) => {
                let rule = format!("must be a number or \"input\", not \"{text}\"");
                self.report.misspelt(&place, full, rule, text, ["input"]);
                None
            }
            Node::Table(details) if details.get("input").is_some() => {
                self.check_keys(details, &full, &["input", "start", "description"]);
                if self.flag(details, &full, "input") == Some(false) {
                    self.report.fault(&place, &full, "`input = false` says nothing; leave it out");
                }
                let start = self.plain_number(details, &full, "start").unwrap_or(0.0);
                let description = self.text(details, &full, "description").map(str::to_owned);
                Some(Given::Input { start, description })
            }
            Node::Table(details) => self.detailed(details, &full, place).map(Given::Number),
            other => {
                let rule = format!("must be a number, not {}", other.kind());
                self.report.fault(&place, full, rule);
                None
            }
        }
    }

    fn detailed(&mut self, details: &Table, full: &str, place: Range<usize>) -> Option<Number> {
        self.check_keys(details, full, &["value", "min", "max", "constant", "description"]);
        let min = self.plain_number(details, full, "min");
        let max = self.plain_number(details, full, "max");
        let constant = self.flag(details, full, "constant").unwrap_or(false);
        let description = self.text(details, full, "description").map(str::to_owned);
        if details.get("value").is_none() {
            self.report.fault(&place, full, "needs a `value`");
        }
        let value = self.plain_number(details, full, "value")?;
        let outside = min.is_some_and(|min| value < min) || max.is_some_and(|max| value > max);
        if outside {
            let bound =
                |bound: Option<f64>| bound.map_or("-".to_owned(), |bound| bound.to_string());
            let rule = format!("{value} is not within its bounds [{}, {}]", bound(min), bound(max));
            self.report.fault(&place, full, rule);
        }
        Some(Number { value, min, max, constant, description, place })
    }

    /// A number that is no parameter.
    pub fn plain_number(&mut self, table: &Table, subject: &str, key: &str) -> Option<f64> {
        let value = table.get(key)?;
        let full = join(subject, key);
        match value.get_ref() {
            Node::Number(number) => self.finite(*number, &value.span(), &full),
            other => {
                let rule = format!("must be a number, not {}", other.kind());
                self.report.fault(&value.span(), full, rule);
                None
            }
        }
    }

    fn finite(&mut self, number: f64, place: &Range<usize>, full: &str) -> Option<f64> {
        if number.is_finite() {
            return Some(number);
        }
        self.report.fault(place, full, format!("must be finite, not {number}"));
        None
    }

    /// Enters a number in the table of parameters.
    pub fn parameter(
        &mut self,
        role: Role,
        number: Number,
        range: Values,
        tunable: bool,
    ) -> ParameterId {
        let Number { value, min, max, constant, description, place } = number;
        let fine = match range {
            Values::Any => true,
            Values::NotNegative => value >= 0.0,
            Values::Positive => value > 0.0,
            Values::OneSign => value != 0.0,
        };
        if !fine {
            let rule = match range {
                Values::NotNegative => format!("must be ≥ 0, not {value}"),
                Values::Positive => format!("must be > 0, not {value}"),
                Values::Any | Values::OneSign => "must not be 0".to_owned(),
            };
            self.report.fault(&place, role.name(), rule);
        }
        let mut bounds = Bounds { min, max, min_exclusive: false, max_exclusive: false };
        if range != Values::Any {
            if range == Values::OneSign && value < 0.0 {
                if max.is_none_or(|max| max >= 0.0) {
                    (bounds.max, bounds.max_exclusive) = (Some(0.0), true);
                }
            } else if min.is_none_or(|min| min <= 0.0) {
                let exclusive = range != Values::NotNegative;
                (bounds.min, bounds.min_exclusive) = (Some(0.0), exclusive);
            }
        }
        let tunability = match (constant, tunable) {
            (true, _) => Tunability::Constant,
            (false, true) => Tunability::Tunable,
            (false, false) => Tunability::Fixed,
        };
        self.parameters.push(Parameter {
            name: role.name(),
            description: role.description(description),
            unit: role.unit,
            start: value,
            bounds,
            tunability,
        });
        ParameterId(self.parameters.len() - 1)
    }

    /// Enters an input.
    pub fn input(&mut self, role: Role, start: f64, description: Option<String>) -> InputId {
        self.inputs.push(Input {
            name: role.name(),
            description: role.description(description),
            unit: role.unit,
            start,
        });
        InputId(self.inputs.len() - 1)
    }

    /// Enters a number or an input.
    pub fn signal(&mut self, role: Role, given: Given, range: Values) -> Signal {
        match given {
            Given::Number(number) => Signal::Parameter(self.parameter(role, number, range, true)),
            Given::Input { start, description } => {
                Signal::Input(self.input(role, start, description))
            }
        }
    }

    /// Whether a name is a C identifier of legal length; notes what is wrong.
    pub fn check_name(&mut self, name: &str, place: &Range<usize>, subject: &str) -> bool {
        let letters = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let starts_well = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        let rule = if !starts_well || !name.chars().all(letters) {
            "must be a C identifier: letters, digits and _, not starting with a digit"
        } else if name.len() > LONGEST_NAME {
            "must not be longer than 40 characters"
        } else {
            return true;
        };
        self.report.fault(place, subject, format!("the name `{name}` {rule}"));
        false
    }
}

/// `subject.key`.
pub(super) fn join(subject: &str, key: &str) -> String {
    if subject.is_empty() { key.to_owned() } else { format!("{subject}.{key}") }
}
