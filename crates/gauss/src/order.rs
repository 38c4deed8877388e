//! An order of elimination of bodies that keeps factors sparse (approximate minimum degree; P. R. Amestoy,
//! T. A. Davis, I. S. Duff, SIAM J. Matrix Anal. Appl. 17, 1996), found once for the rows of a network.
//!
//! It serves clusters of bodies as well, eliminated in the order of their last bodies: an order of
//! elimination is a tree decomposition of the graph of bodies, and contracting edges of the graph contracts
//! it. So no other set of stuck contacts needs a new order.

use std::mem::MaybeUninit;

use faer::dyn_stack::MemStack;
use faer::sparse::linalg::amd;

use super::Row;
use super::cholesky::Cholesky;

/// Bodies up to this number are eliminated as they come: at worst the factor is full.
const FEW: usize = 32;

#[derive(Clone, Debug, Default)]
pub(super) struct Order {
    rows: Vec<Row>,
    /// The bodies in order, and the place of each.
    sequence: Vec<usize>,
    place: Vec<usize>,
    pattern: Cholesky,
    scratch: Vec<MaybeUninit<u8>>,
}

impl Order {
    /// Takes other rows; nothing is done if they are the present ones.
    pub fn update(&mut self, bodies: usize, rows: &[Row]) {
        if self.sequence.len() == bodies && self.rows == rows {
            return;
        }
        self.rows.clear();
        self.rows.extend_from_slice(rows);
        self.sequence.clear();
        self.sequence.extend(0..bodies);
        self.place.clear();
        self.place.extend(0..bodies);
        if bodies > FEW {
            self.minimise_degrees();
        }
    }

    fn minimise_degrees(&mut self) {
        let bodies = self.sequence.len();
        self.pattern.clear(bodies);
        for (i, _, j, _) in self.rows.iter().filter_map(Row::pair) {
            self.pattern.add(i, j, 0.0);
        }
        let pattern = self.pattern.pattern();
        let bytes = amd::order_maybe_unsorted_scratch::<usize>(bodies, pattern.compute_nnz());
        self.scratch.resize(bytes.unaligned_bytes_required(), MaybeUninit::uninit());
        let (sequence, place) = (&mut self.sequence, &mut self.place);
        let stack = MemStack::new(&mut self.scratch);
        if amd::order_maybe_unsorted(sequence, place, pattern, Default::default(), stack).is_err() {
            // There are not enough indices for the search; any order will do.
            sequence.iter_mut().enumerate().for_each(|(k, body)| *body = k);
            place.copy_from_slice(sequence);
        }
    }

    /// Returns the bodies in order.
    pub fn sequence(&self) -> &[usize] {
        &self.sequence
    }

    /// Returns the place of each body in it.
    pub fn places(&self) -> &[usize] {
        &self.place
    }
}
