//! Predictions: the time of the next transition, if no parameter or input changes, and the reactions of a step.

use super::{Simulator, StepRequest, Values};
use crate::dynamics::hybrid::Dynamics;
use crate::dynamics::tolerances::time_round_off;
use crate::dynamics::{ContactMode, Fault};
use crate::network::Method;

/// Times of the next transitions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Prediction {
    /// The first transition, one that new inputs cause immediately included; s.
    pub first: Option<f64>,
    /// The first one after the present time, s.
    pub later: Option<f64>,
}

impl Simulator {
    /// Finds the transitions up to `end` with parameters and inputs held, located whatever the method. The motion stays
    /// where it is.
    ///
    /// # Errors
    /// Those of [`Simulator::advance`]: the motion cannot continue to where they would be known.
    pub fn predict(
        &mut self,
        end: f64,
        parameters: &[f64],
        inputs: &[f64],
    ) -> Result<Prediction, Fault> {
        let mut prediction = Prediction::default();
        let now = self.dynamics.state.time;
        let request = StepRequest::to_transition(now, end);
        if self.are_held(parameters, inputs) && self.is_clear(end) {
            return Ok(prediction);
        }
        self.evaluate_deferred_state();
        self.begin_look_ahead();
        let method = std::mem::replace(&mut self.method, Method::Events);
        let at_end = std::mem::take(&mut self.at_end);
        let mut held = std::mem::take(&mut self.ahead);
        held.copy_from_slice(inputs);
        if at_end {
            self.present_inputs(&mut held);
            self.rates.fill(0.0);
        }
        let stopped = self.go(&request, (parameters, &held), &mut |event| {
            prediction.first.get_or_insert(event.time());
            if request.is_later(event.time()) {
                prediction.later.get_or_insert(event.time());
            }
        });
        (self.method, self.at_end, self.ahead) = (method, at_end, held);
        self.end_look_ahead()?;
        stopped?;
        Ok(prediction)
    }

    /// Finds the mean reactions of a step from now on with parameters and inputs, or from a state beside the present one; the motion
    /// stays where it is. Returns its length, s: the longer one of these, or as far as the motion comes at the cost of a communication
    /// step, beyond the shorter one at that of a look ahead. No step can be longer than the one, nor should the next one be.
    ///
    /// # Errors
    /// Those of [`Simulator::advance`]: the motion cannot make such a step.
    pub(crate) fn predict_reactions(
        &mut self,
        [shorter, longer]: [f64; 2],
        given: Values,
        beside: Option<&Displacement>,
        reactions: &mut [f64],
    ) -> Result<f64, Fault> {
        self.evaluate_deferred_state();
        self.begin_look_ahead();
        let step_budget = self.step_budget.take();
        let sampling = beside.map(|_| self.sampling.clone());
        self.stop_within(longer);
        let begun = beside.map_or(Ok(()), |displacement| {
            self.displace(displacement);
            self.restart_clock()
        });
        let now = self.dynamics.state.time;
        let request = StepRequest::look_ahead_to(now, now + shorter, now + longer);
        let made = begun.and_then(|()| self.go(&request, given, &mut |_| {}));
        let reached = self.dynamics.state.time;
        for &body in &self.dynamics.system.ports {
            reactions[body] = self.dynamics.state.mean_reaction[body];
        }
        self.step_budget = step_budget;
        if let Some(sampling) = sampling {
            (self.sampling, self.dynamics.system.epoch) = (sampling, 0.0);
        }
        self.end_look_ahead()?;
        made.map(|_| if reached < request.end() { reached - now } else { longer })
    }

    /// Returns the part of mean reactions over a length, s, that a state beside the present one does not resolve: the round-off of a
    /// clock that goes on.
    pub(crate) fn unresolved(&self, length: f64) -> f64 {
        let end = self.dynamics.state.time.abs() + length;
        if self.network.reads_time() { time_round_off(end) / length } else { 0.0 }
    }

    /// Lets the clock begin now, so that it resolves when what happens in a step does. Excitations continue in their phases; a
    /// formula that reads the time keeps the clock.
    fn restart_clock(&mut self) -> Result<(), Fault> {
        if self.network.reads_time() {
            return Ok(());
        }
        self.trajectory.end();
        let now = self.dynamics.state.time;
        self.dynamics.state.set_back(now);
        self.sampling.set_back(now);
        self.dynamics.system.epoch = now;
        self.update_system()
    }

    /// Moves the present state; what follows from it begins anew.
    fn displace(&mut self, displacement: &Displacement) {
        if displacement.is_none() {
            return;
        }
        self.trajectory.end();
        let state = &mut self.dynamics.state;
        let Displacement { position, velocity, internal, by } = displacement;
        for (values, changes) in [
            (&mut state.position, position),
            (&mut state.velocity, velocity),
            (&mut state.internal, internal),
        ] {
            values.iter_mut().zip(*changes).for_each(|(value, change)| *value += by * change);
        }
        self.leave_instants();
        self.dynamics.refresh_loads();
    }

    /// True if the slip velocity of a stuck contact changes with velocities of bodies.
    pub(crate) fn releases_stuck(&self, velocity: &[f64]) -> bool {
        let Dynamics { system, state, .. } = &self.dynamics;
        system.contacts.iter().zip(&state.contacts).any(|(entry, own)| {
            own.mode() == ContactMode::Stuck && entry.row.apply(velocity) != 0.0
        })
    }
}

/// Change of positions, velocities and internal states, as a direction and a factor.
#[derive(Clone, Copy, Default)]
pub(crate) struct Displacement<'a> {
    pub position: &'a [f64],
    pub velocity: &'a [f64],
    pub internal: &'a [f64],
    pub by: f64,
}

impl Displacement<'_> {
    /// True if nothing changes.
    fn is_none(&self) -> bool {
        let mut all = self.position.iter().chain(self.velocity).chain(self.internal);
        all.all(|change| *change == 0.0)
    }
}
