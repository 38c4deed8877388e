//! What a contact does, as the states of a law see it.

use super::Direction;

/// States of a law, at most. Laws with one leave the second at 0.
pub const MOST_STATES: usize = 2;

/// What a contact does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sense {
    /// It slips.
    Slip(Direction),
    /// At rest, or held by a bristle.
    Rest,
    /// Without normal load.
    Free,
}

/// A deviation from the value that a state tends to, relative to its size, at which the state has arrived: a few units
/// of round-off.
pub(super) const ARRIVED_WITHIN: f64 = 8.0 * f64::EPSILON;
