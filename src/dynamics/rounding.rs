//! Round-off of forces, velocities and times.

/// A slip velocity within this fraction of its terms is exactly 0: round-off of their products and sum.
pub(super) const AT_REST: f64 = 8.0 * f64::EPSILON;

/// Distance that the margin may fall below what the last resolution left of it before a release is seen, relative to the
/// limits: some 50 units in the last place of forces of their size. A load that grows by the limit in a second is seen
/// 1e-14 s late. Where forces far greater than the limits balance, their round-off may be seen as a release; the
/// resolution allows for that.
pub(super) const MARGIN_TOLERANCE: f64 = 1e-14;

/// A spring's reach or push within this fraction of its terms is exactly 0: round-off of positions.
pub(super) const EDGE: f64 = 1e-13;

/// ε, dimensionless: above what integrators leave of a guard that stays at 0. Guards that change by their nominal size
/// ([`crate::network::Nominals`]) in its nominal time are late by a billionth of that.
pub(super) const SHIFT: f64 = 1e-9;

/// Returns the round-off of a time that is a sum of two, s.
pub(super) fn time_round_off(time: f64) -> f64 {
    2.0 * f64::EPSILON * time.abs()
}
