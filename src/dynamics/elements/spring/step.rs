//! Springs within a step: their mean forces, which are discrete gradients of what they store.
//!
//! From the deflection e₀ at the start of a step of size h to e₁ at its end, each side of a gap by itself, with the reach
//! r = max(0, e − Δ) beyond its edge and the energy U = ½ k r²:
//!
//! ```text
//!   F = max(0, (U(e₁) − U(e₀))/(e₁ − e₀) + d (r₁ − r₀)/h)
//! ```
//! (O. Gonzalez, "Time integration and discrete Hamiltonian systems", J. Nonlinear Sci. 6, 1996; the damping is its mean over
//! the time in reach). F (e₁ − e₀) is never less than what U gains, and F never falls as e₁ rises: a step makes no energy and
//! stays a convex problem. Without a gap this is the force k (e₀ + e₁)/2 + d (e₁ − e₀)/h of the implicit midpoint rule.

use super::SpringData;
use crate::dynamics::SpringMode;
use crate::network::Characteristic;

/// Weight of the end of a step in positions and in the deflections of springs.
pub(in crate::dynamics) const THETA: f64 = 0.5;

/// Mean force of a spring over a step.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::dynamics) struct Mean {
    /// N or N·m.
    pub force: f64,
    /// Derivative by the deflection at the end of the step, N/m or N·m/rad.
    pub slope: f64,
}

/// Returns the impulse per change of velocity of a linear spring or damper, N·s/(m/s) or N·m·s/(rad/s).
pub(in crate::dynamics) fn slope(stiffness: f64, damping: f64, h: f64) -> f64 {
    h * THETA * (h * THETA * stiffness + damping)
}

impl SpringData {
    /// True if the force is a linear function of deflection and rate that does not fall with either.
    pub fn is_linear_and_stable(&self) -> bool {
        self.only_mode().is_some() && self.is_linear() && self.stiffness >= 0.0
    }

    /// True if the range of its deflections decides how steep a line is that bounds its force.
    pub fn hardens(&self) -> bool {
        self.characteristic.bounding_slope(1.0) > 0.0
    }

    /// True if the elastic force never falls as the deflection rises.
    pub fn is_convex(&self) -> bool {
        self.stiffness >= 0.0 && self.characteristic.is_convex()
    }

    /// Returns the mean force over a step of size h between two deflections.
    pub fn mean_force(&self, (start, end): (f64, f64), h: f64) -> Mean {
        if let Some([lower, upper]) = self.gap {
            let upper = self.push_within(start - upper, end - upper, h);
            let lower = self.push_within(lower - start, lower - end, h);
            return Mean { force: upper.force - lower.force, slope: upper.slope + lower.slope };
        }
        let viscous = self.damping / h;
        let [force, slope] = self.characteristic.mean_force(self.stiffness, (start, end));
        Mean { force: force + viscous * (end - start), slope: slope + viscous }
    }

    /// Returns the mean force of one side of a gap, where the deflection is beyond its edge by `start` and `end`, m or
    /// rad.
    fn push_within(&self, start: f64, end: f64, h: f64) -> Mean {
        let (before, after) = (start.max(0.0), end.max(0.0));
        if before == 0.0 && after == 0.0 {
            return Mean::default();
        }
        // The share of the way that is in reach.
        let share = if end == start { 1.0 } else { (after - before) / (end - start) };
        let half = 0.5 * self.stiffness;
        let force = half * (before + after) * share + self.damping * (after - before) / h;
        if force <= 0.0 {
            return Mean::default();
        }
        let slope = if end <= 0.0 {
            half * share * share
        } else if share == 1.0 {
            half + self.damping / h
        } else {
            half * (share + after * (1.0 - share) / (end - start)) + self.damping / h
        };
        Mean { force, slope }
    }

    /// Returns a force that rises evenly with the end from what it is at the start, and that no end within `range` of 0
    /// lets give energy: at least as steep as [`SpringData::mean_force`] between the start and any of them. What falls
    /// stays as it is.
    pub fn bounding_force(&self, start: f64, range: f64, h: f64) -> Mean {
        let side = self.mode_at(start, 0.0);
        let reach = self.reach(side, start);
        let characteristic = match side {
            SpringMode::Bilateral => self.characteristic,
            _ => Characteristic::Linear,
        };
        Mean {
            force: self.stiffness * reach + characteristic.force(reach),
            slope: 0.5 * self.stiffness.max(0.0)
                + characteristic.bounding_slope(range)
                + self.damping / h,
        }
    }
}
