//! The terms of a motion from order 3 on, summed over a step of one length, as functions of the forces of orders 1 and 2.
//!
//! Columns belong to f₁ and f₂ of each body, rows to what a step needs of the motion. A row over τ ≤ h that bounds or
//! integrates is made of the same series.

use super::{MOST_BODIES, OfBodies, Program, System};
use crate::dynamics::series::{INVERSE, greater};

/// Greatest order of the series, and the part of their greatest term below which terms are left out. Where that is not reached
/// a step is too long for the motion, and has to be divided.
const LAST: usize = 22;
const NEGLIGIBLE: f64 = f64::EPSILON / 16.0;

/// Nodes and weights of Gauss–Legendre's rule on [0, 1] with six places, by which the square of what is left of a slip velocity
/// is integrated: exact up to the twelfth power of τ.
const NODES: [(f64, f64); 6] = [
    (0.033_765_242_898_423_99, 0.085_662_246_189_585_17),
    (0.169_395_306_766_867_74, 0.180_380_786_524_069_3),
    (0.380_690_406_958_401_56, 0.233_956_967_286_345_52),
    (0.619_309_593_041_598_4, 0.233_956_967_286_345_52),
    (0.830_604_693_233_132_3, 0.180_380_786_524_069_3),
    (0.966_234_757_101_576, 0.085_662_246_189_585_17),
];

/// Rows, one after the other.
#[derive(Clone, Debug, Default)]
pub(super) struct Rows {
    columns: usize,
    values: Vec<f64>,
}

impl Rows {
    fn clear(&mut self, rows: usize, columns: usize) {
        self.columns = columns;
        self.values.clear();
        self.values.resize(rows * columns, 0.0);
    }

    fn add(&mut self, row: usize, column: usize, value: f64) {
        self.values[row * self.columns + column] += value;
    }

    /// Returns the product of a row with forces.
    #[inline]
    pub fn times(&self, row: usize, forces: &[f64]) -> f64 {
        let row = &self.values[row * self.columns..][..self.columns];
        row.iter().zip(forces).map(|(term, force)| term * force).sum()
    }
}

/// Rows of bodies: the rest of the position, of the velocity, and the derivative of that.
pub(super) const POSITION: usize = 0;
pub(super) const VELOCITY: usize = 1;
pub(super) const ACCELERATION: usize = 2;
const OF_BODY: usize = 3;

/// Rows of slipping contacts: bound of what is left of the slip velocity, its integral, the integral of τ times it; its values
/// at the nodes, of which the form for the integral of its square is made.
pub(super) const BOUND: usize = 0;
pub(super) const INTEGRAL: usize = 1;
pub(super) const MOMENT: usize = 2;
const AT_NODES: usize = 3;
const OF_SLIPPING: usize = AT_NODES + NODES.len();

/// Rows of stuck contacts, beside bound and integral: the change of the force at the end. Springs with a gap have bounds of the
/// deflection and of its rate.
pub(super) const CHANGE: usize = 2;
const OF_STUCK: usize = 3;
pub(super) const RATE_BOUND: usize = 1;
const OF_GAPPED: usize = 2;

/// See the module.
#[derive(Clone, Debug, Default)]
pub(super) struct Propagator {
    /// Length of the step, s; 0 of none.
    pub length: f64,
    /// True if its series have converged.
    pub converged: bool,
    pub bodies: Rows,
    pub slipping: Rows,
    pub stuck: Rows,
    pub gapped: Rows,
    /// Of each slipping contact the lower half of the symmetric form that gives the integral of the square of what is left of
    /// its slip velocity, the terms beside the diagonal doubled.
    squares: Vec<f64>,
    columns: usize,
}

impl Propagator {
    pub fn reserve(&mut self, bodies: usize, contacts: usize, springs: usize) {
        let columns = 2 * bodies;
        self.bodies.values.reserve(OF_BODY * bodies * columns);
        self.slipping.values.reserve(OF_SLIPPING * contacts * columns);
        self.stuck.values.reserve(OF_STUCK * contacts * columns);
        self.gapped.values.reserve(OF_GAPPED * springs * columns);
        self.squares.reserve(contacts * half(columns));
    }

    /// Forgets it: parameters or modes are others.
    pub fn forget(&mut self) {
        self.length = 0.0;
    }
}

/// Returns the number of terms of a symmetric form.
fn half(columns: usize) -> usize {
    columns * (columns + 1) / 2
}

/// Powers of the length of a step over the orders.
fn powers(length: f64) -> [f64; LAST + 3] {
    let mut powers = [1.0; LAST + 3];
    for k in 1..powers.len() {
        powers[k] = powers[k - 1] * length;
    }
    powers
}

impl Program {
    /// Makes the propagator of steps of a length, s, unless it is there; true if its series have converged.
    pub(super) fn prepare(&mut self, system: &System, length: f64, room: [&mut [f64]; 2]) -> bool {
        if self.propagator.length == length {
            return self.propagator.converged;
        }
        let bodies = self.members.len();
        let columns = 2 * bodies;
        let propagator = &mut self.propagator;
        propagator.length = length;
        propagator.bodies.clear(OF_BODY * bodies, columns);
        propagator.slipping.clear(OF_SLIPPING * self.slipping.len(), columns);
        propagator.stuck.clear(OF_STUCK * self.stuck.len(), columns);
        propagator.gapped.clear(OF_GAPPED * self.gapped.len(), columns);
        let powers = powers(length);
        let [residual, lambda] = room;
        let mut all = true;
        for column in 0..columns {
            all = all && self.add_column(system, column, &powers, (residual, lambda));
        }
        self.propagator.converged = all;
        self.propagator.columns = columns;
        self.propagator.take_squares(length);
        all
    }

    /// Adds the series of a unit force of order 1 or 2 on one body; true if they have converged.
    fn add_column(
        &mut self,
        system: &System,
        column: usize,
        powers: &[f64; LAST + 3],
        (residual, lambda): (&mut [f64], &mut [f64]),
    ) -> bool {
        let bodies = self.members.len();
        let first = 1 + column / bodies;
        let (mut position, mut velocity) = ([0.0; MOST_BODIES], [0.0; MOST_BODIES]);
        let mut greatest = [0.0; MOST_BODIES];
        let mut small = 0;
        for k in first..=LAST {
            let mut force = [0.0; MOST_BODIES];
            if k == first {
                force[column % bodies] = 1.0;
            } else if k > 2 {
                // Of order 2, forces are given.
                self.apply_linear(&position, &velocity, &mut force);
            }
            let mut acceleration = [0.0; MOST_BODIES];
            self.accelerate(&force, 1.0, &mut acceleration);
            self.balance(system, (&force, &acceleration), residual, lambda);
            self.add_forces((k, column), powers, lambda);
            for body in 0..bodies {
                position[body] = velocity[body] * INVERSE[k];
                velocity[body] = acceleration[body] * INVERSE[k];
            }
            self.add_motion((k + 1, column), powers, (&position, &velocity));
            let mut is_small = true;
            for (most, one) in greatest.iter_mut().zip(velocity) {
                let term = one.abs() * powers[k + 1];
                *most = greater(term, *most);
                is_small &= term <= NEGLIGIBLE * *most;
            }
            small = if is_small { small + 1 } else { 0 };
            if small >= 2 && k > first + 1 {
                return true;
            }
        }
        false
    }

    /// Adds the coefficients of order k of positions and velocities.
    fn add_motion(
        &mut self,
        (k, column): (usize, usize),
        powers: &[f64; LAST + 3],
        (position, velocity): (&OfBodies, &OfBodies),
    ) {
        let Self { propagator, slipping, gapped, members, .. } = self;
        let power = powers[k];
        for body in 0..members.len() {
            let row = OF_BODY * body;
            propagator.bodies.add(row + POSITION, column, position[body] * power);
            propagator.bodies.add(row + VELOCITY, column, velocity[body] * power);
            let rate = k as f64 * velocity[body] * powers[k - 1];
            propagator.bodies.add(row + ACCELERATION, column, rate);
        }
        for (place, one) in slipping.iter().enumerate() {
            let (row, slip) = (OF_SLIPPING * place, one.link.apply(velocity) * power);
            propagator.slipping.add(row + BOUND, column, slip.abs());
            propagator.slipping.add(row + INTEGRAL, column, slip * powers[1] * INVERSE[k]);
            propagator.slipping.add(row + MOMENT, column, slip * powers[2] * INVERSE[k + 1]);
            for (node, (at, _)) in NODES.iter().enumerate() {
                let there = (0..k).fold(slip, |value, _| value * at);
                propagator.slipping.add(row + AT_NODES + node, column, there);
            }
        }
        for (place, one) in gapped.iter().enumerate() {
            let (row, [e, rate]) =
                (OF_GAPPED * place, [position, velocity].map(|x| one.link.apply(x)));
            propagator.gapped.add(row + BOUND, column, (e * power).abs());
            propagator.gapped.add(row + RATE_BOUND, column, (rate * power).abs());
        }
    }

    /// Adds the coefficients of order k of the forces of stuck contacts.
    fn add_forces(
        &mut self,
        (k, column): (usize, usize),
        powers: &[f64; LAST + 3],
        lambda: &[f64],
    ) {
        for (place, &contact) in self.stuck.iter().enumerate() {
            let (row, term) = (OF_STUCK * place, lambda[contact] * powers[k]);
            self.propagator.stuck.add(row + BOUND, column, term.abs());
            self.propagator.stuck.add(row + INTEGRAL, column, term * powers[1] * INVERSE[k]);
            self.propagator.stuck.add(row + CHANGE, column, term);
        }
    }
}

impl Propagator {
    /// Makes the forms of squares from values at the nodes.
    fn take_squares(&mut self, length: f64) {
        self.squares.clear();
        let Rows { columns, values } = &self.slipping;
        for rows in values.chunks_exact(OF_SLIPPING * columns.max(&1)) {
            let at = |node: usize, column: usize| rows[(AT_NODES + node) * columns + column];
            for column in 0..*columns {
                for other in 0..=column {
                    let terms = NODES.iter().enumerate();
                    let sum: f64 = terms.map(|(n, (_, w))| w * at(n, column) * at(n, other)).sum();
                    self.squares.push(if other == column {
                        length * sum
                    } else {
                        2.0 * length * sum
                    });
                }
            }
        }
    }

    /// Returns the integral of the square of what is left of a slip velocity, by the place of its contact.
    #[inline]
    pub fn square(&self, place: usize, forces: &[f64]) -> f64 {
        let mut terms = self.squares[place * half(self.columns)..].iter();
        let mut sum = 0.0;
        for (column, force) in forces[..self.columns].iter().enumerate() {
            let row = forces[..=column].iter().zip(&mut terms);
            sum += force * row.map(|(other, term)| term * other).sum::<f64>();
        }
        sum
    }

    /// Returns a row of a body times forces.
    #[inline]
    pub fn of_body(&self, body: usize, row: usize, forces: &[f64]) -> f64 {
        self.bodies.times(OF_BODY * body + row, forces)
    }

    /// Returns a row of a slipping contact, by its place, times forces.
    #[inline]
    pub fn of_slipping(&self, place: usize, row: usize, forces: &[f64]) -> f64 {
        self.slipping.times(OF_SLIPPING * place + row, forces)
    }

    /// Returns a row of a stuck contact, by its place, times forces.
    #[inline]
    pub fn of_stuck(&self, place: usize, row: usize, forces: &[f64]) -> f64 {
        self.stuck.times(OF_STUCK * place + row, forces)
    }

    /// Returns a row of a spring with a gap, by its place, times forces.
    #[inline]
    pub fn of_gapped(&self, place: usize, row: usize, forces: &[f64]) -> f64 {
        self.gapped.times(OF_GAPPED * place + row, forces)
    }
}
