//! More points of a run between two that it has: as many as cubics need to be right, and those at which variables are extreme.

use super::{Measure, Point, mean_square, turns, value};
use crate::unit::{Fault, Reached, Simulation, Snapshot, StopCondition};

/// Error of a cubic, as a part of the range of its variable up to now, from which it is divided.
const OFF: f64 = 1e-6;

/// Round-off of values, as a part of the greatest magnitude.
const ROUND_OFF: f64 = 1e-13;

/// Factor by which a cubic misses the next point, at the same distance, more than a point within: 2²·1²/4! of h⁴y⁗ over 1/384
/// of that.
const EXTRAPOLATED: f64 = 64.0;

/// Place in a part at which its cubic is compared with the motion: no period has a whole number of parts of it.
const COMPARED: f64 = 0.381_966_011_250_105_1;

/// Parts within a part are no shorter than so many times this: beside a breakpoint cubics stay off.
const SHORTEST: f64 = 1e-12;

/// Attempts to find an extreme: three or four suffice where it is smooth.
const MOST_ATTEMPTS: usize = 64;

/// A part of a run.
pub(super) struct Refinement<'r> {
    measure: &'r mut Measure,
    instance: &'r mut Simulation,
    /// The instance at the start.
    before: Snapshot,
    /// The instance at the end, once it has been elsewhere.
    after: Option<Snapshot>,
    start: f64,
}

impl<'r> Refinement<'r> {
    pub fn of(measure: &'r mut Measure, instance: &'r mut Simulation, before: Snapshot) -> Self {
        Self { measure, instance, before, after: None, start: f64::NAN }
    }

    /// Adds the motion from one point to another; returns its last part. The instance is then where it was.
    ///
    /// # Errors
    /// Values that are not finite.
    pub fn add(mut self, from: Point, to: &Point) -> Result<Option<[Point; 2]>, Fault> {
        self.start = from.time;
        let added = self.parts(from, to);
        if let Some(after) = self.after.take() {
            self.instance.restore(&after)?;
        }
        added
    }

    fn parts(&mut self, from: Point, to: &Point) -> Result<Option<[Point; 2]>, Fault> {
        let end = match self.measure.broken {
            true => self.before_transition(to)?,
            false => to.clone(),
        };
        for (summary, value) in self.measure.summaries.iter_mut().zip(&end.values) {
            summary.extend(*value);
        }
        let mut last = self.measure.recent.take();
        let mut ends = vec![end];
        let mut at = from;
        while let Some(end) = ends.last() {
            if end.time <= at.time {
                ends.pop();
                continue;
            }
            let end = end.clone();
            match self.misses(&at, &end, last.as_ref())? {
                Some(middle) => ends.push(middle),
                None => {
                    self.part(&at, &end)?;
                    ends.pop();
                    last = Some([at, end.clone()]);
                    at = end;
                }
            }
        }
        Ok(last)
    }

    /// Goes to a time of the part.
    fn go(&mut self, time: f64, stop: StopCondition) -> Result<Reached, Fault> {
        if self.after.is_none() {
            self.after = Some(self.instance.save());
        }
        self.instance.restore(&self.before)?;
        let start = self.instance.time();
        if time <= start {
            return Ok(Reached::End);
        }
        self.instance.advance(start, time - start, stop, false)
    }

    /// Returns the values at a time of the part.
    fn at(&mut self, time: f64) -> Result<Point, Fault> {
        self.go(time, StopCondition::Nowhere)?;
        self.measure.read(time, self.instance)
    }

    /// Returns the values just before the transition that ends the part.
    fn before_transition(&mut self, to: &Point) -> Result<Point, Fault> {
        let stop = StopCondition::BeforeTransition { within: true };
        match self.go(to.time, stop)? {
            Reached::BeforeEvent => self.measure.read(self.instance.time(), self.instance),
            _ => Ok(to.clone()),
        }
    }

    /// Returns a point within a part that its cubics miss; None: they are right, or it is too short to tell.
    fn misses(
        &mut self,
        from: &Point,
        to: &Point,
        last: Option<&[Point; 2]>,
    ) -> Result<Option<Point>, Fault> {
        let length = to.time - from.time;
        if length <= SHORTEST * to.time.abs().max(1.0) {
            return Ok(None);
        }
        if let Some([first, second]) = last.filter(|[_, second]| second.time == from.time)
            && !self.is_off(first, second, to, EXTRAPOLATED * OFF)
        {
            return Ok(None);
        }
        let middle = self.at(from.time + COMPARED * length)?;
        let inside = middle.time > from.time && middle.time < to.time;
        Ok(Some(middle).filter(|middle| inside && self.is_off(from, to, middle, OFF)))
    }

    /// True if the cubics of a part are off at a point by more than a part of their ranges.
    fn is_off(&self, from: &Point, to: &Point, at: &Point, part: f64) -> bool {
        let place = (at.time - from.time) / (to.time - from.time);
        self.measure.summaries.iter().enumerate().any(|(k, summary)| {
            let off = (value(from.cubic(to, k), place) - at.values[k]).abs();
            let magnitude = summary.min.abs().max(summary.max.abs());
            off > (part * (summary.max - summary.min)).max(ROUND_OFF * magnitude)
        })
    }

    /// Adds a part whose cubics are right.
    fn part(&mut self, from: &Point, to: &Point) -> Result<(), Fault> {
        for k in 0..self.measure.summaries.len() {
            let cubic = from.cubic(to, k);
            self.measure.summaries[k].square += (to.time - from.time) * mean_square(cubic);
            if turns(cubic).next().is_some() {
                for sign in [1.0, -1.0] {
                    self.find_extreme((from.clone(), to.clone()), k, sign)?;
                }
            }
        }
        Ok(())
    }

    /// Finds the greatest value of a variable in a part, with `sign` −1 the least, if it may be that of the run.
    fn find_extreme(
        &mut self,
        (mut from, mut to): (Point, Point),
        k: usize,
        sign: f64,
    ) -> Result<(), Fault> {
        for _ in 0..MOST_ATTEMPTS {
            let summary = &self.measure.summaries[k];
            let known = if sign > 0.0 { summary.max } else { summary.min };
            let cubic = from.cubic(&to, k);
            let misses = |place: f64| (sign * (value(cubic, place) - known), place);
            let most = turns(cubic).map(misses).max_by(|a, b| a.0.total_cmp(&b.0));
            let Some((missed, place)) = most else { return Ok(()) };
            let time = from.time + place * (to.time - from.time);
            if missed <= ROUND_OFF * known.abs() || time <= from.time || time >= to.time {
                return Ok(());
            }
            let found = self.at(time)?;
            self.measure.summaries[k].extend(found.values[k]);
            match sign * found.rates[k] > 0.0 {
                true => from = found,
                false => to = found,
            }
        }
        Ok(())
    }
}
