//! The guard of all stuck contacts together: their margin.

use super::{Guards, Transition};
use crate::gauss::clusters::Clusters;
use crate::gauss::{Contact, Kernel};
use crate::laws::Direction;
use crate::motion::events::resolve::Resolver;
use crate::motion::events::roots::{Holding, first_departure};
use crate::motion::flow::Flow;
use crate::motion::numbers::Numbers;
use crate::motion::rounding::MARGIN_TOLERANCE;
use crate::motion::series::Series;
use crate::motion::{ContactMode, State};

impl Guards {
    /// What decides whether stuck contacts hold, where their loads or limits change.
    fn join_loads(&mut self, numbers: &Numbers, flow: &mut Flow, state: &State) {
        let stuck = |contact: &usize| state.contact_mode[*contact] == ContactMode::Stuck;
        let loaded = |contact: &usize| numbers.contacts[*contact].limit_varies();
        self.loaded.clear();
        self.loaded.extend((0..numbers.contacts.len()).filter(stuck).filter(loaded));
        self.joint.clear();
        for k in 0..=flow.order {
            self.joint.extend_from_slice(flow.holding_set().2.row(k));
            for contact in &self.loaded {
                let sides = numbers.contacts[*contact].limit_sides().iter();
                let load = |side: &Direction| flow.holding_load(numbers, *contact, *side, k);
                self.joint.extend(sides.map(load));
            }
        }
        let motion = (&state.position[..], &state.velocity[..]);
        let unknown = flow.residual.row(0).len();
        let mut loads = self.joint[unknown..].iter_mut();
        for contact in &self.loaded {
            let (entry, slack) =
                (&numbers.contacts[*contact], numbers.holding_slack(*contact, motion, state.time));
            for (side, load) in entry.limit_sides().iter().zip(&mut loads) {
                let often = match entry.limit_moves() {
                    true => flow.internals.of(*contact).limit(*side, 0),
                    false => 1.0,
                };
                let off = entry.load * entry.coefficient_error.of(*side);
                *load = load.max(0.0) + often * slack + off;
            }
        }
    }

    /// When the stuck contacts, taken together, can no longer hold.
    pub(super) fn release(
        &mut self,
        numbers: &Numbers,
        flow: &mut Flow,
        resolver: &mut Resolver,
        state: &State,
    ) {
        let order = flow.order;
        if !flow.holding_set().1.contains(&true) {
            return;
        }
        if numbers.coupled {
            self.join_loads(numbers, flow, state);
        }
        if numbers.coupled || numbers.one_way {
            resolver.take_round_off(numbers, flow, state.time);
        }
        let (clusters, stuck, residual) = flow.holding_set();
        let (kernel, limits, rounded) = resolver.holding_parts();
        if self.listing {
            let margin = kernel.margin(clusters, residual.row(0), limits, stuck);
            self.values.push((margin - state.held_margin, Transition::Release));
            return;
        }
        let threshold = state.held_margin - MARGIN_TOLERANCE;
        if self.parting {
            return self.part(numbers, flow, resolver, threshold);
        }
        if !numbers.coupled {
            let length = self.limit;
            let set = HeldByTrees { clusters, limits, stuck, share: 1.0 - threshold };
            if set.holds(residual, order, length, &mut self.forces) {
                return;
            }
        }
        let departure = if numbers.coupled {
            let unknown = residual.row(0).len();
            self.limits.clear();
            self.limits.extend_from_slice(limits);
            let (limits, loaded) = (&mut self.limits, &self.loaded);
            let components = self.joint.len() / (order + 1);
            let set =
                LoadedSet { kernel, clusters, limits, stuck, numbers, loaded, unknown, rounded };
            let scratch = &mut self.scratch;
            first_departure(&self.joint, components, self.limit, threshold, set, scratch)
        } else {
            let (loads, unknown) = (residual.rows(order), residual.row(0).len());
            let set = StuckSet { kernel, clusters, limits, stuck };
            first_departure(loads, unknown, self.limit, threshold, set, &mut self.scratch)
        };
        // What holds nothing, and has a load that grows from 0 with the square of the time, is let go no sooner than the time
        // goes on: only there has that a rate.
        let departs = |tau: f64| if tau > 0.0 { tau.max(self.rounded) } else { tau };
        if let Some(tau) = departure.map(departs).filter(|tau| *tau <= self.limit) {
            self.fall_due(tau, Transition::Release);
        }
    }
}

/// What forces of contacts of spanning trees alone prove: a load that they balance along a whole step, since each of
/// them is at most what it is at the start and the magnitudes of all its other terms.
struct HeldByTrees<'a> {
    clusters: &'a mut Clusters,
    limits: &'a [Contact],
    stuck: &'a [bool],
    /// Of their limits that forces may use.
    share: f64,
}

impl HeldByTrees<'_> {
    /// True if they do up to τ, with room for forces and how much they change.
    fn holds(self, load: &Series, order: usize, tau: f64, forces: &mut [Vec<f64>; 2]) -> bool {
        let Self { clusters, limits, stuck, share } = self;
        let [forces, changes] = forces;
        changes.clear();
        changes.resize(limits.len(), 0.0);
        forces.clear();
        forces.resize(limits.len(), 0.0);
        let moves = |k: &usize| load.row(*k).iter().any(|term| *term != 0.0);
        let last = (1..=order).rev().find(moves).unwrap_or(0);
        for k in (1..=last).rev() {
            clusters.tree_forces(load.row(k), forces);
            for (change, term) in changes.iter_mut().zip(&*forces) {
                *change = (*change + term.abs()) * tau;
            }
        }
        clusters.tree_forces(load.row(0), forces);
        let ends = forces.iter().zip(&*changes).zip(limits.iter().zip(stuck));
        ends.filter(|(_, (_, stuck))| **stuck).all(|((force, change), (limit, _))| {
            share * limit.lower <= force - change && force + change <= share * limit.upper
        })
    }
}

/// Contacts that are stuck together.
pub(super) struct StuckSet<'a> {
    pub kernel: &'a mut Kernel,
    pub clusters: &'a mut Clusters,
    pub limits: &'a [Contact],
    pub stuck: &'a [bool],
}

impl Holding for StuckSet<'_> {
    fn margin(&mut self, load: &[f64]) -> f64 {
        self.kernel.margin(self.clusters, load, self.limits, self.stuck)
    }

    fn holds(&mut self, load: &[f64], threshold: f64) -> bool {
        self.kernel.holds(self.clusters, load, self.limits, self.stuck, threshold)
    }
}

/// Contacts that are stuck together under normal loads that change. Loads on bodies and normal loads that
/// can be held form a convex set, jointly: the limits are proportional to the normal loads, or what changes itself.
struct LoadedSet<'a> {
    kernel: &'a mut Kernel,
    clusters: &'a mut Clusters,
    limits: &'a mut [Contact],
    stuck: &'a [bool],
    numbers: &'a Numbers,
    /// Contacts to which the last components belong, behind those of the bodies with `unknown` motion.
    loaded: &'a [usize],
    unknown: usize,
    /// Round-off of forces, which contacts hold under any load.
    rounded: &'a [f64],
}

impl LoadedSet<'_> {
    /// Takes the limits under the normal loads of a point; the load on the bodies.
    fn split<'p>(&mut self, point: &'p [f64]) -> &'p [f64] {
        let (load, mut left) = point.split_at(self.unknown);
        for contact in self.loaded {
            let entry = &self.numbers.contacts[*contact];
            let (own, others) = left.split_at(entry.limit_sides().len());
            left = others;
            let loads = [own[0], own[own.len() - 1]].map(|load| load.max(0.0));
            let limits = entry.static_limits_held(loads);
            self.limits[*contact].lower = -limits.backward - self.rounded[*contact];
            self.limits[*contact].upper = limits.forward + self.rounded[*contact];
        }
        load
    }
}

impl Holding for LoadedSet<'_> {
    fn margin(&mut self, point: &[f64]) -> f64 {
        let load = self.split(point);
        self.kernel.margin(self.clusters, load, self.limits, self.stuck)
    }

    fn holds(&mut self, point: &[f64], threshold: f64) -> bool {
        let load = self.split(point);
        self.kernel.holds(self.clusters, load, self.limits, self.stuck, threshold)
    }
}
