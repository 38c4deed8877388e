//! Limits of all contacts, and room for problems in which all take part.

use super::Resolver;
use crate::dynamics::expansion::Expansion;
use crate::dynamics::link::apply_force;
use crate::dynamics::system::System;
use crate::gauss::{Contact, Row};

/// Loads that all contacts hold, that some cannot, and that none can.
const REHEARSED: [f64; 4] = [0.0, 0.9, 1.1, 10.0];

impl Resolver {
    /// Takes new limits.
    pub fn update(&mut self, system: &System) {
        self.limits.clear();
        for (entry, row) in system.contacts.iter().zip(&system.rows) {
            let limits = entry.static_limits();
            let (lower, upper) = (-limits.backward, limits.forward);
            self.limits.push(Contact { row: *row, beta: 0.0, lower, upper, viscous: 0.0 });
        }
        self.mass.clone_from(&system.mass);
        if system.massless {
            self.regularising_mass(system);
            self.massless.update(system);
        }
    }

    /// Returns the static limits of all contacts.
    pub fn limits(&self) -> &[Contact] {
        &self.limits
    }

    /// Takes new limits of contacts of which something is given by inputs.
    pub fn update_given(&mut self, system: &System) {
        if system.coupled || system.one_way || system.massless {
            return self.update(system);
        }
        for &contact in &system.given_contacts {
            let limits = system.contacts[contact].static_limits();
            let own = &mut self.limits[contact];
            (own.lower, own.upper) = (-limits.backward, limits.forward);
        }
    }

    /// Solves problems in which every contact takes part, so that working memory grows to its final size
    /// now and not in a step. All limits are taken as 1; the results are not used.
    pub fn preallocate(&mut self, system: &System, expansion: &mut Expansion) {
        self.hold_all(system, expansion);
        let mut lambda = vec![0.0; self.contacts.len()];
        for load in REHEARSED {
            self.load_all(system, load);
            let contacts = &self.contacts;
            // Unit limits contradict nothing.
            let inertia = system.inertia_with(&self.mass);
            let _ = self.kernel.solve(inertia, &self.force, contacts, &mut self.solution);
            self.rates.clone_from(&self.solution);
            self.kernel.margin(&mut expansion.clusters, &self.force, contacts, &self.candidates);
            self.distribute_all(expansion, &mut lambda);
        }
        if system.massless {
            self.preallocate_massless(system);
        }
    }

    /// Makes room for output evaluation, which only asks how stuck contacts share a load.
    pub fn preallocate_evaluation(&mut self, system: &System, expansion: &mut Expansion) {
        self.hold_all(system, expansion);
        let mut lambda = vec![0.0; self.contacts.len()];
        for load in REHEARSED {
            self.load_all(system, load);
            self.distribute_all(expansion, &mut lambda);
        }
    }

    fn hold_all(&mut self, system: &System, expansion: &mut Expansion) {
        self.update(system);
        self.candidates.fill(true);
        let contact =
            |row: &Row| Contact { row: *row, beta: 0.0, lower: -1.0, upper: 1.0, viscous: 0.0 };
        self.contacts.clear();
        self.contacts.extend(system.rows.iter().map(contact));
        self.index.clear();
        self.index.extend(0..self.contacts.len());
        expansion.build_clusters(system, Some(&self.candidates));
    }

    fn load_all(&mut self, system: &System, load: f64) {
        self.force.clear();
        self.force.resize(system.mass.len(), 0.0);
        for (k, contact) in self.contacts.iter().enumerate() {
            let held = if k % 3 == 0 { -load } else { load };
            apply_force(&contact.row, -held, &mut self.force);
        }
    }

    fn distribute_all(&mut self, expansion: &mut Expansion, lambda: &mut [f64]) {
        let Self { kernel, force, contacts, candidates, .. } = self;
        kernel.distribute(&mut expansion.clusters, force, contacts, candidates, lambda);
    }
}
