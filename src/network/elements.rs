//! The elements of a network file, one by one: as they stand there, and the copies of those that are
//! repeated.

use std::borrow::Cow;
use std::ops::Range;

use super::bodies::Bodies;
use super::diagnostics::Report;
use super::repeat::{REPEAT, Used, copies};
use super::section::Section;
use super::tree::{Node, Table};

/// A body, contact, spring or damper.
pub(super) struct Element<'t> {
    pub name: Cow<'t, str>,
    /// Full name of its table in the file, which the copies of a template share.
    pub subject: String,
    /// Where that begins.
    pub place: Range<usize>,
    table: Cow<'t, Table>,
}

impl Element<'_> {
    pub fn section(&self) -> Section<'_> {
        Section {
            table: &self.table,
            subject: self.subject.clone(),
            element: &self.name,
            place: self.place.clone(),
        }
    }

    pub fn is_copy(&self) -> bool {
        matches!(self.name, Cow::Owned(_))
    }
}

/// Writes out the elements of a file.
#[derive(Debug, Default)]
pub(super) struct Elements {
    used: Used,
    /// Whether some `repeat` breaks a rule, so that elements are missing.
    pub incomplete: bool,
}

impl Elements {
    /// The elements of one kind (`body`, `contact`, …), in the order of the file. Those that are no tables
    /// are noted and left out.
    pub fn of<'t>(
        &mut self,
        report: &mut Report,
        bodies: &mut Bodies,
        root: &Section<'t>,
        kind: &'static str,
    ) -> Vec<Element<'t>> {
        let mut elements = Vec::new();
        let Some(table) = report.table(root, kind) else {
            return elements;
        };
        for (key, value) in &table.table.entries {
            let (name, place) = (key.get_ref().as_str(), key.span());
            let Node::Table(inner) = value.get_ref() else {
                report.wrong_kind(&table, name, "a table", value);
                bodies.break_name(name);
                continue;
            };
            let subject = table.full(name);
            if inner.get(REPEAT).is_none() {
                let (name, table) = (Cow::Borrowed(name), Cow::Borrowed(inner));
                elements.push(Element { name, subject, place, table });
                continue;
            }
            let template = Section { table: inner, subject, element: name, place };
            let Some(copies) = copies(report, &mut self.used, &template) else {
                self.incomplete = true;
                continue;
            };
            elements.extend(copies.into_iter().map(|copy| Element {
                name: Cow::Owned(copy.name),
                subject: template.subject.clone(),
                place: template.place.clone(),
                table: Cow::Owned(copy.table),
            }));
        }
        elements
    }
}
