//! Checks that calls share: of indices, phases and times.

use super::Simulation;
use crate::dynamics::Short;
use crate::unit::{Fault, Phase, Variable};

/// A host's clock may differ from the model's by this much of max(1 s, |t|, h): round-off of a host that
/// adds up its steps.
const CLOCK_TOLERANCE: f64 = 1e-9;

impl Simulation {
    /// Returns the present time in s; the start time until the first step.
    pub fn time(&self) -> f64 {
        match self.phase {
            Phase::Stepping => self.simulator.state().time,
            Phase::Instantiated | Phase::Initialising => self.setup.start,
        }
    }

    pub(super) fn variable(&self, index: usize) -> Result<&Variable, Fault> {
        self.unit.variables().get(index).ok_or_else(|| self.unknown(index))
    }

    #[cold]
    fn unknown(&self, reference: usize) -> Fault {
        Fault::UnknownReference { reference, count: self.unit.variables().len() }
    }

    pub(super) fn require(&self, phase: Phase, action: &'static str) -> Result<(), Fault> {
        if self.phase == phase { Ok(()) } else { Err(Fault::Phase { action, phase: self.phase }) }
    }

    /// Returns the end of a step, if its times are in order. Where steps stop at transitions one may end as much later,
    /// or earlier, as a transition is off its end: the clocks may then differ by so many tolerances.
    pub(super) fn check_step(&self, time: f64, size: f64, late: f64) -> Result<f64, Fault> {
        let argument = |quantity, value, rule| Err(Fault::Argument { quantity, value, rule });
        if !(size.is_finite() && size > 0.0) {
            return argument("step size", size, "must be finite and > 0".to_owned());
        }
        let now = self.simulator.state().time;
        let shown = Short(now);
        let end = time + size;
        let slack = late * CLOCK_TOLERANCE * now.abs().max(size).max(1.0);
        if !((time - now).abs() <= slack && end.is_finite()) {
            let rule = format!("must be the present time {shown} within {slack:e} s");
            return argument("time of the step", time, rule);
        }
        if end <= now {
            let rule = format!("is too small: it must end after the present time {shown}");
            return argument("step size", size, rule);
        }
        if let Some(stop) = self.setup.stop.filter(|stop| end > stop + slack) {
            let rule = format!("must not pass the stop time {}", Short(stop));
            return argument("end of the step", end, rule);
        }
        Ok(end)
    }
}
