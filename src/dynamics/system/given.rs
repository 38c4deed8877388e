//! Values that are given from outside.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::dynamics::State;
use crate::dynamics::prescribed::Prescribed;
use crate::gauss::Row;
use crate::network::{End, ParameterId, Signal};

/// Values of the variables of a network, and the derivatives of its inputs.
#[derive(Clone, Copy)]
pub(in crate::dynamics) struct GivenValues<'v> {
    pub parameters: &'v [f64],
    pub inputs: &'v [f64],
    pub rates: &'v [f64],
    /// Motions of prescribed bodies.
    pub motions: &'v [Prescribed],
}

impl<'v> GivenValues<'v> {
    /// Returns the values that a state holds.
    pub fn of(state: &'v State) -> Self {
        let State { parameters, inputs, rates, given: motions, .. } = state;
        Self { parameters, inputs, rates, motions }
    }
}

impl GivenValues<'_> {
    pub fn signal(&self, signal: Signal) -> f64 {
        signal.of(self.parameters, self.inputs)
    }

    pub fn rate(&self, signal: Signal) -> f64 {
        match signal {
            Signal::Zero | Signal::Parameter(_) => 0.0,
            Signal::Input(id) => self.rates[id.0],
        }
    }

    /// Returns a parameter; 0 if there is none.
    pub fn number(&self, id: Option<ParameterId>) -> f64 {
        id.map_or(0.0, |id| self.parameters[id.0])
    }

    pub fn row(&self, i: &End, j: &End) -> Row {
        let weight = |end: &End| end.weight.map_or(1.0, |id| self.parameters[id.0]);
        Row { i: i.body, q_i: weight(i), j: j.body, q_j: -weight(j) }
    }
}

/// True for a signal that is an input.
pub(in crate::dynamics) fn is_input(signal: &Signal) -> bool {
    matches!(signal, Signal::Input(_))
}

/// Returns a number that no other set of numbers has.
pub(in crate::dynamics) fn next_version() -> u64 {
    static LAST: AtomicU64 = AtomicU64::new(0);
    LAST.fetch_add(1, Ordering::Relaxed) + 1
}
