//! Ends of states: values to which they tend by slip in a direction, and at which they stay.

use super::Evolving;
use super::at::At;
use crate::algebra::Interval;
use crate::laws::Direction;
use crate::laws::declaration::Broken;
use crate::laws::given::STATE;
use crate::laws::internal::{InternalSeries, Passage, Watch};
use crate::laws::sense::{ARRIVED_WITHIN, MOST_STATES, Sense};
use crate::laws::whereabouts::WHEREABOUTS;

impl Evolving {
    /// Returns those of the states of a user-defined law that come to their ends with a rate. Where the rate vanishes at the end a
    /// state tends to it exponentially, and is there within round-off.
    pub(super) fn states_that_stop(&self) -> [bool; MOST_STATES] {
        let user_defined = self.kind.form().checked;
        std::array::from_fn(|state| {
            let end = self.tends[state].filter(|_| user_defined);
            end.is_some_and(|end| {
                Direction::BOTH.into_iter().any(|direction| !self.vanishes(state, direction, end))
            })
        })
    }

    /// True if the rate of a state may be 0 within round-off of its end.
    fn vanishes(&self, state: usize, direction: Direction, end: f64) -> bool {
        let form = self.form();
        let slip = direction.sign();
        let at = At { slip, ..At::rest(self.sizes, [0.0; WHEREABOUTS]).towards(direction) };
        let mut spot = Self::spot::<Interval>(at, self.values(), form.first);
        let (end, off) = (slip * end, ARRIVED_WITHIN * self.sizes[state]);
        spot.own[STATE + state] = Interval::between(end - off, end + off);
        form.rates[state].evaluate(&spot).contains(0.0)
    }

    /// True if a state is within round-off of its end.
    fn has_arrived(&self, direction: Direction, state: usize, x: f64) -> bool {
        self.tends[state].is_some_and(|end| {
            (direction.sign() * end - x).abs() <= ARRIVED_WITHIN * self.sizes[state]
        })
    }

    pub(super) fn find_arrived(&self, sense: Sense, series: &mut InternalSeries) {
        series.arrived = [false; MOST_STATES];
        if let Sense::Slip(direction) = sense {
            for (state, arrived) in series.arrived.iter_mut().enumerate() {
                *arrived = self.has_arrived(direction, state, series.state[state][0]);
            }
        }
    }

    /// Returns the guard of the arrival of a state that stops at its end, which falls to 0 there, and is below 0 beyond.
    pub(super) fn stop(&self, direction: Direction, state: usize, x: f64) -> Option<Watch> {
        let end = self.tends[state].filter(|_| self.stops[state])?;
        if self.has_arrived(direction, state, x) {
            return None;
        }
        let scale = if end == 0.0 { self.sizes[state] } else { end };
        let (constant, factor) = (end / scale, -direction.sign() / scale);
        let passage = Passage::Arrives(state);
        Some(Watch { constant, of: state, state: factor, slip: 0.0, way: 0.0, passage })
    }

    /// True if a state has come to its end, and stays there.
    pub(super) fn is_stopped(&self, direction: Direction, state: usize, x: f64) -> bool {
        self.stops[state] && self.has_arrived(direction, state, x)
    }

    /// Checks that states at the start are not beyond the ends at which they stop.
    pub(super) fn check_ends(&self, states: [f64; MOST_STATES]) -> Result<(), Broken> {
        for (variable, state) in self.form().variables.iter().zip(0..MOST_STATES) {
            let within = |end: f64| states[state].abs() <= end.abs();
            if self.stops[state] && !self.tends[state].is_none_or(within) {
                let end = self.tends[state].unwrap_or_default().abs();
                let name = &variable.name;
                let start = format!("{name}0");
                let parameters = self.kind.parameters();
                let blamed = parameters.iter().position(|parameter| *parameter.name == *start);
                let rule = format!("`{name}` at the start must lie within its `end`, ±{end}");
                return Err(Broken(rule.into(), blamed.into_iter().collect()));
            }
        }
        Ok(())
    }
}
