//! Velocities of massless bodies: those with which the forces of their order cancel ([`AlgebraicVelocities`]).
//!
//! [`AlgebraicVelocities`]: crate::dynamics::algebraic::AlgebraicVelocities

use super::Expansion;
use crate::dynamics::start::Start;
use crate::dynamics::system::System;
use crate::gauss::Row;

impl Expansion {
    /// Evaluates forces of order k of everything but stuck contacts, and the velocities of order k of massless bodies
    /// that they determine.
    pub fn forces(&mut self, system: &System, start: &Start, k: usize) {
        self.evaluations += 1;
        self.operations += system.elements();
        if system.massless {
            self.balance(system, start, k);
        }
        self.evaluate_forces(system, start, k);
    }

    /// Finds the velocities of order k of massless clusters; all other velocities of that order are there. Without
    /// resistance those at the start stay.
    pub(super) fn balance(&mut self, system: &System, start: &Start, k: usize) {
        if self.algebraic.singular().is_some() {
            return;
        }
        self.rest(system, start, k);
        self.evaluate_forces(system, start, k);
        let force = self.force.row(k);
        self.algebraic.assemble(system, &self.clusters, force);
        self.algebraic.solve();
        for (unknown, &body) in system.body_of.iter().enumerate() {
            if let Some((v, scale)) = self.algebraic.motion(unknown, &self.clusters) {
                // + 0: no −0, which hosts would print.
                let v = self.velocity.at(k, body) + v + 0.0;
                self.velocity.set(k, body, v);
                self.error_controlled.set(k, body, scale);
            }
        }
    }

    /// Finds the velocities of order k with every massless cluster at rest but for moving surfaces.
    pub fn rest(&mut self, system: &System, start: &Start, k: usize) {
        match k {
            0 => self.velocity_offsets(system, start.tau, start.contacts),
            _ => {
                self.offsets(system, k - 1);
                self.beta.iter_mut().for_each(|beta| *beta /= k as f64);
            }
        }
        for (slot, &body) in self.unknown_motion.iter_mut().zip(&system.body_of) {
            *slot = self.velocity.at(k, body);
        }
        self.algebraic.rest(&self.clusters, &self.beta, &mut self.unknown_motion);
        for (unknown, &body) in system.body_of.iter().enumerate() {
            if self.algebraic.contains(unknown) {
                self.velocity.set(k, body, self.unknown_motion[unknown]);
            }
        }
    }

    /// Returns the first massless body whose motion nothing resists in the modes of the expansion's start.
    pub fn undamped(&self, system: &System) -> Option<usize> {
        let coordinate = system.massless.then(|| self.algebraic.singular()).flatten()?;
        Some(system.body_of[self.algebraic.root(coordinate, &self.clusters)])
    }

    /// Returns Σ r f of order k of every massless cluster.
    pub fn load(&mut self, system: &System, k: usize) -> &[f64] {
        self.algebraic.assemble(system, &self.clusters, self.force.row(k))
    }

    /// True if a row of bodies with unknown motion changes with the motion of massless clusters.
    pub fn is_algebraic(&self, row: &Row) -> bool {
        self.algebraic.reduced(&self.clusters, row).terms().next().is_some()
    }

    /// Updates the velocities of massless bodies at the start of the expansion, with `alpha` added to their clusters'
    /// coordinates.
    pub fn update_algebraic(&self, system: &System, alpha: &[f64], velocity: &mut [f64]) {
        for (unknown, &body) in system.body_of.iter().enumerate() {
            if let Some(added) = self.algebraic.add(unknown, &self.clusters, alpha) {
                velocity[body] = self.velocity.at(0, body) + added + 0.0;
            }
        }
    }
}
