//! Equations of a step, and its accuracy.

use crate::dynamics::tolerances::OF_SUM;

/// Increment of a difference quotient, relative to the component: the square root of round-off.
const INCREMENT: f64 = 1.0 / (1u64 << 26) as f64;

/// The right-hand side: τ and y, and where ẏ goes.
pub(in crate::dynamics) type Rates<'f> = dyn FnMut(f64, &[f64], &mut [f64]) + 'f;

/// Accuracy that a step is to have, and the kinds of its components: positions come first, then velocities, each on a
/// connected component, then others, each of its own kind.
#[derive(Clone, Copy, Debug)]
pub(in crate::dynamics) struct Accuracy<'i> {
    pub relative: f64,
    /// The connected components of positions, and of velocities.
    pub positions: &'i [usize],
    pub velocities: &'i [usize],
    /// Least relative velocity in which each velocity takes part, with the sign of the change by which it grows; none if there
    /// are fewer.
    pub relative_velocities: &'i [f64],
    /// Rates that the greatest of all forces makes of velocities; none if there are fewer.
    pub rates: &'i [f64],
    /// Values of the others that make as much as the greatest of all forces does, beside which they may be negligible; none if
    /// there are fewer.
    pub others: &'i [f64],
}

impl Accuracy<'_> {
    /// Returns the relative velocity of a component of this value, if it is less than that and no round-off.
    fn lesser_velocity(&self, component: usize, value: f64) -> Option<f64> {
        let velocity = component.checked_sub(self.positions.len())?;
        let relative = *self.relative_velocities.get(velocity)?;
        (OF_SUM * value.abs()..value.abs()).contains(&relative.abs()).then_some(relative)
    }

    /// Returns the increment of a component for a difference: half the digits of its size. Forces may be steep in a lesser relative
    /// velocity: half the digits from that to round-off, and on the side on which it grows, so that what moves both of its ends
    /// alike makes no force.
    pub(super) fn increment(&self, component: usize, value: f64, size: f64) -> f64 {
        match self.lesser_velocity(component, value) {
            Some(relative) => (INCREMENT * (relative * value).abs().sqrt()).copysign(relative),
            None if size > 0.0 => INCREMENT * size,
            None => INCREMENT,
        }
    }

    /// True if relative velocities make an increment finer. Round-off is a greater part of such differences, so that they serve
    /// only where others do not converge.
    pub(super) fn has_finer_increments(&self, start: &[f64]) -> bool {
        let mut components = start.iter().enumerate();
        components.any(|(component, value)| self.lesser_velocity(component, *value).is_some())
    }
}
