//! Intervals of a search, with Bernstein coefficients.

use crate::dynamics::polynomial::{shift_vector, subdivide, to_bernstein};
use crate::dynamics::tolerances::POINT;

/// Intervals that wait while the first is divided: one for every halving down to a point.
const DEPTH: usize = 110;

/// Intervals whose coefficients are kept. Those of the others, which wait until a search has come back from this many halvings,
/// are found again.
pub(super) const KEPT: usize = 16;

/// Intervals yet to be searched, the first on top, each from where the one above it ends, with the Bernstein coefficients on each of
/// the first ones.
#[derive(Clone, Debug, Default)]
pub(in crate::dynamics) struct Intervals {
    taylor: Vec<f64>,
    left: f64,
    ends: Vec<f64>,
    coefficients: Vec<f64>,
    /// Number of intervals that were split.
    pub splits: u64,
}

impl Intervals {
    /// Reserves memory for vectors of `components` polynomials with `coefficients` each.
    pub(crate) fn reserve(&mut self, coefficients: usize, components: usize) {
        self.ends.reserve_exact(DEPTH);
        self.taylor.reserve_exact(coefficients * components);
        self.coefficients.reserve_exact(KEPT * coefficients * components);
    }

    /// Starts with `[0, width]`.
    pub fn start(&mut self, taylor: &[f64], width: f64, components: usize) {
        self.ends.clear();
        self.left = 0.0;
        self.ends.push(width);
        self.taylor.clear();
        self.taylor.extend_from_slice(taylor);
        self.coefficients.clear();
        self.coefficients.extend_from_slice(taylor);
        to_bernstein(&mut self.coefficients, width, components);
    }

    /// Returns the first interval; `length` is that of its coefficients.
    pub fn top(&self, length: usize) -> Option<(f64, f64, &[f64])> {
        let right = *self.ends.last()?;
        Some((self.left, right, &self.coefficients[self.coefficients.len() - length..]))
    }

    /// Drops the first interval.
    pub fn clear_top(&mut self, length: usize, components: usize) {
        self.left = self.ends.pop().unwrap_or(self.left);
        self.coefficients.truncate(self.coefficients.len() - length);
        if let Some(&right) = self.ends.last().filter(|_| self.coefficients.is_empty()) {
            self.coefficients.extend_from_slice(&self.taylor);
            shift_vector(&mut self.coefficients, components, self.left);
            to_bernstein(&mut self.coefficients, right - self.left, components);
        }
    }

    /// Splits the first interval at `at`.
    pub fn split_top(&mut self, at: f64, length: usize, components: usize) {
        let Some(&right) = self.ends.last() else { return };
        self.splits += 1;
        self.ends.push(at);
        if self.coefficients.len() >= KEPT * length {
            self.coefficients.drain(..length);
        }
        let start = self.coefficients.len() - length;
        self.coefficients.extend_from_within(start..);
        let (right_part, left_part) = self.coefficients[start..].split_at_mut(length);
        subdivide(left_part, right_part, components, (at - self.left) / (right - self.left));
    }

    /// Keeps nothing but the part of the first interval that is left of `at`.
    pub fn keep_left_of(&mut self, at: f64, length: usize, components: usize) {
        self.split_top(at, length, components);
        let last = self.ends.len() - 1;
        self.ends.swap(0, last);
        self.ends.truncate(1);
        let start = self.coefficients.len() - length;
        self.coefficients.copy_within(start.., 0);
        self.coefficients.truncate(length);
    }
}

/// True if an interval of the whole is divided no further.
pub(in crate::dynamics) fn is_point(left: f64, right: f64, whole: f64) -> bool {
    right - left <= POINT * right.max(POINT * whole)
}

/// Returns the middle of an interval.
pub(super) fn middle(low: f64, high: f64) -> f64 {
    low + 0.5 * (high - low)
}
