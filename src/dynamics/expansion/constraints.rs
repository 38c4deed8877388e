//! Velocities within clusters of stuck contacts: made equal where a contact sticks, and kept so.

use super::Expansion;
use crate::dynamics::ContactState;
use crate::dynamics::system::System;

impl Expansion {
    /// Finds the velocities that satisfy all contacts of `candidates` exactly and differ least from `velocity` in the
    /// metric of the masses (the momentum of every cluster is kept). Those of `candidates` keep the slips that they hold.
    pub fn project(
        &mut self,
        system: &System,
        tau: f64,
        (candidates, contacts): (&[bool], &[ContactState]),
        velocity: &mut [f64],
    ) {
        self.build_clusters(system, Some(candidates));
        self.velocity_offsets(system, tau, contacts);
        for (slot, &body) in self.unknown_motion.iter_mut().zip(&system.body_of) {
            *slot = velocity[body];
        }
        let mut rows =
            system.rows.iter().zip(&self.beta).zip(candidates).filter(|(_, candidate)| **candidate);
        if !system.massless && rows.all(|((row, beta), _)| row.apply(&self.unknown_motion) == *beta)
        {
            return;
        }
        self.unknown_force.fill(0.0);
        let inertia = system.inertia();
        let velocities = |unknown: usize| velocity[system.body_of[unknown]];
        inertia.add_momenta(1.0, velocities, &mut self.unknown_force);
        if system.massless {
            self.algebraic.find(system, &self.clusters);
        }
        self.move_unknown(system);
        for (row, _) in system.rows.iter().zip(candidates).filter(|(_, candidate)| **candidate) {
            for (unknown, _) in row.terms() {
                // An impulse on a body moves those that are coupled to it.
                for &mate in system.blocks.mates(unknown).iter().chain([&unknown]) {
                    velocity[system.body_of[mate]] = self.unknown_motion[mate] + 0.0;
                }
            }
        }
    }

    /// Re-derives velocities within clusters of stuck contacts, so that no round-off separates them.
    pub fn follow(
        &mut self,
        system: &System,
        tau: f64,
        contacts: &[ContactState],
        velocity: &mut [f64],
    ) {
        self.velocity_offsets(system, tau, contacts);
        for (unknown, &body) in system.body_of.iter().enumerate() {
            self.unknown_motion[unknown] = velocity[body];
        }
        self.clusters.complete(&self.beta, &mut self.unknown_motion);
        for (unknown, &body) in system.body_of.iter().enumerate() {
            // + 0: no −0, which hosts would print.
            velocity[body] = self.unknown_motion[unknown] + 0.0;
        }
    }
}
