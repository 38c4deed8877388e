//! Looking at a motion: outputs and their derivatives, without moving it.

use super::trial::Trial;
use super::{Given, Simulator};
use crate::algebra::TIED;
use crate::dynamics::events::resolve::Resolver;
use crate::dynamics::expansion::{Expansion, Start};
use crate::dynamics::hybrid::Dynamics;
use crate::dynamics::system::System;
use crate::dynamics::variation::Changing;
use crate::dynamics::{Change, Observation, State};

/// Workspaces of an evaluation.
type Work<'w> = (&'w mut Expansion, &'w mut Resolver);

impl Simulator {
    /// Evaluates the outputs for `parameters` and `inputs`, in the present modes but for what has no memory: springs,
    /// and friction between prescribed motions, are as the values say. Commits nothing. Parameters that break a rule
    /// ([`crate::dynamics::Fault::Parameter`]) are ignored until others are given.
    pub fn observe(&mut self, parameters: &[f64], inputs: &[f64]) -> &Observation {
        if self.tries(parameters, inputs) {
            self.evaluate_trial(|seen, system, state, work| {
                seen.evaluate(system, &Start::of(state), work, 0);
            });
        } else {
            self.observe_now();
        }
        &self.observation
    }

    /// Evaluates the outputs of the present state, under the values that have led to it ([`Simulator::observe`]).
    pub(crate) fn observe_state(&mut self) {
        self.evaluate_deferred_motion();
        self.observe_now();
    }

    /// Evaluates the outputs of the present state: by the program of its modes, if there is one.
    fn observe_now(&mut self) {
        let Self { programs, observation, dynamics, .. } = self;
        let Dynamics { system, state, resolver, .. } = dynamics;
        if !programs.observe((system, resolver), state, observation) {
            self.evaluate_state(|seen, system, state, work| {
                seen.evaluate(system, &Start::of(state), work, 0);
            });
        }
    }

    /// Returns the outputs as [`Simulator::observe`] last evaluated them.
    pub fn observation(&self) -> &Observation {
        &self.observation
    }

    /// Returns the part of its static limit that the force of a contact uses, as [`Simulator::observe`] last evaluated both.
    pub(crate) fn use_of_limit(&self, contact: usize) -> f64 {
        let (seen, entry) = (&self.observation, &self.dynamics.system.contacts[contact]);
        let (force, load) = (seen.friction[contact], seen.normal_load[contact] * entry.radius);
        let limits = entry.static_limits_under(load);
        force.abs() / if force < 0.0 { limits.backward } else { limits.forward }
    }

    /// Makes derivatives of outputs find those of the numbers by which formulas and laws decide, too.
    pub(crate) fn find_decisions(&mut self) {
        let decisions = self.dynamics.state.force_branch.len();
        self.output_rates.decision.resize(decisions, 0.0);
    }

    /// Returns those of the last derivatives of outputs, in the order of [`Simulator::branches`].
    pub(crate) fn decision_terms(&self) -> &[f64] {
        &self.output_rates.decision
    }

    /// Returns the branches of all decisions; None of one whose number stays at its level.
    pub(crate) fn branches(&self) -> impl Iterator<Item = Option<usize>> + '_ {
        let branches = self.dynamics.state.force_branch.iter();
        branches.map(|branch| (*branch != TIED).then_some(*branch))
    }

    /// Returns the branch of its law on which a contact slips, as its slip velocity alone decides; None of one that does not slip.
    pub(crate) fn branch_of_slip(&self, contact: usize) -> Option<usize> {
        let Dynamics { system, state, .. } = &self.dynamics;
        system.contacts[contact].branch_of_slip(state.contacts[contact].mode(), state)
    }

    /// True if an internal state of a contact comes to its end after a finite way, and is not there.
    pub(crate) fn tends_to_end(&self, contact: usize, of: usize) -> bool {
        let Dynamics { system, state, .. } = &self.dynamics;
        system.contacts[contact].tends_to_end(contact, of, state)
    }

    /// True if an internal state of a contact stays at its end.
    pub(crate) fn is_at_end(&self, contact: usize, of: usize) -> bool {
        let Dynamics { system, state, .. } = &self.dynamics;
        system.contacts[contact].is_at_end(contact, of, state)
    }

    /// Evaluates the time derivatives of all outputs in the present modes, from the equations.
    pub fn rates(&mut self, parameters: &[f64], inputs: &[f64]) -> &Observation {
        self.derivatives(parameters, inputs, 1);
        &self.output_rates
    }

    /// Computes the time derivatives of this order of all outputs in the present modes, from the series of the equations
    /// ([`Simulator::last_rates`]); at a breakpoint of a law or formula those behind it. True if they are known, as they are where
    /// friction forces are determinate.
    pub(crate) fn derivatives(&mut self, parameters: &[f64], inputs: &[f64], order: usize) -> bool {
        let mut known = true;
        std::mem::swap(&mut self.observation, &mut self.output_rates);
        let mut breakpoints = self.breakpoints.take();
        self.look(parameters, inputs, |rates, system, state, work| {
            known = match &mut breakpoints {
                Some(breakpoints) => breakpoints.evaluate(rates, (system, state), work, order),
                None => rates.evaluate(system, &Start::of(state), work, order),
            };
        });
        self.breakpoints = breakpoints;
        std::mem::swap(&mut self.observation, &mut self.output_rates);
        known
    }

    /// Returns the last result of [`Simulator::rates`], [`Simulator::derivatives`] or [`Simulator::changes`].
    pub(crate) fn last_rates(&self) -> &Observation {
        &self.output_rates
    }

    /// Finds the changes of all outputs in the present modes with states, inputs and parameters, from the
    /// equations ([`Simulator::last_rates`]); `follows` says that what is stuck on a surface follows a change of its velocity.
    ///
    /// # Errors
    /// The reason why they are not known: a limit follows the load.
    pub(crate) fn changes(
        &mut self,
        parameters: &[f64],
        inputs: &[f64],
        change: &Change,
        follows: bool,
    ) -> Result<(), &'static str> {
        std::mem::swap(&mut self.observation, &mut self.output_rates);
        let network = self.network.clone();
        let mut variation = self.variation.take().unwrap_or_default();
        self.look(parameters, inputs, |rates, system, state, (expansion, resolver)| {
            let start = &Start::of(state);
            let at = Changing { system, network: &network, start, change, follows };
            variation.take(&at, parameters);
            expansion.evaluate_changes(&at, &mut variation);
            rates.read(&variation.system, start, (&mut *expansion, resolver), 1);
            rates.change_effective_masses(system, |body| {
                expansion.changing_mobility(system, body, &variation)
            });
        });
        std::mem::swap(&mut self.observation, &mut self.output_rates);
        self.variation = Some(variation);
        if self.dynamics.state.slides() {
            return Err(
                "the coefficient of friction of a stuck contact depends on its load, and the derivative of this \
                 dependence is not known",
            );
        }
        Ok(())
    }

    /// True if in the direction of the last [`Simulator::changes`] a contact at rest would not keep its mode.
    pub(crate) fn ends_rest(&self) -> bool {
        self.variation.as_ref().is_some_and(|variation| variation.ends_rest)
    }

    fn look(
        &mut self,
        parameters: &[f64],
        inputs: &[f64],
        evaluate: impl FnOnce(&mut Observation, &System, &State, Work),
    ) {
        match self.tries(parameters, inputs) {
            true => self.evaluate_trial(evaluate),
            false => self.evaluate_state(evaluate),
        }
    }

    /// Tries values unless they are those of the present state; true if there is a trial now.
    fn tries(&mut self, parameters: &[f64], inputs: &[f64]) -> bool {
        self.evaluate_deferred_motion();
        // Inputs at the end of a step say nothing of what is now.
        let held = match self.at_end {
            true => self.dynamics.state.parameters == parameters,
            false => self.are_held(parameters, inputs),
        };
        !held && self.try_values(parameters, inputs)
    }

    /// Looks at the trial, if there is any.
    fn evaluate_trial(&mut self, evaluate: impl FnOnce(&mut Observation, &System, &State, Work)) {
        let Self { observation, output_expansion, trial, .. } = self;
        if let Some(trial) = trial.as_deref_mut() {
            let Trial { system, state, resolver } = trial;
            evaluate(observation, system, state, (output_expansion, resolver));
        }
    }

    /// Looks at the present state.
    fn evaluate_state(&mut self, evaluate: impl FnOnce(&mut Observation, &System, &State, Work)) {
        let Self { observation, output_expansion, dynamics, .. } = self;
        let Dynamics { state, system, resolver, .. } = dynamics;
        evaluate(observation, system, state, (output_expansion, resolver));
    }

    /// Tries new values, in modes that need no transition; true if they keep all rules.
    fn try_values(&mut self, parameters: &[f64], inputs: &[f64]) -> bool {
        let mut now = std::mem::take(&mut self.now);
        self.present_inputs(&mut now);
        self.now = now;
        let Self {
            network,
            dynamics: Dynamics { system, state, .. },
            rates,
            trial,
            output_expansion,
            ramps_declared: declared,
            sampling,
            ..
        } = self;
        let trial =
            trial.get_or_insert_with(|| Box::new(Trial::of(system, state, output_expansion)));
        trial.state.copy_from(state);
        let inputs = if self.at_end { &self.now } else { inputs };
        if self.at_end {
            rates.copy_from_slice(&state.rates);
        }
        let motions =
            Given { network, state, system, inputs, rates, declared, sampling, length: None };
        let tau = state.tau();
        for (body, motion) in trial.state.given.iter_mut().enumerate() {
            *motion = if self.at_end { motion.moved(tau) } else { motions.looked_at(body) };
        }
        trial.resolve_modes(network, (parameters, inputs), rates, output_expansion)
    }
}
