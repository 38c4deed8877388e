//! Names of units and elements: C identifiers of limited length, unique over all elements.

use std::collections::HashMap;

use super::diagnostics::{Report, shown};
use super::elements::Element;
use super::keys::RESERVED;

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
    /// Notes what is wrong with the name of an element of some kind (`body`, `contact`, …).
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
