//! Tables of a network file with their names and places, and the plain values in them. What is wrong is
//! noted and reading goes on, so that one run shows all errors.

use std::ops::Range;

use toml::Spanned;

use super::diagnostics::key_shown;
use super::tree::Table;

/// A table of the file.
#[derive(Clone, Debug)]
pub(super) struct Section<'t> {
    pub table: &'t Table,
    /// Full name for messages, e.g. `body.block.source`.
    pub subject: String,
    /// Name of the element that it describes; empty for tables of the unit as a whole.
    pub element: &'t str,
    /// Place in the file at which it begins.
    pub place: Range<usize>,
}

impl<'t> Section<'t> {
    pub fn has(&self, key: &str) -> bool {
        self.table.has(key)
    }

    /// True if it is a copy of a template by `repeat`, whose name has the indices behind that of the template.
    pub fn is_copy(&self) -> bool {
        !self.subject.ends_with(&key_shown(self.element))
    }

    /// Returns the full name of a key.
    pub fn full(&self, key: &str) -> String {
        let key = key_shown(key);
        if self.subject.is_empty() { key } else { format!("{}.{key}", self.subject) }
    }

    /// Returns the place of a key; where it is missing, that of the table.
    pub fn key_place(&self, key: &str) -> Range<usize> {
        self.table.place_of(key).unwrap_or(self.place.clone())
    }

    /// Returns the place of the value of a key; where it is missing, that of the table.
    pub fn value_place(&self, key: &str) -> Range<usize> {
        self.table.get(key).map_or(self.place.clone(), Spanned::span)
    }

    /// Returns the table in this one behind `key`, which is about the same element.
    pub fn inner(&self, key: &str, table: &'t Table) -> Section<'t> {
        Section {
            table,
            subject: self.full(key),
            element: self.element,
            place: self.value_place(key),
        }
    }
}

/// Returns the file as a whole.
pub(super) fn root(table: &Table) -> Section<'_> {
    Section { table, subject: String::new(), element: "", place: 0..0 }
}

/// An element as messages about its name tell it.
#[derive(Debug)]
pub(super) struct Named {
    /// `body`, `spring`, …
    pub kind: String,
    /// Inputs of its formula.
    pub inputs: Vec<String>,
}
