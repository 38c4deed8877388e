//! The engine: state, parameters and inputs of one moving network.

use std::sync::Arc;

use super::{Event, Fault, Observation, State};
use crate::network::Network;

/// A moving network. After [`Motion::initialise`] no call allocates.
#[derive(Debug)]
pub struct Motion {
    network: Arc<Network>,
    state: State,
}

impl Motion {
    pub fn new(network: Arc<Network>) -> Self {
        Self { network, state: State::default() }
    }

    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    pub fn state(&self) -> &State {
        &self.state
    }

    /// Checks rules that join several parameters (static ≥ kinetic friction), changing nothing.
    ///
    /// # Errors
    /// [`Fault::Parameter`] naming the parameter and the rule.
    pub fn check_parameters(&self, parameters: &[f64]) -> Result<(), Fault> {
        let _ = parameters;
        unreachable!("skeleton")
    }

    /// State at `time` from the start values among the parameters; resolves all modes. Transitions at
    /// initialisation are not events.
    ///
    /// # Errors
    /// As [`Motion::check_parameters`]; the state is then unspecified and must be initialised again.
    pub fn initialise(
        &mut self,
        time: f64,
        parameters: &[f64],
        inputs: &[f64],
        relative_tolerance: f64,
    ) -> Result<(), Fault> {
        let _ = (time, parameters, inputs, relative_tolerance);
        unreachable!("skeleton")
    }

    /// Moves to `end` with `parameters` and `inputs` held from now on; a change of either since the
    /// last call is a jump at the present time, resolved first. Every transition is given to `record`
    /// in order of time.
    ///
    /// # Errors
    /// A [`Fault`]; the state is then the one before the call.
    pub fn advance(
        &mut self,
        end: f64,
        parameters: &[f64],
        inputs: &[f64],
        record: &mut dyn FnMut(Event),
    ) -> Result<(), Fault> {
        let _ = (end, parameters, inputs, record);
        unreachable!("skeleton")
    }

    /// Outputs for `parameters` and `inputs` in the present modes; commits nothing.
    pub fn observe(&mut self, parameters: &[f64], inputs: &[f64]) -> &Observation {
        let _ = (parameters, inputs);
        unreachable!("skeleton")
    }
}
