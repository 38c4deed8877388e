//! A contact as the active set sees it.

use super::super::Contact;
use super::super::cholesky::Cholesky;
use crate::Confine;

/// A contact in the work space. A missing body is the ground, which has an index of its own (one past
/// the bodies) and does not move, so that loops over contacts need not ask.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tie {
    pub i: usize,
    pub j: usize,
    pub q_i: f64,
    pub q_j: f64,
    pub beta: f64,
    pub lower: f64,
    pub upper: f64,
    pub viscous: f64,
    /// B K⁻¹ Bᵀ, with the diagonal of the metric for K.
    pub compliance: f64,
    pub lambda: f64,
    /// Round-off of u, if not free.
    pub noise: f64,
    /// Least round-off of u: with this error the contact entered its range and was to leave it immediately.
    pub doubt: f64,
}

impl Tie {
    /// Makes a contact of a network with so many bodies.
    pub fn new(contact: &Contact, bodies: usize) -> Self {
        let Contact { row, beta, lower, upper, viscous } = *contact;
        let end = |body: Option<usize>, q: f64| body.map_or((bodies, 0.0), |body| (body, q));
        let ((i, q_i), (j, q_j)) = (end(row.i, row.q_i), end(row.j, row.q_j));
        let lambda = 0.0f64.confined(lower, upper);
        let (compliance, noise, doubt) = (0.0, 0.0, 0.0);
        Self { i, j, q_i, q_j, beta, lower, upper, viscous, compliance, lambda, noise, doubt }
    }

    /// Takes the compliance from 1/m of every body and, last, the ground.
    pub fn measure(&mut self, mobility: &[f64]) {
        self.compliance =
            self.q_i * self.q_i * mobility[self.i] + self.q_j * self.q_j * mobility[self.j];
    }

    /// True if the range of λ is more than one value.
    pub fn can_stick(&self) -> bool {
        self.lower < self.upper
    }

    /// Returns u
    pub fn slip(&self, acceleration: &[f64]) -> f64 {
        self.q_i * acceleration[self.i] + self.q_j * acceleration[self.j] - self.beta
    }

    /// Returns the round-off of u, from the sizes of the terms of the motion.
    pub fn round_off(&self, still: f64, size: &[f64]) -> f64 {
        let ends = self.q_i.abs() * size[self.i] + self.q_j.abs() * size[self.j];
        (still * (ends + self.beta.abs())).max(self.doubt)
    }

    /// Returns the change of u.
    pub fn rate(&self, change: &[f64]) -> f64 {
        self.q_i * change[self.i] + self.q_j * change[self.j]
    }

    /// Returns λ within its range.
    pub fn clip(&self, lambda: f64) -> f64 {
        lambda.confined(self.lower, self.upper)
    }

    /// Adds `w BᵀB`.
    pub fn add_to(&self, weight: f64, matrix: &mut Cholesky, place: &[usize]) {
        let ends = [(self.i, self.q_i), (self.j, self.q_j)];
        for (body, q) in ends.into_iter().filter(|(_, q)| *q != 0.0) {
            matrix.add(place[body], place[body], weight * q * q);
        }
        if self.q_i != 0.0 && self.q_j != 0.0 {
            matrix.add(place[self.i], place[self.j], weight * self.q_i * self.q_j);
        }
    }

    /// Sets `force −= Bᵀ λ`
    pub fn pull(&self, lambda: f64, force: &mut [f64]) {
        force[self.i] -= self.q_i * lambda;
        force[self.j] -= self.q_j * lambda;
    }

    /// Returns the bound that λ meets when it changes in a direction.
    pub fn bound(&self, change: f64) -> f64 {
        if change > 0.0 { self.upper } else { self.lower }
    }

    /// Returns the distance of λ to that bound.
    pub fn room(&self, change: f64) -> f64 {
        (self.bound(change) - self.lambda).abs()
    }
}
