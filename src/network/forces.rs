//! Forces by formula of a network file: `[load.NAME]`, `[spring.NAME]` with a `force`, `[potential.NAME]`.

mod start;

use super::axis::words;
use super::bodies::Bodies;
use super::diagnostics::{Wrong, shown};
use super::elements::Element;
use super::ends::{Ends, ends};
use super::expression::check_length;
use super::force::{Action, Force, ForceKind, Meaning};
use super::keys;
use super::model::{Axis, BodyKind, End};
use super::names::name_fault;
use super::reader::{Given, Reader, Role};
use super::section::Section;
use super::tree::{Node, Table};
use super::units::PhysicalUnit;
use crate::algebra::{Decisions, Formula, Scope, nearest, parse};
use start::Start;

/// Names that a formula has anyway, and variables of the element.
const OWN: [&str; 7] = ["e", "rate", "t", "pi", "force", "deflection", "energy"];
/// Longest name of a variable.
const LONGEST: usize = 63;
/// Parameters and inputs of one force.
const MOST: usize = 100;
/// Operations of a formula.
const MOST_OPERATIONS: usize = 1000;

/// Whether the table of a spring says its force by a formula.
pub(super) fn is_by_formula(element: &Element) -> bool {
    element.table.has("force") || element.table.has("torque")
}

/// Reads loads, springs by formula and potentials; all bodies are known.
pub(super) fn read(
    reader: &mut Reader,
    bodies: &Bodies,
    [loads, springs, potentials]: [&[Element]; 3],
) -> Vec<Force> {
    let loads = loads.iter().map(|one| (one, ForceKind::Load));
    let springs = springs.iter().map(|one| (one, ForceKind::Spring));
    let potentials = potentials.iter().map(|one| (one, ForceKind::Potential));
    let all = loads.chain(springs).chain(potentials);
    all.filter_map(|(element, kind)| force(reader, bodies, &element.section(), kind)).collect()
}

/// Reads one; None after a fault.
fn force(
    reader: &mut Reader,
    bodies: &Bodies,
    section: &Section,
    kind: ForceKind,
) -> Option<Force> {
    let faults = reader.report.count();
    reader.report.check_keys(section, &keys::force(kind));
    let ends = match kind {
        ForceKind::Potential => None,
        ForceKind::Load | ForceKind::Spring => Some(ends(reader, bodies, section)?),
    };
    let axis = ends.map_or(Axis::Translation, |ends| ends.axis);
    let key = match kind {
        ForceKind::Potential => "energy",
        ForceKind::Load | ForceKind::Spring => words(axis).force,
    };
    if kind != ForceKind::Potential {
        let other = super::axis::other_words(axis).force;
        reader.report.forbid(section, other, &format!("between these ends it is `{key}`"));
    }
    reader.report.require(section, key, "a formula");
    let text = reader.report.text(section, key)?.to_owned();
    let mut names = own_names(kind);
    parameters(reader, section, &mut names);
    inputs(reader, section, &mut names);
    motions(reader, bodies, section, (key, &text), &mut names);
    if reader.report.count() > faults {
        return None;
    }
    let reading = Reading { names: &names, kind, ends, bodies };
    let made = reading.formula(&text).and_then(|value| Ok((reading.actions(&value)?, value)));
    let (actions, value) = match made {
        Ok(made) => made,
        Err(wrong) => {
            reader.report.wrong(&section.value_place(key), section.full(key), &text, wrong);
            return None;
        }
    };
    if let Some(rule) = reading.massless(&actions) {
        reader.report.value_fault(section, key, rule);
    }
    let start = value.evaluate(&Start { reader, bodies, names: &names, ends });
    if !start.is_finite() {
        let rule = format!("has no value at the start (got {start})");
        reader.report.value_fault(section, key, rule);
    }
    Some(Force {
        name: section.element.to_owned(),
        description: section.description(&mut reader.report),
        kind,
        text,
        names,
        value,
        actions,
        axis,
    })
}

fn own_names(kind: ForceKind) -> Vec<(String, Meaning)> {
    let own = [("e", Meaning::Relative), ("rate", Meaning::Rate), ("t", Meaning::Time)];
    let of_kind = own.into_iter().filter(|(name, _)| kind != ForceKind::Potential || *name == "t");
    of_kind.map(|(name, meaning)| (name.to_owned(), meaning)).collect()
}

/// `unit` of a number or input in full, and the rest of its table.
fn without_unit(reader: &mut Reader, section: &Section, key: &str) -> (PhysicalUnit, Table) {
    let value = section.table.get(key).cloned();
    let place = section.table.entries.iter().find(|(name, _)| name.get_ref() == key);
    let (Some(mut value), Some((name, _))) = (value, place) else {
        return (PhysicalUnit::One, Table::default());
    };
    let mut unit = PhysicalUnit::One;
    if let Node::Table(table) = value.get_mut() {
        let inner = Section { table: &*table, ..section.inner(key, section.table) };
        if let Some(symbol) = reader.report.text(&inner, "unit") {
            let known = || PhysicalUnit::ALL.iter().map(|unit| unit.symbol().unwrap_or("1"));
            match known().zip(PhysicalUnit::ALL).find(|(known, _)| *known == symbol) {
                Some((_, found)) => unit = found,
                None => {
                    let rule = format!("there is no unit \"{}\" of variables", shown(symbol));
                    let (place, subject) = (inner.value_place("unit"), inner.full("unit"));
                    reader.report.misspelt(&place, subject, rule, symbol, known());
                }
            }
        }
        table.entries.retain(|(key, _)| key.get_ref() != "unit");
    }
    (unit, Table { entries: vec![(name.clone(), value)] })
}

/// Whether a name may be one of a formula's own; notes why not.
fn is_free(
    reader: &mut Reader,
    section: &Section,
    name: &str,
    names: &[(String, Meaning)],
) -> bool {
    let long = section.element.len() + 1 + name.len() > LONGEST;
    let rule = match name_fault(name) {
        Some(rule) => Some(rule.to_owned()),
        None if OWN.contains(&name) || names.iter().any(|(own, _)| own == name) => {
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

/// `[load.NAME.parameter]`: numbers and lists of numbers.
fn parameters(reader: &mut Reader, section: &Section, names: &mut Vec<(String, Meaning)>) {
    let Some(table) = reader.report.table(section, "parameter") else { return };
    for (key, value) in &table.table.entries {
        let name = key.get_ref().as_str();
        if !is_free(reader, &table, name, names) {
            continue;
        }
        let text = format!("`{name}` of its formula");
        if matches!(value.get_ref(), Node::List(_)) {
            let numbers = reader.numbers(&table, name, "a list of numbers", PhysicalUnit::One);
            let role = Role::tunable(name, &text, PhysicalUnit::One);
            let entries = (1..).zip(numbers);
            let ids = entries.map(|(k, number)| reader.entry(&table, role, k, number)).collect();
            names.push((name.to_owned(), Meaning::List(ids)));
            continue;
        }
        let (unit, plain) = without_unit(reader, &table, name);
        let one = Section { table: &plain, ..table.clone() };
        if let Some(number) = reader.number(&one, name, unit) {
            let id = reader.parameter(&one, Role::tunable(name, &text, unit), number);
            names.push((name.to_owned(), Meaning::Parameter(id)));
        }
    }
}

/// `[load.NAME.input]`
fn inputs(reader: &mut Reader, section: &Section, names: &mut Vec<(String, Meaning)>) {
    let Some(table) = reader.report.table(section, "input") else { return };
    for (key, _) in &table.table.entries {
        let name = key.get_ref().as_str();
        if !is_free(reader, &table, name, names) {
            continue;
        }
        let (unit, plain) = without_unit(reader, &table, name);
        let one = Section { table: &plain, ..table.clone() };
        match reader.given(&one, name, unit) {
            Some(Given::Input(input)) => {
                let text = format!("`{name}` of its formula");
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

/// Words of a formula that name the motion of a body, each once, and where they stand: `block.position`.
fn dotted(text: &str) -> Vec<(usize, &str)> {
    let (mut words, mut at): (Vec<(usize, &str)>, usize) = (Vec::new(), 0);
    let letters = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
    while let Some(c) = text[at..].chars().next() {
        if !letters(c) {
            at += c.len_utf8();
            continue;
        }
        let rest = &text[at..];
        let word = &rest[..rest.find(|c| !letters(c)).unwrap_or(rest.len())];
        let new = !words.iter().any(|(_, known)| *known == word);
        if c.is_alphabetic() && word.contains('.') && new {
            words.push((at, word));
        }
        at += word.len();
    }
    words
}

/// Positions and velocities of bodies that a formula names.
fn motions(
    reader: &mut Reader,
    bodies: &Bodies,
    section: &Section,
    (key, text): (&str, &str),
    names: &mut Vec<(String, Meaning)>,
) {
    for (offset, word) in dotted(text) {
        let (body, quantity) = word.split_once('.').unwrap_or((word, ""));
        let found = bodies.find(body).and_then(|index| {
            let words = words(bodies.list[index].axis);
            match quantity {
                word if word == words.position => Some(Meaning::Position(index)),
                word if word == words.velocity => Some(Meaning::Velocity(index)),
                _ => None,
            }
        });
        if let Some(meaning) = found {
            names.push((word.to_owned(), meaning));
            continue;
        }
        let all = bodies.list.iter().flat_map(|body| {
            let words = words(body.axis);
            [words.position, words.velocity].map(|what| format!("{}.{what}", body.name))
        });
        let all: Vec<_> = all.collect();
        let near = nearest(word, all.iter().map(String::as_str));
        let hint = near.map_or(String::new(), |near| format!(" (did you mean `{near}`?)"));
        let rule = format!("no motion of a body `{}`{hint}", shown(word));
        let wrong = Wrong { offset, rule };
        reader.report.wrong(&section.value_place(key), section.full(key), text, wrong);
    }
}

/// What the formulas of a force are read with.
struct Reading<'r> {
    names: &'r [(String, Meaning)],
    kind: ForceKind,
    ends: Option<Ends>,
    bodies: &'r Bodies,
}

impl Reading<'_> {
    fn moves(&self, name: usize) -> bool {
        self.names.get(name).is_some_and(|(_, meaning)| meaning.moves())
    }

    fn formula(&self, text: &str) -> Result<Formula, Wrong> {
        check_length(text)?;
        let names = self.names.iter();
        let names: Vec<_> = names
            .map(|(name, meaning)| (name.as_str(), matches!(meaning, Meaning::List(_))))
            .collect();
        let scope = Scope { names: &names, ..Scope::default() };
        let formula = parse(text, &scope)
            .map_err(|error| Wrong { offset: error.offset(text), rule: error.rule })?;
        for (name, (word, meaning)) in self.names.iter().enumerate() {
            let velocity = matches!(meaning, Meaning::Velocity(_));
            if self.kind == ForceKind::Potential && velocity && formula.depends_on(name) {
                let rule = format!("is an energy of positions; it cannot depend on `{word}`");
                return Err(Wrong { offset: 0, rule });
            }
        }
        match formula.nodes().len() {
            ..=MOST_OPERATIONS => Ok(formula),
            count => {
                let rule = format!("has {count} operations; at most {MOST_OPERATIONS} are allowed");
                Err(Wrong { offset: 0, rule })
            }
        }
    }

    /// What acts on bodies.
    fn actions(&self, value: &Formula) -> Result<Vec<Action>, Wrong> {
        let wrong = |(offset, why): (usize, &str)| Wrong { offset, rule: why.to_owned() };
        let action = |formula: Formula, i: End, j: End| {
            let decisions = Decisions::new(&formula, |name| self.moves(name)).map_err(wrong)?;
            let names = 0..self.names.len();
            let variables = names.filter(|name| self.moves(*name) && formula.depends_on(*name));
            Ok(Action { i, j, variables: variables.collect(), decisions, formula })
        };
        if let Some(Ends { i, j, .. }) = self.ends {
            return Ok(vec![action(value.clone(), i, j)?]);
        }
        // The energy acts on nothing.
        let none = End { body: None, weight: None };
        let mut actions = vec![action(value.clone(), none, none)?];
        for (name, (_, meaning)) in self.names.iter().enumerate() {
            let Meaning::Position(body) = *meaning else { continue };
            if self.bodies.list[body].kind != BodyKind::Fixed && value.depends_on(name) {
                let [i, j] = [Some(body), None].map(|body| End { body, weight: None });
                actions.push(action(value.derivative(name).map_err(wrong)?, i, j)?);
            }
        }
        if actions.len() == 1 {
            let rule = "depends on the position of no body that can move".to_owned();
            return Err(Wrong { offset: 0, rule });
        }
        Ok(actions)
    }

    /// Why bodies without mass do not allow the force.
    fn massless(&self, actions: &[Action]) -> Option<String> {
        let ends = actions.iter().flat_map(|action| [action.i.body, action.j.body]).flatten();
        let seen = self.names.iter().filter_map(|(_, meaning)| match meaning {
            Meaning::Position(body) | Meaning::Velocity(body) => Some(*body),
            _ => None,
        });
        let massless =
            |body: &usize| matches!(self.bodies.list[*body].kind, BodyKind::Massless { .. });
        let body = ends.chain(seen).find(massless)?;
        let name = &self.bodies.list[body].name;
        Some(format!(
            "joins `{name}`, which has no mass: a force by formula needs bodies with mass"
        ))
    }
}
