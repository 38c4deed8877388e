//! A communication step by time stepping ([`crate::motion::moreau`]).

use super::{Motion, Span};
use crate::motion::moreau::nominal;
use crate::motion::{Event, Fault};

/// Steps of a communication step: at some microseconds each about a second.
const MAX_STEPS: usize = 200_000;

/// Part of a step by which a communication step may be longer than a whole number of steps: round-off of
/// a host's clock does not cost a further step.
const WHOLE: f64 = 1e-9;

impl Motion {
    /// The communication step in equal steps of the time stepping; modes of a step are told at its end.
    /// Whether it ended early.
    pub(super) fn run_by_steps(
        &mut self,
        span: &Span,
        parameters: &[f64],
        inputs: &[f64],
        record: &mut dyn FnMut(Event),
    ) -> Result<bool, Fault> {
        self.leg.end();
        let (begin, end) = (span.begin(), span.end());
        let duration = nominal(begin, end);
        let step = if self.moreau_step > 0.0 { self.moreau_step } else { duration };
        let count = (duration / step * (1.0 - WHOLE)).ceil().max(1.0);
        if count > MAX_STEPS as f64 {
            let rule = format!(
                "steps of moreauStep = {step} s are more than {MAX_STEPS} in the communication step \
                 to {end} s"
            );
            return Err(Fault::Step { time: begin, rule });
        }
        // One step is known to go well before it changes anything but what inputs do.
        if count > 1.0 || self.numbers.guided || self.state.parameters != parameters {
            self.undo.keep(&self.state);
        }
        self.hold_inputs(parameters, inputs, Some(duration))?;
        self.work.begin();
        for k in 1..=count as usize {
            let last = k as f64 == count;
            let to = if last { end } else { begin + duration * (k as f64 / count) };
            self.note_modes();
            self.step_to(to, duration / count)?;
            if self.report(record) && span.stops(to) {
                self.work.means(to - begin, &mut self.state.mean_friction);
                return Ok(true);
            }
        }
        self.work.means(duration, &mut self.state.mean_friction);
        Ok(false)
    }

    /// One step of this size; the state is as before where it is not possible.
    fn step_to(&mut self, end: f64, size: f64) -> Result<(), Fault> {
        let Self { numbers, flow, resolver, work, state, moreau, .. } = self;
        if numbers.coupled {
            numbers.take_loads_anew(state, None);
            resolver.update(numbers);
        }
        let found = moreau.find(numbers, flow, state, (end, size));
        found.map_err(|error| self.fault(error))?;
        let Self { numbers, flow, resolver, work, state, moreau, .. } = self;
        moreau.conclude(numbers, (flow, resolver), work, state, (end, size));
        moreau.exchange(state);
        if let Err(fault) = state.check_finite(&self.network) {
            moreau.exchange(state);
            return Err(fault);
        }
        moreau.complete(numbers, flow, state);
        Ok(())
    }
}
