//! The numbers by which the kernel says what is round-off. All are relative, so that no unit of force or motion matters.
//!
//! Rules: a sum is 0 below the round-off of its own terms. What is compared with a limit is compared relative to that limit. No
//! number here decides a question that another one decides. A test that fails where a number is far off is named with it.

/// Round-off of a sum of a few terms, as a fraction of their sizes: of forces on bodies that move together, which so keep their
/// velocity to the last bit, or of a quotient of two sums. Kept by `margins_of_many_rings_beside_each_other` in
/// tests/kernel/grids.rs.
pub const FEW_TERMS: f64 = 4.0 * f64::EPSILON;

/// Round-off of a sum of up to some hundred terms, as a fraction of their sizes, and far below any acceleration that matters: of a
/// slip and its change, of a force beside its range, of a pivot, of the forces on a body, of the load that a flow carries, of the
/// slope of a line. Kept by `limit_reached_but_for_round_off` in tests/kernel/anchors.rs and
/// `margins_of_many_rings_beside_each_other` in tests/kernel/grids.rs.
pub const MANY_TERMS: f64 = 64.0 * f64::EPSILON;

/// The least widening of limits that cannot be met exactly, as a fraction of these: the round-off of a cut. Kept by
/// `forces_at_and_beyond_the_release` in tests/kernel/grids.rs.
pub const LEAST_RELAXATION: f64 = 1e-14;

/// Fraction of its limit by which a force may exceed it: the round-off of a sum over cycles. Kept by
/// `a_force_keeps_to_its_limit_but_for_round_off` in tests/kernel/closed_forms.rs.
pub const WITHIN_LIMIT: f64 = 1e-13;

/// Fraction of its limit by which a force may exceed it if limits cannot be met otherwise: a stuck set at its release, located
/// within a root tolerance. The load of a cut that exceeds its friction by more is no round-off. Kept by
/// `distribution_past_the_limit` in tests/kernel/closed_forms.rs.
pub const AT_RELEASE: f64 = 1e-9;

/// Fraction of the forces on a body below which an imbalance is left to the forest of strong contacts, if no step reduces it.
pub const LEFT_OVER: f64 = 1e-11;

/// Fraction within which a cycle whose ratios rescale to 1 is balanced: ratios are typed to some ten digits, and products of
/// them carry round-off. Kept by `ratios_typed_to_ten_digits_close_a_cycle` in tests/kernel/closed_forms.rs.
pub const BALANCED_RATIOS: f64 = 1e-10;

/// Sine of the angle between the direction of a limit and those in force below which it depends on these.
pub const DEPENDENT: f64 = 1e-10;

/// Fraction of the greatest force along a cycle below which a force is that of a contact off it, but for round-off. Kept by
/// `a_cycle_has_forces_of_any_size` in tests/kernel/closed_forms.rs.
pub const OFF_CYCLE: f64 = 1e-12;

/// Share of a cycle's flow below which a contact of a pivot is not on the cycle. Flow is conserved along a cycle, so that a share
/// is 0 or near 1, but for round-off and cycles that are nearly balanced.
pub const OFF_FLOW: f64 = 1e-8;

/// Weight that contacts at a limit keep where clusters are out of balance, as a fraction of their own.
pub const KEPT_WEIGHT: f64 = 1e-8;
