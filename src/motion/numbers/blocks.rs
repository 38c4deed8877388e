//! Bodies that their inertia couples: blocks of the mass matrix M, each with its inverse W.
//!
//! A block is given by its matrix or by its inverse; the other one follows. It may be given anew at any communication
//! point, which costs n³ operations and no memory.

use super::Numbers;
use super::update::next_stamp;
use crate::gauss::skyline::Skyline;
use crate::gauss::{CoupledMass, Inertia, Row};

/// What a block is given by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::motion) enum GivenBy {
    /// M, kg and the like.
    Matrix,
    /// W = M⁻¹, as hosts know it at the flanges of a mechanism.
    Inverse,
}

/// A block of M.
#[derive(Clone, Debug, Default)]
struct Block {
    /// Its bodies, by their places among those with unknown motion.
    unknown: Vec<usize>,
    /// M and W, by rows.
    matrix: Vec<f64>,
    inverse: Vec<f64>,
    /// Its first entry in [`Blocks::coupled`].
    first: usize,
}

/// All blocks, and where each body is.
#[derive(Clone, Debug, Default)]
pub(in crate::motion) struct Blocks {
    list: Vec<Block>,
    /// Of each body with unknown motion: its block, and its place there.
    place: Vec<Option<(usize, usize)>>,
    /// Entries of M beside its diagonal.
    coupled: Vec<CoupledMass>,
    /// Rows of all that couples bodies: contacts, and these entries.
    rows: Vec<Row>,
    factor: Skyline,
    column: Vec<f64>,
}

impl Blocks {
    /// Takes blocks of bodies with unknown motion, each in at most one; their matrices are to be given.
    pub fn lay_out(&mut self, unknown: usize, blocks: impl Iterator<Item = Vec<usize>>) {
        self.list.clear();
        self.coupled.clear();
        self.place.clear();
        self.place.resize(unknown, None);
        for bodies in blocks {
            let size = bodies.len();
            for (k, body) in bodies.iter().enumerate() {
                self.place[*body] = Some((self.list.len(), k));
            }
            let square = vec![0.0; size * size];
            let first = self.coupled.len();
            for (k, &i) in bodies.iter().enumerate() {
                self.coupled.extend(bodies[k + 1..].iter().map(|&j| CoupledMass {
                    i,
                    j,
                    mass: 0.0,
                }));
            }
            let (matrix, inverse) = (square.clone(), square);
            self.list.push(Block { unknown: bodies, matrix, inverse, first });
            self.column.resize(self.column.len().max(size), 0.0);
        }
    }

    /// True if these are the blocks: so many, each with these bodies.
    pub fn are<I: Iterator<Item = usize>>(
        &self,
        count: usize,
        bodies: impl Fn(usize) -> I,
    ) -> bool {
        let same =
            |(place, block): (usize, &Block)| bodies(place).eq(block.unknown.iter().copied());
        self.list.len() == count && self.list.iter().enumerate().all(same)
    }

    /// True where M is diagonal.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Takes the rows of contacts.
    pub fn take_rows(&mut self, rows: &[Row]) {
        self.rows.clear();
        if !self.is_empty() {
            self.rows.extend_from_slice(rows);
            self.rows.extend(self.coupled.iter().map(CoupledMass::row));
        }
    }

    /// Rows of all that couples bodies.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Entries of M beside its diagonal.
    pub fn coupled(&self) -> &[CoupledMass] {
        &self.coupled
    }

    /// True of a body with unknown motion that others are coupled to.
    pub fn contains(&self, unknown: usize) -> bool {
        self.place.get(unknown).is_some_and(Option::is_some)
    }

    /// Bodies of the block of a body, itself among them; none of one that nothing is coupled to.
    pub fn mates(&self, unknown: usize) -> &[usize] {
        let block = self.place.get(unknown).copied().flatten();
        block.map_or(&[], |(block, _)| &self.list[block].unknown)
    }

    /// An entry of M; None unless both bodies are in one block.
    pub fn mass(&self, i: usize, j: usize) -> Option<f64> {
        let ((block, k), (other, l)) = (self.place.get(i).copied()??, self.place[j]?);
        let Block { matrix, unknown, .. } = &self.list[block];
        (block == other).then(|| matrix[k * unknown.len() + l])
    }

    /// An entry of W; None unless both bodies are in one block.
    pub fn inverse(&self, i: usize, j: usize) -> Option<f64> {
        let ((block, k), (other, l)) = (self.place.get(i).copied()??, self.place[j]?);
        let Block { inverse, unknown, .. } = &self.list[block];
        (block == other).then(|| inverse[k * unknown.len() + l])
    }

    /// Σ_j |W_ij|: the most by which forces of size 1 on the bodies of its block accelerate a body.
    pub fn response(&self, unknown: usize) -> Option<f64> {
        let (block, k) = self.place.get(unknown).copied()??;
        let Block { inverse, unknown, .. } = &self.list[block];
        let size = unknown.len();
        Some(inverse[k * size..][..size].iter().map(|entry| entry.abs()).sum())
    }

    /// Gives a block by its matrix or its inverse, entry by entry for k ≤ l. False if it is not positive definite, and
    /// then as before.
    fn give(&mut self, index: usize, by: GivenBy, entry: impl Fn(usize, usize) -> f64) -> bool {
        let Self { list, coupled, factor, column, .. } = self;
        let Block { unknown, matrix, inverse, first } = &mut list[index];
        let size = unknown.len();
        factor.shape(size, (1..size).map(|row| (row, 0)));
        for row in 0..size {
            (0..=row).for_each(|column| factor.add(row, column, entry(column, row)));
        }
        if factor.factor().is_err() {
            return false;
        }
        let (own, other) = match by {
            GivenBy::Matrix => (&mut *matrix, inverse),
            GivenBy::Inverse => (inverse, &mut *matrix),
        };
        for k in 0..size {
            column[..size].fill(0.0);
            column[k] = 1.0;
            factor.solve(&mut column[..size]);
            for l in k..size {
                (own[k * size + l], own[l * size + k]) = (entry(k, l), entry(k, l));
                (other[k * size + l], other[l * size + k]) = (column[l], column[l]);
            }
        }
        let pairs = (0..size).flat_map(|k| (k + 1..size).map(move |l| (k, l)));
        for (one, (k, l)) in coupled[*first..].iter_mut().zip(pairs) {
            one.mass = matrix[k * size + l];
        }
        true
    }
}

impl Numbers {
    /// Gives a block of the mass matrix by itself or by its inverse, entry by entry for k ≤ l, in the order of its bodies:
    /// masses, entries beside them and the inverse follow. False if it is not positive definite, and then as before.
    pub fn give_block(
        &mut self,
        block: usize,
        by: GivenBy,
        entry: impl Fn(usize, usize) -> f64,
    ) -> bool {
        if !self.blocks.give(block, by, entry) {
            return false;
        }
        let Block { unknown, matrix, .. } = &self.blocks.list[block];
        for (k, body) in unknown.iter().enumerate() {
            self.mass[*body] = matrix[k * unknown.len() + k];
        }
        self.stamp = next_stamp();
        true
    }

    /// The mass matrix of bodies with unknown motion.
    pub fn inertia(&self) -> Inertia<'_> {
        Inertia { diagonal: &self.mass, coupled: self.blocks.coupled() }
    }

    /// The same with other masses on its diagonal, such as stand-ins for 0.
    pub fn inertia_with<'k>(&'k self, mass: &'k [f64]) -> Inertia<'k> {
        Inertia { diagonal: mass, coupled: self.blocks.coupled() }
    }

    /// The row of M of a body with unknown motion: bodies, itself among them, and entries.
    pub fn mass_row(&self, body: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        self.row_of(body, |unknown, other| match self.blocks.mass(unknown, other) {
            Some(mass) => mass,
            None => self.mass[unknown],
        })
    }

    /// The row of W = M⁻¹ of a body with a mass.
    pub fn inverse_row(&self, body: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        self.row_of(body, |unknown, other| match self.blocks.inverse(unknown, other) {
            Some(inverse) => inverse,
            None => 1.0 / self.mass[unknown],
        })
    }

    /// The entries of a body and of those in its block.
    fn row_of<'n>(
        &'n self,
        body: usize,
        entry: impl Fn(usize, usize) -> f64 + 'n,
    ) -> impl Iterator<Item = (usize, f64)> + 'n {
        let unknown = self.unknown_of(body);
        let mates = unknown.map_or(&[][..], |unknown| self.blocks.mates(unknown));
        let alone = unknown.filter(|_| mates.is_empty());
        mates.iter().copied().chain(alone).map(move |other| {
            (self.body_of[other], unknown.map_or(0.0, |unknown| entry(unknown, other)))
        })
    }

    /// The least mass with which a body resists: forces of size f on it and on the bodies coupled to it accelerate it by
    /// no more than f divided by that. None for bodies without mass and of known motion.
    pub fn least_mass(&self, body: usize) -> Option<f64> {
        let mass = self.mass_of(body)?;
        let response = self.unknown_of(body).and_then(|unknown| self.blocks.response(unknown));
        Some(response.map_or(mass, |response| 1.0 / response))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two bodies, M = [[2, 1], [1, 1]], W = [[1, −1], [−1, 2]], beside one without.
    fn pair() -> Numbers {
        let mut numbers = Numbers { mass: vec![0.0; 3], ..Numbers::default() };
        numbers.blocks.lay_out(3, [vec![2, 0]].into_iter());
        numbers
    }

    #[test]
    fn a_block_is_given_either_way() {
        let matrix = |k: usize, l: usize| [2.0, 1.0, 1.0][k + l];
        let inverse = |k: usize, l: usize| [1.0, -1.0, 2.0][k + l];
        let mut by_matrix = pair();
        assert!(by_matrix.give_block(0, GivenBy::Matrix, matrix));
        let mut by_inverse = pair();
        assert!(by_inverse.give_block(0, GivenBy::Inverse, inverse));
        for numbers in [by_matrix, by_inverse] {
            let near = |a: f64, exact: f64| assert!((a - exact).abs() < 2e-15, "{a}");
            let [first, free, second] = numbers.mass[..] else { panic!("three bodies") };
            [(first, 1.0), (free, 0.0), (second, 2.0)].map(|(mass, exact)| near(mass, exact));
            let [CoupledMass { i: 2, j: 0, mass }] = *numbers.blocks.coupled() else {
                panic!("one entry")
            };
            near(mass, 1.0);
            for ((i, j), exact) in [((2, 2), 1.0), ((2, 0), -1.0), ((0, 0), 2.0)] {
                near(numbers.blocks.inverse(i, j).expect("of one block"), exact);
            }
            assert_eq!(numbers.blocks.inverse(1, 0), None);
            near(numbers.blocks.response(0).expect("in a block"), 3.0);
            let mut momenta = [0.0; 3];
            numbers.inertia().add_momenta(1.0, |unknown| [3.0, 7.0, 5.0][unknown], &mut momenta);
            assert!((momenta[0] - 8.0).abs() + (momenta[2] - 13.0).abs() < 2e-14, "{momenta:?}");
        }
    }

    #[test]
    fn what_is_not_positive_definite_is_not_taken() {
        let mut numbers = pair();
        assert!(numbers.give_block(0, GivenBy::Matrix, |k, l| [2.0, 1.0, 1.0][k + l]));
        let before = numbers.stamp;
        for wrong in [[1.0, 1.0, 1.0], [1.0, 2.0, 1.0], [-1.0, 0.0, 1.0], [1.0, f64::NAN, 1.0]] {
            assert!(!numbers.give_block(0, GivenBy::Matrix, |k, l| wrong[k + l]));
        }
        assert_eq!((numbers.stamp, &numbers.mass[..]), (before, &[1.0, 0.0, 2.0][..]));
    }
}
