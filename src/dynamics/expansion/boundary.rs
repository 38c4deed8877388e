//! Boundary motion: bodies beside those that move follow polynomials that were found before.

use crate::dynamics::series::Series;

/// Polynomials of the bodies from `first` on.
#[derive(Clone, Debug, Default)]
pub(in crate::dynamics) struct Boundary {
    pub first: usize,
    count: usize,
    pub position: Series,
    pub velocity: Series,
    /// Their masses.
    pub mass: Vec<f64>,
}

impl Boundary {
    /// Reserves memory for this number of bodies, whose motion is not known yet.
    pub fn resize(&mut self, first: usize, count: usize, orders: usize) {
        (self.first, self.count) = (first, count);
        self.mass.clear();
        self.mass.resize(count, 0.0);
        self.position.resize(count, orders);
        self.velocity.resize(count, orders);
    }

    pub fn count(&self) -> usize {
        self.count
    }
}
