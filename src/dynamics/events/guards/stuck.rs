//! The guard of all stuck contacts together: their margin.

use super::Guards;
use super::tree_forces::{TreeForces, range};
use crate::dynamics::elements::contact::load::{holding_load, sticking_relaxation};
use crate::dynamics::events::resolve::Resolver;
use crate::dynamics::events::roots::{Holding, first_departure};
use crate::dynamics::events::transition::Transition;
use crate::dynamics::expansion::Expansion;
use crate::dynamics::system::System;
use crate::dynamics::tolerances::MARGIN_TOLERANCE;
use crate::dynamics::{ContactMode, State};
use crate::gauss::{Contact, Margins};
use crate::laws::Direction;

impl Guards {
    /// Collects the coefficients that decide whether stuck contacts hold, where their loads or limits change.
    fn join_loads(&mut self, system: &System, expansion: &mut Expansion, state: &State) {
        let stuck = |contact: &usize| state.contacts[*contact].mode() == ContactMode::Stuck;
        let loaded = |contact: &usize| system.contacts[*contact].limit_varies();
        self.loaded.clear();
        self.loaded.extend((0..system.contacts.len()).filter(stuck).filter(loaded));
        self.joint.clear();
        for k in 0..=expansion.order {
            self.joint.extend_from_slice(expansion.sticking_set().2.row(k));
            for contact in &self.loaded {
                let sides = system.contacts[*contact].limit_sides().iter();
                let load = |side: &Direction| holding_load(expansion, system, *contact, *side, k);
                self.joint.extend(sides.map(load));
            }
        }
        let motion = (&state.position[..], &state.velocity[..]);
        let unknown = expansion.residual.row(0).len();
        let mut loads = self.joint[unknown..].iter_mut();
        for contact in &self.loaded {
            let (entry, relaxation) = (
                &system.contacts[*contact],
                sticking_relaxation(system, *contact, motion, state.time),
            );
            for (side, load) in entry.limit_sides().iter().zip(&mut loads) {
                let often = match entry.limit_moves() {
                    true => expansion.internals.of(*contact).limit(*side, 0),
                    false => 1.0,
                };
                let off = entry.load * entry.coefficient_error.of(*side);
                *load = load.max(0.0) + often * relaxation + off;
            }
        }
    }

    /// Finds the time at which the stuck contacts, taken together, can no longer hold.
    pub(super) fn release(
        &mut self,
        system: &System,
        expansion: &mut Expansion,
        resolver: &mut Resolver,
        state: &State,
    ) {
        let order = expansion.order;
        if !expansion.sticking_set().1.contains(&true) {
            return;
        }
        if system.coupled {
            self.join_loads(system, expansion, state);
        }
        if system.coupled || system.one_way {
            resolver.take_round_off(system, expansion, state.time);
        }
        let (clusters, stuck, residual) = expansion.sticking_set();
        let (kernel, limits, rounded) = resolver.holding_parts();
        if self.set.is_listing() {
            let margin = kernel.margin(clusters, residual.row(0), limits, stuck);
            self.set.list(margin - state.held_margin, Transition::Release);
            return;
        }
        let threshold = state.held_margin - MARGIN_TOLERANCE;
        if self.set.finds_each() {
            return self.part(system, expansion, resolver, threshold);
        }
        let end = self.set.search_end;
        if !system.coupled {
            let of = (order, limits.len());
            let forces = TreeForces::find(&mut self.joint, clusters, residual, of);
            let stays = |at: usize| forces.stays_within(at, range(&limits[at], threshold), end);
            if (0..limits.len()).filter(|contact| stuck[*contact]).all(stays) {
                return;
            }
        }
        let departure = if system.coupled {
            let unknown = residual.row(0).len();
            self.limits.clear();
            self.limits.extend_from_slice(limits);
            let (limits, loaded) = (&mut self.limits, &self.loaded);
            let components = self.joint.len() / (order + 1);
            let margins = kernel.margins(clusters, stuck);
            let set = LoadedSet { margins, limits, system, loaded, unknown, rounded };
            let scratch = &mut self.set.scratch;
            first_departure(&self.joint, components, end, threshold, set, scratch)
        } else {
            let (loads, unknown) = (residual.rows(order), residual.row(0).len());
            let set = StuckSet { margins: kernel.margins(clusters, stuck), limits };
            first_departure(loads, unknown, end, threshold, set, &mut self.set.scratch)
        };
        // What holds nothing, and has a load that grows from 0 with the square of the time, is released no sooner than the time
        // advances: only there has that a rate.
        let departs = |tau: f64| if tau > 0.0 { tau.max(self.set.time_round_off) } else { tau };
        if let Some(tau) = departure.map(departs).filter(|tau| *tau <= end) {
            self.set.become_active(tau, Transition::Release);
        }
    }
}

/// Contacts that are stuck together.
pub(super) struct StuckSet<'a> {
    pub margins: Margins<'a>,
    pub limits: &'a [Contact],
}

impl Holding for StuckSet<'_> {
    fn margin(&mut self, load: &[f64]) -> f64 {
        self.margins.margin(load, self.limits)
    }

    fn margin_by_last_cut(&mut self, load: &[f64]) -> Option<f64> {
        self.margins.by_last_cut(load, self.limits)
    }

    fn holds(&mut self, load: &[f64], threshold: f64) -> bool {
        self.margins.holds(load, self.limits, threshold)
    }

    fn loss(&mut self, change: &[f64]) -> f64 {
        self.margins.usage_by_trees(change, self.limits)
    }
}

/// Contacts that are stuck together under normal loads that change. Loads on bodies and normal loads that
/// can be held form a convex set, jointly: the limits are proportional to the normal loads, or what changes itself.
struct LoadedSet<'a> {
    margins: Margins<'a>,
    limits: &'a mut [Contact],
    system: &'a System,
    /// Contacts to which the last components belong, behind those of the bodies with `unknown` motion.
    loaded: &'a [usize],
    unknown: usize,
    /// Round-off of forces, which contacts hold under any load.
    rounded: &'a [f64],
}

impl LoadedSet<'_> {
    /// Takes the limits under the normal loads of a point; returns the load on the bodies.
    fn split<'p>(&mut self, point: &'p [f64]) -> &'p [f64] {
        let (load, mut left) = point.split_at(self.unknown);
        for contact in self.loaded {
            let entry = &self.system.contacts[*contact];
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
        self.margins.margin(load, self.limits)
    }

    fn margin_by_last_cut(&mut self, point: &[f64]) -> Option<f64> {
        let load = self.split(point);
        self.margins.by_last_cut(load, self.limits)
    }

    fn holds(&mut self, point: &[f64], threshold: f64) -> bool {
        let load = self.split(point);
        self.margins.holds(load, self.limits, threshold)
    }
}
