//! Values of the polynomials of a step at a time, and of the law there.

use super::CheckedRow;
use crate::dynamics::elements::contact::friction::Place;
use crate::laws::{InternalSeries, MOST_STATES, Whereabouts};

impl CheckedRow<'_> {
    /// Returns the slip velocity in the direction of slip.
    pub(super) fn along(&self, tau: f64) -> f64 {
        let terms = &self.slip[..=self.step.expansion.order + 1];
        terms.iter().rev().fold(0.0, |sum, term| sum * tau + term)
    }

    pub(super) fn first_end(&self, tau: f64) -> f64 {
        let expansion = self.step.expansion;
        let term = |k: usize| self.entry.first_end(&expansion.velocity, k);
        (0..=expansion.order + 1).rev().fold(0.0, |sum, k| sum * tau + term(k))
    }

    /// Returns coefficient k of the speed of the faster end.
    pub(super) fn speed_term(&self, k: usize) -> f64 {
        let expansion = self.step.expansion;
        let first = self.entry.first_end(&expansion.velocity, k);
        let leads = expansion.sliding.first_leads(self.contact);
        let second = expansion.slip.at(k, self.contact) - first;
        self.direction.sign() * if leads { first } else { second }
    }

    pub(super) fn states(&self, tau: f64) -> [f64; MOST_STATES] {
        let (series, order) =
            (self.step.expansion.internals.of(self.contact), self.step.expansion.order + 1);
        std::array::from_fn(|state| {
            series.state(state)[..=order].iter().rev().fold(0.0, |sum, c| sum * tau + c)
        })
    }

    pub(super) fn place(&self, tau: f64) -> Place {
        let (expansion, entry) = (self.step.expansion, self.entry);
        let load = match entry.load_from {
            None => entry.load,
            Some(_) => {
                let term = |k: usize| entry.load_term(&expansion.load_part, k);
                (0..=expansion.order).rev().fold(0.0, |sum, k| sum * tau + term(k))
            }
        };
        let first = if entry.has.of_ends { self.first_end(tau) } else { 0.0 };
        let slip = self.direction.sign() * self.along(tau);
        Place { slip, first, load: load.max(0.0), there: self.law_arguments(tau) }
    }

    pub(super) fn law_arguments(&self, tau: f64) -> Whereabouts {
        if !self.entry.sees() {
            return Whereabouts::default();
        }
        let (expansion, time) = (self.step.expansion, self.step.state.time + tau);
        let term = |k: usize| {
            self.entry.law_arguments(expansion.position.row(k), expansion.velocity.row(k), 0.0)
        };
        let mut there = Whereabouts::default();
        for k in (0..=expansion.order + 1).rev() {
            there.iter_mut().zip(term(k)).for_each(|(sum, c)| *sum = *sum * tau + c);
        }
        let [first, second, v_first, v_second, _] = there;
        [first, second, v_first, v_second, time]
    }

    /// Returns the friction with internal states at a place; their rates are in the series.
    pub(super) fn evaluate(
        &self,
        at: &mut InternalSeries,
        states: &[f64; MOST_STATES],
        place: &Place,
    ) -> f64 {
        at.begin(*states);
        at.pieces.clear();
        at.pieces.extend_from_slice(&self.step.state.force_branch[self.entry.slots()]);
        (at.slip[0], at.load[0]) = (place.slip, place.load);
        if self.entry.sees() {
            at.there.iter_mut().zip(place.there).for_each(|(series, value)| series[0] = value);
        }
        self.entry.law.advance(self.contact_phase, at, 0)
    }
}
