//! A signal given at points.

use std::sync::Arc;

use super::piece::{Piece, TIME_TOLERANCE};

/// A signal given at points; linear between them, constant before the first and after the last. Of
/// points at one time the last counts: two points at the same time are a jump.
#[derive(Clone, Debug)]
pub struct Series {
    times: Arc<[f64]>,
    values: Vec<f64>,
}

impl Series {
    /// Makes a series through as many values as there are times, one at least; times do not fall.
    pub fn new(times: Arc<[f64]>, values: Vec<f64>) -> Self {
        Self { times, values }
    }

    /// Returns the value at time `t`.
    pub fn at(&self, t: f64) -> f64 {
        self.piece(t).at(t)
    }

    /// Returns the straight piece that begins at or before `start` and ends after it.
    pub fn piece(&self, start: f64) -> Piece {
        let reach = start + TIME_TOLERANCE * start.abs().max(1.0);
        let after = self.times.partition_point(|&time| time <= reach);
        let point = |k: usize| (self.times[k], self.values[k]);
        if after == 0 {
            let (end, value) = point(0);
            return Piece::level(start, end, value);
        }
        let (begin, first) = point(after - 1);
        if after == self.times.len() {
            return Piece::level(begin, f64::INFINITY, first);
        }
        let (end, _) = point(after);
        // of points at one time the first is the value before the jump
        let before = self.times[..=after].partition_point(|&time| time < end);
        Piece { start: begin, end, first, last: self.values[before] }
    }
}
