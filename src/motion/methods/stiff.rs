//! Steps across stiff motions: where the series of the flow would settle for steps that are tiny beside
//! the way to go, because parts of the motion settle fast, collocation takes long ones
//! ([`crate::motion::methods::collocation`]) as soon as these parts have settled.
//!
//! The flow itself, at order 0, is the right-hand side: positions, velocities and internal states y go in,
//! their rates come out. Velocities of massless bodies are no components, they follow. What the step gives
//! is written into the series of the flow, fitted to values at the nodes, velocities first, from which
//! positions are integrated and slips and deflections follow: guards, work and dense output see
//! polynomials that agree with each other, whoever made them.

pub(in crate::motion) mod patience;
mod samples;
mod system;

use crate::motion::State;
use crate::motion::flow::{Flow, Start};
use crate::motion::methods::collocation::{Accuracy, Collocation, NODES};
use crate::motion::methods::taylor::convergence::{Demand, SAFETY};
use crate::motion::numbers::{BodyNumbers, Numbers};
use samples::Samples;
use system::System;

/// Order of the force polynomials of a step.
const ORDER: usize = NODES - 1;

/// No step is asked for more than the round-off of its sums leaves.
const ROUND_OFF: f64 = 64.0 * f64::EPSILON;

/// Attempts with ever shorter steps at one place.
const MOST_ATTEMPTS: usize = 3;

/// By how much an attempt is shorter than the one before.
const SHORTER: f64 = 0.25;

/// Forces are derivatives of velocities, and resolved to so many times their accuracy.
const FORCES: f64 = 100.0;

/// What a step is asked for at a relative tolerance.
fn relative(tolerance: f64) -> f64 {
    (SAFETY * tolerance).max(ROUND_OFF)
}

#[derive(Clone, Debug, Default)]
pub(in crate::motion) struct Stiff {
    collocation: Collocation,
    system: System,
    /// y at the start of a step, and the islands of its positions and velocities.
    start: Vec<f64>,
    islands: [Vec<usize>; 2],
    samples: Samples,
    /// Pieces of the laws along a step.
    pieces: Vec<usize>,
    /// Of each island the greatest term of a force at the nodes of a step, and what steep friction makes of the round-off of
    /// velocities, N.
    gross: Vec<f64>,
    rounded: Vec<f64>,
}

impl Stiff {
    pub fn resize(&mut self, numbers: &Numbers, flow: &Flow) {
        self.system.resize(numbers, flow);
        let most = self.system.most();
        if Collocation::suits(most) {
            self.start.reserve(most);
            self.islands.iter_mut().for_each(|islands| islands.reserve(most));
            self.collocation.resize(most);
            self.samples.resize(flow, numbers);
            self.pieces.resize(numbers.contacts.len(), 0);
            self.gross.resize(numbers.islands, 0.0);
            self.rounded.resize(numbers.islands, 0.0);
        }
    }

    /// Room for states.
    pub fn reserve(&mut self, state: &State) {
        self.system.reserve(state);
    }

    /// Cost of all eliminations, in units of the forces of the network.
    pub fn eliminations(&self) -> u64 {
        self.collocation.eliminations()
    }

    /// True if the network is small enough for such steps, and states of laws move no limit along them.
    pub fn suits(&self, numbers: &Numbers) -> bool {
        let constant = numbers.contacts.iter().all(|contact| !contact.limit_moves());
        constant && Collocation::suits(self.system.most())
    }

    /// Tries a step of at most `longest` from a state, with whose loads the numbers are; returns its size, with the flow's
    /// series for it.
    pub fn attempt(
        &mut self,
        numbers: &mut Numbers,
        flow: &mut Flow,
        state: &State,
        longest: f64,
        least: f64,
        tolerance: f64,
    ) -> Option<f64> {
        self.system.begin(numbers, flow, state, &mut self.start);
        self.collocation.resize(self.start.len());
        let bodies = [&self.system.positions, &self.system.velocities];
        for (islands, bodies) in self.islands.iter_mut().zip(bodies) {
            islands.clear();
            islands.extend(bodies.iter().map(|body| numbers.island[*body]));
        }
        let mut size = longest;
        for _ in 0..MOST_ATTEMPTS {
            if size < least || state.time + size == state.time {
                return None;
            }
            let solved = self.solve(numbers, flow, state, size, tolerance);
            if numbers.coupled {
                numbers.take_loads(state);
            }
            if solved && self.write(numbers, flow, state, size) {
                return Some(size);
            }
            size *= SHORTER;
        }
        None
    }

    /// How far the polynomials of an attempt may be from laws.
    pub fn demand(&self, numbers: &Numbers, flow: &mut Flow, tolerance: f64) -> Demand {
        let relative = FORCES * relative(tolerance);
        let mut greatest = std::mem::take(&mut flow.greatest);
        greatest.fill(0.0);
        flow.add_gross_forces(numbers, &mut greatest);
        flow.greatest = greatest;
        Demand { relative, negligible: relative, fitted: true }
    }

    fn solve(
        &mut self,
        numbers: &mut Numbers,
        flow: &mut Flow,
        state: &State,
        size: f64,
        tolerance: f64,
    ) -> bool {
        let relative = relative(tolerance);
        let Self { collocation, system, start, islands, samples, pieces, gross, rounded } = self;
        let [places, motions] = islands;
        let accuracy = Accuracy { relative, positions: places, velocities: motions };
        let positions = places.len();
        let solved = collocation.solve(start, size, &accuracy, &mut |tau, y, rate| {
            system.evaluate(numbers, flow, state, tau, y);
            system.rates(flow, rate);
        });
        if !solved {
            return false;
        }
        gross.fill(0.0);
        for node in 0..NODES {
            let (tau, y) = (collocation.tau(node, size), collocation.value(node));
            system.evaluate(numbers, flow, state, tau, y);
            samples.take(node, flow);
            if node == 0 {
                pieces.copy_from_slice(flow.sliding.pieces());
            } else if pieces != flow.sliding.pieces() {
                return false;
            }
            flow.add_gross_forces(numbers, gross);
        }
        // The guards ask for the pieces at the start. Where the nodes are on other ones, the polynomials are too.
        system.evaluate(numbers, flow, state, 0.0, start);
        flow.velocity_error.fill(0.0);
        flow.error_time = 0.0;
        // Steep friction makes much of the round-off of velocities.
        rounded.fill(0.0);
        for (place, body) in system.velocities.iter().enumerate() {
            flow.velocity_error[*body] = relative * collocation.scale(positions + place);
            let mass = numbers.mass_of(*body).unwrap_or(0.0);
            let rounded = &mut rounded[numbers.island[*body]];
            *rounded = rounded.max(mass * collocation.rate_round_off(positions + place));
        }
        let size = |island: usize| FORCES * relative * gross[island] + rounded[island];
        pieces == flow.sliding.pieces() && samples.forces_are_resolved(collocation, numbers, size)
    }

    /// Fits the series of the flow to the nodes; true, if they are numbers.
    fn write(&mut self, numbers: &Numbers, flow: &mut Flow, state: &State, size: f64) -> bool {
        flow.order = ORDER;
        self.samples.fit(&self.collocation, size, flow);
        let start = Start::of(state);
        for (body, entry) in numbers.bodies.iter().enumerate() {
            flow.velocity.set(ORDER + 1, body, 0.0);
            let start_position = match entry {
                BodyNumbers::Known(motion) => motion.position_at(start.tau),
                BodyNumbers::Free { .. } => state.position[body],
            };
            flow.position.set(0, body, start_position);
            for k in 0..=ORDER {
                let z = flow.velocity.at(k, body) / (k + 1) as f64;
                flow.position.set(k + 1, body, z);
            }
            if let BodyNumbers::Known(motion) = entry {
                for k in 0..=ORDER {
                    flow.velocity.set(k, body, motion.velocity_term(start.tau, k));
                    flow.position.set(k + 1, body, motion.position_term(start.tau, k + 1));
                }
            }
        }
        for k in 0..=ORDER + 1 {
            flow.slips(numbers, &start, k);
            for (spring, entry) in numbers.springs.iter().enumerate() {
                let e = entry.deflection_term(flow.position.row(k), k);
                flow.deflection.set(k, spring, e);
            }
        }
        flow.start(numbers, &start);
        for k in 0..=ORDER {
            if flow.following.is_active() {
                flow.follow_load(numbers, k);
            }
        }
        flow.follow_decisions(numbers, &start, 0);
        flow.note_range()
    }
}
