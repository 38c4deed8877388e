//! What a law with internal states says of them ([`super::internal`]); other laws have none.

use super::declaration::{Broken, Text};
use super::internal::{InternalSeries, Watch};
use super::law::told;
use super::part::InternalPart;
use super::sense::{MOST_STATES, Sense};
use super::{Changes, Law, LawError, LawShape};

impl Law {
    /// Whether the law has internal states.
    pub fn has_states(&self) -> bool {
        self.internal.is_some()
    }

    /// Coefficient k of the friction force of a law with internal states, whose coefficients 0..k have been
    /// asked for; `series` has the slip velocity, the load and the states at the start, and gets the states
    /// of order k + 1 and the dissipated power of order k.
    pub fn advance(&self, sense: Sense, series: &mut InternalSeries, k: usize) -> f64 {
        let law = self.internal.as_ref().map(InternalPart::law);
        law.map_or(0.0, |law| series.advance(law, sense, self.viscous, k))
    }

    /// Makes room for its series, so that expansions ask for no memory.
    pub(crate) fn reserve(&self, series: &mut InternalSeries) {
        if let Some(part) = &self.internal {
            part.law().reserve(series);
        }
    }

    /// Greatest friction while stuck, and friction of the slowest slip, per load, as the states make them; None where
    /// they do not.
    pub(crate) fn coefficients(&self, states: [f64; MOST_STATES]) -> Option<[f64; 2]> {
        let law = self.internal.as_ref()?.evolving()?;
        (!self.kind().is_bristle()).then(|| law.coefficients(states))
    }

    /// Checks what a law that somebody has written makes of friction at w = 0 in some states.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub(crate) fn check_limits(&self, states: [f64; MOST_STATES]) -> Result<(), Text> {
        let own = self.internal.as_ref().filter(|_| self.is_watched());
        let checked = own.and_then(InternalPart::evolving).map(|law| law.check_limits(states));
        checked.unwrap_or(Ok(())).map_err(|Broken(rule, _)| rule)
    }

    /// Whether [`Law::check_limits`] may find anything.
    pub(crate) fn is_watched(&self) -> bool {
        self.has_states() && self.kind().form().checked
    }

    /// Change of the greatest friction while stuck, per load, with states and numbers.
    pub(crate) fn coefficient_change(
        &self,
        states: [f64; MOST_STATES],
        by_states: [f64; MOST_STATES],
        changes: &Changes,
    ) -> f64 {
        let law = self.internal.as_ref().and_then(InternalPart::evolving);
        law.map_or(0.0, |law| law.limit_change(states, by_states, changes.values()))
    }

    /// Rate (1/s) at which the coefficient of friction, the first state, grows by the slowest slip, per second state:
    /// 0 for laws whose limits do not grow by slip.
    pub fn climb(&self) -> f64 {
        self.internal.as_ref().map_or(0.0, |law| law.law().climb())
    }

    /// Whether a state arrives where it tends to after a finite way: a watch says where.
    pub(crate) fn arrives(&self) -> bool {
        self.internal.as_ref().is_some_and(|law| law.law().arrives())
    }

    /// What ends the expansion of a law with internal states, the first of which is x at the start.
    pub fn watches(&self, sense: Sense, x: f64) -> [Option<Watch>; 2] {
        self.internal.as_ref().map_or([None, None], |law| law.law().watches(sense, x))
    }

    /// Takes the internal states to where they are as soon as the contact does something else; returns the
    /// stored energy, per load, that this sets free.
    pub fn enter(&self, sense: Sense, states: &mut [f64; MOST_STATES]) -> f64 {
        let Some(law) = self.internal.as_ref().map(InternalPart::law) else {
            return 0.0;
        };
        let before = *states;
        law.enter(sense, states);
        if *states == before { 0.0 } else { law.stored(before) - law.stored(*states) }
    }

    /// Takes the internal states to where they tend to.
    pub(crate) fn arrive(&self, sense: Sense, states: &mut [f64; MOST_STATES]) {
        if let Some(part) = &self.internal {
            part.law().arrive(sense, states);
        }
    }

    /// Energy stored in internal states, per load.
    pub fn stored(&self, states: [f64; MOST_STATES]) -> f64 {
        self.internal.as_ref().map_or(0.0, |law| law.law().stored(states))
    }

    /// Greatest sizes of internal states, > 0.
    pub fn sizes(&self) -> [f64; MOST_STATES] {
        self.internal.as_ref().map_or([1.0; MOST_STATES], |law| law.law().sizes())
    }

    /// Factors that turn internal states into friction.
    pub fn weights(&self) -> [f64; MOST_STATES] {
        self.internal.as_ref().map_or([0.0; MOST_STATES], |law| law.law().weights())
    }

    /// Checks the start values of internal states.
    ///
    /// # Errors
    /// If they break an invariant of the law.
    pub fn check_start(&self, shape: &LawShape, numbers: &[f64]) -> Result<(), LawError> {
        let mut states = [0.0; MOST_STATES];
        for (state, place) in states.iter_mut().zip(shape.starts()) {
            *state = numbers[place];
        }
        let checked = self.internal.as_ref().map_or(Ok(()), |law| law.law().check_start(states));
        checked.map_err(|broken| told(shape, numbers, broken))
    }
}
