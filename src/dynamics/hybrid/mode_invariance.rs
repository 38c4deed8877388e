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
        !(system.accelerated || system.coupled)
            && system.given_contacts.iter().all(|contact| may_stay(system, state, *contact))
    }

    /// True if the inputs just taken leave them so, of which the expansion then has order 0.
    ///
    /// # Errors
    /// Those of a resolution.
    pub fn keeps_modes(&mut self) -> Result<bool, ResolveError> {
        let Self { system, expansion, resolver, state, .. } = self;
        let stays = |(contact, entry): (usize, &ContactData)| {
            let mode = state.contacts[contact].mode();
            may_stay(system, state, contact) && (!mode.slips() || entry.clearly_slips(mode, state))
        };
        if system.accelerated || system.coupled || !system.contacts.iter().enumerate().all(stays) {
            return Ok(false);
        }
        for ((candidate, mode), entry) in
            resolver.candidates.iter_mut().zip(state.contact_modes()).zip(&system.contacts)
        {
            *candidate = mode == ContactMode::Stuck && !entry.kinematic;
        }
        resolver.stay(system, expansion, state)
    }
}

/// True if a contact stays in its mode, as far as neither its force nor its slip velocity decides: on the same surface as before.
#[inline(always)]
fn may_stay(system: &System, state: &State, contact: usize) -> bool {
    let own = &state.contacts[contact];
    let stands = !system.may_accelerate || own.mode() == ContactMode::Free;
    system.contacts[contact].may_stay(own.mode())
        && (stands || system.surface_velocity(contact, 0.0) == own.surface())
}
