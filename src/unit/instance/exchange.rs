//! An instance that a host integrates (Model Exchange): continuous states, their derivatives, event
//! indicators and events.

use super::alternation::Pattern;
use super::states::{Exchange, Stage, between_events};
use super::{Freshness, Simulation};
use crate::dynamics::{State, indicator_count};
use crate::unit::{Fault, Model, Phase, Value, rules};

/// Returns the numbers of continuous states and of event indicators of a unit.
pub fn exchange_sizes(unit: &Model) -> (usize, usize) {
    let states = unit.variables().iter().filter(|row| row.derivative_of.is_some());
    (states.count(), indicator_count(unit.network()))
}

impl Simulation {
    fn states_of(&self) -> &Exchange {
        self.exchange.as_ref().expect("functions of Model Exchange are for its instances")
    }

    /// Continuous states in the order of their derivatives in the table.
    ///
    /// # Errors
    /// Before initialisation, or as [`Simulation::get`].
    pub fn continuous_states(&mut self) -> Result<&[f64], Fault> {
        self.solve()?;
        Ok(&self.states_of().states)
    }

    /// Evaluates their derivatives in the present modes.
    ///
    /// # Errors
    /// Those of [`Simulation::continuous_states`], or [`Fault::NotEvaluable`].
    pub fn state_derivatives(&mut self, mut see: impl FnMut(usize, f64)) -> Result<(), Fault> {
        self.solve()?;
        for (index, row) in self.states_of().rows.iter().enumerate() {
            match self.value(&row.derivative) {
                Value::Real(rate) if rate.is_finite() => see(index, rate),
                value => {
                    let name = self.name_of(row.derivative);
                    return Err(Fault::NotEvaluable { name, time: self.time(), value });
                }
            }
        }
        Ok(())
    }

    /// Orders of magnitude of the continuous states.
    pub fn state_nominals(&self) -> impl Iterator<Item = f64> + '_ {
        self.states_of().rows.iter().map(|row| row.nominal)
    }

    /// Evaluates the event indicators: a mode ends where one becomes negative.
    ///
    /// # Errors
    /// Those of [`Simulation::continuous_states`], or [`Fault::NotEvaluable`].
    pub fn event_indicators(&mut self, out: &mut [f64]) -> Result<(), Fault> {
        if self.phase == Phase::Stepping {
            // Modes and states are enough: outputs are left for when they are read.
            self.simulator.ramp(&self.rates);
            self.follow_inputs()?;
        } else {
            self.solve()?;
        }
        self.simulator.indicators(out);
        match out.iter().position(|value| !value.is_finite()) {
            None => Ok(()),
            Some(index) => {
                let (name, value) = (format!("event indicator {index}"), Value::Real(out[index]));
                Err(Fault::NotEvaluable { name, time: self.time(), value })
            }
        }
    }

    /// # Errors
    /// Not finite, or before the end of initialisation.
    pub fn set_time(&mut self, time: f64) -> Result<(), Fault> {
        self.require(Phase::Stepping, "setting the time")?;
        if !time.is_finite() {
            let rule = "must be finite".to_owned();
            return Err(Fault::Argument { quantity: "time", value: time, rule });
        }
        let Self { simulator, exchange, .. } = self;
        simulator.set_time(time, between_events(exchange));
        self.outdate();
        Ok(())
    }

    /// Sets the continuous states. Between events stuck contacts stay stuck, whatever round-off is in their velocities. At an
    /// event states that differ from the present ones resolve all modes again in [`Simulation::make_transitions`]; equal ones
    /// change nothing.
    ///
    /// # Errors
    /// Another number of them than there is, one that is not finite, or before the end of initialisation.
    pub fn set_states(&mut self, states: &[f64]) -> Result<(), Fault> {
        self.require(Phase::Stepping, "setting continuous states")?;
        self.check_states(states)?;
        self.change_states(|own| own.copy_from_slice(states));
        Ok(())
    }

    /// True if a variable is a continuous state that may be set now.
    pub fn takes_state(&self, index: usize) -> bool {
        self.phase == Phase::Stepping && self.place_of_state(index).is_some()
    }

    /// Returns the place of a variable among the continuous states.
    fn place_of_state(&self, index: usize) -> Option<usize> {
        let accessor = self.unit.variables().get(index)?.accessor;
        self.exchange.as_ref()?.rows.iter().position(|row| row.state == accessor)
    }

    /// Checks that a continuous state may be set to this value.
    ///
    /// # Errors
    /// Unknown index, value of another type, or not finite.
    pub fn check_state(&self, index: usize, value: Value) -> Result<(), Fault> {
        let variable = self.variable(index)?;
        rules::check_kind(variable, value)?;
        rules::check_value(variable, value)
    }

    /// Sets one continuous state to a value that [`Simulation::check_state`] accepts; the others are what they were set to last,
    /// or what an event left.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn put_state(&mut self, index: usize, value: Value) {
        if let (Some(place), Value::Real(x)) = (self.place_of_state(index), value) {
            self.change_states(|states| states[place] = x);
        }
    }

    /// Changes the continuous states as the host says.
    fn change_states(&mut self, change: impl FnOnce(&mut [f64])) {
        let Some(exchange) = &mut self.exchange else { return };
        if exchange.stage != Stage::Continuous {
            let before = exchange.states.clone();
            change(&mut exchange.states);
            if exchange.states == before {
                return;
            }
            exchange.stage = Stage::Placed;
        } else {
            change(&mut exchange.states);
        }
        self.simulator.set_states(|state| exchange.put(state));
        self.outdate();
    }

    pub(super) fn check_states(&self, states: &[f64]) -> Result<(), Fault> {
        let count = self.states_of().rows.len();
        let argument = |quantity, value: f64, rule| Err(Fault::Argument { quantity, value, rule });
        if states.len() != count {
            let rule = format!("must be {count}");
            return argument("number of continuous states", states.len() as f64, rule);
        }
        match states.iter().find(|value| !value.is_finite()) {
            Some(value) => argument("continuous state", *value, "must be finite".to_owned()),
            None => Ok(()),
        }
    }

    /// Goes from the time between events, in which inputs change continuously, to an event, at which they jump:
    /// what was set up to now is how they changed.
    ///
    /// # Errors
    /// Before the end of initialisation, or as [`Simulation::get`].
    pub fn begin_event(&mut self) -> Result<(), Fault> {
        self.require(Phase::Stepping, "an event")?;
        self.simulator.ramp(&self.rates);
        self.follow_inputs()?;
        if self.states_of().stage == Stage::Continuous {
            self.go_on(Stage::Event);
        }
        Ok(())
    }

    /// Ends an event: from now on inputs change continuously.
    pub fn end_event(&mut self) {
        self.input_consistency.forget();
        self.go_on(Stage::Continuous);
    }

    fn go_on(&mut self, stage: Stage) {
        if let Some(exchange) = &mut self.exchange {
            exchange.stage = stage;
        }
    }

    /// Makes the transitions that are active; true if continuous states changed.
    ///
    /// # Errors
    /// Before the end of initialisation, if tuned parameters together break a rule, or if modes follow
    /// one another without end. The instance is then as before the call.
    pub fn make_transitions(&mut self) -> Result<bool, Fault> {
        self.require(Phase::Stepping, "an event")?;
        self.events.begin();
        let Self { simulator, events, parameters, inputs, exchange, .. } = self;
        let placed = exchange.as_ref().filter(|exchange| exchange.stage == Stage::Placed);
        let place = placed.map(|exchange| |state: &mut State| exchange.put(state));
        simulator.event((parameters, inputs), place, &mut |event| events.record(event))?;
        self.events.commit();
        let Self { simulator, alternations, .. } = self;
        for contact in simulator.alternating() {
            alternations.report(contact, simulator.state().time, Pattern::AtOnce);
        }
        self.go_on(Stage::Event);
        self.freshness = Freshness::Given;
        Ok(self.take_states())
    }

    /// Evaluates outputs, so that they fit the values set.
    fn solve(&mut self) -> Result<(), Fault> {
        if self.phase == Phase::Instantiated {
            let action = "evaluating the equations";
            return Err(Fault::Phase { action, phase: self.phase });
        }
        self.refresh()
    }
}
