//! Onset of slip at contacts, as the kernel finds it.

use crate::dynamics::State;
use crate::gauss::Slip;
use crate::laws::Direction;

/// Returns the direction in which a contact slips; None if it is stuck.
pub(super) fn direction(slip: Slip) -> Option<Direction> {
    match slip {
        Slip::Stuck => None,
        Slip::Forward => Some(Direction::Forward),
        Slip::Backward => Some(Direction::Backward),
    }
}

/// Begins the slip of a contact, of which the derivative of this order is the first that is not 0, unless it is stuck.
pub(super) fn set_slipping(state: &mut State, contact: usize, slip: Slip, order: u8) {
    if let Some(direction) = direction(slip) {
        state.contacts[contact].begin_slip(direction, order);
    }
}
