//! The decisions of a law by what moves, and where its ends are, along a step.

use super::CheckedRow;
use super::Place;
use crate::dynamics::elements::formula::has_left;
use crate::dynamics::methods::taylor::defect::violation;
use crate::dynamics::tolerances::OF_SUM;
use crate::laws::{Errors, InternalSeries, WHEREABOUTS, Whereabouts};

impl CheckedRow<'_> {
    /// Returns each decision with its branch, the number that decides by the polynomials at τ, and the sum of
    /// magnitudes of its terms.
    fn decided(&self, tau: f64) -> impl Iterator<Item = (usize, usize, f64, f64)> {
        let (expansion, state) = (self.step.expansion, self.step.state);
        self.entry.slots().enumerate().map(move |(decision, slot)| {
            let series = expansion.internals.of(self.contact);
            let terms = (0..=expansion.order + 1).rev().map(|k| series.decision(decision, k));
            let number = terms.fold(0.0, |sum, c| sum * tau + c);
            (decision, state.force_branch[slot], number, series.decided(decision).1)
        })
    }

    /// True if a number that decides is beyond its branch.
    pub(super) fn has_left_branches(&self, tau: f64) -> bool {
        let law = &self.entry.law;
        self.decided(tau).any(|(decision, branch, number, size)| {
            has_left(branch, (number, size), |level| law.level(decision, level))
        })
    }

    /// Returns the greatest defect violation at τ of numbers that decide; None if there is none. `at` has the law there.
    pub(super) fn decisions_violation(&self, tau: f64, at: &InternalSeries) -> Option<f64> {
        let relative = self.step.demand.relative + OF_SUM;
        let off = self.decided(tau).filter_map(|(decision, _, number, size)| {
            let exact = at.decision(decision, 0);
            violation((number - exact).abs(), relative * (size + exact.abs()))
        });
        off.reduce(f64::max)
    }

    /// Returns the errors of law arguments and of internal states at τ due to round-off.
    pub(super) fn errors(&self, tau: f64) -> Errors {
        let (expansion, state) = (self.step.expansion, self.step.state);
        let mut sizes = Whereabouts::default();
        for k in (0..=expansion.order + 1).rev() {
            let (position, velocity) = (expansion.position.row(k), expansion.velocity.row(k));
            let terms = self.entry.law_arguments(position, velocity, 0.0);
            sizes.iter_mut().zip(terms).for_each(|(sum, c)| *sum = *sum * tau + c.abs());
        }
        sizes[WHEREABOUTS - 1] = state.time.abs() + tau;
        let series = expansion.internals.of(self.contact);
        let states = std::array::from_fn(|state| {
            let terms = series.state(state)[..=expansion.order + 1].iter().rev();
            OF_SUM * terms.fold(0.0, |sum, c| sum * tau + c.abs())
        });
        Errors { there: sizes.map(|size| OF_SUM * size), states }
    }

    /// Returns the error of friction at τ, or of the force that is held, due to round-off.
    pub(super) fn error_there(&self, tau: f64, place: &Place) -> f64 {
        if !self.entry.evolves() {
            return 0.0;
        }
        let (at, errors) = ((place.slip, self.states(tau)), self.errors(tau));
        place.load * self.entry.law.friction_error(self.contact_phase, at, &place.there, &errors)
    }
}
