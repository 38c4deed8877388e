//! Turns of a motion that every method has to follow one by one: oscillations of forces that are periodic in a position, as
//! p·cos(e/l), and passages of slip velocities through the breakpoints and bends of their laws. They say what a communication step must
//! cost, whatever steps a method takes: they are counted on places of the motion alone.
//!
//! A Taylor series ends at the nearest breakpoint, and reaches no farther than the nearest singular point:
//!
//! | turn | series, at least |
//! |---|---|
//! | cos(e/l) | one for two radians |
//! | a breakpoint w = b of a law | one |
//! | a reversal of a bristle | one for two radians of the power that it dissipates, whose frequency is three times that of the slip |
//! | atan(a·w), singular at w = ±i/a | one for each factor e by which \|w − i/a\| changes: asinh(a·w) changes by 1 |

use std::sync::Arc;

use luztar::signals::Interpolation;
use luztar::unit::{Model, Simulation, Value};

use super::followed::followed_seen;
use super::plan::{Element, Plan};

/// Evaluations that a step may cost for each series: one has 20 orders, the check of its errors and its guards costs twice as much
/// again, and half of it is cut off by what ends it.
pub const OF_A_SERIES: f64 = 160.0;

/// Radians of an oscillation in a series.
const RADIANS: f64 = 2.0;

/// Series of a bristle between two reversals of its slip, half an oscillation.
const REVERSAL: f64 = 3.0 * std::f64::consts::PI / RADIANS;

/// Parts of a communication step between whose ends turns are counted.
const PARTS: usize = 1 << 16;

/// Force or law that turns along a variable, or a sum Σ factor·variable.
struct Turning {
    terms: Vec<(f64, usize)>,
    by: By,
}

enum By {
    /// Length over which a force repeats 2π times.
    Period(f64),
    /// Breakpoints of a law in ascending order, its steepness a, or 0, and true of one with a bristle.
    Law { breaks: Vec<f64>, steepness: f64, is_bristle: bool },
}

fn number(element: &Element, key: &str) -> Option<f64> {
    element.value(key).map(|text| text.parse().expect("a number"))
}

fn list(element: &Element, key: &str) -> Option<Vec<f64>> {
    let entries = element.value(key)?.trim_matches(['[', ']']).split(',');
    Some(entries.map(|entry| entry.trim().parse().expect("a number")).collect())
}

/// Slip speeds at which the copies of a fractal curve meet: those of its points, `depth` times mapped into each interval of them.
fn meetings(points: &[f64], depth: usize) -> Vec<f64> {
    let (first, last) = (points[0], points[points.len() - 1]);
    (0..depth).fold(points.to_vec(), |inner, _| {
        let mapped = points.windows(2).flat_map(|x| {
            let at = |place: &f64| x[0] + (x[1] - x[0]) * (place - first) / (last - first);
            inner[..inner.len() - 1].iter().map(at).collect::<Vec<_>>()
        });
        mapped.chain([last]).collect()
    })
}

impl Turning {
    fn of(unit: &Model, element: &Element) -> Option<Self> {
        if element.table == "contact" {
            Self::law(unit, element)
        } else {
            Self::wave(unit, element)
        }
    }

    fn wave(unit: &Model, element: &Element) -> Option<Self> {
        let formula =
            ["force", "torque", "energy"].into_iter().find_map(|key| element.value(key))?;
        let waves = ["sin(", "cos("].iter().flat_map(|wave| formula.match_indices(wave));
        let mut arguments = waves.filter_map(|(at, _)| formula[at + 4..].split(')').next());
        let position = arguments.find_map(|argument| argument.strip_suffix("/l"))?;
        let (_, length) = element.value("parameter")?.split_once("l = ")?;
        let length = length.split([',', ' ']).next()?.parse().ok()?;
        let by = By::Period(length);
        let place = |name: &str| unit.find(name).expect("a position");
        if position != "e" {
            return Some(Self { terms: vec![(1.0, place(position))], by });
        }
        let ratio = number(element, "ratio").unwrap_or(1.0);
        let moves = |name: &&String| {
            ["position", "angle"].iter().find_map(|motion| unit.find(&format!("{name}.{motion}")))
        };
        let ends = element.needs.iter().zip([1.0, -ratio]);
        let terms = ends.filter_map(|(name, factor)| Some((factor, moves(&name)?))).collect();
        Some(Self { terms, by })
    }

    fn law(unit: &Model, element: &Element) -> Option<Self> {
        let slip = unit.find(&format!("{}.slipVelocity", element.name))?;
        let speeds = |keys: &[&str]| -> Vec<f64> {
            keys.iter().filter_map(|key| number(element, key)).chain([0.0]).collect()
        };
        let mut forward = speeds(&["rampVelocity", "plateauVelocity", "forwardVelocity"]);
        let depth = number(element, "depth").map_or(0, |depth| depth as usize);
        forward.extend(list(element, "slip").iter().flat_map(|points| meetings(points, depth)));
        let backward = match list(element, "backwardSlip") {
            Some(speeds) => speeds,
            None if number(element, "backwardVelocity").is_some() => speeds(&["backwardVelocity"]),
            None => forward.clone(),
        };
        let mut breaks: Vec<f64> = backward.iter().map(|speed| -speed).chain(forward).collect();
        breaks.sort_by(f64::total_cmp);
        breaks.dedup_by(|a, b| *a == *b);
        let is_bent = element.value("regularisation") == Some("\"atan\"");
        let steepness = number(element, "steepness").filter(|_| is_bent).unwrap_or(0.0);
        let law = element.value("law").unwrap_or_default().trim_matches('"');
        let is_bristle = ["blimanSorine", "dahl", "luGre"].contains(&law);
        let by = By::Law { breaks, steepness, is_bristle };
        Some(Self { terms: vec![(1.0, slip)], by })
    }

    fn at(&self, instance: &mut Simulation) -> f64 {
        let terms = self.terms.iter().map(|(factor, index)| match instance.get(*index) {
            Ok(Value::Real(place)) => factor * place,
            other => unreachable!("{other:?}"),
        });
        terms.sum()
    }

    /// Returns the series between two places, at least.
    fn series(&self, from: f64, to: f64) -> f64 {
        match &self.by {
            By::Period(length) => (to - from).abs() / length / RADIANS,
            By::Law { breaks, steepness, is_bristle } => {
                let below = |w: f64| breaks.partition_point(|speed| *speed <= w);
                let rests = (from == 0.0) != (to == 0.0);
                let passed = (below(from).abs_diff(below(to)).max(usize::from(rests))) as f64;
                let reversed =
                    if *is_bristle && (from < 0.0) != (to < 0.0) { REVERSAL } else { 0.0 };
                passed + reversed + ((steepness * to).asinh() - (steepness * from).asinh()).abs()
            }
        }
    }
}

/// Returns the number of series that turns need, at least, from the begin of a communication step to a time in it, s, as a run with this
/// step in parts finds them: those between the ends of the parts.
///
/// # Errors
/// The run ends before that.
pub fn series_within(
    unit: &Arc<Model>,
    plan: &Plan,
    by: (f64, Interpolation),
    [begin, end]: [f64; 2],
) -> Result<f64, String> {
    let elements = plan.elements.iter();
    let turning: Vec<Turning> = elements.filter_map(|element| Turning::of(unit, element)).collect();
    let mut before = vec![None; turning.len()];
    let (mut series, mut reached) = (0.0, 0.0);
    let parts = |time: f64| if time == begin { PARTS } else { 1 };
    let moved = followed_seen(
        unit,
        plan,
        1e-10,
        by,
        (&parts, &mut |time, instance| {
            reached = time;
            for (one, before) in turning.iter().zip(&mut before) {
                let now = one.at(instance);
                let turned = one.series(before.replace(now).unwrap_or(now), now);
                series += if begin < time && time <= end { turned } else { 0.0 };
            }
        }),
    );
    // What comes behind that may cost too much, too.
    if reached < end { moved.map(|_| series) } else { Ok(series) }
}
