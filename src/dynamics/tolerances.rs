//! The numbers by which the dynamics says what is round-off, and what hosts do not tell apart.
//!
//! Fractions are of the terms that a value is made of, so that units of models do not matter. Numbers that steer a search, and
//! decide nothing, stand where they are used.

// Sums.

/// A slip velocity within this fraction of its terms is exactly 0: round-off of their products and sum. Kept by
/// `a_tyre_slips_until_it_rolls` in tests/dynamics/tyre.rs.
pub const AT_REST: f64 = 8.0 * f64::EPSILON;

/// Finest relative accuracy of a series or of a component of a step: round-off gives no more.
pub const FINEST: f64 = 4.0 * f64::EPSILON;

/// Round-off of a sum of the terms of a series, of an implicit step or of impulses, relative to their magnitudes. Kept by
/// `newton_solves_what_is_not_linear` in src/dynamics/methods/collocation/tests.rs.
pub const OF_SUM: f64 = 64.0 * f64::EPSILON;

/// Values of a polynomial below this fraction of `Σ|c_k τ^k|` are round-off: coefficients up to degree 24 carry some 16 roundings
/// of half an ulp each way. Kept by `dips_above_round_off_are_found` in tests/dynamics/roots.rs.
pub const OF_POLYNOMIAL: f64 = 16.0 * f64::EPSILON;

/// Change of a force that is round-off, relative to the largest force or limit.
pub const NO_FORCE: f64 = 16.0 * f64::EPSILON;

/// Rate of a λ that does not change, relative to the greatest rate of a force.
pub const NO_RATE: f64 = 1e-11;

/// Time (s) in which the round-off of a force on a body with mass is taken to make a velocity; regularised
/// friction, and whatever else lets bodies rest, balances it sooner.
pub const SETTLING: f64 = 1.0;

/// A spring's reach or push within this fraction of its terms is exactly 0: round-off of positions. Kept by
/// `a_stop_stays_at_its_edge_between_bodies_that_move_as_one` in tests/dynamics/chattering/loads.rs.
pub const EDGE: f64 = 1e-13;

/// A number that decides is at a level within this fraction of the terms of both, and so is the share s of a mechanism at an end of
/// its range.
pub const AT_LEVEL: f64 = 1e-13;

/// Numbers below this one have lost some of their digits.
pub const LEAST_EXACT: f64 = f64::MIN_POSITIVE / f64::EPSILON;

/// Least relative change of a velocity that counts as made by an impact: more than round-off.
pub const BY_IMPACT: f64 = 1e3 * EDGE;

/// Slip velocity of a contact without limit that is none, as a part of what it is the difference of, after what is stuck together
/// has been made to move as one.
pub const NO_SLIP: f64 = 1e-9;

/// Ratios of slips within a mechanism that are equal but for round-off, relative to them. Kept by
/// `ratios_are_equal_but_for_round_off` in src/dynamics/expansion/filippov.rs.
pub const SAME_RATIO: f64 = 1e-10;

/// A difference of which the others leave less than this part is theirs.
pub const NO_DIFFERENCE: f64 = 1e-12;

/// Mean forces off by this part of what round-off of deflections makes of them are right: the deflection at the end of a step is
/// a sum of a few products. Kept by `a_ball_between_stops_is_never_faster_than_it_was` in tests/dynamics/stepping_gaps.rs.
pub const CONVERGED: f64 = 32.0 * f64::EPSILON;

/// Share of the sum of magnitudes by which impulses of formulas may be off: some hundred times what their means may be off by
/// themselves. A step of n terms then gives no more than this part of the work that they do. Kept by
/// `a_body_passes_a_jump_of_a_force_anywhere_in_a_step` in tests/dynamics/stepping_formulas.rs.
pub const CONVERGED_IMPULSE: f64 = 1e-11;

/// Difference of two quadratures of a mean, relative to the mean of the magnitude, with which a part of the way is done: the
/// error of seven points, of degree 9, is less by far than this one of four, of degree 5. Kept by
/// `stops_with_powers_make_no_energy_however_stiff` in tests/dynamics/stepping_formulas.rs.
pub const MEANS_AGREE: f64 = 1e-10;

/// A jump that makes less than this part of a mean is none: slopes serve to find the next place alone.
pub const NO_JUMP_OF_MEAN: f64 = 1e-7;

/// Part of the greatest term of a propagator below which terms are left out.
pub const NEGLIGIBLE_TERM: f64 = f64::EPSILON / 16.0;

// Times, and places on a polynomial or on a way.

/// Times (s, relative to max(1, |t|)) that hosts do not tell apart: a transition this close to the start or the end of a
/// communication step happens there, points of a signal are the same, and transitions are one burst of chattering. Kept by
/// `transitions_may_be_as_dense_as_the_limit_and_no_denser` in tests/dynamics/chattering/detected.rs.
pub const SAME_TIME: f64 = 1e-9;

/// Events this close in time (s, relative to max(1, |t|)) are one event. Kept by
/// `transitions_without_end_are_an_error_that_changes_nothing` in tests/dynamics/chattering/detected.rs.
pub const SIMULTANEOUS: f64 = 1e-12;

/// Part by which the length of a step may differ from another one that counts as the same, or a communication step be longer than a
/// whole number of steps: clocks of hosts leave so much of it. A propagator is corrected by its derivative, so that the square of
/// this is left.
pub const SAME_STEP: f64 = 1e-7;

/// Factor of bounds of excursions over such a step: terms of its series change by the part times their order.
pub const OF_SAME_STEP: f64 = 1.0 + 100.0 * SAME_STEP;

/// Numbers for the time from one on within which a contact that comes to rest has done so, and a branch that is left at once is.
pub const NEXT: f64 = 8.0;

/// A number that has come to a level may be off by what it does in this many round-offs of the time: those of all terms of
/// the polynomial on which it came there.
pub const PASSED: f64 = 10.0;

/// Intervals narrower than this fraction of their right end, or than its square of the whole, wherever they lie, are points: adding
/// such a τ to any time of the size of a step changes nothing.
pub const POINT: f64 = 4.0 * f64::EPSILON;

/// Fraction of its interval within which a departure is located: round-off of the margin allows no more. Kept by
/// `a_margin_that_starts_at_its_threshold_departs_only_when_it_falls` in tests/dynamics/roots.rs.
pub const AT_DEPARTURE: f64 = f64::EPSILON;

/// Part of the size of a step within which its end is at a branch point; the step goes on behind it as far, so that what ends
/// there does.
pub const AT_BRANCH: f64 = 1e-9;

/// Length of the step over which a power is in balance, over the time: some million times its round-off. A few such steps fill
/// the time in which transitions count as chattering. Kept by
/// `a_root_of_the_rate_comes_to_rest_and_leaves_as_forces_pass_through_0` in tests/formulas/powers/rest.rs.
pub const BALANCE_STEP: f64 = 1.0 / (1_u64 << 31) as f64;

/// Part of this step below which a time constant is that of a power in balance: some hundred times the round-off of the time.
/// Kept by `a_root_of_the_rate_comes_to_rest_and_leaves_as_forces_pass_through_0` in tests/formulas/powers/rest.rs.
pub const BALANCE_CONSTANT: f64 = 1.0 / (1_u64 << 13) as f64;

/// Greatest part of its rate in balance with which a base begins, so that it does not leave on another branch by round-off.
pub const BELOW_BALANCE: f64 = 1.0 - 1e-6;

/// Part of the share of a time-stepping search within which the minimum is known: it need not be met, since the tangents there are
/// those of another solution.
pub const KNOWN_SHARE: f64 = 1e-9;

/// Returns the round-off of a time that is a sum of two, s.
pub fn time_round_off(time: f64) -> f64 {
    2.0 * f64::EPSILON * time.abs()
}

// Limits of what is stuck, as fractions of these.

/// Distance that the margin may fall below what the last resolution left of it before a release is seen: some 50 units in the
/// last place of forces of the size of the limits. A load that grows by the limit in a second is seen 1e-14 s late. Where forces
/// far greater than the limits balance, their round-off may be seen as a release; the resolution allows for that. A margin that
/// falls no more below its threshold grazes it. Kept by `a_load_that_passes_the_limit_by_a_billionth_releases` in
/// tests/dynamics/releases.rs.
pub const MARGIN_TOLERANCE: f64 = 1e-14;

/// λ this close to its limit is saturated, as a force that is at its limit while a load is shared: 1e-11, far more than the margin
/// falls below 0 before a release is seen, so that round-off of forces some thousand times the limits leaves a contact that has to
/// be released at its limit.
pub const SATURATION: f64 = 1e3 * MARGIN_TOLERANCE;

/// A margin of more than this is no matter of round-off, of loads, of limits, or of positions, which may hide a release that the
/// guards found: springs that are stiff enough to need more see their positions no better than a millionth of what friction holds.
pub const CLEAR_MARGIN: f64 = 1e-6;

/// Distance from an end of its range within which the share s of a mechanism has come there but for round-off.
pub const AT_BOUND: f64 = 1e-6;

/// The force of a contact that gives way in one direction is 0 below this many times the round-off of forces.
pub const GIVES: f64 = 1e3;

/// Round-off of an acceleration's sign, times that of forces, which a contact that may stick within its window allows.
pub const CATCH: f64 = 8.0;

/// Acceleration that a release may leave of forces which it found equal, 1/s of a velocity that is round-off: margins are exact
/// to [`MARGIN_TOLERANCE`].
pub const RELEASED: f64 = 100.0;

// Loads that vanish.

/// Least load, N, above which limits are numbers whose product with it is not 0.
pub const LIGHTEST: f64 = 1e-200;

/// Load (N) of a contact whose load is about to rise from 0: friction that is positive, and nothing beside any other force.
pub const VANISHING_LOAD: f64 = 1e-100;

// Values of hosts.

/// ε, dimensionless: above what integrators leave of a guard that stays at 0. Guards that change by their nominal size
/// ([`crate::network::Nominals`]) in its nominal time are late by a billionth of that. Kept by
/// `networks_have_the_same_transitions_in_all_units` in tests/unit/exchange/scales.rs.
pub const SHIFT: f64 = 1e-9;

/// A guard below −½ε is left: a host may stop just before z = 0. Kept by `a_mass_that_a_host_integrates_comes_to_rest_for_good`
/// in tests/unit/exchange/ports.rs.
pub const LEFT: f64 = -0.5 * SHIFT;

/// Slips up to this number of ε are slow, whatever the line: hosts leave less of a velocity at an event.
pub const LEFT_BY_HOSTS: f64 = 1e3;

/// Change of a surface's velocity between communication steps, relative to it, that counts as the round-off of a host that
/// computes the same motion, not as a jump.
pub const NO_JUMP: f64 = 1e-12;
