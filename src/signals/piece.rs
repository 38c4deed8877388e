//! A straight piece of an input over time.

/// Times that differ by less are the same point, s at unit scale: FMI hosts count times in sums whose
/// round-off is far below, and no step is that short.
pub const TIME_TOLERANCE: f64 = 1e-9;

/// Piece from `start` to `end`, s; where the next piece begins with another value than the last, the input jumps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Piece {
    /// Time of its start, s.
    pub start: f64,
    /// Time of its end, s; ∞ of the last.
    pub end: f64,
    /// Value at its start.
    pub first: f64,
    /// Value at its end.
    pub last: f64,
}

impl Piece {
    /// Makes a piece of one value throughout.
    pub fn level(start: f64, end: f64, value: f64) -> Self {
        Self { start, end, first: value, last: value }
    }

    /// Returns the value at a time of the piece; that of the nearer end outside.
    pub fn at(&self, t: f64) -> f64 {
        if t <= self.start {
            return self.first;
        }
        if t >= self.end {
            return self.last;
        }
        let share = (t - self.start) / (self.end - self.start);
        self.first * (1.0 - share) + self.last * share
    }
}
