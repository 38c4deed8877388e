//! Forces by formula of a network file: `[load.NAME]`, `[spring.NAME]` with a `force`, `[potential.NAME]`, the `normalForce`
//! of a contact, and elements whose kind a file declares with its formula ([`super::form`]).

mod jump;
mod names;
mod start;

use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

use super::axis::words;
use super::bodies::Bodies;
use super::diagnostics::Wrong;
use super::elements::{Element, OfForms};
use super::ends::{Ends, ends};
use super::expression::check_length;
use super::force::{Action, Force, ForceKind, Meaning};
use super::form::{Acts, ElementForm};
use super::keys;
use super::keys::NORMAL_FORCE;
use super::model::{Axis, BodyKind, End};
use super::reader::{Number, Reader, Role};
use super::section::Section;
use crate::algebra::{Decisions, FUNCTIONS, Formula, Given, Node, Rule, Scope, parse};
use jump::jump;
pub(super) use names::words_of;
use names::{inputs, motions, own_names, parameters};
use start::Start;

/// Functions that make a curve of places and values; of no points at all only the sum.
const CURVES: [&str; 3] = ["table", "fractal", SUM];
const SUM: &str = "luz";

/// Operations of a formula.
const MOST_OPERATIONS: usize = 1000;

/// True if the table of a spring says its force by a formula.
pub(super) fn is_by_formula(element: &Element) -> bool {
    element.table.has("force") || element.table.has("torque")
}

/// Reads loads, springs by formula, potentials, and elements of declared kinds; all bodies are known.
pub(super) fn read(
    reader: &mut Reader,
    bodies: &Bodies,
    [loads, springs, potentials]: [&[Element]; 3],
    of_forms: &OfForms,
) -> Vec<Force> {
    let loads = loads.iter().map(|one| (one, ForceKind::Load));
    let springs = springs.iter().map(|one| (one, ForceKind::Spring));
    let potentials = potentials.iter().map(|one| (one, ForceKind::Potential));
    let all = loads.chain(springs).chain(potentials);
    let mut forces: Vec<Force> =
        all.filter_map(|(element, kind)| force(reader, bodies, &element.section(), kind)).collect();
    for (form, elements) in of_forms {
        let read = elements.iter().filter_map(|one| of_form(reader, bodies, &one.section(), form));
        forces.extend(read);
    }
    forces
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

/// Reads an element of a declared kind; None after a fault.
fn of_form(
    reader: &mut Reader,
    bodies: &Bodies,
    section: &Section,
    form: &Arc<ElementForm>,
) -> Option<Force> {
    let faults = reader.report.count();
    reader.report.check_keys(section, &keys::element(form));
    let ends = ends(reader, bodies, section);
    let axis = ends.map_or(Axis::Translation, |ends| ends.axis);
    let kind = match form.acts {
        Acts::Along => ForceKind::Load,
        Acts::Against => ForceKind::Spring,
    };
    let mut names = own_names(kind);
    for declared in &form.parameters {
        let (key, text, unit) =
            (&declared.name, &declared.description, declared.unit[axis as usize]);
        let number = match declared.default {
            Some(value) if !section.has(key) => Number::plain(value),
            _ => reader.required(section, key, text, unit),
        };
        let role = Role::tunable(key, text, unit).values(declared.range.into());
        let id = reader.parameter(section, role, number);
        names.push((declared.symbol.clone(), Meaning::Parameter(id)));
    }
    let ends = ends.filter(|_| reader.report.count() == faults)?;
    let value = form.formula.clone();
    let actions = action(&names, value.clone(), [ends.i, ends.j]);
    let force = Force {
        name: section.element.to_owned(),
        description: section.description(&mut reader.report),
        kind,
        form: Some(form.clone()),
        text: form.text.clone(),
        actions: vec![actions.expect("its declaration was read")],
        names,
        value,
        axis,
    };
    let blamed = (section.place.clone(), section.subject.clone());
    check(reader, bodies, Some(ends), &force, blamed);
    Some(force)
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
    doubt_names(reader, section, &names, &value);
    let force = Force {
        name: section.element.to_owned(),
        description: section.description(&mut reader.report),
        kind,
        form: None,
        text,
        names,
        value,
        actions,
        axis,
    };
    check(reader, bodies, ends, &force, (section.value_place(key), section.full(key)));
    Some(force)
}

/// Notes parameters and inputs of a formula that it does not name.
fn doubt_names(
    reader: &mut Reader,
    section: &Section,
    names: &[(String, Meaning)],
    value: &Formula,
) {
    for key in keys::NAMED {
        let Some(table) = reader.report.table(section, key) else { continue };
        let given = names.iter().enumerate().filter(|(_, (name, _))| table.has(name));
        for (_, (name, _)) in given.filter(|(index, _)| !value.names(*index)) {
            let rule = "the formula does not name it".to_owned();
            reader.report.doubt(&table.key_place(name), table.full(name), rule);
        }
    }
}

/// Notes a force that its bodies, or their start, do not allow, with the place and the name of what is to blame.
fn check(
    reader: &mut Reader,
    bodies: &Bodies,
    ends: Option<Ends>,
    force: &Force,
    (place, subject): (Range<usize>, String),
) {
    if let Some(rule) = massless(bodies, force) {
        reader.report.fault(&place, subject.clone(), rule);
    }
    let given = Start { reader, bodies, names: &force.names, ends };
    let start = force.value.evaluate(&given);
    let rule = no_points(&force.value, &given)
        .or_else(|| {
            (!start.is_finite()).then(|| format!("has no value at the start (got {start})"))
        })
        .or_else(|| steep(bodies, force, &given))
        .or_else(|| jump(bodies, force, &given));
    if let Some(rule) = rule {
        reader.report.fault(&place, subject, rule);
    }
}

/// Why an energy makes no force at the start, though it has a value.
fn steep(bodies: &Bodies, force: &Force, given: &Start) -> Option<String> {
    force.actions.iter().filter(|_| force.kind == ForceKind::Potential).find_map(|action| {
        let slope: f64 = action.formula.evaluate(given);
        let body = &bodies.list[action.i.body?].name;
        (!slope.is_finite()).then(|| {
            format!(
                "its slope by the position of `{body}`, the force, has no value at the start (got {slope}): an operation on \
                 the way overflows or divides by 0"
            )
        })
    })
}

/// Why lists are no points of the curve that a function makes of them.
fn no_points(formula: &Formula, given: &Start) -> Option<String> {
    formula.nodes().iter().find_map(|node| {
        let Node::List(function, operands) = *node else { return None };
        let is_it = |rule: &Rule| matches!(rule, Rule::List(other) if *other == function);
        let (name, _) = FUNCTIONS.iter().find(|(_, rule)| is_it(rule))?;
        if !CURVES.contains(name) {
            return None;
        }
        let [places, values] = [operands[1], operands[2]].map(|list| given.list(list));
        if places.len() != values.len() {
            let (many, few) = (values.len(), places.len());
            return Some(format!("`{name}` needs a value for each place: {many} are not {few}"));
        }
        if places.is_empty() && *name != SUM {
            return Some(format!("`{name}` needs one point at least"));
        }
        let pairs = places.clone().zip(places.skip(1));
        let mut pairs = pairs.map(|(a, b)| (given.entry(a), given.entry(b)));
        let (before, after) = pairs.find(|(before, after)| before >= after)?;
        Some(format!("the places of `{name}` must rise, but {after} follows {before}"))
    })
}

/// Why bodies without mass do not allow a force: their velocities are those at which the forces balance, so that none may
/// depend on them in another way than linearly, nor may a load, of which friction makes a force.
fn massless(bodies: &Bodies, force: &Force) -> Option<String> {
    let massless = |body: &usize| matches!(bodies.list[*body].kind, BodyKind::Massless { .. });
    let name = |body: usize| &bodies.list[body].name;
    let body = force.resisted().find(massless)?;
    let what = if force.acts() { "a force" } else { "a normal load" };
    Some(format!(
        "depends on the velocity of `{}`, which has no mass: {what} by formula needs mass for that",
        name(body)
    ))
}

/// What acts on two ends by a formula of these names.
fn action(
    names: &[(String, Meaning)],
    formula: Formula,
    [i, j]: [End; 2],
) -> Result<Action, (usize, &'static str)> {
    let moves = |name: usize| names.get(name).is_some_and(|(_, meaning)| meaning.moves());
    let decisions = Decisions::new(&formula, moves)?;
    let variables = (0..names.len()).filter(|name| moves(*name) && formula.depends_on(*name));
    Ok(Action { i, j, variables: variables.collect(), decisions, formula })
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
        let action = |formula, ends| action(self.names, formula, ends).map_err(wrong);
        if let Some(Ends { i, j, .. }) = self.ends {
            return Ok(vec![action(value.clone(), [i, j])?]);
        }
        // The energy acts on nothing.
        let none = End { body: None, weight: None };
        let mut actions = vec![action(value.clone(), [none; 2])?];
        for (name, (_, meaning)) in self.names.iter().enumerate() {
            let Meaning::Position(body) = *meaning else { continue };
            if self.bodies.list[body].kind != BodyKind::Fixed && value.depends_on(name) {
                let ends = [Some(body), None].map(|body| End { body, weight: None });
                actions.push(action(value.derivative(name).map_err(wrong)?, ends)?);
            }
        }
        if actions.len() == 1 {
            let rule = "depends on the position of no body that can move".to_owned();
            return Err(Wrong { offset: 0, rule });
        }
        Ok(actions)
    }
}
