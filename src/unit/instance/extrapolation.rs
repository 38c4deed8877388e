//! Differences that are extrapolated to a way of 0, with an estimate of the error.
//!
//! Source: C. J. F. Ridders, Accurate computation of F'(x) and F'(x)F''(x), Advances in Engineering Software 4 (1982).

/// Differences at most, each over half the way of the one before.
pub(super) const LEVELS: usize = 12;

/// Last row of the table of extrapolations: the difference, then what it makes together with more and more of those before it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Extrapolation {
    row: [f64; LEVELS],
    count: usize,
    central: bool,
}

impl Extrapolation {
    /// Adds a difference over half the way of the one before, which is `central` or to one side and of second order; returns the
    /// derivative and its error. One of another kind than those before begins anew.
    pub fn add(&mut self, difference: f64, central: bool) -> (f64, f64) {
        if self.central != central {
            *self = Self { central, ..Self::default() };
        }
        let before = std::mem::replace(&mut self.row, [difference; LEVELS]);
        let mut best = (difference, f64::INFINITY);
        for order in 1..=self.count {
            // What is left of errors of central differences has even powers alone.
            let power = if central { 2 * order } else { order + 1 };
            let factor = (1_u64 << power) as f64;
            let (own, other) = (self.row[order - 1], before[order - 1]);
            let value = (factor * own - other) / (factor - 1.0);
            self.row[order] = value;
            let error = (value - own).abs().max((value - other).abs());
            if error < best.1 {
                best = (value, error);
            }
        }
        self.count = (self.count + 1).min(LEVELS - 1);
        best
    }
}

#[cfg(test)]
mod tests {
    use super::{Extrapolation, LEVELS};

    /// The derivative of exp at 1 by central differences and by those to one side: within the estimate, and round-off at the end.
    #[test]
    fn derivatives_are_within_their_errors() {
        let f = |by: f64| libm::exp(1.0 + by);
        for central in [true, false] {
            let (mut extrapolation, mut least) = (Extrapolation::default(), f64::INFINITY);
            for level in 0..LEVELS {
                let size = 0.2 / (1_u64 << level) as f64;
                let difference = match central {
                    true => (f(size) - f(-size)) / (2.0 * size),
                    false => (4.0 * f(size) - 3.0 * f(0.0) - f(2.0 * size)) / (2.0 * size),
                };
                let (found, error) = extrapolation.add(difference, central);
                let actual = (found - f(0.0)).abs();
                assert!(actual <= error + 1e-14 / size, "{level}: {actual} {error}");
                least = least.min(error);
            }
            assert!(least < 1e-11, "{least}");
        }
    }

    /// Differences of one kind say nothing of those of the other.
    #[test]
    fn another_kind_begins_anew() {
        let mut extrapolation = Extrapolation::default();
        for difference in [1.0, 1.0] {
            extrapolation.add(difference, true);
        }
        assert_eq!(extrapolation.add(2.0, false), (2.0, f64::INFINITY));
    }
}
