//! Places at which formulas of states are evaluated.

use crate::laws::Direction;
use crate::laws::internal::InternalSeries;
use crate::laws::sense::{MOST_STATES, Sense};
use crate::laws::whereabouts::Whereabouts;

/// A formula of states at some values of what it may name.
#[derive(Clone, Copy, Debug)]
pub(in crate::laws) struct At {
    pub(super) slip: f64,
    pub(super) side: f64,
    pub(super) load: f64,
    pub(super) states: [f64; MOST_STATES],
    pub(super) arrived: [bool; MOST_STATES],
    pub(super) there: Whereabouts,
}

impl At {
    /// Makes the place of a contact at rest, in these states, with its ends at `there`.
    pub(in crate::laws) fn rest(states: [f64; MOST_STATES], there: Whereabouts) -> Self {
        Self { slip: 0.0, side: 0.0, load: 1.0, states, arrived: [false; MOST_STATES], there }
    }

    /// Returns the place with the sign of slip in a direction.
    pub(super) fn towards(self, direction: Direction) -> Self {
        Self { side: direction.sign(), ..self }
    }

    pub(super) fn of(sense: Sense, series: &InternalSeries) -> Self {
        let (states, there) =
            (series.state.map(|state| state[0]), series.there.map(|series| series[0]));
        let rest = Self { arrived: series.arrived, ..Self::rest(states, there) };
        match sense {
            Sense::Slip(direction) => {
                let (slip, load) = (series.slip[0], series.load[0]);
                Self { slip, side: direction.sign(), load, ..rest }
            }
            Sense::Rest => Self { load: series.load[0], ..rest },
            Sense::Free => Self { load: 0.0, ..rest },
        }
    }
}
