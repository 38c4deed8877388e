//! Bodies that their inertia couples: blocks of the mass matrix M, each with its inverse W.
//!
//! A block is given by its matrix or by its inverse; the other one follows. It may be given again at any communication
//! point, which costs n³ operations and no memory.

use crate::gauss::{CoupledMass, Row};
use crate::skyline::Skyline;

/// Form in which a block is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::dynamics) enum GivenBy {
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
pub(in crate::dynamics) struct Blocks {
    list: Vec<Block>,
    /// Block of each body with unknown motion, and its place there.
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

    /// True if these are the blocks: this number, each with these bodies.
    pub fn are<I: Iterator<Item = usize>>(
        &self,
        count: usize,
        bodies: impl Fn(usize) -> I,
    ) -> bool {
        let same =
            |(place, block): (usize, &Block)| bodies(place).eq(block.unknown.iter().copied());
        self.list.len() == count && self.list.iter().enumerate().all(same)
    }

    /// Returns the masses of a block, each with the place of its body among those with unknown motion.
    pub fn masses(&self, block: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        let Block { unknown, matrix, .. } = &self.list[block];
        unknown.iter().enumerate().map(|(k, body)| (*body, matrix[k * unknown.len() + k]))
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

    /// Returns the rows of all that couples bodies.
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

    /// Returns the bodies of the block of a body, itself among them; none of one that nothing is coupled to.
    pub fn mates(&self, unknown: usize) -> &[usize] {
        let block = self.place.get(unknown).copied().flatten();
        block.map_or(&[], |(block, _)| &self.list[block].unknown)
    }

    /// Returns an entry of M; None unless both bodies are in one block.
    pub fn mass(&self, i: usize, j: usize) -> Option<f64> {
        self.entry(i, j, |block| &block.matrix)
    }

    /// Returns an entry of W; None unless both bodies are in one block.
    pub fn inverse(&self, i: usize, j: usize) -> Option<f64> {
        self.entry(i, j, |block| &block.inverse)
    }

    fn entry(&self, i: usize, j: usize, matrix: impl Fn(&Block) -> &[f64]) -> Option<f64> {
        let ((block, k), (other, l)) = (self.place.get(i).copied()??, self.place[j]?);
        let one = &self.list[block];
        (block == other).then(|| matrix(one)[k * one.unknown.len() + l])
    }

    /// Returns Σ_j |W_ij|: the most by which forces of size 1 on the bodies of its block accelerate a body.
    pub fn response(&self, unknown: usize) -> Option<f64> {
        let (block, k) = self.place.get(unknown).copied()??;
        let Block { inverse, unknown, .. } = &self.list[block];
        let size = unknown.len();
        Some(inverse[k * size..][..size].iter().map(|entry| entry.abs()).sum())
    }

    /// Gives a block by its matrix or its inverse, entry by entry for k ≤ l. False if it is not positive definite, and
    /// then as before.
    pub fn give(&mut self, index: usize, by: GivenBy, entry: impl Fn(usize, usize) -> f64) -> bool {
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
