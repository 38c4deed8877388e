//! Properties of a contact that its law, its behaviour and its load give, whatever its state.

use super::ContactData;
use crate::dynamics::ContactMode;
use crate::laws::{Conditions, Direction, Sense};

impl ContactData {
    /// True if bodies touch at all; without normal load there is no friction and no viscous part.
    pub fn is_loaded(&self) -> bool {
        self.load > 0.0
    }

    /// Returns a load, 0 for one that is none.
    pub fn without_hysteresis(&self, load: f64) -> f64 {
        if load > self.vanishing_load { load } else { 0.0 }
    }

    /// Returns the load and the speed that the law reads.
    pub fn conditions(&self) -> Conditions {
        Conditions { load: self.load, speed: self.speed }
    }

    /// True if the contact may stick at slip velocities w ≠ 0.
    pub fn sticks_in_motion(&self) -> bool {
        self.has.sticks_in_motion
    }

    /// True if a state of its law holds it where slip ends.
    pub fn attaches(&self) -> bool {
        self.has.held_by_state
    }

    /// True if its law has internal states, or sees where its ends are, or the time.
    pub fn evolves(&self) -> bool {
        self.law.evolves()
    }

    /// Returns the force per slip velocity that does not scale with the load.
    pub fn viscous(&self) -> f64 {
        self.law.viscous()
    }

    /// Returns the contact phase that its law sees in a mode.
    pub fn contact_phase(&self, mode: ContactMode) -> Sense {
        match mode {
            _ if !self.is_loaded() => Sense::Free,
            ContactMode::Forward => Sense::Slip(Direction::Forward),
            ContactMode::Backward => Sense::Slip(Direction::Backward),
            ContactMode::Stuck => Sense::Rest,
            ContactMode::Free => Sense::Free,
        }
    }

    /// True if a state of its law holds the contact where it is attached, so that w need not be 0.
    pub fn is_attached(&self, mode: ContactMode) -> bool {
        mode == ContactMode::Stuck && self.has.held_by_state
    }

    /// True if w is held at exactly 0.
    pub fn is_held(&self, mode: ContactMode) -> bool {
        mode == ContactMode::Stuck && !self.has.held_by_state
    }

    /// True if the contact has friction under a load that is 0 but for round-off.
    pub fn has_vanishing_load(&self) -> bool {
        self.load_relaxation > 0.0
    }
}
