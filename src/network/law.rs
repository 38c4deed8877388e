//! The law of a contact in a network file: its kind and its numbers, forces or, with a normal load,
//! coefficients.

use super::axis::words;
use super::diagnostics::shown as quoted;
use super::model::{Axis, Contact, Parameter, ParameterId};
use super::reader::{Number, Reader, Role};
use super::section::Section;
use super::units::PhysicalUnit;
use crate::algebra::nearest;
use crate::laws::{
    Argument, DefaultValue, Law, LawError, LawKind, LawParameter, LawShape, LoadUse, Measure,
    RegularisationKind, shown,
};

/// The kind of law that a contact names.
pub(super) fn law_kind(reader: &mut Reader, section: &Section) -> Option<LawKind> {
    let own = std::mem::take(&mut reader.laws);
    let known = own.iter().map(|law| (law.name(), Some(law.clone())));
    let built_in = LawKind::names().filter(|name| own.iter().all(|law| law.name() != *name));
    let laws: Vec<_> = known.chain(built_in.map(|name| (name, None))).collect();
    let names: Vec<_> = laws.iter().map(|(name, _)| format!("\"{name}\"")).collect();
    reader.report.require(section, "law", &names.join(", "));
    let text = reader.report.text(section, "law");
    let found = text.and_then(|text| laws.iter().find(|(name, _)| *name == text));
    let found = found.map(|(_, kind)| kind.clone());
    if let Some(text) = text.filter(|_| found.is_none()) {
        let names = names.join(", ");
        let known = laws.iter().map(|(name, _)| *name);
        let advice = match nearest(text, known.clone()) {
            Some(_) => String::new(),
            None => reader.beside.advice(text),
        };
        let rule = format!("must be one of {names}, not \"{}\"{advice}", quoted(text));
        reader.report.misspelt(&section.value_place("law"), section.full("law"), rule, text, known);
    }
    reader.laws = own;
    match found? {
        Some(kind) => Some(kind),
        None => {
            let kind = LawKind::named(text?)?;
            reader.laws.push(kind.clone());
            Some(kind)
        }
    }
}

/// The law of a contact along an axis, and the entries of its parameters in its order.
pub(super) fn read(
    reader: &mut Reader,
    section: &Section,
    kind: &LawKind,
    axis: Axis,
) -> (LawShape, Vec<ParameterId>) {
    let faults = reader.report.count();
    let regularisation = regularisation(reader, section);
    check_load(reader, section, kind, axis);
    if kind.argument() == Argument::SlipRatio {
        let why = "is not for a law of the slip ratio, which is continuous while anything moves";
        reader.report.forbid(section, "regularisation", why);
    }
    let mut shape = LawShape { kind: kind.clone(), regularisation, ends: Vec::new() };
    let mut ids = Vec::new();
    for parameter in shape.clone().parameters() {
        entries(reader, section, parameter, axis, &shape.ends, &mut ids);
        shape.ends.push(ids.len());
    }
    if reader.report.count() == faults {
        check(reader, section, &shape, &ids);
    }
    (shape, ids)
}

/// The regularisation of a law; notes numbers that belong to another one.
fn regularisation(reader: &mut Reader, section: &Section) -> Option<RegularisationKind> {
    let all = RegularisationKind::ALL;
    let kinds: Vec<_> = all.iter().map(|kind| (kind.name(), *kind)).collect();
    let given = reader.report.word(section, "regularisation", &kinds);
    if given.is_none() && section.has("regularisation") {
        return None;
    }
    let mut foreign: Vec<&str> = all.iter().map(|kind| &*kind.parameter().name).collect();
    foreign.dedup();
    foreign.retain(|key| given.is_none_or(|given| given.parameter().name != *key));
    for key in foreign {
        let of = all.iter().filter(|kind| kind.parameter().name == *key);
        let of: Vec<_> = of.map(|kind| format!("\"{}\"", kind.name())).collect();
        reader.report.forbid(
            section,
            key,
            &format!("goes with `regularisation` {}", of.join(" or ")),
        );
    }
    given
}

/// Notes a law of the normal load without load, or where it would have to be a torque.
fn check_load(reader: &mut Reader, section: &Section, kind: &LawKind, axis: Axis) {
    let what = match kind.load_use() {
        LoadUse::Factor => return,
        LoadUse::Required => format!("law \"{}\" is a coefficient of it", kind.name()),
        LoadUse::Argument => format!("law \"{}\" is a function of it", kind.name()),
    };
    reader.report.require(section, "normalForce", &what);
    if axis == Axis::Rotation {
        let rule = "gives a force: between rotational bodies give `radii`, at which it acts";
        reader.report.value_fault(section, "law", rule);
    }
}

/// Enters the numbers of one parameter of a law; `ids` holds those of the parameters before it, which end at
/// `ends`.
fn entries(
    reader: &mut Reader,
    section: &Section,
    parameter: &LawParameter,
    axis: Axis,
    ends: &[usize],
    ids: &mut Vec<ParameterId>,
) {
    let loaded = loaded(section);
    let key = key(parameter, loaded);
    let misnamed = misnamed(reader, section, parameter, loaded);
    let unit = law_unit(parameter.measure, axis, loaded);
    let role =
        Role { tunable: !parameter.start, ..Role::tunable(key, &parameter.description, unit) };
    let role = role.values(parameter.range.into());
    let given = section.has(key);
    match parameter.default {
        Some(DefaultValue::SameAs(other)) if !given && !misnamed => ids.push(ids[ends[other] - 1]),
        Some(DefaultValue::Empty) if !given => {}
        _ if parameter.list && misnamed && !given => {}
        _ if parameter.list => {
            let numbers = reader.numbers(section, key, &parameter.description, unit);
            for (index, number) in numbers.into_iter().enumerate() {
                ids.push(reader.entry(section, role, index + 1, number));
            }
        }
        default => {
            let number = match default {
                _ if misnamed && !given => Number::plain(1.0),
                Some(DefaultValue::Number(value)) if !given => Number::plain(value),
                _ => reader.required(section, key, &parameter.description, unit),
            };
            let constant = number.constant || parameter.measure == Measure::Count;
            ids.push(reader.parameter(section, role, Number { constant, ..number }));
        }
    }
}

/// Whether the law's numbers are coefficients of a normal load: one is given, or must be beside a spring that loads.
fn loaded(section: &Section) -> bool {
    section.has("normalForce") || section.has("loadSpring")
}

/// Name of a law's number in a file.
fn key(parameter: &LawParameter, loaded: bool) -> &str {
    if loaded { &parameter.loaded_name } else { &parameter.name }
}

/// Unit of a law's number, for a contact along an axis with or without a normal load.
pub fn law_unit(measure: Measure, axis: Axis, loaded: bool) -> PhysicalUnit {
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
        Measure::FrictionPerLength if loaded => words.per_position_unit,
        Measure::FrictionPerLength => words.stiffness_unit,
        Measure::FrictionPerTime if loaded => PhysicalUnit::PerSecond,
        Measure::FrictionPerTime => words.force_rate_unit,
        Measure::Length => words.position_unit,
        Measure::PerTime => PhysicalUnit::PerSecond,
        Measure::Power => PhysicalUnit::Watt,
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
    let with = match (loaded, section.has("normalForce")) {
        (true, true) => "with a `normalForce`",
        (true, false) => "with a `loadSpring`",
        (false, _) => "without a `normalForce`",
    };
    reader.report.forbid(section, wrong, &format!("{with} give `{right}`"));
    true
}

/// The rules that join several numbers of a law.
fn check(reader: &mut Reader, section: &Section, shape: &LawShape, ids: &[ParameterId]) {
    let values: Vec<f64> = ids.iter().map(|id| reader.parameters[id.0].start).collect();
    let checked = Law::new(shape, &values).and_then(|law| law.check_start(shape, &values));
    if let Err(error) = checked {
        let loaded = loaded(section);
        let parameters: Vec<_> = shape.parameters().collect();
        let told = |k: &usize| {
            let start = if *k == 0 { 0 } else { shape.ends[*k - 1] };
            let entries = &values[start..shape.ends[*k]];
            format!("{} = {}", key(parameters[*k], loaded), shown(parameters[*k], entries))
        };
        let told: Vec<_> = error.parameters.iter().map(told).collect();
        let rule = match told.as_slice() {
            [] => error.rule.clone(),
            told => format!("{} ({})", error.rule, told.join(", ")),
        };
        let blamed = error.parameters.first().map_or("law", |k| key(parameters[*k], loaded));
        reader.report.value_fault(section, blamed, rule);
    }
}

impl Contact {
    /// A rule that numbers of the law break, with the parameters that it joins as the file names them, and their
    /// values.
    pub fn broken_rule(
        &self,
        error: &LawError,
        parameters: &[Parameter],
        value: impl Fn(ParameterId) -> f64,
    ) -> String {
        let told = error.parameters.iter().map(|&k| {
            let start = if k == 0 { 0 } else { self.law.ends[k - 1] };
            let ids = &self.law_parameters[start..self.law.ends[k]];
            let entries: Vec<f64> = ids.iter().map(|id| value(*id)).collect();
            let name = ids.first().map_or("", |id| parameters[id.0].name.as_str());
            // entries of a list are numbered
            let name = name.split('[').next().unwrap_or(name);
            let shown = self.law.parameters().nth(k).map(|declared| shown(declared, &entries));
            format!("{name} = {}", shown.unwrap_or_default())
        });
        let mut told: Vec<String> = told.collect();
        told.dedup();
        match told.as_slice() {
            [] => error.rule.clone(),
            told => format!("{} ({})", error.rule, told.join(", ")),
        }
    }
}
