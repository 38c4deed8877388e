//! First roots of guards on the polynomials of a segment.
//!
//! A guard is a scalar that its mode keeps ≥ 0. It is *triggered* at the first τ of a half-open
//! interval `(from, to]` after which it is < 0: a guard that starts at 0 is armed, one that only
//! touches 0 is not triggered (a graze). The τ given back lies on the triggered side, `p(τ) ≤ 0` as
//! [`evaluate`] computes it, next to a number where it is > 0: the event is in between. (The idea of
//! half-open witness functions is that of drake, `systems/framework/witness_function.h`.)
//!
//! No root is missed: intervals are cleared only by their Bernstein coefficients. If all are ≥ 0, so
//! is p; where a concave function of a vector of polynomials is ≥ its threshold at all control points,
//! it is so on the whole interval (the curve stays in their convex hull).

mod departure;
mod intervals;

pub(crate) use departure::Holding;
pub use departure::first_departure;
pub(in crate::dynamics) use intervals::{Intervals, is_point};

use crate::dynamics::bounded::Bounded;
use crate::dynamics::polynomial::{evaluate, evaluate_with_slope, magnitude, shift};
use crate::dynamics::tolerances::OF_POLYNOMIAL;
use intervals::middle;

/// Steps of Newton's method, one after the other, that may fail to halve its bracket.
const MOST_SLOW: usize = 4;

/// Buffers of the searches; they grow to what is needed and are kept.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    taylor: Vec<f64>,
    bound: Vec<f64>,
    intervals: Intervals,
    point: Vec<f64>,
    /// Number of evaluations of a margin.
    margins: u64,
}

impl Scratch {
    /// Returns the number of evaluations of a margin, and that of intervals that were split.
    pub(in crate::dynamics) fn cost(&self) -> (u64, u64) {
        (self.margins, self.intervals.splits)
    }

    /// Reserves memory for searches over vectors of `components` polynomials with `coefficients` each.
    pub(crate) fn reserve(&mut self, coefficients: usize, components: usize) {
        let length = coefficients * components.max(1);
        for buffer in [&mut self.taylor, &mut self.bound] {
            buffer.reserve_exact(length);
        }
        self.point.reserve_exact(components);
        self.intervals.reserve(coefficients, components.max(1));
    }
}

/// Returns the first τ in `(from, to]` at which the polynomial with Taylor coefficients `c` becomes negative, given
/// that it is ≥ 0 before; `from` itself if it is negative right after it. `0 ≤ from`.
///
/// A zero at `from = 0` is exact: leading coefficients that are 0 are divided out, so that the first one
/// that is not decides the sign. At `from > 0` a value within round-off of 0 counts as such a zero.
/// Roots without a change of sign, and dips within round-off (16 ε Σ|c_k τ^k|), are grazes.
/// Coefficients must be finite and of
/// degree ≤ 24.
pub fn first_descent(c: &[f64], from: f64, to: f64, scratch: &mut Scratch) -> Option<f64> {
    let width = to - from;
    if !(width > 0.0 && magnitude(c, to).is_finite()) {
        return None;
    }
    if from == 0.0 && stays(c, width) {
        return None;
    }
    let Scratch { taylor, bound, intervals, .. } = scratch;
    taylor.clear();
    taylor.extend_from_slice(c);
    bound.clear();
    bound.extend(c.iter().map(|x| x.abs()));
    if from > 0.0 {
        shift(taylor, from);
        shift(bound, from);
        taylor[0] = Bounded { value: taylor[0], bound: OF_POLYNOMIAL * bound[0] }.decided();
    }
    let zeros = taylor.iter().take_while(|x| **x == 0.0).count();
    let (p, bound) = (&taylor[zeros..], &bound[zeros..]);
    let &start = p.first()?;
    if start < 0.0 {
        return Some(from);
    }
    if stays(p, width) {
        return None;
    }
    descend(p, bound, width, intervals).map(|tau| from + tau)
}

/// True if a polynomial does not become negative: c_k + τ q(τ) is nowhere less than c_k, or than this with the least q at the end.
fn stays(c: &[f64], width: f64) -> bool {
    let least = |least: f64, x: &f64| if least < 0.0 { x + least * width } else { *x };
    c.iter().rev().fold(0.0, least) >= 0.0
}

/// Returns [`first_descent`] on `(0, width]` for `p(0) > 0`; `bound` gives the scale of round-off.
fn descend(p: &[f64], bound: &[f64], width: f64, intervals: &mut Intervals) -> Option<f64> {
    let n = p.len();
    let mut found = None;
    intervals.start(p, width, 1);
    while let Some((left, right, b)) = intervals.top(n) {
        let noise = OF_POLYNOMIAL * magnitude(bound, right);
        if b.iter().all(|&x| x >= -noise) {
            intervals.clear_top(n, 1);
            continue;
        }
        let is_point = is_point(left, right, width);
        if b[n - 1] < -noise {
            let falls_once = rises(b, noise) == 0;
            let before = last_positive(p, left);
            if before == left || falls_once || is_point {
                let (low, high) = polish(|x| evaluate_with_slope(p, x), before, right);
                if falls_once || is_point || low <= left {
                    return Some(high);
                }
                found = Some(high);
                intervals.keep_left_of(low, n, 1);
                continue;
            }
        }
        if is_point {
            intervals.clear_top(n, 1);
        } else {
            intervals.split_top(middle(left, right), n, 1);
        }
    }
    found
}

/// Returns the number of changes from below −noise to above noise in `b`.
fn rises(b: &[f64], noise: f64) -> usize {
    let mut below = false;
    let mut count = 0;
    for &x in b {
        if x < -noise {
            below = true;
        } else if x > noise && below {
            below = false;
            count += 1;
        }
    }
    count
}

/// Returns `from`, or if `p(from) ≤ 0` by round-off, a number close below it where p is positive.
fn last_positive(p: &[f64], from: f64) -> f64 {
    let mut back = from.next_up() - from;
    let mut at = from;
    while at > 0.0 && evaluate(p, at) <= 0.0 {
        at = (from - back).max(0.0);
        back *= 2.0;
    }
    at
}

/// Returns neighbouring numbers `(low, high)` with `f(low) > 0 ≥ f(high)` between two such numbers, where `f` gives
/// value and slope: Newton's method within a bracket.
fn polish(f: impl Fn(f64) -> (f64, f64), mut low: f64, mut high: f64) -> (f64, f64) {
    let mut x = middle(low, high);
    let (mut slow, mut width) = (0, f64::INFINITY);
    while low < x && x < high {
        let (value, slope) = f(x);
        if value > 0.0 {
            low = x;
        } else {
            high = x;
        }
        if high - low <= 0.5 * width {
            (slow, width) = (0, high - low);
        } else {
            slow += 1;
        }
        x = if slope < 0.0 && slow < MOST_SLOW {
            // Where the method has converged, and where it leaves the bracket: the number next to that end.
            (x - value / slope).max(low.next_up()).min(high.next_down())
        } else {
            middle(low, high)
        };
    }
    (low, high)
}

#[cfg(test)]
mod tests;
