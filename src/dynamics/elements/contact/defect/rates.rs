//! Rates of internal states along a step.

use super::{CheckedRow, Place};
use crate::dynamics::methods::taylor::defect::violation;
use crate::dynamics::tolerances::{LEAST_EXACT, OF_SUM};
use crate::laws::{InternalSeries, MOST_STATES};

impl CheckedRow<'_> {
    /// Returns the defect violation of the rates of internal states at τ, where friction may be off by `allowed`; None if
    /// there is none. A state may be off by its share of that. So a rate may be off by as much as moves the state there
    /// on the way, or by as much as the law's rate changes within that distance of the state: what a state that settles
    /// fast has forgotten does not matter.
    pub(super) fn state_violation(
        &self,
        tau: f64,
        states: &[f64; MOST_STATES],
        place: &Place,
        allowed: f64,
        at: &mut InternalSeries,
    ) -> Option<f64> {
        let series = self.step.expansion.internals.of(self.contact);
        let order = self.step.expansion.order + 1;
        let weights = self.entry.law.weights();
        let exact = [0, 1].map(|state| at.state(state)[1]);
        for state in usize::from(self.follows)..MOST_STATES {
            let coefficients = &series.state(state)[..=order];
            let derivative = (1..=order).rev().map(|k| k as f64 * coefficients[k]);
            let rate = derivative.clone().fold(0.0, |sum, c| sum * tau + c);
            let defect = (rate - exact[state]).abs();
            let weight = self.entry.state_load() * weights[state];
            let by_force = if weight > 0.0 { allowed / weight } else { 0.0 };
            let size = states[state].abs().max(coefficients[0].abs());
            let off = self.step.demand.relative * size + by_force;
            if violation(defect, off / tau).is_none() {
                continue;
            }
            let magnitude = derivative.fold(0.0, |sum, c| sum * tau + c.abs());
            let mut rounded = OF_SUM * (magnitude + exact[state].abs() + LEAST_EXACT);
            if self.is_close() {
                let (at, errors) = ((place.slip, *states), self.errors(tau));
                let law = &self.entry.law;
                rounded += law.rate_errors(self.contact_phase, at, &place.there, &errors)[state];
            }
            let Some(beyond) = violation(defect, off / tau + rounded) else { continue };
            let mut change = |by: f64| {
                let mut moved = *states;
                moved[state] += by;
                self.evaluate(at, &moved, place);
                (at.state(state)[1] - exact[state]).abs()
            };
            let forgotten = change(off).max(change(-off)) + rounded;
            if violation(defect, forgotten).is_some() {
                return Some(beyond);
            }
        }
        None
    }
}
