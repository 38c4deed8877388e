//! Springs within a step: linear in Δv on the piece of the characteristic that the step takes.

use super::{Moreau, THETA};
use crate::motion::SpringMode;
use crate::motion::numbers::{Numbers, SpringNumbers};

/// Force of a spring or damper within a step: `force + slope·BΔv/h`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Linear {
    /// For Δv = 0, N or N·m.
    pub force: f64,
    /// Impulse per change of velocity, N·s/(m/s) or N·m·s/(rad/s), ≥ 0.
    pub slope: f64,
}

impl SpringNumbers {
    /// On the piece `branch`, from the deflection at the start and, for Δv = 0, the deflection at the
    /// middle and its rate at the end of a step of size h. A spring that softens beyond its peak has a
    /// negative slope; that part of its force is taken for Δv = 0.
    pub(super) fn linear(
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
            slope: h * (h * THETA * THETA * tangent.max(0.0) + self.damping),
        }
    }
}

impl Moreau {
    /// Takes the branch of every spring at its deflection with the present Δv; whether one changed.
    pub(super) fn choose_branches(&mut self, numbers: &Numbers, h: f64) -> bool {
        let mut any = false;
        for (spring, entry) in numbers.springs.iter().enumerate() {
            let branch = entry.only_mode().unwrap_or_else(|| {
                let change = entry.row.apply(&self.change);
                let middle = entry.deflection(&self.middle) + THETA * THETA * h * change;
                entry.mode_at(middle, entry.row.apply(&self.velocity) + change)
            });
            any |= branch != self.branch[spring];
            self.branch[spring] = branch;
        }
        any
    }
}
