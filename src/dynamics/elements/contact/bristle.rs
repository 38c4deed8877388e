//! Bristles, which hold a contact while they bend: where they arrive, where they detach, and what follows from that.

pub mod guards;

use super::ContactData;
use crate::dynamics::system::System;
use crate::dynamics::tolerances::AT_REST;
use crate::dynamics::{ContactMode, State};
use crate::laws::Direction;

impl ContactData {
    /// Detaches the bristle; the contact slips in a direction, or is about to.
    pub(super) fn detach(
        &self,
        system: &System,
        (contact, direction): (usize, Direction),
        state: &mut State,
    ) {
        let (slip, scale) = self.slip(state);
        // What is stuck to a faster body has the round-off of that one.
        let fastest = system.fastest(state, system.island_of_contact(contact)).max(scale);
        let rounded = AT_REST * fastest;
        let towards = if slip * direction.sign() < -rounded { slip } else { direction.sign() };
        let zeros = u8::from(slip.abs() <= rounded);
        state.contacts[contact].begin(ContactMode::of_slip(towards), zeros);
        self.enter(contact, state);
    }
}
