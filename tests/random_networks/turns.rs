//! Oscillations of forces that are periodic in a position, as p·cos(e/l): every exact method has to follow each of them, so that
//! their number in a communication step says what that must cost.

use std::sync::Arc;

use luztar::signals::Interpolation;
use luztar::unit::{Model, Simulation, Value};

use super::followed::followed_seen;
use super::plan::{Element, Plan};

/// Oscillations that a communication step may be too short for: its budget of 2 000 000 evaluations is 200 for each of so many. A
/// series of 20 orders goes over two radians, which are 60 evaluations, and what checks it costs as much again.
pub const TOO_MANY: f64 = 1e4;

/// Parts of a communication step between whose ends the oscillations are counted.
const PARTS: f64 = 64.0;

/// A length over which forces repeat 2π times, and the position that they follow: Σ factor·variable.
struct Periodic {
    length: f64,
    terms: Vec<(f64, usize)>,
}

impl Periodic {
    fn of(unit: &Model, element: &Element) -> Option<Self> {
        let value = |key: &str| element.keys.iter().find(|(name, _)| *name == key).map(|(_, v)| v);
        let formula = ["force", "torque", "energy"].into_iter().find_map(value)?;
        let waves = ["sin(", "cos("].iter().flat_map(|wave| formula.match_indices(wave));
        let mut arguments = waves.filter_map(|(at, _)| formula[at + 4..].split(')').next());
        let position = arguments.find_map(|argument| argument.strip_suffix("/l"))?;
        let (_, length) = value("parameter")?.split_once("l = ")?;
        let length = length.split([',', ' ']).next()?.parse().ok()?;
        let place = |name: &str| unit.find(name).expect("a position");
        if position != "e" {
            return Some(Self { length, terms: vec![(1.0, place(position))] });
        }
        let ratio = value("ratio").map_or(1.0, |ratio| ratio.parse().expect("a number"));
        let moves = |name: &&String| {
            ["position", "angle"].iter().find_map(|motion| unit.find(&format!("{name}.{motion}")))
        };
        let ends = element.needs.iter().zip([1.0, -ratio]);
        let terms = ends.filter_map(|(name, factor)| Some((factor, moves(&name)?))).collect();
        Some(Self { length, terms })
    }

    /// Returns the phase in oscillations.
    fn phase(&self, instance: &mut Simulation) -> f64 {
        let position = self.terms.iter().map(|(factor, index)| match instance.get(*index) {
            Ok(Value::Real(position)) => factor * position,
            other => unreachable!("{other:?}"),
        });
        position.sum::<f64>() / self.length / std::f64::consts::TAU
    }
}

/// Returns the greatest number of oscillations in a communication step of this length, as a run in parts of it finds them: no fewer
/// than between the ends of the parts.
///
/// # Errors
/// The run ends before its time.
pub fn most_turns(
    unit: &Arc<Model>,
    plan: &Plan,
    (step, interpolation): (f64, Interpolation),
) -> Result<f64, String> {
    let elements = plan.elements.iter();
    let periodic: Vec<Periodic> =
        elements.filter_map(|element| Periodic::of(unit, element)).collect();
    let mut before = vec![None; periodic.len()];
    let mut steps = vec![0.0; (*plan.times.last().expect("segments") / step).ceil() as usize + 1];
    followed_seen(unit, plan, 1e-10, (step / PARTS, interpolation), &mut |time, instance| {
        let place = ((time / step).ceil() as usize).max(1) - 1;
        let turned = periodic.iter().zip(&mut before).map(|(one, before)| {
            let phase = one.phase(instance);
            (phase - before.replace(phase).unwrap_or(phase)).abs()
        });
        steps[place] += turned.fold(0.0, f64::max);
    })?;
    Ok(steps.into_iter().fold(0.0, f64::max))
}
