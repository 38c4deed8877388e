//! Tyres that stop: what is left of the velocities of their ends is gone in an instant.

use super::Dynamics;
use crate::dynamics::ContactMode;
use crate::dynamics::events::resolve::{ResolveError, Trigger};
use crate::dynamics::events::transition::Change;
use crate::dynamics::totals::Scene;

impl Dynamics {
    /// Turns contacts where a tyre comes to rest: what is left of the velocities of its ends is gone in an instant, and
    /// other contacts of these may then slip the other way. One that holds in that direction without limit stops what
    /// would pass it instead.
    pub(super) fn turn_what_is_passed(&mut self) {
        // Each round holds one contact more.
        while self.catch_what_is_passed() {
            self.rest_together();
        }
        let Self { system, resolver, state, .. } = self;
        for (contact, entry) in system.contacts.iter().enumerate() {
            let mode = state.contacts[contact].mode();
            let slips = mode.slips() && !entry.kinematic && !resolver.candidates[contact];
            let slip = entry.slip_now(state);
            if slips && !slip.is_zero() && state.contacts[contact].leading_zeros() == 0 {
                state.contacts[contact].slip_at(slip.value);
            }
        }
    }

    /// Holds contacts without limit whose ends move as these do not allow; true if there were any.
    fn catch_what_is_passed(&mut self) -> bool {
        let Self { system, resolver, state, .. } = self;
        let mut any = false;
        for (contact, entry) in system.contacts.iter().enumerate() {
            if !resolver.candidates[contact] && entry.violation(state) != 0.0 {
                resolver.candidates[contact] = true;
                state.contacts[contact].change(ContactMode::Stuck);
                any = true;
            }
        }
        any
    }

    /// Brings to rest what tyres hold that stop in a resolution, and records the impulses of all that sticks.
    pub(super) fn stop(&mut self) -> Result<(), ResolveError> {
        // Each round releases one contact at least.
        for _ in 0..self.system.contacts.len() {
            if !self.rest_what_is_held() {
                break;
            }
            self.resolve_modes(Trigger::Transition)?;
        }
        let Self { system, expansion, resolver, totals, state, .. } = self;
        totals.add_stop(&mut Scene { system, expansion, resolver, state });
        Ok(())
    }

    /// Makes velocities those of what still sticks: what carried a tyre along that came to rest, and has released it,
    /// carries it no longer. What then moves as a contact without limit does not allow, by less than the speed of a tyre at rest,
    /// keeps the direction that it begins with. True if they change, so that all that sticks must be resolved once more.
    fn rest_what_is_held(&mut self) -> bool {
        self.velocities_before.copy_from_slice(&self.state.velocity);
        self.join_held();
        let Self { system, state, velocities_before, .. } = self;
        if state.velocity == *velocities_before {
            return false;
        }
        for (contact, entry) in system.contacts.iter().enumerate() {
            let slip = entry.slip_now(state);
            let slips = state.contacts[contact].mode().slips() && !entry.kinematic;
            if slips && !slip.is_zero() && entry.violation(state) == 0.0 {
                state.contacts[contact].begin(ContactMode::of_slip(slip.value), 0);
            }
        }
        true
    }

    /// Keeps what sticks. A tyre that rolls without slip, but slips the other way from then on, has come there by what
    /// is next to nothing of its speed: what sticks beside it keeps w = 0.
    pub(super) fn keep_what_sticks(&mut self) {
        let Self { system, guards, state, .. } = self;
        let passes = |contact: usize| {
            system.contacts[contact].no_slip() > 0.0 && state.contacts[contact].mode().slips()
        };
        if guards.set.active_that(Change::Arrival).any(passes) {
            self.join_held();
        }
    }

    /// Marks the contacts that hold w where it is, and makes velocities within their clusters one.
    pub fn join_held(&mut self) {
        let Self { system, resolver, state, .. } = self;
        for (contact, entry) in system.contacts.iter().enumerate() {
            let held = entry.is_held(state.contacts[contact].mode());
            resolver.candidates[contact] = held && !entry.kinematic;
        }
        self.project();
    }
}
