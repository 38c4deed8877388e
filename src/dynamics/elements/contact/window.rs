//! Contacts that may stick while they slip: Karnopp's window |w| < Δw, within which the static limit holds them at the slip
//! velocity that they have.
//!
//! Within, a contact whose load is beyond its limit slips, with ±Fs against it, until it is outside or the limit can hold
//! it again. At the edge it takes what resists the slip beyond to leave, if that is more.

pub mod guards;
pub mod hold;

use super::within::WITHIN;
use super::{Behaviour, ContactData};
use crate::dynamics::elements::contact::change::Change;
use crate::dynamics::system::System;
use crate::dynamics::tolerances::EDGE;
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

/// Records which contacts are held at an edge of their windows, but for round-off; true if that changed.
pub(in crate::dynamics) fn take_edges(system: &mut System, state: &State) -> bool {
    let mut changed = false;
    for (entry, contact) in system.contacts.iter_mut().zip(&state.contacts) {
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
