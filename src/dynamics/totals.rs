//! Totals of friction along a step: dissipated energy and mean force, integrated exactly from the polynomials of the
//! step.

mod means;
mod shared;

use super::State;
use super::events::resolve::Resolver;
use super::expansion::{Expansion, MAX_ORDER};
use super::system::System;
use means::{Impulses, Means};
use shared::{Room, SharedLoad};

/// Takes impulses of the segment, N·s, and energies of contacts that are not on its polynomials.
pub(super) type Correction<'c> = &'c mut dyn FnMut(&mut [f64], &mut State);

/// System in motion: its data and state, with the expansion and the resolver that give its forces.
pub(super) struct Scene<'s> {
    pub system: &'s System,
    pub expansion: &'s mut Expansion,
    pub resolver: &'s mut Resolver,
    pub state: &'s mut State,
}

/// Impulses of friction in the communication step, those of a segment up to the present time, and buffers.
#[derive(Clone, Debug, Default)]
pub(super) struct Totals {
    means: Means,
    /// Impulses of the step before the present call, for one that fails or only predicts; and true if there are any.
    before: Means,
    can_return: bool,
    /// Impulses since the start of the segment: present ones, and where it was before.
    of_segment: Impulses,
    last: Impulses,
    /// Load that is shared where impulses wait.
    shared: SharedLoad,
    room: Room,
    lambda: Vec<f64>,
    residual: Vec<f64>,
}

impl Totals {
    pub fn resize(&mut self, contacts: usize, unknown: usize) {
        self.means.resize(contacts);
        self.before.resize(contacts);
        self.can_return = false;
        self.of_segment.of.resize(contacts, 0.0);
        self.last.of.resize(contacts, 0.0);
        self.lambda.resize(contacts, 0.0);
        self.residual.resize(unknown, 0.0);
        self.room.resize(contacts, unknown);
    }

    /// Reserves memory for loads that contacts share, so that these can wait until mean forces are read.
    pub fn reserve_shared(&mut self, contacts: usize, unknown: usize) {
        let orders = MAX_ORDER + 2;
        self.shared.reserve(contacts, unknown, orders);
        self.means.reserve(contacts, unknown, orders);
        self.before.reserve(contacts, unknown, orders);
    }

    /// Begins a call that may begin a communication step: mean forces of the last one are no longer needed, unless it fails.
    pub fn begin_call(&mut self) {
        std::mem::swap(&mut self.means, &mut self.before);
        self.means.forget();
        self.can_return = true;
    }

    /// Goes back to the communication step before the call, if it began one.
    pub fn return_to_before(&mut self) {
        if std::mem::take(&mut self.can_return) {
            std::mem::swap(&mut self.means, &mut self.before);
        }
    }

    /// Goes back to the start of a call that has failed.
    pub fn fail(&mut self) {
        if self.can_return {
            self.return_to_before();
        } else {
            self.means.forget();
        }
    }

    /// Forgets what waits, and the step before the call: mean forces are those of the state.
    pub fn forget(&mut self) {
        self.means.forget();
        self.can_return = false;
    }

    /// Begins a communication step.
    pub fn begin(&mut self) {
        self.means.begin();
    }

    /// Begins a communication step with these impulses of all contacts, N·s.
    pub fn begin_with(&mut self, impulse: &[f64]) {
        self.means.begin_with(impulse);
    }

    /// Begins a segment.
    pub fn begin_segment(&mut self) {
        self.of_segment.clear();
    }

    /// Returns the time up to which impulses on the segment are known, s since its start.
    pub fn stands_at(&self) -> f64 {
        self.of_segment.tau
    }

    /// Adds what happens on the segment up to τ instead of what happened up to where it was: to impulses, and to energies,
    /// which are those at its start. Where not all is on the segment, `correct` takes what else has happened up to then.
    pub fn go_along(&mut self, scene: &mut Scene, tau: f64, correct: Option<Correction>) {
        std::mem::swap(&mut self.of_segment, &mut self.last);
        self.recall(scene, tau, correct);
        let Self { means, of_segment, last, shared, room, .. } = self;
        means.add([last, of_segment], shared, &mut scene.resolver.kernel, room);
    }

    /// Takes again what happened on the segment up to τ, where it was before.
    pub fn recall(&mut self, scene: &mut Scene, tau: f64, correct: Option<Correction>) {
        self.of_segment.clear();
        self.of_segment.tau = tau;
        let may_wait = correct.is_none() && self.means.may_wait();
        self.take(scene, tau, may_wait);
        if let Some(correct) = correct {
            correct(&mut self.of_segment.of, scene.state);
        }
    }

    /// Returns the impulse of a contact since the start of the segment, N·s.
    pub fn of_segment(&self, contact: usize) -> f64 {
        self.of_segment.of[contact]
    }

    /// Adds an impulse of a contact at the start of a communication step, or where nothing waits.
    pub fn push(&mut self, contact: usize, impulse: f64) {
        *self.means.impulse_mut(contact) += impulse;
    }

    /// Records the momenta of bodies that contacts are about to stop in an instant.
    pub fn record_momenta(&mut self, system: &System, state: &State) {
        self.residual.fill(0.0);
        let velocity = |unknown: usize| state.velocity[system.body_of[unknown]];
        system.inertia().add_momenta(1.0, velocity, &mut self.residual);
    }

    /// Adds the impulses by which stuck contacts have changed the momenta since these were noted.
    pub fn add_stop(&mut self, scene: &mut Scene) {
        self.evaluate_waiting(scene.resolver);
        let Scene { system, expansion, resolver, state } = scene;
        let velocity = |unknown: usize| state.velocity[system.body_of[unknown]];
        system.inertia().add_momenta(-1.0, velocity, &mut self.residual);
        self.lambda.fill(0.0);
        resolver.distribute(expansion, &self.residual, &mut self.lambda);
        for (contact, impulse) in self.lambda.iter().enumerate() {
            *self.means.impulse_mut(contact) += impulse;
            state.dissipated[contact] += impulse * state.contacts[contact].held_slip();
        }
    }

    /// Ends a communication step of this duration, s: writes mean forces unless they wait; those of an empty step stay.
    pub fn end(&mut self, duration: f64, mean: &mut [f64]) {
        if duration > 0.0 {
            self.means.end(duration, mean);
        } else {
            self.return_to_before();
        }
    }

    /// True if mean forces wait until they are read.
    pub fn waits(&self) -> bool {
        self.means.wait()
    }

    /// Returns the number of times that impulses of shared loads were found.
    #[cfg(test)]
    pub fn found(&self) -> u64 {
        self.room.found
    }

    /// Writes mean forces that wait.
    pub fn write_means(&mut self, resolver: &mut Resolver, mean: &mut [f64]) {
        if self.waits() {
            self.evaluate_waiting(resolver);
            self.means.write(mean);
        }
    }

    /// Evaluates what waits.
    pub fn evaluate_waiting(&mut self, resolver: &mut Resolver) {
        let Self { means, of_segment, room, .. } = self;
        let last = means.resolve_modes(&mut resolver.kernel, room);
        // The next part of the segment continues from there.
        let same = |last: &&Impulses| of_segment.wait && last.tau == of_segment.tau;
        if let Some(last) = last.filter(same) {
            of_segment.copy_from(last);
        }
    }

    /// Takes what happens in [0, τ] of the expansion's step; the impulses of loads that contacts share may wait.
    fn take(&mut self, scene: &mut Scene, tau: f64, may_wait: bool) {
        let Scene { system, expansion, state, .. } = scene;
        expansion.friction.integrals(expansion.order, tau, &mut self.of_segment.of);
        for (contact, impulse) in self.of_segment.of.iter_mut().enumerate() {
            // No −0.
            *impulse += 0.0;
            let entry = &system.contacts[contact];
            state.dissipated[contact] +=
                entry.dissipation(contact, expansion, state, (*impulse, tau));
        }
        self.add_stuck(scene, tau, may_wait);
    }

    /// Adds what stuck contacts do in [0, τ] of what the expansion says they must balance to the impulses of the segment; those of
    /// loads that they share may wait.
    pub fn add_stuck(&mut self, scene: &mut Scene, tau: f64, may_wait: bool) {
        let Scene { system, expansion, resolver, state } = scene;
        let order = expansion.order;
        let (clusters, stuck, load) = expansion.sticking_set();
        if !stuck.contains(&true) {
            return;
        }
        let Self { of_segment, shared, room, residual, lambda, .. } = self;
        if clusters.redundant().is_empty() {
            // Linear in the load: the impulse balances the impulse of the load.
            load.integrals(order, tau, residual);
            residual.iter_mut().for_each(|residual| *residual /= tau);
            lambda.fill(0.0);
            resolver.distribute(expansion, residual, lambda);
            for (contact, lambda) in lambda.iter().enumerate() {
                of_segment.of[contact] += tau * lambda;
                state.dissipated[contact] += tau * lambda * state.contacts[contact].held_slip();
            }
            return;
        }
        let mut held =
            system.contacts.iter().zip(stuck).enumerate().filter(|(_, (_, stuck))| **stuck);
        let limits_move = held.clone().any(|(_, (entry, _))| entry.limit_varies());
        // Whoever creeps within a window dissipates by its own share.
        let creeps = held.any(|(contact, _)| state.contacts[contact].held_slip() != 0.0);
        let (kernel, limits, _) = resolver.holding_parts();
        shared.take(expansion, limits);
        of_segment.wait = may_wait && !limits_move && !creeps;
        if of_segment.wait {
            return;
        }
        let moving = limits_move.then_some((*system, &**expansion));
        shared.integrate(kernel, room, tau, moving, &mut |contact, impulse| {
            of_segment.of[contact] += impulse;
            state.dissipated[contact] += impulse * state.contacts[contact].held_slip();
        });
    }
}
