//! Numbers with the sizes of what they are made of: how much round-off a formula makes, whatever cancels on the way.

use super::dual::Dual;
use super::functions::{One, Two};
use super::number::Number;

/// A value, and the sum of the magnitudes of all operations on the way to it, each as far as it is felt: round-off of the
/// value is as many times greater than that of one operation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Magnitude {
    pub value: f64,
    pub size: f64,
}

/// What is felt of a size where the slope has a bound.
fn felt(slope: f64, size: f64) -> f64 {
    let felt = (slope * size).abs();
    if felt.is_finite() { felt } else { 0.0 }
}

impl Magnitude {
    /// A number that is given, and made of such magnitudes.
    pub fn new(value: f64, size: f64) -> Self {
        Self { value, size }
    }
}

impl Number for Magnitude {
    /// It is the same wherever the formula is evaluated.
    fn constant(x: f64) -> Self {
        Self { value: x, size: 0.0 }
    }

    fn one(self, function: One) -> Self {
        let result = Dual::new(self.value, 1.0).one(function);
        Self { value: result.value, size: felt(1.0, result.value) + felt(result.change, self.size) }
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
        let mut size = felt(1.0, value);
        // A slope by what is exact need not exist, as that of a power by its exponent.
        for (by, of) in [([1.0, 0.0], self.size), ([0.0, 1.0], other.size)] {
            size += if of > 0.0 { felt(slope(by), of) } else { 0.0 };
        }
        Self { value, size }
    }

    fn choose(self, then: Self, otherwise: Self) -> Self {
        if self.value != 0.0 { then } else { otherwise }
    }

    fn truth(self) -> Option<bool> {
        self.value.truth()
    }
}
