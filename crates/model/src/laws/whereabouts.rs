//! Positions and velocities of the ends of a contact, and the time: what formulas of a law may name beside slip and load.

use super::sense::MOST_STATES;

/// Names in formulas, in the order of [`Whereabouts`]; the time comes last. A position is the one of the body times the
/// ratio or radius of its end, so that w = `first.velocity` − `second.velocity` on a surface that does not move by itself.
pub(super) const NAMES: [&str; WHEREABOUTS] =
    ["first.position", "second.position", "first.velocity", "second.velocity", TIME];
/// The time.
pub(super) const TIME: &str = "t";
/// Number of whereabouts.
pub const WHEREABOUTS: usize = 5;

/// Positions and then velocities of the first and of the second end (m and m/s, or rad and rad/s; 0 of the ground), and
/// the time in s.
pub type Whereabouts = [f64; WHEREABOUTS];

/// Errors of whereabouts and internal states, as magnitudes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Errors {
    /// Of the arguments.
    pub there: Whereabouts,
    /// Of the states.
    pub states: [f64; MOST_STATES],
}

/// True if a word of a formula is one of a motion of an end, or is meant to be.
pub(super) fn is_motion(word: &str) -> bool {
    word.starts_with("first.") || word.starts_with("second.")
}
