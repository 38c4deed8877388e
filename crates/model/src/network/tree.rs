//! A network file as a tree of keys and values that know their place in the text.

use std::fmt;
use std::ops::Range;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use toml::Spanned;
use toml::de::DeTable;

use super::diagnostics::{Report, plain, shown};

/// Longest file that is read, in bytes; a network of ten thousand elements is shorter.
pub const LONGEST_FILE: usize = 4 << 20;

/// A value of the file.
#[derive(Clone, Debug)]
pub(super) enum Node {
    Table(Table),
    List(Vec<Spanned<Node>>),
    Text(String),
    Number(f64),
    Flag(bool),
}

impl Node {
    /// Returns the kind and content of the value, for messages.
    pub fn described(&self) -> String {
        match self {
            Node::Table(_) => "a table".to_owned(),
            Node::List(_) => "a list".to_owned(),
            Node::Text(text) => format!("the text \"{}\"", shown(text)),
            Node::Number(number) => format!("the number {}", plain(*number)),
            Node::Flag(flag) => flag.to_string(),
        }
    }
}

/// Keys and values in the order of the file.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    pub entries: Vec<(Spanned<String>, Spanned<Node>)>,
}

impl Table {
    pub fn get(&self, key: &str) -> Option<&Spanned<Node>> {
        self.entries.iter().find(|(name, _)| name.get_ref() == key).map(|(_, value)| value)
    }

    pub fn has(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// Returns the place of a key.
    pub fn place_of(&self, key: &str) -> Option<Range<usize>> {
        self.entries.iter().find(|(name, _)| name.get_ref() == key).map(|(name, _)| name.span())
    }
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NodeVisitor)
    }
}

impl<'de> Deserialize<'de> for Table {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Node::deserialize(deserializer)? {
            Node::Table(table) => Ok(table),
            other => {
                Err(D::Error::custom(format!("expected a table, found {}", other.described())))
            }
        }
    }
}

struct NodeVisitor;

impl<'de> Visitor<'de> for NodeVisitor {
    type Value = Node;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("a table, a list, a text, a number, true or false")
    }

    fn visit_bool<E: Error>(self, flag: bool) -> Result<Node, E> {
        Ok(Node::Flag(flag))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Node, E> {
        Ok(Node::Number(number as f64))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Node, E> {
        Ok(Node::Number(number as f64))
    }

    fn visit_i128<E: Error>(self, number: i128) -> Result<Node, E> {
        Ok(Node::Number(number as f64))
    }

    fn visit_u128<E: Error>(self, number: u128) -> Result<Node, E> {
        Ok(Node::Number(number as f64))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Node, E> {
        Ok(Node::Number(number))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Node, E> {
        Ok(Node::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Node, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = list.next_element()? {
            entries.push(entry);
        }
        Ok(Node::List(entries))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Node, A::Error> {
        let mut entries = Vec::new();
        // The keys of a table have places; what else comes as a map is a date.
        let no_place = |_| A::Error::custom("a network file supports no dates");
        while let Some(key) = map.next_key().map_err(no_place)? {
            entries.push((key, map.next_value()?));
        }
        Ok(Node::Table(Table { entries }))
    }
}

/// Returns the line and column of the table of an element, where the file has one by this name.
pub fn place_of_element(text: &str, name: &str) -> Option<(usize, usize)> {
    let mut report = Report::default();
    let root = parse(text, &mut report)?;
    let place = root.entries.iter().find_map(|(_, value)| match value.get_ref() {
        Node::Table(table) => table.place_of(name),
        _ => None,
    })?;
    report.fault(&place, "", "");
    let found = report.into_diagnostics(text, "").entries.pop()?;
    Some((found.line, found.column))
}

/// Parses TOML into a tree; syntax errors are reported like all others.
pub(super) fn parse(text: &str, report: &mut Report) -> Option<Table> {
    if text.len() > LONGEST_FILE {
        let rule = format!("the file has {} bytes; at most {LONGEST_FILE} are read", text.len());
        report.fault(&(0..0), "", rule);
        return None;
    }
    let (root, errors) = DeTable::parse_recoverable(text);
    for error in &errors {
        report_syntax(text, error, report);
    }
    if !errors.is_empty() {
        return None;
    }
    Spanned::<Table>::deserialize(toml::Deserializer::from(root))
        .inspect_err(|error| report_syntax(text, error, report))
        .ok()
        .map(Spanned::into_inner)
}

/// Reports an error of the TOML parser, with the text that it points at.
fn report_syntax(text: &str, error: &toml::de::Error, report: &mut Report) {
    let place = error.span().unwrap_or(0..0);
    report.note(&place, || {
        let pointed_at = text.get(place.clone()).unwrap_or_default();
        let subject = match pointed_at.lines().next() {
            Some(line) if line.len() == pointed_at.len() => format!("`{}`", shown(line)),
            _ => String::new(),
        };
        let message = error.message();
        let rule = match message.strip_suffix(", expected nothing") {
            Some(rule) => rule.to_owned(),
            None if message.ends_with("expected digits") => {
                format!("{message}: a number has digits on both sides of its point, as 0.5 or 1.0")
            }
            None => message.to_owned(),
        };
        let (before, rest) = text.split_at_checked(place.start).unwrap_or_default();
        let rule = rule + hint(message, before, rest);
        (subject, rule, None)
    });
}

/// Returns the end of the message about a character that TOML does not know, or not there: of other languages, of word processors.
fn hint(message: &str, before: &str, rest: &str) -> &'static str {
    let digit = |c: char| c.is_ascii_digit();
    match rest.chars().next() {
        Some('−' | '–') => ": the minus sign is the `-` of ASCII",
        Some('“' | '”' | '„' | '‘' | '’') => ": a text stands in straight quotes, \"…\"",
        Some(';') => ": TOML has no `;`",
        Some(',') if before.ends_with(digit) && rest[1..].starts_with(digit) => {
            ": the decimal sign is `.`, and a list stands in `[…]`"
        }
        Some(' ') if message.starts_with("unclosed table") => ": a name has no spaces",
        _ => "",
    }
}
