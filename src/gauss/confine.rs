//! Clipping that nothing breaks.

/// Numbers within bounds that may be no numbers: sums of numbers of any size are not always.
pub(super) trait Confine {
    /// As `f64::clamp`, but a bound that is no number, or beyond the other, is no panic.
    fn confined(self, low: f64, high: f64) -> f64;
}

impl Confine for f64 {
    fn confined(self, low: f64, high: f64) -> f64 {
        // Each is one instruction.
        let at_least = if self < low { low } else { self };
        if at_least > high { high } else { at_least }
    }
}
