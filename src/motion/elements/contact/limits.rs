//! What friction holds, and what it resists slip with, at an instant.

use super::ContactNumbers;
use crate::laws::{Conditions, Direction, Limits};
use crate::motion::State;
use crate::motion::state::{GREATEST, states};

/// Under a load above this one, N, limits are numbers whose product with it is not 0.
const LIGHTEST: f64 = 1e-200;

impl ContactNumbers {
    pub fn static_limits(&self) -> Limits {
        self.static_limits_under(self.load)
    }

    /// Static limits under another load than the present one.
    pub fn static_limits_under(&self, load: f64) -> Limits {
        let at = Conditions { load, ..self.conditions() };
        let limits = self.law.static_limits(at).times(self.coefficients[0]);
        self.resolvable(self.at_edge(limits, at))
    }

    /// Static limits under what [`Flow::holding_load`](crate::motion::flow::Flow::holding_load) tells of each direction.
    pub fn static_limits_held(&self, [forward, backward]: [f64; 2]) -> Limits {
        match self.limit_moves() {
            true => self.resolvable(Limits { forward, backward }),
            false => self.static_limits_under(forward),
        }
    }

    /// Limits that no force which is resolved exceeds hold everything; those that there are not are infinite.
    pub(super) fn resolvable(&self, limits: Limits) -> Limits {
        Limits::both(|direction| match self.holds_always(direction) {
            true => f64::INFINITY,
            false => limits.of(direction).min(GREATEST),
        })
    }

    /// The greater static limit, of those that there are; with a law of the slip ratio at rest, which no slip exceeds.
    pub fn greatest_limit(&self) -> f64 {
        let at = Conditions::under(self.load);
        self.resolvable(self.law.static_limits(at).times(self.coefficients[0])).greatest()
    }

    /// The greatest force with velocities of all bodies, before anything cancels, the time τ after the inputs were given.
    pub fn greatest_force(&self, velocity: &[f64], tau: f64) -> f64 {
        self.greatest_limit() + self.viscous() * self.velocity_scale(velocity, tau)
    }

    pub fn kinetic_limits(&self) -> Limits {
        let at = self.conditions();
        let limits = self.law.kinetic_limits(at).times(self.coefficients[1]);
        self.resolvable(self.at_edge(limits, at))
    }

    /// True if the contact can hold anything: without any dry friction it is never stuck.
    pub fn can_stick(&self) -> bool {
        match self.holds {
            Some(holds) if self.load > LIGHTEST => holds,
            _ => self.is_loaded() && self.static_limits().hold(),
        }
    }

    /// Magnitude of the dry friction of the slowest slip in a direction.
    pub fn kinetic(&self, direction: Direction) -> f64 {
        self.kinetic_limits().of(direction)
    }

    /// Magnitudes of the dry friction at a slip speed.
    pub fn limits_at(&self, speed: f64) -> Limits {
        self.resolvable(self.law.dry_limits(speed, self.conditions()).times(self.coefficients[1]))
    }

    /// The same where the ends of the contact are in a state.
    pub fn limits_in(&self, (contact, state): (usize, &State), speed: f64) -> Limits {
        if !self.evolves() {
            return self.limits_at(speed);
        }
        let there = self.whereabouts(&state.position, &state.velocity, state.time);
        let friction = self.law.friction_at(speed, states(&state.internal, contact), &there);
        self.resolvable(Limits::both(|side| self.load * friction.of(side).max(0.0)))
    }

    /// Friction force against a slip velocity w in a direction, or w = 0 at its start, where its ends are in a state.
    pub fn sliding(&self, direction: Direction, at: (usize, &State), slip: f64) -> f64 {
        let dry = direction.sign() * self.limits_in(at, slip.abs()).of(direction);
        dry + self.law.viscous() * slip
    }

    /// F(w)/w of a law without stiction where the ends of the contact are in a state; at w = 0 the slope there.
    pub fn secant(&self, at: (usize, &State), slip: f64) -> f64 {
        let conditions = self.conditions();
        match self.evolves() {
            false if slip == 0.0 => self.law.slope(0.0, conditions),
            false => self.law.force(slip, conditions) / slip,
            true => {
                let limits = self.limits_in(at, slip.abs());
                let dry = match slip {
                    0.0 => self.slope_in(at),
                    ..0.0 => limits.backward / -slip,
                    _ => limits.forward / slip,
                };
                dry + self.viscous()
            }
        }
    }

    /// Slope of the dry friction of a law that evolves at w = 0.
    fn slope_in(&self, (contact, state): (usize, &State)) -> f64 {
        let there = self.whereabouts(&state.position, &state.velocity, state.time);
        self.load * self.law.slope_at(0.0, states(&state.internal, contact), &there)
    }

    /// Force held between ends of prescribed motion while stuck, the time τ after the inputs were given:
    /// the applied one within the limits.
    pub fn held(&self, tau: f64) -> f64 {
        let limits = self.static_limits();
        (self.applied_force + self.applied_rate * tau).clamp(-limits.backward, limits.forward)
    }

    /// Derivative of [`ContactNumbers::held`].
    pub fn held_rate(&self, tau: f64) -> f64 {
        let applied = self.applied_force + self.applied_rate * tau;
        if self.held(tau) == applied { self.applied_rate } else { 0.0 }
    }
}
