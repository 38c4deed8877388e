//! Predictions: the time of the next transition, if no parameter or input changes, and the reactions of a step.

use super::{Simulator, StepRequest, Values};
use crate::dynamics::Fault;
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

    /// Finds the mean reactions of a step from now on with parameters and inputs; the motion stays where it is. Returns its length, s:
    /// the longer one of these, or as far as the motion comes at the cost of a communication step, beyond the shorter one at that of
    /// a look ahead. No step can be longer than the one, nor should the next one be.
    ///
    /// # Errors
    /// Those of [`Simulator::advance`]: the motion cannot make such a step.
    pub(crate) fn predict_reactions(
        &mut self,
        [shorter, longer]: [f64; 2],
        given: Values,
        reactions: &mut [f64],
    ) -> Result<f64, Fault> {
        let now = self.dynamics.state.time;
        self.evaluate_deferred_state();
        self.begin_look_ahead();
        let step_budget = self.step_budget.take();
        self.stop_within(longer);
        let request = StepRequest::looking_ahead(now, now + shorter, now + longer);
        let made = self.go(&request, given, &mut |_| {});
        let reached = self.dynamics.state.time;
        for &body in &self.dynamics.system.ports {
            reactions[body] = self.dynamics.state.mean_reaction[body];
        }
        self.step_budget = step_budget;
        self.end_look_ahead()?;
        made.map(|_| if reached < request.end() { reached - now } else { longer })
    }
}
