//! Contacts whose law is one of the slip ratio S = w/max(|v|, |rω|): tyres on roads.
//!
//! In the direction of slip let a be the velocity of the first end and b that of the second, x = a − b = |w| ≥ 0.
//!
//! | branch | where | friction | left when |
//! |---|---|---|---|
//! | rolling | both ends move the same way | μ(S), S = x/max(a, −b) | the slower end stops: locked |
//! | rolling freely | S = 0 | held, below [`NO_SLIP`]·μ′(0) | more is needed: rolling |
//! | locked | b ≤ 0 ≤ a: S = 1; a body on the ground | μ(1) | an end moves the other way: rolling |
//! | starting | from rest up to twice the speed of rest | μ(1) | that speed |
//!
//! The law is set-valued at rest alone, where both ends stand still, and its slope in w grows without bound as
//! they do. Ends that are both slower than [`REST`] are at rest: the contact holds up to max μ, like every
//! stuck contact, with its ends at one velocity. It is released where this is exceeded, or where both together
//! are faster than twice that speed: it then rolls, from S = 0 on.
//!
//! A wheel on which nothing acts comes to roll without slip, ever slower and never quite. Below [`NO_SLIP`] it
//! is stuck, as at rest, but is released by next to nothing.

pub mod effects;
pub mod guards;

use super::{Behaviour, ContactData};
use crate::dynamics::State;
use crate::dynamics::expansion::{Expansion, MAX_ORDER};
use crate::dynamics::series::Series;
use crate::dynamics::system::System;
use crate::laws::{Direction, NO_SLIP};

/// Branches of such a law; those below the last are smooth.
pub(super) const ROLLING: usize = 0;
pub(super) const LOCKED: usize = 1;
const STARTING: usize = 2;

/// Speed (m/s or rad/s) of both ends below which a contact is at rest. A body of unit scale takes a microsecond
/// to pass it, and it bounds how fast slip relaxes: at friction·μ′(0)/(mass·speed).
const REST: f64 = 1e-6;

impl ContactData {
    /// Returns the slip velocity below which a contact that rolls at the present speed does not slip.
    pub fn no_slip(&self) -> f64 {
        NO_SLIP * self.speed
    }

    /// Returns the velocity up to which an end stands still beside the other one: the slip ratio is 1 but for
    /// [`NO_SLIP`], rolling or locked.
    pub fn stands(&self, velocity: &[f64], tau: f64) -> f64 {
        NO_SLIP * self.velocity_scale(velocity, tau)
    }

    /// True if its law is one of the slip ratio and its ends move.
    pub fn rolls(&self) -> bool {
        self.behaviour == Behaviour::Rolling && self.speed > 0.0
    }

    /// True if its law is one of the slip ratio and its ends rest.
    pub(super) fn rests(&self) -> bool {
        self.behaviour == Behaviour::Rolling && self.speed == 0.0
    }

    /// True if such a contact, on a branch of its law, starts from rest.
    pub(super) fn starts(&self, piece: usize) -> bool {
        self.behaviour == Behaviour::Rolling && piece == STARTING
    }

    /// True if friction is no constant on a branch of its law.
    pub(super) fn rolls_on(&self, piece: usize) -> bool {
        piece == ROLLING
    }

    /// Returns the branch of its formula that stands for one of its law.
    pub(super) fn formula_piece(&self, piece: usize) -> usize {
        if self.behaviour == Behaviour::Rolling { piece.min(LOCKED) } else { piece }
    }

    /// Returns coefficient k of the velocity of the first end.
    pub fn first_end(&self, velocity: &Series, k: usize) -> f64 {
        self.row.i.map_or(0.0, |body| self.row.q_i * velocity.at(k, body))
    }

    /// Returns the speed of the faster end in a state, 0 at rest.
    pub fn faster(&self, state: &State) -> f64 {
        let first = self.row.i.map_or(0.0, |body| self.row.q_i * state.velocity[body]);
        let second = first - self.slip(state).0;
        let speed = first.abs().max(second.abs());
        if speed <= REST { 0.0 } else { speed }
    }
}

/// Speeds that laws of the slip ratio depend on, in the present modes.
pub(in crate::dynamics) fn take_speeds(system: &mut System, state: &State) {
    for (contact, entry) in system.contacts.iter_mut().enumerate() {
        if entry.behaviour == Behaviour::Rolling {
            let rests = state.contacts[contact].branch() == STARTING;
            entry.speed = if rests { 0.0 } else { entry.faster(state) };
        }
    }
}

/// Takes the speeds of the faster ends, whatever the modes were.
pub(in crate::dynamics) fn take_speeds_anew(system: &mut System, state: &State) {
    for entry in system.contacts.iter_mut().filter(|entry| entry.behaviour == Behaviour::Rolling) {
        entry.speed = entry.faster(state);
    }
}

/// Returns the branch of a law of the slip ratio where no transition leads to it: that of ends at rest, or of others.
pub(super) fn start_branch(rests: bool) -> usize {
    if rests { STARTING } else { ROLLING }
}

/// Returns the branch at velocities a and b of the ends: the one `held`, but for more than `round_off` of either.
pub(super) fn piece(held: usize, a: f64, b: f64, round_off: f64) -> usize {
    let rolls = |relaxation: f64| b > -relaxation || a < relaxation;
    match held {
        STARTING => STARTING,
        ROLLING if rolls(round_off) => ROLLING,
        LOCKED if !rolls(-round_off) => LOCKED,
        _ if rolls(0.0) => ROLLING,
        _ => LOCKED,
    }
}

/// Returns the coefficient of the speed of the faster end, of those of both ends in the direction of the mode. Behind
/// w = 0, where an integrator evaluates before it asks for a transition, the end that led still leads, so that friction
/// stays smooth; of a body on the ground it is always the body.
pub(super) fn speed(entry: &ContactData, side: f64, first_leads: bool, a: f64, b: f64) -> f64 {
    match first_leads {
        true => a,
        false if side < 0.0 && entry.row.j.is_none() => -a,
        false => -b,
    }
}

/// Velocities of the ends of a contact along the expansion.
struct Ends {
    order: usize,
    a: [f64; MAX_ORDER + 2],
    b: [f64; MAX_ORDER + 2],
}

impl Ends {
    /// Returns the velocities of both ends in a direction of slip; a contact at w = 0 has exactly equal ones.
    fn of(
        expansion: &Expansion,
        entry: &ContactData,
        contact: usize,
        direction: Direction,
    ) -> Self {
        let mut ends = Ends { order: expansion.order + 1, a: [0.0; _], b: [0.0; _] };
        for k in 0..=ends.order {
            ends.a[k] = direction.sign() * entry.first_end(&expansion.velocity, k);
            ends.b[k] = ends.a[k] - direction.sign() * expansion.slip.at(k, contact);
        }
        ends
    }
}
