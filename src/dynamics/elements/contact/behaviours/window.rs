//! Contacts that may stick while they slip: Karnopp's window |w| < Δw, within which the static limit holds them at the slip
//! velocity that they have.
//!
//! Within, a contact whose load is beyond its limit slips, with ±Fs against it, until it is outside or the limit can hold
//! it again. At the edge it takes what resists the slip beyond to leave, if that is more.

pub mod hold;

use crate::dynamics::bounded::Bounded;
use crate::dynamics::elements::contact::behaviour::{Applied, Traits};
use crate::dynamics::elements::contact::{Behaviour, ContactData, Expanded};
use crate::dynamics::events::guard_set::GuardSet;
use crate::dynamics::events::transition::{Change, Transition};
use crate::dynamics::system::System;
use crate::dynamics::tolerances::EDGE;
use crate::dynamics::{ContactMode, ContactState, State};
use crate::laws::{Conditions, Direction, Law, Limits};

/// Branch of a law that is within its window.
const WITHIN: usize = 0;

/// Behaviour of a contact with a window.
#[derive(Debug)]
pub(super) struct Window;

impl Behaviour for Window {
    fn is_of(&self, law: &Law) -> bool {
        law.window() > 0.0
    }

    fn traits(&self) -> Traits {
        Traits { sticks_in_motion: true, own_limits: true, own_guards: true, ..Traits::default() }
    }

    /// At the edge of a window it takes what resists the slip beyond to leave, if that is more than what holds within.
    fn limits(&self, entry: &ContactData, mut limits: Limits, at: Conditions) -> Limits {
        let window = entry.law.window();
        let beyond = |direction: Direction| {
            entry.law.dry_limits(window, at).of(direction) + entry.law.viscous() * window
        };
        match entry.edge {
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

    fn start_branch(&self, own: &ContactState, present: &dyn Fn(usize) -> usize) -> usize {
        match own.branch() {
            WITHIN => WITHIN,
            held => present(held).max(WITHIN + 1),
        }
    }

    /// Within its window it guards that it slips in the direction of the load, ±Fs against it.
    fn replaces_passage(&self, at: &Expanded) -> bool {
        at.entry.yields(at.own.mode(), at.branch)
    }

    /// Hands in ±ẇ ≥ 0, which holds as long as the load is beyond ±Fs, and the edge of the window.
    fn guards(&self, guards: &mut GuardSet, contact: usize, at: &Expanded) -> bool {
        let (entry, order) = (at.entry, at.order);
        let Some(direction) = at.own.mode().direction().filter(|_| self.replaces_passage(at))
        else {
            return true;
        };
        let sign = direction.sign();
        for k in 0..=order {
            guards.polynomial[k] = sign * (k + 1) as f64 * at.slip.at(k + 1, contact);
        }
        if at.own.leading_zeros() > 1 {
            guards.polynomial[0] = 0.0;
        }
        guards.consider(order, Transition::Contact(contact, Change::Catch));
        at.slip.copy(contact, order + 1, &mut guards.polynomial);
        guards.polynomial[..=order + 1].iter_mut().for_each(|c| *c *= -sign);
        let window = entry.law.window();
        guards.polynomial[0] += window;
        guards.round(0, || EDGE * (entry.velocity_scale(at.velocity.row(0), at.tau) + window));
        let leaves = Change::Own(WITHIN + 1);
        guards.consider(order + 1, Transition::Contact(contact, leaves));
        false
    }

    /// Takes a slipping contact to another branch of its law, into its window or out of it; it may stick there.
    fn apply(
        &self,
        _: &ContactData,
        change: Change,
        own: &mut ContactState,
        _: &dyn Fn() -> Bounded,
    ) -> Applied {
        let within = change == Change::Own(WITHIN);
        take_into_window(own, within.then_some(0.0));
        own.leave_instant();
        Applied::Resolves(within)
    }

    /// It is near where w is within the window: at its edge, but for round-off, as the branch of the law says.
    fn sticking_slip(
        &self,
        entry: &ContactData,
        own: &ContactState,
        (slip, scale): (f64, f64),
        goes_on: bool,
    ) -> (f64, bool) {
        let keeps = goes_on && entry.is_held(own.mode());
        let held = if keeps { own.held_slip() } else { slip };
        let window = entry.law.window();
        let round_off = EDGE * (scale + window);
        let edge = if own.branch() == WITHIN { window + round_off } else { window - round_off };
        (held, held.abs() < edge)
    }

    fn classify(&self, _: &ContactData, own: &mut ContactState, held: Option<f64>) {
        take_into_window(own, held);
    }

    fn guard_units(&self, slip: f64) -> [f64; 2] {
        [slip; 2]
    }

    fn refuses_steps(&self, name: &str) -> Option<String> {
        Some(format!(
            "contact {name} has the regularisation \"karnopp\", which the method \"moreau\" does not support; \
             leave it out, or choose the method \"events\""
        ))
    }
}

/// Records that a contact is within its window, at the slip velocity `held`, or outside.
fn take_into_window(contact: &mut ContactState, held: Option<f64>) {
    contact.hold(held.unwrap_or(0.0));
    contact.take_branch(match held {
        Some(_) => WITHIN,
        None => contact.branch().max(WITHIN + 1),
    });
}

impl ContactData {
    /// True if the contact slips within its window, where ±Fs resists the load.
    pub fn yields(&self, mode: ContactMode, branch: usize) -> bool {
        self.sticks_in_motion() && mode.slips() && branch == WITHIN
    }

    /// Records that it is at no edge of its window.
    pub fn leave_edge(&mut self) {
        self.edge = None;
    }

    /// Returns the change of a slipping contact that comes to this branch of its law.
    pub fn change_to(&self, branch: usize) -> Change {
        match branch {
            WITHIN if self.sticks_in_motion() => Change::Own(branch),
            _ => Change::Breakpoint(branch),
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
