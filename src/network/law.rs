//! The law of a contact in a network file: its kind and its numbers, forces or, with a normal load,
//! coefficients.

use super::axis::words;
use super::model::{Axis, ParameterId};
use super::reader::{Number, Reader, Role, Values};
use super::section::Section;
use super::units::PhysicalUnit;
use crate::laws::{DefaultValue, Law, LawKind, LawParameter, LawShape, Measure, Range, shown};

/// Laws that a file can name: those that the motion integrates.
pub(super) const READ: &[LawKind] = &[
    LawKind::Coulomb,
    LawKind::Stribeck,
    LawKind::Exponential,
    LawKind::Hyperbolic,
    LawKind::Falling,
    LawKind::Quadratic,
    LawKind::Asymmetric,
    LawKind::Table,
    LawKind::Piecewise,
    LawKind::Plateau,
    LawKind::WanheimBay,
    LawKind::Fractal,
];

/// The kind of law that a contact names.
pub(super) fn law_kind(reader: &mut Reader, section: &Section) -> Option<LawKind> {
    let laws: Vec<_> = READ.iter().map(|law| (law.name(), *law)).collect();
    let names: Vec<_> = laws.iter().map(|(name, _)| format!("\"{name}\"")).collect();
    reader.report.require(section, "law", &names.join(", "));
    reader.report.word(section, "law", &laws)
}

/// The law of a contact along an axis, and the entries of its parameters in its order.
pub(super) fn read(
    reader: &mut Reader,
    section: &Section,
    kind: LawKind,
    axis: Axis,
) -> (LawShape, Vec<ParameterId>) {
    let faults = reader.report.count();
    let loaded = section.has("normalForce");
    let mut shape = LawShape { kind, regularisation: None, ends: Vec::new() };
    let mut ids: Vec<ParameterId> = Vec::new();
    for parameter in kind.parameters() {
        let key = key(parameter, loaded);
        let misnamed = misnamed(reader, section, parameter, loaded);
        let role = Role::tunable(key, parameter.description, unit(parameter.measure, axis, loaded))
            .values(match parameter.range {
                Range::Any => Values::Any,
                Range::NotNegative => Values::NotNegative,
                Range::Positive => Values::Positive,
            });
        let given = section.has(key);
        match parameter.default {
            Some(DefaultValue::SameAs(other)) if !given && !misnamed => {
                ids.push(ids[shape.ends[other] - 1]);
            }
            Some(DefaultValue::Empty) if !given => {}
            _ if parameter.list => {
                let numbers = reader.numbers(section, key, parameter.description);
                for (index, number) in numbers.into_iter().enumerate() {
                    ids.push(reader.entry(section, role, index + 1, number));
                }
            }
            default => {
                let number = match default {
                    _ if misnamed && !given => Number::plain(1.0),
                    Some(DefaultValue::Number(value)) if !given => Number::plain(value),
                    _ => reader.required(section, key, parameter.description),
                };
                let constant = number.constant || parameter.measure == Measure::Count;
                ids.push(reader.parameter(section, role, Number { constant, ..number }));
            }
        }
        shape.ends.push(ids.len());
    }
    if reader.report.count() == faults {
        check(reader, section, &shape, &ids);
    }
    (shape, ids)
}

/// Name of a law's number in a file.
fn key(parameter: &LawParameter, loaded: bool) -> &'static str {
    if loaded { parameter.loaded_name } else { parameter.name }
}

fn unit(measure: Measure, axis: Axis, loaded: bool) -> PhysicalUnit {
    let words = words(axis);
    match measure {
        Measure::Friction if loaded => PhysicalUnit::One,
        Measure::Friction => words.force_unit,
        Measure::FrictionPerVelocity if loaded => words.per_velocity_unit,
        Measure::FrictionPerVelocity => words.viscous_unit,
        Measure::FrictionPerVelocity2 if loaded => words.per_velocity2_unit,
        Measure::FrictionPerVelocity2 => words.square_unit,
        Measure::Viscous => words.viscous_unit,
        Measure::Velocity => words.velocity_unit,
        Measure::PerVelocity => words.per_velocity_unit,
        Measure::Force => words.force_unit,
        Measure::Number | Measure::Count => PhysicalUnit::One,
    }
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
fn check(reader: &mut Reader, section: &Section, shape: &LawShape, ids: &[ParameterId]) {
    let values: Vec<f64> = ids.iter().map(|id| reader.parameters[id.0].start).collect();
    if let Err(error) = Law::new(shape, &values) {
        let loaded = section.has("normalForce");
        let parameters: Vec<_> = shape.parameters().collect();
        let told = |k: &usize| {
            let start = if *k == 0 { 0 } else { shape.ends[*k - 1] };
            format!("{} = {}", key(parameters[*k], loaded), shown(&values[start..shape.ends[*k]]))
        };
        let told: Vec<_> = error.parameters.iter().map(told).collect();
        let rule = format!("{} ({})", error.rule, told.join(", "));
        let blamed = error.parameters.first().map_or("law", |k| key(parameters[*k], loaded));
        reader.report.value_fault(section, blamed, rule);
    }
}
