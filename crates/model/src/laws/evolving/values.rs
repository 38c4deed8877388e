//! Names of the formulas of a law: its numbers, and values at a place.

use super::{At, Evolving};
use crate::algebra::Number;
use crate::laws::declaration::Values;
use crate::laws::given::{ARRIVED, NUMBER, OWN_NAMES, Place, SIDE, SLIP, STATE, Spot, THERE};
use crate::laws::sense::MOST_STATES;
use crate::laws::state_form::StateForm;

impl Evolving {
    pub(super) fn form(&self) -> &StateForm {
        self.kind.form().states.as_deref().expect("it has states")
    }

    pub(super) fn values(&self) -> Values<'_> {
        Values::new(&self.numbers, &self.ends)
    }

    pub(in crate::laws) fn spot<N: Number>(
        at: At,
        values: Values<'_>,
        first: usize,
    ) -> Spot<'_, N> {
        let constant = |x: f64| N::constant(x);
        let mut own = [constant(0.0); OWN_NAMES];
        (own[SLIP], own[SIDE]) = (constant(at.slip), constant(at.side));
        for state in 0..MOST_STATES {
            own[STATE + state] = constant(at.states[state]);
            own[ARRIVED + state] = constant(f64::from(u8::from(at.arrived[state])));
        }
        for (own, value) in own[THERE..].iter_mut().zip(at.there) {
            *own = constant(value);
        }
        own[NUMBER] = constant(values.last());
        let speed = if at.side < 0.0 { -at.slip } else { at.slip };
        Spot {
            at: Place { argument: constant(speed), load: constant(at.load), values },
            first,
            own,
        }
    }

    pub(super) fn place(&self, at: At) -> Spot<'_, f64> {
        Self::spot(at, self.values(), self.form().first)
    }
}
