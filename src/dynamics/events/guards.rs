//! Guards: quantities that stay ≥ 0 as long as the modes are right, as polynomials over a step.
//!
//! | mode | guards | when one falls below 0 |
//! |---|---|---|
//! | contact forward, backward | ±w; of a tyre that rolls what it slips by | it arrives at w = 0 |
//! | the same, with friction that is continuous at w = 0 | ±w and its round-off | it turns |
//! | the same, on a branch of its law | \|w\| within the branch | the next branch |
//! | on the way of an internal state | its distance | it has arrived |
//! | held by a bristle | Fs − λ, Fs + λ | the bristle detaches |
//! | outside a window | \|w\| − window | it is within |
//! | forward, backward within a window | ±ẇ, and window ∓ w | it may stick; it is outside |
//! | contacts stuck, all together | margin | release |
//! | contacts that follow the load | s, 1 − s | they rest, they slip |
//! | contact whose load a spring makes | N, or −N while free | it is free, or loaded again |
//! | spring in its gap | upper edge − e, e − lower edge | it touches |
//! | spring pushing | F (d > 0), or the distance beyond its edge (d = 0) | it lifts off or enters the gap |
//! | spring lifted | the distance beyond its edge, and −F | it enters the gap, or pushes again |
//! | formula on a branch | the number that decides within the branch | the next branch |
//!
//! Elements hand them in ([`GuardSet`]); those of all stuck contacts together are here.

mod filippov;
mod parting;
mod partings;
mod stuck;
mod tree_forces;

use crate::dynamics::elements::Guarding;
use crate::dynamics::elements::contact::load::guards::guard_loads;
use crate::dynamics::elements::contact::nominal::slip_unit;
use crate::dynamics::elements::contact::slip::guards::guard_contact;
use partings::Partings;

use crate::dynamics::elements::formula::guard_formulas;
use crate::dynamics::elements::spring::guards::guard_spring;
use crate::dynamics::events::guard_set::{GuardSet, Purpose};
use crate::dynamics::events::transition::Transition;
use crate::dynamics::expansion::MAX_ORDER;
use crate::dynamics::system::System;
use crate::dynamics::tolerances::SIMULTANEOUS;
use crate::dynamics::totals::Scene;
use crate::gauss::Contact;

/// Guards of a step, with the workspace for those of stuck contacts.
#[derive(Clone, Debug, Default)]
pub(in crate::dynamics) struct Guards {
    pub set: GuardSet,
    partings: Partings,
    /// Stuck contacts whose loads springs make, and the loads that decide whether they hold: the load on the bodies and
    /// these normal loads, `[order][component]`; where there are none of these, forces of contacts by trees.
    loaded: Vec<usize>,
    joint: Vec<f64>,
    /// Limits under the normal loads at one instant.
    limits: Vec<Contact>,
}

/// Finds the guards of branches of laws and formulas that are left now, with those of slips beside them.
pub(in crate::dynamics) fn find_branches(at: &mut Guarding) {
    let now = SIMULTANEOUS * at.state.time.abs().max(1.0);
    at.guards.begin(Purpose::First, (at.state.time, now), at.system.massless);
    at.guards.bound_excursions(&at.expansion.slip, at.expansion.order + 1);
    for contact in 0..at.system.contacts.len() {
        guard_contact(at, contact);
    }
    guard_formulas(at);
}

impl Guards {
    /// Reserves memory for all transitions that can be active together, and for the search of their times.
    pub fn reserve(&mut self, transitions: usize, system: &System) {
        let contacts = system.contacts.len();
        let varying = system.contacts.iter().filter(|entry| entry.limit_varies());
        let limits: usize = varying.map(|entry| entry.limit_sides().len()).sum();
        let components = system.mass.len() + limits;
        self.set.reserve(transitions, contacts, components);
        self.loaded.reserve_exact(contacts);
        self.joint.reserve_exact((MAX_ORDER + 1) * components.max(contacts));
        self.limits.reserve_exact(contacts);
    }

    /// Returns the first instant in [0, size] at which a guard is left.
    pub fn first(&mut self, scene: &mut Scene, size: f64) -> Option<f64> {
        self.visit(scene, size, Purpose::First);
        self.set.keep_first()
    }

    /// Finds all guards that are left in [0, size], each at its first instant. For stuck contacts see
    /// [`Guards::releases`] and [`Guards::detached`].
    pub fn all(&mut self, scene: &mut Scene, size: f64) {
        self.partings.releases.clear();
        self.partings.detached.clear();
        self.visit(scene, size, Purpose::Each);
        let Self { set, partings, .. } = self;
        partings.leaves.clear();
        partings.leaves.resize(scene.system.contacts.len(), f64::INFINITY);
        for (tau, transition) in set.found() {
            if let Transition::Contact(contact, _) = transition {
                let first = &mut partings.leaves[contact];
                *first = first.min(tau);
            }
        }
    }

    /// Returns the time at which a contact leaves its mode or the branch of its law, as [`Guards::all`] found, s.
    pub fn leaves(&self, contact: usize) -> f64 {
        self.partings.leaves[contact]
    }

    /// Lists the values of all guards but those of normal loads at the start of the expansion, which has orders 0 and
    /// 1, each with what happens when it falls below 0. They are dimensionless: each is over its nominal value.
    pub fn list(&mut self, scene: &mut Scene) {
        self.visit(scene, 0.0, Purpose::Values);
        let Scene { system, state, .. } = scene;
        self.set.scale_values(|transition| match transition {
            Transition::Spring(spring, next) => {
                let modes = [state.spring_mode[spring], next];
                system.springs[spring].guard_unit(&system.nominals, modes)
            }
            Transition::Contact(contact, change) => slip_unit(system, contact, change),
            Transition::Release | Transition::Branch { .. } => 1.0,
        });
    }

    /// Considers every guard of the present modes.
    fn visit(&mut self, scene: &mut Scene, size: f64, purpose: Purpose) {
        let Scene { system, expansion, resolver, state } = scene;
        let guards = &mut self.set;
        guards.begin(purpose, (state.time, size), system.massless);
        guards.bound_excursions(&expansion.slip, expansion.order + 1);
        let at = &mut Guarding { guards, system, expansion, state };
        for contact in 0..system.contacts.len() {
            guard_contact(at, contact);
        }
        if system.coupled && !at.guards.is_listing() {
            guard_loads(at);
        }
        if !system.springs.is_empty() {
            at.guards.bound_excursions(&at.expansion.deflection, at.expansion.order + 1);
        }
        for spring in 0..system.springs.len() {
            guard_spring(at, spring);
        }
        guard_formulas(at);
        filippov::guard_shares(at);
        self.release(system, expansion, resolver, state);
    }
}
