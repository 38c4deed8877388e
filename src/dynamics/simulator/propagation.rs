//! Communication steps under new inputs in which the modes stay, by the program of these ([`crate::dynamics::program`]).

use super::inputs::{are_zero, is_same};
use super::{Simulator, StepRequest, Values};
use crate::dynamics::State;
use crate::dynamics::hybrid::Dynamics;
use crate::dynamics::program::Programs;
use crate::dynamics::system::given::{GivenValues, is_input};
use crate::network::Method;

/// Evaluations of forces of one order in such a step.
const ORDERS: u64 = 3;

impl Simulator {
    /// Makes a communication step under new inputs, if the motion is linear and no transition is possible; true if it did.
    /// Else only the record of such steps is another one.
    ///
    /// A mode set is worth its program once it has lasted for as many steps of one length as there are bodies, now and when the
    /// motion was in it before. That is part of the state, so that a saved motion continues to the bit.
    pub(super) fn propagate(&mut self, request: &StepRequest, given: Values) -> bool {
        if !self.may_propagate(request, given) {
            return false;
        }
        let Some(bodies) = self.programs.bodies(&self.dynamics.system) else { return false };
        let (begin, end) = (self.dynamics.state.time, request.end());
        if !self.dynamics.state.record_step(end - begin, bodies) {
            return false;
        }
        let Self { network, programs, rates, given: motions, dynamics, .. } = self;
        let Dynamics { system, state, resolver, .. } = dynamics;
        if !programs.choose(system, state) {
            state.horizon_control.record_refusal();
            return false;
        }
        let (parameters, inputs) = given;
        let values = GivenValues { parameters, inputs, rates, motions };
        let version = system.version;
        let taken = system.take_inputs(network, &values).is_ok();
        resolver.update_given(system);
        let same = taken && system.version == version;
        let made = same && dynamics.keeps_linear_modes() && {
            let Dynamics { system, state, resolver, .. } = &dynamics;
            let like = state.horizon_control.step();
            programs.step(system, state, resolver.limits(), (end - begin, like))
        };
        if !made {
            let Dynamics { system, state, resolver, .. } = dynamics;
            // Values that break a rule are an error of what is tried next; those before broke none.
            let restored = system.take_inputs(network, &GivenValues::of(state));
            debug_assert!(restored.is_ok());
            resolver.update_given(system);
            state.horizon_control.record_refusal();
            return false;
        }
        self.take_propagated(inputs, end);
        true
    }

    /// True if a step goes to the end of its request under inputs that are new, and held from now on.
    fn may_propagate(&self, request: &StepRequest, given: Values) -> bool {
        let state = &self.dynamics.state;
        self.method == Method::Events
            && !self.at_end
            && request.begin() == state.time
            && request.reach() == request.end()
            && are_zero(&self.rates)
            && are_zero(&state.rates)
            && is_same(&state.parameters, given.0)
            && !is_same(&state.inputs, given.1)
            && !state.contacts.iter().any(|own| !own.is_plain())
    }

    /// Takes the step that the program has made, under these inputs.
    fn take_propagated(&mut self, inputs: &[f64], end: f64) {
        self.trajectory.end();
        self.step_budget = None;
        let Self { programs, zeno_guard, dynamics, .. } = self;
        let Dynamics { state, totals, expansion, .. } = dynamics;
        let (begin, step) = (state.time, programs.last());
        expansion.evaluations += ORDERS;
        let State { horizon_control, .. } = state;
        horizon_control.record_program();
        horizon_control.record_point(true);
        horizon_control.restart();
        horizon_control.lengthen(end - begin);
        state.inputs.copy_from_slice(inputs);
        (state.origin, state.point, state.time) = (begin, begin, end);
        state.held_margin = 0.0;
        std::mem::swap(&mut state.position, &mut step.position);
        std::mem::swap(&mut state.velocity, &mut step.velocity);
        state.velocity_error.fill(0.0);
        totals.begin_with(&step.impulse);
        for (total, dissipated) in state.dissipated.iter_mut().zip(&step.dissipated) {
            *total += dissipated;
        }
        totals.end(end - begin, &mut state.mean_friction);
        zeno_guard.restart(begin);
    }

    /// Makes room for steps by programs, unless inputs are parameters of laws, of which programs are made.
    pub(super) fn reserve_programs(&mut self) {
        let mut laws = self.network.contacts.iter().map(|contact| &contact.law_numbers);
        if self.method == Method::Events && !laws.any(|numbers| numbers.iter().any(is_input)) {
            self.programs.resize(&self.dynamics.system);
        } else {
            *self.programs = Programs::default();
        }
    }
}

#[cfg(test)]
mod tests;
