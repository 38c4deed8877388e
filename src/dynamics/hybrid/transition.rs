//! Transitions: what is active changes its mode, then all contacts at w = 0 are resolved together.

use super::Dynamics;
use crate::dynamics::elements::contact::change::Change;
use crate::dynamics::elements::contact::effects::change_contact;
use crate::dynamics::elements::contact::hold_what_yields;
use crate::dynamics::elements::contact::load::passage::change_loads;
use crate::dynamics::elements::formula::reselect_branches;
use crate::dynamics::events::resolve::{ResolveError, Trigger};
use crate::dynamics::events::transition::{Decider, Transition};
use crate::dynamics::events::zeno_guard::{Chattering, ZenoGuard};
use crate::dynamics::expansion::Moved;
use crate::dynamics::{ContactId, ContactMode, Element, Event, SpringId};

/// Transitions that cannot be processed.
#[derive(Clone, Copy, Debug)]
pub(in crate::dynamics) enum EventFault {
    /// Chattering: too many at nearly one instant, and the element or force by formula of the last one.
    Chattering { chattering: Chattering, element: Option<Element>, formula: Option<usize> },
    /// Modes that cannot be found.
    Resolution(ResolveError),
}

impl From<ResolveError> for EventFault {
    fn from(error: ResolveError) -> Self {
        Self::Resolution(error)
    }
}

impl Dynamics {
    /// Processes the transitions that are active now; true if one was reported. `length` is that of the segment that ends, s.
    ///
    /// # Errors
    /// See [`EventFault`].
    pub fn process_event(
        &mut self,
        length: f64,
        zeno_guard: &mut ZenoGuard,
        sink: &mut dyn FnMut(Event),
    ) -> Result<bool, EventFault> {
        self.record_modes();
        self.expect_active();
        if self.system.coupled {
            self.expansion.record_round_off(&self.system, &self.state, Moved::Joined);
        }
        let trigger = self.change_modes();
        let Self { system, expansion, resolver, state, .. } = self;
        change_loads(system, expansion, length, state, &mut resolver.candidates);
        if let Err(chattering) = zeno_guard.record(state.time) {
            resolver.expect_nothing();
            let formula = self.active_formula().filter(|_| trigger.is_none());
            return Err(EventFault::Chattering { chattering, element: trigger, formula });
        }
        if self.guards.set.active().all(Transition::goes_on) {
            for contact in self.guards.set.active_that(Change::Turn) {
                self.state.contacts[contact].reverse();
            }
            self.state.release_slips();
            return Ok(self.report(sink));
        }
        self.resolve_active()?;
        Ok(self.report(sink))
    }

    /// Marks the contacts that a resolution must decide, and passes on to it what is active.
    fn expect_active(&mut self) {
        let Self { system, expansion, guards, resolver, state, .. } = self;
        for (contact, entry) in system.contacts.iter().enumerate() {
            let mode = state.contacts[contact].mode();
            let stuck = mode == ContactMode::Stuck;
            let departs = state.contacts[contact].leading_zeros() > 0;
            let yields = entry.yields(mode, state.contacts[contact].branch());
            resolver.candidates[contact] =
                (stuck || departs || yields) && !entry.kinematic && entry.can_stick();
        }
        if guards.set.active().any(|transition| transition == Transition::Release) {
            let stays = |transition: Transition| {
                let beside = matches!(transition, Transition::Release | Transition::Branch { .. });
                beside || transition.goes_on()
            };
            resolver.expect_release(system, expansion, state, guards.set.active().all(stays));
        }
        for transition in guards.set.active() {
            if let Transition::Contact(contact, change) = transition {
                resolver.expect(system, expansion, state.time, (contact, change));
            }
        }
    }

    /// Gives what is active its mode; returns the element that counts as the trigger.
    fn change_modes(&mut self) -> Option<Element> {
        let Self { system, expansion, guards, resolver, state, .. } = self;
        let candidates = &mut resolver.candidates;
        let mut trigger = None;
        for transition in guards.set.active() {
            if let Transition::Branch { slot, next, .. } = transition {
                let before = std::mem::replace(&mut state.force_branch[slot], next);
                expansion.forces.record_left(slot, before, state.time);
            }
        }
        for transition in guards.set.active() {
            match transition {
                Transition::Spring(spring, mode) => {
                    state.spring_mode[spring] = mode;
                    trigger = Some(Element::Spring(SpringId(spring)));
                }
                // Taken above: what follows sees it.
                Transition::Branch { by: Decider::Action(_), .. } => {}
                Transition::Branch { by: Decider::Law(contact), .. } => {
                    trigger = trigger.or(Some(Element::Contact(ContactId(contact))));
                }
                Transition::Release => {
                    trigger = trigger.or(candidates
                        .iter()
                        .position(|candidate| *candidate)
                        .map(|contact| Element::Contact(ContactId(contact))));
                }
                Transition::Contact(contact, change) => {
                    change_contact(system, (contact, change), expansion, state, candidates);
                    let own = Some(Element::Contact(ContactId(contact)));
                    trigger = if change.is_passing() { trigger.or(own) } else { own };
                }
            }
        }
        let active = |slot| {
            let is_due = |one| matches!(one, Transition::Branch { slot: of, .. } if of == slot);
            guards.set.active().any(is_due)
        };
        reselect_branches(state, system, expansion, active);
        trigger
    }

    /// Returns the force by formula, of all that act, that comes to another branch now.
    fn active_formula(&self) -> Option<usize> {
        self.guards.set.active().find_map(|transition| match transition {
            Transition::Branch { by: Decider::Action(action), .. } => Some(action),
            _ => None,
        })
    }

    /// Resolves the contacts at w = 0 after what was active.
    fn resolve_active(&mut self) -> Result<(), ResolveError> {
        let stops = self.guards.set.active_that(Change::Rest).next().is_some();
        if stops {
            self.totals.record_momenta(&self.system, &self.state);
        }
        let late = self.system.hysteresis > 0.0 && self.hold_overshot();
        let Self { system, expansion, resolver, state, .. } = self;
        hold_what_yields(system, expansion, &mut resolver.candidates, state);
        self.rest_together();
        if stops {
            self.turn_what_is_passed();
        }
        self.resolve_modes(Trigger::Transition)?;
        if late && self.bring_back() {
            self.resolve_modes(Trigger::Transition)?;
        }
        if stops {
            self.stop()?;
        } else {
            self.keep_what_sticks();
        }
        self.turn_what_slips();
        Ok(())
    }

    /// Holds contacts whose arrival a host finds late at the slip velocities that they have, and with them all others
    /// that came through 0 on the way. A body that is stuck to a surface which carries it through w = 0 of other contacts
    /// is beyond by then; these would release what sticks. True if there are any.
    fn hold_overshot(&mut self) -> bool {
        if self.guards.set.active_that(Change::Arrival).next().is_none() {
            return false;
        }
        self.velocities_before.copy_from_slice(&self.state.velocity);
        self.project();
        let Self { system, guards, resolver, state, velocities_before, overshot, modes, .. } = self;
        let arrives = |contact| guards.set.active_that(Change::Arrival).any(|one| one == contact);
        // Which of the contacts of a loop cannot come to rest, a projection leaves to their order.
        let mut held = system.contacts.iter().enumerate().filter(|(contact, entry)| {
            (modes[*contact] == ContactMode::Stuck || arrives(*contact))
                && resolver.candidates[*contact]
                && !entry.sticks_in_motion()
                && !entry.kinematic
        });
        let tears = held.any(|(_, entry)| !entry.slip_now(state).is_zero());
        state.velocity.copy_from_slice(velocities_before);
        for (contact, entry) in system.contacts.iter().enumerate().filter(|_| tears) {
            let (slip, mode) = (entry.slip(state), state.contacts[contact].mode());
            let through = mode.slips() && mode != ContactMode::of_slip(slip);
            let came_through = through
                && state.contacts[contact].leading_zeros() == 0
                && entry.can_stick()
                && !(entry.sticks_in_motion() || entry.kinematic);
            resolver.candidates[contact] |= came_through;
            overshot[contact] = resolver.candidates[contact] && (arrives(contact) || came_through);
            if overshot[contact] {
                state.contacts[contact].hold(slip);
            }
        }
        tears
    }

    /// Brings what [`Dynamics::hold_overshot`] held back to w = 0. Where it stays there, what was stuck is released
    /// instead: that slips on, and all others must be resolved once more. True if they must.
    fn bring_back(&mut self) -> bool {
        let Self { system, resolver, state, overshot, modes, .. } = self;
        let beyond = || {
            let entries = system.contacts.iter().enumerate();
            entries.filter(|(contact, entry)| overshot[*contact] && !entry.sticks_in_motion())
        };
        let stays = beyond().any(|(contact, _)| {
            state.contacts[contact].mode() == ContactMode::Stuck
                && state.contacts[contact].held_slip() != 0.0
        });
        for (contact, entry) in beyond() {
            state.contacts[contact].hold(0.0);
            if stays && !entry.attaches() {
                resolver.candidates[contact] = !entry.kinematic && entry.can_stick();
                state.contacts[contact].leave_instant();
            }
        }
        for (contact, candidate) in resolver.candidates.iter_mut().enumerate() {
            let let_go =
                modes[contact] == ContactMode::Stuck && state.contacts[contact].mode().slips();
            *candidate &= !(stays && let_go);
        }
        stays
    }

    /// Turns slips that were about to turn: what came to rest instead, found a little beyond w = 0 by a host, has not
    /// turned.
    fn turn_what_slips(&mut self) {
        let Self { system, expansion, guards, state, .. } = self;
        let turns = || guards.set.active_that(Change::Turn);
        if turns().next().is_none() {
            return;
        }
        expansion.record_round_off(system, state, Moved::Joined);
        for contact in turns() {
            let entry = &system.contacts[contact];
            let slip = expansion.with_round_off(system, state, contact, entry.slip(state));
            if state.contacts[contact].mode().slips() && !slip.is_zero() {
                state.contacts[contact].slip_at(slip.value);
            }
        }
    }
}
