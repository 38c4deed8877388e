//! An instance that a host integrates (Model Exchange): continuous states, their derivatives, event
//! indicators and events.

use super::{Exchange, Freshness, Instance, Row, Stage};
use crate::motion::{Motion, State, indicator_count};
use crate::network::Method;
use crate::unit::table::item_of;
use crate::unit::{Accessor, Fault, Phase, Setting, Unit, Value, rules};
use std::sync::Arc;

/// Continuous states are of this size where a variable says nothing else.
const NOMINAL: f64 = 1.0;

impl Exchange {
    fn new(unit: &Unit) -> Self {
        let variables = unit.variables();
        // In the order of the derivatives in the model description, arrays whole.
        let derivatives = unit.rows_in_order().map(|row| &variables[row]);
        let derivatives = derivatives.filter_map(|row| Some((row, row.derivative_of?)));
        let rows: Vec<Row> = derivatives
            .map(|(row, state)| Row {
                state: variables[state].accessor,
                derivative: row.accessor,
                nominal: variables[state].nominal.unwrap_or(NOMINAL),
            })
            .collect();
        Self { states: vec![0.0; rows.len()], rows, stage: Stage::Event }
    }

    /// Writes the continuous states into the state of a motion.
    fn put(&self, state: &mut State) {
        for (row, &value) in self.rows.iter().zip(&self.states) {
            match row.state {
                Accessor::Position(body) => state.position[body] = value,
                Accessor::Velocity(body) => state.velocity[body] = value,
                Accessor::DissipatedEnergy(contact) => state.dissipated[contact] = value,
                Accessor::InternalState(contact, number) => {
                    *state.internal_mut(contact, number) = value;
                }
                other => unreachable!("{other:?} is no state"),
            }
        }
    }
}

/// Numbers of continuous states and of event indicators of a unit.
pub fn exchange_sizes(unit: &Unit) -> (usize, usize) {
    let states = unit.variables().iter().filter(|row| row.derivative_of.is_some());
    (states.count(), indicator_count(unit.network()))
}

impl Instance {
    /// A fresh instance for Model Exchange.
    pub fn exchange(unit: Arc<Unit>) -> Self {
        let exchange = Some(Exchange::new(&unit));
        let motion = Box::new(Motion::integrated_outside(unit.network().clone()));
        Self { exchange, motion, ..Self::new(unit) }
    }

    fn states_of(&self) -> &Exchange {
        self.exchange.as_ref().expect("functions of Model Exchange are for its instances")
    }

    /// # Errors
    /// Time stepping, if the host integrates.
    pub(super) fn check_method(&self) -> Result<(), Fault> {
        if self.exchange.is_none() || self.method == Method::Events {
            return Ok(());
        }
        let name = self.name_of(Accessor::Setting(Setting::Method));
        let rule = format!(
            "time stepping makes steps of its own; in Model Exchange, where the host integrates, it must be {}",
            item_of(Method::Events)
        );
        let value = Value::Integer(item_of(self.method));
        Err(Fault::Bound { name, value, rule })
    }

    fn name_of(&self, accessor: Accessor) -> String {
        let mut rows = self.unit.variables().iter();
        let row = rows.find(|row| row.accessor == accessor).expect("a variable of the unit");
        row.name.clone()
    }

    /// Reads the continuous states from the motion; whether one changed.
    pub(super) fn take_states(&mut self) -> bool {
        let Some(exchange) = &mut self.exchange else { return false };
        let state = self.motion.state();
        let mut changed = false;
        for (row, slot) in exchange.rows.iter().zip(&mut exchange.states) {
            let value = match row.state {
                Accessor::Position(body) => state.position[body],
                Accessor::Velocity(body) => state.velocity[body],
                Accessor::DissipatedEnergy(contact) => state.dissipated[contact],
                Accessor::InternalState(contact, number) => state.internal(contact, number),
                other => unreachable!("{other:?} is no state"),
            };
            changed |= std::mem::replace(slot, value).to_bits() != value.to_bits();
        }
        changed
    }

    /// Inputs between events are what they are at the present time.
    pub(super) fn follow_inputs(&mut self) -> Result<(), Fault> {
        if self.exchange.as_ref().is_some_and(|exchange| exchange.stage == Stage::Continuous) {
            self.motion.follow_inputs(&self.parameters, &self.inputs)?;
        }
        Ok(())
    }

    /// Continuous states in the order of their derivatives in the table.
    ///
    /// # Errors
    /// Before initialisation, or as [`Instance::get`].
    pub fn continuous_states(&mut self) -> Result<&[f64], Fault> {
        self.solve()?;
        Ok(&self.states_of().states)
    }

    /// Their derivatives in the present modes.
    ///
    /// # Errors
    /// As [`Instance::continuous_states`], or [`Fault::NotEvaluable`].
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

    /// Event indicators: a mode ends where one becomes negative.
    ///
    /// # Errors
    /// As [`Instance::continuous_states`], or [`Fault::NotEvaluable`].
    pub fn event_indicators(&mut self, out: &mut [f64]) -> Result<(), Fault> {
        if self.phase == Phase::Stepping {
            // Modes and states are enough: outputs are left for when they are read.
            self.motion.ramp(&self.rates);
            self.follow_inputs()?;
        } else {
            self.solve()?;
        }
        self.motion.indicators(out);
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
        self.motion.set_time(time);
        self.outdate();
        Ok(())
    }

    /// Sets the continuous states. Between events stuck contacts stay stuck, whatever round-off is in their velocities. At an
    /// event states that differ from the present ones resolve all modes anew in [`Instance::make_transitions`]; equal ones
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

    /// Place of a variable among the continuous states.
    fn place_of_state(&self, index: usize) -> Option<usize> {
        let accessor = self.unit.variables().get(index)?.accessor;
        self.exchange.as_ref()?.rows.iter().position(|row| row.state == accessor)
    }

    /// True if [`Instance::put_state`] may set this value.
    ///
    /// # Errors
    /// Unknown index, value of another type, or not finite.
    pub fn check_state(&self, index: usize, value: Value) -> Result<(), Fault> {
        let variable = self.variable(index)?;
        rules::check_kind(variable, value)?;
        rules::check_value(variable, value)
    }

    /// Sets one continuous state to a value that [`Instance::check_state`] accepts; the others are what they were set to last,
    /// or what an event left.
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
        self.motion.set_states(|state| exchange.put(state));
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
    /// Before the end of initialisation, or as [`Instance::get`].
    pub fn begin_event(&mut self) -> Result<(), Fault> {
        self.require(Phase::Stepping, "an event")?;
        self.motion.ramp(&self.rates);
        self.follow_inputs()?;
        if self.states_of().stage == Stage::Continuous {
            self.go_on(Stage::Event);
        }
        Ok(())
    }

    /// Ends an event: from now on inputs change continuously.
    pub fn end_event(&mut self) {
        self.motion.forget_given();
        self.go_on(Stage::Continuous);
    }

    fn go_on(&mut self, stage: Stage) {
        if let Some(exchange) = &mut self.exchange {
            exchange.stage = stage;
        }
    }

    /// Makes the transitions that are due; whether continuous states changed.
    ///
    /// # Errors
    /// Before the end of initialisation, if tuned parameters together break a rule, or if modes follow
    /// one another without end. The instance is then as before the call.
    pub fn make_transitions(&mut self) -> Result<bool, Fault> {
        self.require(Phase::Stepping, "an event")?;
        self.events.begin();
        let Self { motion, events, parameters, inputs, exchange, .. } = self;
        let placed = exchange.as_ref().filter(|exchange| exchange.stage == Stage::Placed);
        let place = placed.map(|exchange| |state: &mut State| exchange.put(state));
        motion.event((parameters, inputs), place, &mut |event| events.record(event))?;
        self.events.commit();
        self.go_on(Stage::Event);
        self.freshness = Freshness::Outputs;
        Ok(self.take_states())
    }

    /// Outputs fit the values set.
    fn solve(&mut self) -> Result<(), Fault> {
        if self.phase == Phase::Instantiated {
            let action = "evaluating the equations";
            return Err(Fault::Phase { action, phase: self.phase });
        }
        self.refresh()
    }
}
