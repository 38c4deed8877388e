//! Workspace of a law whose states move by formulas: its plan, and the series that are kept from order to order.

use super::sense::{MOST_STATES, Sense};
use crate::algebra::{Dual, Plan, PlanSeries};

/// What a plan was made for: numbers, what the contact does, which states have arrived, and what its decisions were.
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
    /// Whether the power is left out.
    pub powerless: bool,
    pub results: Vec<f64>,
    pub changes: Vec<Dual<f64>>,
}
