//! Cholesky's factor `A = L Lᵀ` of a sparse symmetric matrix whose pattern may differ from call to call.
//!
//! The order of elimination is the order of the unknowns: [`super::order`] finds a good one. The numbers,
//! and the elimination tree that goes with the pattern, are `faer`'s (up-looking, T. A. Davis, "Algorithm 849: a
//! concise sparse Cholesky factorization package", ACM TOMS 31, 2005): the same operations on every
//! machine, and no memory beyond that of the largest factor so far.

use std::mem::MaybeUninit;

use crate::tolerances::MANY_TERMS;
use faer::dyn_stack::MemStack;
use faer::linalg::cholesky::llt::factor::{LltError, LltRegularization};
use faer::sparse::linalg::cholesky::simplicial;
use faer::sparse::{SparseColMatRef, SymbolicSparseColMatRef};

/// An entry of the upper triangle.
#[derive(Clone, Copy, Debug)]
struct Entry {
    row: usize,
    column: usize,
    value: f64,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Cholesky {
    size: usize,
    diagonal: Vec<f64>,
    /// Entries beside the diagonal; those in one place add up.
    entries: Vec<Entry>,
    // The upper triangle by columns.
    first: Vec<usize>,
    cursor: Vec<usize>,
    row: Vec<usize>,
    value: Vec<f64>,
    // L by columns, the diagonal first.
    parent: Vec<isize>,
    count: Vec<usize>,
    first_of_l: Vec<usize>,
    row_of_l: Vec<usize>,
    l: Vec<f64>,
    scratch: Vec<MaybeUninit<u8>>,
}

impl Cholesky {
    /// Sets the matrix to zeros.
    pub fn clear(&mut self, size: usize) {
        self.size = size;
        self.diagonal.clear();
        self.diagonal.resize(size, 0.0);
        self.entries.clear();
    }

    pub fn size(&self) -> usize {
        self.size
    }

    /// Adds to an entry and, off the diagonal, to its mirror image.
    pub fn add(&mut self, i: usize, j: usize, value: f64) {
        if i == j {
            self.diagonal[i] += value;
        } else {
            self.entries.push(Entry { row: i.min(j), column: i.max(j), value });
        }
    }

    /// # Errors
    /// The unknown at which the matrix proves not to be positive definite.
    pub fn factorise(&mut self) -> Result<(), usize> {
        self.lay_out();
        let size = self.size;
        let (first, row) = (&self.first, &self.row);
        let pattern = SymbolicSparseColMatRef::new_unsorted_checked(size, size, first, None, row);
        let nonzero = self.row.len();
        let bytes = simplicial::prefactorize_symbolic_cholesky_scratch::<usize>(size, nonzero)
            .or(simplicial::factorize_simplicial_numeric_llt_scratch::<usize, f64>(size))
            .unaligned_bytes_required();
        if self.scratch.len() < bytes {
            self.scratch.resize(bytes, MaybeUninit::uninit());
        }
        let stack = MemStack::new(&mut self.scratch);
        self.parent.resize(size, 0);
        self.count.clear();
        self.count.resize(size, 0);
        let tree = simplicial::prefactorize_symbolic_cholesky(
            &mut self.parent,
            &mut self.count,
            pattern,
            stack,
        );
        self.first_of_l.clear();
        self.first_of_l.push(0);
        let mut filled = 0;
        for count in &self.count {
            filled += count;
            self.first_of_l.push(filled);
        }
        self.row_of_l.resize(filled, 0);
        self.l.resize(filled, 0.0);
        let factorised = simplicial::factorize_simplicial_numeric_llt_with_row_idx(
            &mut self.l,
            &mut self.row_of_l,
            &self.first_of_l,
            tree,
            SparseColMatRef::new(pattern, &self.value),
            LltRegularization::default(),
            stack,
        );
        // The error counts from 1.
        factorised.map_err(|LltError::NonPositivePivot { index }| index - 1)?;
        let pivots = self.first_of_l[..size].iter().map(|first| self.l[*first]);
        let mut diagonal = pivots.zip(&self.diagonal);
        // What is no number is no pivot.
        let round_off = |(pivot, whole): (f64, &f64)| {
            let square = pivot * pivot;
            square.is_nan() || square <= MANY_TERMS * whole
        };
        diagonal.position(round_off).map_or(Ok(()), Err)
    }

    /// Returns the upper triangle's pattern; an entry may come more than once.
    pub fn pattern(&mut self) -> SymbolicSparseColMatRef<'_, usize> {
        self.lay_out();
        let size = self.size;
        SymbolicSparseColMatRef::new_unsorted_checked(size, size, &self.first, None, &self.row)
    }

    fn lay_out(&mut self) {
        self.first.clear();
        self.first.resize(self.size + 1, 0);
        for entry in &self.entries {
            self.first[entry.column + 1] += 1;
        }
        for column in 0..self.size {
            // One more for the diagonal.
            self.first[column + 1] += self.first[column] + 1;
        }
        let nonzero = self.size + self.entries.len();
        self.row.resize(nonzero, 0);
        self.value.resize(nonzero, 0.0);
        self.cursor.clear();
        self.cursor.extend_from_slice(&self.first);
        for &Entry { row, column, value } in &self.entries {
            let place = self.cursor[column];
            (self.row[place], self.value[place]) = (row, value);
            self.cursor[column] += 1;
        }
        for (column, diagonal) in self.diagonal.iter().enumerate() {
            let place = self.cursor[column];
            (self.row[place], self.value[place]) = (column, *diagonal);
        }
    }

    /// Computes `x ← A⁻¹ x`
    pub fn solve(&self, x: &mut [f64]) {
        self.substitute(x, |l| l);
    }

    /// Computes `x ← y ≥ |A⁻¹| x` for x ≥ 0: `|L⁻¹| ≤ ⟨L⟩⁻¹`, ⟨L⟩ being L with its entries off the diagonal made
    /// negative. It is `|A⁻¹| x` itself if signs of unknowns make A an M-matrix.
    pub fn bound(&self, x: &mut [f64]) {
        self.substitute(x, |l| -l.abs());
    }

    fn substitute(&self, x: &mut [f64], beside: impl Fn(f64) -> f64) {
        for column in 0..self.size {
            let (rows, l) = self.column_of_l(column);
            let solved = x[column] / l[0];
            x[column] = solved;
            for (row, l) in rows[1..].iter().zip(&l[1..]) {
                x[*row] -= beside(*l) * solved;
            }
        }
        for column in (0..self.size).rev() {
            let (rows, l) = self.column_of_l(column);
            let below = rows[1..].iter().zip(&l[1..]);
            let sum = below.fold(x[column], |sum, (row, l)| sum - beside(*l) * x[*row]);
            x[column] = sum / l[0];
        }
    }

    fn column_of_l(&self, column: usize) -> (&[usize], &[f64]) {
        let range = self.first_of_l[column]..self.first_of_l[column + 1];
        (&self.row_of_l[range.clone()], &self.l[range])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Solutions satisfy the equations, and the bound bounds them whatever the signs of the load.
        #[test]
        fn solutions_and_bounds(
            size in 1usize..12,
            elements in prop::collection::vec((0usize..12, 0usize..12, -10.0..10.0f64), 0..30),
            x in prop::collection::vec(-1.0..1.0f64, 12),
        ) {
            let mut dense = vec![vec![0.0; size]; size];
            let mut matrix = Cholesky::default();
            matrix.clear(size);
            (0..size).for_each(|i| matrix.add(i, i, 1.0));
            (0..size).for_each(|i| dense[i][i] = 1.0);
            for (i, j, d) in elements.into_iter().map(|(i, j, d)| (i % size, j % size, d)) {
                if i != j {
                    for (a, b, value) in [(i, i, d.abs()), (j, j, d.abs())] {
                        matrix.add(a, b, value);
                        dense[a][b] += value;
                    }
                    matrix.add(i, j, d);
                    dense[i][j] += d;
                    dense[j][i] += d;
                }
            }
            let product = |row: &Vec<f64>| row.iter().zip(&x).map(|(a, x)| a * x).sum::<f64>();
            let mut load: Vec<f64> = dense.iter().map(product).collect();
            prop_assert_eq!(matrix.factorise(), Ok(()));
            let mut bound: Vec<f64> = load.iter().map(|load| load.abs()).collect();
            matrix.bound(&mut bound);
            matrix.solve(&mut load);
            for ((solved, x), bound) in load.iter().zip(&x).zip(&bound) {
                prop_assert!((solved - x).abs() < 1e-10);
                prop_assert!(x.abs() <= bound + 1e-10);
            }
        }
    }

    /// A chain of resistances that nothing ties to the ground drifts as a whole, though round-off may leave
    /// a pivot above 0.
    #[test]
    fn a_drifting_chain_is_singular() {
        let mut matrix = Cholesky::default();
        for d in [0.1, 0.3, 0.7, 1.1] {
            matrix.clear(3);
            for (i, d) in [(0, d), (1, 0.7)] {
                matrix.add(i, i, d);
                matrix.add(i + 1, i + 1, d);
                matrix.add(i, i + 1, -d);
            }
            assert_eq!(matrix.factorise(), Err(2), "{d}");
        }
    }
}
