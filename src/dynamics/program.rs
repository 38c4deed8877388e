//! The equations of motion in one set of modes as flat lists, where all forces are linear.
//!
//! A mode set is compiled once and runs as long as it lasts: springs that act, contacts that slip or stick, and bodies with what
//! moves them. New inputs change forces and loads alone. With M v' = f − K z − D v the coefficients of the motion follow from
//! each other,
//!
//! ```text
//!   v_(k+1) = W f_k / (k + 1),    z_(k+1) = v_k / (k + 1),    f_k = −K z_k − D v_k    (k ≥ 1),
//! ```
//! W the mobility of the clusters of stuck contacts. From order 3 on all are linear in f₁ and f₂: the propagator of a step of
//! one length ([`propagator`]) is the sum of their series. It stands for a step that has no transition ([`step`]), which most
//! steps of a host with new inputs are.

mod propagator;
mod step;

use super::link::Link;
use super::system::{BodyData, ContactData, SpringData, System};
use super::{ContactMode, SpringMode, State};
use crate::gauss::clusters::Clusters;
use crate::laws::Direction;
use propagator::Propagator;
use step::Start;
pub(super) use step::Step;

/// Greatest number of bodies of a program: the terms of a propagator grow with its square.
const MOST_BODIES: usize = 12;

/// Mode sets that are kept.
const KEPT: usize = 4;

/// A value of each body.
type OfBodies = [f64; MOST_BODIES];

/// A spring that acts, or a damper: stiffness·(e − edge) + damping·ė.
#[derive(Clone, Copy, Debug)]
struct Elastic {
    link: Link,
    stiffness: f64,
    damping: f64,
    /// Difference of the positions at which the elastic part is 0, m or rad.
    edge: f64,
}

/// A contact that slips with constant dry friction.
#[derive(Clone, Copy, Debug)]
struct Slipping {
    contact: usize,
    link: Link,
    direction: Direction,
    viscous: f64,
    /// The dry friction, N or N·m, unless inputs change it.
    dry: Option<f64>,
}

/// A spring with a gap, in its gap or beyond an edge.
#[derive(Clone, Copy, Debug)]
struct Gapped {
    spring: usize,
    link: Link,
    mode: SpringMode,
    /// True if its push decides when it lifts off, by its damping.
    pushes: bool,
}

/// Motion of a body: its coordinate is that of a cluster times a ratio; 0 of a body that stands.
#[derive(Clone, Copy, Debug)]
struct Member {
    cluster: usize,
    ratio: f64,
}

/// A mode set; see the module.
#[derive(Clone, Debug, Default)]
struct Program {
    /// The parameters and modes that it is made of; 0 of none.
    version: u64,
    contact_modes: Vec<ContactMode>,
    spring_modes: Vec<SpringMode>,
    /// True if its forces are linear, and determinate where contacts are stuck.
    is_linear: bool,
    elastic: Vec<Elastic>,
    slipping: Vec<Slipping>,
    stuck: Vec<usize>,
    gapped: Vec<Gapped>,
    members: Vec<Member>,
    /// 1/mass of each cluster, 0 of one that is held; 1/kg or 1/(kg·m²).
    inverse_mass: Vec<f64>,
    clusters: Clusters,
    is_stuck: Vec<bool>,
    propagator: Propagator,
}

/// Programs of the last mode sets, and room to run them.
#[derive(Clone, Debug, Default)]
pub(super) struct Programs {
    kept: Vec<Program>,
    /// The one that is replaced next, and the one in use.
    oldest: usize,
    current: usize,
    room: Room,
}

/// Values of contacts and of bodies with unknown motion.
#[derive(Clone, Debug, Default)]
struct Room {
    residual: Vec<f64>,
    unknown: Vec<f64>,
    beta: Vec<f64>,
    lambda: Vec<f64>,
    start: Start,
    step: Step,
}

impl Programs {
    /// Makes room for the mode sets of a network; none if its forces are not linear, or its bodies too many.
    pub fn resize(&mut self, system: &System) {
        self.kept.clear();
        (self.oldest, self.current) = (0, 0);
        if !is_linear(system) {
            return;
        }
        self.kept.resize_with(KEPT, Program::default);
        self.kept.iter_mut().for_each(|program| program.reserve(system));
        self.room.resize(system);
    }

    /// Returns the number of bodies for which there are programs; None if there are none.
    pub fn bodies(&self, system: &System) -> Option<usize> {
        (!self.kept.is_empty()).then_some(system.bodies.len())
    }

    /// Makes the program of the modes of a state, unless there is one; true if the motion in these modes is linear, with
    /// determinate forces.
    pub fn choose(&mut self, system: &System, state: &State) -> bool {
        if !self.kept[self.current].is_of(system, state) {
            let found = self.kept.iter().position(|program| program.is_of(system, state));
            self.current = found.unwrap_or_else(|| {
                let place = self.oldest;
                self.oldest = (place + 1) % KEPT;
                self.kept[place].compile(system, state);
                place
            });
        }
        self.kept[self.current].is_linear
    }
}

/// True if the forces of a system are linear in any modes, whatever the inputs, and nothing is prescribed.
fn is_linear(system: &System) -> bool {
    let moves_freely = !(system.prescribed || system.massless || system.varies);
    system.linear
        && moves_freely
        && system.bodies.len() <= MOST_BODIES
        && system.forces.is_empty()
        && system.blocks.is_empty()
        && system.ports.is_empty()
        && system.hysteresis == 0.0
        && !(system.one_way || system.evolving)
        && system.contacts.iter().all(|entry| entry.is_of_slip() && !entry.kinematic)
}

impl Room {
    fn resize(&mut self, system: &System) {
        self.residual.resize(system.mass.len(), 0.0);
        self.unknown.resize(system.mass.len(), 0.0);
        self.beta.resize(system.contacts.len(), 0.0);
        self.lambda.resize(system.contacts.len(), 0.0);
        self.start.resize(system);
        self.step.resize(system);
    }
}

impl Program {
    fn reserve(&mut self, system: &System) {
        let (bodies, contacts) = (system.bodies.len(), system.contacts.len());
        let springs = system.springs.len();
        self.contact_modes.reserve(contacts);
        self.spring_modes.reserve(springs);
        self.elastic.reserve(springs + system.dampers.len());
        self.slipping.reserve(contacts);
        self.stuck.reserve(contacts);
        self.gapped.reserve(springs);
        self.members.reserve(bodies);
        self.inverse_mass.reserve(bodies);
        self.is_stuck.resize(contacts, false);
        self.clusters.build(system.mass.len(), &system.rows, &self.is_stuck);
        self.propagator.reserve(bodies, contacts, springs);
    }

    fn is_of(&self, system: &System, state: &State) -> bool {
        self.version == system.version
            && state.contact_modes().eq(self.contact_modes.iter().copied())
            && state.spring_mode == self.spring_modes
    }

    /// Compiles the modes of a state.
    fn compile(&mut self, system: &System, state: &State) {
        self.version = system.version;
        self.contact_modes.clear();
        self.contact_modes.extend(state.contact_modes());
        self.spring_modes.clone_from(&state.spring_mode);
        self.propagator.forget();
        self.list_springs(system);
        self.is_linear = self.list_contacts(system) && self.list_bodies(system);
    }

    fn list_springs(&mut self, system: &System) {
        self.elastic.clear();
        self.gapped.clear();
        for (spring, (entry, &mode)) in system.springs.iter().zip(&self.spring_modes).enumerate() {
            if mode.acts() {
                self.elastic.push(Elastic::of(entry, mode));
            }
            if entry.gap.is_some_and(|gap| gap.iter().any(|edge| edge.is_finite())) {
                let pushes = mode.acts() && entry.damping > 0.0;
                self.gapped.push(Gapped { spring, link: Link::of(&entry.row), mode, pushes });
            }
        }
        let dampers = system.dampers.iter();
        self.elastic.extend(dampers.map(|entry| Elastic::of(entry, SpringMode::Bilateral)));
    }

    /// Lists contacts; false if one has a load that changes within a step, or is about to have another mode.
    fn list_contacts(&mut self, system: &System) -> bool {
        self.slipping.clear();
        self.stuck.clear();
        for (contact, (entry, &mode)) in system.contacts.iter().zip(&self.contact_modes).enumerate()
        {
            self.is_stuck[contact] = mode == ContactMode::Stuck;
            if mode == ContactMode::Stuck {
                self.stuck.push(contact);
            } else if let Some(direction) = mode.direction() {
                let (link, viscous) = (Link::of(&entry.row), entry.viscous());
                let mut one = Slipping { contact, link, direction, viscous, dry: None };
                if !system.given_contacts.contains(&contact) {
                    one.dry = Some(one.dry(entry));
                }
                self.slipping.push(one);
            }
        }
        let goes_on = |(entry, mode): (&ContactData, &ContactMode)| match mode {
            ContactMode::Free => !entry.is_loaded(),
            ContactMode::Stuck => entry.can_stick() && entry.holds_plainly(),
            _ => entry.is_loaded(),
        };
        let mut contacts = system.contacts.iter().zip(&self.contact_modes);
        contacts.all(|(entry, mode)| entry.load_from.is_none() && goes_on((entry, mode)))
    }

    /// Lists bodies with the clusters of stuck contacts; false if the forces of these are indeterminate.
    fn list_bodies(&mut self, system: &System) -> bool {
        let Self { clusters, members, inverse_mass, .. } = self;
        clusters.build(system.mass.len(), &system.rows, &self.is_stuck);
        inverse_mass.clear();
        inverse_mass.resize(clusters.count().max(1), 0.0);
        members.clear();
        for entry in &system.bodies {
            members.push(match *entry {
                BodyData::Known(_) => Member { cluster: 0, ratio: 0.0 },
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
        let is_open = |cluster| !clusters.is_closed(cluster) || clusters.is_held(cluster);
        clusters.redundant().is_empty() && (0..clusters.count()).all(is_open)
    }

    /// Subtracts the elastic and viscous forces of these coefficients of the motion.
    #[inline]
    fn apply_linear(&self, position: &[f64], velocity: &[f64], force: &mut [f64]) {
        for one in &self.elastic {
            let elastic = one.stiffness * one.link.apply(position);
            one.link.apply_force(elastic + one.damping * one.link.apply(velocity), force);
        }
        for one in &self.slipping {
            if one.viscous != 0.0 {
                one.link.apply_force(one.viscous * one.link.apply(velocity), force);
            }
        }
    }

    /// Writes the accelerations that forces make, times a factor.
    #[inline]
    fn accelerate(&self, force: &[f64], factor: f64, acceleration: &mut [f64]) {
        let mut of_cluster = [0.0; MOST_BODIES];
        for (member, force) in self.members.iter().zip(force) {
            of_cluster[member.cluster] += member.ratio * force;
        }
        for (total, inverse) in of_cluster.iter_mut().zip(&self.inverse_mass) {
            *total *= inverse * factor;
        }
        for (member, slot) in self.members.iter().zip(acceleration) {
            *slot = member.ratio * of_cluster[member.cluster];
        }
    }

    /// Finds the forces of stuck contacts that balance forces on bodies with these accelerations.
    fn balance(
        &mut self,
        system: &System,
        (force, acceleration): (&[f64], &[f64]),
        residual: &mut [f64],
        lambda: &mut [f64],
    ) {
        if self.stuck.is_empty() {
            return;
        }
        for ((slot, &body), mass) in residual.iter_mut().zip(&system.body_of).zip(&system.mass) {
            *slot = force[body] - mass * acceleration[body];
        }
        self.clusters.tree_forces(residual, lambda);
    }
}

impl Elastic {
    fn of(entry: &SpringData, mode: SpringMode) -> Self {
        Self {
            link: Link::of(&entry.row),
            stiffness: entry.stiffness,
            damping: entry.damping,
            edge: entry.offset[0] - entry.reach(mode, 0.0),
        }
    }
}

impl Slipping {
    /// Returns the dry friction at this slip, N or N·m.
    #[inline]
    fn dry(&self, entry: &ContactData) -> f64 {
        self.dry.unwrap_or_else(|| self.direction.sign() * entry.kinetic(self.direction))
    }
}
