//! Functions of a law with internal states ([`crate::laws::internal`]); other laws have none.

use crate::algebra::Dual;
use crate::laws::declaration::{Broken, Text, Values};
use crate::laws::evolving::{At, Evolving, LimitWork};
use crate::laws::given::ChangingSpot;
use crate::laws::internal::{InternalSeries, Watch};
use crate::laws::law::told;
use crate::laws::part::InternalPart;
use crate::laws::reach::Reach;
use crate::laws::sense::{MOST_STATES, Sense};
use crate::laws::whereabouts::{Errors, WHEREABOUTS};
use crate::laws::{Changes, Direction, Law, LawError, LawShape, Limits, Whereabouts};

impl Law {
    /// True if the law has internal states, or sees where ends of contacts are, or the time.
    pub fn evolves(&self) -> bool {
        self.internal.is_some()
    }

    /// Returns the formulas of such a law, if that is what it is made of.
    fn evolving(&self) -> Option<&Evolving> {
        self.internal.as_ref()?.evolving()
    }

    /// Returns coefficient k of the friction force of a law with internal states, whose coefficients 0..k have been
    /// asked for; `series` has the slip velocity, the load and the states at the start, and gets the states of order
    /// k + 1 and the dissipated power of order k.
    #[inline]
    pub fn advance(&self, sense: Sense, series: &mut InternalSeries, k: usize) -> f64 {
        let law = self.internal.as_ref().map(InternalPart::law);
        law.map_or(0.0, |law| series.advance(law, sense, self.viscous, k))
    }

    /// Makes room for its series, so that expansions ask for no memory.
    pub fn reserve(&self, series: &mut InternalSeries) {
        if let Some(part) = &self.internal {
            part.law().reserve(series);
        }
    }

    /// Returns the static friction, and friction of the slowest slip, per load, as the states make them;
    /// None where they do not.
    pub fn coefficients(
        &self,
        states: [f64; MOST_STATES],
        there: &Whereabouts,
        pieces: &[usize],
        work: &mut LimitWork,
    ) -> Option<[Limits; 2]> {
        let law = self.evolving()?;
        let bristle = self.kind().is_bristle();
        (!bristle).then(|| law.coefficients_on(states, there, pieces, work))
    }

    /// Magnitudes of friction per load at a slip speed > 0, as states and whereabouts make them; 0 where they make none.
    pub fn friction_at(
        &self,
        speed: f64,
        states: [f64; MOST_STATES],
        there: &Whereabouts,
    ) -> Limits {
        let law = self.evolving();
        law.map_or(Limits::default(), |law| law.friction(speed, states, there))
    }

    /// Returns the slope of friction per load by the slip speed at a slip velocity, at w = 0 forward, as states and
    /// whereabouts make it; 0 where they make none.
    pub fn slope_at(&self, slip: f64, states: [f64; MOST_STATES], there: &Whereabouts) -> f64 {
        let direction = if slip < 0.0 { Direction::Backward } else { Direction::Forward };
        self.evolving().map_or(0.0, |law| law.slope(direction, (slip, states), there))
    }

    /// Returns a level of a decision of the law by what moves, if there are so many.
    pub fn level(&self, decision: usize, level: usize) -> Option<f64> {
        self.evolving()?.level(decision, level)
    }

    /// True if a decision jumps at its level, so that a number which stays there is on a branch of its own.
    pub fn decision_jumps(&self, decision: usize) -> bool {
        self.evolving().is_some_and(|law| law.jumps(decision))
    }

    /// Returns the change of the number of a decision by the parameters of the law, as [`Law::advance_change`] has left it.
    pub fn decision_change(&self, decision: usize, series: &InternalSeries) -> f64 {
        self.evolving().map_or(0.0, |law| law.decision_change(decision, series))
    }

    /// Returns the branch of a decision, by the number that decides, and moves.
    pub fn decided_piece(&self, decision: usize, number: f64) -> usize {
        let law = self.evolving();
        law.map_or(0, |law| law.piece(decision, number))
    }

    /// Takes the branches of all decisions from where everything is at the start of a series.
    pub fn find_pieces(&self, sense: Sense, series: &mut InternalSeries) {
        if let Some(law) = self.evolving() {
            law.find_pieces(sense, series);
        }
    }

    /// Finds the numbers by which is decided at the start of a series ([`InternalSeries::decided`]); the magnitudes of the terms
    /// of the slip velocity and of the whereabouts are given.
    pub fn decide(
        &self,
        sense: Sense,
        series: &mut InternalSeries,
        (slip, there): (f64, &Whereabouts),
    ) {
        if let Some(law) = self.evolving() {
            law.decide(sense, series, slip, there);
        }
    }

    /// True if nothing is known to move the number of a decision at the start of a series; `moved` are derivatives of the
    /// whereabouts, NaN where they are unknown.
    pub fn decision_stays(
        &self,
        of: (Sense, usize),
        series: &mut InternalSeries,
        moved: &Whereabouts,
    ) -> bool {
        self.evolving().is_some_and(|law| law.stays(of, series, moved))
    }

    /// Updates order k of what is decided and held, along series that are there.
    pub fn follow(&self, sense: Sense, series: &mut InternalSeries, k: usize) {
        if let Some(part) = &self.internal {
            series.follow(part.law(), sense, k);
        }
    }

    /// Returns the error of static friction, per load, if whereabouts and states have the errors `errors`.
    pub fn holding_error(
        &self,
        states: [f64; MOST_STATES],
        there: &Whereabouts,
        errors: &Errors,
    ) -> Limits {
        let law = self.evolving();
        law.map_or(Limits::default(), |law| law.holding_error(states, there, errors))
    }

    /// Returns the error of friction per load, at rest of static friction, if whereabouts and states have the errors `errors`; w
    /// and the states are as they are.
    pub fn friction_error(
        &self,
        sense: Sense,
        at: (f64, [f64; MOST_STATES]),
        there: &Whereabouts,
        errors: &Errors,
    ) -> f64 {
        let law = self.evolving();
        law.map_or(0.0, |law| law.friction_error(sense, at, there, errors))
    }

    /// Returns the errors of the rates of states if whereabouts and states have the errors `errors`.
    pub fn rate_errors(
        &self,
        sense: Sense,
        at: (f64, [f64; MOST_STATES]),
        there: &Whereabouts,
        errors: &Errors,
    ) -> [f64; MOST_STATES] {
        let law = self.evolving();
        law.map_or([0.0; MOST_STATES], |law| law.rate_errors(sense, at, there, errors))
    }

    /// Checks the friction of a user-defined law at w = 0 in some states.
    ///
    /// # Errors
    /// The rule that it breaks.
    #[inline]
    pub fn check_limits(
        &self,
        states: [f64; MOST_STATES],
        there: &Whereabouts,
    ) -> Result<(), Text> {
        let law = self.evolving().filter(|_| self.is_watched());
        let checked = law.map(|law| law.check_limits(states, there));
        checked.unwrap_or(Ok(())).map_err(|Broken(rule, _)| rule)
    }

    /// True if the values of a law at a few places determine it in ranges of its states, and of law arguments.
    pub fn is_told_there(&self, sense: Sense, reach: &Reach) -> bool {
        let law = self.evolving();
        law.is_none_or(|law| law.needs_few_samples(sense, reach))
    }

    /// True if [`Law::check_limits`] may find anything.
    pub fn is_watched(&self) -> bool {
        self.evolves() && self.kind().form().checked
    }

    /// Returns the change of the static friction against slip in a direction, per load, with states,
    /// whereabouts (each as it is, and its change) and numbers.
    pub fn coefficient_change(
        &self,
        direction: Direction,
        states: [[f64; MOST_STATES]; 2],
        there: [&Whereabouts; 2],
        changes: &Changes,
    ) -> f64 {
        let law = self.evolving();
        law.map_or(0.0, |law| law.limit_change(direction, states, there, changes.values()))
    }

    /// Returns the rate (1/s) at which the coefficient of friction, the first state, grows by the slowest slip, per
    /// second state: 0 for laws whose limits do not grow by slip.
    #[inline]
    pub fn limit_growth(&self) -> f64 {
        self.internal.as_ref().map_or(0.0, |law| law.law().limit_growth())
    }

    /// True if a state arrives where it tends to after a finite way: a watch says where.
    pub fn arrives(&self) -> bool {
        self.internal.as_ref().is_some_and(|law| law.law().arrives())
    }

    /// True if one of its internal states stays at its end, to which it came after a finite way.
    pub fn is_at_end(&self, sense: Sense, states: [f64; MOST_STATES], state: usize) -> bool {
        self.internal.as_ref().is_some_and(|law| law.law().is_at_end(sense, states, state))
    }

    /// Returns the watches that end the expansion of a law with internal states, which are these at the start.
    pub fn watches(&self, sense: Sense, states: [f64; MOST_STATES]) -> [Option<Watch>; 2] {
        self.internal.as_ref().map_or([None, None], |law| law.law().watches(sense, states))
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

    /// Takes an internal state to its end.
    pub fn arrive(&self, sense: Sense, state: usize, states: &mut [f64; MOST_STATES]) {
        if let Some(part) = &self.internal {
            part.law().arrive(sense, state, states);
        }
    }

    /// Returns the energy stored in internal states, per load.
    pub fn stored(&self, states: [f64; MOST_STATES]) -> f64 {
        self.internal.as_ref().map_or(0.0, |law| law.law().stored(states))
    }

    /// Returns the greatest sizes of internal states, > 0.
    pub fn sizes(&self) -> [f64; MOST_STATES] {
        self.internal.as_ref().map_or([1.0; MOST_STATES], |law| law.law().sizes())
    }

    /// Factors that turn internal states into friction.
    #[inline]
    pub fn weights(&self) -> [f64; MOST_STATES] {
        self.internal.as_ref().map_or([0.0; MOST_STATES], |law| law.law().weights())
    }

    /// Checks the start values of internal states, and of a user-defined law the friction that they make, unless it
    /// sees where its ends are.
    ///
    /// # Errors
    /// If they break an invariant of the law.
    pub fn check_start(&self, shape: &LawShape, numbers: &[f64]) -> Result<(), LawError> {
        self.check_start_at(shape, numbers, None)
    }

    /// Checks the start values as `check_start` does, with the ends at some places if these are known.
    pub fn check_start_at(
        &self,
        shape: &LawShape,
        numbers: &[f64],
        there: Option<&Whereabouts>,
    ) -> Result<(), LawError> {
        let mut states = [0.0; MOST_STATES];
        for (state, place) in states.iter_mut().zip(shape.starts()) {
            *state = numbers[place];
        }
        let checked =
            self.internal.as_ref().map_or(Ok(()), |law| law.law().check_start(states, there));
        checked.map_err(|broken| told(shape, numbers, broken))
    }
}

impl LawShape {
    /// Returns the end of an internal state in forward slip, and its slope by the number of the law at a place; 0 without an end.
    pub fn end_with_slope(&self, state: usize, numbers: &[f64], place: usize) -> [f64; 2] {
        let states = self.kind.form().states.as_ref();
        let Some((form, end)) = states.and_then(|form| Some((form, form.ends[state].as_ref()?)))
        else {
            return [0.0; 2];
        };
        let mut by = vec![0.0; numbers.len()];
        by[place] = 1.0;
        let at = At::rest([0.0; MOST_STATES], [0.0; WHEREABOUTS]);
        let spot = Evolving::spot(at, Values::new(numbers, &self.ends), form.first);
        let by = Values::new(&by, &self.ends);
        let end: Dual<f64> = end.evaluate(&ChangingSpot { spot, by });
        [end.value, end.change]
    }
}
