//! Transitions that follow when guards are left, as data.

use crate::dynamics::SpringMode;
use crate::dynamics::elements::contact::change::Change;

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

/// Owner of the formula that decides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::dynamics) enum Decider {
    /// An action of forces by formula.
    Action(usize),
    /// The law of a contact.
    Law(usize),
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
