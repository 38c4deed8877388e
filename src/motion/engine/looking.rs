//! Looking at a motion: outputs and their derivatives, without moving it.

use super::Motion;
use crate::motion::flow::{Flow, Start};
use crate::motion::numbers::Numbers;
use crate::motion::resolve::Resolver;
use crate::motion::{Change, Observation};

impl Motion {
    /// Outputs for `parameters` and `inputs` in the present modes; commits nothing. Parameters that
    /// break a rule ([`Motion::check_parameters`]) are ignored until they are mended.
    pub fn observe(&mut self, parameters: &[f64], inputs: &[f64]) -> &Observation {
        self.look(parameters, inputs, Observation::evaluate);
        &self.observation
    }

    /// Outputs as [`Motion::observe`] last evaluated them.
    pub fn observation(&self) -> &Observation {
        &self.observation
    }

    /// Time derivatives of all outputs in the present modes, from the equations.
    pub fn rates(&mut self, parameters: &[f64], inputs: &[f64]) -> &Observation {
        std::mem::swap(&mut self.observation, &mut self.output_rates);
        self.look(parameters, inputs, Observation::evaluate_rates);
        std::mem::swap(&mut self.observation, &mut self.output_rates);
        &self.output_rates
    }

    /// What [`Motion::rates`] or [`Motion::changes`] last found.
    pub fn last_rates(&self) -> &Observation {
        &self.output_rates
    }

    /// Finds the changes of all outputs in the present modes with states, inputs and parameters, from the
    /// equations ([`Motion::last_rates`]). False: friction forces are indeterminate, and their limits move, by which
    /// they share the load; how they share it then is not known in closed form.
    pub fn changes(&mut self, parameters: &[f64], inputs: &[f64], change: &Change) -> bool {
        std::mem::swap(&mut self.observation, &mut self.output_rates);
        let network = self.network.clone();
        let mut variation = std::mem::take(&mut self.variation);
        self.look(parameters, inputs, |rates, numbers, start, flow, resolver| {
            variation.take(numbers, &network, start, parameters, change);
            flow.vary(numbers, &network, start, &mut variation, change);
            rates.read_rates(&variation.numbers, start, flow, resolver);
        });
        std::mem::swap(&mut self.observation, &mut self.output_rates);
        let known = !(self.observation.indeterminate && variation.moves_limits);
        self.variation = variation;
        known
    }

    fn look(
        &mut self,
        parameters: &[f64],
        inputs: &[f64],
        mut evaluate: impl FnMut(&mut Observation, &Numbers, &Start, &mut Flow, &mut Resolver),
    ) {
        let held = self.are_held(parameters, inputs);
        let mut start = Start::of(&self.state);
        let Self { observation, network, rates, trial, trial_resolver, numbers, .. } = self;
        if !held && trial.update(network, parameters, inputs, rates).is_ok() {
            start.tau = 0.0;
            trial.begin_ramps(self.state.time - self.state.origin);
            trial.take_loads(&self.state);
            trial.take_coefficients(start.internal);
            trial_resolver.update(trial);
            evaluate(observation, trial, &start, &mut self.flow, trial_resolver);
        } else {
            evaluate(observation, numbers, &start, &mut self.flow, &mut self.resolver);
        }
    }
}
