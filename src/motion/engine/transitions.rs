//! Transitions: what is due changes its mode, then all contacts at w = 0 are resolved together.

use super::Motion;
use crate::motion::guards::Transition;
use crate::motion::modes::WITHIN;
use crate::motion::numbers::{ContactNumbers, Numbers};
use crate::motion::resolve::Cause;
use crate::motion::tyre;
use crate::motion::{ContactMode, Element, Event, Fault, State};

impl Motion {
    /// The transitions that are due now; whether one was told.
    pub(super) fn transit(&mut self, record: &mut dyn FnMut(Event)) -> Result<bool, Fault> {
        self.note_modes();
        self.expect_due();
        if self.numbers.coupled {
            self.flow.note_round_off(&self.numbers, &self.state, false);
        }
        let cause = self.change_modes();
        self.change_loads();
        let noted = self.storm.note(self.state.time, cause, &self.network);
        noted.map_err(|fault| self.of_formula(fault, cause))?;
        // Friction goes on without a step: nothing else changes.
        let goes_on = |transition| matches!(transition, Transition::Kink(..) | Transition::Turn(_));
        if self.guards.due().all(goes_on) {
            for transition in self.guards.due() {
                if let Transition::Turn(contact) = transition {
                    self.state.contact_mode[contact].reverse();
                }
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
            let stays = |transition| {
                use Transition::{Kink, Piece, Release, Turn};
                matches!(transition, Release | Piece { .. } | Kink(..) | Turn(_))
            };
            resolver.expect_release(numbers, flow, state, guards.due().all(stays));
        }
        for transition in guards.due() {
            if let Transition::Bound(leader, bound) = transition {
                resolver.expect_bound(&flow.following, leader, bound);
            }
        }
        if guards.due().any(|transition| matches!(transition, Transition::Catch(_))) {
            resolver.expect_catch(numbers, flow, state.time);
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
                Transition::Piece { .. } => {}
                Transition::Release => {
                    cause = cause.or(zero.iter().position(|zero| *zero).map(Element::Contact));
                }
                Transition::Load(contact) => {
                    let rounded = flow.slip_round_off(numbers, state, contact);
                    change_load(numbers, state, zero, contact, rounded);
                    cause = cause.or(Some(Element::Contact(contact)));
                }
                Transition::Turn(contact) => cause = cause.or(Some(Element::Contact(contact))),
                Transition::Kink(contact, piece) => {
                    state.piece[contact] = piece;
                    state.arrive(&numbers.contacts[contact], contact);
                    cause = cause.or(Some(Element::Contact(contact)));
                }
                Transition::Arrival(contact)
                | Transition::Loosening(contact, _)
                | Transition::Rest(contact)
                | Transition::Roll(contact)
                | Transition::Window(contact, _)
                | Transition::Catch(contact)
                | Transition::Bound(contact, _) => {
                    change_contact(numbers, state, zero, transition);
                    cause = Some(Element::Contact(contact));
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
            Transition::Piece { action, .. } => Some(action),
            _ => None,
        });
        if let (Fault::EventStorm { name, .. }, Some(action), None) = (&mut fault, pieces, cause) {
            let forces = &self.numbers.forces;
            name.clone_from(&forces.force(&forces.actions[action]).name);
        }
        fault
    }

    /// Loads that jumped with the springs that make them.
    fn change_loads(&mut self) {
        let Self { numbers, flow, resolver, state, .. } = self;
        let contacts = if numbers.coupled { resolver.zero.len() } else { 0 };
        if numbers.coupled {
            numbers.press(state);
        }
        for contact in 0..contacts {
            if numbers.load_has_jumped(contact, state) {
                let rounded = flow.slip_round_off(numbers, state, contact);
                change_load(numbers, state, &mut resolver.zero, contact, rounded);
            }
        }
    }

    /// Resolves the contacts at w = 0 after what is due.
    fn settle_due(&mut self) -> Result<(), Fault> {
        let stops = self.guards.due().any(|transition| matches!(transition, Transition::Rest(_)));
        if stops {
            self.work.note_momenta(&self.numbers, &self.state);
        }
        let late = self.numbers.faint > 0.0 && self.hold_beyond();
        self.hold_what_yields();
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
        }
        self.turn_what_slips();
        Ok(())
    }

    /// Contacts that may stick within their windows do so at the slip velocity that is left to them where others
    /// stick at 0.
    fn hold_what_yields(&mut self) {
        let Self { numbers, flow, resolver, state, .. } = self;
        if !numbers.contacts.iter().any(ContactNumbers::is_windowed) {
            return;
        }
        let yields = |state: &State, contact: usize| {
            let entry = &numbers.contacts[contact];
            entry.yields(state.contact_mode[contact], state.piece[contact])
        };
        let zero = &mut resolver.zero;
        for contact in (0..zero.len()).filter(|contact| yields(state, *contact)) {
            zero[contact] = false;
        }
        let tau = state.time - state.origin;
        flow.project(numbers, tau, (zero, &state.held_slip), &mut state.velocity);
        for (contact, entry) in numbers.contacts.iter().enumerate() {
            if yields(state, contact) && !entry.kinematic && entry.can_stick() {
                zero[contact] = true;
                state.held_slip[contact] = entry.slip_now(state).0;
            }
        }
    }

    /// A host finds arrivals a little late. A body that is stuck to a surface which carries it through w = 0 of other
    /// contacts is beyond by then: these are resolved at the slip velocities that they have, or they would tear off what
    /// sticks; with them all others that came through 0 on the way. Whether there are any.
    fn hold_beyond(&mut self) -> bool {
        let Self { numbers, flow, guards, resolver, state, came, beyond, modes, .. } = self;
        let arrives =
            |contact| guards.due().filter_map(Transition::arrival).any(|one| one == contact);
        if guards.due().all(|transition| transition.arrival().is_none()) {
            return false;
        }
        came.copy_from_slice(&state.velocity);
        let tau = state.time - state.origin;
        flow.project(numbers, tau, (&resolver.zero, &state.held_slip), &mut state.velocity);
        // Which of the contacts of a loop cannot come to rest, a projection leaves to their order.
        let mut held = numbers.contacts.iter().enumerate().filter(|(contact, entry)| {
            (modes[*contact] == ContactMode::Stuck || arrives(*contact))
                && resolver.zero[*contact]
                && !entry.is_windowed()
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
                && !(entry.is_windowed() || entry.kinematic);
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
            entries.filter(|(contact, entry)| beyond[*contact] && !entry.is_windowed())
        };
        let stays = beyond().any(|(contact, _)| {
            state.contact_mode[contact] == ContactMode::Stuck && state.held_slip[contact] != 0.0
        });
        for (contact, entry) in beyond() {
            state.held_slip[contact] = 0.0;
            if stays && !entry.law.kind().attaches() {
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
        let turns = || {
            guards.due().filter_map(|transition| match transition {
                Transition::Turn(contact) => Some(contact),
                _ => None,
            })
        };
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
        self.resolutions += 1;
        self.refresh_loads();
        let Self { numbers, flow, state, .. } = self;
        let settled = self.resolver.settle(numbers, flow, state, cause);
        settled.map_err(|error| self.fault(error))
    }
}

/// A transition of a contact by itself. Marks in `zero` whether a resolution must decide.
fn change_contact(
    numbers: &mut Numbers,
    state: &mut State,
    zero: &mut [bool],
    transition: Transition,
) {
    match transition {
        Transition::Arrival(contact) if numbers.contacts[contact].law.kind().attaches() => {
            state.contact_mode[contact] = ContactMode::Stuck;
            state.departure[contact] = 1;
        }
        Transition::Arrival(contact) => {
            let entry = &numbers.contacts[contact];
            zero[contact] = !entry.kinematic && entry.can_stick();
            if !zero[contact] {
                state.contact_mode[contact].reverse();
                state.departure[contact] = 1;
            }
        }
        Transition::Loosening(contact, direction) => {
            numbers.contacts[contact].loosen(contact, direction, state);
        }
        Transition::Rest(contact) => {
            state.piece[contact] = tyre::STARTING;
            state.contact_mode[contact] = ContactMode::Stuck;
            numbers.take_loads(state);
            zero[contact] = numbers.contacts[contact].can_stick();
        }
        Transition::Roll(contact) => {
            state.piece[contact] = tyre::ROLLING;
            numbers.take_loads(state);
            zero[contact] = numbers.contacts[contact].can_stick();
            if !zero[contact] {
                state.contact_mode[contact] = ContactMode::Forward;
                state.departure[contact] = 1;
            }
        }
        Transition::Window(contact, piece) => {
            zero[contact] = piece == WITHIN;
            state.take_into_window(contact, zero[contact].then_some(0.0));
            state.departure[contact] = 0;
        }
        // What the resolution has been told of.
        _ => {}
    }
}

/// The load of a contact passes through 0: the contact is free, or from now on rubs again. Marks in `zero`
/// whether a resolution must decide; a slip velocity up to `rounded` has no direction.
fn change_load(
    numbers: &mut Numbers,
    state: &mut State,
    zero: &mut [bool],
    contact: usize,
    rounded: f64,
) {
    zero[contact] = false;
    state.departure[contact] = 0;
    if state.contact_mode[contact] != ContactMode::Free {
        state.contact_mode[contact] = ContactMode::Free;
        numbers.take_loads(state);
        state.enter(&numbers.contacts[contact], contact);
        return;
    }
    let entry = &numbers.contacts[contact];
    let (slip, at_rest) = entry.slip_now(state);
    let (_, scale) = entry.slip(state);
    let at_rest = at_rest || entry.is_within_window(slip, scale, state.piece[contact]);
    if entry.is_windowed() {
        state.take_into_window(contact, at_rest.then_some(slip));
    }
    let faint = entry.is_continuous() && slip.abs() <= rounded;
    // A bristle that slips is deflected, one at rest is not, and what rests holds more: round-off is no slip.
    let at_rest = at_rest || !entry.is_windowed() && slip.abs() <= rounded;
    let mode = if faint { ContactMode::Forward } else { ContactMode::of_slip(slip) };
    state.contact_mode[contact] = mode;
    numbers.take_loads(state);
    if at_rest && numbers.contacts[contact].law.kind().attaches() {
        state.contact_mode[contact] = ContactMode::Stuck;
    }
    state.enter(&numbers.contacts[contact], contact);
    if at_rest {
        zero[contact] = numbers.contacts[contact].can_stick();
        state.departure[contact] = u8::from(!zero[contact]);
    }
}
