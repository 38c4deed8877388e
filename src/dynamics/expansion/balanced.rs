//! Steep powers whose bases follow balance over a step.

use crate::algebra::taylor::Coefficients;

/// Permitted distance of a base from balance, over the accuracy of velocities: what forces leave of it that nearly cancel.
pub(super) const WITHIN: f64 = 10.0;

/// A steep power, by its number, and what its base is to be.
#[derive(Clone, Debug)]
pub(super) struct Balanced {
    pub number: usize,
    /// Rate of the base by the value of the power.
    pub damping: f64,
    /// True if its time constant is below the resolution of the time.
    pub is_short: bool,
    /// Round-off of the base.
    pub rounded: f64,
    /// Coefficients of the base that it is to have.
    pub base: Coefficients,
}

impl Balanced {
    /// Returns by how much a base of balance may be off, at a relative accuracy: its round-off at least.
    pub fn error(&self, accuracy: f64, base: f64) -> f64 {
        (accuracy * base).max(self.rounded)
    }
}
