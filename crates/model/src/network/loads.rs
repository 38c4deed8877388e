//! Normal loads that a spring makes, N = N0 + a·F of a spring of the network, and those that are formulas.
//!
//! How a brake couples friction and pressure (S1 §4: the load of the block is 1 + β2·y + η2·ẏ). A limit must
//! not depend on accelerations, so that the spring hangs on bodies whose velocities are states.

use super::axis::words;
use super::bodies::Bodies;
use super::elastic::Freeplay;
use super::elements::Element;
use super::ends::Ends;
use super::force::Force;
use super::forces::{self, words_of};
use super::keys::{NAMED, NORMAL_FORCE};
use super::model::{Axis, BodyKind, Contact, End, LoadSource, LoadSpring, Signal, Spring};
use super::reader::Reader;
use super::role::{Role, Values};
use super::section::Section;
use super::tree::Node;
use super::units::PhysicalUnit;
use crate::laws::LoadUse;

/// The reason why the load of a contact cannot change along a motion, and what helps.
const NO_FREE_BODY: &str = "the contact must join a free body: put a body of small mass there, and join it to the \
prescribed one by a [coupling.NAME]";

/// Reads `loadSpring` and `loadFactor` of the contacts, which come from `elements` in the same order; all
/// springs are known.
pub(super) fn read(
    reader: &mut Reader,
    bodies: &Bodies,
    elements: &[Element],
    contacts: &mut [Contact],
    springs: &[Spring],
) {
    for (element, contact) in elements.iter().zip(contacts) {
        let section = element.section();
        if section.has("loadSpring") {
            contact.load_from = load_spring(reader, bodies, &section, contact, springs);
        } else {
            reader.report.forbid(&section, "loadFactor", "needs a `loadSpring`");
        }
    }
}

fn load_spring(
    reader: &mut Reader,
    bodies: &Bodies,
    section: &Section,
    contact: &Contact,
    springs: &[Spring],
) -> Option<LoadSource> {
    let what = "the constant part of the load, to which `loadSpring` adds; 0 or more";
    reader.report.require(section, "normalForce", what);
    let name = reader.report.text(section, "loadSpring")?;
    let Some(index) = springs.iter().position(|spring| spring.name == name) else {
        let place = section.value_place("loadSpring");
        let rule = format!("there is no spring `{name}`");
        let valid = springs.iter().map(|spring| spring.name.as_str());
        reader.report.misspelt(&place, section.full("loadSpring"), rule, name, valid);
        return None;
    };
    let spring = &springs[index];
    if let Some(rule) = refusal(bodies, contact, spring) {
        reader.report.value_fault(section, "loadSpring", rule);
        return None;
    }
    let unit = match spring.axis {
        Axis::Translation => PhysicalUnit::One,
        Axis::Rotation => PhysicalUnit::PerMetre,
    };
    let what = "normal load per force of the spring";
    let factor = reader.required(section, "loadFactor", what, unit);
    let text = format!("normal force of {{}} per {} of {name}", words(spring.axis).force);
    let role = Role::tunable("loadFactor", &text, unit).values(Values::Any);
    let factor = reader.parameter(section, role, factor);
    if presses_on_one_flank(reader, contact, spring) {
        let rule = format!(
            "the force of `{name}` is of either sign, so that the contact has a load on one flank alone: for friction on \
             both make `normalForce` a formula of its absolute value, or give each of two springs with an open gap its \
             contact, with factors of opposite signs"
        );
        reader.report.doubt(&section.value_place("loadSpring"), section.full("loadSpring"), rule);
    }
    Some(LoadSource::Spring(LoadSpring { spring: index, factor }))
}

/// True if a spring with two edges of its gap is the only load of a contact.
fn presses_on_one_flank(reader: &Reader, contact: &Contact, spring: &Spring) -> bool {
    let alone = match contact.normal_load {
        Some(Signal::Parameter(id)) => reader.parameters[id.0].start == 0.0,
        _ => false,
    };
    let two_sided = match spring.elastic.freeplay {
        Some(Freeplay::Total(_)) => true,
        Some(Freeplay::Between([lower, upper])) => lower.is_some() && upper.is_some(),
        None => false,
    };
    alone && two_sided
}

/// Returns the reason why a spring cannot load a contact.
fn refusal(bodies: &Bodies, contact: &Contact, spring: &Spring) -> Option<&'static str> {
    let massless = |end: End| {
        let kind = end.body.map(|body| &bodies.list[body].kind);
        matches!(kind, Some(BodyKind::Massless { .. }))
    };
    if [contact.i, contact.j, spring.i, spring.j].into_iter().any(massless) {
        return Some("neither the spring nor the contact may join a body without mass");
    }
    if !bodies.is_free(&contact.i) && !bodies.is_free(&contact.j) {
        return Some(NO_FREE_BODY);
    }
    if spring.series.is_some() {
        return Some("the spring must not be part of a series");
    }
    let argument = contact.law.kind.load_use() == LoadUse::Argument;
    argument.then_some("the law must be one whose friction is proportional to the load")
}

/// True if the normal load of a contact is a formula: a text that names what moves or is its own. Others are numbers.
pub(super) fn is_by_formula(section: &Section) -> bool {
    let Some(Node::Text(text)) = section.table.get(NORMAL_FORCE).map(|value| value.get_ref())
    else {
        return false;
    };
    let own = |word: &str| {
        let tables = NAMED.iter().filter_map(|key| section.table.get(key));
        tables
            .into_iter()
            .any(|table| matches!(table.get_ref(), Node::Table(table) if table.has(word)))
    };
    words_of(text).any(|(_, word)| {
        let moves = word.contains('.') || ["e", "rate", "t"].contains(&word);
        word.starts_with(char::is_alphabetic) && (moves || own(word))
    })
}

/// Reads the normal loads that are formulas, of the contacts of `elements`, which come in the same order; `forces` are
/// those that are read already.
pub(super) fn read_formulas(
    reader: &mut Reader,
    bodies: &Bodies,
    elements: &[Element],
    contacts: &mut [Contact],
    forces: &mut Vec<Force>,
) {
    for (element, contact) in elements.iter().zip(contacts) {
        let section = element.section();
        if !is_by_formula(&section) {
            continue;
        }
        if contact.law.kind.load_use() != LoadUse::Factor {
            let rule =
                "is a formula: the law must be one whose friction is proportional to the load";
            reader.report.value_fault(&section, NORMAL_FORCE, rule);
        } else if !bodies.is_free(&contact.i) && !bodies.is_free(&contact.j) {
            let rule = format!("is a formula: {NO_FREE_BODY}");
            reader.report.value_fault(&section, NORMAL_FORCE, rule);
        }
        let why = "cannot be combined with a `normalForce` by formula: include the force of the spring there";
        reader.report.forbid(&section, "loadSpring", why);
        let (i, j, axis) = (contact.i, contact.j, contact.axis);
        if let Some(force) = forces::load(reader, bodies, &section, Ends { i, j, axis }) {
            contact.load_from = Some(LoadSource::Formula(forces.len()));
            forces.push(force);
        }
    }
}
