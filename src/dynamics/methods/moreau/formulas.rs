//! Forces by formula within a step: means along it, on a tangent by all positions and velocities that they name.
//!
//! The tangent of all of them together is a matrix over bodies. What the kernel takes of it are edges and masses: its symmetric
//! part where that resists. The rest is in the force, which moves from solution to solution until it is that of the step.

use crate::dynamics::State;
use crate::dynamics::elements::formula::{ActionData, Quantity, Way, mean_force};
use crate::dynamics::elements::spring::step::THETA;
use crate::dynamics::expansion::Expansion;
use crate::dynamics::link::apply_force;
use crate::dynamics::system::System;
use crate::dynamics::tolerances::{CONVERGED_IMPULSE, OF_SUM};
use crate::gauss::{Damper, Row};

/// Motion of bodies in a step if they continue: start, middle and mean velocity of each.
#[derive(Clone, Copy, Debug)]
pub(super) struct Course<'c> {
    pub state: &'c State,
    pub middle: &'c [f64],
    pub mean: &'c [f64],
    pub h: f64,
}

/// Workspace of the formulas of a step.
#[derive(Clone, Debug, Default)]
pub(super) struct Formulas {
    // Per body: position at the end and mean velocity; impulses, and the sums of the magnitudes of their terms.
    end: Vec<f64>,
    velocity: Vec<f64>,
    impulse: Vec<f64>,
    size: Vec<f64>,
    /// Per variable of each action.
    slopes: Vec<f64>,
    /// Pairs of bodies of unknown motion of which one resists the other, the first less than the second.
    pairs: Vec<(usize, usize)>,
    // The symmetric part of the matrix: per pair, and per body.
    across: Vec<f64>,
    diagonal: Vec<f64>,
    /// The part of it that the kernel has, and the sums of it per body.
    pub edges: Vec<Damper>,
    damping: Vec<f64>,
    /// Impulses per body of unknown motion without any change of velocities, on the tangent.
    pub free: Vec<f64>,
    /// Impulses per body of unknown motion with the changes of a solution, on the tangent.
    changed: Vec<f64>,
}

impl Formulas {
    pub fn reserve(&mut self, system: &System) {
        let (bodies, unknown) = (system.bodies.len(), system.mass.len());
        for per_body in [&mut self.end, &mut self.velocity, &mut self.impulse, &mut self.size] {
            per_body.resize(bodies, 0.0);
        }
        let Self { diagonal, damping, free, changed, .. } = self;
        for per_unknown in [diagonal, damping, free, changed] {
            per_unknown.resize(unknown, 0.0);
        }
        let forces = &system.forces;
        let variables = |action: &ActionData| forces.action(action).variables.len();
        let all: usize = forces.actions.iter().map(variables).sum();
        self.slopes.reserve_exact(all);
        // A row has two ends, and so has what it names.
        self.pairs.reserve_exact(4 * all);
        self.across.reserve_exact(4 * all);
        self.edges.reserve_exact(4 * all + unknown);
    }

    /// Lists the pairs of bodies of which one resists the other.
    pub fn list_pairs(&mut self, system: &System) {
        let Self { pairs, across, .. } = self;
        pairs.clear();
        each_entry(system, |body, other, _| {
            if body != other {
                pairs.push((body.min(other), body.max(other)));
            }
        });
        pairs.sort_unstable();
        pairs.dedup();
        across.clear();
        across.resize(pairs.len(), 0.0);
    }

    /// Takes edges of all pairs and bodies, for the sake of their memory, until [`Formulas::touch`] is called.
    pub fn take_all_edges(&mut self, system: &System) {
        if system.forces.is_empty() {
            return;
        }
        self.diagonal.fill(1.0 + self.pairs.len() as f64);
        self.across.fill(1.0);
        self.take_edges();
    }

    /// Takes means and tangents where the unknowns have these values.
    pub fn touch(
        &mut self,
        system: &System,
        expansion: &mut Expansion,
        course: &Course,
        at: &[f64],
    ) {
        self.evaluate(system, expansion, course, at, true);
        self.take_slopes(system, course.h);
        self.take_edges();
        for (free, &body) in self.free.iter_mut().zip(&system.body_of) {
            *free = self.impulse[body];
        }
        let Self { edges, free, .. } = self;
        for edge in edges.iter() {
            edge.row.push(edge.viscous * edge.row.apply(at), free);
        }
    }

    /// True if the impulses of the tangent where the unknowns have these values are those that the formulas make.
    pub fn have_converged(
        &mut self,
        system: &System,
        expansion: &mut Expansion,
        course: &Course,
        at: &[f64],
    ) -> bool {
        self.evaluate(system, expansion, course, at, false);
        let Self { edges, free, impulse, size, damping, end, changed, .. } = self;
        changed.copy_from_slice(free);
        edges.iter().for_each(|edge| edge.row.push(-edge.viscous * edge.row.apply(at), changed));
        system.body_of.iter().enumerate().all(|(unknown, &body)| {
            let places = course.state.position[body].abs() + end[body].abs();
            let moved = at[unknown].abs() + places / (THETA * course.h);
            let allowed = CONVERGED_IMPULSE * size[body] + OF_SUM * damping[unknown] * moved;
            (impulse[body] - changed[unknown]).abs() <= allowed
        })
    }

    /// Excess of the formulas along a displacement over their tangent, where the unknowns have these values.
    pub fn over_tangent(
        &mut self,
        system: &System,
        expansion: &mut Expansion,
        course: &Course,
        (at, way): (&[f64], &[f64]),
    ) -> f64 {
        self.evaluate(system, expansion, course, at, false);
        let made = system.body_of.iter().zip(way).map(|(&body, way)| way * self.impulse[body]);
        let tangent = self.free.iter().zip(way).map(|(free, way)| way * free);
        let edges = self.edges.iter();
        let drag = edges.map(|edge| edge.viscous * edge.row.apply(at) * edge.row.apply(way));
        tangent.sum::<f64>() - drag.sum::<f64>() - made.sum::<f64>()
    }

    /// Returns the first body of unknown motion that formulas drive harder than all else resists, which is this per
    /// body: the step has no solution that continues from where it starts.
    pub fn accelerated(&self, damped: &[f64]) -> Option<usize> {
        let all = self.diagonal.iter().zip(damped);
        all.enumerate().find(|(_, (own, rest))| **own < -**rest).map(|(body, _)| body)
    }

    /// Evaluates means where the unknowns have these values, and slopes if they are required.
    fn evaluate(
        &mut self,
        system: &System,
        expansion: &mut Expansion,
        course: &Course,
        at: &[f64],
        with_slopes: bool,
    ) {
        let Course { state, middle, mean, h } = *course;
        let Self { end, velocity, impulse, size, slopes, .. } = self;
        for (end, (middle, start)) in end.iter_mut().zip(middle.iter().zip(&state.position)) {
            *end = 2.0 * middle - start;
        }
        velocity.copy_from_slice(mean);
        for (&body, at) in system.body_of.iter().zip(at) {
            end[body] += THETA * h * at;
            velocity[body] += THETA * at;
        }
        let (time, tau) = (state.time + THETA * h, state.tau() + THETA * h);
        let way = Way { start: &state.position, end, velocity, time, tau };
        impulse.fill(0.0);
        size.fill(0.0);
        if with_slopes {
            slopes.clear();
        }
        for action in acting(system) {
            let slopes = with_slopes.then_some(&mut *slopes);
            let mean = mean_force(&mut expansion.forces, &system.forces, action, &way, slopes);
            apply_force(&action.row, h * action.sign * mean.value, impulse);
            for (body, q) in action.row.terms() {
                size[body] += (h * q * mean.size).abs();
            }
        }
    }

    /// Takes the symmetric part of the matrix that all slopes make.
    fn take_slopes(&mut self, system: &System, h: f64) {
        let Self { slopes, pairs, across, diagonal, .. } = self;
        across.fill(0.0);
        diagonal.fill(0.0);
        each_entry(system, |body, other, (place, q)| {
            // The unknown moves the mean velocity by half of it, and the position at the end by that times h.
            let by = if q.is_position { h * THETA } else { THETA };
            let resists = h * by * slopes[place] * q.factor;
            if body == other {
                diagonal[body] += resists;
            } else if let Ok(pair) = pairs.binary_search(&(body.min(other), body.max(other))) {
                across[pair] += 0.5 * resists;
            }
        });
    }

    /// Edges and masses of that matrix as far as it resists: exactly of two bodies, and of chains of equal rows.
    fn take_edges(&mut self) {
        let Self { pairs, across, diagonal, edges, damping, .. } = self;
        edges.clear();
        // Rows of coefficients 1 and −1 if these leave nothing below 0, else scaled with the bodies.
        damping.copy_from_slice(diagonal);
        for (&(i, j), across) in pairs.iter().zip(&*across) {
            damping[i] -= across.abs();
            damping[j] -= across.abs();
        }
        let least = |left: &f64, whole: &f64| *left >= -OF_SUM * whole.abs();
        let plain = damping.iter().zip(&*diagonal).all(|(left, whole)| least(left, whole));
        damping.copy_from_slice(diagonal);
        for (&(i, j), across) in pairs.iter().zip(&*across) {
            let square = if plain { 1.0 } else { diagonal[i] / diagonal[j] };
            if *across == 0.0 || !(square > 0.0 && square.is_finite()) {
                continue;
            }
            // across = viscous · q_i · q_j
            let q_i = libm::sqrt(square);
            let row = Row { i: Some(i), q_i, j: Some(j), q_j: across.signum() };
            let viscous = across.abs() / q_i;
            edges.push(Damper { row, viscous });
            damping[i] -= viscous * square;
            damping[j] -= viscous;
        }
        for (body, left) in damping.iter_mut().enumerate() {
            if *left > 0.0 {
                let row = Row { i: Some(body), q_i: 1.0, j: None, q_j: 0.0 };
                edges.push(Damper { row, viscous: *left });
            }
            *left = diagonal[body].abs().max(*left);
        }
    }
}

/// Factor of the slope by which a force depends on an unknown of a body.
#[derive(Clone, Copy)]
struct Factor {
    factor: f64,
    is_position: bool,
}

fn acting(system: &System) -> impl Iterator<Item = &ActionData> {
    system.forces.actions.iter().filter(|action| action.sign != 0.0)
}

/// Passes to `each` all pairs of a body on which a formula acts and one whose position or velocity it names, both of
/// unknown motion, with the place of the slope and its factor.
fn each_entry(system: &System, mut each: impl FnMut(usize, usize, (usize, Factor))) {
    let mut place = 0;
    for action in acting(system) {
        let row = system.over_unknown(&action.row);
        for &name in &system.forces.action(action).variables {
            let seen = match &system.forces.names[action.force].quantities[name] {
                Quantity::Position(row) => Some((row, true)),
                Quantity::Velocity(row) => Some((row, false)),
                _ => None,
            };
            if let Some((seen, is_position)) = seen {
                for (other, q_other) in system.over_unknown(seen).terms() {
                    for (body, q) in row.terms() {
                        let factor = Factor { factor: action.sign * q * q_other, is_position };
                        each(body, other, (place, factor));
                    }
                }
            }
            place += 1;
        }
    }
}
