//! The names of a formula that are its own: parameters, inputs and lists.

use crate::algebra::list_at;
use crate::network::axis::words;
use crate::network::diagnostics::{Wrong, shown};
use crate::network::force::{ForceKind, Meaning};
use crate::network::form::MOTION;
use crate::network::keys;
use crate::network::model::{Axis, ParameterId};
use crate::network::names::name_fault;
use crate::network::reader::{Given, Number, Reader};
use crate::network::role::Role;
use crate::network::section::Section;
use crate::network::tree::{Node, Table};
use crate::network::units::PhysicalUnit;

/// Names that a formula has anyway, and variables of the element.
const OWN: [&str; 7] = ["e", "rate", "t", "pi", "force", "deflection", "energy"];
/// Longest name of a variable.
const LONGEST: usize = 63;
/// Parameters and inputs of one force.
const MOST: usize = 100;

/// Returns the names that a formula of a kind has anyway.
pub(super) fn own_names(kind: ForceKind) -> Vec<(String, Meaning)> {
    let own = MOTION.into_iter().zip([Meaning::Relative, Meaning::Rate, Meaning::Time]);
    let of_kind = own.filter(|(_, own)| kind != ForceKind::Potential || *own == Meaning::Time);
    of_kind.map(|(name, meaning)| (name.to_owned(), meaning)).collect()
}

/// A number or input of a formula with the unit that the file gives it.
struct InUnit {
    /// None: what is wrong with it has been noted.
    unit: Option<PhysicalUnit>,
    /// The number or input without `unit`.
    table: Table,
}

/// Reads `unit` of a number or input in full, and the rest of its table.
fn without_unit(reader: &mut Reader, section: &Section, key: &str) -> InUnit {
    let value = section.table.get(key).cloned();
    let place = section.table.entries.iter().find(|(name, _)| name.get_ref() == key);
    let (Some(mut value), Some((name, _))) = (value, place) else {
        return InUnit { unit: None, table: Table::default() };
    };
    let mut unit = Some(PhysicalUnit::One);
    if let Node::Table(table) = value.get_mut() {
        let inner = Section { table: &*table, ..section.inner(key, section.table) };
        if inner.has("unit") {
            unit = reader.report.text(&inner, "unit").and_then(|symbol| {
                PhysicalUnit::written(symbol).or_else(|| {
                    no_unit(reader, &inner, symbol);
                    None
                })
            });
        } else if let Some(Node::Text(text)) = table.get("value").map(|value| value.get_ref()) {
            unit = without_dimension(reader, &inner, ("value", text));
        }
        table.entries.retain(|(key, _)| key.get_ref() != "unit");
    } else if let Node::Text(text) = value.get_ref() {
        unit = without_dimension(reader, section, (key, text));
    }
    InUnit { unit, table: Table { entries: vec![(name.clone(), value)] } }
}

/// Reports that no variable has a unit, with that of the same dimension, or one that is written alike.
fn no_unit(reader: &mut Reader, section: &Section, symbol: &str) {
    let (place, subject) = (section.value_place("unit"), section.full("unit"));
    let rule = format!("there is no unit \"{}\" of variables", shown(symbol));
    let dimension = reader.constants.dimension(symbol);
    if let Some(alike) = dimension.and_then(PhysicalUnit::of).and_then(PhysicalUnit::symbol) {
        let rule = format!("{rule}: they are in SI units, written as FMI does");
        return reader.report.note(&place, || (subject, rule, Some(alike.to_owned())));
    }
    let known = PhysicalUnit::ALL.iter().map(|unit| unit.symbol().unwrap_or("1"));
    reader.report.misspelt(&place, subject, rule, symbol, known);
}

/// Returns the unit of a text that has none: a pure number; reports what to add where the text has a dimension.
fn without_dimension(
    reader: &mut Reader,
    section: &Section,
    (key, text): (&str, &str),
) -> Option<PhysicalUnit> {
    let none = Some(PhysicalUnit::One);
    let Some(dimension) = reader.constants.dimension(text) else { return none };
    if dimension == PhysicalUnit::One.exponents() {
        return none;
    }
    let Some(symbol) = PhysicalUnit::of(dimension).and_then(PhysicalUnit::symbol) else {
        return none;
    };
    let remedy = match key {
        "value" => format!("add unit = \"{symbol}\""),
        key => format!("write {key} = {{ value = \"{}\", unit = \"{symbol}\" }}", shown(text)),
    };
    let rule = format!("is in {symbol}, but has no unit here: {remedy}");
    reader.report.value_fault(section, key, rule);
    None
}

/// True if a name has a meaning of its own in an element: as a word of formulas, an output, or another number of it.
fn is_taken(reader: &Reader, section: &Section, name: &str) -> bool {
    let variable = format!("{}.{name}", section.element);
    let numbers = reader.parameters.iter().map(|one| &one.name);
    let inputs = reader.inputs.iter().map(|one| &one.name);
    let of_contact = section.subject.starts_with("contact.") && keys::OUTPUTS.contains(&name);
    OWN.contains(&name) || of_contact || numbers.chain(inputs).any(|known| *known == variable)
}

/// True if a name may be one of a formula's own; notes why not.
pub(super) fn is_free(
    reader: &mut Reader,
    section: &Section,
    name: &str,
    names: &[(String, Meaning)],
) -> bool {
    let long = section.element.len() + 1 + name.len() > LONGEST;
    let rule = match name_fault(name) {
        Some(rule) => Some(rule.to_owned()),
        None if is_taken(reader, section, name) || names.iter().any(|(own, _)| own == name) => {
            Some(format!("`{name}` means something else here; give it another name"))
        }
        None if long => {
            let variable = format!("{}.{name}", section.element);
            Some(format!("the variable `{variable}` has more than {LONGEST} characters"))
        }
        None if names.len() > MOST => Some(format!("has more than {MOST} parameters and inputs")),
        None => None,
    };
    let free = rule.is_none();
    if let Some(rule) = rule {
        reader.report.fault(&section.key_place(name), section.full(name), rule);
    }
    free
}

/// Reads `[force.NAME.parameter]`: numbers and lists of numbers.
pub(super) fn parameters(
    reader: &mut Reader,
    section: &Section,
    names: &mut Vec<(String, Meaning)>,
) {
    let Some(table) = reader.report.table(section, "parameter") else { return };
    for (key, value) in &table.table.entries {
        let name = key.get_ref().as_str();
        if !is_free(reader, &table, name, names) {
            continue;
        }
        let text = format!("parameter {name} of the formula");
        if matches!(value.get_ref(), Node::List(_)) {
            let numbers = reader.numbers(&table, name, "a list of numbers", PhysicalUnit::One);
            let role = Role::tunable(name, &text, PhysicalUnit::One);
            let entries = (1..).zip(numbers);
            let ids = entries.map(|(k, number)| reader.entry(&table, role, k, number)).collect();
            names.push((name.to_owned(), Meaning::List(ids)));
            continue;
        }
        let InUnit { unit, table: plain } = without_unit(reader, &table, name);
        let one = Section { table: &plain, ..table.clone() };
        let Some(unit) = unit else { continue };
        if let Some(number) = reader.number(&one, name, unit) {
            let id = reader.parameter(&one, Role::tunable(name, &text, unit), number);
            names.push((name.to_owned(), Meaning::Parameter(id)));
        }
    }
}

/// Reads `[force.NAME.input]`
pub(super) fn inputs(reader: &mut Reader, section: &Section, names: &mut Vec<(String, Meaning)>) {
    let Some(table) = reader.report.table(section, "input") else { return };
    for (key, _) in &table.table.entries {
        let name = key.get_ref().as_str();
        if !is_free(reader, &table, name, names) {
            continue;
        }
        let InUnit { unit, table: plain } = without_unit(reader, &table, name);
        let one = Section { table: &plain, ..table.clone() };
        let Some(unit) = unit else { continue };
        match reader.given(&one, name, unit) {
            Some(Given::Input(input)) => {
                let text = format!("input {name} of the formula");
                let id = reader.input(&one, Role::tunable(name, &text, unit), input);
                names.push((name.to_owned(), Meaning::Input(id)));
            }
            Some(Given::Number(_)) => {
                let rule = "must be \"input\" or { input = true, … }; a number is a `parameter`";
                reader.report.value_fault(&one, name, rule);
            }
            None => {}
        }
    }
}

/// Takes lists that stand in a text of a formula: `[0.0, 1.0]` is a name that the formula has for them.
pub(super) fn lists(
    reader: &mut Reader,
    section: &Section,
    (key, text): (&str, &str),
    names: &mut Vec<(String, Meaning)>,
) {
    let known = names.iter().filter(|(name, _)| name.starts_with('['));
    let (mut at, mut count) = (0, known.count());
    while let Some(start) = text[at..].find('[').map(|start| at + start) {
        let Some(list) = list_at(&text[start..]) else { return };
        at = start + list.len();
        if names.iter().any(|(name, _)| name == list) {
            continue;
        }
        count += 1;
        let suffix = format!("list{count}");
        if is_taken(reader, section, &suffix) || names.iter().any(|(name, _)| *name == suffix) {
            let rule =
                format!("`{suffix}` is the name of {}; give yours another name", shown(list));
            reader.report.value_fault(section, key, rule);
        }
        let description = format!("list {count} of the formula");
        let role = Role::tunable(&suffix, &description, PhysicalUnit::One);
        let entries = list[1..list.len() - 1].split(',').filter(|_| list.len() > 2);
        let mut ids = Vec::new();
        for (k, entry) in (1..).zip(entries) {
            match reader.constants.number(entry, PhysicalUnit::One) {
                Ok(value) => {
                    let place = section.value_place(key);
                    let number = Number { place, ..Number::plain(value) };
                    ids.push(reader.entry(section, role, k, number));
                }
                Err(Wrong { offset, rule }) => {
                    let offset = entry.as_ptr() as usize - text.as_ptr() as usize + offset;
                    let (place, subject) = (section.value_place(key), section.full(key));
                    reader.report.wrong(&place, subject, text, Wrong { offset, rule });
                }
            }
        }
        names.push((list.to_owned(), Meaning::List(ids)));
    }
}

/// Takes the velocity of a surface that stands in a formula as a number: a constant of its own.
pub(super) fn surface_velocity(
    reader: &mut Reader,
    section: &Section,
    (key, axis): (&str, Axis),
    velocity: f64,
) -> ParameterId {
    let suffix = "surfaceVelocity";
    if is_taken(reader, section, suffix) {
        let rule = format!("`{suffix}` is the name of {velocity}; give yours another name");
        reader.report.value_fault(section, key, rule);
    }
    let text = format!("{} of the surface in the formula", words(axis).velocity_text);
    let role = Role::fixed(suffix, &text, words(axis).velocity_unit);
    let number = Number { constant: true, ..Number::plain(velocity) };
    reader.parameter(section, role, number)
}

/// Returns the words and numbers of a formula, and where they stand.
pub fn words_of(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let parts = text.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '.'));
    let place = move |part: &str| part.as_ptr() as usize - text.as_ptr() as usize;
    parts.filter(|part| !part.is_empty()).map(move |part| (place(part), part))
}
