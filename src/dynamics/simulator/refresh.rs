//! Updates of what follows from the present state: system data, and coefficients of friction that follow the load.

use super::Simulator;
use crate::dynamics::Fault;
use crate::dynamics::expansion::Start;
use crate::dynamics::hybrid::Dynamics;
use crate::dynamics::system::given::GivenValues;

impl Simulator {
    /// Brings the system data up to the parameters and inputs in the state.
    pub(super) fn update_system(&mut self) -> Result<(), Fault> {
        self.dynamics.system.update(&self.network, &GivenValues::of(&self.dynamics.state))?;
        self.dynamics.refresh_loads();
        self.dynamics.resolver.update(&self.dynamics.system);
        Ok(())
    }

    /// Takes the inputs of the state.
    ///
    /// # Errors
    /// Those of [`crate::dynamics::system::System::take_inputs`].
    pub(super) fn update_inputs(&mut self) -> Result<(), Fault> {
        let Self { network, dynamics: Dynamics { system, state, resolver, .. }, .. } = self;
        system.take_inputs(network, &GivenValues::of(state))?;
        resolver.update_given(system);
        Ok(())
    }

    /// Sets the coefficients of friction that follow the load to what equilibrium requires in the present state.
    pub(super) fn follow_loads(&mut self) {
        if !self.dynamics.state.slides() {
            return;
        }
        let Self { trajectory, output_expansion, dynamics, .. } = self;
        let Dynamics { system, state, expansion, .. } = dynamics;
        let expansion = if trajectory.has_segment() { &mut **output_expansion } else { expansion };
        expansion.evaluate(system, &Start::of(state));
        expansion.take_followed(system, &mut state.internal);
        self.dynamics.refresh_loads();
    }
}
