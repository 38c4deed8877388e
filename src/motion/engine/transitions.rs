//! Transitions: what is due changes its mode, then all contacts at w = 0 are resolved together.

use super::Motion;
use crate::motion::elements::contact::change::Change;
use crate::motion::events::guards::{Decider, Transition};
use crate::motion::events::resolve::Cause;
use crate::motion::{ContactMode, Element, Event, Fault};

impl Motion {
    /// The transitions that are due now; whether one was told.
    pub(super) fn transit(&mut self, record: &mut dyn FnMut(Event)) -> Result<bool, Fault> {
        self.note_modes();
        self.expect_due();
        if self.numbers.coupled {
            self.flow.note_round_off(&self.numbers, &self.state, false);
        }
        let cause = self.change_modes();
        let Self { numbers, flow, resolver, state, leg, .. } = self;
        numbers.change_loads(flow, leg.length, state, &mut resolver.zero);
        let noted = self.storm.note(self.state.time, cause, &self.network);
        noted.map_err(|fault| self.of_formula(fault, cause))?;
        if self.guards.due().all(Transition::goes_on) {
            for contact in self.guards.due_that(Change::Turn) {
                self.state.contact_mode[contact].reverse();
            }
            self.state.release_slips();
            return Ok(self.report(record));
        }
        self.settle_due()?;
        Ok(self.report(record))
    }

    /// Marks the contacts that a resolution must decide, and says to it what is due.
    fn expect_due(&mut self) {
        let Self { numbers, flow, guards, resolver, state, .. } = self;
        for (contact, entry) in numbers.contacts.iter().enumerate() {
            let mode = state.contact_mode[contact];
            let stuck = mode == ContactMode::Stuck;
            let departs = state.departure[contact] > 0;
            let yields = entry.yields(mode, state.piece[contact]);
            resolver.zero[contact] =
                (stuck || departs || yields) && !entry.kinematic && entry.can_stick();
        }
        if guards.due().any(|transition| transition == Transition::Release) {
            let stays = |transition: Transition| {
                let beside = matches!(transition, Transition::Release | Transition::Piece { .. });
                beside || transition.goes_on()
            };
            resolver.expect_release(numbers, flow, state, guards.due().all(stays));
        }
        for transition in guards.due() {
            if let Transition::Contact(contact, change) = transition {
                resolver.expect(numbers, flow, state.time, (contact, change));
            }
        }
    }

    /// Gives what is due its mode; the element that counts as the cause.
    fn change_modes(&mut self) -> Option<Element> {
        let Self { numbers, flow, guards, resolver, state, .. } = self;
        let zero = &mut resolver.zero;
        let mut cause = None;
        for transition in guards.due() {
            if let Transition::Piece { slot, next, .. } = transition {
                state.force_piece[slot] = next;
            }
        }
        for transition in guards.due() {
            match transition {
                Transition::Spring(spring, mode) => {
                    state.spring_mode[spring] = mode;
                    cause = Some(Element::Spring(spring));
                }
                // Taken above: what follows sees it.
                Transition::Piece { by: Decider::Action(_), .. } => {}
                Transition::Piece { by: Decider::Law(contact), .. } => {
                    cause = cause.or(Some(Element::Contact(contact)));
                }
                Transition::Release => {
                    cause = cause.or(zero.iter().position(|zero| *zero).map(Element::Contact));
                }
                Transition::Contact(contact, change) => {
                    numbers.change_contact((contact, change), flow, state, zero);
                    let own = Some(Element::Contact(contact));
                    cause = if change.is_passing() { cause.or(own) } else { own };
                }
            }
        }
        let due = |slot| {
            let is_due = |one| matches!(one, Transition::Piece { slot: of, .. } if of == slot);
            guards.due().any(is_due)
        };
        state.mend_pieces(numbers, flow, due);
        cause
    }

    /// Names the formula, where nothing else is due.
    fn of_formula(&self, mut fault: Fault, cause: Option<Element>) -> Fault {
        let pieces = self.guards.due().find_map(|transition| match transition {
            Transition::Piece { by: Decider::Action(action), .. } => Some(action),
            _ => None,
        });
        if let (Fault::EventStorm { name, .. }, Some(action), None) = (&mut fault, pieces, cause) {
            let forces = &self.numbers.forces;
            name.clone_from(&forces.force(&forces.actions[action]).name);
        }
        fault
    }

    /// Resolves the contacts at w = 0 after what is due.
    fn settle_due(&mut self) -> Result<(), Fault> {
        let stops = self.guards.due_that(Change::Rest).next().is_some();
        if stops {
            self.work.note_momenta(&self.numbers, &self.state);
        }
        let late = self.numbers.faint > 0.0 && self.hold_beyond();
        let Self { numbers, flow, resolver, state, .. } = self;
        numbers.hold_what_yields(flow, &mut resolver.zero, state);
        self.rest_together();
        if stops {
            self.turn_what_is_passed();
        }
        self.settle(Cause::Transition)?;
        if late && self.bring_back() {
            self.settle(Cause::Transition)?;
        }
        if stops {
            self.stop()?;
        } else {
            self.keep_what_sticks();
        }
        self.turn_what_slips();
        Ok(())
    }

    /// A host finds arrivals a little late. A body that is stuck to a surface which carries it through w = 0 of other
    /// contacts is beyond by then: these are resolved at the slip velocities that they have, or they would tear off what
    /// sticks; with them all others that came through 0 on the way. Whether there are any.
    fn hold_beyond(&mut self) -> bool {
        let Self { numbers, flow, guards, resolver, state, came, beyond, modes, .. } = self;
        let arrives = |contact| guards.due_that(Change::Arrival).any(|one| one == contact);
        if guards.due_that(Change::Arrival).next().is_none() {
            return false;
        }
        came.copy_from_slice(&state.velocity);
        let tau = state.tau();
        flow.project(numbers, tau, (&resolver.zero, &state.held_slip), &mut state.velocity);
        // Which of the contacts of a loop cannot come to rest, a projection leaves to their order.
        let mut held = numbers.contacts.iter().enumerate().filter(|(contact, entry)| {
            (modes[*contact] == ContactMode::Stuck || arrives(*contact))
                && resolver.zero[*contact]
                && !entry.sticks_in_motion()
                && !entry.kinematic
        });
        let tears = held.any(|(_, entry)| !entry.slip_now(state).1);
        state.velocity.copy_from_slice(came);
        for (contact, entry) in numbers.contacts.iter().enumerate().filter(|_| tears) {
            let (slip, mode) = (entry.slip_now(state).0, state.contact_mode[contact]);
            let through = mode.slips() && mode != ContactMode::of_slip(slip);
            let came_through = through
                && state.departure[contact] == 0
                && entry.can_stick()
                && !(entry.sticks_in_motion() || entry.kinematic);
            resolver.zero[contact] |= came_through;
            beyond[contact] = resolver.zero[contact] && (arrives(contact) || came_through);
            if beyond[contact] {
                state.held_slip[contact] = slip;
            }
        }
        tears
    }

    /// What [`Motion::hold_beyond`] held is at w = 0 again. Where it stays there, what was stuck has let go instead: that
    /// slips on, and all others are to be resolved once more. Whether they are.
    fn bring_back(&mut self) -> bool {
        let Self { numbers, resolver, state, beyond, modes, .. } = self;
        let beyond = || {
            let entries = numbers.contacts.iter().enumerate();
            entries.filter(|(contact, entry)| beyond[*contact] && !entry.sticks_in_motion())
        };
        let stays = beyond().any(|(contact, _)| {
            state.contact_mode[contact] == ContactMode::Stuck && state.held_slip[contact] != 0.0
        });
        for (contact, entry) in beyond() {
            state.held_slip[contact] = 0.0;
            if stays && !entry.attaches() {
                resolver.zero[contact] = !entry.kinematic && entry.can_stick();
                state.departure[contact] = 0;
            }
        }
        for (contact, zero) in resolver.zero.iter_mut().enumerate() {
            let let_go =
                modes[contact] == ContactMode::Stuck && state.contact_mode[contact].slips();
            *zero &= !(stays && let_go);
        }
        stays
    }

    /// Slips that were about to turn: what came to rest instead, found a little beyond w = 0 by a host, has not turned.
    fn turn_what_slips(&mut self) {
        let Self { numbers, flow, guards, state, .. } = self;
        let turns = || guards.due_that(Change::Turn);
        if turns().next().is_none() {
            return;
        }
        flow.begun = false;
        flow.note_round_off(numbers, state, false);
        for contact in turns() {
            let entry = &numbers.contacts[contact];
            let (slip, _) = entry.slip_now(state);
            if state.contact_mode[contact].slips()
                && slip.abs() > flow.slip_round_off(numbers, state, contact)
            {
                state.contact_mode[contact] = ContactMode::of_slip(slip);
            }
        }
    }

    /// Resolves the contacts marked in `resolver.zero`.
    pub(super) fn settle(&mut self, cause: Cause) -> Result<(), Fault> {
        self.cost.resolutions += self.numbers.elements();
        self.refresh_loads();
        let Self { numbers, flow, state, .. } = self;
        let settled = self.resolver.settle(numbers, flow, state, cause);
        settled.map_err(|error| self.fault(error))
    }
}
