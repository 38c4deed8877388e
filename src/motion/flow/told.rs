//! Bodies beside those that move: their motion is told, as polynomials that were found before.

use super::Flow;
use crate::motion::series::Series;

/// Polynomials of the bodies from `first` on.
#[derive(Clone, Debug, Default)]
pub(in crate::motion) struct Told {
    first: usize,
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

impl Flow {
    /// Takes positions and velocities of order k of what is told.
    pub(super) fn take_told(&mut self, k: usize) {
        let Self { told, position, velocity, .. } = self;
        if told.count > 0 {
            let bodies = told.first..told.first + told.count;
            position.row_mut(k)[bodies.clone()].copy_from_slice(told.position.row(k));
            velocity.row_mut(k)[bodies].copy_from_slice(told.velocity.row(k));
        }
    }

    /// The same of order k + 1, and forces of order k, all of them: a series is not at its end before what is told is.
    pub(super) fn follow_told(&mut self, k: usize) {
        self.take_told(k + 1);
        let Self { told, force, .. } = self;
        for (place, mass) in told.mass.iter().enumerate() {
            let rate = (k + 1) as f64 * told.velocity.at(k + 1, place);
            force.set(k, told.first + place, mass * rate);
        }
    }
}
