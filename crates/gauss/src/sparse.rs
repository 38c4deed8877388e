//! Symmetric matrices of a friction network, factorised.
//!
//! ```text
//!   H = diag(d) + Σ_c w_c B_cᵀ B_c
//! ```
//! is a weighted Laplacian of the graph of contacts, if ratios are 1. The order of elimination (approximate
//! minimum degree) and the pattern of the factor L D Lᵀ are found once for the rows B; other weights, also
//! 0, need the numbers only, and no memory.

use std::mem::MaybeUninit;
use std::sync::Arc;

use faer::dyn_stack::{MemStack, StackReq};
use faer::linalg::cholesky::ldlt::factor::LdltRegularization;
use faer::perm::PermRef;
use faer::prelude::IntoConst;
use faer::sparse::linalg::amd;
use faer::sparse::linalg::cholesky::simplicial::{self, SymbolicSimplicialCholesky};
use faer::sparse::utils::{permute_self_adjoint_scratch, permute_self_adjoint_to_unsorted};
use faer::sparse::{SparseColMatRef, SymbolicSparseColMatRef};
use faer::{Conj, MatMut, Par, Side};

use super::Row;

/// An order of elimination with its inverse, and the pattern of the factor, which follow from the pattern of the matrix alone.
/// Its operations are the same ones on every machine: none of them is one of dense blocks.
#[derive(Debug)]
struct Symbolic {
    order: [Vec<usize>; 2],
    factor: SymbolicSimplicialCholesky<usize>,
}

/// The matrix in the order of elimination.
#[derive(Clone, Debug, Default)]
struct Ordered {
    first: Vec<usize>,
    row_index: Vec<usize>,
    value: Vec<f64>,
}

/// The matrix H of a set of rows and its factor.
#[derive(Clone, Debug, Default)]
pub(super) struct Sparse {
    rows: Vec<Row>,
    bodies: usize,
    /// Upper triangle, column by column.
    first: Vec<usize>,
    row_index: Vec<usize>,
    value: Vec<f64>,
    /// Places of the entries of each row B: two diagonal ones and the one beside the diagonal.
    places: Vec<[usize; 3]>,
    ordered: Ordered,
    symbolic: Option<Arc<Symbolic>>,
    factor: Vec<f64>,
    solution: Vec<f64>,
    scratch: Vec<MaybeUninit<u8>>,
}

impl Sparse {
    /// Takes other rows; nothing is done if they are the present ones. False: there is no memory for the
    /// factor.
    pub fn update(&mut self, bodies: usize, rows: &[Row]) -> bool {
        if self.symbolic.is_some() && self.bodies == bodies && self.rows == rows {
            return true;
        }
        self.bodies = bodies;
        self.rows.clear();
        self.rows.extend_from_slice(rows);
        self.lay_out();
        self.symbolic = self.analyse().map(Arc::new);
        let Some(symbolic) = &self.symbolic else {
            return false;
        };
        self.factor.clear();
        self.factor.resize(symbolic.factor.len_val(), 0.0);
        self.solution.resize(bodies, 0.0);
        true
    }

    /// Takes the rows of another matrix; nothing is done if they are the present ones.
    pub fn follow(&mut self, other: &Self) {
        if self.symbolic.is_none() || self.bodies != other.bodies || self.rows != other.rows {
            self.clone_from(other);
        }
    }

    /// Lays out the upper triangle's pattern, with every diagonal entry.
    fn lay_out(&mut self) {
        let mut entries: Vec<(usize, usize)> = (0..self.bodies).map(|body| (body, body)).collect();
        let pairs = self.rows.iter().filter_map(Row::pair);
        entries.extend(pairs.map(|(i, _, j, _)| (i.max(j), i.min(j))));
        entries.sort_unstable();
        entries.dedup();
        self.first.clear();
        self.first.extend(
            (0..=self.bodies)
                .map(|column| entries.partition_point(|&(of_column, _)| of_column < column)),
        );
        self.row_index.clear();
        self.row_index.extend(entries.iter().map(|(_, row)| *row));
        self.value.clear();
        self.value.resize(entries.len(), 0.0);
        let place = |i: usize, j: usize| {
            let sought = (i.max(j), i.min(j));
            entries.partition_point(|entry| *entry < sought)
        };
        self.places.clear();
        self.places.extend(self.rows.iter().map(|row| {
            let mut ends = row.terms().map(|(body, _)| body);
            match (ends.next(), ends.next()) {
                (Some(i), Some(j)) => [place(i, i), place(j, j), place(i, j)],
                (Some(i), None) => [place(i, i); 3],
                _ => [0; 3],
            }
        }));
    }

    fn analyse(&mut self) -> Option<Symbolic> {
        let (bodies, entries) = (self.bodies, self.row_index.len());
        let bytes = StackReq::any_of(&[
            amd::order_maybe_unsorted_scratch::<usize>(bodies, entries),
            permute_self_adjoint_scratch::<usize>(bodies),
            simplicial::prefactorize_symbolic_cholesky_scratch::<usize>(bodies, entries),
            simplicial::factorize_simplicial_symbolic_cholesky_scratch::<usize>(bodies),
            simplicial::factorize_simplicial_numeric_ldlt_scratch::<usize, f64>(bodies),
        ]);
        self.scratch.resize(bytes.unaligned_bytes_required(), MaybeUninit::uninit());
        let mut order = [vec![0; bodies], vec![0; bodies]];
        let [forward, inverse] = &mut order;
        let pattern = pattern(bodies, &self.first, &self.row_index);
        let stack = MemStack::new(&mut self.scratch);
        amd::order_maybe_unsorted(forward, inverse, pattern, Default::default(), stack).ok()?;
        self.ordered.first.resize(bodies + 1, 0);
        self.ordered.row_index.resize(entries, 0);
        self.ordered.value.resize(entries, 0.0);
        let matrix = SparseColMatRef::new(pattern, &self.value);
        let matrix = self.ordered.take(matrix, &order, stack);
        let (mut parent, mut count) = (vec![0; bodies], vec![0; bodies]);
        let of = matrix.symbolic();
        let tree = simplicial::prefactorize_symbolic_cholesky(&mut parent, &mut count, of, stack);
        let factor = simplicial::factorize_simplicial_symbolic_cholesky(of, tree, &count, stack);
        Some(Symbolic { order, factor: factor.ok()? })
    }

    /// Factorises H for diagonal terms `d` per body and weights `w` per row. False: H is singular.
    pub fn factorise(&mut self, diagonal: &[f64], weight: &[f64]) -> bool {
        self.value.fill(0.0);
        for (body, d) in diagonal.iter().enumerate() {
            // The diagonal entry is the last of its column.
            self.value[self.first[body + 1] - 1] += d;
        }
        for ((row, weight), place) in self.rows.iter().zip(weight).zip(&self.places) {
            let mut terms = row.terms();
            let Some((_, q_i)) = terms.next() else { continue };
            self.value[place[0]] += weight * q_i * q_i;
            if let Some((_, q_j)) = terms.next() {
                self.value[place[1]] += weight * q_j * q_j;
                self.value[place[2]] += weight * q_i * q_j;
            }
        }
        let Some(symbolic) = self.symbolic.clone() else {
            return false;
        };
        let mut factor = std::mem::take(&mut self.factor);
        let mut scratch = std::mem::take(&mut self.scratch);
        let matrix = pattern(self.bodies, &self.first, &self.row_index);
        let matrix = SparseColMatRef::new(matrix, &self.value);
        let stack = MemStack::new(&mut scratch);
        let matrix = self.ordered.take(matrix, &symbolic.order, stack);
        let none = LdltRegularization::default();
        let done = simplicial::factorize_simplicial_numeric_ldlt(
            &mut factor,
            matrix,
            none,
            &symbolic.factor,
            stack,
        );
        (self.factor, self.scratch) = (factor, scratch);
        done.is_ok()
    }

    /// Computes `x ← H⁻¹ x`, by the last factor.
    pub fn solve(&mut self, x: &mut [f64]) {
        let Some(symbolic) = &self.symbolic else { return };
        let [forward, inverse] = &symbolic.order;
        let bodies = x.len();
        for (slot, body) in self.solution.iter_mut().zip(forward) {
            *slot = x[*body];
        }
        simplicial::SimplicialLdltRef::new(&symbolic.factor, &self.factor)
            .solve_in_place_with_conj(
                Conj::No,
                MatMut::from_column_major_slice_mut(&mut self.solution, bodies, 1),
                Par::Seq,
                MemStack::new(&mut self.scratch),
            );
        for (x, place) in x.iter_mut().zip(inverse) {
            *x = self.solution[*place];
        }
    }
}

impl Ordered {
    /// Takes the numbers of a matrix in its own order.
    fn take<'o>(
        &'o mut self,
        matrix: SparseColMatRef<'_, usize, f64>,
        [forward, inverse]: &[Vec<usize>; 2],
        stack: &mut MemStack,
    ) -> SparseColMatRef<'o, usize, f64> {
        let Self { first, row_index, value } = self;
        let order = PermRef::new_checked(forward, inverse, forward.len());
        let upper = Side::Upper;
        permute_self_adjoint_to_unsorted(
            value, first, row_index, matrix, order, upper, upper, stack,
        )
        .into_const()
    }
}

fn pattern<'p>(
    bodies: usize,
    first: &'p [usize],
    row_index: &'p [usize],
) -> SymbolicSparseColMatRef<'p, usize> {
    SymbolicSparseColMatRef::new_checked(bodies, bodies, first, None, row_index)
}
