//! Law and normal load of a contact.

use super::{Contact, InputId, LEAST_UNIT, LoadSource, LoadSpring, Network, ParameterId, Signal};
use crate::laws::{Argument, LoadUse};

impl Contact {
    /// Returns the inputs that stay what they are within a step, and why.
    pub(crate) fn held_inputs(&self) -> impl Iterator<Item = (InputId, &'static str)> + '_ {
        let given = |signal: Signal, why| match signal {
            Signal::Input(id) => Some((id, why)),
            Signal::Parameter(_) | Signal::Zero => None,
        };
        let load = self.normal_load.filter(|_| self.law.kind.load_use() != LoadUse::Factor);
        let why =
            "friction is not proportional to this normal load, which is constant within a step";
        let load = load.and_then(|load| given(load, why));
        let numbers = self.law_numbers.iter();
        let why = "an input of a friction law is constant within a step";
        load.into_iter().chain(numbers.filter_map(move |number| given(*number, why)))
    }

    /// Returns the parameter at a place of the law's numbers; None of an input.
    pub fn law_parameter(&self, place: usize) -> Option<ParameterId> {
        match self.law_numbers[place] {
            Signal::Parameter(id) => Some(id),
            Signal::Input(_) | Signal::Zero => None,
        }
    }

    /// Returns the spring that has part in the normal load.
    pub fn load_spring(&self) -> Option<LoadSpring> {
        match self.load_from {
            Some(LoadSource::Spring(load)) => Some(load),
            Some(LoadSource::Formula(_)) | None => None,
        }
    }

    /// True if the normal load may pass through 0 between events.
    pub fn load_varies(&self) -> bool {
        matches!(self.normal_load, Some(Signal::Input(_))) || self.load_from.is_some()
    }

    /// True if limits depend on the state: on forces, or on a speed.
    pub fn limits_vary(&self) -> bool {
        self.load_from.is_some() || self.law.kind.argument() == Argument::SlipRatio
    }

    /// Returns the unit of a load that varies: the magnitude of its start value, 1 N if that is 0. None: it does not vary.
    pub fn load_unit(&self, network: &Network, parameters: &[f64]) -> Option<f64> {
        let start = match self.normal_load {
            Some(Signal::Input(id)) => network.inputs[id.0].start,
            Some(Signal::Parameter(id)) => parameters[id.0],
            Some(Signal::Zero) | None => 0.0,
        };
        let start = if start == 0.0 { 1.0 } else { start.abs().max(LEAST_UNIT) };
        self.load_varies().then_some(start)
    }

    /// Returns the number of decisions that its law makes by what moves, beside those of slip alone.
    pub fn decisions(&self) -> usize {
        self.law.kind.decisions()
    }
}
