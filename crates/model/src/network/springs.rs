//! Springs and dampers of a network file.

use toml::Spanned;

use super::axis::words;
use super::bodies::Bodies;
use super::characteristic;
use super::diagnostics::plain;
use super::elastic::{Elastic, Freeplay};
use super::ends::ends;
use super::keys::{self, BACKLASH, GAP};
use super::model::{Axis, Damper, Spring};
use super::reader::{Number, Reader};
use super::role::{Role, Values};
use super::section::Section;
use super::tree::Node;
use super::units::PhysicalUnit;

/// Reads the table of a spring; None after an error that leaves its ends unknown.
pub(super) fn spring(reader: &mut Reader, bodies: &Bodies, section: &Section) -> Option<Spring> {
    reader.report.check_keys(section, &[keys::ENDS, &keys::spring()].concat());
    check_together(reader, section);
    let ends = ends(reader, bodies, section);
    let words = words(ends.map_or(Axis::Translation, |ends| ends.axis));
    let what = "force per deflection";
    let stiffness = reader.required(section, "stiffness", what, words.stiffness_unit);
    let values = match section.has("preload") {
        _ if section.has(BACKLASH) || section.has(GAP) => Values::NotNegative,
        true => Values::OneSign,
        false => Values::Any,
    };
    let role = Role::tunable("stiffness", "stiffness", words.stiffness_unit).values(values);
    let stiffness = reader.parameter(section, role, stiffness);
    let characteristic = characteristic::read(
        |key| section.has(key.name),
        |key| {
            let unit = (key.unit)(words);
            let number = reader.required(section, key.name, key.text, unit);
            reader.parameter(section, Role::tunable(key.name, key.text, unit), number)
        },
    );
    let role = Role::tunable("damping", "damping constant", words.viscous_unit)
        .values(Values::NotNegative);
    let damping = reader.optional(section, role);
    let text = match section.has("preload") {
        _ if section.has(BACKLASH) || section.has(GAP) => {
            "deflection of {} from which its gap counts"
        }
        true => "deflection of {} at its preload",
        false => "unstretched deflection",
    };
    let offset = reader.optional(section, Role::fixed("offset", text, words.position_unit));
    let preload = format!("preload {} (at the offset)", words.force);
    let role = Role::tunable("preload", &preload, words.force_unit);
    let preload = reader.optional(section, role);
    let freeplay = freeplay(reader, section, words.position_unit);
    let ends = ends?;
    Some(Spring {
        name: section.element.to_owned(),
        description: reader.report.description(section),
        i: ends.i,
        j: ends.j,
        elastic: Elastic { stiffness, offset, preload, freeplay },
        characteristic,
        damping,
        axis: ends.axis,
        series: None,
    })
}

/// Reports keys that contradict each other.
fn check_together(reader: &mut Reader, section: &Section) {
    if section.has(BACKLASH) {
        let rule = "a spring has `backlash`, the total gap, or `gap`, its edges, not both";
        reader.report.forbid(section, GAP, rule);
    }
    if let Some(key) = [BACKLASH, GAP].into_iter().find(|key| section.has(key)) {
        for nonlinear in characteristic::keys() {
            let rule = format!("a spring with `{key}` is linear");
            reader.report.forbid(section, nonlinear.name, &rule);
        }
        let rule =
            format!("a spring with `{key}` is free of force in its gap; `offset` moves the gap");
        reader.report.forbid(section, "preload", &rule);
    } else if let Some(key) = characteristic::keys().find(|key| section.has(key.name)) {
        let rule = format!(
            "with `{}` the force is 0 at the `offset`; write a `force` by formula for a preload",
            key.name
        );
        reader.report.forbid(section, "preload", &rule);
    }
}

/// Reads `backlash = g` or `gap = [a, b]`.
fn freeplay(reader: &mut Reader, section: &Section, unit: PhysicalUnit) -> Option<Freeplay> {
    let Some(value) = section.table.get(GAP) else {
        if let Some(Node::List(_)) = section.table.get(BACKLASH).map(|value| value.get_ref()) {
            let rule = "must be the total gap, one number; its edges are `gap = [lower, upper]`";
            reader.report.value_fault(section, BACKLASH, rule);
            return None;
        }
        let role = Role::fixed(BACKLASH, "total backlash", unit).values(Values::NotNegative);
        return reader.optional(section, role).map(Freeplay::Total);
    };
    let entries = match value.get_ref() {
        Node::List(entries) => entries.as_slice(),
        _ => &[],
    };
    let [lower, upper] = entries else {
        let found = match value.get_ref() {
            Node::List(entries) => format!("{} numbers", entries.len()),
            other => other.described(),
        };
        let rule = format!(
            "must be a list of two numbers, the lower and the upper edge, not {found}; the total gap alone is `{BACKLASH}`"
        );
        reader.report.value_fault(section, GAP, rule);
        return None;
    };
    let lower = edge(reader, section, (1, lower), unit)?;
    let upper = edge(reader, section, (2, upper), unit)?;
    match (&lower, &upper) {
        (None, None) => {
            let rule = "must have a finite edge, since the spring exerts no force without one: give an edge, or leave \
                the spring out";
            reader.report.value_fault(section, GAP, rule);
        }
        (Some(lower), Some(upper)) if lower.value > upper.value => {
            let rule = format!(
                "the lower edge must not be above the upper one, not {} above {}",
                plain(lower.value),
                plain(upper.value)
            );
            reader.report.value_fault(section, GAP, rule);
        }
        _ => {}
    }
    let mut entry = |index, text, number: Option<Number>| {
        number.map(|number| reader.numbered(section, Role::fixed(GAP, text, unit), index, number))
    };
    let ids =
        [entry(1, "lower limit of the gap", lower), entry(2, "upper limit of the gap", upper)];
    Some(Freeplay::Between(ids))
}

/// Reads an edge of a gap, the lower or the upper; the inner None of one that is infinite, which is no parameter, the
/// outer one after an error.
fn edge(
    reader: &mut Reader,
    section: &Section,
    (index, value): (usize, &Spanned<Node>),
    unit: PhysicalUnit,
) -> Option<Option<Number>> {
    let endless = if index == 1 { f64::NEG_INFINITY } else { f64::INFINITY };
    match value.get_ref() {
        Node::Number(number) if *number == endless => Some(None),
        Node::Number(number) if *number == -endless => {
            let subject = format!("{}[{index}]", section.full(GAP));
            let rule = format!("must be a number or {endless}, not {number}");
            reader.report.fault(&value.span(), subject, rule);
            None
        }
        _ => reader.listed(section, GAP, (index, value), unit).map(Some),
    }
}

/// Reads the table of a damper; None after an error that leaves its ends unknown.
pub(super) fn damper(reader: &mut Reader, bodies: &Bodies, section: &Section) -> Option<Damper> {
    reader.report.check_keys(section, &[keys::ENDS, keys::DAMPER].concat());
    let ends = ends(reader, bodies, section);
    let unit = words(ends.map_or(Axis::Translation, |ends| ends.axis)).viscous_unit;
    let damping = reader.required(section, "damping", "force per velocity", unit);
    let role = Role::tunable("damping", "damping constant", unit).values(Values::NotNegative);
    let damping = reader.parameter(section, role, damping);
    let ends = ends?;
    Some(Damper {
        name: section.element.to_owned(),
        description: reader.report.description(section),
        i: ends.i,
        j: ends.j,
        damping,
        axis: ends.axis,
    })
}
