//! Steps across stiff motions: where the series of the expansion would need steps that are tiny beside
//! the time to go, because parts of the motion decay fast, collocation takes long ones
//! ([`crate::dynamics::methods::collocation`]) as soon as these parts have decayed.
//!
//! The expansion itself, at order 0, is the right-hand side: positions, velocities and internal states y go in,
//! their rates come out. Velocities of massless bodies are no components, they follow. What the step gives
//! is written into the series of the expansion, fitted to values at the nodes, velocities first, from which
//! positions are integrated and slips and deflections follow: guards, work and dense output see
//! polynomials that agree with each other, whoever made them.

pub(in crate::dynamics) mod detection;
mod equations;
mod samples;

use crate::dynamics::elements::contact::load::take_loads;
use crate::dynamics::elements::formula::follow_decisions;
use crate::dynamics::expansion::{Expansion, Start};
use crate::dynamics::methods::collocation::{Accuracy, Collocation, NODES};
use crate::dynamics::methods::taylor::convergence::{Demand, SAFETY};
use crate::dynamics::system::{BodyData, System};
use crate::dynamics::tolerances::OF_SUM;
use crate::dynamics::{ContactMode, State};
use equations::Equations;
use samples::Samples;

/// Order of the force polynomials of a step.
const ORDER: usize = NODES - 1;

/// Attempts with ever shorter steps at one place.
const MOST_ATTEMPTS: usize = 3;

/// Length of an attempt over that of the one before.
const SHORTER: f64 = 0.25;

/// Forces are derivatives of velocities, and resolved to this multiple of their accuracy.
const FORCES: f64 = 100.0;

/// Returns the relative accuracy that a step must have.
fn relative(tolerance: f64) -> f64 {
    (SAFETY * tolerance).max(OF_SUM)
}

#[derive(Clone, Debug, Default)]
pub(in crate::dynamics) struct Stiff {
    collocation: Collocation,
    equations: Equations,
    /// y at the start of a step, and the connected components of its positions and velocities.
    start: Vec<f64>,
    components: [Vec<usize>; 2],
    /// Value of each internal state of a law that makes as much friction as the greatest force is.
    forceful: Vec<f64>,
    /// Least relative velocity at the start of a step in which each velocity takes part ([`Accuracy::relative_velocities`]).
    nearest: Vec<f64>,
    /// Rate that the greatest force makes of each velocity.
    forced: Vec<f64>,
    samples: Samples,
    /// Branches of the laws along a step.
    branches: Vec<usize>,
    /// Greatest term of a force on each connected component at the nodes of a step, and the force that steep friction makes of the
    /// round-off of velocities, N.
    magnitude_sum: Vec<f64>,
    rounded: Vec<f64>,
}

impl Stiff {
    pub fn resize(&mut self, system: &System, expansion: &Expansion) {
        self.equations.resize(system, expansion);
        let most = self.equations.most();
        if Collocation::is_applicable(most) {
            self.start.reserve_exact(most);
            self.components.iter_mut().for_each(|components| components.reserve_exact(most));
            self.forceful.reserve_exact(most);
            self.nearest.reserve_exact(most);
            self.forced.reserve_exact(most);
            self.collocation.resize(most);
            self.samples.resize(expansion, system);
            self.branches.resize(system.contacts.len(), 0);
            self.magnitude_sum.resize(system.components, 0.0);
            self.rounded.resize(system.components, 0.0);
        }
    }

    /// Reserves memory for states.
    pub fn reserve(&mut self, state: &State) {
        self.equations.reserve(state);
    }

    /// Returns the cost of all eliminations, in units of the forces of the network.
    pub fn eliminations(&self) -> u64 {
        self.collocation.eliminations()
    }

    /// True if the network is small enough for such steps, and no state of a law moves the limit of a stuck contact along them.
    pub fn is_applicable(&self, system: &System, state: &State) -> bool {
        let mut contacts = system.contacts.iter().zip(&state.contacts);
        let constant =
            contacts.all(|(entry, own)| own.mode() != ContactMode::Stuck || !entry.limit_moves());
        constant && Collocation::is_applicable(self.equations.most())
    }

    /// Tries a step of at most `longest` from a state, with whose loads the numbers are; returns its size, with the expansion's
    /// series for it.
    pub fn attempt(
        &mut self,
        system: &mut System,
        expansion: &mut Expansion,
        state: &State,
        longest: f64,
        least: f64,
        tolerance: f64,
    ) -> Option<f64> {
        self.equations.begin(system, expansion, state, &mut self.start);
        self.collocation.resize(self.start.len());
        let bodies = [&self.equations.positions, &self.equations.velocities];
        for (components, bodies) in self.components.iter_mut().zip(bodies) {
            components.clear();
            components.extend(bodies.iter().map(|body| system.component[*body]));
        }
        self.equations.forceful_states(system, expansion, &mut self.forceful);
        self.equations.relative_velocities(system, expansion, &mut self.nearest);
        self.equations.forced_velocities(system, expansion, &mut self.forced);
        let mut size = longest;
        for _ in 0..MOST_ATTEMPTS {
            if size < least || state.time + size == state.time {
                return None;
            }
            let solved = self.solve(system, expansion, state, size, tolerance);
            if system.coupled {
                take_loads(system, state);
            }
            if solved && self.write(system, expansion, state, size) {
                return Some(size);
            }
            size *= SHORTER;
        }
        None
    }

    /// Returns the greatest distance of the polynomials of an attempt from laws.
    pub fn demand(&self, system: &System, expansion: &mut Expansion, tolerance: f64) -> Demand {
        let relative = FORCES * relative(tolerance);
        let mut greatest = std::mem::take(&mut expansion.greatest);
        greatest.fill(0.0);
        expansion.add_magnitudes_of_forces(system, &mut greatest);
        expansion.greatest = greatest;
        Demand { relative, negligible: relative, fitted: true }
    }

    fn solve(
        &mut self,
        system: &mut System,
        expansion: &mut Expansion,
        state: &State,
        size: f64,
        tolerance: f64,
    ) -> bool {
        let relative = relative(tolerance);
        let Self { collocation, equations, start, samples, branches, magnitude_sum, .. } = self;
        let [positions, velocities] = &self.components;
        let (relative_velocities, others) = (&self.nearest[..], &self.forceful[..]);
        let rates = &self.forced[..];
        let accuracy =
            Accuracy { relative, positions, velocities, relative_velocities, rates, others };
        let solved = collocation.solve(start, size, &accuracy, &mut |tau, y, rate| {
            equations.evaluate(system, expansion, state, tau, y);
            equations.rates(expansion, rate);
        });
        if !solved {
            return false;
        }
        magnitude_sum.fill(0.0);
        for node in 0..NODES {
            let (tau, y) = (collocation.tau(node, size), collocation.value(node));
            equations.evaluate(system, expansion, state, tau, y);
            samples.take(node, expansion);
            if node == 0 {
                branches.copy_from_slice(expansion.sliding.branches());
            } else if branches != expansion.sliding.branches() {
                return false;
            }
            expansion.add_magnitudes_of_forces(system, magnitude_sum);
            // Of a load that grows from 0 along a ramp, these are those of its start.
            for (entry, friction) in system.contacts.iter().zip(expansion.friction.row(0)) {
                let greatest = &mut magnitude_sum[system.component_of(&entry.row)];
                *greatest = greatest.max(friction.abs());
            }
        }
        // The guards ask for the branches at the start. Where the nodes are on other ones, the polynomials are too.
        equations.evaluate(system, expansion, state, 0.0, start);
        self.record_errors(system, expansion, relative);
        let Self { collocation, samples, branches, magnitude_sum, rounded, .. } = self;
        let size =
            |component: usize| FORCES * relative * magnitude_sum[component] + rounded[component];
        branches == expansion.sliding.branches()
            && samples.forces_are_resolved(collocation, system, size)
    }

    /// Records the errors of velocities along a step, and what steep friction makes of their round-off.
    fn record_errors(&mut self, system: &System, expansion: &mut Expansion, relative: f64) {
        let Self { collocation, equations, rounded, .. } = self;
        expansion.velocity_error.fill(0.0);
        expansion.error_time = 0.0;
        rounded.fill(0.0);
        let first = equations.positions.len();
        for (place, body) in (first..).zip(&equations.velocities) {
            expansion.velocity_error[*body] = collocation.error(place, relative);
            let mass = system.mass_of(*body).unwrap_or(0.0);
            let rounded = &mut rounded[system.component[*body]];
            *rounded = rounded.max(mass * collocation.rate_round_off(place));
        }
    }

    /// Fits the series of the expansion to the nodes; true, if they are numbers.
    fn write(
        &mut self,
        system: &System,
        expansion: &mut Expansion,
        state: &State,
        size: f64,
    ) -> bool {
        expansion.order = ORDER;
        self.samples.fit(&self.collocation, size, expansion);
        let start = Start::of(state);
        for (body, entry) in system.bodies.iter().enumerate() {
            expansion.velocity.set(ORDER + 1, body, 0.0);
            let start_position = match entry {
                BodyData::Known(motion) => motion.position_at(start.tau),
                BodyData::Free { .. } => state.position[body],
            };
            expansion.position.set(0, body, start_position);
            for k in 0..=ORDER {
                let z = expansion.velocity.at(k, body) / (k + 1) as f64;
                expansion.position.set(k + 1, body, z);
            }
            if let BodyData::Known(motion) = entry {
                for k in 0..=ORDER {
                    expansion.velocity.set(k, body, motion.velocity_term(start.tau, k));
                    expansion.position.set(k + 1, body, motion.position_term(start.tau, k + 1));
                }
            }
        }
        for k in 0..=ORDER + 1 {
            expansion.slips(system, &start, k);
            for (spring, entry) in system.springs.iter().enumerate() {
                let e = entry.deflection_term(expansion.position.row(k), k);
                expansion.deflection.set(k, spring, e);
            }
        }
        expansion.start(system, &start);
        for k in 0..=ORDER {
            if expansion.filippov.is_active() {
                expansion.follow_load(system, k);
            }
        }
        follow_decisions(expansion, system, &start, 0);
        expansion.record_range()
    }
}
