//! Looking at a motion: outputs and their derivatives, without moving it.

use super::{Given, Motion};
use crate::motion::elements::contact::modes::classify_memoryless;
use crate::motion::events::resolve::Resolver;
use crate::motion::flow::{Flow, Start};
use crate::motion::numbers::Numbers;
use crate::motion::numbers::update::GivenValues;
use crate::motion::variation::Changing;
use crate::motion::{Change, Observation};

impl Motion {
    /// Outputs for `parameters` and `inputs`, in the present modes but for what has no memory: springs, and
    /// friction between given motions, are as the values say. Commits nothing. Parameters that
    /// break a rule ([`Fault::Parameter`](crate::motion::Fault::Parameter)) are ignored until they are mended.
    pub fn observe(&mut self, parameters: &[f64], inputs: &[f64]) -> &Observation {
        self.look(parameters, inputs, |seen, numbers, start, work| {
            seen.evaluate(numbers, start, work, 0);
        });
        &self.observation
    }

    /// Outputs as [`Motion::observe`] last evaluated them.
    pub fn observation(&self) -> &Observation {
        &self.observation
    }

    /// Time derivatives of all outputs in the present modes, from the equations.
    pub fn rates(&mut self, parameters: &[f64], inputs: &[f64]) -> &Observation {
        self.derivatives(parameters, inputs, 1);
        &self.output_rates
    }

    /// Time derivatives of this order of all outputs in the present modes, from the series of the equations
    /// ([`Motion::last_rates`]); whether they are known, as they are where friction forces are determinate.
    pub(crate) fn derivatives(&mut self, parameters: &[f64], inputs: &[f64], order: usize) -> bool {
        let mut known = true;
        std::mem::swap(&mut self.observation, &mut self.output_rates);
        self.look(parameters, inputs, |rates, numbers, start, work| {
            known = rates.evaluate(numbers, start, work, order);
        });
        std::mem::swap(&mut self.observation, &mut self.output_rates);
        known
    }

    /// What [`Motion::rates`], [`Motion::derivatives`] or [`Motion::changes`] last found.
    pub(crate) fn last_rates(&self) -> &Observation {
        &self.output_rates
    }

    /// Finds the changes of all outputs in the present modes with states, inputs and parameters, from the
    /// equations ([`Motion::last_rates`]).
    ///
    /// # Errors
    /// Why they are not known: friction forces are indeterminate, and their limits move, by which they share the load;
    /// or a limit follows the load.
    pub(crate) fn changes(
        &mut self,
        parameters: &[f64],
        inputs: &[f64],
        change: &Change,
    ) -> Result<(), &'static str> {
        std::mem::swap(&mut self.observation, &mut self.output_rates);
        let network = self.network.clone();
        let mut variation = std::mem::take(&mut self.variation);
        self.look(parameters, inputs, |rates, numbers, start, (flow, resolver)| {
            let at = Changing { numbers, network: &network, start, change };
            variation.take(&at, parameters);
            flow.vary(&at, &mut variation);
            rates.read(&variation.numbers, start, (flow, resolver), 1);
        });
        std::mem::swap(&mut self.observation, &mut self.output_rates);
        let shared = self.observation.indeterminate && variation.moves_limits;
        self.variation = variation;
        if self.state.following.iter().any(|sign| *sign != 0) {
            return Err(
                "the coefficient of friction of a stuck contact follows the load, and how its derivative \
                        changes is not known",
            );
        }
        if shared {
            return Err(
                "friction forces are indeterminate, and how their limits share the load is not known in \
                        closed form",
            );
        }
        Ok(())
    }

    fn look(
        &mut self,
        parameters: &[f64],
        inputs: &[f64],
        mut evaluate: impl FnMut(&mut Observation, &Numbers, &Start, (&mut Flow, &mut Resolver)),
    ) {
        self.catch_up_motion();
        // Inputs at the end of a step say nothing of what is now.
        let held = match self.at_end {
            true => self.state.parameters == parameters,
            false => self.are_held(parameters, inputs),
        };
        if held || !self.take_aside(parameters, inputs) {
            let Self { observation, state, looks, numbers, resolver, .. } = self;
            return evaluate(observation, numbers, &Start::of(state), (looks, resolver));
        }
        let Self { observation, aside, looks, trial, trial_resolver, .. } = self;
        evaluate(observation, trial, &Start::of(aside), (looks, trial_resolver));
    }

    /// Sets the present state aside with new values, in modes that need no transition; whether the values
    /// keep all rules.
    fn take_aside(&mut self, parameters: &[f64], inputs: &[f64]) -> bool {
        let mut now = std::mem::take(&mut self.now);
        self.present_inputs(&mut now);
        self.now = now;
        let Self { network, numbers, rates, trial, trial_resolver, state, aside, looks, .. } = self;
        aside.copy_from(state);
        let inputs = if self.at_end { &self.now } else { inputs };
        if self.at_end {
            rates.copy_from_slice(&state.rates);
        }
        let motions = Given { network, state, ports: &numbers.ports, inputs, rates, length: None };
        let tau = state.tau();
        for (body, motion) in aside.given.iter_mut().enumerate() {
            *motion = if self.at_end { motion.moved(tau) } else { motions.looked_at(body) };
        }
        let values = GivenValues { parameters, inputs, rates, motions: &aside.given };
        if trial.update(network, &values).is_err() {
            return false;
        }
        aside.origin = aside.time;
        trial.put_known_motions(0.0, aside);
        trial.put_ports(aside);
        trial.take_coefficients(aside);
        classify_memoryless(trial, aside);
        // What laws decide is by what they do under their loads.
        trial.take_loads(aside);
        aside.mend_pieces(trial, looks, |_| false);
        trial.take_coefficients(aside);
        trial.take_loads(aside);
        trial.take_edges(aside);
        trial_resolver.update(trial);
        true
    }
}
