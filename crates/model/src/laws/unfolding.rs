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
    /// True if the plan has a power with a branch point.
    pub has_branch_points: bool,
    /// True if such powers are what they have been taken for since the start: 0.
    pub taken: bool,
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

impl Unfolding {
    /// Evaluates the results of the plan at order k, along series of the variables that are there; powers whose bases are not
    /// above 0 at the start are 0.
    pub fn tell(&mut self, k: usize) {
        let Self { plan, series, has_branch_points, taken, powerless, .. } = self;
        match k {
            0 if *has_branch_points && !*taken => plan.begin_told(series),
            _ => plan.tell(k, *powerless, series),
        }
    }

    /// True if a base of a power is below 0 at the start, by round-off or because there is none of its power.
    pub fn has_negative_base(&self) -> bool {
        self.has_branch_points && self.plan.bases(&self.series).any(|base| base.value < 0.0)
    }

    /// Takes powers for 0 whose bases come to 0, or have come from there, in times that are none; true if there is one.
    pub fn end_powers(&mut self, is_none: impl Fn(f64) -> bool) -> bool {
        let Self { plan, series, has_branch_points, taken, .. } = self;
        *taken |= *has_branch_points && plan.end(is_none, series);
        *taken
    }

    /// Returns the time in which the power closest to its branch point comes to it, or has come from it, s.
    pub fn time_from_branch(&self) -> Option<f64> {
        self.has_branch_points.then(|| self.plan.time_from_branch(&self.series)).flatten()
    }

    /// True if a result of the plan is made of a power that begins faster than the time with what slip moves, which begins with an
    /// order of the time.
    pub fn is_steep(&self, result: usize, order: usize) -> bool {
        self.has_branch_points && self.plan.is_faster_than_time(result, order, &self.series)
    }
}
