//! Velocities of massless bodies: those with which the forces of their order cancel ([`Kinetic`]).
//!
//! [`Kinetic`]: crate::motion::kinetic::Kinetic

use super::Flow;
use crate::gauss::Row;
use crate::motion::numbers::Numbers;
use crate::motion::start::Start;

impl Flow {
    /// Velocities of order k of kinetic clusters; all other velocities of that order are there. Without
    /// resistance those at the start stay.
    pub(super) fn balance(&mut self, numbers: &Numbers, start: &Start, k: usize) {
        if self.kinetic.singular().is_some() {
            return;
        }
        self.rest(numbers, start, k);
        self.exerted(numbers, start, k);
        let force = self.force.row(k);
        self.kinetic.gather(numbers, &self.clusters, force);
        self.kinetic.solve();
        for (unknown, &body) in numbers.body_of.iter().enumerate() {
            if let Some((v, scale)) = self.kinetic.motion(unknown, &self.clusters) {
                // + 0: no −0, which hosts would print.
                let v = self.velocity.at(k, body) + v + 0.0;
                self.velocity.set(k, body, v);
                self.watched.set(k, body, scale);
            }
        }
    }

    /// Velocities of order k with every kinetic cluster at rest but for moving surfaces.
    pub fn rest(&mut self, numbers: &Numbers, start: &Start, k: usize) {
        match k {
            0 => self.velocity_offsets(numbers, start.tau, start.held_slip),
            _ => {
                self.offsets(numbers, k - 1);
                self.beta.iter_mut().for_each(|beta| *beta /= k as f64);
            }
        }
        for (slot, &body) in self.unknown_motion.iter_mut().zip(&numbers.body_of) {
            *slot = self.velocity.at(k, body);
        }
        self.kinetic.rest(&self.clusters, &self.beta, &mut self.unknown_motion);
        for (unknown, &body) in numbers.body_of.iter().enumerate() {
            if self.kinetic.contains(unknown) {
                self.velocity.set(k, body, self.unknown_motion[unknown]);
            }
        }
    }

    /// The first massless body whose motion nothing resists in the modes of the flow's start.
    pub fn unresisted(&self, numbers: &Numbers) -> Option<usize> {
        let coordinate = numbers.massless.then(|| self.kinetic.singular()).flatten()?;
        Some(numbers.body_of[self.kinetic.root(coordinate, &self.clusters)])
    }

    /// Σ r f of order k of every kinetic cluster.
    pub fn load(&mut self, numbers: &Numbers, k: usize) -> &[f64] {
        self.kinetic.gather(numbers, &self.clusters, self.force.row(k))
    }

    /// True if a row of bodies with unknown motion changes with the motion of kinetic clusters.
    pub fn is_kinetic(&self, row: &Row) -> bool {
        self.kinetic.reduced(&self.clusters, row).terms().next().is_some()
    }

    /// Velocities of kinetic bodies at the start of the flow, with `alpha` added to their clusters'
    /// coordinates.
    pub fn take_kinetic(&self, numbers: &Numbers, alpha: &[f64], velocity: &mut [f64]) {
        for (unknown, &body) in numbers.body_of.iter().enumerate() {
            if let Some(added) = self.kinetic.add(unknown, &self.clusters, alpha) {
                velocity[body] = self.velocity.at(0, body) + added + 0.0;
            }
        }
    }
}
