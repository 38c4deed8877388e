//! Contacts whose law is one of the slip ratio S = w/max(|v|, |rω|): tyres on roads.
//!
//! In the direction of slip let a be the velocity of the first end and b that of the second, x = a − b = |w| ≥ 0.
//!
//! | piece | where | friction | left when |
//! |---|---|---|---|
//! | rolling | both ends move the same way | μ(S), S = x/max(a, −b) | the slower end stops: locked |
//! | rolling freely | S = 0 | held, below [`NO_SLIP`]·μ′(0) | more is needed: rolling |
//! | locked | b ≤ 0 ≤ a: S = 1; a body on the ground | μ(1) | an end moves the other way: rolling |
//! | starting | from rest up to twice the speed of rest | μ(1) | that speed |
//!
//! The law is set-valued at rest alone, where both ends stand still, and its slope in w grows without bound as
//! they do. Ends that are both slower than [`REST`] are at rest: the contact holds up to max μ, like every
//! stuck contact, with its ends at one velocity. It lets go where this is exceeded, or where both together
//! are faster than twice that speed: it then rolls, from S = 0 on.
//!
//! A wheel on which nothing acts comes to roll without slip, ever slower and never quite. Below [`NO_SLIP`] it
//! is stuck, as at rest, but lets go of next to nothing.

pub(super) use super::modes::{LOCKED, ROLLING, STARTING};
use super::numbers::{ContactNumbers, Numbers};
use super::series::Series;
use super::state::State;
use crate::laws::{Argument, NO_SLIP};

/// Speed (m/s or rad/s) of both ends below which a contact is at rest. A body of unit scale takes a microsecond
/// to pass it, and it bounds how fast slip relaxes: at friction·μ′(0)/(mass·speed).
pub(super) const REST: f64 = 1e-6;

impl ContactNumbers {
    /// Whether the law is one of the slip ratio.
    pub fn is_tyre(&self) -> bool {
        self.law.kind().argument() == Argument::SlipRatio
    }

    /// Slip velocity below which a contact that rolls at the present speed does not slip.
    pub fn no_slip(&self) -> f64 {
        NO_SLIP * self.speed
    }

    /// Velocity of an end that is no more than this stands still beside the other one: the slip ratio is 1 but for
    /// [`NO_SLIP`], rolling or locked.
    pub fn stands(&self, velocity: &[f64], tau: f64) -> f64 {
        NO_SLIP * self.velocity_scale(velocity, tau)
    }

    /// Whether its law is one of the slip ratio and its ends move.
    pub fn rolls(&self) -> bool {
        self.is_tyre() && self.speed > 0.0
    }

    /// Coefficient k of the velocity of the first end.
    pub fn first_end(&self, velocity: &Series, k: usize) -> f64 {
        self.row.i.map_or(0.0, |body| self.row.q_i * velocity.at(k, body))
    }

    /// Speed of the faster end in a state, 0 at rest.
    pub fn faster(&self, state: &State) -> f64 {
        let first = self.row.i.map_or(0.0, |body| self.row.q_i * state.velocity[body]);
        let second = first - self.slip(state).0;
        let speed = first.abs().max(second.abs());
        if speed <= REST { 0.0 } else { speed }
    }
}

impl Numbers {
    /// Speeds that laws of the slip ratio depend on, in the present modes.
    pub fn take_speeds(&mut self, state: &State) {
        for (contact, entry) in self.contacts.iter_mut().enumerate() {
            if entry.is_tyre() {
                let rests = state.piece[contact] == STARTING;
                entry.speed = if rests { 0.0 } else { entry.faster(state) };
            }
        }
    }

    /// The same whatever the modes were.
    pub fn take_speeds_anew(&mut self, state: &State) {
        for entry in self.contacts.iter_mut().filter(|entry| entry.is_tyre()) {
            entry.speed = entry.faster(state);
        }
    }
}

/// The piece at velocities a and b of the ends: the one `held`, but for more than `round_off` of either.
pub(super) fn piece(held: usize, a: f64, b: f64, round_off: f64) -> usize {
    let rolls = |slack: f64| b > -slack || a < slack;
    match held {
        STARTING => STARTING,
        ROLLING if rolls(round_off) => ROLLING,
        LOCKED if !rolls(-round_off) => LOCKED,
        _ if rolls(0.0) => ROLLING,
        _ => LOCKED,
    }
}
