//! Forces by formula of a network file: `[load.NAME]`, `[spring.NAME]` with a `force`, `[potential.NAME]`, and the
//! `normalForce` of a contact.

mod names;
mod start;

use std::collections::HashSet;

use super::axis::words;
use super::bodies::Bodies;
use super::diagnostics::Wrong;
use super::elements::Element;
use super::ends::{Ends, ends};
use super::expression::check_length;
use super::force::{Action, Force, ForceKind, Meaning};
use super::keys;
use super::keys::NORMAL_FORCE;
use super::model::{Axis, BodyKind, End};
use super::reader::Reader;
use super::section::Section;
use crate::algebra::{Decisions, Formula, Scope, parse};
pub(super) use names::words_of;
use names::{inputs, motions, own_names, parameters};
use start::Start;

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
    reader.report.check_keys(section, &keys::force(kind));
    let ends = match kind {
        ForceKind::Potential => None,
        _ => Some(ends(reader, bodies, section)?),
    };
    if let Some(ends) = ends {
        let [own, other] = [words(ends.axis), super::axis::other_words(ends.axis)];
        let why = format!("between these ends it is `{}`", own.force);
        reader.report.forbid(section, other.force, &why);
    }
    formula(reader, bodies, section, kind, ends)
}

/// The formula of a force between these ends; None after a fault.
pub(super) fn formula(
    reader: &mut Reader,
    bodies: &Bodies,
    section: &Section,
    kind: ForceKind,
    ends: Option<Ends>,
) -> Option<Force> {
    let faults = reader.report.count();
    let axis = ends.map_or(Axis::Translation, |ends| ends.axis);
    let key = match kind {
        ForceKind::Potential => "energy",
        ForceKind::Load | ForceKind::Spring => words(axis).force,
        ForceKind::NormalForce => NORMAL_FORCE,
    };
    reader.report.require(section, key, "a formula");
    let text = reader.report.text(section, key)?.to_owned();
    let mut names = own_names(kind);
    parameters(reader, section, &mut names);
    inputs(reader, section, &mut names);
    motions(reader, bodies, section, (key, &text), &mut names);
    if reader.report.count() > faults {
        return None;
    }
    let words: HashSet<&str> = words_of(&text).map(|(_, word)| word).collect();
    let constants = reader.constants.formulas(|name| words.contains(name));
    let reading = Reading { names: &names, constants: &constants, kind, ends, bodies };
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

/// What the formulas of a force are read with.
struct Reading<'r> {
    names: &'r [(String, Meaning)],
    constants: &'r [(&'r str, Formula)],
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
        let scope = Scope { names: &names, defined: self.constants, ..Scope::default() };
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
