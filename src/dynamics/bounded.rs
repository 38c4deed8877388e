//! A number with a bound of its error, to be compared with 0.

use crate::dynamics::tolerances::EDGE;

/// A number, and how far it may be off by round-off: |true number − value| ≤ bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::dynamics) struct Bounded {
    pub value: f64,
    pub bound: f64,
}

impl Bounded {
    /// True if 0 lies within the bound.
    pub fn is_zero(self) -> bool {
        self.value.abs() <= self.bound
    }

    /// Returns the value, or 0 if 0 lies within the bound.
    pub fn decided(self) -> f64 {
        if self.is_zero() { 0.0 } else { self.value }
    }

    /// Returns the difference to a number that is exact. Where it may be 0 the subtraction is exact, too: both numbers are within a
    /// factor of 2 (Sterbenz), or bounds are as great as the numbers.
    pub fn minus(self, exact: f64) -> Self {
        Self { value: self.value - exact, ..self }
    }

    /// Returns the number with a further error.
    pub fn with_error(self, error: f64) -> Self {
        Self { bound: self.bound + error, ..self }
    }
}

/// Returns the round-off of a ramp from a value on, `elapsed` (s) later.
pub(in crate::dynamics) fn ramp_round_off(value: f64, rate: f64, elapsed: f64) -> f64 {
    EDGE * (value.abs() + (rate * elapsed).abs())
}

#[cfg(test)]
mod tests {
    use super::Bounded;

    /// 1 − (1 − 2⁻⁵³) is below the round-off of its terms, 1 − (1 − 2⁻⁴⁰) is not.
    #[test]
    fn a_difference_is_zero_within_its_bound() {
        let difference =
            |exact: f64| Bounded { value: 1.0, bound: 4.0 * f64::EPSILON }.minus(exact);
        let near = difference(1.0 - 0.5 * f64::EPSILON);
        assert!(near.is_zero() && near.value != 0.0 && near.decided() == 0.0);
        let least = 1.0 / (1_u64 << 40) as f64;
        let far = difference(1.0 - least);
        assert_eq!(far.decided(), least);
        assert!(far.with_error(1e-12).is_zero());
    }
}
