//! The decisions of a law by what moves, and where its ends are, along a step.

use super::Judged;
use super::Place;
use crate::laws::{Errors, InternalSeries, WHEREABOUTS, Whereabouts};
use crate::motion::elements::formula::has_left;
use crate::motion::methods::taylor::defect::{ROUND_OFF, excess};

impl Judged<'_> {
    /// Of each decision its piece, the number that decides by the polynomials at τ, and the size of what it is made of.
    fn decided(&self, tau: f64) -> impl Iterator<Item = (usize, usize, f64, f64)> {
        let (flow, state) = (self.step.flow, self.step.state);
        self.entry.slots().enumerate().map(move |(decision, slot)| {
            let series = flow.internals.of(self.contact);
            let terms = (0..=flow.order + 1).rev().map(|k| series.decision(decision, k));
            let number = terms.fold(0.0, |sum, c| sum * tau + c);
            (decision, state.force_piece[slot], number, series.decided(decision).1)
        })
    }

    /// True if a number that decides is beyond its piece.
    pub(super) fn has_left_pieces(&self, tau: f64) -> bool {
        let law = &self.entry.law;
        self.decided(tau).any(|(decision, piece, number, size)| {
            has_left(piece, (number, size), |level| law.level(decision, level))
        })
    }

    /// By how much more than it may a number that decides is off at τ, of which `at` has the law there.
    pub(super) fn decisions_excess(&self, tau: f64, at: &InternalSeries) -> Option<f64> {
        let relative = self.step.demand.relative + ROUND_OFF;
        let off = self.decided(tau).filter_map(|(decision, _, number, size)| {
            let exact = at.decision(decision, 0);
            excess((number - exact).abs(), relative * (size + exact.abs()))
        });
        off.reduce(f64::max)
    }

    pub(super) fn whereabouts(&self, tau: f64) -> Whereabouts {
        if !self.sees() {
            return Whereabouts::default();
        }
        let (flow, time) = (self.step.flow, self.step.state.time + tau);
        let term =
            |k: usize| self.entry.whereabouts(flow.position.row(k), flow.velocity.row(k), 0.0);
        let mut there = Whereabouts::default();
        for k in (0..=flow.order + 1).rev() {
            there.iter_mut().zip(term(k)).for_each(|(sum, c)| *sum = *sum * tau + c);
        }
        let [first, second, v_first, v_second, _] = there;
        [first, second, v_first, v_second, time]
    }

    /// By how much the round-off of whereabouts and states lets them be off.
    pub(super) fn errors(&self, tau: f64) -> Errors {
        let (flow, state) = (self.step.flow, self.step.state);
        let mut sizes = Whereabouts::default();
        for k in (0..=flow.order + 1).rev() {
            let (position, velocity) = (flow.position.row(k), flow.velocity.row(k));
            let terms = self.entry.whereabouts(position, velocity, 0.0);
            sizes.iter_mut().zip(terms).for_each(|(sum, c)| *sum = *sum * tau + c.abs());
        }
        sizes[WHEREABOUTS - 1] = state.time.abs() + tau;
        let series = flow.internals.of(self.contact);
        let states = std::array::from_fn(|state| {
            let terms = series.state(state)[..=flow.order + 1].iter().rev();
            ROUND_OFF * terms.fold(0.0, |sum, c| sum * tau + c.abs())
        });
        Errors { there: sizes.map(|size| ROUND_OFF * size), states }
    }

    /// The same of friction, or of what is held.
    pub(super) fn error_there(&self, tau: f64, place: &Place) -> f64 {
        if !self.is_close() {
            return 0.0;
        }
        let (at, errors) = ((place.slip, self.states(tau)), self.errors(tau));
        place.load * self.entry.law.friction_error(self.sense, at, &place.there, &errors)
    }
}
