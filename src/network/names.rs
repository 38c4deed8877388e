//! Names of units and elements: C identifiers of limited length, unique over all elements.

use std::collections::HashMap;

use super::bodies::Bodies;
use super::diagnostics::Report;
use super::keys::RESERVED;
use super::section::Section;
use super::tree::Node;

/// Longest name: with the longest quantity (`.sourceAngularFrequency`) a variable has 63 characters, which
/// tools of the Modelica world keep.
const LONGEST_NAME: usize = 40;

/// The rule that a name breaks, if it breaks one.
pub(super) fn name_fault(name: &str) -> Option<&'static str> {
    let letters = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if name.starts_with(|c: char| c.is_ascii_digit())
        || !name.chars().all(letters)
        || name.is_empty()
    {
        Some("a name has letters a–z, A–Z, digits and _, and no digit first")
    } else if name.len() > LONGEST_NAME {
        Some("a name has at most 40 characters")
    } else {
        None
    }
}

/// Names of the elements read so far, with their kinds.
#[derive(Debug, Default)]
pub(super) struct Names {
    taken: HashMap<String, &'static str>,
}

impl Names {
    /// The elements of one kind (`body`, `contact`, …), in the order of the file. Those that are no tables
    /// or have a name that is taken are noted and left out.
    pub fn elements<'t>(
        &mut self,
        report: &mut Report,
        bodies: &mut Bodies,
        root: &Section<'t>,
        kind: &'static str,
    ) -> Vec<Section<'t>> {
        let mut sections = Vec::new();
        let Some(table) = report.table(root, kind) else {
            return sections;
        };
        for (key, value) in &table.table.entries {
            let (name, place) = (key.get_ref().as_str(), key.span());
            let Node::Table(inner) = value.get_ref() else {
                report.wrong_kind(&table, name, "a table", value);
                bodies.break_name(name);
                continue;
            };
            let section = Section { table: inner, subject: table.full(name), element: name, place };
            self.check(report, kind, &section);
            sections.push(section);
        }
        sections
    }

    fn check(&mut self, report: &mut Report, kind: &'static str, section: &Section) {
        let Section { subject, element: name, place, .. } = section;
        if let Some(rule) = name_fault(name) {
            report.fault(place, subject, rule);
        }
        if RESERVED.contains(name) {
            let rule = format!("`{name}` is reserved; give the {kind} another name");
            report.fault(place, subject, rule);
        }
        if let Some(other) = self.taken.insert((*name).to_owned(), kind) {
            let rule = format!("a {other} has this name; names of elements must be unique");
            report.fault(place, subject, rule);
        }
    }
}
