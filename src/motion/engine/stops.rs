//! What comes to rest together, and tyres that stop: what is left of the velocities of their ends is gone at once.

use super::Motion;
use crate::motion::elements::contact::change::Change;
use crate::motion::events::resolve::Cause;
use crate::motion::work::Scene;
use crate::motion::{ContactMode, Fault};

impl Motion {
    /// What comes to w = 0 takes with it the contacts that are held there by it, found a little before or behind: they
    /// are resolved with it, and bristles hold them.
    pub(super) fn rest_together(&mut self) {
        let Self { numbers, flow, resolver, state, .. } = self;
        let tau = state.tau();
        flow.project(numbers, tau, (&resolver.zero, &state.held_slip), &mut state.velocity);
        for (contact, entry) in numbers.contacts.iter().enumerate() {
            let slips = state.contact_mode[contact].slips() && !entry.kinematic;
            // What departs has just been there, and bodies without mass move as their forces balance.
            let slips = slips && !(numbers.massless && flow.is_kinetic(&numbers.rows[contact]));
            if !(slips && state.departure[contact] == 0 && entry.slip_now(state).1) {
                continue;
            }
            resolver.zero[contact] |= entry.can_stick();
            if entry.attaches() {
                state.contact_mode[contact] = ContactMode::Stuck;
                state.departure[contact] = 1;
            }
        }
    }

    /// Where a tyre comes to rest, what is left of the velocities of its ends is gone at once: other contacts of these
    /// may then slip the other way. One that holds in that direction without limit stops what would pass it instead.
    pub(super) fn turn_what_is_passed(&mut self) {
        // Each round holds one contact more.
        while self.catch_what_is_passed() {
            self.rest_together();
        }
        let Self { numbers, resolver, state, .. } = self;
        for (contact, entry) in numbers.contacts.iter().enumerate() {
            let mode = state.contact_mode[contact];
            let slips = mode.slips() && !entry.kinematic && !resolver.zero[contact];
            let (slip, at_rest) = entry.slip_now(state);
            if slips && !at_rest && state.departure[contact] == 0 {
                state.contact_mode[contact] = ContactMode::of_slip(slip);
            }
        }
    }

    /// Contacts without limit whose ends move as these do not allow are held; whether any were not.
    fn catch_what_is_passed(&mut self) -> bool {
        let Self { numbers, resolver, state, .. } = self;
        let mut any = false;
        for (contact, entry) in numbers.contacts.iter().enumerate() {
            if !resolver.zero[contact] && entry.violation(state) != 0.0 {
                resolver.zero[contact] = true;
                state.contact_mode[contact] = ContactMode::Stuck;
                any = true;
            }
        }
        any
    }

    /// After a resolution in which tyres stop: brings to rest what these hold, and notes the impulses of all that sticks.
    pub(super) fn stop(&mut self) -> Result<(), Fault> {
        // Each round lets go of one contact at least.
        for _ in 0..self.numbers.contacts.len() {
            if !self.rest_what_is_held() {
                break;
            }
            self.settle(Cause::Transition)?;
        }
        let Self { numbers, flow, resolver, work, state, .. } = self;
        work.add_stop(&mut Scene { numbers, flow, resolver, state });
        Ok(())
    }

    /// What carried a tyre along that came to rest, and has let go of it, carries it no longer: velocities are those of what
    /// still sticks. Whether they change, so that all that sticks is to be resolved once more.
    fn rest_what_is_held(&mut self) -> bool {
        self.came.copy_from_slice(&self.state.velocity);
        self.join_held();
        let Self { numbers, state, came, .. } = self;
        if state.velocity == *came {
            return false;
        }
        for (contact, entry) in numbers.contacts.iter().enumerate() {
            let (slip, at_rest) = entry.slip_now(state);
            if state.contact_mode[contact].slips() && !entry.kinematic && !at_rest {
                state.contact_mode[contact] = ContactMode::of_slip(slip);
                state.departure[contact] = 0;
            }
        }
        true
    }

    /// A tyre that rolls without slip, but slips the other way from then on, has come there by what is next to nothing of its
    /// speed: what sticks beside it keeps w = 0.
    pub(super) fn keep_what_sticks(&mut self) {
        let Self { numbers, guards, state, .. } = self;
        let passes = |contact: usize| {
            numbers.contacts[contact].no_slip() > 0.0 && state.contact_mode[contact].slips()
        };
        if guards.due_that(Change::Arrival).any(passes) {
            self.join_held();
        }
    }

    /// Marks the contacts that hold w where it is, and makes velocities within their clusters one.
    pub(super) fn join_held(&mut self) {
        let Self { numbers, flow, resolver, state, .. } = self;
        for (contact, entry) in numbers.contacts.iter().enumerate() {
            let held = entry.is_held(state.contact_mode[contact]);
            resolver.zero[contact] = held && !entry.kinematic;
        }
        let tau = state.tau();
        flow.project(numbers, tau, (&resolver.zero, &state.held_slip), &mut state.velocity);
    }
}
