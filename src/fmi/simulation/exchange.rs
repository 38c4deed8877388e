//! Functions of Model Exchange behind the checks of their pointers.

use std::mem::MaybeUninit;

use super::FmuInstance;
use crate::fmi::answer::{Answer, Refusal};
use crate::fmi::calls::State;

/// Continuous states, derivatives or event indicators have another number than the host said.
fn check_count(what: &str, given: usize, count: usize) -> Answer {
    if given == count {
        return Ok(());
    }
    Err(Refusal::Error(format!("{given} {what}: the model has {count}")))
}

fn write(values: impl IntoIterator<Item = f64>, out: &mut [MaybeUninit<f64>]) {
    for (slot, value) in out.iter_mut().zip(values) {
        slot.write(value);
    }
}

impl FmuInstance {
    pub fn enter_event_mode(&mut self) -> Answer {
        self.instance.begin_event()?;
        self.state = State::EventMode;
        Ok(())
    }

    pub fn enter_continuous_time_mode(&mut self) -> Answer {
        self.instance.end_event();
        self.state = State::ContinuousTimeMode;
        Ok(())
    }

    /// Makes the transitions that are active: all of them, so that no further iteration is needed; true if states count
    /// as changed. They do after each transition, whether they did or not: derivatives and indicators jump, and there
    /// are hosts that restart their integrator only then.
    pub fn new_discrete_states(&mut self) -> Result<bool, Refusal> {
        let changed = self.instance.make_transitions()? || !self.instance.step_events().is_empty();
        self.report_transitions();
        Ok(changed)
    }

    pub fn set_time(&mut self, time: f64) -> Answer {
        Ok(self.instance.set_time(time)?)
    }

    pub fn set_continuous_states(&mut self, states: &[f64]) -> Answer {
        Ok(self.instance.set_states(states)?)
    }

    pub fn continuous_states(&mut self, out: &mut [MaybeUninit<f64>]) -> Answer {
        let states = self.instance.continuous_states()?;
        check_count("continuous states", out.len(), states.len())?;
        write(states.iter().copied(), out);
        Ok(())
    }

    pub fn derivatives(&mut self, out: &mut [MaybeUninit<f64>]) -> Answer {
        check_count("derivatives", out.len(), self.instance.state_nominals().count())?;
        Ok(self.instance.state_derivatives(|index, rate| {
            out[index].write(rate);
        })?)
    }

    pub fn nominals(&mut self, out: &mut [MaybeUninit<f64>]) -> Answer {
        check_count("nominals", out.len(), self.instance.state_nominals().count())?;
        write(self.instance.state_nominals(), out);
        Ok(())
    }

    pub fn event_indicators(&mut self, out: &mut [MaybeUninit<f64>]) -> Answer {
        check_count("event indicators", out.len(), self.indicators.len())?;
        self.instance.event_indicators(&mut self.indicators)?;
        write(self.indicators.iter().copied(), out);
        Ok(())
    }
}
