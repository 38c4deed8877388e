//! Checks of a force by formula: what bodies, and the start of a motion, do not allow.

use std::ops::Range;

use super::chattering::chattering;
use super::jump::jump;
use super::reading::Reading;
use super::start::Start;
use crate::algebra::{FUNCTIONS, Formula, Given, Node, Rule, Short, Two};
use crate::network::bodies::Bodies;
use crate::network::ends::Ends;
use crate::network::force::{Force, ForceKind, Meaning};
use crate::network::model::BodyKind;
use crate::network::reader::Reader;

/// Functions that make a curve of places and values; of no points at all only the sum.
const CURVES: [&str; 3] = ["table", "fractal", SUM];
const SUM: &str = "luz";

/// Reports a force that its bodies, or their start, do not allow, or that may chatter, with the place and the name of what is
/// to blame.
pub(super) fn check(
    reader: &mut Reader,
    bodies: &Bodies,
    ends: Option<Ends>,
    force: &Force,
    (place, subject): (Range<usize>, String),
) {
    if let Some(rule) = massless(bodies, force) {
        reader.report.fault(&place, subject.clone(), rule);
    }
    let names = &force.names;
    let reading = Reading { names, constants: &[], kind: force.kind, ends, bodies };
    let given = Start { reader, bodies, names, ends };
    let doubt = chattering(&reading, &given, &force.name, &force.value);
    let start = force.value.evaluate(&given);
    let rule = no_points(&force.value, &given)
        .or_else(|| exponential(force))
        .or_else(|| {
            (!start.is_finite()).then(|| format!("must be finite at the start (got {start})"))
        })
        .or_else(|| steep(bodies, force, &given))
        .or_else(|| {
            // The slip velocity at which it jumps may be 0 at the start alone.
            let moves = doubt.as_ref().is_some_and(|jump| jump.moves);
            let named = (&*force.name, force.kind, &force.value);
            (!moves).then(|| jump(bodies, named, &given, "0"))?
        });
    match (rule, doubt) {
        (Some(rule), _) => reader.report.fault(&place, subject, rule),
        (None, Some(doubt)) => reader.report.doubt(&place, subject, doubt.rule),
        (None, None) => {}
    }
}

/// Returns the reason why an energy makes no force at the start, though it has a value.
fn steep(bodies: &Bodies, force: &Force, given: &Start) -> Option<String> {
    force.actions.iter().filter(|_| force.kind == ForceKind::Potential).find_map(|action| {
        let slope: f64 = action.formula.evaluate(given);
        let body = &bodies.list[action.i.body?].name;
        (!slope.is_finite()).then(|| {
            format!(
                "its derivative by the position of `{body}`, the force, must be finite at the start (got {slope}): an \
                 operation in it overflows or divides by 0"
            )
        })
    })
}

/// Returns the reason why a power of the deflection by what moves is none: `e` is not Euler's number.
fn exponential(force: &Force) -> Option<String> {
    let names = &force.names;
    let moves = force.value.dependent(|name| names.get(name).is_some_and(|(_, it)| it.moves()));
    let nodes = force.value.nodes();
    let is_one = |node: &Node| {
        let Node::Two(Two::Power, base, exponent) = *node else { return false };
        let Node::Name(name) = nodes[base] else { return false };
        moves[exponent] && matches!(names.get(name), Some((_, Meaning::Relative)))
    };
    nodes.iter().any(is_one).then(|| {
        "`e` is the deflection, whose exponent must not change with the motion or the time: write `exp(x)` for the \
         exponential function"
            .to_owned()
    })
}

/// Returns the reason why lists are no points of the curve that a function makes of them.
fn no_points(formula: &Formula, given: &Start) -> Option<String> {
    formula.nodes().iter().find_map(|node| {
        let Node::List(function, operands) = *node else { return None };
        let is_it = |rule: &Rule| matches!(rule, Rule::List(other) if *other == function);
        let (name, _) = FUNCTIONS.iter().find(|(_, rule)| is_it(rule))?;
        if !CURVES.contains(name) {
            return None;
        }
        let [places, values] = [operands[1], operands[2]].map(|list| given.list(list));
        if places.len() != values.len() {
            let (many, few) = (values.len(), places.len());
            return Some(format!(
                "`{name}` needs one value for each place (got {many} values, {few} places)"
            ));
        }
        if places.is_empty() && *name != SUM {
            return Some(format!("`{name}` needs at least one point"));
        }
        let pairs = places.clone().zip(places.skip(1));
        let mut pairs = pairs.map(|(a, b)| (given.entry(a), given.entry(b)));
        let (before, after) = pairs.find(|(before, after)| before >= after)?;
        Some(format!(
            "the places of `{name}` must increase (got {} after {})",
            Short(after),
            Short(before)
        ))
    })
}

/// Returns the reason why bodies without mass do not allow a force. Their velocities are those at which the forces
/// balance, so that none may depend on them in another way than linearly. Neither may a load, of which friction makes a
/// force.
pub(super) fn massless(bodies: &Bodies, force: &Force) -> Option<String> {
    let massless = |body: &usize| matches!(bodies.list[*body].kind, BodyKind::Massless { .. });
    let name = |body: usize| &bodies.list[body].name;
    let body = force.resisted().find(massless)?;
    let what = if force.acts() { "a force" } else { "a normal load" };
    Some(format!(
        "depends on the velocity of `{}`, which has no mass: {what} by formula may depend on velocities of bodies \
         with mass only",
        name(body)
    ))
}
