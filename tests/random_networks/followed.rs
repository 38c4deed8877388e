//! Inputs as formulas of the time, which the program follows piece by piece.

use std::sync::Arc;

use luztar::signals::{Expression, Interpolation, Piece, Ramps, Series, Signal, Track, follow};
use luztar::unit::{Model, Simulation, Value};

use super::draws::Draws;
use super::plan::{Line, Plan};
use super::runs::{Trace, look, seen};

/// Distance between a formula and its pieces, as a part of its range.
const TOLERANCE: f64 = 1e-2;

/// Instants are one that differ by less, as a part of a run: formulas jump within pieces of a billionth of a second.
const SAME: f64 = 1e-8;

/// A formula for a force, or for a load, which may pass through 0.
pub fn formula(draws: &mut Draws, is_load: bool) -> String {
    let shape = draws.pick(&[
        "sin(q*t)",
        "abs(sin(q*t))",
        "max(sin(q*t), 0)",
        "min(q*t, 1)",
        "(1 - cos(q*t))",
        "(1 - t)",
        "abs(t - 1)",
        "if(t > s, 1, 0.3)",
        "if(t < s, q*t, 0)",
        "sign(cos(q*t))",
        "floor(q*t)/(1 + t)",
        "(t - s)^2",
        "abs(t - s)^1.5",
        "exp(-q*t)",
        "(q*t) % 1",
        "tanh(5*(t - s))",
        "if(sin(q*t) > 0, sin(q*t), 0)",
    ]);
    let size = draws.mixed(&[1.0], 0.3, 3.0);
    let base = if is_load { draws.mixed(&[0.0, 1.0], -0.5, 2.0) } else { 0.0 };
    let [q, s] = [(0.5, 7.0), (0.3, 2.7)].map(|(low, high)| draws.mixed(&[1.0, 2.0], low, high));
    let shape = shape.replace('q', &format!("{q:?}")).replace("s)", &format!("{s:?})"));
    let shape = shape.replace("> s", &format!("> {s:?}")).replace("< s", &format!("< {s:?}"));
    format!("{base:?} + {size:?}*{shape}")
}

fn ramps(text: &str, end: f64) -> Ramps {
    let expression = Expression::parse(text).unwrap_or_else(|wrong| panic!("{text}: {wrong}"));
    Ramps::new(expression, end, TOLERANCE)
}

/// The pieces of a formula up to the end of a run.
fn pieces(text: &str, end: f64) -> Vec<Piece> {
    let mut ramps = ramps(text, end);
    let mut list = vec![ramps.piece(0.0)];
    while let Some(last) = list.last().filter(|last| last.end < end) {
        let next = ramps.piece(last.end);
        list.push(next);
    }
    list
}

/// Cuts the segments of a plan where formulas of its lines have other pieces, which become those of the lines.
pub fn cut(plan: &mut Plan) {
    let end = *plan.times.last().expect("segments");
    let of = |line: &Line| line.formula.as_ref().map(|text| pieces(text, end));
    let all: Vec<Option<Vec<Piece>>> = plan.lines.iter().map(of).collect();
    let mut times = vec![0.0, end];
    if all.iter().any(Option::is_none) {
        times.extend(&plan.times);
    }
    times.extend(all.iter().flatten().flatten().map(|piece| piece.end.min(end)));
    times.sort_by(f64::total_cmp);
    let same = SAME * end;
    times.dedup_by(|next, time| *next - *time <= same);
    *times.last_mut().expect("segments") = end;
    let starts = &times[..times.len() - 1];
    for (line, pieces) in plan.lines.iter_mut().zip(all) {
        let parts = starts.iter().map(|start| match &pieces {
            Some(list) => {
                let after = list.partition_point(|piece| piece.end <= start + same);
                let piece = list[after.min(list.len() - 1)];
                let slope = (piece.last - piece.first) / (piece.end.min(end) - piece.start);
                [piece.at(*start), slope, 0.0]
            }
            None => {
                let segment = plan.times.partition_point(|time| *time <= start + same) - 1;
                let ([c0, c1, c2], tau) = (line.pieces[segment], start - plan.times[segment]);
                [c0 + (c1 + c2 * tau) * tau, c1 + 2.0 * c2 * tau, c2]
            }
        });
        line.pieces = parts.collect();
    }
    plan.times = times;
}

/// The motion with inputs that are followed as the program does, in communication steps of a length.
pub fn followed(
    unit: &Arc<Model>,
    plan: &Plan,
    tolerance: f64,
    step: f64,
) -> Result<Trace, String> {
    followed_by(unit, plan, tolerance, (step, Interpolation::Ramps))
}

/// Follows a plan with another interpolation between the ends of steps.
pub fn followed_by(
    unit: &Arc<Model>,
    plan: &Plan,
    tolerance: f64,
    by: (f64, Interpolation),
) -> Result<Trace, String> {
    followed_seen(unit, plan, tolerance, by, (&|_| 1, &mut |_, _| {}))
}

/// Number of parts of a step from a time on, s, and what looks at the end of each.
type Looks<'l> = (&'l dyn Fn(f64) -> usize, &'l mut dyn FnMut(f64, &mut Simulation));

/// Follows a plan, with steps in parts. Inputs go on in these as they do in the step as a whole.
pub fn followed_seen(
    unit: &Arc<Model>,
    plan: &Plan,
    tolerance: f64,
    (step, interpolation): (f64, Interpolation),
    (parts, see): Looks,
) -> Result<Trace, String> {
    let told = |fault: luztar::unit::Fault| fault.to_string();
    let end = *plan.times.last().expect("segments");
    let mut instance = Simulation::new(unit.clone());
    let tight = unit.find("relativeTolerance").expect("every unit has it");
    instance.set(tight, Value::Real(tolerance)).map_err(told)?;
    let mut tracks: Vec<Track> = plan.lines.iter().map(|line| track(unit, plan, line)).collect();
    let mut trace = Trace::default();
    let what = seen(unit);
    let mut go = |time: f64, until: f64, instance: &mut Simulation| {
        follow(&mut tracks, interpolation, time, &(time..until), instance)
            .map_err(|refused| refused.to_string())
    };
    go(0.0, step.min(end), &mut instance)?;
    instance.enter_initialization().map_err(told)?;
    instance.exit_initialization().map_err(told)?;
    see(0.0, &mut instance);
    let (mut time, mut next) = (0.0, 1);
    for point in 1..=(end / step).ceil() as usize {
        let point = (point as f64 * step).min(end);
        while time < point {
            let until = go(time, point, &mut instance)?;
            let (start, parts) = (time, parts(time));
            for part in 1..=parts {
                let last = start + (until - start) * (part as f64 / parts as f64);
                let to = if part == parts { until } else { last };
                if part > 1 && interpolation == Interpolation::Ramps {
                    go(time, to, &mut instance)?;
                }
                instance.step(time, to - time).map_err(told)?;
                trace.events.extend_from_slice(instance.step_events());
                time = to;
                see(time, &mut instance);
            }
            while plan.times.get(next).is_some_and(|time_of| *time_of <= time + SAME * end) {
                look(&mut instance, &what, &mut trace)?;
                next += 1;
            }
        }
    }
    Ok(trace)
}

/// Value of a line over the time, as a formula or as points.
fn track(unit: &Model, plan: &Plan, line: &Line) -> Track {
    let index = unit.find(&line.name).expect("an input");
    let end = *plan.times.last().expect("segments");
    let signal = match &line.formula {
        Some(text) => Signal::Expression(ramps(text, end)),
        None => {
            let (mut times, mut values) = (Vec::new(), Vec::new());
            for segment in 0..plan.segments() {
                for time in [plan.times[segment], plan.times[segment + 1]] {
                    times.push(time);
                    values.push(plan.value(line, segment, time));
                }
            }
            Signal::Series(Series::new(times.into(), values))
        }
    };
    Track::new(index, line.name.clone(), signal)
}
