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

mod constraints;
mod exertion;
mod following;
mod formulas;
mod magnitude;
mod massless;
mod plan;
mod variation;

pub(super) use exertion::exert;

pub(super) use super::convergence::MAX_ORDER;
use super::convergence::{Convergence, Demand, MIN_ORDER, NEGLIGIBLE, accuracy};
use super::forces::ForceSeries;
use super::internals::{Internals, WATCHED};
use super::kinetic::Kinetic;
use super::numbers::{BodyNumbers, Numbers};
use super::series::Series;
use super::sliding::Sliding;
pub(super) use super::start::Start;
use super::{ContactMode, SpringMode};
use crate::gauss::clusters::Clusters;
use crate::laws::Direction;
use plan::{Alone, Plan};

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
    plan: Plan,
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
    /// Clusters without mass.
    pub kinetic: Kinetic,
    /// Stuck contacts whose limits follow the load.
    pub following: Following,
    /// What tells whether a step has converged: forces, of massless bodies, whose forces cancel, the
    /// viscous forces of their velocities, and behind the bodies internal states of laws.
    watched: Series,
    convergence: Convergence,
    /// The greatest velocity at the start: what is stuck together has the round-off of the fastest.
    pub fastest: f64,
    /// Round-off of velocities at the start, where bodies are stuck to the fastest, or to given motions at the rounded time.
    pub rounded: f64,
    /// Order of the force polynomials.
    pub order: usize,
    /// How often forces of one order were evaluated, as a measure of cost.
    pub evaluations: u64,
    /// Whether what is of order 0 is that of the state from which the next step begins.
    pub begun: bool,
    /// Time from when the inputs were given to the start.
    tau: f64,
    stuck: Vec<bool>,
    beta: Vec<f64>,
    unknown_force: Vec<f64>,
    unknown_motion: Vec<f64>,
    /// Cosine and sine of each source's phase at the start.
    phases: Vec<(f64, f64)>,
    square: Series,
    /// By how much the polynomials may be off in the velocity of each body, m/s or rad/s, beyond round-off; and the time,
    /// s, in which that comes about (0: at once).
    pub velocity_error: Vec<f64>,
    pub error_time: f64,
    /// Of bodies: magnitudes of forces and what velocities these make by round-off, and resistances.
    gross: Vec<f64>,
    resistance: Vec<f64>,
    /// Accelerations with respect to time, while changes are looked at.
    accelerations: Vec<f64>,
}

impl Flow {
    pub fn resize(
        &mut self,
        bodies: usize,
        unknown: usize,
        contacts: usize,
        springs: usize,
        dampers: usize,
    ) {
        let orders = MAX_ORDER + 2;
        self.position.resize(bodies, orders);
        self.velocity.resize(bodies, orders);
        self.force.resize(bodies, orders);
        self.residual.resize(unknown, orders);
        self.slip.resize(contacts, orders);
        self.friction.resize(contacts, orders);
        self.deflection.resize(springs, orders);
        self.spring_force.resize(springs, orders);
        self.pressing.resize(contacts, orders);
        self.damper_force.resize(dampers, orders);
        self.square.resize(springs, orders);
        self.stuck.resize(contacts, false);
        self.following.resize(contacts, unknown, orders);
        self.beta.resize(contacts, 0.0);
        self.velocity_error.resize(bodies, 0.0);
        self.gross.resize(bodies, 0.0);
        self.resistance.resize(bodies, 0.0);
        self.unknown_force.resize(unknown, 0.0);
        self.unknown_motion.resize(unknown, 0.0);
    }

    /// How far the series of [`Flow::expand`] may be from laws.
    pub fn demand(&self, tolerance: f64) -> Demand {
        let relative = accuracy(tolerance);
        let greatest = self.force.row(0).iter().fold(0.0, |most: f64, force| most.max(force.abs()));
        Demand { relative, absolute: relative * NEGLIGIBLE * greatest }
    }

    /// Room for laws whose friction depends on the slip velocity or on internal states.
    pub fn resize_laws(&mut self, numbers: &Numbers) {
        self.sliding.resize(&numbers.contacts);
        self.internals.resize(&numbers.contacts);
        self.plan.reserve(numbers);
        self.forces.resize(&numbers.forces);
        self.formula_force.resize(numbers.forces.actions.len(), MAX_ORDER + 2);
        let watched = numbers.bodies.len() + WATCHED * self.internals.contacts().len();
        self.watched.resize(watched, MAX_ORDER + 2);
        self.convergence.resize(watched);
    }

    /// Room for massless bodies, where all contacts slip and all springs act.
    pub fn resize_kinetic(&mut self, numbers: &Numbers) {
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

    /// Accelerations of order k and what follows from them; `forces` of order k must be there.
    pub fn accelerations(&mut self, numbers: &Numbers, k: usize) {
        self.offsets(numbers, k);
        if self.moves_by_bodies(numbers) {
            self.accelerate_bodies(k);
        } else {
            self.accelerate_clusters(numbers, k);
        }
        self.follow_load(numbers, k);
    }

    /// Whether bodies move alone or are held by what does not change its velocity.
    pub fn moves_by_bodies(&self, numbers: &Numbers) -> bool {
        !(self.plan.clustered || numbers.driven || numbers.massless)
    }

    /// The same of bodies one by one.
    fn accelerate_bodies(&mut self, k: usize) {
        let Self { plan, force, residual, velocity, position, .. } = self;
        let (force, residual) = (force.row(k), residual.row_mut(k));
        let divisor = (k + 1) as f64;
        let (now, next) = velocity.pair_mut(k);
        for (z, v) in position.row_mut(k + 1).iter_mut().zip(now) {
            *z = v / divisor;
        }
        for &Alone { body, unknown, mass } in &plan.alone {
            next[body] = force[body] / mass / divisor;
            residual[unknown] = 0.0;
        }
        for &(body, unknown) in &plan.held {
            next[body] = 0.0;
            residual[unknown] = force[body];
        }
        for &body in &plan.known {
            next[body] = 0.0;
        }
    }

    /// The same of bodies that are stuck together, or to what may accelerate.
    fn accelerate_clusters(&mut self, numbers: &Numbers, k: usize) {
        let force = self.force.row(k);
        for (slot, &body) in self.unknown_force.iter_mut().zip(&numbers.body_of) {
            *slot = force[body];
        }
        let a = &mut self.unknown_motion;
        let mass = if numbers.massless { self.kinetic.mass() } else { &numbers.mass };
        self.clusters.accelerate(mass, &self.unknown_force, &self.beta, a);
        let balances = self.residual.row_mut(k).iter_mut().zip(&self.unknown_force);
        for ((slot, force), (mass, a)) in balances.zip(numbers.mass.iter().zip(&*a)) {
            *slot = force - mass * a;
        }
        let divisor = (k + 1) as f64;
        let (velocity, acceleration) = self.velocity.pair_mut(k);
        let motions = velocity.iter().zip(acceleration).zip(self.position.row_mut(k + 1));
        for (((v, slot), z), entry) in motions.zip(&numbers.bodies) {
            (*slot, *z) = match entry {
                BodyNumbers::Free { unknown } => (a[*unknown] / divisor, v / divisor),
                BodyNumbers::Known(motion) => (
                    motion.acceleration_term(self.tau, k) / divisor,
                    motion.position_term(self.tau, k + 1),
                ),
            };
        }
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

    /// All coefficients for a step of at most `longest`; returns the step for which they converge.
    /// None: no step that advances the time is short enough.
    pub fn expand(
        &mut self,
        numbers: &Numbers,
        start: &Start,
        longest: f64,
        tolerance: f64,
    ) -> Option<f64> {
        let begun = std::mem::take(&mut self.begun);
        if !begun {
            self.start(numbers, start);
        }
        if self.unresisted(numbers).is_some() {
            return None;
        }
        self.convergence.begin(longest, tolerance);
        for k in 0..=MAX_ORDER {
            if !(begun && k == 0) {
                self.forces(numbers, start, k);
                self.accelerations(numbers, k);
            }
            self.order = k;
            self.watch(numbers, k);
            self.convergence.take(self.watched.row(k));
            let reached = k >= MIN_ORDER && self.convergence.is_reached();
            if reached || self.has_ended(numbers, k) {
                self.finish(numbers, start);
                self.note_errors(numbers, longest, tolerance);
                return Some(longest);
            }
        }
        let size = self.convergence.longest(self.watched.rows(MAX_ORDER), tolerance);
        if start.time + size == start.time {
            return None;
        }
        self.finish(numbers, start);
        self.note_errors(numbers, size, tolerance);
        Some(size)
    }

    /// Whether the series are polynomials, and end with order k: where nothing is given but at order 0 and 1 and all else
    /// is linear, forces of two orders that are 0 leave no velocity, and no way, to the next.
    fn has_ended(&self, numbers: &Numbers, k: usize) -> bool {
        let nothing = |order: usize| self.force.row(order).iter().all(|force| *force == 0.0);
        numbers.linear && !numbers.driven && k >= 2 && nothing(k) && nothing(k - 1)
    }

    /// What forces that need not converge leave of velocities, over a step of this size.
    fn note_errors(&mut self, numbers: &Numbers, size: f64, tolerance: f64) {
        let force = self.demand(tolerance).absolute;
        self.error_time = size;
        for (error, body) in self.velocity_error.iter_mut().zip(&numbers.bodies) {
            *error = match body {
                BodyNumbers::Free { unknown } if numbers.mass[*unknown] > 0.0 => {
                    force * size / numbers.mass[*unknown]
                }
                _ => 0.0,
            };
        }
    }

    /// By how much velocities may be off at τ.
    pub fn write_errors(&self, tau: f64, errors: &mut [f64]) {
        let part = if self.error_time > 0.0 { tau / self.error_time } else { 1.0 };
        for (slot, error) in errors.iter_mut().zip(&self.velocity_error) {
            *slot = part * error;
        }
    }

    /// What decides convergence at order k.
    fn watch(&mut self, numbers: &Numbers, k: usize) {
        let bodies = numbers.bodies.len();
        self.internals.watch(numbers, k, &mut self.watched.row_mut(k)[bodies..]);
        if !numbers.massless {
            self.watched.row_mut(k)[..bodies].copy_from_slice(self.force.row(k));
            return;
        }
        for (body, entry) in numbers.bodies.iter().enumerate() {
            let is_kinetic = |unknown| self.kinetic.contains(unknown);
            if !matches!(entry, BodyNumbers::Free { unknown } if is_kinetic(*unknown)) {
                self.watched.set(k, body, self.force.at(k, body));
            }
        }
    }

    /// Slip velocities and deflections of the order that velocities and positions reach.
    fn finish(&mut self, numbers: &Numbers, start: &Start) {
        if numbers.massless {
            self.balance(numbers, start, self.order + 1);
        }
        self.slips(numbers, start, self.order + 1);
        self.follow_decisions(numbers, start, self.order + 1);
        let Self { plan, position, deflection, order, .. } = self;
        let (motion, deflection) = (position.row(*order + 1), deflection.row_mut(*order + 1));
        for one in plan.springs() {
            deflection[one.index] = one.link.apply(motion);
        }
    }
}
