#![doc = include_str!("../README.md")]
#![deny(missing_docs, unsafe_code)]

mod active_set;
mod cholesky;
pub mod clusters;
mod confine;
pub mod coupling;
mod cuts;
mod distribution;
mod inertia;
mod kernel;
mod margin;
mod order;
mod sparse;
mod tolerances;
mod tree;

use confine::Confine;
pub use inertia::{CoupledMass, Inertia};
pub use kernel::Kernel;
pub use margin::Margins;

/// The contact's row of `B`: relative motion `u = q_i a_i + q_j a_j` of at most two bodies with
/// unknown motion. The second coefficient carries its sign, `q_j = −p` for a ratio `p`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Row {
    /// The first body; None: its motion is known, and is in β.
    pub i: Option<usize>,
    /// Coefficient of its motion.
    pub q_i: f64,
    /// The second body; None: its motion is known, and is in β.
    pub j: Option<usize>,
    /// Coefficient of its motion, with its sign.
    pub q_j: f64,
}

impl Row {
    /// Returns the terms of the row that belong to bodies with unknown motion; a coefficient of 0 is no term.
    #[inline]
    pub fn terms(&self) -> impl Iterator<Item = (usize, f64)> + use<> {
        let mut terms = [(0, 0.0); 2];
        let mut count = 0;
        for (body, q) in [(self.i, self.q_i), (self.j, self.q_j)] {
            if let Some(body) = body.filter(|_| q != 0.0) {
                terms[count] = (body, q);
                count += 1;
            }
        }
        terms.into_iter().take(count)
    }

    /// Returns both terms `(i, q_i, j, q_j)` of a row that has two.
    #[inline]
    pub fn pair(&self) -> Option<(usize, f64, usize, f64)> {
        match (self.i, self.j) {
            (Some(i), Some(j)) if self.q_i != 0.0 && self.q_j != 0.0 => {
                Some((i, self.q_i, j, self.q_j))
            }
            _ => None,
        }
    }

    /// Returns `B_c a`.
    #[inline]
    pub fn apply(&self, a: &[f64]) -> f64 {
        let [first, second] = self.products(a);
        first + second
    }

    /// Returns the terms of `B_c a`, 0 of none.
    #[inline]
    fn products(&self, a: &[f64]) -> [f64; 2] {
        let term = |body: Option<usize>, q: f64| match body {
            Some(body) if q != 0.0 => q * a[body],
            _ => 0.0,
        };
        [term(self.i, self.q_i), term(self.j, self.q_j)]
    }

    /// Returns the sum of the magnitudes of the terms of `B_c a`.
    #[inline]
    pub fn magnitude(&self, a: &[f64]) -> f64 {
        let [first, second] = self.products(a);
        first.abs() + second.abs()
    }

    /// Adds `B_cᵀ λ` to forces on the bodies.
    #[inline]
    pub fn push(&self, lambda: f64, on: &mut [f64]) {
        for (body, q) in [(self.i, self.q_i), (self.j, self.q_j)] {
            if let Some(body) = body.filter(|_| q != 0.0) {
                on[body] += q * lambda;
            }
        }
    }
}

/// A contact of the kernel: its row, the offset β and the range of its force.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// The relative motion that it sees.
    pub row: Row,
    /// The relative motion at which it is stuck, in the unit of `B a`.
    pub beta: f64,
    /// `lower ≤ 0 ≤ upper` for friction; a rate problem may move both.
    pub lower: f64,
    /// ≥ `lower`; equal to it where nothing can be held.
    pub upper: f64,
    /// C ≥ 0: force per slip, `λ_c = C_c u_c` and the range about it.
    pub viscous: f64,
}

impl Contact {
    /// Returns the offset and range.
    #[inline]
    pub fn bounds(&self) -> Bounds {
        let Self { beta, lower, upper, .. } = *self;
        Bounds { beta, lower, upper }
    }

    /// Returns the width of the range; where a bound is infinite, the size of the other one, or 0.
    #[inline]
    pub fn width(&self) -> f64 {
        match (self.lower.is_finite(), self.upper.is_finite()) {
            (true, true) => self.upper - self.lower,
            (true, false) => self.lower.abs(),
            (false, true) => self.upper.abs(),
            (false, false) => 0.0,
        }
    }
}

/// Data of a contact that may change from one step of a time stepping to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bounds {
    /// Value of [`Contact::beta`].
    pub beta: f64,
    /// Value of [`Contact::lower`].
    pub lower: f64,
    /// Value of [`Contact::upper`].
    pub upper: f64,
}

/// A viscous force without a dry part: `λ = C B a`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Damper {
    /// The relative motion that it resists.
    pub row: Row,
    /// C ≥ 0.
    pub viscous: f64,
}

/// Mode of a contact in the solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slip {
    /// `B_c a = β_c`
    Stuck,
    /// `B_c a > β_c`, `λ_c = upper_c`
    Forward,
    /// `B_c a < β_c`, `λ_c = lower_c`
    Backward,
}

impl Slip {
    /// Returns the mode of a contact with a slip velocity, or with a force at the limit of the same sign.
    fn of(slip: f64) -> Self {
        if slip > 0.0 {
            Self::Forward
        } else if slip < 0.0 {
            Self::Backward
        } else {
            Self::Stuck
        }
    }
}

/// Solution of Gauss's principle; resized by [`Kernel::solve`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Solution {
    /// Acceleration of each body.
    pub acceleration: Vec<f64>,
    /// Force of each contact, `C u` and the dry part; one of many if the stuck contacts are redundant.
    pub lambda: Vec<f64>,
    /// Mode of each contact.
    pub slip: Vec<Slip>,
}

/// A network that no motion satisfies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KernelError {
    /// Contacts without limits prescribe different motions; this one is among them.
    #[error("contact {contact}: its constraint contradicts other constraints")]
    Contradiction {
        /// Index in the list of contacts.
        contact: usize,
    },
    /// A body without mass that no viscous contact resists.
    #[error(
        "body {body}: its velocity is undetermined, since it has neither mass nor a viscous contact"
    )]
    Singular {
        /// Index in the list of masses.
        body: usize,
    },
}
