//! A spring on a tangent of its mean force within a step.

use crate::dynamics::elements::spring::SpringData;
use crate::dynamics::elements::spring::step::{Mean, THETA};
use crate::dynamics::tolerances::CONVERGED;
use crate::gauss::Row;

/// A spring on a tangent of its mean force: `mean.force + mean.slope (e₁ − at)`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tangent {
    /// Deflection at the start, and at the end if its bodies continue.
    pub start: f64,
    pub free: f64,
    /// Round-off of both is in proportion to this.
    size: f64,
    pub at: f64,
    pub mean: Mean,
}

impl Tangent {
    /// Makes the tangent at the deflection that the bodies reach alone, in a step of size h.
    pub fn new(entry: &SpringData, (position, middle): (&[f64], &[f64]), h: f64) -> Self {
        let start = entry.deflection(position);
        let free = 2.0 * entry.deflection(middle) - start;
        let size = entry.reach_scale(position) + entry.reach_scale(middle);
        let mut tangent = Self { start, free, size, ..Self::default() };
        tangent.touch(entry, free, h);
        tangent
    }

    /// Returns the force at a deflection at the end.
    fn force(&self, end: f64) -> f64 {
        self.mean.force + self.mean.slope * (end - self.at)
    }

    /// Takes the tangent at a deflection at the end; where the force falls, it stays what it is there.
    pub fn touch(&mut self, entry: &SpringData, at: f64, h: f64) {
        let Mean { force, slope } = entry.mean_force((self.start, at), h);
        (self.at, self.mean) = (at, Mean { force, slope: slope.max(0.0) });
    }

    /// Returns the deflection at the end with a change of velocities.
    pub fn end(&self, row: &Row, change: &[f64], h: f64) -> f64 {
        self.free + THETA * h * row.apply(change)
    }

    /// True if the force at a deflection at the end is that of the spring.
    pub fn has_converged(&self, entry: &SpringData, end: f64, h: f64) -> bool {
        let mean = entry.mean_force((self.start, end), h);
        let size = mean.force.abs() + mean.slope.max(self.mean.slope) * self.size;
        (mean.force - self.force(end)).abs() <= CONVERGED * size
    }

    /// Excess of the spring's force over its tangent, where the deflection at the end is this.
    pub fn over_tangent(&self, entry: &SpringData, end: f64, h: f64) -> f64 {
        entry.mean_force((self.start, end), h).force - self.force(end)
    }

    /// Returns the impulse without a change of velocities, and by it.
    pub fn impulse(&self, h: f64) -> [f64; 2] {
        [h * self.force(self.free), h * h * THETA * self.mean.slope]
    }
}
