//! The value of a plan with powers at a place of a step.

use super::{Plan, PlanSeries, WIDTH};
use crate::algebra::step::Step;

/// Returns the base and the exponent of a power that has a branch point: one with a whole exponent has none.
pub(super) fn power(step: Step) -> Option<(usize, f64)> {
    match step {
        Step::Power(a, exponent) if exponent.fract() != 0.0 => Some((a, exponent)),
        _ => None,
    }
}

/// Returns x^r of x ≥ 0; below its branch point 0.
fn branch(x: f64, exponent: f64) -> f64 {
    if x <= 0.0 && exponent > 0.0 { 0.0 } else { libm::pow(x, exponent) }
}

impl Plan {
    /// Returns the value at a place, where variables are their values at the start and their changes since, powers being 0 below
    /// their branch points. It takes the room of the coefficients of order 0. What is linear changes by its own change: the base of a power
    /// has digits close to its branch point that a position far from 0 has not.
    pub fn value_at(
        &self,
        variables: impl IntoIterator<Item = [f64; 2]>,
        series: &mut PlanSeries,
    ) -> f64 {
        let PlanSeries { slots, lines, .. } = series;
        lines.clear();
        for (slot, [start, change]) in slots.iter_mut().zip(variables) {
            slot[0] = start + change;
            lines.push(Some([start, change]));
        }
        self.evaluate(series)
    }

    /// Returns the value where variables are those at the start of series that are there.
    pub(super) fn value_there(&self, series: &mut PlanSeries) -> f64 {
        let PlanSeries { slots, lines, .. } = series;
        lines.clear();
        lines.extend(slots[..self.variables].iter().map(|slot| Some([slot[0], 0.0])));
        self.evaluate(series)
    }

    /// Returns the value where variables are as their lines say.
    fn evaluate(&self, series: &mut PlanSeries) -> f64 {
        let PlanSeries { slots, lines, .. } = series;
        lines.resize(slots.len(), None);
        let mut slot = self.variables;
        for step in &self.steps {
            lines[slot] = step.line(lines);
            slots[slot][0] = match (lines[slot], power(*step)) {
                (Some([start, change]), _) => start + change,
                (None, Some((a, exponent))) => branch(slots[a][0], exponent),
                (None, None) => step.coefficient(slots, slot, 0),
            };
            slot += WIDTH;
        }
        self.result.at(0, slots)
    }
}
