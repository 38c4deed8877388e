//! Returns of a motion to where it was: guesses of a cycle.
//!
//! A plane across the motion finds those of smooth motions at equal times. What sticks for long and slips for a moment is
//! seldom met in the moment of a slip: there the states at one kind of transition are compared, which are known at its own
//! time (a Poincaré section). The number of transitions after which they recur best is that of a period.

use super::cycle::{Guess, STEADY, Scales, is_steady, largest_part};
use super::model::{Case, Refusal};
use super::neutral::{Neutral, difference};
use crate::unit::{Element, Simulation};

/// A first guess of a cycle returns within this part of its size.
const NEAR: f64 = 0.05;
/// Parts of the time that is searched for a return to a plane.
const SEARCH_PARTS: usize = 8192;
/// Parts of the time that is searched for transitions, at whose ends states show the size of the motion.
const SAMPLES: usize = 512;
/// Transitions after which a search among them ends.
const MOST_VISITS: usize = 20_000;
/// Fewest transitions of a kind among which a return is sought.
const FEWEST: usize = 4;
/// Greatest number of transitions of a kind in a period.
const MOST_IN_PERIOD: usize = 64;
/// Returns, the last ones, that are compared.
const COMPARED: usize = 3;
/// A shorter period is taken for one that returns so many times better: its multiples return as well.
const AS_GOOD: f64 = 2.0;
/// Greatest distance of a period from an estimate, relative to it.
const ABOUT: f64 = 0.3;

/// True if a period is one that an estimate, if there is one, may stand for.
fn suits(period: f64, estimate: Option<f64>) -> bool {
    estimate.is_none_or(|estimate| (period - estimate).abs() <= ABOUT * estimate)
}

fn steady() -> Refusal {
    let why = "the motion comes to rest, or is steady: there is no cycle to begin with";
    Refusal::NotFound(why.to_owned())
}

/// Finds a guess where a motion, which settles for some time, crosses a plane again; None if it does not.
///
/// # Errors
/// A motion that cannot continue, or that comes to rest.
pub(super) fn of_plane(
    model: &Case,
    settle: f64,
    period: Option<f64>,
) -> Result<Option<Guess>, Refusal> {
    let neutral = Neutral::of(model);
    let first = model.first();
    let mut instance = model.start(0.0, &first, false)?;
    if settle > 0.0 {
        instance.step(0.0, settle)?;
    }
    let length = period.map_or(settle, |period| 2.0 * period);
    let h = length / SEARCH_PARTS as f64;
    let (mut states, mut rates) = (Vec::new(), Vec::new());
    for k in 0..=SEARCH_PARTS {
        states.push(neutral.placed(&model.state(&mut instance)?, &first));
        rates.push(neutral.across(&model.rate(&mut instance)?));
        let time = instance.time();
        instance.step(time, settle + (k + 1) as f64 * h - time)?;
    }
    let scales = Scales::of(&states);
    // Where the motion is fast compared with its size, its plane is met at an angle.
    let speed = |rate: &Vec<f64>| scales.size(rate);
    let early = SEARCH_PARTS / 4;
    let begin = (0..early).max_by(|&a, &b| speed(&rates[a]).total_cmp(&speed(&rates[b])));
    let begin = begin.unwrap_or(0);
    if speed(&rates[begin]) * settle < 1e-6 || is_steady(model, &scales) {
        return Err(steady());
    }
    let normal: Vec<f64> =
        rates[begin].iter().zip(&scales.0).map(|(rate, scale)| rate / (scale * scale)).collect();
    let changes: Vec<Vec<f64>> =
        states.iter().map(|state| neutral.returned(&difference(state, &states[begin]))).collect();
    let height = |k: usize| -> f64 { changes[k].iter().zip(&normal).map(|(x, n)| x * n).sum() };
    let crosses = |k: &usize| height(*k) <= 0.0 && height(*k + 1) > 0.0;
    let mut best: Option<(f64, f64)> = None;
    for k in (begin + 1..SEARCH_PARTS).filter(crosses) {
        let share = -height(k) / (height(k + 1) - height(k));
        let between = changes[k].iter().zip(&changes[k + 1]).map(|(a, b)| a + share * (b - a));
        let distance = scales.size(&between.collect::<Vec<_>>());
        let found = ((k - begin) as f64 + share) * h;
        if !suits(found, period) {
            continue;
        }
        if best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, found));
        }
        if distance < NEAR {
            break;
        }
    }
    Ok(best.map(|(_, period)| Guess { state: states[begin].clone(), period }))
}

/// A transition with the state at its time.
struct Visit {
    /// The element, and its modes before and after.
    kind: (Element, i32, i32),
    time: f64,
    state: Vec<f64>,
}

/// Finds a guess among the transitions of a motion in the time `length` from now on, s, and goes on into the middle of the
/// longest time without one, where the cycle is to begin. None if no transition recurs. Beside it the size of the motion in that
/// time, as the greatest part of a nominal value. Steps of `instance` end at transitions.
///
/// # Errors
/// A motion that cannot continue, or that is steady.
pub(super) fn of_transitions(
    model: &Case,
    instance: &mut Simulation,
    length: f64,
    estimate: Option<f64>,
) -> Result<(Option<Guess>, f64), Refusal> {
    let neutral = Neutral::of(model);
    let like = model.state(instance)?;
    let (mut visits, mut states) = (Vec::new(), Vec::new());
    let start = instance.time();
    for part in 1..=SAMPLES {
        go(model, instance, start + length * part as f64 / SAMPLES as f64, &mut visits)?;
        states.push(model.state(instance)?);
        if visits.len() > MOST_VISITS {
            break;
        }
    }
    states.extend(visits.iter().map(|visit| visit.state.clone()));
    let states: Vec<Vec<f64>> = states.iter().map(|state| neutral.placed(state, &like)).collect();
    let scales = Scales::of(&states);
    let size = largest_part(model, &scales);
    if size <= STEADY {
        return Err(steady());
    }
    let distance = |from: &Visit, to: &Visit| {
        scales.size(&neutral.returned(&difference(&to.state, &from.state)))
    };
    let Some(period) = period(&rarest(&visits), estimate, distance) else {
        return Ok((None, size));
    };
    let (mut next, end) = (Vec::new(), instance.time());
    go(model, instance, end + period, &mut next)?;
    let mut times: Vec<f64> = next.iter().map(|visit| visit.time).collect();
    times.extend(next.first().map(|visit| visit.time + period));
    let gaps = times.windows(2).map(|pair| (pair[1] - pair[0], 0.5 * (pair[0] + pair[1])));
    if let Some((_, middle)) = gaps.max_by(|a, b| a.0.total_cmp(&b.0)) {
        let middle = if middle < instance.time() { middle + period } else { middle };
        go(model, instance, middle, &mut Vec::new())?;
    }
    let state = neutral.placed(&model.state(instance)?, &model.first());
    Ok((Some(Guess { state, period }), size))
}

/// Goes on to a time, and records the transitions.
fn go(
    model: &Case,
    instance: &mut Simulation,
    end: f64,
    visits: &mut Vec<Visit>,
) -> Result<(), Refusal> {
    while instance.time() < end {
        let time = instance.time();
        instance.step(time, end - time)?;
        let events = instance.step_events().to_vec();
        for event in events {
            let kind = (event.element(), event.from(), event.to());
            visits.push(Visit { kind, time: event.time(), state: model.state(instance)? });
        }
    }
    Ok(())
}

/// Returns the visits of the kind that recurs most seldom, of those that still do: fewest of them are in a period.
fn rarest(visits: &[Visit]) -> Vec<&Visit> {
    let Some(last) = visits.last() else { return Vec::new() };
    let mut best: Vec<&Visit> = Vec::new();
    for (place, one) in visits.iter().enumerate() {
        if visits[..place].iter().any(|other| other.kind == one.kind) {
            continue;
        }
        let same: Vec<&Visit> = visits.iter().filter(|other| other.kind == one.kind).collect();
        let [.., before, end] = same[..] else { continue };
        let recurs = last.time - end.time <= AS_GOOD * (end.time - before.time);
        if same.len() >= FEWEST && recurs && (best.is_empty() || same.len() < best.len()) {
            best = same;
        }
    }
    best
}

/// Returns the time after which visits of a kind recur best: the shortest, of those that return nearly as well.
fn period(
    visits: &[&Visit],
    estimate: Option<f64>,
    distance: impl Fn(&Visit, &Visit) -> f64,
) -> Option<f64> {
    let count = visits.len();
    let lags = 1..=MOST_IN_PERIOD.min(count / 2);
    let returns: Vec<(f64, f64)> = lags
        .map(|lag| {
            let pairs = (0..COMPARED.min(count - lag)).map(|k| count - 1 - k);
            let far = pairs.map(|to| distance(visits[to - lag], visits[to]));
            let period = visits[count - 1].time - visits[count - 1 - lag].time;
            (period, far.fold(0.0, f64::max))
        })
        .filter(|(period, _)| *period > 0.0 && suits(*period, estimate))
        .collect();
    let least = returns.iter().map(|(_, far)| *far).fold(f64::INFINITY, f64::min);
    returns.iter().find(|(_, far)| *far <= AS_GOOD * least).map(|(period, _)| *period)
}
