//! Powers where an expansion starts: those about their branch points are 0 until they go through places of a step.

use super::base::Base;
use super::powers::{MOST_ZEROS, Zeros};
use super::value::power;
use super::{Plan, PlanSeries, Term};
use crate::algebra::taylor::ORDERS;

impl Plan {
    /// Returns the value at the start of an expansion. Powers whose base is not above 0 stay what they are until they
    /// go through places of a step.
    pub fn begin(&self, variables: impl IntoIterator<Item = f64>, series: &mut PlanSeries) -> f64 {
        let value = self.value_at(variables.into_iter().map(|start| [start, 0.0]), series);
        self.begin_powers(series);
        value
    }

    /// Begins an expansion so along series of the variables that are there ([`PlanSeries::slots_mut`]).
    pub(crate) fn begin_told(&self, series: &mut PlanSeries) {
        self.value_there(series);
        self.begin_powers(series);
    }

    fn begin_powers(&self, series: &mut PlanSeries) {
        let PlanSeries { slots, zeros, .. } = series;
        zeros.clear();
        zeros.extend(self.steps.iter().enumerate().map(|(place, step)| match power(*step) {
            Some((a, exponent)) if slots[a][0] <= 0.0 && exponent > 0.0 => {
                slots[self.slot(place)] = [0.0; ORDERS];
                Zeros::AtStart(MOST_ZEROS)
            }
            _ => Zeros::Series,
        }));
    }

    /// Takes powers for 0 whose bases come to 0, or have come from there, in times that are none, as `is_none` says; true if there
    /// is one. The coefficients of orders 0, 1 and 2 are there.
    pub fn end(&self, is_none: impl Fn(f64) -> bool, series: &mut PlanSeries) -> bool {
        let PlanSeries { slots, zeros, .. } = series;
        let mut any = false;
        for (place, step) in self.steps.iter().enumerate() {
            let Some((a, exponent)) = power(*step) else { continue };
            let time = Base::of(&slots[a]).time_from_zero();
            let comes = time.is_some_and(|time| time != 0.0 && is_none(time.abs()));
            // A power of one that is taken for 0.
            let follows = any && slots[a][0] <= 0.0 && zeros[place] == Zeros::Series;
            if exponent > 0.0 && (comes || follows) {
                slots[self.slot(place)] = [0.0; ORDERS];
                zeros[place] = Zeros::AtStart(MOST_ZEROS);
                any = true;
            }
        }
        any
    }

    /// Returns the time in which the base of the power that is closest to its branch point comes to 0, or has come from it, s; the
    /// coefficients of orders 0, 1 and 2 are there.
    pub fn time_from_branch(&self, series: &PlanSeries) -> Option<f64> {
        let times = self.bases(series).filter_map(|base| base.time_from_zero());
        times.map(f64::abs).min_by(f64::total_cmp)
    }

    /// True if a result that is watched is made of a power that begins faster than the time with a base of 0, whose first term is of
    /// the order `from` or above.
    pub(crate) fn is_faster_than_time(
        &self,
        watched: usize,
        from: usize,
        series: &PlanSeries,
    ) -> bool {
        let mut needed = vec![false; series.slots.len()];
        if let Term::Series(slot) = self.watched[watched] {
            needed[slot] = true;
        }
        self.steps.iter().enumerate().rev().any(|(place, step)| {
            let own = self.slot(place);
            if !(needed[own] || needed[own + 1]) {
                return false;
            }
            step.operands().into_iter().for_each(|slot| needed[slot] = true);
            power(*step).is_some_and(|(a, exponent)| {
                let base = &series.slots[a];
                let first = base.iter().position(|term| *term != 0.0);
                let is_fast = |first: usize| first >= from && (first as f64) * exponent < 1.0;
                base[0] <= 0.0 && first.is_some_and(is_fast)
            })
        })
    }
}
