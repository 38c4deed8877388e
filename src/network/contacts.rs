//! Contacts of a network file: dry friction between two ends.

use super::axis::words;
use super::bodies::{Bodies, optional_input};
use super::ends::{Ends, ends};
use super::keys;
use super::model::{Axis, Contact, ParameterId, Signal};
use super::reader::{Number, Reader, Role, Values};
use super::section::Section;
use super::units::PhysicalUnit;
use crate::laws::{DefaultValue, Law, LawKind, LawParameter, Measure};

/// Reads the table of a contact; None after a fault.
pub(super) fn contact(reader: &mut Reader, bodies: &Bodies, section: &Section) -> Option<Contact> {
    let law = law_kind(reader, section);
    reader.report.check_keys(
        section,
        &keys::contact(law.as_ref().map_or(LawKind::ALL, std::slice::from_ref)),
    );
    let ends = ends(reader, bodies, section);
    let axis = ends.map_or(Axis::Translation, |ends| ends.axis);
    let words = words(axis);
    let law_parameters = law.map(|law| law_parameters(reader, section, law, axis));
    let role = Role::tunable("normalForce", "normal load", PhysicalUnit::Newton)
        .values(Values::NotNegative);
    let normal_load = reader.signal(section, role);
    let text = "velocity of the moving surface";
    let role = Role::tunable("surfaceVelocity", text, words.velocity_unit);
    let surface_velocity = reader.signal(section, role).unwrap_or(Signal::Zero);
    let text = "acceleration of the moving surface within a communication step";
    let role = Role::tunable("surfaceAcceleration", text, words.acceleration_unit);
    let surface_acceleration = reader.signal(section, role).unwrap_or(Signal::Zero);
    if !matches!(surface_velocity, Signal::Input(_)) {
        let why = "needs `surfaceVelocity = \"input\"`, which it continues within a step";
        reader.report.forbid(section, "surfaceAcceleration", why);
    }
    let ends = ends?;
    let applied_force = applied_force(reader, bodies, section, &ends);
    Some(Contact {
        name: section.element.to_owned(),
        description: section.description(&mut reader.report),
        i: ends.i,
        j: ends.j,
        law: law?,
        law_parameters: law_parameters?,
        normal_load,
        surface_velocity,
        surface_acceleration,
        applied_force,
        axis: ends.axis,
    })
}

fn law_kind(reader: &mut Reader, section: &Section) -> Option<LawKind> {
    let laws: Vec<_> = LawKind::ALL.iter().map(|law| (law.name(), *law)).collect();
    let names: Vec<_> = laws.iter().map(|(name, _)| format!("\"{name}\"")).collect();
    reader.report.require(section, "law", &names.join(", "));
    reader.report.word(section, "law", &laws)
}

/// The numbers of a law, in its order: forces, or with a normal load coefficients.
fn law_parameters(
    reader: &mut Reader,
    section: &Section,
    law: LawKind,
    axis: Axis,
) -> Vec<ParameterId> {
    let faults = reader.report.count();
    let loaded = section.has("normalForce");
    let mut ids: Vec<ParameterId> = Vec::new();
    for parameter in law.parameters() {
        let key = key(parameter, loaded);
        let misnamed = misnamed(reader, section, parameter, loaded);
        let number = match parameter.default {
            _ if misnamed && !section.has(key) => Number::plain(1.0),
            Some(DefaultValue::SameAs(other)) if !section.has(key) => {
                ids.push(ids[other]);
                continue;
            }
            Some(DefaultValue::Number(value)) if !section.has(key) => Number::plain(value),
            _ => reader.required(section, key, parameter.description),
        };
        let unit = match parameter.measure {
            Measure::Friction if loaded => PhysicalUnit::One,
            Measure::Friction => words(axis).force_unit,
            Measure::Viscous => words(axis).viscous_unit,
        };
        let role = Role::tunable(key, parameter.description, unit).values(Values::NotNegative);
        ids.push(reader.parameter(section, role, number));
    }
    if reader.report.count() == faults {
        check_law(reader, section, law, &ids);
    }
    ids
}

/// Name of a law's number in a file.
fn key(parameter: &LawParameter, loaded: bool) -> &'static str {
    if loaded { parameter.loaded_name } else { parameter.name }
}

/// Notes a coefficient that should be a force or the other way round; whether there is one.
fn misnamed(
    reader: &mut Reader,
    section: &Section,
    parameter: &LawParameter,
    loaded: bool,
) -> bool {
    let (right, wrong) = (key(parameter, loaded), key(parameter, !loaded));
    if right == wrong || !section.has(wrong) {
        return false;
    }
    let with = if loaded { "with" } else { "without" };
    reader.report.forbid(section, wrong, &format!("{with} a `normalForce` give `{right}`"));
    true
}

/// The rules that join several numbers of a law.
fn check_law(reader: &mut Reader, section: &Section, law: LawKind, ids: &[ParameterId]) {
    let values: Vec<f64> = ids.iter().map(|id| reader.parameters[id.0].start).collect();
    if let Err(error) = Law::new(law, &values) {
        let loaded = section.has("normalForce");
        let key_of = |k: &usize| key(&law.parameters()[*k], loaded);
        let told = |k: &usize| format!("{} = {}", key_of(k), values[*k]);
        let told: Vec<_> = error.parameters.iter().map(told).collect();
        let rule = format!("{} ({})", error.rule, told.join(", "));
        let blamed = error.parameters.first().map_or("law", key_of);
        reader.report.value_fault(section, blamed, rule);
    }
}

/// The force that stiction balances between bodies whose motion is given.
fn applied_force(
    reader: &mut Reader,
    bodies: &Bodies,
    section: &Section,
    ends: &Ends,
) -> Option<super::InputId> {
    if bodies.is_free(&ends.i) || bodies.is_free(&ends.j) {
        let why = "is for contacts between prescribed bodies; give the free body a force input";
        reader.report.forbid(section, "appliedForce", why);
        return None;
    }
    let text = "force that friction balances while stuck";
    let role = Role::tunable("appliedForce", text, words(ends.axis).force_unit);
    optional_input(reader, section, role, "it is no constant")
}
