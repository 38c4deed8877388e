//! Release of stuck contacts set by set: the time at which each set can no longer hold.

use super::Guards;
use super::partings::Partings;
use super::stuck::StuckSet;
use super::tree_forces::{TreeForces, range};
use crate::dynamics::events::resolve::Resolver;
use crate::dynamics::events::roots::{first_departure, first_descent};
use crate::dynamics::expansion::Expansion;
use crate::dynamics::system::System;
use crate::dynamics::tolerances::MARGIN_TOLERANCE;
use crate::dynamics::totals::Scene;

impl Guards {
    /// Finds when contacts whose forces are determinate come to their limits, and which sets of others are not seen to hold by
    /// the forces of spanning trees ([`TreeForces::stays_within`]).
    pub(super) fn part(
        &mut self,
        system: &System,
        expansion: &mut Expansion,
        resolver: &mut Resolver,
        threshold: f64,
    ) {
        let order = expansion.order;
        let (clusters, stuck, residual) = expansion.sticking_set();
        let (_, limits, _) = resolver.holding_parts();
        let Partings { shared, releases, detached, .. } = &mut self.partings;
        let count = limits.len();
        let forces = TreeForces::find(&mut self.joint, clusters, residual, (order, count));
        let set_of = |contact: usize| {
            let body = system.rows[contact].terms().next().map_or(0, |(body, _)| body);
            clusters.cluster_of(body)
        };
        shared.clear();
        shared.resize(clusters.count(), false);
        clusters.redundant().iter().for_each(|contact| shared[set_of(*contact)] = true);
        for contact in (0..count).filter(|contact| stuck[*contact]) {
            let [lower, upper] = range(&limits[contact], threshold);
            if forces.stays_within(contact, [lower, upper], self.set.search_end) {
                continue;
            }
            if shared[set_of(contact)] {
                if detached.iter().all(|other| set_of(*other) != set_of(contact)) {
                    detached.push(contact);
                }
                continue;
            }
            for (sign, limit) in [(1.0, upper), (-1.0, -lower)] {
                for (k, slot) in self.set.polynomial[..=forces.last].iter_mut().enumerate() {
                    *slot = -sign * forces.term(contact, k);
                }
                self.set.polynomial[0] += limit;
                let polynomial = &self.set.polynomial[..=forces.last];
                let left =
                    first_descent(polynomial, 0.0, self.set.search_end, &mut self.set.scratch);
                releases.extend(left.map(|tau| (tau, contact)));
            }
        }
    }

    /// Returns the times, s, at which contacts whose forces are determinate reach their limits, as [`Guards::all`] found.
    pub fn releases(&self) -> &[(f64, usize)] {
        &self.partings.releases
    }

    /// Returns one contact of each other set, stuck together, that [`Guards::all`] has not seen to hold up to the end.
    pub fn detached(&self) -> &[usize] {
        &self.partings.detached
    }

    /// Finds the time, s, at which the set that a contact is stuck in can no longer hold.
    pub fn parting(&mut self, scene: &mut Scene, size: f64, contact: usize) -> Option<f64> {
        let Scene { system, expansion, resolver, state } = scene;
        let (order, threshold) = (expansion.order, state.held_margin - MARGIN_TOLERANCE);
        let (clusters, all, residual) = expansion.sticking_set();
        let (kernel, limits, _) = resolver.holding_parts();
        let Partings { stuck, own, loads, .. } = &mut self.partings;
        let body_of = |contact: usize| system.rows[contact].terms().next().map(|(body, _)| body);
        let set = body_of(contact).map(|body| clusters.cluster_of(body));
        let is_own = |other: usize| body_of(other).map(|body| clusters.cluster_of(body)) == set;
        stuck.clear();
        stuck.extend(all.iter().enumerate().map(|(other, stuck)| *stuck && is_own(other)));
        loads.clear();
        let unknown = residual.row(0).len();
        let terms = residual.rows(order).iter().enumerate();
        loads.extend(terms.map(|(place, load)| {
            match Some(clusters.cluster_of(place % unknown)) == set {
                true => *load,
                false => 0.0,
            }
        }));
        own.build(unknown, &system.rows, stuck);
        let set = StuckSet { margins: kernel.margins(own, stuck), limits };
        first_departure(loads, unknown, size, threshold, set, &mut self.set.scratch)
    }
}
