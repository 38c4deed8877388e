//! Bodies beside those that move: their motion is told, as polynomials that were found before.

use crate::motion::series::Series;

/// Polynomials of the bodies from `first` on.
#[derive(Clone, Debug, Default)]
pub(in crate::motion) struct Told {
    pub first: usize,
    count: usize,
    pub position: Series,
    pub velocity: Series,
    /// Their masses.
    pub mass: Vec<f64>,
}

impl Told {
    /// Room for so many bodies, of which nothing is told yet.
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
