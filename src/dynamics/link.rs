//! Rows as inner loops take them.

use crate::gauss::Row;

/// The relative motion `q_i x_i + q_j x_j` of two bodies; that of one body has it twice, the second time with 0.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Link {
    i: usize,
    q_i: f64,
    j: usize,
    q_j: f64,
}

impl Link {
    pub fn of(row: &Row) -> Self {
        let mut terms = row.terms();
        let (i, q_i) = terms.next().unwrap_or((0, 0.0));
        let (j, q_j) = terms.next().unwrap_or((i, 0.0));
        Self { i, q_i, j, q_j }
    }

    /// Returns its two terms.
    #[inline]
    pub fn terms(&self, x: &[f64]) -> [f64; 2] {
        [self.q_i * x[self.i], self.q_j * x[self.j]]
    }

    /// Returns their sum.
    #[inline]
    pub fn apply(&self, x: &[f64]) -> f64 {
        let [first, second] = self.terms(x);
        first + second
    }

    /// Returns the sum of their magnitudes.
    #[inline]
    pub fn size(&self, x: &[f64]) -> f64 {
        let [first, second] = self.terms(x);
        first.abs() + second.abs()
    }

    /// Returns the relative motion in each of some motions of bodies at once.
    #[inline]
    pub fn apply_to_lanes<const LANES: usize>(&self, x: &[[f64; LANES]]) -> [f64; LANES] {
        let (first, second) = (&x[self.i], &x[self.j]);
        std::array::from_fn(|lane| self.q_i * first[lane] + self.q_j * second[lane])
    }

    /// Adds the force −λ on either body in each of these motions.
    #[inline]
    pub fn apply_force_to_lanes<const LANES: usize>(
        &self,
        force: [f64; LANES],
        on: &mut [[f64; LANES]],
    ) {
        for (body, q) in [(self.i, self.q_i), (self.j, self.q_j)] {
            on[body].iter_mut().zip(force).for_each(|(slot, force)| *slot -= q * force);
        }
    }

    /// Returns the relative motion of bodies that move as a function says.
    #[inline]
    pub fn difference(&self, motion: impl Fn(usize) -> f64) -> f64 {
        self.q_i * motion(self.i) + self.q_j * motion(self.j)
    }

    /// Adds the force −λ on either body.
    #[inline]
    pub fn apply_force(&self, force: f64, on: &mut [f64]) {
        on[self.i] -= self.q_i * force;
        if self.q_j != 0.0 {
            on[self.j] -= self.q_j * force;
        }
    }
}

/// Adds the force −λ·row of a pair of bodies.
pub(in crate::dynamics) fn apply_force(row: &Row, force: f64, on: &mut [f64]) {
    row.push(-force, on);
}
