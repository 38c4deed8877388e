//! The inertia K of bodies, which is diagonal but for bodies that are coupled.

use super::Row;

/// An entry of K beside its diagonal, `K_ij = K_ji`: the force on either body per acceleration of the other.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CoupledMass {
    /// The first body.
    pub i: usize,
    /// The second body, not the first.
    pub j: usize,
    /// Mass of either sign, `K_ij² < K_ii K_jj`.
    pub mass: f64,
}

impl CoupledMass {
    /// Returns a row over both bodies: what the entry couples, for orders of elimination.
    pub fn row(&self) -> Row {
        Row { i: Some(self.i), q_i: 1.0, j: Some(self.j), q_j: 1.0 }
    }
}

/// K: symmetric, positive semidefinite. Coupled bodies have masses: their block of K is positive definite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Inertia<'k> {
    /// The masses, one a body.
    pub diagonal: &'k [f64],
    /// Entries beside the diagonal, each pair of bodies at most once.
    pub coupled: &'k [CoupledMass],
}

impl Inertia<'_> {
    /// Computes `f − K a`.
    pub fn imbalance(&self, force: &[f64], a: &[f64], out: &mut [f64]) {
        for (((out, force), mass), a) in out.iter_mut().zip(force).zip(self.diagonal).zip(a) {
            *out = force - mass * a;
        }
        for CoupledMass { i, j, mass } in self.coupled {
            out[*i] -= mass * a[*j];
            out[*j] -= mass * a[*i];
        }
    }

    /// Adds the momenta K v, times a factor, of bodies whose velocities are given one by one.
    pub fn add_momenta(&self, factor: f64, velocity: impl Fn(usize) -> f64, momenta: &mut [f64]) {
        for (body, (momentum, mass)) in momenta.iter_mut().zip(self.diagonal).enumerate() {
            *momentum += factor * (mass * velocity(body));
        }
        for &CoupledMass { i, j, mass } in self.coupled {
            momenta[i] += factor * (mass * velocity(j));
            momenta[j] += factor * (mass * velocity(i));
        }
    }
}

impl<'k> From<&'k [f64]> for Inertia<'k> {
    fn from(diagonal: &'k [f64]) -> Self {
        Self { diagonal, coupled: &[] }
    }
}

impl<'k, const N: usize> From<&'k [f64; N]> for Inertia<'k> {
    fn from(diagonal: &'k [f64; N]) -> Self {
        diagonal.as_slice().into()
    }
}

impl<'k> From<&'k Vec<f64>> for Inertia<'k> {
    fn from(diagonal: &'k Vec<f64>) -> Self {
        diagonal.as_slice().into()
    }
}
