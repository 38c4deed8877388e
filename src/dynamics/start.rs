//! Start of an expansion.

use super::elements::formula::Instant;
use super::{ContactMode, ContactState, SpringMode, State};

/// Start of an expansion: values of every body, states of contacts and modes of springs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start<'a> {
    pub time: f64,
    /// Time since the inputs were given.
    pub tau: f64,
    pub position: &'a [f64],
    pub velocity: &'a [f64],
    pub contacts: &'a [ContactState],
    pub spring_mode: &'a [SpringMode],
    /// Branches of formulas.
    pub force_branch: &'a [usize],
    /// Internal states of laws.
    pub internal: &'a [f64],
}

impl<'a> Start<'a> {
    /// Makes the start at the present of a state.
    pub fn of(state: &'a State) -> Self {
        Start {
            time: state.time,
            tau: state.tau(),
            position: &state.position,
            velocity: &state.velocity,
            contacts: &state.contacts,
            spring_mode: &state.spring_mode,
            force_branch: &state.force_branch,
            internal: &state.internal,
        }
    }

    /// Returns the mode of each contact.
    pub fn contact_modes(&self) -> impl Iterator<Item = ContactMode> + use<'a> {
        self.contacts.iter().map(ContactState::mode)
    }

    /// Returns the instant of it, as formulas see it beside positions and velocities.
    pub fn instant(&self) -> Instant<'a> {
        Instant { time: self.time, tau: self.tau, branches: self.force_branch }
    }
}
