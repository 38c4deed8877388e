//! The value of an operation in a plan.

use crate::algebra::taylor::Coefficients;

/// The value of an operation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Term {
    Fixed(f64),
    /// The series in a slot.
    Series(usize),
}

impl Term {
    /// Returns coefficient k, of series in slots.
    pub(super) fn at(self, k: usize, slots: &[Coefficients]) -> f64 {
        match self {
            Term::Series(slot) => slots[slot][k],
            Term::Fixed(value) if k == 0 => value,
            Term::Fixed(_) => 0.0,
        }
    }
}
