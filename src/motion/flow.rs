//! The smooth motion between events, as Taylor polynomials.
//!
//! In fixed modes the equations of motion are smooth, and their Taylor coefficients follow one another:
//! from positions z and velocities v up to order k come the forces of order k, from these the
//! accelerations, hence v of order k+1 and z of order k+1. Stuck contacts are constraints: a cluster
//! moves with one coordinate ([`Clusters`]). Velocities of massless bodies are no states: those of
//! order k follow from the forces of order k ([`Kinetic`]), before these are complete. The polynomial that advances the state is its own dense
//! output, of the same accuracy everywhere in the step, and gives every guard as a polynomial.
//!
//! The order grows until the next terms no longer matter for the remaining communication step; when
//! [`MAX_ORDER`] does not suffice, the step shrinks to where it does.

mod accelerations;
mod constraints;
mod exertion;
mod expansion;
mod following;
mod magnitude;
mod massless;
mod plan;
mod reduced;
mod told;
mod variation;

pub(super) use exertion::exert;

use super::elements::contact::friction::Sliding;
use super::elements::contact::states::{Internals, WATCHED};
use super::elements::formula::ForceSeries;
use super::kinetic::Kinetic;
use super::methods::taylor::convergence::Convergence;
pub(super) use super::methods::taylor::convergence::MAX_ORDER;
use super::numbers::{BodyNumbers, Numbers};
use super::series::Series;
pub(super) use super::start::Start;
use super::{ContactMode, SpringMode};
use crate::gauss::clusters::Clusters;
use crate::laws::Direction;
use plan::Plan;
use reduced::Reduced;
use told::Told;

/// A row between clusters of stuck contacts: the coefficients of at most two.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Between {
    first: (usize, f64),
    second: Option<(usize, f64)>,
}

/// A contact of a mechanism.
#[derive(Clone, Copy, Debug)]
struct Follower {
    contact: usize,
    mechanism: usize,
    between: Between,
    direction: Direction,
    /// |u| relative to that of the mechanism's first contact.
    ratio: f64,
}

/// Mechanisms along a step.
#[derive(Clone, Debug, Default)]
pub(super) struct Following {
    followers: Vec<Follower>,
    /// The first contact of each mechanism.
    leaders: Vec<usize>,
    /// s of each mechanism, and for how long its limits have to climb to where the load is, s.
    share: Series,
    behind: Vec<f64>,
    /// Stuck contacts that follow nothing, their clusters, and what they must balance.
    held: Vec<bool>,
    clusters: Clusters,
    residual: Series,
    /// These and the leaders, whose forces are therefore known by equilibrium.
    carrying: Vec<bool>,
    carriers: Clusters,
    lambda: Vec<f64>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Flow {
    pub plan: Plan,
    pub told: Told,
    /// Of bodies, orders 0..=order+1.
    pub position: Series,
    pub velocity: Series,
    /// On bodies: all forces but those of stuck contacts; orders 0..=order.
    pub force: Series,
    /// On bodies with unknown motion: what stuck contacts must balance, f − M a.
    pub residual: Series,
    /// Slip velocity w of contacts, orders 0..=order+1.
    pub slip: Series,
    /// λ of slipping contacts, of stuck ones between known motions, and of those that follow the load (else 0).
    pub friction: Series,
    /// Deflection and force of springs, force of dampers.
    pub deflection: Series,
    pub spring_force: Series,
    pub damper_force: Series,
    /// What springs and formulas add to the normal load of each contact.
    pub pressing: Series,
    /// Values of formulas, of each action of [`super::forces`].
    pub formula_force: Series,
    pub forces: ForceSeries,
    pub sliding: Sliding,
    pub internals: Internals,
    pub clusters: Clusters,
    /// Their mass matrix, where bodies are coupled by their inertia.
    reduced: Reduced,
    /// Clusters without mass.
    pub kinetic: Kinetic,
    /// Stuck contacts whose limits follow the load.
    pub following: Following,
    /// What tells whether a step has converged: forces, of massless bodies, whose forces cancel, the
    /// viscous forces of their velocities, and behind the bodies internal states of laws.
    watched: Series,
    convergence: Convergence,
    /// Of each island the greatest velocity at the start: what is stuck together has the round-off of the fastest.
    pub fastest: Vec<f64>,
    /// Round-off of velocities at the start, where bodies are stuck to the fastest, or to given motions at the rounded time.
    pub rounded: Vec<f64>,
    /// The greatest force on a body of each island, N, as it was last asked for: beside it others are negligible.
    pub greatest: Vec<f64>,
    /// Order of the force polynomials.
    pub order: usize,
    /// How often forces of one order were evaluated, as a measure of cost.
    pub evaluations: u64,
    /// The same, each as many times as there are elements ([`Numbers::elements`]).
    pub operations: u64,
    /// True if no coefficient is so great that a step could leave the range of numbers.
    tame: bool,
    /// True if what is of order 0 is that of the state from which the next step begins.
    pub begun: bool,
    /// Time from when the inputs were given to the start.
    tau: f64,
    stuck: Vec<bool>,
    beta: Vec<f64>,
    unknown_force: Vec<f64>,
    unknown_motion: Vec<f64>,
    /// Cosine and sine of each source's phase at the start.
    phases: Vec<(f64, f64)>,
    pub square: Series,
    /// By how much the polynomials may be off in the velocity of each body, m/s or rad/s, beyond round-off; and the time,
    /// s, in which that comes about (0: at once).
    pub velocity_error: Vec<f64>,
    pub error_time: f64,
    /// Of bodies: magnitudes of forces and what velocities these make by round-off, and resistances.
    gross: Vec<f64>,
    resistance: Vec<f64>,
    /// Accelerations with respect to time, while changes are looked at.
    pub accelerations: Vec<f64>,
}

impl Flow {
    pub fn resize(&mut self, numbers: &Numbers) {
        let Self { evaluations, operations, .. } = *self;
        *self = Self { evaluations, operations, ..Self::default() };
        self.fit(numbers);
        if numbers.massless {
            self.resize_kinetic(numbers);
        }
        self.following.rehearse(numbers);
        self.reduced.rehearse(numbers, &mut self.clusters);
    }

    /// Room for these numbers, but for bodies without mass and what is found out about clusters.
    pub fn fit(&mut self, numbers: &Numbers) {
        let (bodies, unknown) = (numbers.bodies.len(), numbers.mass.len());
        let (contacts, springs) = (numbers.contacts.len(), numbers.springs.len());
        let orders = MAX_ORDER + 2;
        self.position.fit(bodies, orders);
        self.velocity.fit(bodies, orders);
        self.force.fit(bodies, orders);
        self.residual.fit(unknown, orders);
        self.slip.fit(contacts, orders);
        self.friction.fit(contacts, orders);
        self.deflection.fit(springs, orders);
        self.spring_force.fit(springs, orders);
        self.pressing.fit(contacts, orders);
        self.damper_force.fit(numbers.dampers.len(), orders);
        self.square.fit(springs, orders);
        self.stuck.resize(contacts, false);
        self.following.resize(contacts, unknown, orders);
        self.beta.resize(contacts, 0.0);
        for list in [&mut self.fastest, &mut self.rounded, &mut self.greatest] {
            list.resize(numbers.islands, 0.0);
        }
        self.velocity_error.resize(bodies, 0.0);
        self.gross.resize(bodies, 0.0);
        self.resistance.resize(bodies, 0.0);
        self.unknown_force.resize(unknown, 0.0);
        self.unknown_motion.resize(unknown, 0.0);
        self.resize_laws(numbers);
    }

    /// Room for laws whose friction depends on the slip velocity or on internal states.
    fn resize_laws(&mut self, numbers: &Numbers) {
        self.sliding.resize(&numbers.contacts);
        self.internals.resize(&numbers.contacts);
        self.plan.reserve(numbers);
        self.forces.resize(&numbers.forces);
        self.formula_force.resize(numbers.forces.actions.len(), MAX_ORDER + 2);
        let watched = numbers.bodies.len() + WATCHED * self.internals.contacts().len();
        self.watched.fit(watched, MAX_ORDER + 2);
        let contacts = self
            .internals
            .contacts()
            .iter()
            .flat_map(|contact| [numbers.island_of_contact(*contact); WATCHED]);
        self.convergence.resize(numbers.island.iter().copied().chain(contacts), numbers.islands);
    }

    /// Room for massless bodies, where all contacts slip and all springs act.
    fn resize_kinetic(&mut self, numbers: &Numbers) {
        let (contacts, springs) = (numbers.contacts.len(), numbers.springs.len());
        self.kinetic.resize(numbers.mass.len(), contacts + springs + numbers.dampers.len());
        self.stuck.fill(false);
        self.clusters.build(numbers.mass.len(), &numbers.rows, &self.stuck);
        self.kinetic.find(numbers, &self.clusters);
        let slipping = vec![ContactMode::Forward; contacts];
        let acting = vec![SpringMode::Bilateral; springs];
        self.kinetic.factor(numbers, &self.clusters, &slipping, &acting);
    }

    /// Sets the values of order 0 and finds the clusters of stuck contacts.
    pub fn start(&mut self, numbers: &Numbers, start: &Start) {
        self.begun = false;
        self.forces.release();
        self.tau = start.tau;
        for (body, entry) in numbers.bodies.iter().enumerate() {
            let (z, v) = match entry {
                BodyNumbers::Free { .. } => (start.position[body], start.velocity[body]),
                BodyNumbers::Known(motion) => {
                    (motion.position_at(start.tau), motion.velocity_at(start.tau))
                }
            };
            self.position.set(0, body, z);
            self.velocity.set(0, body, v);
        }
        self.take_told(0);
        self.join(numbers, start.contact_mode);
        if numbers.massless {
            self.kinetic.find(numbers, &self.clusters);
            let (contacts, springs) = (start.contact_mode, start.spring_mode);
            self.kinetic.factor(numbers, &self.clusters, contacts, springs);
        }
        self.begin_following(numbers, start.following);
        self.phases.clear();
        self.phases.extend(numbers.sources.iter().map(|source| {
            let angle = source.angular_frequency * start.time + source.phase;
            (libm::cos(angle), libm::sin(angle))
        }));
    }

    /// Everything of order 0, and of order 1 what the guards need.
    pub fn evaluate(&mut self, numbers: &Numbers, start: &Start) {
        self.start(numbers, start);
        self.forces(numbers, start, 0);
        self.accelerations(numbers, 0);
        self.forces(numbers, start, 1);
        if self.following.is_active() {
            self.accelerations(numbers, 1);
        }
        self.order = 0;
    }

    /// Finds the clusters of stuck contacts.
    pub fn join(&mut self, numbers: &Numbers, modes: &[ContactMode]) {
        for (contact, entry) in numbers.contacts.iter().enumerate() {
            self.stuck[contact] = entry.is_held(modes[contact]) && !entry.kinematic;
        }
        self.clusters.build(numbers.mass.len(), &numbers.rows, &self.stuck);
        self.plan.take_bodies(numbers, &self.clusters, &self.stuck);
    }

    /// Clusters, which contacts are stuck (kinematic ones apart) and what they must balance.
    pub fn stuck_set(&mut self) -> (&mut Clusters, &[bool], &Series) {
        (&mut self.clusters, &self.stuck, &self.residual)
    }

    /// β of order k: accelerations of surfaces and of bodies of known motion.
    pub fn offsets(&mut self, numbers: &Numbers, k: usize) {
        if !numbers.driven {
            if k == 0 {
                self.beta.fill(0.0);
            }
            return;
        }
        let tau = self.tau;
        for (contact, entry) in numbers.contacts.iter().enumerate() {
            let known = numbers.known_part(&entry.row, |motion| motion.acceleration_term(tau, k));
            self.beta[contact] = entry.surface.acceleration_term(tau, k) - known;
        }
    }

    /// What the last [`Flow::offsets`] found.
    pub fn beta(&self) -> &[f64] {
        &self.beta
    }

    /// Contacts that are stuck, but not among these, are no longer held together.
    pub fn let_go(&mut self, numbers: &Numbers, among: impl Fn(usize) -> bool) {
        let mut any = false;
        for (contact, stuck) in self.stuck.iter_mut().enumerate().filter(|(_, stuck)| **stuck) {
            *stuck = among(contact);
            any |= !*stuck;
        }
        if any {
            self.clusters.build(numbers.mass.len(), &numbers.rows, &self.stuck);
        }
    }

    /// By how much the velocity of a body may be off at τ.
    pub fn error_of(&self, body: usize, tau: f64) -> f64 {
        let part = if self.error_time > 0.0 { tau / self.error_time } else { 1.0 };
        part * self.velocity_error[body]
    }

    /// By how much velocities may be off at τ.
    pub fn write_errors(&self, tau: f64, errors: &mut [f64]) {
        for (body, slot) in errors.iter_mut().enumerate() {
            *slot = self.error_of(body, tau);
        }
    }
}
