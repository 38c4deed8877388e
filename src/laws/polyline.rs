//! A continuous, piecewise linear function of x ≥ 0: knots 0 = x₀ < x₁ < …, the value at each, and the
//! slope beyond the last; and the laws whose dry part is such a function.

use super::Direction;
use super::declaration::Values;
use super::dry::{Along, Conditions, Dry, Spot, Work};

/// Empty until a knot is pushed.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Polyline {
    knots: Vec<f64>,
    values: Vec<f64>,
    last_slope: f64,
}

impl Polyline {
    /// Empties it, keeping its memory.
    pub fn clear(&mut self) {
        self.knots.clear();
        self.values.clear();
        self.last_slope = 0.0;
    }

    /// Adds a knot; the first is at 0, each further one right of the last.
    pub fn push(&mut self, x: f64, value: f64) {
        debug_assert!(self.knots.last().map_or(x == 0.0, |last| *last < x));
        self.knots.push(x);
        self.values.push(value);
    }

    pub fn set_last_slope(&mut self, slope: f64) {
        self.last_slope = slope;
    }

    /// The slope up to the last knot; 0 with one knot.
    pub fn slope_before_last(&self) -> f64 {
        if self.knots.len() > 1 { self.slope(self.knots.len() - 2) } else { 0.0 }
    }

    /// Index of the segment that holds x, at a knot the one right of it.
    pub fn segment(&self, x: f64) -> usize {
        self.knots[1..].partition_point(|knot| *knot <= x)
    }

    fn slope(&self, segment: usize) -> f64 {
        match (self.knots.get(segment + 1), self.values.get(segment + 1)) {
            (Some(next), Some(value)) => {
                (value - self.values[segment]) / (next - self.knots[segment])
            }
            _ => self.last_slope,
        }
    }

    /// Value and slope at x, at a knot those right of it.
    pub fn at(&self, x: f64) -> (f64, f64) {
        let segment = self.segment(x);
        let slope = self.slope(segment);
        (self.values[segment] + slope * (x - self.knots[segment]), slope)
    }

    /// Where the slope may change.
    pub fn kinks(&self) -> &[f64] {
        &self.knots[1..]
    }

    /// Coefficient k of the segment's line along a series x.
    pub fn coefficient(&self, segment: usize, x: &[f64], k: usize) -> f64 {
        let slope = self.slope(segment);
        if k == 0 {
            self.values[segment] + slope * (x[0] - self.knots[segment])
        } else {
            slope * x[k]
        }
    }

    pub fn least_slope(&self) -> f64 {
        (0..self.knots.len()).map(|segment| self.slope(segment)).fold(f64::INFINITY, f64::min)
    }

    /// Least value at x ≥ 0; −∞ where the last slope falls.
    pub fn least_value(&self) -> f64 {
        if self.last_slope < 0.0 {
            return f64::NEG_INFINITY;
        }
        self.values.iter().copied().fold(f64::INFINITY, f64::min)
    }
}

/// A law whose dry part is piecewise linear in each direction.
pub(super) trait Lines {
    fn line(&self, direction: Direction) -> &Polyline;

    /// As [`Dry::static_limit`].
    fn static_limit(&self, direction: Direction) -> f64;

    /// As [`Dry::change`].
    fn change(&self, spot: &Spot, values: Values, by: Values) -> f64;

    /// As [`Dry::limit_change`].
    fn limit_change(&self, spot: &Spot, values: Values, by: Values) -> f64;
}

impl<L: Lines> Dry for L {
    fn static_limit(&self, direction: Direction, _: Conditions) -> f64 {
        Lines::static_limit(self, direction)
    }

    fn magnitude(&self, direction: Direction, x: f64, _: Conditions) -> (f64, f64) {
        self.line(direction).at(x)
    }

    fn kinks(&self, direction: Direction, into: &mut Vec<f64>) {
        into.extend(self.line(direction).kinks());
    }

    fn coefficient(&self, along: &Along, k: usize, work: &mut Work) -> f64 {
        let line = self.line(along.direction);
        if k == 0 {
            work.segment = line.segment(along.inside);
        }
        line.coefficient(work.segment, along.slip, k)
    }

    fn is_linear(&self) -> bool {
        true
    }

    fn change(&self, spot: &Spot, values: Values, by: Values) -> f64 {
        Lines::change(self, spot, values, by)
    }

    fn limit_change(&self, spot: &Spot, values: Values, by: Values) -> f64 {
        Lines::limit_change(self, spot, values, by)
    }

    fn least_slope(&self) -> f64 {
        let slopes = Direction::BOTH.map(|direction| self.line(direction).least_slope());
        slopes[0].min(slopes[1])
    }
}
