//! The numbers by which the kernel says what is round-off. All are relative, so that no unit of force or motion matters.
//!
//! Rules: a sum is 0 below the round-off of its own terms. What is compared with a limit is compared relative to that limit. No
//! number here decides a question that another one decides. Each is kept by a test, which fails where the number is far off.

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

/// Fraction of its limit by which a force may exceed it, and of the forces on a body by which they may be out of balance if no step
/// makes that less: the round-off of a sum over cycles. Kept by `a_force_keeps_to_its_limit_but_for_round_off` in
/// tests/kernel/closed_forms.rs.
pub const WITHIN_LIMIT: f64 = 1e-13;

/// Fraction of its limit by which a force may exceed it if limits cannot be met otherwise: a stuck set at its release, located
/// within a root tolerance. The load of a cut that exceeds its friction by more is no round-off. Kept by
/// `distribution_past_the_limit` in tests/kernel/closed_forms.rs.
pub const AT_RELEASE: f64 = 1e-9;

/// Fraction within which a cycle whose ratios rescale to 1 is balanced: ratios are typed to some ten digits, and products of
/// them carry round-off. What is less of the flow of a cycle is not on it, and directions of limits that differ by less depend on
/// each other. Kept by `ratios_typed_to_ten_digits_close_a_cycle` in tests/kernel/closed_forms.rs.
pub const BALANCED_RATIOS: f64 = 1e-10;

/// Fraction of the greatest force along a cycle below which a force is that of a contact off it, but for round-off. Kept by
/// `a_cycle_has_forces_of_any_size` in tests/kernel/closed_forms.rs.
pub const OFF_CYCLE: f64 = 1e-12;
