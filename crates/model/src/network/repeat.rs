//! `repeat = { i = [1, 10] }`: the copies of an element, one for each value of the index or pair of
//! values, with the texts and numbers of that value. The ends of a range may be texts with build options.

use std::ops::Range;

use toml::Spanned;

use super::diagnostics::{Report, Wrong, shown};
use super::expression::{Expressions, Known, Value};
use super::indexed::filled;
use super::names::name_fault;
use super::section::Section;
use super::tree::{Node, Table};

/// Key of an element that is repeated.
pub(super) const REPEAT: &str = "repeat";

/// Key of an element that exists only under a condition.
const WHEN: &str = "when";

/// Copies that a file may ask for.
const MOST_COPIES: u64 = 100_000;
/// Memory of all copies of a file, in bytes: long texts cannot be copied without end.
const MOST_BYTES: usize = 256 << 20;
/// Memory of a key with its value beside their texts, in bytes, roughly.
const ENTRY_BYTES: usize = 128;
/// Indices of an element.
const MOST_INDICES: usize = 3;
/// Greatest value of an index.
const LAST_VALUE: f64 = 1e9;

/// Keys whose value is a list for each copy; an entry of theirs may be one for all copies.
const LISTS: &[&str] = &["between", "radii", "gap"];

/// Number and size of the copies of a file so far.
#[derive(Debug, Default)]
pub(super) struct Used {
    copies: u64,
    bytes: usize,
}

/// A copy of an element: its name and its table, in which every key and value stands where it stands in
/// the template; None if the condition of the template does not hold for it.
pub(super) struct Copied {
    pub name: String,
    pub table: Option<Table>,
}

/// An index with its first and last value.
struct Index<'t> {
    name: &'t str,
    first: i64,
    last: i64,
}

impl Index<'_> {
    fn count(&self) -> u64 {
        (self.last - self.first + 1) as u64
    }
}

/// Returns the copies of a template in the order of its indices, of which the last runs fastest, or the one copy with
/// the values of `options` where it is not repeated; `is_list` is true of the keys of laws' lists. None where it breaks a rule
/// of `repeat` or `when`.
pub(super) fn copies(
    report: &mut Report,
    used: &mut Used,
    template: &Section,
    options: &[Known],
    is_list: &dyn Fn(&str) -> bool,
) -> Option<Vec<Copied>> {
    let indices =
        if template.has(REPEAT) { indices(report, template, options)? } else { Vec::new() };
    let count = indices.iter().fold(1_u64, |count, index| count.saturating_mul(index.count()));
    used.copies = used.copies.saturating_add(count);
    if used.copies > MOST_COPIES {
        let total = used.copies;
        let rule = format!(
            "brings the repeated elements of the file to {total}; at most {MOST_COPIES} are made"
        );
        report.value_fault(template, REPEAT, rule);
        return None;
    }
    let mut copies = Vec::with_capacity(count as usize);
    let (mut known, mut expressions) = (options.to_vec(), Expressions::default());
    for number in 0..count {
        let values = values(&indices, number);
        let suffix: Vec<_> = values.iter().map(ToString::to_string).collect();
        let name = format!("{}{}", template.element, suffix.join("_"));
        known.truncate(options.len());
        let named = indices.iter().zip(&values);
        known.extend(named.map(|(index, value)| (index.name.to_owned(), Value::Whole(*value))));
        if !holds(report, template, &known, &mut expressions)? {
            copies.push(Copied { name, table: None });
            continue;
        }
        let (indices, values, known) = (&indices, &values, &known);
        let expressions = &mut expressions;
        let mut copier = Copier { report, used, indices, values, known, expressions, is_list };
        let table = Some(copier.table(template)?);
        if used.bytes > MOST_BYTES {
            let rule = format!(
                "its copies are too large: all copies together may have {MOST_BYTES} bytes"
            );
            report.value_fault(template, REPEAT, rule);
            return None;
        }
        copies.push(Copied { name, table });
    }
    Some(copies)
}

/// Reads the indices of a template: `{ i = [first, last], … }`.
fn indices<'t>(
    report: &mut Report,
    template: &Section<'t>,
    options: &[Known],
) -> Option<Vec<Index<'t>>> {
    let repeat = report.table(template, REPEAT)?;
    let entries = &repeat.table.entries;
    if !(1..=MOST_INDICES).contains(&entries.len()) {
        let count = entries.len();
        let rule =
            format!("must have one to {MOST_INDICES} indices, not {count}: {{ i = [1, 10] }}");
        report.value_fault(template, REPEAT, rule);
        return None;
    }
    let mut indices = Vec::new();
    for (key, value) in entries {
        let name = key.get_ref().as_str();
        if let Some(rule) = name_fault(name) {
            report.fault(&key.span(), repeat.full(name), rule);
        } else if options.iter().any(|(option, _)| option == name) {
            let rule = "a build option has this name; give the index another one";
            report.fault(&key.span(), repeat.full(name), rule);
        } else {
            match range(value.get_ref(), options) {
                Ok((first, last)) => indices.push(Index { name, first, last }),
                Err(rule) => report.fault(&value.span(), repeat.full(name), rule),
            }
        }
    }
    (indices.len() == entries.len()).then_some(indices)
}

/// Returns the first and the last value of an index, or the rule that they break. A range with options may be empty,
/// last = first − 1.
fn range(node: &Node, options: &[Known]) -> Result<(i64, i64), String> {
    let rule = || {
        format!(
            "must be [first, last]: whole numbers, 0 ≤ first ≤ last ≤ {LAST_VALUE}, e.g. [1, 10]"
        )
    };
    let Node::List(ends) = node else {
        return Err(rule());
    };
    let [first, last] = ends.as_slice() else {
        return Err(rule());
    };
    let whole = |node: &Node| match node {
        Node::Number(value) if value.trunc() == *value && (0.0..=LAST_VALUE).contains(value) => {
            Ok(*value as i64)
        }
        Node::Text(text) => {
            let value = filled(text, options, &mut Expressions::default())
                .map_err(|Wrong { rule, .. }| rule)?;
            value
                .parse()
                .ok()
                .filter(|value| (0..=LAST_VALUE as i64).contains(value))
                .ok_or_else(|| format!("{}, but \"{}\" is {}", rule(), shown(text), shown(&value)))
        }
        _ => Err(rule()),
    };
    let chosen = ends.iter().any(|end| matches!(end.get_ref(), Node::Text(_)));
    let (first, last) = (whole(first.get_ref())?, whole(last.get_ref())?);
    match last - first {
        0.. => Ok((first, last)),
        -1 if chosen => Ok((first, last)),
        _ if chosen => Err(format!("{}, but is [{first}, {last}]", rule())),
        _ => Err(rule()),
    }
}

/// Returns the values of the indices of copy `number`, from 0.
fn values(indices: &[Index], mut number: u64) -> Vec<i64> {
    let mut values = Vec::with_capacity(indices.len());
    for index in indices.iter().rev() {
        let offset = (number % index.count()) as i64;
        number /= index.count();
        values.push(index.first + offset);
    }
    values.reverse();
    values
}

/// Makes one copy.
struct Copier<'a> {
    report: &'a mut Report,
    used: &'a mut Used,
    indices: &'a [Index<'a>],
    values: &'a [i64],
    /// Options and indices.
    known: &'a [Known],
    expressions: &'a mut Expressions,
    /// True of the keys of laws' lists.
    is_list: &'a dyn Fn(&str) -> bool,
}

impl Copier<'_> {
    /// True if the value of a key is a list for each copy.
    fn is_list(&self, key: &str) -> bool {
        LISTS.contains(&key) || (self.is_list)(key)
    }

    /// Makes the copy of a table; None after an error.
    fn table(&mut self, section: &Section) -> Option<Table> {
        let mut entries = Vec::with_capacity(section.table.entries.len());
        let mut whole = true;
        for (key, value) in &section.table.entries {
            let name = key.get_ref().as_str();
            if [REPEAT, WHEN].contains(&name) {
                continue;
            }
            self.used.bytes = self.used.bytes.saturating_add(name.len());
            let kept = matches!(value.get_ref(), Node::List(_)) && self.is_list(name);
            match self.value(section, name, value, kept) {
                Some(value) => entries.push((key.clone(), value)),
                None => whole = false,
            }
        }
        whole.then_some(Table { entries })
    }

    /// Makes the copy of a value: of a list the entry for this copy, unless the list itself is `kept`.
    fn value(
        &mut self,
        section: &Section,
        key: &str,
        value: &Spanned<Node>,
        kept: bool,
    ) -> Option<Spanned<Node>> {
        let value = if kept { value } else { self.entry(section, key, value)? };
        self.used.bytes = self.used.bytes.saturating_add(ENTRY_BYTES);
        let node = match value.get_ref() {
            Node::Text(text) => {
                self.used.bytes = self.used.bytes.saturating_add(text.len());
                Node::Text(self.text(section, key, text, &value.span())?)
            }
            Node::Table(table) => Node::Table(self.table(&section.inner(key, table))?),
            Node::List(entries) if kept || self.indices.is_empty() => {
                let copied = entries.iter().map(|entry| self.value(section, key, entry, false));
                Node::List(copied.collect::<Option<_>>()?)
            }
            Node::List(_) => {
                let rule = "has more lists within one another than `repeat` has indices";
                self.report.fault(&value.span(), section.full(key), rule);
                return None;
            }
            Node::Number(number) => Node::Number(*number),
            Node::Flag(flag) => Node::Flag(*flag),
        };
        Some(Spanned::new(value.span(), node))
    }

    /// Returns the entry for this copy of a list, of a list of lists with two indices, and so on; what is no list is
    /// for all copies.
    fn entry<'n>(
        &mut self,
        section: &Section,
        key: &str,
        value: &'n Spanned<Node>,
    ) -> Option<&'n Spanned<Node>> {
        let mut found = value;
        for (index, at) in self.indices.iter().zip(self.values) {
            let Node::List(entries) = found.get_ref() else {
                break;
            };
            let (count, length) = (index.count(), entries.len());
            if length as u64 != count {
                let name = index.name;
                let rule = format!(
                    "must have {count} entries, one for each `{name}` of `repeat`, not {length}"
                );
                self.report.fault(&found.span(), section.full(key), rule);
                return None;
            }
            found = &entries[(at - index.first) as usize];
        }
        Some(found)
    }

    fn text(
        &mut self,
        section: &Section,
        key: &str,
        text: &str,
        place: &Range<usize>,
    ) -> Option<String> {
        filled(text, self.known, self.expressions)
            .map_err(|wrong| self.report.wrong(place, section.full(key), text, wrong))
            .ok()
            .map(String::from)
    }
}

/// True if the condition `when` of a table holds, if it has one; None where it is no condition.
pub(super) fn holds(
    report: &mut Report,
    section: &Section,
    known: &[Known],
    expressions: &mut Expressions,
) -> Option<bool> {
    let Some(condition) = section.table.get(WHEN) else {
        return Some(true);
    };
    let Node::Text(text) = condition.get_ref() else {
        report.wrong_kind(section, WHEN, "a condition in quotes, e.g. \"n > 1\"", condition);
        return None;
    };
    let wrong = match expressions.evaluate(text, known) {
        Ok(Value::Truth(holds)) => return Some(holds),
        Ok(_) => Wrong { offset: 0, rule: "no condition; compare it with something".to_owned() },
        Err(wrong) => wrong,
    };
    report.wrong(&condition.span(), section.full(WHEN), text, wrong);
    None
}
