//! Forces among many redundant contacts, and whether there are any within limits: what margins ask as
//! well.

use super::super::Contact;
use super::Distribution;
use super::forest::FEW_CYCLES;
use super::potentials::{Outcome, Task};
use crate::clusters::Clusters;
use crate::tolerances::{AT_RELEASE, LEAST_RELAXATION};

impl Distribution {
    /// Gets ready for [`Distribution::begin`] and [`Distribution::within`]; false if there are too few
    /// redundant contacts for these.
    pub(in super::super) fn prepare(
        &mut self,
        clusters: &Clusters,
        contacts: &[Contact],
        stuck: &[bool],
    ) -> bool {
        if clusters.redundant().len() <= FEW_CYCLES {
            return false;
        }
        if !self.is_made_for(clusters.bodies(), contacts, stuck) {
            self.make(clusters.bodies(), contacts, stuck);
        }
        !self.few
    }

    /// Finds the minimum without limits.
    pub(in super::super) fn begin(&mut self, residual: &[f64]) {
        let Self { rows, members, range, potentials, usage, .. } = self;
        let task = Task { rows, members, range, load: residual };
        potentials.without_limits(&task, usage);
        self.at_limit.fill(false);
    }

    /// Moves from the present point to the minimum with limits that are `share` times those of the contacts, and wider
    /// by `relaxation` of F̄.
    pub(in super::super) fn within(
        &mut self,
        residual: &[f64],
        contacts: &[Contact],
        share: f64,
        relaxation: f64,
    ) -> Outcome {
        let Self { rows, members, range, potentials, usage, bounds, at_limit, .. } = self;
        let task = Task { rows, members, range, load: residual };
        bounds.clear();
        bounds.extend(members.iter().zip(&*range).map(|(&contact, range)| {
            let Contact { lower, upper, .. } = contacts[contact];
            (scale(lower, share) / range - relaxation, scale(upper, share) / range + relaxation)
        }));
        let outcome = potentials.within(&task, bounds, usage);
        if outcome == Outcome::Met {
            let at =
                |(usage, (lower, upper)): (&f64, &(f64, f64))| usage <= lower || upper <= usage;
            at_limit.clear();
            at_limit.extend(usage.iter().zip(&*bounds).map(at));
            if at_limit.contains(&true) {
                self.avoid_limits(residual.len());
            }
        }
        outcome
    }

    /// Returns the motion of the bodies that showed that limits cannot be met.
    pub(in super::super) fn cut(&self) -> &[f64] {
        self.potentials.cut()
    }

    /// Finds the minimum within the limits, or without if they cannot be met. False: round-off hides it.
    pub(super) fn meet_limits_of_many(&mut self, residual: &[f64], contacts: &[Contact]) -> bool {
        self.begin(residual);
        self.unlimited.clone_from(&self.usage);
        let mut relaxation = 0.0;
        while relaxation < AT_RELEASE {
            match self.within(residual, contacts, 1.0, relaxation) {
                Outcome::Met => return true,
                Outcome::Lost => return false,
                Outcome::Exceeded(violation) => {
                    relaxation = (2.0 * violation.max(relaxation)).max(LEAST_RELAXATION)
                }
            }
        }
        self.usage.clone_from(&self.unlimited);
        true
    }

    /// Makes a forest of members that are inside their ranges, and others only where these do not suffice.
    fn avoid_limits(&mut self, bodies: usize) {
        if self.avoided == self.at_limit {
            return;
        }
        self.avoided.clone_from(&self.at_limit);
        self.spanning.clear(bodies);
        self.strong.fill(false);
        for limited in [false, true] {
            for &member in self.order.iter().filter(|member| self.at_limit[**member] == limited) {
                let contact = self.members[member];
                self.strong[contact] = self.spanning.add(&self.rows[contact]);
            }
        }
        let Self { outside, members, strong, avoiding, .. } = self;
        avoiding.build(bodies, &self.rows, strong);
        outside.clear();
        outside.extend(members.iter().filter(|contact| !strong[**contact]));
        outside.extend_from_slice(avoiding.redundant());
    }
}

/// Returns a share of a bound; none of an infinite one.
fn scale(bound: f64, share: f64) -> f64 {
    if bound.is_infinite() { bound } else { share * bound }
}
