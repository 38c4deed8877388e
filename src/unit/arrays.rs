//! Variables of repeated elements as arrays: the copies `wagon1`, `wagon2`, … of `body.wagon` have `wagon1.velocity`,
//! `wagon2.velocity`, …, which together are the array `wagon.velocity`.
//!
//! An array takes all that its variables share from the first one: type, unit, bounds, causality, variability. Where copies
//! differ in that, or not every copy has the variable, they stay scalars.

use std::collections::HashMap;

use super::{Value, Variable};
use crate::network::Family;

/// Variables that are one.
#[derive(Clone, Debug, PartialEq)]
pub struct Array {
    /// Name, description, start of the first, and what all have in common; the state is a row.
    pub whole: Variable,
    /// Sizes of its dimensions; their product is the number of rows.
    pub sizes: Vec<usize>,
    /// Rows of the table, the last index running fastest.
    pub rows: Vec<usize>,
    /// Start values of the rows in this order; none where variables have none.
    pub starts: Vec<Value>,
}

/// Returns the arrays of a table in its order.
pub fn arrays(families: &[Family], variables: &[Variable]) -> Vec<Array> {
    let by_name: HashMap<&str, usize> =
        variables.iter().enumerate().map(|(row, variable)| (&*variable.name, row)).collect();
    let mut found: Vec<Array> = Vec::new();
    for family in families.iter().filter(|family| family.copies.len() > 1) {
        let prefix = format!("{}.", family.copies[0]);
        for variable in variables {
            let Some(quantity) = variable.name.strip_prefix(&prefix) else { continue };
            let row = |copy: &String| by_name.get(&*format!("{copy}.{quantity}")).copied();
            let Some(rows) = family.copies.iter().map(row).collect::<Option<Vec<usize>>>() else {
                continue;
            };
            let name = format!("{}.{quantity}", family.name);
            let of = |row: usize| &variables[row];
            if by_name.contains_key(&*name) || !rows.iter().all(|row| are_alike(variable, of(*row)))
            {
                continue;
            }
            let nominal = variable
                .nominal
                .filter(|_| rows.iter().all(|row| of(*row).nominal == variable.nominal));
            let last = of(rows[rows.len() - 1]);
            let description = from_to(&variable.description, &last.description);
            let whole = Variable { name, description, nominal, ..variable.clone() };
            let starts = rows.iter().filter_map(|row| of(*row).start).collect();
            found.push(Array { whole, sizes: family.sizes.clone(), rows, starts });
        }
    }
    keep_whole_states(&mut found, variables);
    found.sort_by_key(|array| array.rows[0]);
    found
}

/// Returns the description of an array from those of its first and last variable: "Mass of wagon1" and "Mass of wagon9" are
/// "Mass of wagon1 to wagon9".
fn from_to(first: &str, last: &str) -> String {
    let is_other = |c: char| !(c.is_alphanumeric() || c == '_' || c == '.');
    // Each word with the character behind it.
    let words = |text: &'_ str| -> Vec<(String, String)> {
        let parts = text.split_inclusive(is_other);
        let ends = parts.map(|part| part.split_at(part.trim_end_matches(is_other).len()));
        ends.map(|(word, rest)| (word.to_owned(), rest.to_owned())).collect()
    };
    let (first, last) = (words(first), words(last));
    let joined = first.iter().enumerate().map(|(place, (word, rest))| match last.get(place) {
        Some((other, _)) if other != word => format!("{word} to {other}{rest}"),
        _ => format!("{word}{rest}"),
    });
    joined.collect()
}

/// True if two variables differ in name, description, start and what they are the derivative of alone.
fn are_alike(one: &Variable, other: &Variable) -> bool {
    let Variable { unit, kind, causality, variability, initial, min, max, reinit, .. } = other;
    let shared = (one.unit, one.kind, one.causality, one.variability, one.initial);
    shared == (*unit, *kind, *causality, *variability, *initial)
        && (one.min, one.max, one.reinit) == (*min, *max, *reinit)
        && one.start.is_some() == other.start.is_some()
        && one.derivative_of.is_some() == other.derivative_of.is_some()
}

/// Keeps derivatives as arrays only where their states are, copy by copy, and states where their derivatives are.
fn keep_whole_states(found: &mut Vec<Array>, variables: &[Variable]) {
    loop {
        let places: HashMap<usize, usize> = found
            .iter()
            .flat_map(|array| array.rows.iter().enumerate().map(|(place, row)| (*row, place)))
            .collect();
        let fits = |row: usize| {
            let state = variables[row].derivative_of;
            state.is_none_or(|state| places.get(&state) == places.get(&row))
        };
        let broken: Vec<usize> = (0..variables.len()).filter(|row| !fits(*row)).collect();
        let is_broken = |row: &usize| {
            broken.contains(row)
                || broken.iter().any(|one| variables[*one].derivative_of == Some(*row))
        };
        let before = found.len();
        found.retain(|array| !array.rows.iter().any(is_broken));
        if found.len() == before {
            return;
        }
    }
}
