//! New values of inputs on a segment whose polynomials continue elsewhere.

use serde::{Deserialize, Serialize};

/// New value of an input that affects few bodies, so that all others continue on the polynomials of the segment.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(in crate::dynamics) struct InputChange {
    /// Time at which it is given, s.
    pub time: f64,
    /// Instants of transition on the segment before it.
    pub instants: u64,
    pub input: usize,
    pub value: f64,
}
