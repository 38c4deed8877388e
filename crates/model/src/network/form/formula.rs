//! Numbers of an element, and formulas of these.

use std::ops::Range as Bytes;

use serde::{Deserialize, Serialize};
use toml::Spanned;

use crate::algebra::{Formula, Scope, parse};
use crate::laws::{FormError, Range};
use crate::network::units::PhysicalUnit;

/// Names that formulas between two ends have in any case: deflection, its rate, and the time.
pub const MOTION: [&str; 3] = ["e", "rate", "t"];
/// A number of an element.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ElementNumber {
    /// Key in network files, and second part of its parameter's name.
    pub name: String,
    /// Name in the formula.
    pub symbol: String,
    /// Units in translation and in rotation.
    pub unit: [PhysicalUnit; 2],
    /// Values that it may have.
    pub range: Range,
    /// Value where a file does not give it, in the coherent SI unit; None: it must be given.
    pub default: Option<f64>,
    /// A value with which the element shows what it does at lengths and velocities of about 1.
    pub example: f64,
    /// Description in words, without unit.
    pub description: String,
    /// Details for pages, such as how it is computed; it may be empty.
    pub details: String,
}

impl ElementNumber {
    /// Returns description and details as one text.
    pub fn in_full(&self) -> String {
        match self.details.is_empty() {
            true => self.description.clone(),
            false => format!("{}: {}", self.description, self.details),
        }
    }

    /// Returns its units for readers, `N·s²/m² or N·m·s²/rad²`; empty for a pure number.
    pub fn units(&self) -> String {
        PhysicalUnit::of_axes(self.unit)
    }
}

/// Reads a formula of the motion and of parameters.
pub(super) fn read_formula(
    text: &Spanned<String>,
    parameters: &[ElementNumber],
) -> Result<Formula, FormError> {
    let own = parameters.iter().map(|one| one.symbol.as_str());
    let names: Vec<(&str, bool)> =
        MOTION.into_iter().chain(own).map(|name| (name, false)).collect();
    let scope = Scope { names: &names, ..Scope::default() };
    parse(text.get_ref(), &scope).map_err(|error| FormError {
        place: place_in(text, error.offset(text.get_ref())),
        rule: error.rule,
    })
}

/// Returns the place of a byte of a text behind its quote.
pub(super) fn place_in(text: &Spanned<String>, offset: usize) -> Bytes<usize> {
    text.span().start + 1 + offset..text.span().start + 2 + offset
}

/// Returns the error of a part of a declaration.
pub(super) fn fault<T>(at: &Spanned<T>, rule: impl Into<String>) -> FormError {
    FormError { place: at.span(), rule: rule.into() }
}
