//! Slip velocity of a contact, and the other arguments of its law, in a state.

use super::ContactData;
use crate::dynamics::State;
use crate::dynamics::bounded::Bounded;
use crate::dynamics::system::System;
use crate::dynamics::tolerances::{AT_LEVEL, AT_REST, EDGE, time_round_off};
use crate::gauss::Row;
use crate::laws::Whereabouts;

impl ContactData {
    /// Returns the slip velocity in a state.
    pub fn slip(&self, state: &State) -> f64 {
        self.row.apply(&state.velocity) - self.surface.velocity_at(state.tau())
    }

    /// Returns the slip velocity in a state, with a bound that is this part of the sum of its terms' magnitudes.
    fn slip_within(&self, state: &State, part: f64) -> Bounded {
        let bound = part * self.velocity_scale(&state.velocity, state.tau());
        Bounded { value: self.slip(state), bound }
    }

    /// Returns the sum of the magnitudes of the velocities that make the slip velocity, the time τ after the inputs were given.
    pub fn velocity_scale(&self, velocity: &[f64], tau: f64) -> f64 {
        self.row.magnitude(velocity) + self.surface.velocity_at(tau).abs()
    }

    /// Returns the slip velocity in a state, with the round-off of its sum.
    pub fn slip_now(&self, state: &State) -> Bounded {
        self.slip_within(state, AT_REST)
    }

    /// Returns the slip velocity that a host gives, with the round-off of what a host computes.
    pub fn given_slip(&self, state: &State) -> Bounded {
        self.slip_within(state, EDGE)
    }

    /// Returns the acceleration at which the contact would stay stuck, as far as surface and known motions decide.
    pub fn surface_rate(&self, system: &System, tau: f64) -> f64 {
        let known = system.known_part(&self.row, |motion| motion.acceleration_at(tau));
        self.surface.acceleration_at(tau) - known
    }

    /// Returns positions and velocities of its ends, from those of all bodies or from terms of their series; the time is
    /// the last.
    pub fn law_arguments(&self, position: &[f64], velocity: &[f64], time: f64) -> Whereabouts {
        let Row { i, q_i, j, q_j } = self.row;
        let of =
            |body: Option<usize>, by: f64, motion: &[f64]| body.map_or(0.0, |b| by * motion[b]);
        let ends = |motion: &[f64]| [of(i, q_i, motion), of(j, -q_j, motion)];
        let ([first, second], [v_first, v_second]) = (ends(position), ends(velocity));
        [first, second, v_first, v_second, time]
    }

    /// Magnitudes of the terms of the slip velocity and of law arguments: what is round-off beside them decides nothing.
    /// Positions may be off by what is moved in the round-off of the time, too.
    pub(in crate::dynamics) fn decision_sizes(
        &self,
        (position, velocity): (&[f64], &[f64]),
        time: f64,
        tau: f64,
    ) -> (f64, Whereabouts) {
        let late = time_round_off(time) / AT_LEVEL;
        let [first, second, v_first, v_second, time] = self.law_arguments(position, velocity, time);
        let moved = |z: f64, v: f64| z.abs() + v.abs() * late;
        let there = [
            moved(first, v_first),
            moved(second, v_second),
            v_first.abs(),
            v_second.abs(),
            time.abs() + late,
        ];
        (self.velocity_scale(velocity, tau), there)
    }
}
