//! Springs and dampers of a network file.

use super::axis::words;
use super::bodies::Bodies;
use super::ends::ends;
use super::keys;
use super::model::{Axis, Damper, Spring};
use super::reader::{Reader, Role, Values};
use super::section::Section;

/// Reads the table of a spring; None after a fault that leaves its ends unknown.
pub(super) fn spring(reader: &mut Reader, bodies: &Bodies, section: &Section) -> Option<Spring> {
    reader.report.check_keys(section, &[keys::ENDS, keys::SPRING].concat());
    let has_gap = section.has("freeplay");
    if has_gap {
        reader.report.forbid(section, "cubic", "a spring with `freeplay` is linear");
    }
    let ends = ends(reader, bodies, section);
    let words = words(ends.map_or(Axis::Translation, |ends| ends.axis));
    let what = "force per deflection";
    let stiffness = reader.required(section, "stiffness", what, words.stiffness_unit);
    let stiffness_values = if has_gap { Values::NotNegative } else { Values::Any };
    let role =
        Role::tunable("stiffness", "stiffness", words.stiffness_unit).values(stiffness_values);
    let stiffness = reader.parameter(section, role, stiffness);
    let role = Role::tunable("cubic", "cubic stiffness", words.cubic_unit);
    let cubic = reader.optional(section, role);
    let role = Role::tunable("damping", "damping", words.viscous_unit).values(Values::NotNegative);
    let damping = reader.optional(section, role);
    let role = Role::fixed("freeplay", "half of the total gap", words.position_unit)
        .values(Values::NotNegative);
    let freeplay = reader.optional(section, role);
    let ends = ends?;
    Some(Spring {
        name: section.element.to_owned(),
        description: section.description(&mut reader.report),
        i: ends.i,
        j: ends.j,
        stiffness,
        cubic,
        damping,
        freeplay,
        axis: ends.axis,
        series: None,
    })
}

/// Reads the table of a damper; None after a fault that leaves its ends unknown.
pub(super) fn damper(reader: &mut Reader, bodies: &Bodies, section: &Section) -> Option<Damper> {
    reader.report.check_keys(section, &[keys::ENDS, keys::DAMPER].concat());
    let ends = ends(reader, bodies, section);
    let unit = words(ends.map_or(Axis::Translation, |ends| ends.axis)).viscous_unit;
    let damping = reader.required(section, "damping", "force per velocity", unit);
    let role = Role::tunable("damping", "damping", unit).values(Values::NotNegative);
    let damping = reader.parameter(section, role, damping);
    let ends = ends?;
    Some(Damper {
        name: section.element.to_owned(),
        description: section.description(&mut reader.report),
        i: ends.i,
        j: ends.j,
        damping,
        axis: ends.axis,
    })
}
