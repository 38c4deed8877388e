//! Springs within a step: linear in Δv on the piece of the characteristic that the step takes.

use super::SpringNumbers;
use crate::motion::SpringMode;

/// Weight of the end of a step in positions and in the deflections of springs.
pub(in crate::motion) const THETA: f64 = 0.5;

/// Force of a spring or damper within a step: `force + slope·BΔv/h`.
#[derive(Clone, Copy, Debug)]
pub(in crate::motion) struct Linear {
    /// For Δv = 0, N or N·m.
    pub force: f64,
    /// Impulse per change of velocity, N·s/(m/s) or N·m·s/(rad/s), ≥ 0.
    pub slope: f64,
}

/// Impulse per change of velocity. A force that falls where a spring's rises is taken for Δv = 0.
pub(in crate::motion) fn slope(stiffness: f64, damping: f64, h: f64) -> f64 {
    h * (h * THETA * THETA * stiffness.max(0.0) + damping)
}

impl SpringNumbers {
    /// On the piece `branch`, from the deflection at the start and, for Δv = 0, the deflection at the
    /// middle and its rate at the end of a step of size h. A spring that softens beyond its peak has a
    /// negative slope; that part of its force is taken for Δv = 0.
    pub(in crate::motion) fn linear(
        &self,
        branch: SpringMode,
        start: f64,
        middle: f64,
        rate: f64,
        h: f64,
    ) -> Linear {
        let beyond = match branch {
            SpringMode::Gap | SpringMode::Lifted => return Linear { force: 0.0, slope: 0.0 },
            SpringMode::Right => self.freeplay,
            SpringMode::Left => -self.freeplay,
            SpringMode::Bilateral => 0.0,
        };
        let square = start * start;
        let tangent = self.stiffness + 3.0 * self.cubic * square;
        // k e + k₃ e³ on the tangent at the start: e³ ≈ s³ + 3 s² (e − s).
        let cubic = self.cubic * square * (3.0 * middle - 2.0 * start);
        Linear {
            force: self.stiffness * (middle - beyond) + cubic + self.damping * rate,
            slope: slope(tangent, self.damping, h),
        }
    }
}
