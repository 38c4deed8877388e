//! Contacts of a network file: dry friction between two ends.

use std::slice::from_ref;

use super::axis::words;
use super::bodies::Bodies;
use super::driven::optional_input;
use super::ends::{Ends, ends};
use super::keys;
use super::law::{self, law_kind};
use super::law_keys;
use super::loads;
use super::model::{Axis, Contact, Line, ParameterId, Signal};
use super::parts::InputId;
use super::reader::Reader;
use super::role::{Role, Values};
use super::section::Section;
use super::units::PhysicalUnit;
use crate::laws::{Argument, LawKind, LawShape, LoadUse, RegularisationKind};

/// The law of couplings.
const RIGID: &str = "rigid";

/// Reads the table of a contact; None after an error.
pub(super) fn contact(reader: &mut Reader, bodies: &Bodies, section: &Section) -> Option<Contact> {
    let kind = law_kind(reader, section);
    check_keys(reader, section, kind.as_ref());
    let ends = ends(reader, bodies, section);
    let axis = ends.map_or(Axis::Translation, |ends| ends.axis);
    let words = words(axis);
    let law = kind.as_ref().map(|kind| law::read(reader, section, kind, axis));
    let role = Role::tunable("normalForce", "normal force", PhysicalUnit::Newton)
        .values(Values::NotNegative);
    let by_formula = loads::is_by_formula(section);
    let normal_load = if by_formula { Some(Signal::Zero) } else { reader.signal(section, role) };
    if !by_formula {
        let why = "is for a `normalForce` that is a formula";
        keys::NAMED.iter().for_each(|key| reader.report.forbid(section, key, why));
    }
    let effective_radius = effective_radius(reader, section, kind.as_ref(), axis);
    let text = format!("{} of the moving surface", words.velocity_text);
    let role = Role::tunable("surfaceVelocity", &text, words.velocity_unit);
    let surface_velocity = reader.signal(section, role).unwrap_or(Signal::Zero);
    let text = format!("{} of the moving surface", words.acceleration_text);
    let role = Role::tunable("surfaceAcceleration", &text, words.acceleration_unit);
    let surface_acceleration = reader.signal(section, role).unwrap_or(Signal::Zero);
    if !matches!(surface_velocity, Signal::Input(_)) {
        let why = "needs `surfaceVelocity = \"input\"`, whose derivative within a step it is";
        reader.report.forbid(section, "surfaceAcceleration", why);
    }
    let (ends, (law, law_numbers)) = (ends?, law?);
    if law.kind.argument() == Argument::SlipRatio
        && !bodies.is_free(&ends.i)
        && !bodies.is_free(&ends.j)
    {
        let rule = "needs a free body at one end: the slip ratio of two prescribed motions is not supported";
        reader.report.value_fault(section, "law", rule);
    }
    let window = law.regularisation == Some(RegularisationKind::Karnopp);
    if window && !bodies.is_free(&ends.i) && !bodies.is_free(&ends.j) {
        let rule = "\"karnopp\" needs a free body at one end: within the window a prescribed slip velocity does not \
            change";
        reader.report.value_fault(section, "regularisation", rule);
    }
    check_unlimited(reader, bodies, section, &law.kind, &ends);
    let applied_force = applied_force(reader, bodies, section, &ends);
    Some(Contact {
        name: section.element.to_owned(),
        description: reader.report.description(section),
        i: ends.i,
        j: ends.j,
        law,
        law_numbers,
        normal_load,
        effective_radius,
        load_from: None,
        surface_velocity,
        surface_line: Line::SAME,
        surface_acceleration,
        applied_force,
        axis: ends.axis,
    })
}

/// Reports keys that a contact of its law does not have, or none of any law where its own is not known.
fn check_keys(reader: &mut Reader, section: &Section, kind: Option<&LawKind>) {
    let all = match kind {
        Some(_) => Vec::new(),
        None => reader.all_laws.get_or_insert_with(LawKind::all).clone(),
    };
    let laws = kind.map_or(&*all, from_ref);
    let symbols = law_keys::symbols(section, laws);
    law_keys::report_symbols(reader, section, &symbols);
    let words = symbols.iter().map(|(word, _)| *word);
    let all = keys::contact(laws);
    let constraint = kind.is_some_and(LawKind::holds_without_limit);
    let valid = if constraint { keys::constraint(laws) } else { all.clone() };
    // What is not for a constraint is reported elsewhere.
    let others: Vec<&str> = words.chain(all).collect();
    reader.report.check_keys_beside(section, &valid, &others);
}

/// Reads the table of a coupling: a contact that allows no slip. None after an error.
pub(super) fn coupling(reader: &mut Reader, bodies: &Bodies, section: &Section) -> Option<Contact> {
    reader.report.check_keys(section, keys::ENDS);
    let ends = ends(reader, bodies, section)?;
    let kind = LawKind::named(RIGID)?;
    check_unlimited(reader, bodies, section, &kind, &ends);
    Some(Contact {
        name: section.element.to_owned(),
        description: reader.report.description(section),
        i: ends.i,
        j: ends.j,
        law: LawShape::plain(kind),
        law_numbers: Vec::new(),
        normal_load: None,
        effective_radius: None,
        load_from: None,
        surface_velocity: Signal::Zero,
        surface_line: Line::SAME,
        surface_acceleration: Signal::Zero,
        applied_force: None,
        axis: ends.axis,
    })
}

/// Reports what does not go with a law that holds whatever it has to.
fn check_unlimited(
    reader: &mut Reader,
    bodies: &Bodies,
    section: &Section,
    kind: &LawKind,
    ends: &Ends,
) {
    if !kind.holds_without_limit() {
        return;
    }
    let why = "is not for a constraint: no normal load limits its force";
    reader.report.forbid(section, "normalForce", why);
    reader.report.forbid(section, "loadSpring", why);
    let joined = [&ends.i, &ends.j];
    if !joined.into_iter().any(|end| bodies.is_free(end)) {
        let rule = "must include a free body; between other bodies the force is undetermined";
        reader.report.value_fault(section, "between", rule);
    } else if joined.into_iter().any(|end| bodies.is_massless(end)) {
        let rule = "must not include a massless body; leave that body out, or give it a mass";
        reader.report.value_fault(section, "between", rule);
    }
}

/// Reads the radius at which the friction of a rotational contact acts whose law is a coefficient of a force.
fn effective_radius(
    reader: &mut Reader,
    section: &Section,
    kind: Option<&LawKind>,
    axis: Axis,
) -> Option<ParameterId> {
    const KEY: &str = "effectiveRadius";
    if axis != Axis::Rotation || !section.has("normalForce") {
        let why = "is for rotational contacts with a `normalForce` and without `radii`";
        reader.report.forbid(section, KEY, why);
        return None;
    }
    if kind.is_none_or(|kind| kind.load_use() != LoadUse::Factor || kind.holds_without_limit()) {
        return None;
    }
    let what = "the mean radius in m at which friction acts, 1.0 where `normalForce` is the torque r·N itself in N·m; where \
                the slip is a velocity in m/s, give `radii` instead";
    let radius = reader.required(section, KEY, what, PhysicalUnit::Metre);
    let text = "effective radius of the friction";
    let role = Role::fixed(KEY, text, PhysicalUnit::Metre).values(Values::Positive);
    Some(reader.parameter(section, role, radius))
}

/// Reads the force that stiction balances between bodies with prescribed motion.
fn applied_force(
    reader: &mut Reader,
    bodies: &Bodies,
    section: &Section,
    ends: &Ends,
) -> Option<InputId> {
    if bodies.is_unknown(&ends.i) || bodies.is_unknown(&ends.j) {
        let why = "is for contacts between prescribed bodies; give the free body a force input";
        reader.report.forbid(section, "appliedForce", why);
        return None;
    }
    let words = words(ends.axis);
    let text = format!("applied {} that {{}} balances while stuck", words.force);
    let role = Role::tunable("appliedForce", &text, words.force_unit);
    optional_input(reader, section, role, "a constant is not supported")
}
