//! Velocities within clusters of stuck contacts: made equal where a contact sticks, and kept so.

use super::Flow;
use crate::motion::numbers::Numbers;

impl Flow {
    /// Velocities that satisfy all contacts of `zero` exactly and differ least from `velocity` in the
    /// metric of the masses (the momentum of every cluster is kept). Those of `zero` slip at `held`.
    pub fn project(
        &mut self,
        numbers: &Numbers,
        tau: f64,
        (zero, held): (&[bool], &[f64]),
        velocity: &mut [f64],
    ) {
        self.begun = false;
        self.clusters.build(numbers.mass.len(), &numbers.rows, zero);
        self.velocity_offsets(numbers, tau, held);
        for (slot, &body) in self.unknown_motion.iter_mut().zip(&numbers.body_of) {
            *slot = velocity[body];
        }
        let mut rows = numbers.rows.iter().zip(&self.beta).zip(zero).filter(|(_, zero)| **zero);
        if !numbers.massless
            && rows.all(|((row, beta), _)| row.apply(&self.unknown_motion) == *beta)
        {
            return;
        }
        self.unknown_force.fill(0.0);
        let inertia = numbers.inertia();
        let velocities = |unknown: usize| velocity[numbers.body_of[unknown]];
        inertia.add_momenta(1.0, velocities, &mut self.unknown_force);
        if numbers.massless {
            self.kinetic.find(numbers, &self.clusters);
        }
        self.move_unknown(numbers);
        for (row, _) in numbers.rows.iter().zip(zero).filter(|(_, zero)| **zero) {
            for (unknown, _) in row.terms() {
                // An impulse on a body moves those that are coupled to it.
                for &mate in numbers.blocks.mates(unknown).iter().chain([&unknown]) {
                    velocity[numbers.body_of[mate]] = self.unknown_motion[mate] + 0.0;
                }
            }
        }
    }

    /// Re-derives velocities within clusters of stuck contacts, so that no round-off separates them.
    pub fn follow(&mut self, numbers: &Numbers, tau: f64, held: &[f64], velocity: &mut [f64]) {
        self.velocity_offsets(numbers, tau, held);
        for (unknown, &body) in numbers.body_of.iter().enumerate() {
            self.unknown_motion[unknown] = velocity[body];
        }
        self.clusters.complete(&self.beta, &mut self.unknown_motion);
        for (unknown, &body) in numbers.body_of.iter().enumerate() {
            // + 0: no −0, which hosts would print.
            velocity[body] = self.unknown_motion[unknown] + 0.0;
        }
    }

    pub(super) fn velocity_offsets(&mut self, numbers: &Numbers, tau: f64, held: &[f64]) {
        for (contact, (beta, held)) in self.beta.iter_mut().zip(held).enumerate() {
            *beta = numbers.surface_velocity(contact, tau) + held;
        }
    }
}
