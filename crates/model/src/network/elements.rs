//! The elements of a network file, one by one: as they stand there, and the copies of those that are
//! repeated; those only that exist with the build options chosen.
//! Names are unique over all elements.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use toml::Spanned;

use super::bodies::Bodies;
use super::diagnostics::{Report, shown};
use super::expression::{Expressions, Known};
use super::form::ElementForm;
use super::keys::RESERVED;
use super::names::name_fault;
use super::repeat::{REPEAT, Used, copies, holds};
use super::section::{Named, Section};
use super::tree::{Node, Table};
use crate::laws::LawKind;

/// A body, or what acts between bodies.
pub(super) struct Element<'t> {
    pub name: Cow<'t, str>,
    /// Full name of its table in the file, which the copies of a template share.
    pub subject: String,
    /// Place in the file at which that begins.
    pub place: Range<usize>,
    pub table: Cow<'t, Table>,
}

/// Elements of the kinds that files declare.
pub(super) type OfForms<'t> = [(Arc<ElementForm>, Vec<Element<'t>>)];

impl Element<'_> {
    pub fn section(&self) -> Section<'_> {
        Section {
            table: &self.table,
            subject: self.subject.clone(),
            element: &self.name,
            place: self.place.clone(),
        }
    }

    /// Returns its kind, and the inputs of its formula.
    pub fn named(&self) -> Named {
        let kind = self.subject.split('.').next().unwrap_or_default().to_owned();
        let inputs = match self.table.get("input").map(Spanned::get_ref) {
            Some(Node::Table(table)) => {
                table.entries.iter().map(|(name, _)| name.get_ref().clone()).collect()
            }
            _ => Vec::new(),
        };
        Named { kind, inputs }
    }

    pub fn is_copy(&self) -> bool {
        matches!(self.name, Cow::Owned(_))
    }
}

/// Writes out the elements of a file.
#[derive(Debug)]
pub(super) struct Elements {
    options: Vec<Known>,
    /// Laws of the file, and the keys of all laws that are lists, as soon as a repeated contact has a list.
    laws: Vec<LawKind>,
    lists: OnceCell<Vec<String>>,
    used: Used,
    /// True if some `repeat` or `when` breaks a rule, so that elements are missing.
    pub incomplete: bool,
}

impl Elements {
    /// Makes the reader of elements with the build options and their values, and the laws of the file.
    pub fn new(options: Vec<Known>, laws: &[LawKind]) -> Self {
        let (laws, used) = (laws.to_vec(), Used::default());
        Self { options, laws, lists: OnceCell::new(), used, incomplete: false }
    }

    /// Reads the elements of one kind (`body`, `contact`, …), in the order of the file. Those that are no tables are
    /// noted and left out.
    pub fn of<'t>(
        &mut self,
        report: &mut Report,
        bodies: &mut Bodies,
        root: &Section<'t>,
        kind: &'static str,
    ) -> Vec<Element<'t>> {
        let mut elements = Vec::new();
        let Some(value) = root.table.get(kind) else {
            return elements;
        };
        let Node::Table(table) = value.get_ref() else {
            report.wrong_kind(root, kind, &format!("one table for each, [{kind}.NAME]"), value);
            return elements;
        };
        let table = root.inner(kind, table);
        for (key, value) in &table.table.entries {
            let name = key.get_ref().as_str();
            let variants = match value.get_ref() {
                Node::List(entries) if !entries.is_empty() => entries.as_slice(),
                _ => std::slice::from_ref(value),
            };
            for variant in variants {
                let Node::Table(inner) = variant.get_ref() else {
                    report.wrong_kind(&table, name, "a table", variant);
                    bodies.break_name(name);
                    continue;
                };
                let place = if variants.len() == 1 { key.span() } else { variant.span() };
                let template =
                    Section { table: inner, subject: table.full(name), element: name, place };
                match self.written_out(report, bodies, kind, template) {
                    Some(written) => elements.extend(written),
                    None => self.incomplete = true,
                }
            }
        }
        elements
    }

    /// Makes the elements for which a table of the file stands with these options; None where it breaks a rule of `repeat` or
    /// `when`.
    fn written_out<'t>(
        &mut self,
        report: &mut Report,
        bodies: &mut Bodies,
        kind: &str,
        template: Section<'t>,
    ) -> Option<Vec<Element<'t>>> {
        let (name, repeated) = (template.element, template.has(REPEAT));
        if !repeated && !holds(report, &template, &self.options, &mut Expressions::default())? {
            bodies.leave_out(name);
            return Some(Vec::new());
        }
        let element = |name, table| Element {
            name,
            subject: template.subject.clone(),
            place: template.place.clone(),
            table,
        };
        if !repeated && self.options.is_empty() {
            return Some(vec![element(Cow::Borrowed(name), Cow::Borrowed(template.table))]);
        }
        let lists = || {
            let laws = self.laws.iter().cloned().chain(LawKind::with_lists());
            laws.flat_map(|law| list_keys(&law)).collect()
        };
        // Contacts alone have the numbers of laws.
        let is_list = |key: &str| {
            kind == "contact" && self.lists.get_or_init(lists).iter().any(|list| list == key)
        };
        let copies = copies(report, &mut self.used, &template, &self.options, &is_list)?;
        Some(
            copies
                .into_iter()
                .filter_map(|copy| {
                    let Some(table) = copy.table else {
                        bodies.leave_out(&copy.name);
                        return None;
                    };
                    let name = if repeated { Cow::Owned(copy.name) } else { Cow::Borrowed(name) };
                    Some(element(name, Cow::Owned(table)))
                })
                .collect(),
        )
    }
}

/// Returns the keys of a law that are lists.
fn list_keys(law: &LawKind) -> Vec<String> {
    let lists = law.parameters().iter().filter(|parameter| parameter.list);
    lists.flat_map(|list| [list.name.to_string(), list.loaded_name.to_string()]).collect()
}

/// Names of the elements read so far, with their kinds.
#[derive(Debug, Default)]
pub(super) struct Names {
    taken: HashMap<String, &'static str>,
}

impl Names {
    /// Reports an error in the name of an element of some kind (`body`, `contact`, …).
    pub fn check(&mut self, report: &mut Report, kind: &'static str, element: &Element) {
        let name: &str = &element.name;
        let mut fault = |rule: &str| {
            let made =
                if element.is_copy() { format!("`{}`: ", shown(name)) } else { String::new() };
            report.fault(&element.place, &element.subject, format!("{made}{rule}"));
        };
        if let Some(rule) = name_fault(name) {
            fault(rule);
        }
        if RESERVED.contains(&name) {
            fault(&format!("`{name}` is reserved; give the {kind} another name"));
        }
        if let Some(other) = self.taken.insert(name.to_owned(), kind) {
            fault(&format!("a {other} has this name; names of elements must be unique"));
        }
    }
}
