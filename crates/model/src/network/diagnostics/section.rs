//! Errors of what stands in tables of a network file, and plain values in them.

use toml::Spanned;

use super::{Report, shown};
use crate::algebra::nearest;
use crate::network::section::Section;
use crate::network::tree::Node;
use crate::network::{keys, renamed};

const UNPRINTED: &str = "a text must not contain control characters other than tabs and line ends";

/// True if a model description can hold a character.
fn is_printed(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\t') || !(c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}'))
}

impl Report {
    /// Reports that the value of a key breaks a rule.
    pub fn value_fault(&mut self, section: &Section, key: &str, rule: impl Into<String>) {
        self.fault(&section.value_place(key), section.full(key), rule);
    }

    /// Reports that a key must not stand here, if it does.
    pub fn forbid(&mut self, section: &Section, key: &str, why: &str) {
        if section.has(key) {
            self.fault(&section.key_place(key), section.full(key), why);
        }
    }

    /// Reports that a key is missing, if it is.
    pub fn require(&mut self, section: &Section, key: &str, what: &str) {
        if !section.has(key) && !renamed::is_given(&section.subject, section.table, key) {
            self.fault(&section.place, section.full(key), format!("is missing: {what}"));
        }
    }

    /// Returns the description of an element; its name where the file has none.
    pub fn description(&mut self, section: &Section) -> String {
        self.text(section, "description").unwrap_or(section.element).to_owned()
    }

    /// Reports every key that is none of `valid`.
    pub fn check_keys(&mut self, section: &Section, valid: &[&str]) {
        self.check_keys_beside(section, valid, &[]);
    }

    /// Checks keys ([`Report::check_keys`]) apart from keys on which something else is noted.
    pub fn check_keys_beside(&mut self, section: &Section, valid: &[&str], others: &[&str]) {
        for (key, value) in &section.table.entries {
            let name = key.get_ref().as_str();
            if valid.contains(&name) || others.contains(&name) {
                continue;
            }
            if let Some(rule) = renamed::advice(&section.subject, name, value.get_ref()) {
                self.fault(&key.span(), section.full(name), rule);
                continue;
            }
            self.note(&key.span(), || {
                let meant = keys::meant(name, valid);
                let near = meant.or_else(|| nearest(name, valid.iter().copied()));
                let rule = match (keys::advice(name, valid), near) {
                    (Some(advice), _) => return (section.full(name), advice.to_owned(), None),
                    (None, Some(_)) => "unknown key".to_owned(),
                    (None, None) => format!("unknown key; valid are {}", valid.join(", ")),
                };
                (section.full(name), rule, near.map(str::to_owned))
            });
        }
    }

    /// Reports that a value behind a key, or in its list, is of the wrong kind.
    pub fn wrong_kind(
        &mut self,
        section: &Section,
        key: &str,
        expected: &str,
        found: &Spanned<Node>,
    ) {
        self.note(&found.span(), || {
            let rule = format!("must be {expected}, not {}", found.get_ref().described());
            (section.full(key), rule, None)
        });
    }

    /// Returns the table behind a key.
    pub fn table<'t>(&mut self, section: &Section<'t>, key: &str) -> Option<Section<'t>> {
        let value = section.table.get(key)?;
        match value.get_ref() {
            Node::Table(table) => Some(section.inner(key, table)),
            _ => {
                self.wrong_kind(section, key, "a table", value);
                None
            }
        }
    }

    pub fn text<'t>(&mut self, section: &Section<'t>, key: &str) -> Option<&'t str> {
        let value = section.table.get(key)?;
        match value.get_ref() {
            Node::Text(text) if text.chars().all(is_printed) => Some(text),
            Node::Text(_) => {
                self.value_fault(section, key, UNPRINTED);
                None
            }
            _ => {
                self.wrong_kind(section, key, "a text", value);
                None
            }
        }
    }

    /// Reads a text or a list of texts.
    pub fn texts(&mut self, section: &Section, key: &str) -> Vec<Spanned<String>> {
        let mut texts = Vec::new();
        for entry in self.entries(section, key) {
            if let Some(text) = self.printed(section, key, entry) {
                texts.push(Spanned::new(entry.span(), text.to_owned()));
            }
        }
        texts
    }

    /// Returns the entries of a list, or the one value that stands for it.
    pub fn entries<'t>(&self, section: &Section<'t>, key: &str) -> &'t [Spanned<Node>] {
        match section.table.get(key) {
            None => &[],
            Some(value) => match value.get_ref() {
                Node::List(entries) => entries,
                _ => std::slice::from_ref(value),
            },
        }
    }

    /// Returns a text in a list of texts.
    pub fn printed<'t>(
        &mut self,
        section: &Section,
        key: &str,
        entry: &'t Spanned<Node>,
    ) -> Option<&'t str> {
        match entry.get_ref() {
            Node::Text(text) if text.chars().all(is_printed) => return Some(text),
            Node::Text(_) => self.fault(&entry.span(), section.full(key), UNPRINTED),
            _ => self.wrong_kind(section, key, "a text or a list of texts", entry),
        }
        None
    }

    pub fn flag(&mut self, section: &Section, key: &str) -> Option<bool> {
        let value = section.table.get(key)?;
        match value.get_ref() {
            Node::Flag(flag) => Some(*flag),
            _ => {
                self.wrong_kind(section, key, "true or false", value);
                None
            }
        }
    }

    /// Reads the value of a key that is one of a few words.
    pub fn word<T: Clone>(
        &mut self,
        section: &Section,
        key: &str,
        words: &[(&str, T)],
    ) -> Option<T> {
        let text = self.text(section, key)?;
        if let Some((_, value)) = words.iter().find(|(word, _)| *word == text) {
            return Some(value.clone());
        }
        let valid: Vec<_> = words.iter().map(|(word, _)| format!("\"{word}\"")).collect();
        let rule = match valid.as_slice() {
            [only] => format!("must be {only}, not \"{}\"", shown(text)),
            several => format!("must be one of {}, not \"{}\"", several.join(", "), shown(text)),
        };
        let words = words.iter().map(|(word, _)| *word);
        self.misspelt(&section.value_place(key), section.full(key), rule, text, words);
        None
    }
}
