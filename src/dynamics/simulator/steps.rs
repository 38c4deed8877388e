//! A communication step by time stepping ([`crate::dynamics::methods::moreau`]).

use super::{EventSink, Simulator, StepRequest, Values};
use crate::dynamics::Fault;
use crate::dynamics::hybrid::Dynamics;
use crate::dynamics::methods::moreau::nominal;
use crate::dynamics::system::FEWEST;
use crate::dynamics::tolerances::SAME_STEP;
use crate::network::Method;

/// Steps of a communication step, times elements over [`FEWEST`]: at some microseconds each about a second.
const MAX_STEPS: u64 = 200_000;

impl Simulator {
    /// Makes the communication step in equal steps of the time stepping; modes of a step are reported at its end. True
    /// if it ended early.
    pub(super) fn run_by_steps(
        &mut self,
        request: &StepRequest,
        given: Values,
        sink: EventSink,
    ) -> Result<bool, Fault> {
        self.trajectory.end();
        let (begin, end) = (request.begin(), request.end());
        let duration = nominal(begin, end);
        let count = self.steps_of(duration);
        let most = (MAX_STEPS * FEWEST / self.dynamics.system.elements()).max(1);
        if count > most as f64 {
            let rule = format!(
                "moreauStep = {} s: must give at most {most} time steps in the communication step to {end} s; choose \
                 a longer one",
                self.moreau_step
            );
            return Err(Fault::Step { time: begin, rule });
        }
        // One step is known to go well before it changes anything but what inputs do.
        if count > 1.0 {
            self.rollback.keep(&self.dynamics.state);
        }
        let same = self.keeps_parameters(given);
        self.hold_inputs(given, same, Some(duration))?;
        self.dynamics.system.put_ports(&mut self.dynamics.state);
        self.dynamics.totals.begin();
        for k in 1..=count as usize {
            let last = k as f64 == count;
            let to = if last { end } else { begin + duration * (k as f64 / count) };
            self.dynamics.record_modes();
            self.step_to(to, duration / count)?;
            self.push_impulses(duration / count);
            if self.dynamics.report(sink) && request.stops(to) {
                self.dynamics.totals.end(to - begin, &mut self.dynamics.state.mean_friction);
                return Ok(true);
            }
        }
        self.dynamics.totals.end(duration, &mut self.dynamics.state.mean_friction);
        Ok(false)
    }

    /// Returns the number of steps that make a communication step.
    fn steps_of(&self, duration: f64) -> f64 {
        let step = if self.moreau_step > 0.0 { self.moreau_step } else { duration };
        (duration / step * (1.0 - SAME_STEP)).ceil().max(1.0)
    }

    /// Makes room for time stepping, if that is the method.
    pub(super) fn reserve_moreau(&mut self) {
        if self.method == Method::Moreau {
            self.moreau.get_or_insert_default().resize(&self.dynamics.system);
        }
    }

    /// Makes the first step like all others, if communication steps are those that the network asks for.
    pub(super) fn prepare_steps(&mut self) {
        if self.method == Method::Moreau {
            let duration = nominal(0.0, self.network.experiment.step_size);
            let size = duration / self.steps_of(duration);
            let Self {
                moreau, dynamics: Dynamics { system, expansion, resolver, state, .. }, ..
            } = self;
            let moreau = moreau.get_or_insert_default();
            moreau.preallocate(system, (expansion, resolver), state, size);
        }
    }
}
