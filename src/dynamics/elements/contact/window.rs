//! Contacts that may stick while they slip: Karnopp's window |w| < Δw, within which the static limit holds them at the slip
//! velocity that they have.
//!
//! Within, a contact whose load is beyond its limit slips, with ±Fs against it, until it is outside or the limit can hold
//! it again. At the edge it takes what resists the slip beyond to leave, if that is more.

use super::change::Change;
use super::within::WITHIN;
use super::{Behaviour, ContactData};
use crate::dynamics::events::guards::{Guards, Transition};
use crate::dynamics::expansion::Expansion;
use crate::dynamics::rounding::EDGE;
use crate::dynamics::system::System;
use crate::dynamics::{ContactMode, State};
use crate::laws::{Conditions, Direction, Limits};

impl ContactData {
    /// True if the contact may stick at slip velocities w ≠ 0.
    pub fn sticks_in_motion(&self) -> bool {
        self.behaviour == Behaviour::Window
    }

    /// Returns the limits at the edge of a window: to leave it takes what resists the slip beyond, if that is more than
    /// what holds within.
    pub fn at_edge(&self, mut limits: Limits, at: Conditions) -> Limits {
        let window = self.law.window();
        let beyond = |direction: Direction| {
            self.law.dry_limits(window, at).of(direction) + self.law.viscous() * window
        };
        match self.edge {
            Some(Direction::Forward) => {
                limits.forward = limits.forward.max(beyond(Direction::Forward))
            }
            Some(Direction::Backward) => {
                limits.backward = limits.backward.max(beyond(Direction::Backward));
            }
            None => {}
        }
        limits
    }

    /// True if w is within a window: at its edge, but for round-off of velocities of the size of `scale`, as
    /// the branch of the law says.
    pub fn is_within_window(&self, slip: f64, scale: f64, piece: usize) -> bool {
        let window = self.law.window();
        let round_off = EDGE * (scale + window);
        let edge = if piece == WITHIN { window + round_off } else { window - round_off };
        self.sticks_in_motion() && slip.abs() < edge
    }

    /// True if the contact slips within its window, where ±Fs resists the load.
    pub fn yields(&self, mode: ContactMode, piece: usize) -> bool {
        self.sticks_in_motion() && mode.slips() && piece == WITHIN
    }

    /// Records that it is at no edge of its window.
    pub fn leave_edge(&mut self) {
        self.edge = None;
    }

    /// Returns the branch of its law on which a contact slips that was on `held`; `present` gives the others.
    pub(super) fn piece_beyond(&self, held: usize, present: impl Fn() -> usize) -> usize {
        match held {
            WITHIN => WITHIN,
            _ => present().max(WITHIN + 1),
        }
    }

    /// Returns the change of a slipping contact that comes to this branch of its law.
    pub(super) fn change_to(&self, piece: usize) -> Change {
        match piece {
            WITHIN if self.sticks_in_motion() => Change::Window(piece),
            _ => Change::Kink(piece),
        }
    }
}

impl System {
    /// Records which contacts are held at an edge of their windows, but for round-off; true if that changed.
    pub fn take_edges(&mut self, state: &State) -> bool {
        let mut changed = false;
        for (entry, contact) in self.contacts.iter_mut().zip(&state.contacts) {
            let held = contact.held_slip();
            let window = entry.law.window();
            let at_edge = || {
                let scale = entry.velocity_scale(&state.velocity, state.tau());
                held.abs() >= window - EDGE * (scale + window)
            };
            let outwards = if held > 0.0 { Direction::Forward } else { Direction::Backward };
            let edge = (entry.sticks_in_motion() && at_edge()).then_some(outwards);
            changed |= edge != entry.edge;
            entry.edge = edge;
        }
        changed
    }
}

impl System {
    /// Makes contacts that may stick within their windows do so at the slip velocity that is left to them where others
    /// stick at 0.
    pub fn hold_what_yields(
        &self,
        expansion: &mut Expansion,
        candidates: &mut [bool],
        state: &mut State,
    ) {
        if !self.contacts.iter().any(ContactData::sticks_in_motion) {
            return;
        }
        let yields = |state: &State, contact: usize| {
            self.contacts[contact]
                .yields(state.contacts[contact].mode(), state.contacts[contact].branch())
        };
        for contact in (0..candidates.len()).filter(|contact| yields(state, *contact)) {
            candidates[contact] = false;
        }
        let tau = state.tau();
        expansion.project(self, tau, (candidates, &state.contacts), &mut state.velocity);
        for (contact, entry) in self.contacts.iter().enumerate() {
            if yields(state, contact) && !entry.kinematic && entry.can_stick() {
                candidates[contact] = true;
                let slip = entry.slip_now(state).0;
                state.contacts[contact].hold(slip);
            }
        }
    }
}

impl Guards {
    /// Finds the guard of a contact that slips within its window, in the direction of the load, ±Fs against it: ±ẇ ≥ 0
    /// as long as the load is beyond ±Fs.
    pub(super) fn window(
        &mut self,
        entry: &ContactData,
        (contact, sign): (usize, f64),
        expansion: &Expansion,
        state: &State,
    ) {
        let order = expansion.order;
        for k in 0..=order {
            self.polynomial[k] = sign * (k + 1) as f64 * expansion.slip.at(k + 1, contact);
        }
        if state.contacts[contact].leading_zeros() > 1 {
            self.polynomial[0] = 0.0;
        }
        self.consider(order, Transition::Contact(contact, Change::Catch));
        expansion.slip.copy(contact, order + 1, &mut self.polynomial);
        self.polynomial[..=order + 1].iter_mut().for_each(|c| *c *= -sign);
        let window = entry.law.window();
        self.polynomial[0] += window;
        self.arm(EDGE * (entry.velocity_scale(expansion.velocity.row(0), state.tau()) + window));
        let leaves = Change::Window(WITHIN + 1);
        self.consider(order + 1, Transition::Contact(contact, leaves));
    }
}
