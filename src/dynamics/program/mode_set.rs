//! One set of modes as flat lists: springs that act, contacts that slip or stick, and bodies with what moves them.

mod advance;
mod columns;
mod observe;

use std::array::from_fn;

pub(super) use columns::Columns;

use super::propagator::Propagator;
use super::rows::{Rows, Slipping};
use crate::dynamics::link::Link;
use crate::dynamics::system::{BodyData, System};
use crate::dynamics::{ContactMode, SpringMode, State};
use crate::gauss::clusters::Clusters;

/// Greatest number of bodies of a program: the terms of a propagator grow with its square.
pub(super) const MOST_BODIES: usize = 12;

/// A value of each body.
pub(super) type OfBodies = [f64; MOST_BODIES];

/// A spring with a gap, in its gap or beyond an edge.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gapped {
    pub spring: usize,
    pub link: Link,
    pub mode: SpringMode,
    /// True if its push decides when it lifts off, by its damping.
    pub pushes: bool,
}

/// A stuck contact from which a body hangs: row·v = q v_body + q_from v_from. One with the ground has the body twice, the
/// second time with 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tie {
    pub contact: usize,
    pub body: usize,
    pub q: f64,
    pub from: usize,
    pub q_from: f64,
}

/// Motion of a body: its coordinate is that of a cluster times a ratio; 0 of a body that stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Member {
    pub cluster: usize,
    pub ratio: f64,
}

/// Room to find what is stuck together.
#[derive(Clone, Debug, Default)]
pub(super) struct Grouping {
    clusters: Clusters,
    is_stuck: Vec<bool>,
}

/// A mode set, compiled.
#[derive(Clone, Debug, Default)]
pub(super) struct Program {
    /// The parameters and modes that it is made of; 0 of none.
    pub version: u64,
    /// Its number ([`State::mode_set`]).
    pub mode_set: u32,
    pub contact_modes: Vec<ContactMode>,
    pub spring_modes: Vec<SpringMode>,
    /// True if its forces are linear.
    pub is_linear: bool,
    /// True if its forces are linear, and determinate where contacts are stuck.
    pub is_determinate: bool,
    /// True if no force changes with the motion, so that there is nothing to propagate.
    pub is_constant: bool,
    pub rows: Rows,
    pub stuck: Vec<usize>,
    /// Ties of stuck contacts, each body after the one that it hangs from.
    pub ties: Vec<Tie>,
    pub gapped: Vec<Gapped>,
    /// True if any body stands by itself, or its motion is prescribed.
    pub has_known: bool,
    pub members: Vec<Member>,
    /// 1/mass of each cluster, 0 of one that is held; 1/kg or 1/(kg·m²).
    pub inverse_mass: Vec<f64>,
    pub propagator: Propagator,
}

impl Program {
    pub fn reserve(&mut self, system: &System) {
        let (bodies, contacts) = (system.bodies.len(), system.contacts.len());
        let springs = system.springs.len();
        self.contact_modes.reserve_exact(contacts);
        self.spring_modes.reserve_exact(springs);
        self.rows.reserve(system);
        self.stuck.reserve_exact(contacts);
        self.gapped.reserve_exact(springs);
        self.members.reserve_exact(bodies);
        self.ties.reserve_exact(contacts);
        self.inverse_mass.reserve_exact(bodies);
        self.propagator.reserve(bodies, contacts, springs);
    }

    pub fn is_of(&self, system: &System, state: &State) -> bool {
        self.version == system.version
            && self
                .contact_modes
                .iter()
                .zip(state.contact_modes())
                .all(|(kept, mode)| *kept == mode)
            && state.spring_mode == self.spring_modes
    }

    /// Compiles the modes of a state.
    pub fn compile(&mut self, system: &System, state: &State, grouping: &mut Grouping) {
        (self.version, self.mode_set) = (system.version, state.mode_set());
        self.contact_modes.clear();
        self.contact_modes.extend(state.contact_modes());
        self.spring_modes.clone_from(&state.spring_mode);
        self.propagator.forget();
        self.rows.list(system, self.contact_modes.iter().copied(), &self.spring_modes);
        self.list_gaps(system);
        self.is_linear = self.list_stuck(system) && self.list_bodies(system, grouping);
        self.is_determinate = self.is_linear && grouping.clusters.redundant().is_empty();
        let is_dry = |one: &Slipping| one.viscous == 0.0;
        self.is_constant = self.rows.elastic.is_empty() && self.rows.slipping.iter().all(is_dry);
    }

    fn list_gaps(&mut self, system: &System) {
        self.gapped.clear();
        for (spring, (entry, &mode)) in system.springs.iter().zip(&self.spring_modes).enumerate() {
            if entry.has_edge() {
                let pushes = mode.acts() && entry.damping > 0.0;
                self.gapped.push(Gapped { spring, link: Link::of(&entry.row), mode, pushes });
            }
        }
    }

    /// Lists stuck contacts; false if a contact has a load that changes within a step, or is about to have another mode.
    fn list_stuck(&mut self, system: &System) -> bool {
        let modes = self.contact_modes.iter().enumerate();
        let stuck = modes.filter(|(_, mode)| **mode == ContactMode::Stuck);
        self.stuck.clear();
        self.stuck.extend(stuck.map(|(contact, _)| contact));
        let mut contacts = system.contacts.iter().zip(&self.contact_modes);
        contacts.all(|(entry, mode)| entry.load_from.is_none() && entry.may_stay(*mode))
    }

    /// Lists bodies with the clusters of stuck contacts; false if ratios of a cycle hold one of these.
    fn list_bodies(&mut self, system: &System, grouping: &mut Grouping) -> bool {
        let Self { ties, members, inverse_mass, has_known, .. } = self;
        grouping.mark_stuck(&self.contact_modes);
        let Grouping { clusters, is_stuck } = grouping;
        clusters.build(system.mass.len(), &system.rows, is_stuck);
        inverse_mass.clear();
        inverse_mass.resize(clusters.count().max(1), 0.0);
        members.clear();
        *has_known = false;
        for entry in &system.bodies {
            members.push(match *entry {
                BodyData::Known(_) => {
                    *has_known = true;
                    Member { cluster: 0, ratio: 0.0 }
                }
                BodyData::Free { unknown } => {
                    let (cluster, ratio) = (clusters.cluster_of(unknown), clusters.ratio(unknown));
                    inverse_mass[cluster] += ratio * ratio * system.mass[unknown];
                    Member { cluster, ratio }
                }
            });
        }
        for (cluster, mass) in inverse_mass.iter_mut().enumerate().take(clusters.count()) {
            *mass = if clusters.is_held(cluster) { 0.0 } else { 1.0 / *mass };
        }
        ties.clear();
        let of = |unknown: usize| system.body_of[unknown];
        ties.extend((0..clusters.count()).filter_map(|cluster| clusters.hold(cluster)).map(
            |(contact, root, q)| Tie { contact, body: of(root), q, from: of(root), q_from: 0.0 },
        ));
        ties.extend(clusters.edges().iter().map(|edge| Tie {
            contact: edge.contact,
            body: of(edge.child),
            q: edge.q_child,
            from: of(edge.parent),
            q_from: edge.q_parent,
        }));
        let is_open = |cluster| !clusters.is_closed(cluster) || clusters.is_held(cluster);
        (0..clusters.count()).all(is_open)
    }

    /// Subtracts the elastic and viscous forces of these coefficients of positions and velocities, of some motions at once.
    #[inline]
    pub fn apply_linear<const LANES: usize>(
        &self,
        [position, velocity]: [&[[f64; LANES]]; 2],
        force: &mut [[f64; LANES]],
    ) {
        for one in &self.rows.elastic {
            let (e, rate) = (one.link.apply_to_lanes(position), one.link.apply_to_lanes(velocity));
            let made = from_fn(|lane| one.stiffness * e[lane] + one.damping * rate[lane]);
            one.link.apply_force_to_lanes(made, force);
        }
        for one in self.rows.slipping.iter().filter(|one| one.viscous != 0.0) {
            let made = one.link.apply_to_lanes(velocity).map(|slip| one.viscous * slip);
            one.link.apply_force_to_lanes(made, force);
        }
    }

    /// Writes the accelerations that forces make, times a factor.
    #[inline]
    pub fn accelerate<const LANES: usize>(
        &self,
        force: &[[f64; LANES]],
        factor: f64,
        acceleration: &mut [[f64; LANES]],
    ) {
        let mut of_cluster = [[0.0; LANES]; MOST_BODIES];
        for (member, force) in self.members.iter().zip(force) {
            let sum = &mut of_cluster[member.cluster];
            sum.iter_mut().zip(force).for_each(|(sum, force)| *sum += member.ratio * force);
        }
        for (member, slot) in self.members.iter().zip(acceleration) {
            let Member { cluster, ratio } = *member;
            let mobility = self.inverse_mass[cluster] * factor;
            *slot = of_cluster[cluster].map(|force| ratio * (force * mobility));
        }
    }

    /// Finds the forces of stuck contacts that balance forces on bodies with these accelerations.
    #[inline]
    pub fn balance<const LANES: usize>(
        &self,
        system: &System,
        [force, acceleration]: [&[[f64; LANES]]; 2],
        lambda: &mut [[f64; LANES]],
    ) {
        if self.ties.is_empty() {
            return;
        }
        let mut pull = [[0.0; LANES]; MOST_BODIES];
        for (&body, mass) in system.body_of.iter().zip(&system.mass) {
            pull[body] = from_fn(|lane| force[body][lane] - mass * acceleration[body][lane]);
        }
        for tie in self.ties.iter().rev() {
            let held = pull[tie.body].map(|pull| pull / tie.q);
            lambda[tie.contact] = held;
            let from = pull[tie.from].iter_mut().zip(held);
            from.for_each(|(pull, held)| *pull -= tie.q_from * held);
        }
    }

    /// Derives the velocity of every body that hangs from another one, or from the ground, so that stuck contacts hold exactly.
    #[inline]
    pub fn tie(&self, system: &System, velocity: &mut [f64]) {
        for tie in &self.ties {
            let surface = system.contacts[tie.contact].surface.velocity;
            velocity[tie.body] = (surface - tie.q_from * velocity[tie.from]) / tie.q;
        }
    }
}

/// Returns the numbers of one motion as those of some.
#[inline]
fn single(x: &[f64]) -> &[[f64; 1]] {
    x.as_chunks().0
}

#[inline]
fn single_mut(x: &mut [f64]) -> &mut [[f64; 1]] {
    x.as_chunks_mut().0
}

impl Grouping {
    /// Returns which contacts are stuck.
    fn mark_stuck(&mut self, modes: &[ContactMode]) -> &[bool] {
        self.is_stuck.clear();
        self.is_stuck.extend(modes.iter().map(|mode| *mode == ContactMode::Stuck));
        &self.is_stuck
    }

    pub fn resize(&mut self, system: &System) {
        // Clusters of all contacts need the most room.
        self.is_stuck.resize(system.contacts.len(), true);
        self.clusters.build(system.mass.len(), &system.rows, &self.is_stuck);
    }
}
