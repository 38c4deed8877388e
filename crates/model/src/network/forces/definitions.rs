//! Names that a formula has for parts of it: `[force.NAME.define]`.

use std::collections::HashSet;

use super::motions::motions;
use super::names::{is_free, lists, words_of};
use super::reading::Reading;
use crate::algebra::{Formula, not_yet};
use crate::network::bodies::Bodies;
use crate::network::diagnostics::Wrong;
use crate::network::force::{ForceKind, Meaning};
use crate::network::keys;
use crate::network::reader::Reader;
use crate::network::section::Section;

/// A text of a formula: the whole of it, or a part that has a name.
struct Text<'t> {
    section: Section<'t>,
    key: &'t str,
    text: &'t str,
}

/// The texts of a formula: parts that have names, in the order of the file, and the whole.
pub(super) struct Texts<'t> {
    parts: Vec<Text<'t>>,
    whole: Text<'t>,
}

impl<'t> Texts<'t> {
    /// Reads the texts of an element whose formula stands behind `key`; `names` are the other names of the formula.
    pub fn read(
        reader: &mut Reader,
        section: &Section<'t>,
        key: &'t str,
        names: &[(String, Meaning)],
    ) -> Option<Self> {
        let text = reader.report.text(section, key)?;
        let mut parts: Vec<Text> = Vec::new();
        if let Some(table) = reader.report.table(section, keys::DEFINE) {
            for (name, _) in &table.table.entries {
                let name = name.get_ref().as_str();
                if is_free(reader, &table, name, names)
                    && let Some(text) = reader.report.text(&table, name)
                {
                    parts.push(Text { section: table.clone(), key: name, text });
                }
            }
        }
        Some(Self { parts, whole: Text { section: section.clone(), key, text } })
    }

    fn all(&self) -> impl Iterator<Item = &Text<'t>> {
        self.parts.iter().chain([&self.whole])
    }

    /// Takes the lists and motions of bodies that the texts name.
    pub fn add_names(
        &self,
        reader: &mut Reader,
        bodies: &Bodies,
        kind: ForceKind,
        names: &mut Vec<(String, Meaning)>,
    ) {
        for Text { section, key, text } in self.all() {
            lists(reader, section, (key, text), names);
            motions(reader, bodies, (section, kind), (key, text), names);
        }
    }

    /// Returns the words that occur.
    pub fn words(&self) -> HashSet<&'t str> {
        self.all().flat_map(|one| words_of(one.text)).map(|(_, word)| word).collect()
    }

    /// Returns the text of the whole.
    pub fn whole(&self) -> &'t str {
        self.whole.text
    }

    /// Returns what the names of parts mean, `, name = formula` for each.
    pub fn defined(&self) -> String {
        self.parts.iter().map(|part| format!(", {} = {}", part.key, part.text)).collect()
    }

    /// Reads the formula, each part by those before it; notes what is wrong, and parts that do not occur.
    pub fn formula(&self, reader: &mut Reader, reading: &Reading) -> Option<Formula> {
        let mut defined: Vec<(&str, Formula)> = Vec::new();
        for (place, part) in self.parts.iter().enumerate() {
            let read = reading.formula(part.text, &defined).map_err(|wrong| {
                let later = self.parts[place..].iter().map(|one| one.key);
                match not_yet(part.text, wrong.offset, later) {
                    Some(rule) => Wrong { rule, ..wrong },
                    None => wrong,
                }
            });
            match read {
                Ok(formula) => defined.push((part.key, formula)),
                Err(wrong) => {
                    part.wrong(reader, wrong);
                    return None;
                }
            }
        }
        let named = |part: &Text| {
            let mut others = self.all().filter(|other| other.key != part.key);
            others.any(|other| words_of(other.text).any(|(_, word)| word == part.key))
        };
        for part in self.parts.iter().filter(|part| !named(part)) {
            let rule = "does not occur in the formula".to_owned();
            let (place, subject) = (part.section.key_place(part.key), part.section.full(part.key));
            reader.report.doubt(&place, subject, rule);
        }
        reading.formula(self.whole.text, &defined).map_err(|wrong| self.wrong(reader, wrong)).ok()
    }

    /// Reports an error of the formula as a whole.
    pub fn wrong(&self, reader: &mut Reader, wrong: Wrong) {
        self.whole.wrong(reader, wrong);
    }
}

impl Text<'_> {
    fn wrong(&self, reader: &mut Reader, wrong: Wrong) {
        let Text { section, key, text } = self;
        reader.report.wrong(&section.value_place(key), section.full(key), text, wrong);
    }
}
