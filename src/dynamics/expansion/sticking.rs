//! Clusters of stuck contacts, and the motion at which these stick.

use super::Expansion;
use crate::dynamics::system::System;
use crate::dynamics::{ContactMode, ContactState};

impl Expansion {
    /// Finds the clusters of stuck contacts.
    pub fn join(&mut self, system: &System, modes: impl Iterator<Item = ContactMode>) {
        for ((stuck, entry), mode) in self.stuck.iter_mut().zip(&system.contacts).zip(modes) {
            *stuck = entry.is_held(mode) && !entry.kinematic;
        }
        self.build_clusters(system, None);
        self.plan.take_bodies(system, &self.clusters, &self.stuck);
    }

    /// Finds the clusters of the stuck contacts, or of others.
    pub fn build_clusters(&mut self, system: &System, others: Option<&[bool]>) {
        self.order_zero.forget();
        let Self { clusters, rows_of, stuck, .. } = self;
        let stuck = others.unwrap_or(stuck);
        if std::mem::replace(rows_of, system.version) == system.version {
            clusters.build_again(&system.rows, stuck);
        } else {
            clusters.build(system.mass.len(), &system.rows, stuck);
        }
    }

    /// True if a contact is stuck, unless it is between known motions.
    pub fn is_stuck(&self, contact: usize) -> bool {
        self.stuck[contact]
    }

    /// Evaluates β of order k: accelerations of surfaces and of bodies of known motion.
    pub fn offsets(&mut self, system: &System, k: usize) {
        if !system.accelerated {
            if k == 0 {
                self.beta.fill(0.0);
            }
            return;
        }
        let tau = self.tau;
        for (contact, entry) in system.contacts.iter().enumerate() {
            let known = system.known_part(&entry.row, |motion| motion.acceleration_term(tau, k));
            self.beta[contact] = entry.surface.acceleration_term(tau, k) - known;
        }
    }

    /// Returns the result of the last [`Expansion::offsets`].
    pub fn beta(&self) -> &[f64] {
        &self.beta
    }

    /// Releases contacts that are stuck, but not among these.
    pub fn let_go(&mut self, system: &System, among: impl Fn(usize) -> bool) {
        let mut any = false;
        for (contact, stuck) in self.stuck.iter_mut().enumerate().filter(|(_, stuck)| **stuck) {
            *stuck = among(contact);
            any |= !*stuck;
        }
        if any {
            self.build_clusters(system, None);
        }
    }

    pub(super) fn velocity_offsets(
        &mut self,
        system: &System,
        tau: f64,
        contacts: &[ContactState],
    ) {
        self.order_zero.forget();
        for (contact, (beta, own)) in self.beta.iter_mut().zip(contacts).enumerate() {
            *beta = system.surface_velocity(contact, tau) + own.held_slip();
        }
    }
}
