//! The margin with many redundant contacts.
//!
//! Forces within ρ times the limits are sought as the distribution seeks them within the limits. If there
//! are none, the search ends with a motion whose load exceeds ρ times its friction; the best part of it
//! ([`super::levels`]) gives the next, larger ρ. If there are some, ρ lies between the best cut and the
//! greatest usage of these forces, which proves it where the two agree.

use super::super::clusters::Clusters;
use super::super::distribution::{Distribution, Outcome};
use super::Margin;
use super::cut::{Task, greatest_usage, grows, quotient, support};
use crate::tolerances::MANY_TERMS;

impl Margin {
    /// Returns ρ, or a value that it reaches at least; the distribution is prepared.
    pub(super) fn of_many(
        &mut self,
        distribution: &mut Distribution,
        clusters: &Clusters,
        task: &Task,
    ) -> Result<f64, f64> {
        let Task { residual, contacts, .. } = *task;
        self.certificate.clear();
        distribution.begin(residual);
        let mut rho = self.of_bodies(task);
        while rho < f64::INFINITY {
            match distribution.within(residual, contacts, rho, 0.0) {
                Outcome::Met if self.used(distribution, task) <= rho * (1.0 + MANY_TERMS) => break,
                Outcome::Met | Outcome::Lost => return Err(rho),
                Outcome::Exceeded(_) => (),
            }
            let harder = self.hardest_level(clusters, distribution.cut(), task);
            if !grows(rho, harder) {
                return Err(rho);
            }
            rho = harder;
            self.certificate.take_candidate();
        }
        Ok(rho)
    }

    /// Returns the greatest usage of the forces of the trees alone, which balance the load without those of redundant contacts.
    pub(in super::super) fn usage_by_trees(&mut self, clusters: &mut Clusters, task: &Task) -> f64 {
        self.lambda.clear();
        self.lambda.resize(task.contacts.len(), 0.0);
        clusters.tree_forces(task.residual, &mut self.lambda);
        greatest_usage(task, &self.lambda)
    }

    /// Returns the greatest usage where redundant contacts have these forces, and trees balance what they leave.
    pub(super) fn usage_with(
        &mut self,
        clusters: &mut Clusters,
        task: &Task,
        given: impl Iterator<Item = (usize, f64)>,
    ) -> f64 {
        self.lambda.clear();
        self.lambda.resize(task.contacts.len(), 0.0);
        given.for_each(|(contact, lambda)| self.lambda[contact] = lambda);
        self.pull.clear();
        self.pull.extend_from_slice(task.residual);
        for &redundant in clusters.redundant() {
            for (body, q) in task.contacts[redundant].row.terms() {
                self.pull[body] -= q * self.lambda[redundant];
            }
        }
        clusters.tree_forces(&self.pull, &mut self.lambda);
        greatest_usage(task, &self.lambda)
    }

    /// Returns the greatest usage of the forces that the distribution has found.
    pub(super) fn used(&mut self, distribution: &mut Distribution, task: &Task) -> f64 {
        self.lambda.clear();
        self.lambda.resize(task.contacts.len(), 0.0);
        distribution.balance(task.residual, task.contacts, &mut self.lambda);
        greatest_usage(task, &self.lambda)
    }

    /// Returns the greatest quotient of a single body that a contact holds; on the others the load is 0 but for
    /// round-off.
    fn of_bodies(&mut self, task: &Task) -> f64 {
        let mut hardest: f64 = 0.0;
        self.held.clear();
        self.held.resize(task.residual.len(), false);
        for sign in [1.0, -1.0] {
            self.hold.clear();
            self.hold.resize(task.residual.len(), 0.0);
            let stuck = task.contacts.iter().zip(task.stuck).filter(|(_, stuck)| **stuck);
            for (contact, _) in stuck {
                for (body, q) in contact.row.terms() {
                    self.hold[body] += support(contact, sign * q);
                    self.held[body] = true;
                }
            }
            for (body, g) in task.residual.iter().enumerate().filter(|(body, _)| self.held[*body]) {
                let own = quotient(sign * g, self.hold[body]);
                if own > hardest {
                    hardest = own;
                    self.certificate.take_body(task.residual.len(), body, sign);
                }
            }
        }
        hardest
    }
}
