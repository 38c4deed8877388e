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
        let zero = &mut self.resolver.zero;
        for (contact, entry) in self.numbers.contacts.iter().enumerate() {
            let stuck = self.state.contact_mode[contact] == ContactMode::Stuck;
            let departs = self.state.departure[contact] > 0;
            let mode = self.state.contact_mode[contact];
            let yields = entry.yields(mode, self.state.piece[contact]);
            zero[contact] = (stuck || departs || yields) && !entry.kinematic && entry.can_stick();
        }
        if self.guards.due().any(|transition| transition == Transition::Release) {
            self.resolver.expect_release(&self.numbers, &mut self.flow, &self.state);
        }
        for transition in self.guards.due() {
            if let Transition::Bound(leader, bound) = transition {
                self.resolver.expect_bound(&self.flow.following, leader, bound);
            }
        }
        if self.guards.due().any(|transition| matches!(transition, Transition::Catch(_))) {
            self.resolver.expect_catch(&self.numbers, &self.flow, self.state.time);
        }
        let zero = &mut self.resolver.zero;
        self.flow.note_round_off(&self.numbers, &self.state, false);
        let mut cause = None;
        for transition in self.guards.due() {
            match transition {
                Transition::Arrival(contact)
                    if self.numbers.contacts[contact].law.kind().attaches() =>
                {
                    self.state.contact_mode[contact] = ContactMode::Stuck;
                    self.state.departure[contact] = 1;
                    cause = Some(Element::Contact(contact));
                }
                Transition::Loosening(contact, direction) => {
                    let entry = &self.numbers.contacts[contact];
                    entry.loosen(contact, direction, &mut self.state);
                    cause = Some(Element::Contact(contact));
                }
                Transition::Rest(contact) => {
                    self.state.piece[contact] = tyre::STARTING;
                    self.state.contact_mode[contact] = ContactMode::Stuck;
                    self.numbers.take_loads(&self.state);
                    zero[contact] = self.numbers.contacts[contact].can_stick();
                    cause = Some(Element::Contact(contact));
                }
                Transition::Roll(contact) => {
                    self.state.piece[contact] = tyre::ROLLING;
                    self.numbers.take_loads(&self.state);
                    zero[contact] = self.numbers.contacts[contact].can_stick();
                    if !zero[contact] {
                        self.state.contact_mode[contact] = ContactMode::Forward;
                        self.state.departure[contact] = 1;
                    }
                    cause = Some(Element::Contact(contact));
                }
                Transition::Arrival(contact) => {
                    let entry = &self.numbers.contacts[contact];
                    zero[contact] = !entry.kinematic && entry.can_stick();
                    if !zero[contact] {
                        self.state.contact_mode[contact].reverse();
                        self.state.departure[contact] = 1;
                    }
                    cause = Some(Element::Contact(contact));
                }
                Transition::Turn(contact) => {
                    cause = cause.or(Some(Element::Contact(contact)));
                }
                Transition::Window(contact, piece) => {
                    zero[contact] = piece == WITHIN;
                    self.state.take_into_window(contact, zero[contact].then_some(0.0));
                    self.state.departure[contact] = 0;
                    cause = Some(Element::Contact(contact));
                }
                Transition::Catch(contact) => cause = Some(Element::Contact(contact)),
                Transition::Kink(contact, piece) => {
                    self.state.piece[contact] = piece;
                    self.state.arrive(&self.numbers.contacts[contact], contact);
                    cause = cause.or(Some(Element::Contact(contact)));
                }
                Transition::Load(contact) => {
                    let rounded = self.flow.slip_round_off(&self.numbers, &self.state, contact);
                    change_load(&mut self.numbers, &mut self.state, zero, contact, rounded);
                    cause = cause.or(Some(Element::Contact(contact)));
                }
                Transition::Release => {
                    cause = cause.or(zero.iter().position(|zero| *zero).map(Element::Contact));
                }
                Transition::Bound(contact, _) => cause = Some(Element::Contact(contact)),
                Transition::Spring(spring, mode) => {
                    self.state.spring_mode[spring] = mode;
                    cause = Some(Element::Spring(spring));
                }
            }
        }
        let contacts = if self.numbers.coupled { zero.len() } else { 0 };
        for contact in 0..contacts {
            if self.numbers.load_has_jumped(contact, &self.state) {
                let rounded = self.flow.slip_round_off(&self.numbers, &self.state, contact);
                change_load(&mut self.numbers, &mut self.state, zero, contact, rounded);
            }
        }
        self.storm.note(self.state.time, cause, &self.network)?;
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
            let Self { numbers, flow, resolver, work, state, .. } = self;
            work.add_stop(numbers, flow, resolver, state);
        }
        self.turn_what_slips();
        Ok(self.report(record))
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
    /// sticks. Whether there are any.
    fn hold_beyond(&mut self) -> bool {
        let Self { numbers, flow, guards, resolver, state, came, modes, .. } = self;
        let arrivals = || guards.due().filter_map(Transition::arrival);
        if arrivals().next().is_none() {
            return false;
        }
        came.copy_from_slice(&state.velocity);
        let tau = state.time - state.origin;
        flow.project(numbers, tau, (&resolver.zero, &state.held_slip), &mut state.velocity);
        let mut held = numbers.contacts.iter().enumerate().filter(|(contact, entry)| {
            modes[*contact] == ContactMode::Stuck
                && resolver.zero[*contact]
                && !entry.is_windowed()
                && !entry.kinematic
        });
        let tears = held.any(|(_, entry)| !entry.slip_now(state).1);
        state.velocity.copy_from_slice(came);
        for contact in arrivals().filter(|contact| tears && resolver.zero[*contact]) {
            state.held_slip[contact] = numbers.contacts[contact].slip_now(state).0;
        }
        tears
    }

    /// What [`Motion::hold_beyond`] held is at w = 0 again. Where it stays there, what was stuck has let go instead: that
    /// slips on, and all others are to be resolved once more. Whether they are.
    fn bring_back(&mut self) -> bool {
        let Self { numbers, guards, resolver, state, modes, .. } = self;
        let arrivals = || {
            let arrivals = guards.due().filter_map(Transition::arrival);
            arrivals.filter(|contact| !numbers.contacts[*contact].is_windowed())
        };
        let stays = arrivals().any(|contact| {
            state.contact_mode[contact] == ContactMode::Stuck && state.held_slip[contact] != 0.0
        });
        for contact in arrivals() {
            let entry = &numbers.contacts[contact];
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

    /// What comes to w = 0 takes with it the contacts that are held there by it, found a little before or behind: they
    /// are resolved with it, and bristles hold them.
    fn rest_together(&mut self) {
        let Self { numbers, flow, resolver, state, .. } = self;
        let tau = state.time - state.origin;
        flow.project(numbers, tau, (&resolver.zero, &state.held_slip), &mut state.velocity);
        for (contact, entry) in numbers.contacts.iter().enumerate() {
            let slips = state.contact_mode[contact].slips() && !entry.kinematic;
            // What departs has just been there.
            if !(slips && state.departure[contact] == 0 && entry.slip_now(state).1) {
                continue;
            }
            resolver.zero[contact] |= entry.can_stick();
            if entry.law.kind().attaches() {
                state.contact_mode[contact] = ContactMode::Stuck;
                state.departure[contact] = 1;
            }
        }
    }

    /// Where a tyre comes to rest, what is left of the velocities of its ends is gone at once: other contacts of these
    /// may then slip the other way.
    fn turn_what_is_passed(&mut self) {
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

    /// Slips that were about to turn: what came to rest instead, found a little beyond w = 0 by a host, has not turned.
    fn turn_what_slips(&mut self) {
        let Self { numbers, flow, guards, state, .. } = self;
        flow.note_round_off(numbers, state, false);
        for transition in guards.due() {
            let Transition::Turn(contact) = transition else { continue };
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
    // A bristle that slips is deflected, one at rest is not: round-off is no slip.
    let at_rest = at_rest || entry.law.kind().attaches() && slip.abs() <= rounded;
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
