//! Where along a step a law is looked at that few looks tell, and what fitting polynomials to places costs.

use super::Judged;
use crate::laws::{Argument, Reach};
use crate::motion::methods::taylor::defect::{PLACES, Step};

/// A law hardly bends where one is told that goes so many times as far.
const BEND: f64 = 16.0;

/// Round-off of a velocity that is fitted, beside its size.
const FITTED: f64 = 8.0 * f64::EPSILON;

impl Judged<'_> {
    /// Round-off of a slip velocity whose parts are fitted, each by itself.
    pub(super) fn fitted_round_off(&self) -> f64 {
        let Step { flow, state, demand, .. } = &self.step;
        let velocities = || self.entry.velocity_scale(flow.velocity.row(0), state.tau());
        if demand.fitted { FITTED * velocities() } else { 0.0 }
    }

    /// The places of a step on which the law is told at which it is looked at. The expansion of a law that hardly bends on
    /// the way is wrong most at the end, unless it is made to be right there.
    pub(super) fn places(&self, range: &Reach, size: f64) -> &'static [f64] {
        let kind = self.entry.law.kind();
        let plain = kind.argument() != Argument::SlipRatio && kind.decisions() == 0;
        let ends = plain && !self.step.demand.fitted && !self.is_close();
        if ends && self.entry.law.is_told(&range.wider(BEND)) && self.states_bend_little(size) {
            &PLACES[PLACES.len() - 1..]
        } else {
            &PLACES
        }
    }

    /// True if internal states go a short way beside what they may be.
    fn states_bend_little(&self, size: f64) -> bool {
        if !self.entry.evolves() {
            return true;
        }
        let (series, order) = (self.step.flow.internals.of(self.contact), self.step.flow.order + 1);
        let mut sizes = self.entry.law.sizes().into_iter().enumerate();
        sizes.all(|(state, most)| {
            let terms = series.state(state)[1..=order].iter().rev();
            BEND * terms.fold(0.0, |sum, c| (sum + c.abs()) * size) <= most
        })
    }
}
