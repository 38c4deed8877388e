//! Errors that serde finds in the text of a law, reported as those of other tables of a network file: the key in full, the
//! rule, the nearest valid word.

use super::diagnostics::{Report, shown};
use super::renamed;
use super::tree::{Node, Table};
use crate::algebra::nearest;

/// Keys of laws that come with luztar alone.
const INTERNAL: [&str; 2] = ["behaviour", "rest"];

/// Kinds of values, as serde and as messages name them.
const KINDS: [(&str, &str); 10] = [
    ("a string", "a text"),
    ("a sequence", "a list"),
    ("a boolean", "true or false"),
    ("f64", "a number"),
    ("string", "the text"),
    ("integer", "the number"),
    ("floating point", "the number"),
    ("boolean", "the value"),
    ("map", "a table"),
    ("sequence", "a list"),
];

/// Reports an error of a law's text, which is the table `root`; `subject` is what the table is called.
pub(super) fn note(report: &mut Report, root: &Table, subject: &str, error: &toml::de::Error) {
    let place = error.span().unwrap_or(0..0);
    let mut parts = vec![subject];
    parts.extend(keys_to(root, place.start).unwrap_or_default());
    let subject = parts.join(".");
    let message = error.message();
    let words: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
    let valid = words.iter().skip(1).copied().filter(|word| !INTERNAL.contains(word));
    let valid: Vec<&str> = valid.collect();
    let kind = message.split('`').next().unwrap_or_default().trim_end();
    match (kind, words.first()) {
        ("unknown field", Some(&"law")) => {
            let rule = "a law's own file has its keys without the heading [law.NAME]";
            report.fault(&place, subject, rule);
        }
        ("unknown field", Some(word)) => {
            if let Some(rule) = renamed::advice_on_law(word) {
                return report.fault(&place, subject, rule);
            }
            let rule = match nearest(word, valid.iter().copied()) {
                Some(_) => "unknown key".to_owned(),
                None => format!("unknown key; valid are {}", valid.join(", ")),
            };
            report.misspelt(&place, subject, rule, word, valid);
        }
        ("unknown variant", Some(word)) => {
            let all: Vec<String> = valid.iter().map(|word| format!("\"{word}\"")).collect();
            let rule = format!("must be one of {}, not \"{}\"", all.join(", "), shown(word));
            report.misspelt(&place, subject, rule, word, valid);
        }
        ("missing field", Some(word)) => {
            report.fault(&place, format!("{subject}.{word}"), "is missing");
        }
        _ => report.fault(&place, subject, mistyped(message)),
    }
}

/// Returns the keys that lead to what stands at a byte of the text; None outside of the table.
fn keys_to(table: &Table, at: usize) -> Option<Vec<&str>> {
    table.entries.iter().find_map(|(key, value)| {
        let inner = inner(value.get_ref(), at);
        let here = key.span().contains(&at) || value.span().contains(&at);
        let inner = inner.or_else(|| here.then(Vec::new))?;
        Some([&[key.get_ref().as_str()], inner.as_slice()].concat())
    })
}

fn inner(node: &Node, at: usize) -> Option<Vec<&str>> {
    match node {
        Node::Table(table) => keys_to(table, at),
        Node::List(entries) => entries.iter().find_map(|entry| {
            let here = entry.span().contains(&at);
            inner(entry.get_ref(), at).or_else(|| here.then(Vec::new))
        }),
        Node::Text(_) | Node::Number(_) | Node::Flag(_) => None,
    }
}

/// Returns a message about a value of another type; others stay what they are.
fn mistyped(message: &str) -> String {
    let parts =
        message.strip_prefix("invalid type: ").and_then(|rest| rest.split_once(", expected "));
    let Some((found, expected)) = parts else { return message.to_owned() };
    let known = |text: &str| {
        // A type of the reader: its keys have a table.
        if text.starts_with("struct ") {
            return "a table".to_owned();
        }
        let kind = KINDS.iter().find(|(kind, _)| {
            text.strip_prefix(kind).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        });
        kind.map_or(text.to_owned(), |(kind, told)| text.replacen(kind, told, 1).replace('`', ""))
    };
    format!("must be {}, not {}", known(expected), known(found))
}
