//! Places along a step at which a sampled law is evaluated, and the round-off of polynomials that are fitted to places.

use super::CheckedRow;
use crate::dynamics::methods::taylor::defect::{PLACES, Step};
use crate::dynamics::tolerances::AT_REST;
use crate::laws::{Argument, Reach};

/// Factor on the range of a law: it hardly bends within a range where few samples determine it over one this many times as wide.
const CURVATURE: f64 = 16.0;

impl CheckedRow<'_> {
    /// Returns the round-off of a slip velocity whose parts are fitted, each by itself.
    pub(super) fn fitted_round_off(&self) -> f64 {
        let Step { expansion, state, demand, .. } = &self.step;
        let velocities = || self.entry.velocity_scale(expansion.velocity.row(0), state.tau());
        if demand.fitted { AT_REST * velocities() } else { 0.0 }
    }

    /// Returns the places of a step at which a sampled law is evaluated. The expansion of a law that hardly bends on the
    /// way is wrong most at the end, unless it is made to be right there.
    pub(super) fn places(&self, range: &Reach, size: f64) -> &'static [f64] {
        let kind = self.entry.law.kind();
        let plain = kind.argument() != Argument::SlipRatio && kind.decisions() == 0;
        let ends = plain && !self.step.demand.fitted && !self.is_close();
        if ends
            && self.entry.law.needs_few_samples(&range.wider(CURVATURE))
            && self.states_curve_little(size)
        {
            &PLACES[PLACES.len() - 1..]
        } else {
            &PLACES
        }
    }

    /// True if internal states go a short way beside what they may be.
    fn states_curve_little(&self, size: f64) -> bool {
        if !self.entry.evolves() {
            return true;
        }
        let (series, order) =
            (self.step.expansion.internals.of(self.contact), self.step.expansion.order + 1);
        let mut sizes = self.entry.law.sizes().into_iter().enumerate();
        sizes.all(|(state, most)| {
            let terms = series.state(state)[1..=order].iter().rev();
            CURVATURE * terms.fold(0.0, |sum, c| (sum + c.abs()) * size) <= most
        })
    }
}
