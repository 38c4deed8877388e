//! Parts of a run over which its variables are cubics: where the next point must be. The motion is tried; where the cubics are
//! as close as they must be the instance stays at the end of the part, else it is restored.

use super::{Measure, Point, cubic, has_rate};
use crate::unit::{Event, Fault, Reached, Simulation, Snapshot};

/// Part of its range by which a variable may differ from the cubic between two points.
const ACCURACY: f64 = 1e-7;

/// Part of its greatest magnitude by which it may, too: round-off of values that hardly change.
const ROUND_OFF: f64 = 1e-12;

/// Parts of equal length into which a communication step is divided at most, beside its transitions.
const MOST_PARTS: f64 = 65536.0;

/// Trials of the length of a part: each takes half of it at least, or ends before the first transition.
const MOST_TRIALS: usize = 16;

/// Greatest derivative of s²(1 − s)², which a cubic of Hermite is off by, in units of its greatest value.
const STEEPEST: f64 = 3.1;

/// Places within a part at which cubic and motion are compared, by value and derivative: near its middle, where both differ
/// most, but where no oscillation that the ends have in common has its zeros; and beside it, where another one has none.
const PLACES: [f64; 2] = [0.44, 0.83];

/// Time before a transition, s, relative to max(1, |t|), at which values still are those before it: a step ends there without
/// making the transition, and the next one makes it.
const BEFORE: f64 = 4e-9;

/// Motion over a part that was tried.
struct Trial {
    /// Values within it and at its end.
    points: [Point; PLACES.len() + 1],
    /// True if a formula of the time alone is on another branch at its end.
    breaks: bool,
    /// True if the first transition behind its start ended it.
    transition: bool,
    /// True if there are transitions, which may be at its start.
    events: bool,
}

impl Measure {
    /// Measures the motion up to a time in parts over which the variables are cubics, as [`Measure::begin`] says; `each` sees the
    /// transitions. The motion is at the last point, and stops at transitions.
    ///
    /// # Errors
    /// A motion that cannot continue, or values that are not finite.
    pub fn follow(
        &mut self,
        (end, step): (f64, f64),
        instance: &mut Simulation,
        mut each: impl FnMut(&[Event]),
    ) -> Result<(), Fault> {
        while instance.time() < end {
            let now = instance.time();
            let until = self.begin(end, step, instance)?;
            if instance.time() == now {
                instance.step(now, until - now)?;
            }
            self.see(instance.step_events());
            each(instance.step_events());
            self.point(instance.time(), instance)?;
        }
        Ok(())
    }

    /// Returns the time, not after `until`, at which the next point must be: up to there the variables are cubics, and no
    /// transition is made. Parts are no shorter than a 65536th of a communication step of `step` s, but
    /// right before transitions, so that their number is bounded. The inputs from the present time on are set, the instance stops at transitions, and is left there,
    /// or as it was.
    ///
    /// # Errors
    /// Values that are not finite.
    pub fn begin(
        &mut self,
        until: f64,
        step: f64,
        instance: &mut Simulation,
    ) -> Result<f64, Fault> {
        let from = instance.time();
        if from < self.from {
            return Ok(until.min(self.from));
        }
        let before = instance.save();
        self.kinked.fill(false);
        self.tail = false;
        self.take_new_inputs(&before, instance)?;
        let Some(last) = self.last.clone() else { return Ok(until) };
        let least = step / MOST_PARTS;
        let mut size = (until - from).min(self.size);
        for _ in 0..MOST_TRIALS {
            let end = end_of(from + size, until);
            let tried = self.attempt((from, end), instance);
            // The step itself tells of its end.
            let Ok(Trial { points, breaks, transition, events }) = tried else {
                instance.restore(&before)?;
                return Ok(until);
            };
            let off = if transition { f64::INFINITY } else { self.difference(&last, &points) };
            let factor = if breaks { 0.5 } else { 0.9 * off.max(1e-8).powf(-0.25) };
            let fits = !transition && (off <= 1.0 && !breaks || size <= least);
            if fits {
                self.size = (size * factor.clamp(0.5, 4.0)).max(least);
            }
            if !fits || events {
                instance.restore(&before)?;
            }
            if fits {
                return Ok(end);
            }
            let [.., Point { time, .. }] = points;
            // Twice: closer to the end of a step it would be that end.
            let part = time - 2.0 * before_transition(time) - from;
            if transition && part <= before_transition(time) {
                self.tail = true;
                return Ok(end);
            }
            size = if transition { part } else { (size * factor.clamp(0.1, 0.5)).max(least) };
        }
        Ok(end_of(from + size, until))
    }

    /// Steps to places within a part and to its end, or to the first transition.
    fn attempt(&self, (from, to): (f64, f64), instance: &mut Simulation) -> Result<Trial, Fault> {
        let (mut transition, mut events) = (false, false);
        let branches = self.branches_by_time(instance);
        let mut point = |end: f64| {
            if !transition {
                let now = instance.time();
                transition = instance.step(now, end - now)? == Reached::Transition;
                let seen = instance.step_events();
                transition |=
                    seen.iter().any(|event| event.time() > from + before_transition(from));
                events |= !seen.is_empty();
            }
            self.read(instance.time(), instance)
        };
        let [first, second] = PLACES.map(|place| from + place * (to - from));
        let points = [point(first)?, point(second)?, point(to)?];
        let breaks = branches != self.branches_by_time(instance);
        Ok(Trial { points, breaks, transition, events })
    }

    /// Returns the branches of the decisions of formulas of the time and of inputs.
    fn branches_by_time(&self, instance: &Simulation) -> Vec<Option<usize>> {
        if self.by_time.is_empty() {
            return Vec::new();
        }
        let branches = instance.branches();
        self.by_time.iter().map(|slot| branches[*slot]).collect()
    }

    /// Returns the greatest difference of a variable from its cubic, as a part of what is allowed, and notes which have kinks.
    fn difference(&mut self, from: &Point, points: &[Point; PLACES.len() + 1]) -> f64 {
        let [within @ .., to] = points;
        let size = to.time - from.time;
        let mut greatest = 0.0f64;
        for (k, summary) in self.summaries.iter().enumerate() {
            if !has_rate(&self.unit, self.variables[k]) {
                continue;
            }
            let seen = || points.iter().chain([from]).map(|point| point.values[k]);
            let (high, low) =
                (seen().fold(summary.max, f64::max), seen().fold(summary.min, f64::min));
            let allowed = ACCURACY * (high - low) + ROUND_OFF * high.max(-low);
            let cubic = cubic(from, to, k);
            let [_, b, c, d] = cubic;
            let off = |point: &Point| {
                let place = (point.time - from.time) / size;
                let value = cubic.iter().rev().fold(0.0, |sum, c| sum * place + c);
                let rise = b + place * (2.0 * c + place * 3.0 * d);
                // The derivative of what a cubic is off by is this many times that at most.
                let by_rate = (rise - point.rates[k] * size).abs() / STEEPEST;
                (value - point.values[k]).abs().max(by_rate)
            };
            let most = within.iter().map(off).fold(0.0, f64::max);
            self.kinked[k] = most > allowed;
            if allowed > 0.0 {
                greatest = greatest.max(most / allowed);
            }
        }
        greatest
    }

    /// Takes values and derivatives as new inputs make them at the present time, in the modes that follow.
    fn take_new_inputs(
        &mut self,
        before: &Snapshot,
        instance: &mut Simulation,
    ) -> Result<(), Fault> {
        let time = instance.time();
        let now = self.read(time, instance)?;
        let same = |last: &Point| last.values == now.values && last.rates == now.rates;
        if self.last.as_ref().is_none_or(same) {
            return Ok(());
        }
        if instance.step(time, before_transition(time)).is_ok() {
            let now = Point { time, ..self.read(instance.time(), instance)? };
            for (summary, value) in self.summaries.iter_mut().zip(&now.values) {
                summary.extend(*value);
            }
            self.last = Some(now);
        }
        instance.restore(before)
    }
}

/// Returns the end of a part, which is that of the step where this is as close as a transition may be.
fn end_of(end: f64, until: f64) -> f64 {
    if until - end > before_transition(until) { end } else { until }
}

/// Returns the time before a transition at which it is not made yet, s.
fn before_transition(time: f64) -> f64 {
    BEFORE * time.abs().max(1.0)
}
