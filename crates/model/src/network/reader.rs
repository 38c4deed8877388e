//! Numbers and inputs of a network file, and the parameters and inputs of the network made of them.

use std::ops::Range;

use toml::Spanned;

use super::constants::Constants;
use super::diagnostics::{Report, plain, shown};
use super::keys;
use super::model::{Bounds, Input, InputId, Parameter, ParameterId, Signal, Tunability};
use super::role::{Role, Values};
use super::section::Section;
use super::tree::Node;
use super::units::PhysicalUnit;
use super::user_laws::Beside;
use crate::algebra::nearest;
use crate::laws::LawKind;

/// Longest name of a variable that tools of the Modelica world keep.
const LONGEST_VARIABLE: usize = 63;
/// The word for what a host gives.
const INPUT: &str = "input";

/// A number as the file gives it.
#[derive(Clone, Debug)]
pub(super) struct Number {
    pub value: f64,
    pub min: Option<f64>,
    pub max: Option<f64>,
    pub constant: bool,
    pub description: Option<String>,
    /// Its key in full, for messages.
    pub subject: String,
    pub place: Range<usize>,
}

impl Number {
    /// Makes a number that the file does not give.
    pub fn plain(value: f64) -> Self {
        Self {
            value,
            min: None,
            max: None,
            constant: false,
            description: None,
            subject: String::new(),
            place: 0..0,
        }
    }
}

/// An input as the file gives it.
#[derive(Clone, Debug, Default)]
pub(super) struct GivenInput {
    pub start: Option<f64>,
    pub description: Option<String>,
}

/// A number or an input.
#[derive(Clone, Debug)]
pub(super) enum Given {
    Number(Number),
    Input(GivenInput),
}

/// The parameters and inputs read so far, and the errors.
#[derive(Debug, Default)]
pub(super) struct Reader {
    pub report: Report,
    pub constants: Constants,
    pub beside: Beside,
    /// Laws that the file brings along, and those of others that it has named.
    pub laws: Vec<LawKind>,
    /// The built-in laws, once a contact has none that is known.
    pub all_laws: Option<Vec<LawKind>>,
    pub parameters: Vec<Parameter>,
    pub inputs: Vec<Input>,
    /// All elements of the file, by their names.
    pub elements: std::collections::HashMap<String, super::section::Named>,
}

impl Reader {
    /// Reads a number or an input, in a unit.
    pub fn given(&mut self, section: &Section, key: &str, unit: PhysicalUnit) -> Option<Given> {
        let value = section.table.get(key)?;
        match value.get_ref() {
            Node::Text(text) if text == INPUT => Some(Given::Input(GivenInput::default())),
            Node::Text(text) if nearest(text, [INPUT]).is_some() => {
                let rule = format!("must be a number or \"{INPUT}\", not \"{}\"", shown(text));
                self.report.misspelt(&value.span(), section.full(key), rule, text, [INPUT]);
                None
            }
            Node::Table(table) if table.get(INPUT).is_some() => {
                self.input_in_full(&section.inner(key, table), unit).map(Given::Input)
            }
            _ => self.number(section, key, unit).map(Given::Number),
        }
    }

    /// Reads a finite number that is no parameter, in a unit.
    pub fn plain_number(
        &mut self,
        section: &Section,
        key: &str,
        unit: PhysicalUnit,
    ) -> Option<f64> {
        let value = section.table.get(key)?;
        self.finite(value, unit, || section.full(key))
    }

    /// Returns the finite number of a value, alone or as a text.
    fn finite(
        &mut self,
        value: &Spanned<Node>,
        unit: PhysicalUnit,
        subject: impl Fn() -> String,
    ) -> Option<f64> {
        let place = value.span();
        let rule = match value.get_ref() {
            Node::Number(number) if number.is_finite() => return Some(*number),
            Node::Number(number) => format!("must be finite, not {}", plain(*number)),
            Node::Text(text) => match self.constants.number(text, unit) {
                Ok(number) => return Some(number),
                Err(wrong) => {
                    self.report.wrong(&place, subject(), text, wrong);
                    return None;
                }
            },
            other => format!("must be a number, not {}", other.described()),
        };
        self.report.fault(&place, subject(), rule);
        None
    }

    /// Reads a number in a unit: plain or in full.
    pub fn number(&mut self, section: &Section, key: &str, unit: PhysicalUnit) -> Option<Number> {
        let value = section.table.get(key)?;
        let is_input = match value.get_ref() {
            Node::Text(text) => text == INPUT,
            Node::Table(table) => table.get(INPUT).is_some(),
            _ => false,
        };
        if is_input {
            self.report.value_fault(section, key, "must be a number; it cannot be an input");
            return None;
        }
        let subject = section.full(key);
        if let Node::Table(table) = value.get_ref() {
            let number = self.number_in_full(&section.inner(key, table), unit)?;
            return Some(Number { subject, ..number });
        }
        let number = Number::plain(self.plain_number(section, key, unit)?);
        Some(Number { place: value.span(), subject, ..number })
    }

    /// Reads `{ input = true, start = …, description = … }`
    fn input_in_full(&mut self, section: &Section, unit: PhysicalUnit) -> Option<GivenInput> {
        self.report.check_keys(section, keys::INPUT);
        if self.report.flag(section, INPUT) == Some(false) {
            self.report.value_fault(section, INPUT, "must be true; leave it out for a number");
        }
        let start = self.plain_number(section, "start", unit);
        let description = self.report.text(section, "description").map(str::to_owned);
        Some(GivenInput { start, description })
    }

    /// Reads `{ value = …, min = …, max = …, constant = …, description = … }`
    fn number_in_full(&mut self, section: &Section, unit: PhysicalUnit) -> Option<Number> {
        if section.has("start") && !section.has("value") {
            self.report.forbid(section, "start", "is named `value` here: the number at the start");
            return None;
        }
        self.report.check_keys(section, keys::NUMBER);
        self.report.require(section, "value", "the number itself");
        let min = self.plain_number(section, "min", unit);
        let max = self.plain_number(section, "max", unit);
        let constant = self.report.flag(section, "constant").unwrap_or(false);
        let description = self.report.text(section, "description").map(str::to_owned);
        let value = self.plain_number(section, "value", unit)?;
        let rule = |limit: &str, bound, found| {
            let (bound, found) = (plain(bound), plain(found));
            format!("must not be {limit}, which is {bound}, but is {found}")
        };
        let wrong = match (min, max) {
            (Some(min), Some(max)) if min > max => Some(("min", rule("above `max`", max, min))),
            (Some(min), _) if value < min => Some(("value", rule("below `min`", min, value))),
            (_, Some(max)) if value > max => Some(("value", rule("above `max`", max, value))),
            _ => None,
        };
        if let Some((key, rule)) = wrong {
            self.report.value_fault(section, key, rule);
        }
        let place = section.value_place("value");
        let number = Number::plain(value);
        Some(Number { min, max, constant, description, place, ..number })
    }

    /// Reads a list of numbers, plain or in full, that must be there.
    pub fn numbers(
        &mut self,
        section: &Section,
        key: &str,
        what: &str,
        unit: PhysicalUnit,
    ) -> Vec<Number> {
        self.report.require(section, key, what);
        let Some(value) = section.table.get(key) else {
            return Vec::new();
        };
        let Node::List(entries) = value.get_ref() else {
            self.report.wrong_kind(section, key, "a list of numbers", value);
            return Vec::new();
        };
        let entries = entries.iter().enumerate();
        entries.filter_map(|(k, entry)| self.listed(section, key, (k + 1, entry), unit)).collect()
    }

    /// Reads an entry of a list of numbers, counted from 1.
    pub fn listed(
        &mut self,
        section: &Section,
        key: &str,
        (index, value): (usize, &Spanned<Node>),
        unit: PhysicalUnit,
    ) -> Option<Number> {
        let (subject, place) = (format!("{}[{index}]", section.full(key)), value.span());
        if let Node::Table(table) = value.get_ref() {
            let element = section.element;
            let inner = Section { table, subject: subject.clone(), element, place };
            return Some(Number { subject, ..self.number_in_full(&inner, unit)? });
        }
        let number = Number::plain(self.finite(value, unit, || subject.clone())?);
        Some(Number { place, subject, ..number })
    }

    /// Reads a number that must be there; a stand-in after an error, so that reading continues.
    pub fn required(
        &mut self,
        section: &Section,
        key: &str,
        what: &str,
        unit: PhysicalUnit,
    ) -> Number {
        self.report.require(section, key, what);
        self.number(section, key, unit).unwrap_or(Number::plain(1.0))
    }

    /// Enters an entry of a list, counted from 1, in the table of parameters; its description has the index, too.
    pub fn entry(
        &mut self,
        section: &Section,
        role: Role,
        index: usize,
        number: Number,
    ) -> ParameterId {
        let id = self.numbered(section, role, index, number);
        self.parameters[id.0].description.push_str(&format!(" [{index}]"));
        id
    }

    /// Enters an entry of a list with a description of its own in the table of parameters.
    pub fn numbered(
        &mut self,
        section: &Section,
        role: Role,
        index: usize,
        number: Number,
    ) -> ParameterId {
        let place = number.place.clone();
        let id = self.parameter(section, role, number);
        let Parameter { name, .. } = &mut self.parameters[id.0];
        name.push_str(&format!("[{index}]"));
        if name.len() > LONGEST_VARIABLE {
            let rule = format!(
                "the variable `{name}` has more than {LONGEST_VARIABLE} characters; shorten `{}`",
                section.element
            );
            self.report.fault(&place, section.full(role.suffix), rule);
        }
        id
    }

    /// Enters a number in the table of parameters.
    pub fn parameter(&mut self, section: &Section, role: Role, number: Number) -> ParameterId {
        let bounds = self.bounds(role, &number);
        let tunability = match (number.constant, role.tunable) {
            (true, _) => Tunability::Constant,
            (false, true) => Tunability::Tunable,
            (false, false) => Tunability::Fixed,
        };
        self.parameters.push(Parameter {
            name: role.name(section),
            description: role.description(section, number.description),
            unit: role.unit,
            start: number.value,
            bounds,
            tunability,
        });
        ParameterId(self.parameters.len() - 1)
    }

    /// Reads the bounds that the file gives, within those of the role.
    fn bounds(&mut self, role: Role, number: &Number) -> Bounds {
        let Number { value, min, max, .. } = *number;
        let mut bounds = Bounds { min, max, min_exclusive: false, max_exclusive: false };
        let rule = match role.values {
            Values::Any => return bounds,
            Values::NotNegative if value < 0.0 => {
                Some(format!("must be ≥ 0, not {}", plain(value)))
            }
            Values::Positive if value <= 0.0 => Some(format!("must be > 0, not {}", plain(value))),
            Values::OneSign if value == 0.0 => Some("must not be 0".to_owned()),
            Values::OneSign if value < 0.0 => max.filter(|max| *max > 0.0).map(|max| {
                format!("`max` must be ≤ 0, not {}: the sign cannot change", plain(max))
            }),
            Values::OneSign => min.filter(|min| *min < 0.0).map(|min| {
                format!("`min` must be ≥ 0, not {}: the sign cannot change", plain(min))
            }),
            Values::NotNegative | Values::Positive => min.filter(|min| *min < 0.0).map(|min| {
                format!("`min` must be ≥ 0, not {}: the value must be ≥ 0, too", plain(min))
            }),
        };
        if let Some(rule) = rule {
            self.report.fault(&number.place, &number.subject, rule);
        }
        let exclusive = role.values != Values::NotNegative;
        if role.values == Values::OneSign && value < 0.0 {
            if max.is_none_or(|max| max >= 0.0) {
                (bounds.max, bounds.max_exclusive) = (Some(0.0), exclusive);
            }
        } else if min.is_none_or(|min| min <= 0.0) {
            (bounds.min, bounds.min_exclusive) = (Some(0.0), exclusive);
        }
        bounds
    }

    /// Enters an input without bounds, which starts at 0 unless the file says otherwise.
    pub fn input(&mut self, section: &Section, role: Role, given: GivenInput) -> InputId {
        self.inputs.push(Input {
            name: role.name(section),
            description: role.description(section, given.description),
            unit: role.unit,
            start: given.start.unwrap_or(0.0),
            bounds: Bounds::NONE,
        });
        InputId(self.inputs.len() - 1)
    }

    /// Enters what stands behind the key of a role: a number or an input; None if nothing does.
    pub fn signal(&mut self, section: &Section, role: Role) -> Option<Signal> {
        Some(match self.given(section, role.suffix, role.unit)? {
            Given::Number(number) => Signal::Parameter(self.parameter(section, role, number)),
            Given::Input(input) => Signal::Input(self.input(section, role, input)),
        })
    }

    /// Enters the number behind the key of a role, if there is one.
    pub fn optional(&mut self, section: &Section, role: Role) -> Option<ParameterId> {
        let number = self.number(section, role.suffix, role.unit)?;
        Some(self.parameter(section, role, number))
    }
}
