//! Changes of a contact that guards find, as data.

use crate::laws::Direction;

/// Change of a contact where one of its guards becomes negative.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::dynamics) enum Change {
    /// Its slip velocity reaches 0.
    Arrival,
    /// Its slip velocity has changed its sign where friction is continuous.
    Turn,
    /// Slip to another branch of its law, or the arrival of an internal state.
    Breakpoint(usize),
    /// Change that its behaviour alone knows, with a number of its own.
    Own(usize),
    /// The static limit can hold it at the slip velocity that it has.
    Catch,
    /// Its normal load passes through 0.
    Load,
    /// The state that holds it lets go.
    Loosening(Direction),
    /// Rest of both ends, where its law is one of the slip ratio.
    Rest,
    /// The share of a mechanism, of which it is the first contact, is at an end of its range.
    Bound(Bound),
}

/// Ends of the range of the share s of a mechanism.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::dynamics) enum Bound {
    /// s = 0: from now on the load falls back behind the limits.
    Rest,
    /// s = 1: the load grows faster than the limits can.
    Slip,
}

impl Change {
    /// True if friction continues without a step: nothing else changes.
    pub fn goes_on(self) -> bool {
        matches!(self, Self::Breakpoint(_) | Self::Turn)
    }

    /// True if anything else that is active is reported as the trigger before it.
    pub fn is_passing(self) -> bool {
        self.goes_on() || self == Self::Load
    }
}
