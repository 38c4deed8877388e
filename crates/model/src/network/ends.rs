//! The two ends of a contact, spring or damper: `between`, and `ratio` or `radii`.
//!
//! Relative motion `w = v_i − p·v_j` with a ratio p, `w = r_i·v_i − r_j·v_j` with radii. The ground does
//! not move, so that it has neither a ratio nor a radius.

use super::bodies::Bodies;
use super::diagnostics::{plain, shown};
use super::model::{Axis, End};
use super::reader::Reader;
use super::role::{Role, Values};
use super::section::Section;
use super::tree::{Node, Table};
use super::units::PhysicalUnit;

/// Name of what does not move; it is no body of the file.
const GROUND: &str = "ground";

/// Remedy of a negative radius.
const REVERSE: &str = "to reverse, give a negative `ratio` between rotations, in a contact with `effectiveRadius`; \
else turn the positive direction of a body";

/// Remedy of an index, such as `i+1`, that leads beyond the bodies that are repeated.
const LEADS_TO_NONE: &str =
    ": where an index leads to none, give `repeat` a shorter range, or this element a `when`";

/// The ends of an element, and the axis of its force and relative motion.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ends {
    pub i: End,
    pub j: End,
    pub axis: Axis,
}

/// Reads the ends of an element; None after an error that leaves them unknown.
pub(super) fn ends(reader: &mut Reader, bodies: &Bodies, section: &Section) -> Option<Ends> {
    let [i, j] = between(reader, bodies, section)?;
    let axes = [bodies.axis(&i), bodies.axis(&j)];
    if section.has("radii") {
        reader.report.forbid(section, "ratio", "give either `ratio` or `radii`");
        return radii(reader, bodies, section, [i, j]);
    }
    if matches!(axes, [Some(i), Some(j)] if i != j) {
        let rule = "joins a translational and a rotational body; it needs `radii = [r_i, r_j]`";
        reader.report.value_fault(section, "between", rule);
        return None;
    }
    if j.body.is_none() {
        let why = "is the factor of the second body; here the second end is the ground";
        reader.report.forbid(section, "ratio", why);
        return Some(Ends { i, j, axis: axes[0]? });
    }
    let text = format!("transmission ratio (factor of the motion of {})", name_of(bodies, &j));
    let role = Role::fixed("ratio", &text, PhysicalUnit::One).values(Values::OneSign);
    let j = End { weight: reader.optional(section, role), ..j };
    Some(Ends { i, j, axis: axes[0].or(axes[1])? })
}

/// Reads the bodies of both ends.
fn between(reader: &mut Reader, bodies: &Bodies, section: &Section) -> Option<[End; 2]> {
    reader.report.require(section, "between", "one or two bodies, or a body and \"ground\"");
    if !section.has("between") {
        return None;
    }
    let names = reader.report.texts(section, "between");
    if let Some(Node::List(entries)) = section.table.get("between").map(|value| value.get_ref()) {
        if !(1..=2).contains(&entries.len()) {
            let rule = format!("must name one or two bodies, not {}", entries.len());
            reader.report.value_fault(section, "between", rule);
            return None;
        }
        if names.len() < entries.len() {
            return None;
        }
    }
    let mut ends = [End { body: None, weight: None }; 2];
    let mut known = !names.is_empty();
    for (end, name) in ends.iter_mut().zip(&names) {
        let body = name.get_ref().as_str();
        end.body = bodies.find(body);
        if end.body.is_some() || body == GROUND {
            continue;
        }
        known = false;
        if bodies.is_left_out(body) {
            let rule =
                format!("`{body}` is left out by its `when`; give this element a `when`, too");
            reader.report.fault(&name.span(), section.full("between"), rule);
        } else if !bodies.is_broken(body) {
            let rule = format!("there is no body `{}`", shown(body));
            let subject = section.full("between");
            if section.is_copy() && bodies.has_other_indices(body) {
                let rule = rule + LEADS_TO_NONE;
                reader.report.fault(&name.span(), subject, rule);
                continue;
            }
            let valid = bodies.names().chain([GROUND]);
            reader.report.misspelt(&name.span(), subject, rule, body, valid);
        }
    }
    if !known {
        return None;
    }
    let [i, j] = &ends;
    if i.body == j.body && i.body.is_some() {
        reader.report.value_fault(section, "between", "both ends are the same body");
        return None;
    }
    if bodies.is_at_rest(i) && bodies.is_at_rest(j) {
        reader.report.value_fault(section, "between", "neither end can move");
        return None;
    }
    Some(ends)
}

/// Reads `radii = [r_i, r_j]`, one for each body; each may be given like every other number.
fn radii(
    reader: &mut Reader,
    bodies: &Bodies,
    section: &Section,
    [mut i, mut j]: [End; 2],
) -> Option<Ends> {
    let axes = [bodies.axis(&i), bodies.axis(&j)];
    let (count, wanted) = match axes {
        [Some(_), Some(_)] => (2, "a list of two numbers"),
        _ => (1, "a list of one number (the ground has no radius)"),
    };
    let radii = section.table.get("radii")?;
    let values = match radii.get_ref() {
        Node::List(values) if values.len() == count => values,
        Node::List(values) => {
            let rule = format!("must be {wanted}, not of {}", values.len());
            reader.report.value_fault(section, "radii", rule);
            return None;
        }
        _ => {
            reader.report.wrong_kind(section, "radii", wanted, radii);
            return None;
        }
    };
    let ends = [(&mut i, axes[0], "radius1"), (&mut j, axes[1], "radius2")];
    let moving = ends.into_iter().filter(|(end, ..)| end.body.is_some());
    for ((end, axis, suffix), value) in moving.zip(values) {
        let key = toml::Spanned::new(value.span(), suffix.to_owned());
        let table = Table { entries: vec![(key, value.clone())] };
        let entry = Section { table: &table, ..section.clone() };
        let unit = match axis {
            Some(Axis::Rotation) => PhysicalUnit::Metre,
            Some(Axis::Translation) | None => PhysicalUnit::One,
        };
        let text = format!("effective radius of {{}} at {}", name_of(bodies, end));
        let role = Role::fixed(suffix, &text, unit).values(Values::Positive);
        let Some(number) = reader.number(&entry, suffix, unit) else { continue };
        if number.value < 0.0 {
            let rule = format!("must be > 0, not {}: {REVERSE}", plain(number.value));
            reader.report.fault(&number.place, &number.subject, rule);
            continue;
        }
        end.weight = Some(reader.parameter(&entry, role, number));
    }
    Some(Ends { i, j, axis: Axis::Translation })
}

/// Returns the name of the body at an end.
fn name_of<'b>(bodies: &'b Bodies, end: &End) -> &'b str {
    end.body.map_or(GROUND, |body| &bodies.list[body].name)
}
