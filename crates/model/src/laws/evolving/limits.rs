//! Static friction of a stuck contact, by states and whereabouts.

use super::{At, Evolving};
use crate::algebra::{Dual, Formula};
use crate::laws::declaration::Values;
use crate::laws::given::{ChangingSpot, STATE, THERE};
use crate::laws::sense::{MOST_STATES, Sense};
use crate::laws::state_form::{FRICTION, HELD_BACKWARD};
use crate::laws::whereabouts::{Errors, Whereabouts};
use crate::laws::{Direction, Limits};

/// Workspace of the limits of a law on its branches.
#[derive(Clone, Debug, Default)]
pub struct LimitWork {
    results: Vec<f64>,
    changes: Vec<Dual<f64>>,
    /// Branches of decisions right behind the onset of slip.
    led: Vec<usize>,
}

impl Evolving {
    /// Evaluates `of` for each direction of slip; once, where both are alike.
    fn of_both<const N: usize>(&self, mut of: impl FnMut(Direction) -> [f64; N]) -> [Limits; N] {
        let forward = of(Direction::Forward);
        let backward = if self.form().two_sided { of(Direction::Backward) } else { forward };
        std::array::from_fn(|k| Limits { forward: forward[k], backward: backward[k] })
    }

    /// Returns a place at rest that asks for one direction of slip.
    fn before(direction: Direction, states: [f64; MOST_STATES], there: &Whereabouts) -> At {
        At::rest(states, *there).towards(direction)
    }

    /// Returns the static friction and friction of the slowest slip, per load, in some states, with
    /// decisions on given branches.
    pub fn coefficients_on(
        &self,
        states: [f64; MOST_STATES],
        there: &Whereabouts,
        pieces: &[usize],
        work: &mut LimitWork,
    ) -> [Limits; 2] {
        let form = self.form();
        if !form.pieced {
            return self.coefficients(states, there);
        }
        self.of_both(|direction| {
            let at = Self::before(direction, states, there);
            let (spot, LimitWork { results, changes, led }) = (self.place(at), &mut *work);
            let formula = &form.resting.formula;
            let held = match direction {
                Direction::Forward => FRICTION,
                Direction::Backward => HELD_BACKWARD,
            };
            let told = [form.resting.told[held], form.slipping.told[FRICTION]];
            formula.told_on(&spot, &self.on(pieces), &told, results);
            let holds = results[told[0]];
            pieces.clone_into(led);
            self.lead(at, led, changes);
            if led != pieces {
                formula.told_on(&spot, &self.on(led), &told, results);
            }
            [holds, results[told[1]]]
        })
    }

    /// Returns static friction and friction of the slowest slip, per load, with decisions by their numbers.
    pub fn coefficients(&self, states: [f64; MOST_STATES], there: &Whereabouts) -> [Limits; 2] {
        let form = self.form();
        self.of_both(|direction| {
            let spot = self.place(Self::before(direction, states, there));
            let holds = form.holds.evaluate(&spot);
            [holds, form.slowest.as_ref().map_or(holds, |slowest| slowest.evaluate(&spot))]
        })
    }

    /// Returns the friction per load against slip of a speed > 0, with decisions by their numbers.
    pub fn friction(&self, speed: f64, states: [f64; MOST_STATES], there: &Whereabouts) -> Limits {
        self.of_formula(&self.form().friction, (speed, states), there)
    }

    /// Evaluates a formula in both directions, for slip of a speed.
    pub fn of_formula(
        &self,
        formula: &Formula,
        (speed, states): (f64, [f64; MOST_STATES]),
        there: &Whereabouts,
    ) -> Limits {
        let [found] = self.of_both(|direction| {
            let at = self.at(Sense::Slip(direction), direction.sign() * speed, states, there);
            [formula.evaluate(&self.place(at))]
        });
        found
    }

    /// Returns the slope of friction per load by the slip speed.
    pub fn slope(
        &self,
        direction: Direction,
        (slip, states): (f64, [f64; MOST_STATES]),
        there: &Whereabouts,
    ) -> f64 {
        let at = self.at(Sense::Slip(direction), slip, states, there);
        let mut spot = Self::spot::<Dual<f64>>(at, self.values(), self.form().first);
        spot.at.argument.change = 1.0;
        let friction: Dual<f64> = self.form().friction.evaluate(&spot);
        friction.change
    }

    /// Returns the change of the static friction, per load, with states, whereabouts and numbers.
    pub fn limit_change(
        &self,
        direction: Direction,
        [states, changes]: [[f64; MOST_STATES]; 2],
        [there, moved]: [&Whereabouts; 2],
        by: Values,
    ) -> f64 {
        let form = self.form();
        let at = Self::before(direction, states, there);
        let mut spot = Self::spot::<Dual<f64>>(at, self.values(), form.first);
        for (own, change) in spot.own[STATE..].iter_mut().zip(changes) {
            own.change = change;
        }
        for (own, change) in spot.own[THERE..].iter_mut().zip(moved) {
            own.change = *change;
        }
        let limit: Dual<f64> = form.holds.evaluate(&ChangingSpot { spot, by });
        limit.change
    }

    /// Returns the error of static friction per load if whereabouts and states have the errors `errors`.
    pub fn holding_error(
        &self,
        states: [f64; MOST_STATES],
        there: &Whereabouts,
        errors: &Errors,
    ) -> Limits {
        let error = |direction| {
            let at = Self::before(direction, states, there);
            [self.error_of(&self.form().holds, at, errors)]
        };
        let [off] = self.of_both(error);
        off
    }

    /// Returns the error of friction per load if whereabouts and states have the errors `errors`; at rest that of static
    /// friction.
    pub fn friction_error(
        &self,
        sense: Sense,
        (slip, states): (f64, [f64; MOST_STATES]),
        there: &Whereabouts,
        errors: &Errors,
    ) -> f64 {
        let form = self.form();
        if !(form.bristle || matches!(sense, Sense::Slip(_))) {
            let Limits { forward, backward } = self.holding_error(states, there, errors);
            return forward.max(backward);
        }
        self.error_of(&form.friction, self.at(sense, slip, states, there), errors)
    }

    /// Returns the errors of the rates of states if whereabouts and states have the errors `errors`.
    pub fn rate_errors(
        &self,
        sense: Sense,
        (slip, states): (f64, [f64; MOST_STATES]),
        there: &Whereabouts,
        errors: &Errors,
    ) -> [f64; MOST_STATES] {
        let at = self.at(sense, slip, states, there);
        self.form().rates.each_ref().map(|rate| self.error_of(rate, at, errors))
    }

    fn at(&self, sense: Sense, slip: f64, states: [f64; MOST_STATES], there: &Whereabouts) -> At {
        let side = match sense {
            Sense::Slip(direction) => direction.sign(),
            Sense::Rest | Sense::Free => 0.0,
        };
        At { slip, side, ..At::rest(states, *there) }
    }

    fn error_of(&self, formula: &Formula, at: At, errors: &Errors) -> f64 {
        let form = self.form();
        let error = |(name, by): (usize, f64)| {
            let mut spot = Self::spot::<Dual<f64>>(at, self.values(), form.first);
            spot.own[name].change = by;
            let value: Dual<f64> = formula.evaluate(&spot);
            value.change.abs()
        };
        let there = form.seen.iter().map(|place| (THERE + place, errors.there[*place]));
        let states = errors.states.iter().enumerate().map(|(state, by)| (STATE + state, *by));
        there.chain(states.filter(|(_, by)| *by > 0.0)).map(error).sum()
    }
}
