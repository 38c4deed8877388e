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

use faer::dyn_stack::MemStack;
use faer::linalg::cholesky::ldlt::factor::LdltRegularization;
use faer::sparse::linalg::SupernodalThreshold;
use faer::sparse::linalg::cholesky::{
    CholeskySymbolicParams, LdltRef, SymbolicCholesky, SymmetricOrdering,
    factorize_symbolic_cholesky,
};
use faer::sparse::{SparseColMatRef, SymbolicSparseColMatRef};
use faer::{Conj, MatMut, Par, Side};

use super::Row;

/// The matrix H of a set of rows and its factor.
#[derive(Clone, Debug, Default)]
pub(super) struct Sparse {
    rows: Vec<Row>,
    bodies: usize,
    /// Upper triangle, column by column.
    first: Vec<usize>,
    row_index: Vec<usize>,
    value: Vec<f64>,
    /// Where the entries of a row B go: two diagonal ones and the one beside the diagonal.
    places: Vec<[usize; 3]>,
    symbolic: Option<Arc<SymbolicCholesky<usize>>>,
    factor: Vec<f64>,
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
        self.factor.resize(symbolic.len_val(), 0.0);
        let numbers = symbolic.factorize_numeric_ldlt_scratch::<f64>(Par::Seq, Default::default());
        let solution = symbolic.solve_in_place_scratch::<f64>(1, Par::Seq);
        let bytes = numbers.or(solution).unaligned_bytes_required();
        self.scratch.resize(bytes, MaybeUninit::uninit());
        true
    }

    /// The upper triangle's pattern, with every diagonal entry.
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

    fn pattern(&self) -> SymbolicSparseColMatRef<'_, usize> {
        let (bodies, first, row_index) = (self.bodies, &self.first, &self.row_index);
        SymbolicSparseColMatRef::new_checked(bodies, bodies, first, None, row_index)
    }

    fn analyse(&self) -> Option<SymbolicCholesky<usize>> {
        let parameters = CholeskySymbolicParams {
            // The same operations on every machine.
            supernodal_flop_ratio_threshold: SupernodalThreshold::FORCE_SIMPLICIAL,
            ..CholeskySymbolicParams::default()
        };
        let ordering = SymmetricOrdering::Amd;
        factorize_symbolic_cholesky(self.pattern(), Side::Upper, ordering, parameters).ok()
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
        let matrix = SparseColMatRef::new(self.pattern(), &self.value);
        let done = symbolic
            .factorize_numeric_ldlt(
                &mut factor,
                matrix,
                Side::Upper,
                LdltRegularization::default(),
                Par::Seq,
                MemStack::new(&mut scratch),
                Default::default(),
            )
            .is_ok();
        (self.factor, self.scratch) = (factor, scratch);
        done
    }

    /// `x ← H⁻¹ x`, by the last factor.
    pub fn solve(&mut self, x: &mut [f64]) {
        let Some(symbolic) = &self.symbolic else { return };
        let bodies = x.len();
        LdltRef::new(symbolic, &self.factor).solve_in_place_with_conj(
            Conj::No,
            MatMut::from_column_major_slice_mut(x, bodies, 1),
            Par::Seq,
            MemStack::new(&mut self.scratch),
        );
    }
}
