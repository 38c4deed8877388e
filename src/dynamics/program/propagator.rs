//! The terms of a motion from order 3 on, summed over a step of one length, as functions of the forces of orders 1 and 2.
//!
//! Columns belong to f₁ and f₂ of each body, rows to what a step needs of the motion. A row over τ ≤ h that bounds or
//! integrates is made of the same series.

use crate::dynamics::series::NODES;

/// Rows by columns, column after column, so that a product runs along all rows.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    rows: usize,
    values: Vec<f64>,
}

impl Table {
    pub fn reserve(&mut self, rows: usize, columns: usize) {
        self.values.reserve_exact(rows * columns);
    }

    /// Empties it, for columns of so many rows.
    pub fn clear(&mut self, rows: usize) {
        self.rows = rows;
        self.values.clear();
    }

    /// Adds a column.
    pub fn push(&mut self, column: impl Iterator<Item = f64>) {
        self.values.extend(column);
    }

    /// Writes the product with forces; most are 0 where nothing moves.
    #[inline]
    fn times(&self, forces: &[f64], product: &mut Vec<f64>) {
        product.clear();
        let mut rest = &self.values[..];
        for &force in forces {
            let (column, others) = rest.split_at(self.rows);
            rest = others;
            if force == 0.0 {
                continue;
            } else if product.is_empty() {
                product.extend(column.iter().map(|term| 0.0 + term * force));
            } else {
                product.iter_mut().zip(column).for_each(|(sum, term)| *sum += term * force);
            }
        }
        product.resize(self.rows, 0.0);
    }
}

/// Rows of motion of each body: what orders from 3 on add to the position, those from 2 on to the velocity, and the derivative of
/// that.
#[derive(Clone, Copy)]
pub(super) enum OfBody {
    Position,
    Velocity,
    Acceleration,
}
pub(super) const OF_BODY: usize = 3;

/// Numbers of slipping and stuck contacts, and of springs with a gap, by which rows are counted.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub bodies: usize,
    pub slipping: usize,
    pub stuck: usize,
    pub gapped: usize,
}

/// See the module.
#[derive(Clone, Debug, Default)]
pub(super) struct Propagator {
    /// Length of the step, s; 0 of none.
    pub length: f64,
    /// True if its series have converged.
    pub converged: bool,
    pub counts: Counts,
    /// Of bodies as [`OfBody`]; of each slipping contact the integral of what orders from 2 on add to its slip velocity, and the
    /// integral of τ times it; of each stuck one the integral of what its force changes by, and that change at the end.
    pub motion: Table,
    /// Bounds of what these orders add: of slip velocities, of forces of stuck contacts, and of the deflection and its rate of
    /// springs with a gap. These are products with the magnitudes of the forces.
    pub bounds: Table,
    /// Of each slipping contact the lower half of the symmetric form that gives the integral of the square of what is added to
    /// its slip velocity, the terms beside the diagonal doubled.
    squares: Vec<f64>,
    pub columns: usize,
}

/// Products of a propagator with the forces of a step, and the places of its rows.
#[derive(Clone, Debug, Default)]
pub(super) struct Products {
    counts: Counts,
    motion: Vec<f64>,
    bounds: Vec<f64>,
}

impl Products {
    pub fn reserve(&mut self, bodies: usize, contacts: usize, springs: usize) {
        self.motion.reserve_exact(OF_BODY * bodies + 2 * contacts);
        self.bounds.reserve_exact(contacts + 2 * springs);
    }

    /// Returns of each body what is added to its position, to its velocity, and the derivative of that.
    #[inline]
    pub fn of_bodies(&self) -> &[[f64; OF_BODY]] {
        self.motion.as_chunks().0
    }

    /// Returns what is added to the velocity of a body.
    #[inline]
    pub fn faster(&self, body: usize) -> f64 {
        self.motion[OF_BODY * body + 1]
    }

    /// Returns the integral of what is added to a slip velocity, and of τ times it, by the place of the contact.
    #[inline]
    pub fn of_slipping(&self, place: usize) -> [f64; 2] {
        let first = self.counts.slipping(place);
        [self.motion[first], self.motion[first + 1]]
    }

    /// Returns the integral of the change of a force, and the change at the end, by the place of the stuck contact.
    #[inline]
    pub fn of_stuck(&self, place: usize) -> [f64; 2] {
        let first = self.counts.stuck(place);
        [self.motion[first], self.motion[first + 1]]
    }

    /// Returns the bound of what is added to a slip velocity.
    #[inline]
    pub fn slip_bound(&self, place: usize) -> f64 {
        self.bounds[place]
    }

    /// Returns the bound of the change of the force of a stuck contact.
    #[inline]
    pub fn force_bound(&self, place: usize) -> f64 {
        self.bounds[self.counts.slipping + place]
    }

    /// Returns the bounds of what is added to the deflection of a spring with a gap, and to its rate.
    #[inline]
    pub fn gap_bounds(&self, place: usize) -> [f64; 2] {
        let first = self.counts.gapped(place);
        [self.bounds[first], self.bounds[first + 1]]
    }
}

/// Returns the number of terms of a symmetric form.
fn half(columns: usize) -> usize {
    columns * (columns + 1) / 2
}

impl Counts {
    pub fn slipping(&self, place: usize) -> usize {
        OF_BODY * self.bodies + 2 * place
    }

    pub fn stuck(&self, place: usize) -> usize {
        self.slipping(self.slipping + place)
    }

    pub fn gapped(&self, place: usize) -> usize {
        self.slipping + self.stuck + 2 * place
    }

    /// Returns the numbers of rows of motion and of bounds.
    pub fn rows(&self) -> [usize; 2] {
        [self.stuck(self.stuck), self.gapped(self.gapped)]
    }
}

impl Propagator {
    /// Returns the numbers of terms of its tables and forms, at most.
    fn sizes(bodies: usize, contacts: usize, springs: usize) -> [usize; 3] {
        let columns = 2 * bodies;
        let motion = (OF_BODY * bodies + 2 * contacts) * columns;
        [motion, (contacts + 2 * springs) * columns, contacts * half(columns)]
    }

    /// Returns the number of its terms for these numbers of elements, at most.
    pub fn size(bodies: usize, contacts: usize, springs: usize) -> usize {
        Self::sizes(bodies, contacts, springs).iter().sum()
    }

    pub fn reserve(&mut self, bodies: usize, contacts: usize, springs: usize) {
        let [motion, bounds, squares] = Self::sizes(bodies, contacts, springs);
        self.motion.values.reserve_exact(motion);
        self.bounds.values.reserve_exact(bounds);
        self.squares.reserve_exact(squares);
    }

    /// Forgets it: parameters or modes are others.
    pub fn forget(&mut self) {
        self.length = 0.0;
    }

    /// Writes its products with forces and their magnitudes.
    #[inline]
    pub fn times(&self, [forces, magnitudes]: [&[f64]; 2], products: &mut Products) {
        products.counts = self.counts;
        self.motion.times(forces, &mut products.motion);
        self.bounds.times(magnitudes, &mut products.bounds);
    }

    /// Makes the forms of squares from the values of what is added to slip velocities at the nodes.
    pub fn take_squares(&mut self, nodes: &Table) {
        let Self { squares, columns, length, .. } = self;
        squares.clear();
        for first in (0..nodes.rows).step_by(NODES.len()) {
            let at = |column: usize| &nodes.values[column * nodes.rows + first..][..NODES.len()];
            for column in 0..*columns {
                for other in 0..=column {
                    let products = at(column).iter().zip(at(other)).zip(&NODES);
                    let sum: f64 =
                        products.map(|((one, other), (_, weight))| weight * one * other).sum();
                    squares.push(if other == column { *length * sum } else { 2.0 * *length * sum });
                }
            }
        }
    }

    /// Returns the integral of the square of what is added to a slip velocity, by the place of its contact.
    #[inline]
    pub fn square(&self, place: usize, forces: &[f64]) -> f64 {
        let mut terms = &self.squares[place * half(self.columns)..];
        let mut sum = 0.0;
        for (column, force) in forces[..self.columns].iter().enumerate() {
            let (row, rest) = terms.split_at(column + 1);
            terms = rest;
            sum += force * row.iter().zip(forces).map(|(term, other)| term * other).sum::<f64>();
        }
        sum
    }
}
