//! Contact phase, as the states of a law see it.

use super::Direction;

/// States of a law, at most. Laws with one leave the second at 0.
pub const MOST_STATES: usize = 2;

/// Phase of a contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sense {
    /// Slip in a direction.
    Slip(Direction),
    /// Rest, or a hold by a bristle.
    Rest,
    /// No normal load.
    Free,
}

impl Sense {
    /// Returns the sign of slip; 1 where there is none.
    pub(super) fn sign(self) -> f64 {
        match self {
            Sense::Slip(direction) => direction.sign(),
            Sense::Rest | Sense::Free => 1.0,
        }
    }
}

/// A deviation from the value that a state tends to, relative to its size, at which the state has arrived: a few units
/// of round-off.
pub(super) const ARRIVED_WITHIN: f64 = 8.0 * f64::EPSILON;
