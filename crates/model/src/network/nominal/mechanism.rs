//! Nominal motion of bodies that elements join.

use super::oscillator::Oscillator;

/// Bodies that elements join, in the coordinate of the first of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Mechanism {
    pub whole: Oscillator,
    /// Velocity of the first body.
    pub speed: f64,
}

impl Mechanism {
    /// Returns the sum of the magnitudes of forces, or where there are none the force that changes the velocity within `longest`.
    pub fn force(&self, longest: f64) -> f64 {
        let given = self.whole.force + self.whole.excitation.0;
        if given > 0.0 { given } else { self.whole.mass * self.speed / longest }
    }
}
