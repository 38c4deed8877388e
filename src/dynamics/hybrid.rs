//! The hybrid dynamics of a network, or of a part of it: smooth motion in a set of modes, and transitions between these.
//!
//! Here is all that a transition needs. The simulator has one of them, and so has each patch of a partition
//! ([`super::partition`]), which moves on its own polynomials.

mod constraints;
mod jump;
mod mode_invariance;
mod stops;
mod transition;

pub(super) use constraints::StartContradiction;
pub(super) use transition::EventFault;

use super::elements::contact::modes::Past;
use super::elements::formula::direct_branches;
use super::events::guards::Guards;
use super::events::resolve::{ResolveError, Resolver, Trigger};
use super::expansion::Expansion;
use super::system::System;
use super::totals::Totals;
use super::{ContactId, ContactMode, Event, ForceId, SpringId, SpringMode, State};
use crate::dynamics::elements::contact::load::take_loads;
use crate::dynamics::elements::contact::take_edges;

/// See the module.
#[derive(Clone, Debug, Default)]
pub(super) struct Dynamics {
    pub system: System,
    pub state: State,
    pub expansion: Box<Expansion>,
    pub guards: Box<Guards>,
    pub resolver: Box<Resolver>,
    pub totals: Totals,
    /// History of motions and loads up to the present communication point.
    pub past: Past,
    /// Modes before a resolution.
    modes: Vec<ContactMode>,
    spring_modes: Vec<SpringMode>,
    force_modes: Vec<i32>,
    /// Velocities with which a transition came, m/s or rad/s.
    velocities_before: Vec<f64>,
    /// Contacts that a host finds beyond w = 0.
    overshot: Vec<bool>,
    /// Resolutions up to now, each as many times as there are elements.
    pub resolutions: u64,
}

impl Dynamics {
    /// Makes room for transitions among these numbers of bodies, contacts and springs.
    pub fn resize(&mut self, bodies: usize, contacts: usize, springs: usize) {
        self.modes.resize(contacts, ContactMode::Free);
        self.spring_modes.resize(springs, SpringMode::Gap);
        self.force_modes.reserve_exact(self.system.forces.actions.len());
        self.velocities_before.resize(bodies, 0.0);
        self.overshot.resize(contacts, false);
    }

    /// Updates loads that springs make, coefficients that are states, and limits with both, to the present state.
    pub fn refresh_loads(&mut self) {
        let Self { system, state, resolver, .. } = self;
        let varies = system.take_coefficients(state) | take_edges(system, state);
        if system.coupled {
            take_loads(system, state);
        }
        if varies || system.coupled {
            resolver.update(system);
        }
    }

    /// Resolves the contacts marked in `resolver.candidates`.
    pub fn resolve_modes(&mut self, trigger: Trigger) -> Result<(), ResolveError> {
        self.resolutions += self.system.elements();
        self.refresh_loads();
        let Self { system, expansion, resolver, state, .. } = self;
        resolver.resolve_modes(system, expansion, state, trigger)?;
        direct_branches(state, system, expansion);
        Ok(())
    }

    /// Returns the state, from which all else follows, or is written before it is read: every field is listed, so that
    /// one that is added is saved or known to be of this kind.
    pub fn kept(&self) -> &State {
        let Self {
            state,
            // Follow from the state.
            system: _,
            resolver: _,
            // Written before they are read, in every step or observation.
            expansion: _,
            guards: _,
            totals: _,
            past: _,
            modes: _,
            spring_modes: _,
            force_modes: _,
            velocities_before: _,
            overshot: _,
            // Of a step under way.
            resolutions: _,
        } = self;
        state
    }

    /// Projects velocities, so that all candidates have the slip velocities at which they are held.
    pub fn project(&mut self) {
        let Self { system, expansion, resolver, state, .. } = self;
        let tau = state.tau();
        let held = (&resolver.candidates[..], &state.contacts[..]);
        expansion.project(system, tau, held, &mut state.velocity);
    }

    /// Adds to what comes to w = 0 the contacts that are held there by it, found a little before or behind: they are
    /// resolved with it, and bristles hold them.
    fn rest_together(&mut self) {
        self.project();
        let Self { system, expansion, resolver, state, .. } = self;
        for (contact, entry) in system.contacts.iter().enumerate() {
            let slips = state.contacts[contact].mode().slips() && !entry.kinematic;
            // What begins to slip has just been there, and bodies without mass move as their forces balance.
            let slips =
                slips && !(system.massless && expansion.is_algebraic(&system.rows[contact]));
            let arrives = slips && state.contacts[contact].leading_zeros() == 0;
            if !(arrives && entry.slip_now(state).is_zero()) {
                continue;
            }
            resolver.candidates[contact] |= entry.can_stick();
            if entry.attaches() {
                state.contacts[contact].begin(ContactMode::Stuck, 1);
            }
        }
    }

    /// Records the modes, with which [`Dynamics::report`] compares those after a resolution.
    pub fn record_modes(&mut self) {
        self.modes.clear();
        self.modes.extend(self.state.contact_modes());
        self.spring_modes.copy_from_slice(&self.state.spring_mode);
        self.force_modes.clear();
        let modes = self.system.forces.modes(&self.state.force_branch);
        self.force_modes.extend(modes.map(|(_, mode)| mode));
    }

    /// Counts every mode that differs from the recorded one, and gives it to `sink`; true if there was one.
    pub fn report(&mut self, sink: &mut dyn FnMut(Event)) -> bool {
        let Self { system, state, modes, spring_modes, force_modes, .. } = self;
        let time = state.time;
        let mut any = false;
        let mut tell = |state: &mut State, event| {
            state.count(&event);
            sink(event);
            any = true;
        };
        for (contact, &from) in modes.iter().enumerate() {
            let to = state.contacts[contact].mode();
            if from != to {
                if system.may_alternate(contact) {
                    state.record_turn(contact, from, system.communication_step);
                }
                tell(state, Event::Contact { contact: ContactId(contact), from, to, time });
            }
        }
        for (spring, &from) in spring_modes.iter().enumerate() {
            let to = state.spring_mode[spring];
            if from != to {
                tell(state, Event::Spring { spring: SpringId(spring), from, to, time });
            }
        }
        for (place, &from) in force_modes.iter().enumerate() {
            let Some((force, to)) = system.forces.modes(&state.force_branch).nth(place) else {
                break;
            };
            if from != to {
                tell(state, Event::Force { force: ForceId(force), from, to, time });
            }
        }
        any
    }
}
