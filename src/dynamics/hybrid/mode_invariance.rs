//! New inputs that leave every mode what it is: most of those that a host gives, step by step.
//!
//! Contacts keep their modes where forces and normal loads alone are new: what clearly slips continues to slip, and what
//! clearly holds continues to hold. There is nothing for a resolution to find; whatever is less clear is left to one.

use super::Dynamics;
use crate::dynamics::events::resolve::ResolveError;
use crate::dynamics::system::{ContactData, System};
use crate::dynamics::{ContactMode, State};

impl Dynamics {
    /// True if new inputs may leave the modes what they are: where these follow from forces, given loads, and velocities
    /// alone.
    pub fn may_keep_modes(&self) -> bool {
        let Self { system, state, .. } = self;
        !(system.prescribed || system.accelerated || system.coupled || system.massless)
            && system.forces.is_empty()
            && system.contacts.iter().all(ContactData::is_plain)
            && state.contacts.iter().all(|contact| contact.leading_zeros() == 0)
    }

    /// True if the inputs just taken leave modes what they are in which forces are linear, as far as their forces and slip velocities do not decide.
    pub fn keeps_linear_modes(&self) -> bool {
        let Self { system, state, .. } = self;
        let keeps = |contact: &usize| {
            let (entry, own) = (&system.contacts[*contact], &state.contacts[*contact]);
            match own.mode() {
                ContactMode::Free => !entry.is_loaded(),
                _ if !entry.is_loaded() => false,
                _ if system.may_accelerate
                    && system.surface_velocity(*contact, 0.0) != own.surface() =>
                {
                    false
                }
                ContactMode::Stuck => entry.can_stick() && entry.holds_plainly(),
                ContactMode::Forward | ContactMode::Backward => true,
            }
        };
        !(system.accelerated || system.coupled) && system.given_contacts.iter().all(keeps)
    }

    /// True if the inputs just taken leave them so, of which the expansion then has order 0.
    ///
    /// # Errors
    /// Those of a resolution.
    pub fn keeps_modes(&mut self) -> Result<bool, ResolveError> {
        let Self { system, expansion, resolver, state, .. } = self;
        if system.accelerated || system.coupled {
            return Ok(false);
        }
        let mut contacts = system.contacts.iter().enumerate();
        if !contacts.all(|(contact, entry)| keeps_mode(system, state, contact, entry)) {
            return Ok(false);
        }
        for ((candidates, mode), entry) in
            resolver.candidates.iter_mut().zip(state.contact_modes()).zip(&system.contacts)
        {
            *candidates = mode == ContactMode::Stuck && !entry.kinematic;
        }
        resolver.stay(system, expansion, state)
    }
}

/// True if a contact, on the same surface as before, sticks or slips as it did, as far as it is not for its force to say.
fn keeps_mode(system: &System, state: &State, contact: usize, entry: &ContactData) -> bool {
    if !entry.is_loaded() {
        return state.contacts[contact].mode() == ContactMode::Free;
    }
    if system.surface_velocity(contact, 0.0) != state.contacts[contact].surface() {
        return false;
    }
    match state.contacts[contact].mode() {
        ContactMode::Stuck => entry.can_stick() && !entry.evolves(),
        ContactMode::Free => false,
        mode => entry.clearly_slips(mode, state),
    }
}
