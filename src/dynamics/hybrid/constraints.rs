//! Contacts without limits: velocities that they do not allow are refused at the start; later, where a prescribed motion
//! jumps, they are an impact.

use super::Dynamics;
use crate::dynamics::State;
use crate::dynamics::events::resolve::ResolveError;
use crate::dynamics::system::System;
use crate::dynamics::tolerances::{BY_IMPACT, EDGE, NO_SLIP};

/// A contact without limit that start velocities contradict, and its slip velocity, m/s or rad/s.
#[derive(Clone, Copy, Debug)]
pub(in crate::dynamics) struct StartContradiction {
    pub contact: usize,
    pub slip: f64,
    /// True if it allows slip in the other direction.
    pub one_way: bool,
}

impl Dynamics {
    /// # Errors
    /// The first contact without limit that start velocities contradict.
    pub fn check_start(&self) -> Result<(), StartContradiction> {
        for (contact, entry) in self.system.contacts.iter().enumerate() {
            let slip = entry.violation(&self.state);
            if slip != 0.0 {
                return Err(StartContradiction { contact, slip, one_way: entry.is_one_way() });
            }
        }
        Ok(())
    }

    /// Resolves an impact, where prescribed motions have jumped to what contacts without limits do not allow, or carry
    /// along what is stuck to them (`followed`).
    ///
    /// # Errors
    /// [`ResolveError::Contradiction`] if such contacts contradict each other.
    pub fn resolve_impact(&mut self, followed: bool) -> Result<(), ResolveError> {
        let Self { system, state, past, .. } = self;
        let (mut any, mut jumps) = (false, followed);
        for (contact, entry) in system.contacts.iter().enumerate() {
            if entry.violation(state) == 0.0 {
                continue;
            }
            let jumped = past.surface_has_jumped(system, state, contact);
            jumps |= jumped;
            // What holds follows the samples of a motion that continues; what slips and does so no longer has arrived.
            any |= jumped || state.contacts[contact].mode().slips();
        }
        if !any {
            return Ok(());
        }
        self.velocities_before.copy_from_slice(&state.velocity);
        self.resolver.resolve_impact(&self.system, &mut self.state)?;
        if jumps {
            self.record_changed_slips();
        }
        Ok(())
    }

    /// Records the contacts whose slip velocities are other ones than those of `velocities_before`, beyond round-off: what
    /// they were does not continue.
    pub(super) fn record_changed_slips(&mut self) {
        let Self { system, state, past, velocities_before, .. } = self;
        past.record_impacts(system, |entry| {
            let change =
                |(body, q): (usize, f64)| q * (state.velocity[body] - velocities_before[body]);
            let scale = entry.velocity_scale(&state.velocity, state.tau());
            entry.row.terms().map(change).sum::<f64>().abs() > BY_IMPACT * scale
        });
    }

    /// # Errors
    /// [`ResolveError::Contradiction`] for the first coupling that is none, since others contradict it.
    pub fn check_couplings(&self) -> Result<(), ResolveError> {
        for (contact, entry) in self.system.contacts.iter().enumerate() {
            if entry.is_rigid() && !is_held(&self.system, &self.state, contact) {
                return Err(ResolveError::Contradiction { contact });
            }
        }
        Ok(())
    }

    /// Moves bodies that are held by a surface that has not jumped as that does now: it may have come to rest, but for
    /// round-off.
    ///
    /// # Errors
    /// Those of [`Dynamics::resolve_impact`].
    pub fn follow_surfaces(&mut self) -> Result<(), ResolveError> {
        self.release_overcome()?;
        let moves = |contact| self.is_moved(contact);
        if !(0..self.system.contacts.len()).any(moves) {
            return Ok(());
        }
        self.velocities_before.copy_from_slice(&self.state.velocity);
        loop {
            let Self { system, expansion, state, past, .. } = &mut *self;
            expansion.join(system, state.contact_modes());
            expansion.let_go(system, |contact| past.holds_on(system, state, contact));
            expansion.follow(system, state.tau(), &state.contacts, &mut state.velocity);
            let mut redundant = expansion.clusters.redundant().iter();
            let contradicted = redundant.find(|one| !is_held(system, state, **one)).copied();
            if !contradicted.is_some_and(|contact| self.release_by_constraint(contact)) {
                break;
            }
            self.state.velocity.copy_from_slice(&self.velocities_before);
        }
        // A freewheel that turns may stop what follows.
        self.resolve_impact(true)
    }

    /// Releases what a surface cannot have carried along, since friction is too weak: its motion is no sample of a smooth one
    /// then that a contact has followed.
    fn release_overcome(&mut self) -> Result<(), ResolveError> {
        let Self { system, state, past, resolver, .. } = self;
        let rides = |contact: usize| {
            let (entry, mode) = (&system.contacts[contact], state.contacts[contact].mode());
            let arrives = || entry.has_arrived(mode, entry.slip(state));
            !entry.is_unlimited() && (entry.holds_at_rest(mode) || arrives())
        };
        let is_moved = |contact: usize| {
            rides(contact) && !past.surface_moves_by_lateness(system, state, contact)
        };
        if !(0..past.impulses.len()).any(is_moved) {
            return Ok(());
        }
        // What slips and is carried to the other side of w = 0 by a sample has come there in the last part of the step.
        for (contact, (entry, own)) in system.contacts.iter().zip(&state.contacts).enumerate() {
            let slip = entry.slip(state);
            let jump = system.surface_velocity(contact, state.tau()) - own.surface();
            if jump != 0.0 && entry.has_arrived(own.mode(), slip) {
                past.impulses[contact].shorten((slip / jump).abs().min(1.0));
            }
        }
        resolver.find_carried(system, state, &past.impulses, rides)?;
        for contact in 0..past.impulses.len() {
            if rides(contact) && !resolver.sticking[contact] {
                past.record_released_by_constraint(contact);
            }
        }
        Ok(())
    }

    /// True if a contact is held by a surface that moves otherwise than it did.
    fn is_moved(&self, contact: usize) -> bool {
        let Self { system, state, .. } = self;
        system.contacts[contact].is_held(state.contacts[contact].mode())
            && system.surface_velocity(contact, state.tau()) != state.contacts[contact].surface()
    }

    /// Releases by constraint; true if any contact is released. What something else holds back cannot follow a surface,
    /// whose motion is no sample of a smooth one then. Of a set that contradicts itself those contacts are released that
    /// have a limit, and a surface that moves otherwise, as far as there are such ones.
    fn release_by_constraint(&mut self, contradicted: usize) -> bool {
        let set_of = |dynamics: &Self, contact: usize| {
            let body = dynamics.system.rows[contact].terms().next();
            body.map(|(unknown, _)| dynamics.expansion.clusters.cluster_of(unknown))
        };
        let set = set_of(self, contradicted);
        let yields = |dynamics: &Self, contact: usize| {
            let Self { system, state, past, .. } = dynamics;
            let entry = &system.contacts[contact];
            !entry.is_unlimited()
                && entry.is_held(state.contacts[contact].mode())
                && set_of(dynamics, contact) == set
                && past.holds_on(system, state, contact)
        };
        let contacts = 0..self.system.contacts.len();
        let moving = contacts.clone().any(|one| yields(self, one) && self.is_moved(one));
        let mut any = false;
        for contact in contacts {
            if yields(self, contact) && (!moving || self.is_moved(contact)) {
                self.past.record_released_by_constraint(contact);
                any = true;
            }
        }
        any
    }
}

/// True if a contact is at the slip velocity at which it is held.
fn is_held(system: &System, state: &State, contact: usize) -> bool {
    let entry = &system.contacts[contact];
    let scale = entry.velocity_scale(&state.velocity, state.tau());
    let weight: f64 = entry.row.terms().map(|(_, q)| q.abs()).sum();
    // Of what stands within a set that moves velocities are the round-off of those that do.
    let fastest = || system.fastest(state, system.component_of_contact(contact));
    let off = (entry.slip(state) - state.contacts[contact].held_slip()).abs();
    off <= NO_SLIP * scale || off <= NO_SLIP * scale + EDGE * weight * fastest()
}
