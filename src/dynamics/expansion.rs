//! The smooth motion between events, as Taylor polynomials.
//!
//! In fixed modes the equations of motion are smooth, and their Taylor coefficients follow one another: from positions z
//! and velocities v up to order k come the forces of order k, from these the accelerations, hence v of order k+1 and z of
//! order k+1. Stuck contacts are constraints: a cluster moves with one coordinate ([`Clusters`]). Velocities of massless
//! bodies are no states: those of order k follow from the forces of order k ([`AlgebraicVelocities`]), before these are
//! complete. The polynomial that advances the state is its own dense output, of the same accuracy everywhere in the step,
//! and gives every guard as a polynomial.
//!
//! The order grows until the next terms no longer matter for the remaining communication step; when
//! [`MAX_ORDER`] does not suffice, the step shrinks to where it does.

mod accelerations;
mod balanced;
mod boundary;
mod constraints;
mod filippov;
mod force_terms;
mod magnitude;
mod massless;
mod order_zero;
mod orders;
mod plan;
mod reduced;
mod rest;
mod sticking;
mod unfold;
mod variation;

use std::ops::Range;

use super::algebraic::AlgebraicVelocities;
use super::elements::contact::friction::Sliding;
use super::elements::contact::states::{CONTROLLED, Internals};
use super::elements::formula::ForceSeries;
use super::methods::taylor::convergence::Convergence;
pub(super) use super::methods::taylor::convergence::MAX_ORDER;
use super::series::Series;
pub(super) use super::start::Start;
use super::system::{BodyData, System};
use super::{ContactMode, SpringMode};
use crate::gauss::clusters::Clusters;
use crate::laws::Direction;
use balanced::Balanced;
use boundary::Boundary;
pub(super) use magnitude::Moved;
use order_zero::{Known, OrderZero};
use plan::Plan;
use reduced::Reduced;

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
pub(super) struct FilippovSliding {
    followers: Vec<Follower>,
    /// The first contact of each mechanism.
    reference_contacts: Vec<usize>,
    /// s of each mechanism, and for how long its limits have to grow until they reach the load, s.
    share: Series,
    behind: Vec<f64>,
    /// Stuck contacts that follow nothing, their clusters, and what they must balance.
    held: Vec<bool>,
    clusters: Clusters,
    residual: Series,
    /// True for these and the reference contacts, whose forces are therefore known by equilibrium.
    carrying: Vec<bool>,
    carriers: Clusters,
    lambda: Vec<f64>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Expansion {
    pub plan: Plan,
    pub boundary: Boundary,
    /// Positions and velocities of bodies, orders 0..=order+1.
    pub position: Series,
    pub velocity: Series,
    /// All forces on bodies but those of stuck contacts; orders 0..=order.
    pub force: Series,
    /// Load on bodies with unknown motion that stuck contacts must balance, f − M a.
    pub residual: Series,
    /// Slip velocity w of contacts, orders 0..=order+1.
    pub slip: Series,
    /// λ of slipping contacts, of stuck ones between known motions, and of those that follow the load (else 0).
    pub friction: Series,
    /// Deflection and force of springs, force of dampers.
    pub deflection: Series,
    pub spring_force: Series,
    pub damper_force: Series,
    /// Part of the normal load of each contact that springs and formulas make.
    pub load_part: Series,
    /// Values of formulas, of each action of the forces by formula.
    pub formula_force: Series,
    pub forces: ForceSeries,
    /// Steep powers of formulas whose bases follow balance over the step that is expanded.
    balanced: Vec<Balanced>,
    pub sliding: Sliding,
    pub internals: Internals,
    pub clusters: Clusters,
    /// Version of the system whose rows these have.
    rows_of: u64,
    /// Their mass matrix, where bodies are coupled by their inertia.
    reduced: Option<Box<Reduced>>,
    /// Clusters without mass.
    pub algebraic: AlgebraicVelocities,
    /// Stuck contacts whose limits follow the load.
    pub filippov: FilippovSliding,
    /// Coefficients that decide whether a step has converged: forces, of massless bodies, whose forces cancel, the
    /// viscous forces of their velocities, and behind the bodies internal states of laws.
    error_controlled: Series,
    pub convergence: Convergence,
    /// Values of formulas that converge on their own scales: actions that are normal loads, and numbers of decisions.
    pub unmoving: Vec<(usize, Option<usize>)>,
    /// Greatest velocity on each connected component at the start: what is stuck together has the round-off of the fastest.
    pub fastest: Vec<f64>,
    /// Round-off of velocities at the start, where bodies are stuck to the fastest, or to prescribed motions at the rounded time.
    pub rounded: Vec<f64>,
    /// The greatest force on a body of each connected component, N, as it was last evaluated: beside it others are negligible.
    pub greatest: Vec<f64>,
    /// Order of the force polynomials.
    pub order: usize,
    /// Number of evaluations of forces of one order, as a measure of cost.
    pub evaluations: u64,
    /// Evaluations, each as many times as there are elements ([`System::elements`]).
    pub operations: u64,
    /// True if no coefficient is so great that a step could leave the range of numbers.
    overflow_safe: bool,
    order_zero: OrderZero,
    /// Time from when the inputs were given to the start.
    tau: f64,
    pub stuck: Vec<bool>,
    beta: Vec<f64>,
    unknown_force: Vec<f64>,
    unknown_motion: Vec<f64>,
    /// Cosine and sine of each source's phase at the start.
    phases: Vec<(f64, f64)>,
    pub auxiliary: Series,
    /// Errors of the polynomials in the velocity of each body, m/s or rad/s, beyond round-off; and the time, s, in which
    /// they come about (0: immediately).
    pub velocity_error: Vec<f64>,
    pub error_time: f64,
    /// Sums of magnitudes of the forces on bodies, then the velocities that these make by round-off; and damping.
    magnitude_sum: Vec<f64>,
    /// Sums of magnitudes of forces on each cluster, and what resists them.
    shared: Vec<[f64; 2]>,
    damping: Vec<f64>,
    /// Accelerations with respect to time, while changes are evaluated.
    pub accelerations: Vec<f64>,
}

impl Expansion {
    /// Reserves memory for series up to an order of velocities.
    pub fn resize(&mut self, system: &System, highest: usize) {
        let Self { evaluations, operations, .. } = *self;
        *self = Self { evaluations, operations, ..Self::default() };
        self.fit(system, highest);
        if system.massless {
            self.resize_algebraic(system);
        }
        if system.evolving {
            self.filippov.preallocate(system);
        }
        if !system.blocks.is_empty() {
            self.reduced.get_or_insert_default().preallocate(system, &mut self.clusters);
        }
    }

    /// Reserves memory for these numbers, but for bodies without mass and what is found out about clusters.
    pub fn fit(&mut self, system: &System, highest: usize) {
        let (bodies, unknown) = (system.bodies.len(), system.mass.len());
        let (contacts, springs) = (system.contacts.len(), system.springs.len());
        let orders = highest + 1;
        self.position.fit(bodies, orders);
        self.velocity.fit(bodies, orders);
        self.force.fit(bodies, orders);
        self.residual.fit(unknown, orders);
        self.slip.fit(contacts, orders);
        self.friction.fit(contacts, orders);
        self.deflection.fit(springs, orders);
        self.spring_force.fit(springs, orders);
        self.load_part.fit(contacts, orders);
        self.damper_force.fit(system.dampers.len(), orders);
        self.auxiliary.fit(springs, orders);
        self.stuck.resize(contacts, false);
        if system.evolving {
            self.filippov.resize(contacts, unknown, orders);
        }
        self.beta.resize(contacts, 0.0);
        for list in [&mut self.fastest, &mut self.rounded, &mut self.greatest] {
            list.resize(system.components, 0.0);
        }
        self.velocity_error.resize(bodies, 0.0);
        self.magnitude_sum.resize(bodies, 0.0);
        self.shared.reserve_exact(system.mass.len());
        self.damping.resize(bodies, 0.0);
        self.unknown_force.resize(unknown, 0.0);
        self.unknown_motion.resize(unknown, 0.0);
        self.resize_laws(system, orders);
    }

    /// Reserves memory for laws whose friction depends on the slip velocity or on internal states.
    fn resize_laws(&mut self, system: &System, orders: usize) {
        self.sliding.resize(&system.contacts);
        self.internals.resize(&system.contacts);
        self.plan.reserve(system);
        let of_laws = system.contacts.iter().map(|entry| entry.slots().end).max();
        self.forces.resize(&system.forces, of_laws.unwrap_or(0));
        let forces = &system.forces;
        let powers = forces.actions.iter().map(|action| forces.action(action).formula.powers());
        self.balanced.reserve_exact(powers.sum());
        self.formula_force.resize(system.forces.actions.len(), orders);
        self.unmoving.clear();
        self.unmoving.extend(system.forces.unmoving());
        let of_laws = CONTROLLED * self.internals.contacts().len();
        let error_controlled = system.bodies.len() + of_laws + self.unmoving.len();
        // Where forces alone decide convergence, it has no use.
        let has_use = system.massless || error_controlled > system.bodies.len();
        self.error_controlled.fit(if has_use { error_controlled } else { 0 }, orders);
        let contacts = self
            .internals
            .contacts()
            .iter()
            .flat_map(|contact| [system.component_of_contact(*contact); CONTROLLED]);
        // A load moves nothing by itself, nor does what decides: each converges on its own scale, whatever the forces are.
        let components = system.components + self.unmoving.len();
        let entries = system.component.iter().copied().chain(contacts);
        self.convergence.resize(entries.chain(system.components..components), components);
    }

    /// Reserves memory for massless bodies, where all contacts slip and all springs act.
    fn resize_algebraic(&mut self, system: &System) {
        let (contacts, springs) = (system.contacts.len(), system.springs.len());
        self.algebraic.resize(system.mass.len(), contacts + springs + system.dampers.len());
        self.stuck.fill(false);
        self.build_clusters(system, None);
        self.algebraic.find(system, &self.clusters);
        let slipping = std::iter::repeat_n(ContactMode::Forward, contacts);
        let acting = vec![SpringMode::Bilateral; springs];
        self.algebraic.factor(system, &self.clusters, slipping, &acting);
    }

    /// Sets the values of order 0 and finds the clusters of stuck contacts.
    pub fn start(&mut self, system: &System, start: &Start) {
        self.order_zero.forget();
        self.forces.release();
        self.internals.release_powers();
        self.tau = start.tau;
        for (body, entry) in system.bodies.iter().enumerate() {
            let (z, v) = match entry {
                BodyData::Free { .. } => (start.position[body], start.velocity[body]),
                BodyData::Known(motion) => {
                    (motion.position_at(start.tau), motion.velocity_at(start.tau))
                }
            };
            self.position.set(0, body, z);
            self.velocity.set(0, body, v);
        }
        if self.boundary.count() > 0 {
            self.take_boundary(0);
        }
        self.join(system, start.contact_modes());
        if system.massless {
            self.algebraic.find(system, &self.clusters);
            self.algebraic.factor(system, &self.clusters, start.contact_modes(), start.spring_mode);
        }
        self.begin_filippov(system, start.contacts);
        self.phases.clear();
        self.phases.extend(system.sources.iter().map(|source| {
            let angle = source.angular_frequency * start.time + source.phase;
            (libm::cos(angle), libm::sin(angle))
        }));
    }

    /// Evaluates the forces and accelerations of order k.
    #[inline]
    pub fn evaluate_order(&mut self, system: &System, start: &Start, k: usize) {
        self.forces(system, start, k);
        self.accelerations(system, k);
    }

    /// Evaluates the forces and accelerations of these orders, one after the other.
    pub fn evaluate_orders(&mut self, system: &System, start: &Start, orders: Range<usize>) {
        orders.for_each(|k| self.evaluate_order(system, start, k));
    }

    /// Evaluates the forces of order 0 at a start, unless they are there.
    pub fn find_forces(&mut self, system: &System, start: &Start) {
        if !self.order_zero.is_of(system, start) {
            self.start(system, start);
            self.forces(system, start, 0);
            self.order_zero.take(system, start);
        }
    }

    /// Evaluates forces and accelerations of order 0 at a start, and what stuck contacts must balance, unless they are there.
    pub fn find_accelerations(&mut self, system: &System, start: &Start) {
        self.find_forces(system, start);
        if self.order_zero.known == Known::Forces {
            self.accelerations(system, 0);
            self.order_zero.known = Known::Accelerations;
        }
    }

    /// Evaluates everything of order 0, and of order 1 what the guards need.
    pub fn evaluate(&mut self, system: &System, start: &Start) {
        self.find_accelerations(system, start);
        self.forces(system, start, 1);
        if self.filippov.is_active() {
            self.accelerations(system, 1);
        }
        self.order = 0;
    }

    /// Returns the error of the velocity of a body at τ, m/s or rad/s.
    pub fn error_of(&self, body: usize, tau: f64) -> f64 {
        let part = if self.error_time > 0.0 { tau / self.error_time } else { 1.0 };
        part * self.velocity_error[body]
    }

    /// Writes the errors of the velocities of bodies at τ, m/s or rad/s.
    pub fn write_errors(&self, tau: f64, errors: &mut [f64]) {
        for (body, slot) in errors.iter_mut().enumerate() {
            *slot = self.error_of(body, tau);
        }
    }
}
