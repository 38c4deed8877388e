//! Earlier words of keys of network files. Each is refused with the present key and the value that it has there.

use toml::Spanned;

use super::diagnostics::{key_shown, plain, shown};
use super::tree::{Node, Table};

/// A key that has another name.
struct Renamed {
    /// Kind of the table that has it; empty: the file.
    table: &'static str,
    old: &'static str,
    new: &'static str,
    /// The present form of a value behind the new key.
    advice: fn(&str, &Node) -> String,
}

/// Makes the row of `table`, `old`, `new` and `advice` of a key.
const fn renamed(
    table: &'static str,
    old: &'static str,
    new: &'static str,
    advice: fn(&str, &Node) -> String,
) -> Renamed {
    Renamed { table, old, new, advice }
}

/// All renamed keys.
const RENAMED: &[Renamed] = &[
    renamed("", "unit", "model", heading),
    renamed("", "load", "force", elements),
    renamed("model", "source", "reference", same),
    renamed("law", "source", "reference", same),
    renamed("body", "source", "excitation", same),
    renamed("spring", "freeplay", "backlash", gap),
    renamed("drag", "drag", "coefficient", same),
];

/// Returns the rule for a key of the table called `subject` that has another name now.
pub(super) fn advice(subject: &str, key: &str, value: &Node) -> Option<String> {
    let found = of(subject).find(|renamed| renamed.old == key)?;
    Some((found.advice)(found.new, value))
}

/// Returns the rule for a key of a law that has another name now; its value is not known where the error is found.
pub(super) fn advice_on_law(key: &str) -> Option<String> {
    let found = RENAMED.iter().find(|renamed| renamed.table == "law" && renamed.old == key)?;
    Some(format!("is replaced by `{}`", found.new))
}

/// True if the table called `subject` has `key` by its earlier name.
pub(super) fn is_given(subject: &str, table: &Table, key: &str) -> bool {
    of(subject).any(|renamed| renamed.new == key && table.has(renamed.old))
}

/// Returns the renamed keys of the table called `subject`, `spring.leaf` and so on.
fn of(subject: &str) -> impl Iterator<Item = &'static Renamed> {
    let kind = subject.split('.').next().unwrap_or_default();
    RENAMED.iter().filter(move |renamed| renamed.table == kind)
}

/// Returns the heading of a table.
fn heading(key: &str, _: &Node) -> String {
    format!("is replaced by `[{key}]`")
}

/// Returns the heading of the first of the elements in a table.
fn elements(key: &str, value: &Node) -> String {
    let name = match value {
        Node::Table(table) => table.entries.first().map(|(name, _)| key_shown(name.get_ref())),
        _ => None,
    };
    format!("is replaced by `[{key}.{}]`", name.as_deref().unwrap_or("NAME"))
}

/// Returns advice that keeps the value and names another key.
fn same(key: &str, value: &Node) -> String {
    format!("is replaced by `{key} = {}`", scaled(value, 1.0))
}

/// Returns the advice that half of a gap becomes the total gap, or its edges.
fn gap(key: &str, value: &Node) -> String {
    let total = scaled(value, 2.0);
    match value {
        Node::List(_) => format!("is replaced by `gap = {}`", scaled(value, 1.0)),
        Node::Table(_) => format!("is replaced by `{key} = {total}` (the total gap)"),
        _ => {
            let edges = [-1.0, 1.0].map(|side| scaled(value, side)).join(", ");
            format!("is replaced by `{key} = {total}` (the total gap) or `gap = [{edges}]`")
        }
    }
}

/// Returns a value as TOML has it, its number times a factor.
pub(super) fn scaled(value: &Node, factor: f64) -> String {
    match value {
        Node::Number(number) => plain(number * factor),
        Node::Text(text) if factor == 1.0 => format!("\"{}\"", shown(text)),
        Node::Text(text) if factor == -1.0 => format!("\"-({})\"", shown(text)),
        Node::Text(text) => format!("\"{}*({})\"", plain(factor), shown(text)),
        Node::Flag(flag) => flag.to_string(),
        Node::List(entries) => {
            let entries: Vec<_> =
                entries.iter().map(|entry| scaled(entry.get_ref(), factor)).collect();
            format!("[{}]", entries.join(", "))
        }
        Node::Table(table) => {
            let entry = |(key, value): &(Spanned<String>, Spanned<Node>)| {
                let key = key.get_ref();
                let own = matches!(key.as_str(), "value" | "min" | "max");
                let value = scaled(value.get_ref(), if own { factor } else { 1.0 });
                format!("{} = {value}", key_shown(key))
            };
            let entries: Vec<_> = table.entries.iter().map(entry).collect();
            format!("{{ {} }}", entries.join(", "))
        }
    }
}
