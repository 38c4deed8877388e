//! Workspace of a law whose states move by formulas: its plan, and the series that are kept from order to order.

use super::sense::{MOST_STATES, Sense};
use crate::algebra::{Dual, Magnitude, Plan, PlanSeries};

/// Data for which a plan was made: numbers, contact phase, states that have arrived, and results of its decisions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Key {
    pub version: u64,
    pub sense: Sense,
    pub arrived: [bool; MOST_STATES],
    pub above: u128,
}

/// Plan and series of a law, kept from order to order.
#[derive(Clone, Debug, Default)]
pub(super) struct Unfolding {
    pub plan: Plan,
    pub series: PlanSeries,
    pub key: Option<Key>,
    /// True if the power is left out.
    pub powerless: bool,
    /// Branches of decisions that the plan was made for.
    pub pieces: Vec<usize>,
    /// Number that decides each decision, and the sum of the magnitudes of its terms.
    pub decided: Vec<(f64, f64)>,
    pub sizes: Vec<Magnitude>,
    pub results: Vec<f64>,
    pub changes: Vec<Dual<f64>>,
}
