//! Transitions that follow when guards are left, as data.

use crate::dynamics::SpringMode;
use crate::laws::Direction;

/// Transition that follows when a guard is left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::dynamics) enum Transition {
    Contact(usize, Change),
    /// The stuck contacts can no longer all hold.
    Release,
    Spring(usize, SpringMode),
    /// A decision of a formula is on another branch.
    Branch {
        by: Decider,
        slot: usize,
        next: usize,
    },
}

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

/// Owner of the formula that decides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::dynamics) enum Decider {
    /// An action of forces by formula.
    Action(usize),
    /// The law of a contact.
    Law(usize),
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

impl Transition {
    /// Returns the contact, if that is its change.
    pub fn contact_that(self, change: Change) -> Option<usize> {
        match self {
            Self::Contact(contact, its) if its == change => Some(contact),
            _ => None,
        }
    }

    /// Returns the same transition with other indices of elements.
    pub fn renamed(
        self,
        contact_of: impl Fn(usize) -> usize,
        spring_of: impl Fn(usize) -> usize,
    ) -> Self {
        match self {
            Self::Contact(contact, change) => Self::Contact(contact_of(contact), change),
            Self::Spring(spring, mode) => Self::Spring(spring_of(spring), mode),
            Self::Release | Self::Branch { .. } => self,
        }
    }

    /// True if friction continues without a step: nothing else changes.
    pub fn goes_on(self) -> bool {
        matches!(self, Self::Contact(_, change) if change.goes_on())
    }
}
