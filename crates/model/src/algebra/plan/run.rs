//! A plan at work: order by order.

use super::term::Term;
use super::{Plan, PlanSeries, WIDTH};
use crate::algebra::taylor::Coefficients;

impl PlanSeries {
    /// Returns all series, first those of the variables.
    pub(crate) fn slots_mut(&mut self) -> &mut [Coefficients] {
        &mut self.slots
    }
}

impl Plan {
    /// Returns coefficient k of the value along series of the variables, of which these are coefficients k;
    /// `series` is what the calls for 0..k left.
    pub fn coefficient(
        &self,
        variables: impl IntoIterator<Item = f64>,
        k: usize,
        series: &mut PlanSeries,
    ) -> f64 {
        for (slot, variable) in series.slots.iter_mut().zip(variables) {
            slot[k] = variable;
        }
        self.run(k, self.steps.len(), series);
        self.result.at(k, &series.slots)
    }

    /// Returns the number of steps of the watched results, but for the last of them.
    pub(super) fn steps_without(&self, last: usize) -> usize {
        let behind = |term: &Term| match *term {
            Term::Series(slot) => (slot + WIDTH).saturating_sub(self.variables) / WIDTH,
            Term::Fixed(_) => 0,
        };
        let terms = self.watched.len().saturating_sub(last);
        self.watched[..terms].iter().map(behind).max().unwrap_or(0)
    }

    /// Evaluates coefficients k of the results, without the last of these if it is not asked for, along series of the
    /// variables that are there ([`PlanSeries::slots_mut`]); [`Plan::watched`] has them.
    pub(crate) fn tell(&self, k: usize, without_last: bool, series: &mut PlanSeries) {
        self.run(k, self.told[usize::from(without_last)], series);
    }

    /// Runs the first steps.
    #[inline]
    fn run(&self, k: usize, steps: usize, series: &mut PlanSeries) {
        if !series.zeros.is_empty() {
            return self.run_between(k, steps, series);
        }
        let slots = &mut series.slots;
        let mut slot = self.variables;
        for step in &self.steps[..steps] {
            slots[slot][k] = step.coefficient(slots, slot, k);
            slot += WIDTH;
        }
    }

    /// Returns coefficient k of what decides, or of a result, by its number; [`Plan::coefficient`] has been asked for.
    pub fn watched(&self, decision: usize, k: usize, series: &PlanSeries) -> f64 {
        self.watched[decision].at(k, &series.slots)
    }
}
