//! Numbers with the sizes of what they are made of: the round-off of a formula, whatever cancels on the way.

use super::dual::Dual;
use super::functions::{One, Two};
use super::number::Number;

/// A value, and the sum of the magnitudes of all operations on the way to it, each as far as it is felt: round-off of the
/// value is as many times greater than that of one operation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Magnitude {
    /// The value itself.
    pub value: f64,
    /// The sum; 0 of a number of the text.
    pub size: f64,
}

/// Returns a size that counts: none where a slope has no bound.
pub fn finite(x: f64) -> f64 {
    if x.is_finite() { x } else { 0.0 }
}

impl Magnitude {
    /// Makes a number that is given, and made of such magnitudes.
    pub fn new(value: f64, size: f64) -> Self {
        Self { value, size }
    }
}

impl Number for Magnitude {
    /// Makes a constant of magnitude 0: it is the same wherever the formula is evaluated.
    fn constant(x: f64) -> Self {
        Self { value: x, size: 0.0 }
    }

    fn one(self, function: One) -> Self {
        let result = Dual::new(self.value, 1.0).one(function);
        let felt = finite((result.change * self.size).abs());
        Self { value: result.value, size: finite(result.value.abs()) + felt }
    }

    fn two(self, other: Self, function: Two) -> Self {
        let value = self.value.two(other.value, function);
        if function.is_condition() {
            return Self::constant(value);
        }
        let slope = |by: [f64; 2]| {
            let [a, b] = [Dual::new(self.value, by[0]), Dual::new(other.value, by[1])];
            a.two(b, function).change
        };
        let mut size = finite(value.abs());
        // A slope by what is exact need not exist, as that of a power by its exponent.
        for (by, of) in [([1.0, 0.0], self.size), ([0.0, 1.0], other.size)] {
            size += if of > 0.0 { finite((slope(by) * of).abs()) } else { 0.0 };
        }
        Self { value, size }
    }

    fn choose(self, then: Self, otherwise: Self) -> Self {
        if self.value != 0.0 { then } else { otherwise }
    }

    fn truth(self) -> Option<bool> {
        self.value.truth()
    }

    fn needs_few_samples(self) -> bool {
        self.value.needs_few_samples()
    }
}
