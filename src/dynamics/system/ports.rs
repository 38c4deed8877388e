//! Ports: bodies whose motion a host gives at communication points, as system data.

use super::System;
use crate::dynamics::State;

impl System {
    /// Returns Taylor coefficient k of the force that inputs apply to a body, the time τ after they were given.
    pub fn applied_force(&self, body: usize, tau: f64, k: usize) -> f64 {
        match k {
            0 => self.force[body] + self.force_rate[body] * tau,
            1 => self.force_rate[body],
            _ => 0.0,
        }
    }

    /// Puts the ports where the host says that they are.
    pub fn put_ports(&self, state: &mut State) {
        for &body in &self.ports {
            state.position[body] = state.given[body].position;
            state.velocity[body] = state.given[body].velocity;
        }
    }
}
