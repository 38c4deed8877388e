//! New inputs that leave every mode what it is: most of those that a host gives, step by step.
//!
//! Where forces and normal loads alone are new, what clearly slips goes on to slip, and what clearly holds goes on to
//! hold; there is nothing for a resolution to find. Whatever is less clear is left to one.

use super::Motion;
use crate::motion::numbers::{ContactNumbers, Numbers};
use crate::motion::{ContactMode, Fault, State};

impl Motion {
    /// True if new inputs may leave the modes what they are: where these follow from forces, loads that are given, and
    /// velocities alone.
    pub(super) fn is_calm(&self) -> bool {
        let Self { numbers, state, .. } = self;
        !(numbers.guided || numbers.driven || numbers.coupled || numbers.massless)
            && numbers.forces.is_empty()
            && numbers.contacts.iter().all(ContactNumbers::is_plain)
            && state.departure.iter().all(|order| *order == 0)
    }

    /// True if the inputs just taken leave them so, of which the flow then has order 0.
    ///
    /// # Errors
    /// As a resolution.
    pub(super) fn stays_calm(&mut self) -> Result<bool, Fault> {
        let Self { numbers, flow, resolver, state, .. } = self;
        if numbers.driven || numbers.coupled {
            return Ok(false);
        }
        let mut contacts = numbers.contacts.iter().enumerate();
        if !contacts.all(|(contact, entry)| keeps_mode(numbers, state, contact, entry)) {
            return Ok(false);
        }
        for ((zero, mode), entry) in
            resolver.zero.iter_mut().zip(&state.contact_mode).zip(&numbers.contacts)
        {
            *zero = *mode == ContactMode::Stuck && !entry.kinematic;
        }
        let calm = resolver.stay(numbers, flow, state);
        calm.map_err(|error| self.fault(error))
    }
}

/// True if a contact, on the same surface as before, sticks or slips as it did, as far as it is not for its force to say.
fn keeps_mode(numbers: &Numbers, state: &State, contact: usize, entry: &ContactNumbers) -> bool {
    if !entry.is_loaded() {
        return state.contact_mode[contact] == ContactMode::Free;
    }
    if numbers.surface_velocity(contact, 0.0) != state.surface[contact] {
        return false;
    }
    match state.contact_mode[contact] {
        ContactMode::Stuck => entry.can_stick() && !entry.evolves(),
        ContactMode::Free => false,
        mode => entry.clearly_slips(mode, state),
    }
}
