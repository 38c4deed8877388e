//! The law of a contact in a network file: its kind and its numbers, forces or, with a normal load,
//! coefficients.

use super::axis::words;
use super::diagnostics::shown as quoted;
use super::law_keys::{self, key, loaded};
use super::model::{Axis, Bounds, Signal};
use super::reader::{Given, GivenInput, Number, Reader};
use super::role::Role;
use super::section::Section;
use super::units::PhysicalUnit;
use crate::algebra::nearest;
use crate::laws::{
    Argument, DefaultValue, Law, LawKind, LawParameter, LawShape, LoadUse, Measure, Range,
    RegularisationKind, shown,
};

/// Reads the kind of law that a contact names.
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
        let beside = &reader.beside;
        reader.report.note(&section.value_place("law"), || {
            let near = nearest(text, laws.iter().map(|(name, _)| *name)).map(str::to_owned);
            let advice = match (near.is_some(), other(text)) {
                (_, Some(advice)) => format!("; {advice}"),
                (true, None) => String::new(),
                (false, None) => beside.advice(text),
            };
            let names = names.join(", ");
            let rule = format!("must be one of {names}, not \"{}\"{advice}", quoted(text));
            (section.full("law"), rule, near)
        });
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

/// Returns what the catalogue has for a friction that other catalogues know by a name.
fn other(name: &str) -> Option<&'static str> {
    let name = name.to_lowercase();
    OTHERS.iter().find(|(names, _)| names.contains(&name.as_str())).map(|(_, advice)| *advice)
}

/// Names of frictions in other catalogues.
const OTHERS: &[(&[&str], &str)] = &[
    (
        &["jenkins", "maxwell", "iwan", "masing", "prandtl", "elastoplastic", "bilinear"],
        "a spring in series with dry friction is \"dahl\" with `bristleStiffness` and `dahlExponent = 0`; several of them \
         are as many contacts",
    ),
    (&["viscous", "linear"], "viscous friction alone is a [damper.NAME]"),
    (&["dry", "constant", "kinetic"], "constant dry friction is \"coulomb\""),
    (
        &["bristle", "elastic"],
        "bristles that deflect have \"dahl\", \"luGre\" and \"blimanSorine\"",
    ),
    (&["ratchet", "freewheel", "sprag"], "a freewheel is \"oneWay\""),
    (
        &["tyre", "tire", "pacejka", "burckhardt"],
        "the force of a tyre by its slip ratio is \"slipRatio\"",
    ),
];

/// Reads the law of a contact along an axis, and the entries of its parameters in its order.
pub(super) fn read(
    reader: &mut Reader,
    section: &Section,
    kind: &LawKind,
    axis: Axis,
) -> (LawShape, Vec<Signal>) {
    let faults = reader.report.count();
    let regularisation = regularisation(reader, section);
    check_load(reader, section, kind, axis);
    if kind.argument() == Argument::SlipRatio {
        let why = "is not for a law of the slip ratio, which is continuous during motion";
        reader.report.forbid(section, "regularisation", why);
    }
    let regularised = kind.regularised(regularisation);
    let mut shape = LawShape { kind: regularised, regularisation, ends: Vec::new() };
    let mut numbers = Vec::new();
    let symbols = law_keys::symbols(section, std::slice::from_ref(kind));
    for parameter in shape.clone().parameters() {
        let misnamed = misnamed(reader, section, parameter)
            || symbols.iter().any(|(_, named)| named.name == parameter.name);
        match parameter.input {
            true => numbers.push(input(reader, section, (parameter, axis), misnamed)),
            false => {
                let ends = &shape.ends;
                entries(reader, section, (parameter, axis), misnamed, ends, &mut numbers);
            }
        }
        shape.ends.push(numbers.len());
    }
    if reader.report.count() == faults && symbols.is_empty() {
        check(reader, section, &shape, &numbers);
    }
    (shape, numbers)
}

/// Reads the regularisation of a law; reports numbers that belong to another one.
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
        reader.report.forbid(section, key, &format!("needs `regularisation` {}", of.join(" or ")));
    }
    given
}

/// Reports a law of the normal load without load, or where it would have to be a torque.
fn check_load(reader: &mut Reader, section: &Section, kind: &LawKind, axis: Axis) {
    let what = match kind.load_use() {
        LoadUse::Factor => return,
        LoadUse::Required => format!("law \"{}\" gives friction per normal load", kind.name()),
        LoadUse::Argument => format!("friction of law \"{}\" depends on it", kind.name()),
    };
    reader.report.require(section, "normalForce", &what);
    if axis == Axis::Rotation {
        let rule = "gives a force: between rotational bodies give `radii`, at which it acts";
        reader.report.value_fault(section, "law", rule);
    }
}

/// Enters what stands behind the key of an input of a law: that input, or a number in its place; without the key the
/// input, if the law says where it starts.
fn input(
    reader: &mut Reader,
    section: &Section,
    (parameter, axis): (&LawParameter, Axis),
    misnamed: bool,
) -> Signal {
    let loaded = loaded(section);
    let key = key(parameter, loaded);
    let text = parameter.text(friction_word(axis, loaded));
    let role = role(parameter, &text, axis, loaded);
    let default = match parameter.default {
        Some(DefaultValue::Number(number)) => Some(number),
        Some(DefaultValue::SameAs(_) | DefaultValue::Empty) | None => None,
    };
    if default.is_none() && !misnamed {
        reader.report.require(section, key, role.text);
    }
    let given = reader.given(section, key, role.unit);
    let given = given.unwrap_or_else(|| Given::Input(GivenInput::default()));
    match given {
        Given::Number(number) => Signal::Parameter(reader.parameter(section, role, number)),
        Given::Input(input) => {
            let start = input.start.or(default);
            let id = reader.input(section, role, GivenInput { start, ..input });
            reader.inputs[id.0].bounds = bounds(parameter.range);
            Signal::Input(id)
        }
    }
}

/// Returns the bounds of a range.
fn bounds(range: Range) -> Bounds {
    match range {
        Range::Any => Bounds::NONE,
        Range::NotNegative => Bounds { min: Some(0.0), ..Bounds::NONE },
        Range::Positive => Bounds { min: Some(0.0), min_exclusive: true, ..Bounds::NONE },
    }
}

/// Returns what friction is for a contact along an axis with or without a normal load.
pub fn friction_word(axis: Axis, loaded: bool) -> &'static str {
    match (loaded, axis) {
        (true, _) => "friction coefficient",
        (false, Axis::Translation) => "friction force",
        (false, Axis::Rotation) => "friction torque",
    }
}

/// Returns the role of the numbers of a parameter, described by a text, as variables.
fn role<'r>(parameter: &'r LawParameter, text: &'r str, axis: Axis, loaded: bool) -> Role<'r> {
    let unit = law_unit(parameter.measure, axis, loaded);
    let role = Role::tunable(key(parameter, loaded), text, unit);
    Role { tunable: !parameter.start, ..role }.values(parameter.range.into())
}

/// Enters the numbers of one parameter of a law; `ids` holds those of the parameters before it, which end at
/// `ends`.
fn entries(
    reader: &mut Reader,
    section: &Section,
    (parameter, axis): (&LawParameter, Axis),
    misnamed: bool,
    ends: &[usize],
    ids: &mut Vec<Signal>,
) {
    let loaded = loaded(section);
    let key = key(parameter, loaded);
    let text = parameter.text(friction_word(axis, loaded));
    let role = role(parameter, &text, axis, loaded);
    let given = section.has(key);
    match parameter.default {
        Some(DefaultValue::SameAs(other)) if !given && !misnamed => ids.push(ids[ends[other] - 1]),
        Some(DefaultValue::Empty) if !given => {}
        _ if parameter.list && misnamed && !given => {}
        _ if parameter.list => {
            let numbers = reader.numbers(section, key, role.text, role.unit);
            for (index, number) in numbers.into_iter().enumerate() {
                ids.push(Signal::Parameter(reader.entry(section, role, index + 1, number)));
            }
        }
        default => {
            let number = match default {
                _ if misnamed && !given => Number::plain(1.0),
                Some(DefaultValue::Number(value)) if !given => Number {
                    subject: section.full(key),
                    place: section.value_place("law"),
                    ..Number::plain(value)
                },
                _ => reader.required(section, key, role.text, role.unit),
            };
            let constant = number.constant || parameter.measure == Measure::Count;
            let id = reader.parameter(section, role, Number { constant, ..number });
            ids.push(Signal::Parameter(id));
        }
    }
}

/// Returns the unit of a law's number, for a contact along an axis with or without a normal load.
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
        Measure::Temperature => PhysicalUnit::Kelvin,
        Measure::PerTemperature => PhysicalUnit::PerKelvin,
        Measure::TemperaturePerTime => PhysicalUnit::KelvinPerSecond,
        Measure::Time => PhysicalUnit::Second,
        Measure::Number | Measure::Count => PhysicalUnit::One,
    }
}

/// Reports a coefficient that should be a force or the other way round; true if there is one.
fn misnamed(reader: &mut Reader, section: &Section, parameter: &LawParameter) -> bool {
    let loaded = loaded(section);
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

/// Checks the rules that join several parameters of a law.
fn check(reader: &mut Reader, section: &Section, shape: &LawShape, numbers: &[Signal]) {
    let start = |number: &Signal| match *number {
        Signal::Zero => 0.0,
        Signal::Parameter(id) => reader.parameters[id.0].start,
        Signal::Input(id) => reader.inputs[id.0].start,
    };
    let values: Vec<f64> = numbers.iter().map(start).collect();
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
