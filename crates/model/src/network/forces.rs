//! Forces by formula of a network file: `[force.NAME]`, `[spring.NAME]` with a `force`, `[potential.NAME]`, the `normalForce`
//! of a contact, and elements whose kind a file declares with its formula ([`super::form`]).

mod chattering;
mod checks;
mod contact;
mod friction;
mod jump;
mod names;
mod ranges;
mod reading;
mod slip;
mod split;
mod start;
mod surfaces;

use std::collections::HashSet;
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
use super::reader::{Number, Reader, Role};
use super::section::Section;
use crate::algebra::Formula;
use checks::{check, massless};
use friction::{Friction, friction};
pub(super) use names::words_of;
use names::{inputs, lists, motions, own_names, parameters, surface_velocity};
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
        let Some((force, friction)) = force(reader, bodies, &element.section(), kind) else {
            continue;
        };
        forces.push(Force { friction: friction.is_some().then_some(contacts.len()), ..force });
        let Some(Friction { contact, load, .. }) = friction else { continue };
        let load_from = load.is_some().then_some(LoadSource::Formula(forces.len()));
        contacts.push(Contact { load_from, ..contact });
        forces.extend(load);
    }
    for (form, elements) in of_forms {
        let read = elements.iter().filter_map(|one| of_form(reader, bodies, &one.section(), form));
        forces.extend(read);
    }
    forces
}

/// Reads one, with its friction; None after a fault.
fn force(
    reader: &mut Reader,
    bodies: &Bodies,
    section: &Section,
    kind: ForceKind,
) -> Option<(Force, Option<Friction>)> {
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
        friction: None,
        axis,
    };
    let blamed = (section.place.clone(), section.subject.clone());
    check(reader, bodies, Some(ends), &force, blamed);
    Some(force)
}

/// Reads the normal load of a contact between these ends; None after a fault.
pub(super) fn load(
    reader: &mut Reader,
    bodies: &Bodies,
    section: &Section,
    ends: Ends,
) -> Option<Force> {
    formula(reader, bodies, section, ForceKind::NormalForce, Some(ends)).map(|(load, _)| load)
}

/// Reads the formula of a force between these ends, and the friction of a force or spring, which it is then without;
/// None after a fault.
fn formula(
    reader: &mut Reader,
    bodies: &Bodies,
    section: &Section,
    kind: ForceKind,
    ends: Option<Ends>,
) -> Option<(Force, Option<Friction>)> {
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
    lists(reader, section, (key, &text), &mut names);
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
        friction: None,
        axis,
    };
    Some(without_friction(reader, bodies, ends, force, (section, key)))
}

/// Returns a force without its friction, and that, if it has any; reports what its bodies or their start do not allow.
fn without_friction(
    reader: &mut Reader,
    bodies: &Bodies,
    ends: Option<Ends>,
    mut force: Force,
    (section, key): (&Section, &str),
) -> (Force, Option<Friction>) {
    let blamed = (section.value_place(key), section.full(key));
    let reading = Reading { names: &force.names, constants: &[], kind: force.kind, ends, bodies };
    let found = friction(reader, &reading, (&force.name, &force.text), &force.value);
    let found = found.and_then(|found| {
        let Some(found) = found else { return Ok(None) };
        massless(bodies, &force).map_or(Ok(()), Err)?;
        let actions = reading.actions(&found.rest).map_err(|wrong| wrong.rule)?;
        Ok(Some((found, actions)))
    });
    match found {
        Ok(None) => {
            check(reader, bodies, ends, &force, blamed);
            (force, None)
        }
        Ok(Some((mut friction, actions))) => {
            if let Some(velocity) = friction.surface {
                let id = surface_velocity(reader, section, (key, force.axis), velocity);
                friction.contact.surface_velocity = Signal::Parameter(id);
            }
            (force.value, force.actions) = (friction.rest.clone(), actions);
            friction.not_negative.iter().for_each(|number| keep_not_negative(reader, number));
            check(reader, bodies, ends, &force, blamed);
            (force, Some(friction))
        }
        Err(rule) => {
            reader.report.fault(&blamed.0, blamed.1, rule);
            (force, None)
        }
    }
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
