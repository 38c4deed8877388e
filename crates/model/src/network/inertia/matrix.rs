//! A matrix of numbers in a network file, row by row.

use toml::Spanned;

use super::kind::at;
use crate::network::diagnostics::plain;
use crate::network::reader::{Number, Reader};
use crate::network::section::Section;
use crate::network::tree::{Node, Table};
use crate::network::units::PhysicalUnit;
use crate::skyline::is_positive_definite;

/// Reads the entries of the matrix behind a key, row by row; None after an error. Those that `is_variable` are
/// parameters, and may be given in full.
pub(super) fn read(
    reader: &mut Reader,
    (section, key): (&Section, &str),
    size: usize,
    unit: impl Fn(usize, usize) -> PhysicalUnit,
    is_variable: impl Fn(usize, usize) -> bool,
) -> Option<Vec<Number>> {
    let rows = square(reader, section, key, size)?;
    let mut numbers = Vec::new();
    for (k, row) in rows.iter().enumerate() {
        for (l, entry) in row.iter().enumerate() {
            if !is_variable(k, l) && matches!(entry.get_ref(), Node::Table(_)) {
                let rule = "must be a plain number, since it is not a parameter";
                reader.report.fault(&entry.span(), at(&section.full(key), (k, l)), rule);
                return None;
            }
            numbers.push(number(reader, (section, key), (k, l), entry, unit(k, l))?);
        }
    }
    Some(numbers)
}

/// Returns the rows of a list of lists of this size; None after an error.
fn square<'t>(
    reader: &mut Reader,
    section: &Section<'t>,
    key: &str,
    size: usize,
) -> Option<Vec<&'t [Spanned<Node>]>> {
    let value = section.table.get(key)?;
    let rows = list(value, size)
        .and_then(|rows| rows.iter().map(|row| list(row, size)).collect::<Option<Vec<_>>>());
    if rows.is_none() {
        let rule = format!("must be a list of {size} rows of {size} numbers, one for each body");
        reader.report.value_fault(section, key, rule);
    }
    rows
}

fn list(value: &Spanned<Node>, size: usize) -> Option<&[Spanned<Node>]> {
    match value.get_ref() {
        Node::List(entries) if entries.len() == size => Some(entries),
        _ => None,
    }
}

/// Returns an entry of a matrix.
fn number(
    reader: &mut Reader,
    (section, key): (&Section, &str),
    place: (usize, usize),
    entry: &Spanned<Node>,
    unit: PhysicalUnit,
) -> Option<Number> {
    let own_key = Spanned::new(entry.span(), key.to_owned());
    let table = Table { entries: vec![(own_key, entry.clone())] };
    let number = reader.number(&Section { table: &table, ..section.clone() }, key, unit)?;
    Some(Number { subject: at(&number.subject, place), ..number })
}

/// Difference of two entries, relative to the mean of those on the diagonal, that is round-off.
const ROUND_OFF: f64 = 1e-12;

/// Returns Some if a matrix, row by row, is symmetric and positive definite; `faults` says what it is otherwise.
pub(super) fn check(
    reader: &mut Reader,
    (section, key): (&Section, &str),
    size: usize,
    numbers: &[Number],
    faults: [&str; 2],
) -> Option<()> {
    let value = |k: usize, l: usize| numbers[k * size + l].value;
    let [symmetric, definite] = faults;
    for (k, l) in (0..size).flat_map(|k| (0..k).map(move |l| (k, l))) {
        let off = (value(k, l) - value(l, k)).abs();
        // An inverse of numbers with 16 digits is symmetric to some of them; those above the diagonal are taken.
        if off > ROUND_OFF * (value(k, k) * value(l, l)).abs().sqrt() {
            let Number { subject, place, .. } = &numbers[k * size + l];
            let (found, other) = (plain(value(k, l)), at(key, (l, k)));
            let other_value = plain(value(l, k));
            let rule =
                format!("is {found}, but {other} is {other_value}; {symmetric}: make them equal");
            reader.report.fault(place, subject, rule);
            return None;
        }
    }
    if !is_positive_definite(size, value) {
        reader.report.value_fault(section, key, format!("is not positive definite: {definite}"));
        return None;
    }
    Some(())
}
