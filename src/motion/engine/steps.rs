//! A communication step by time stepping ([`crate::motion::methods::moreau`]).

use super::{Motion, Record, Span, Values};
use crate::motion::methods::moreau::nominal;
use crate::motion::numbers::FEWEST;
use crate::motion::{Fault, State};
use crate::network::{Axis, Method};

/// Steps of a communication step, times elements over [`FEWEST`]: at some microseconds each about a second.
const MAX_STEPS: u64 = 200_000;

/// Part of a step by which a communication step may be longer than a whole number of steps: round-off of
/// a host's clock does not cost a further step.
const WHOLE: f64 = 1e-9;

/// Positions and velocities up to here are those of motions, m or rad and per second, in whatever units a mechanism thinks: a step
/// that goes farther has multiplied an error.
const GREATEST: f64 = 1e30;

impl Motion {
    /// The communication step in equal steps of the time stepping; modes of a step are told at its end.
    /// True if it ended early.
    pub(super) fn run_by_steps(
        &mut self,
        span: &Span,
        given: Values,
        record: Record,
    ) -> Result<bool, Fault> {
        self.leg.end();
        let (begin, end) = (span.begin(), span.end());
        let duration = nominal(begin, end);
        let count = self.steps_of(duration);
        let most = (MAX_STEPS * FEWEST / self.numbers.elements()).max(1);
        if count > most as f64 {
            let rule = format!(
                "steps of moreauStep = {} s are more than {most} in the communication step \
                 to {end} s",
                self.moreau_step
            );
            return Err(Fault::Step { time: begin, rule });
        }
        // One step is known to go well before it changes anything but what inputs do.
        if count > 1.0 {
            self.undo.keep(&self.state);
        }
        let same = self.keeps_parameters(given);
        self.hold_inputs(given, same, Some(duration))?;
        self.numbers.put_ports(&mut self.state);
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

    /// # Errors
    /// [`Fault::Step`] with the first body that a step of this size, s, has taken beyond [`GREATEST`].
    fn check_size(&self, size: f64) -> Result<(), Fault> {
        let State { position, velocity, time, .. } = &self.state;
        for (body, values) in self.network.bodies.iter().zip(position.iter().zip(velocity)) {
            let names = match body.axis {
                Axis::Translation => ["position", "velocity"],
                Axis::Rotation => ["angle", "angularVelocity"],
            };
            for (name, value) in names.into_iter().zip([values.0, values.1]) {
                if value.abs() > GREATEST {
                    let rule = format!(
                        "{}.{name}: must not grow beyond {GREATEST:e} (got {value:e}); the forces change too much within a \
                         step of {size} s: take a shorter moreauStep, or the method \"events\"",
                        body.name
                    );
                    return Err(Fault::Step { time: *time, rule });
                }
            }
        }
        Ok(())
    }

    /// How many steps make a communication step.
    fn steps_of(&self, duration: f64) -> f64 {
        let step = if self.moreau_step > 0.0 { self.moreau_step } else { duration };
        (duration / step * (1.0 - WHOLE)).ceil().max(1.0)
    }

    /// Makes the first step like all others, if communication steps are those that the network asks for.
    pub(super) fn prepare_steps(&mut self) {
        if self.method == Method::Moreau {
            let duration = nominal(0.0, self.network.experiment.step_size);
            let size = duration / self.steps_of(duration);
            let Self { numbers, flow, state, moreau, .. } = self;
            moreau.rehearse(numbers, flow, state, size);
        }
    }

    /// One step of this size; the state is as before where it is not possible.
    fn step_to(&mut self, end: f64, size: f64) -> Result<(), Fault> {
        let Self { numbers, flow, resolver, state, moreau, .. } = self;
        let varies = numbers.take_coefficients(state);
        if numbers.coupled {
            numbers.take_loads_anew(state, None);
        }
        if varies || numbers.coupled {
            resolver.update(numbers);
        }
        let found = moreau.find(numbers, flow, state, (end, size));
        found.map_err(|error| self.fault(error))?;
        let Self { numbers, flow, resolver, work, state, moreau, .. } = self;
        moreau.conclude(numbers, (flow, resolver), work, state, (end, size));
        moreau.exchange(state);
        if let Err(fault) = self.check_state().and_then(|()| self.check_size(size)) {
            self.moreau.exchange(&mut self.state);
            return Err(fault);
        }
        let Self { numbers, flow, state, moreau, .. } = self;
        moreau.complete(numbers, flow, state);
        Ok(())
    }
}
