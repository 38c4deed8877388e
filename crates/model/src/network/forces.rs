//! Forces by formula of a network file: `[force.NAME]`, `[spring.NAME]` with a `force`, `[potential.NAME]`, the `normalForce`
//! of a contact, and elements whose kind a file declares with its formula ([`super::form`]).

mod chattering;
mod checks;
mod contact;
mod definitions;
mod friction;
mod jump;
mod motions;
mod names;
mod ranges;
mod reading;
mod slip;
mod split;
mod start;
mod surfaces;

use std::ops::Range;
use std::sync::Arc;

use super::axis::words;
use super::bodies::Bodies;
use super::elements::{Element, OfForms};
use super::ends::{Ends, ends};
use super::force::{Force, ForceKind, Meaning};
use super::form::{Acts, ElementForm};
use super::keys;
use super::keys::NORMAL_FORCE;
use super::model::{Axis, Contact, LoadSource, Signal};
use super::names::name_fault;
use super::reader::{Number, Reader};
use super::role::Role;
use super::section::Section;
use crate::algebra::Formula;
use checks::{check, massless};
use definitions::Texts;
use friction::{Friction, frictions};
pub(super) use names::words_of;
use names::{inputs, own_names, parameters, surface_velocity};
use reading::{Reading, action};

/// True if the table of a spring says its force by a formula.
pub(super) fn is_by_formula(element: &Element) -> bool {
    element.table.has("force") || element.table.has("torque")
}

/// Reads loads, springs by formula, potentials, and elements of declared kinds; all bodies are known. Their friction is added
/// to the contacts.
pub(super) fn read(
    reader: &mut Reader,
    bodies: &Bodies,
    [loads, springs, potentials]: [&[Element]; 3],
    of_forms: &OfForms,
    contacts: &mut Vec<Contact>,
) -> Vec<Force> {
    let loads = loads.iter().map(|one| (one, ForceKind::Load));
    let springs = springs.iter().map(|one| (one, ForceKind::Spring));
    let potentials = potentials.iter().map(|one| (one, ForceKind::Potential));
    let all = loads.chain(springs).chain(potentials);
    let mut forces = Vec::new();
    for (element, kind) in all {
        let Some((force, frictions)) = force(reader, bodies, &element.section(), kind) else {
            continue;
        };
        let first = contacts.len();
        forces.push(Force { frictions: first..first + frictions.len(), ..force });
        for Friction { contact, load, .. } in frictions {
            let load_from = load.is_some().then_some(LoadSource::Formula(forces.len()));
            contacts.push(Contact { load_from, ..contact });
            forces.extend(load);
        }
    }
    for (form, elements) in of_forms {
        let read = elements.iter().filter_map(|one| of_form(reader, bodies, &one.section(), form));
        forces.extend(read);
    }
    forces
}

/// Reads one, with its frictions; None after an error.
fn force(
    reader: &mut Reader,
    bodies: &Bodies,
    section: &Section,
    kind: ForceKind,
) -> Option<(Force, Vec<Friction>)> {
    reader.report.check_keys(section, &keys::force(kind));
    let ends = match kind {
        ForceKind::Potential => None,
        _ => Some(ends(reader, bodies, section)?),
    };
    if let Some(ends) = ends {
        let [own, other] = [words(ends.axis), super::axis::other_words(ends.axis)];
        let why = format!("between these ends the key is `{}`", own.force);
        reader.report.forbid(section, other.force, &why);
    }
    formula(reader, bodies, section, kind, ends)
}

/// Reads an element of a declared kind; None after an error.
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
        description: reader.report.description(section),
        kind,
        form: Some(form.clone()),
        text: form.text.clone(),
        defined: String::new(),
        actions: vec![actions.expect("its declaration was read")],
        names,
        value,
        frictions: 0..0,
        axis,
    };
    let blamed = (section.place.clone(), section.subject.clone());
    check(reader, bodies, Some(ends), &force, blamed);
    Some(force)
}

/// Reads the normal load of a contact between these ends; None after an error.
pub(super) fn load(
    reader: &mut Reader,
    bodies: &Bodies,
    section: &Section,
    ends: Ends,
) -> Option<Force> {
    formula(reader, bodies, section, ForceKind::NormalForce, Some(ends)).map(|(load, _)| load)
}

/// Reads the formula of a force between these ends, and the frictions of a force or spring, which it is then without;
/// None after an error.
fn formula(
    reader: &mut Reader,
    bodies: &Bodies,
    section: &Section,
    kind: ForceKind,
    ends: Option<Ends>,
) -> Option<(Force, Vec<Friction>)> {
    let faults = reader.report.count();
    let axis = ends.map_or(Axis::Translation, |ends| ends.axis);
    let key = match kind {
        ForceKind::Potential => "energy",
        ForceKind::Load | ForceKind::Spring => words(axis).force,
        ForceKind::NormalForce => NORMAL_FORCE,
    };
    reader.report.require(section, key, "a formula");
    let mut names = own_names(kind);
    parameters(reader, section, &mut names);
    inputs(reader, section, &mut names);
    let texts = Texts::read(reader, section, key, &names)?;
    texts.add_names(reader, bodies, kind, &mut names);
    if reader.report.count() > faults {
        return None;
    }
    let words = texts.words();
    let constants = std::mem::take(&mut reader.constants);
    let known = constants.formulas(|name| words.contains(name));
    let reading = Reading { names: &names, constants: &known, kind, ends, bodies };
    let value = texts.formula(reader, &reading);
    let actions = value.as_ref().map(|value| reading.actions(value));
    reader.constants = constants;
    let (value, actions) = match (value?, actions?) {
        (value, Ok(actions)) => (value, actions),
        (_, Err(wrong)) => {
            texts.wrong(reader, wrong);
            return None;
        }
    };
    doubt_names(reader, section, &names, &value);
    let force = Force {
        name: section.element.to_owned(),
        description: reader.report.description(section),
        kind,
        form: None,
        text: texts.whole().to_owned(),
        defined: texts.defined(),
        names,
        value,
        actions,
        frictions: 0..0,
        axis,
    };
    Some(without_friction(reader, bodies, ends, force, (section, key)))
}

/// Returns a force without its frictions, and these; reports what its bodies or their start do not allow.
fn without_friction(
    reader: &mut Reader,
    bodies: &Bodies,
    ends: Option<Ends>,
    mut force: Force,
    (section, key): (&Section, &str),
) -> (Force, Vec<Friction>) {
    let blamed = (section.value_place(key), section.full(key));
    let reading = Reading { names: &force.names, constants: &[], kind: force.kind, ends, bodies };
    let text = format!("{}{}", force.text, force.defined);
    let found = frictions(reader, &reading, (&force.name, &text), &force.value);
    let found = found.and_then(|found| {
        let Some(last) = found.last() else { return Ok((found, None)) };
        massless(bodies, &force).map_or(Ok(()), Err)?;
        let actions = reading.actions(&last.rest).map_err(|wrong| wrong.rule)?;
        let rest = (last.rest.clone(), actions);
        Ok((found, Some(rest)))
    });
    let (mut frictions, rest) = match found {
        Ok(found) => found,
        Err(rule) => {
            reader.report.fault(&blamed.0, blamed.1, rule);
            return (force, Vec::new());
        }
    };
    if let Some(rest) = rest {
        (force.value, force.actions) = rest;
    }
    for friction in &mut frictions {
        check_name(reader, &friction.contact, &force, &blamed);
        if let Some(velocity) = friction.surface {
            let own = Section { element: &friction.contact.name, ..section.clone() };
            let id = surface_velocity(reader, &own, (key, force.axis), velocity);
            friction.contact.surface_velocity = Signal::Parameter(id);
        }
        friction.not_negative.iter().for_each(|number| keep_not_negative(reader, number));
    }
    check(reader, bodies, ends, &force, blamed);
    (force, frictions)
}

/// Reports the name of a contact that is not that of its force, where it is no name, or that of another element.
fn check_name(
    reader: &mut Reader,
    contact: &Contact,
    force: &Force,
    (place, subject): &(Range<usize>, String),
) {
    let name = &contact.name;
    if *name == force.name {
        return;
    }
    let rule = match name_fault(name) {
        Some(rule) => rule,
        None if reader.elements.contains_key(name) => "another element has this name",
        None => return,
    };
    let rule = format!(
        "jumps at several slip velocities, each a contact of its own, of which one is `{name}`: {rule}; give the force \
         another name, or make a force of each jump"
    );
    reader.report.fault(place, subject.clone(), rule);
}

/// Bounds a number or an input.
fn keep_not_negative(reader: &mut Reader, number: &Meaning) {
    match *number {
        Meaning::Parameter(id) => reader.parameters[id.0].bounds.min = Some(0.0),
        Meaning::Input(id) => reader.inputs[id.0].bounds.min = Some(0.0),
        _ => {}
    }
}

/// Reports parameters and inputs of a formula that it does not name.
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
            let rule = "does not occur in the formula".to_owned();
            reader.report.doubt(&table.key_place(name), table.full(name), rule);
        }
    }
}
