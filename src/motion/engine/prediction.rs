//! Looking ahead: when the next transition will be, if nothing that is given changes.

use super::{Motion, Span};
use crate::motion::Fault;
use crate::network::Method;

/// What lies ahead.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Prediction {
    /// The first transition, one that new inputs cause at once included; s.
    pub first: Option<f64>,
    /// The first one after the present time, s.
    pub later: Option<f64>,
}

impl Motion {
    /// Transitions up to `end` with parameters and inputs held, located whatever the method. The motion
    /// stays where it is.
    ///
    /// # Errors
    /// Those of [`Motion::advance`]: the motion cannot go on to where they would be known.
    pub fn predict(
        &mut self,
        end: f64,
        parameters: &[f64],
        inputs: &[f64],
    ) -> Result<Prediction, Fault> {
        let mut prediction = Prediction::default();
        let now = self.state.time;
        let span = Span::to_transition(now, end);
        if self.are_held(parameters, inputs) && self.is_clear(end) {
            return Ok(prediction);
        }
        self.catch_up();
        self.set_aside();
        let method = std::mem::replace(&mut self.method, Method::Events);
        let at_end = std::mem::take(&mut self.at_end);
        let mut held = std::mem::take(&mut self.ahead);
        held.copy_from_slice(inputs);
        if at_end {
            self.present_inputs(&mut held);
            self.rates.fill(0.0);
        }
        let stopped = self.go(&span, (parameters, &held), &mut |event| {
            prediction.first.get_or_insert(event.time);
            if span.is_later(event.time) {
                prediction.later.get_or_insert(event.time);
            }
        });
        (self.method, self.at_end, self.ahead) = (method, at_end, held);
        self.come_back()?;
        stopped?;
        Ok(prediction)
    }
}
