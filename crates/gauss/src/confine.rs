//! Clipping that nothing breaks.

/// Numbers within bounds that may be no numbers: sums of numbers of any size are not always.
pub(super) trait Confine {
    /// Clamps to a range as `f64::clamp` does, but without a panic where a bound is no number or beyond the other.
    fn confined(self, low: f64, high: f64) -> f64;
}

impl Confine for f64 {
    fn confined(self, low: f64, high: f64) -> f64 {
        // Each is one instruction.
        let at_least = if self < low { low } else { self };
        if at_least > high { high } else { at_least }
    }
}
