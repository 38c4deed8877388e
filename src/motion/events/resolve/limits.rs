//! Limits of all contacts, and room for problems in which all take part.

use super::Resolver;
use crate::gauss::{Contact, Row};
use crate::motion::flow::{Flow, exert};
use crate::motion::numbers::Numbers;

/// Loads that all contacts hold, that some cannot, and that none can.
const REHEARSED: [f64; 4] = [0.0, 0.9, 1.1, 10.0];

impl Resolver {
    /// Takes new limits.
    pub fn update(&mut self, numbers: &Numbers) {
        self.limits.clear();
        for (entry, row) in numbers.contacts.iter().zip(&numbers.rows) {
            let limits = entry.static_limits();
            let (lower, upper) = (-limits.backward, limits.forward);
            self.limits.push(Contact { row: *row, beta: 0.0, lower, upper, viscous: 0.0 });
        }
        self.mass.clone_from(&numbers.mass);
        if numbers.massless {
            self.stand_in(numbers);
            self.massless.update(numbers);
        }
    }

    /// Takes new limits of contacts of which something is given by inputs.
    pub fn update_given(&mut self, numbers: &Numbers) {
        if numbers.coupled || numbers.one_way || numbers.massless {
            return self.update(numbers);
        }
        for &contact in &numbers.given_contacts {
            let limits = numbers.contacts[contact].static_limits();
            (self.limits[contact].lower, self.limits[contact].upper) =
                (-limits.backward, limits.forward);
        }
    }

    /// Solves problems in which every contact takes part, so that working memory grows to its final size
    /// now and not in a step. All limits are taken as 1; the results are not used.
    pub fn rehearse(&mut self, numbers: &Numbers, flow: &mut Flow) {
        self.hold_all(numbers, flow);
        let mut lambda = vec![0.0; self.contacts.len()];
        for load in REHEARSED {
            self.load_all(numbers, load);
            let contacts = &self.contacts;
            // Unit limits contradict nothing.
            let inertia = numbers.inertia_with(&self.mass);
            let _ = self.kernel.solve(inertia, &self.force, contacts, &mut self.solution);
            self.rates.clone_from(&self.solution);
            self.kernel.margin(&mut flow.clusters, &self.force, contacts, &self.zero);
            self.distribute_all(flow, &mut lambda);
        }
        if numbers.massless {
            self.rehearse_massless(numbers);
        }
    }

    /// The same of what is only looked at, where all that is asked for is how stuck contacts share a load.
    pub fn rehearse_looks(&mut self, numbers: &Numbers, flow: &mut Flow) {
        self.hold_all(numbers, flow);
        let mut lambda = vec![0.0; self.contacts.len()];
        for load in REHEARSED {
            self.load_all(numbers, load);
            self.distribute_all(flow, &mut lambda);
        }
    }

    fn hold_all(&mut self, numbers: &Numbers, flow: &mut Flow) {
        self.update(numbers);
        self.zero.fill(true);
        let contact =
            |row: &Row| Contact { row: *row, beta: 0.0, lower: -1.0, upper: 1.0, viscous: 0.0 };
        self.contacts.clear();
        self.contacts.extend(numbers.rows.iter().map(contact));
        self.index.clear();
        self.index.extend(0..self.contacts.len());
        flow.clusters.build(numbers.mass.len(), &numbers.rows, &self.zero);
    }

    fn load_all(&mut self, numbers: &Numbers, load: f64) {
        self.force.clear();
        self.force.resize(numbers.mass.len(), 0.0);
        for (k, contact) in self.contacts.iter().enumerate() {
            let held = if k % 3 == 0 { -load } else { load };
            exert(&contact.row, -held, &mut self.force);
        }
    }

    fn distribute_all(&mut self, flow: &mut Flow, lambda: &mut [f64]) {
        let Self { kernel, force, contacts, zero, .. } = self;
        kernel.distribute(&mut flow.clusters, force, contacts, zero, lambda);
    }
}
