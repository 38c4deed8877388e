//! Evaluation of what fits the values set: states where a host integrates, and outputs.

use super::states::{Stage, between_events};
use super::{Freshness, Simulation};
use crate::network::{Method, Nominals, RELATIVE_TOLERANCE_BOUNDS};
use crate::unit::table::item_of;
use crate::unit::{Accessor, Fault, Setting, Value};

impl Simulation {
    /// Makes outputs (and before stepping the state) fit the values set.
    pub(super) fn refresh(&mut self) -> Result<(), Fault> {
        if self.freshness == Freshness::Fresh {
            return Ok(());
        }
        self.prediction = None;
        if self.freshness == Freshness::State {
            self.simulator.observe_state();
            self.freshness = Freshness::Fresh;
            return Ok(());
        }
        self.simulator.ramp(&self.rates);
        if self.freshness == Freshness::Nothing {
            self.check_method()?;
            let (tightest, _) = RELATIVE_TOLERANCE_BOUNDS;
            let tolerance = self.setup.tolerance.unwrap_or(f64::INFINITY);
            let tolerance = tolerance.min(self.relative_tolerance).max(tightest);
            self.simulator.choose(self.method, self.moreau_step);
            let integrates = self.exchange.is_some();
            self.simulator.pull_ports_within(integrates.then_some(self.port_time_constant));
            self.simulator.take_inputs_at_end(self.inputs_at_end && self.exchange.is_none());
            self.simulator.initialise(
                self.setup.start,
                &self.parameters,
                &self.inputs,
                tolerance,
            )?;
            self.take_states();
            self.take_nominals();
        }
        self.follow_inputs()?;
        self.simulator.observe(&self.parameters, &self.inputs);
        self.freshness = Freshness::Fresh;
        Ok(())
    }

    /// Takes the nominal values that follow from the present parameters.
    pub(super) fn take_nominals(&mut self) {
        let Self { exchange, unit, parameters, .. } = self;
        if let Some(exchange) = exchange {
            exchange.take_nominals(&Nominals::of(unit.network(), |id| parameters[id.0]));
        }
    }

    /// # Errors
    /// Time stepping, if the host integrates.
    fn check_method(&self) -> Result<(), Fault> {
        if self.exchange.is_none() || self.method == Method::Events {
            return Ok(());
        }
        let name = self.name_of(Accessor::Setting(Setting::Method));
        let rule = format!(
            "time stepping has its own steps; in Model Exchange, where the host integrates, the method must be {}",
            item_of(Method::Events)
        );
        let value = Value::Integer(item_of(self.method));
        Err(Fault::Bound { name, value, rule })
    }

    pub(super) fn name_of(&self, accessor: Accessor) -> String {
        let mut rows = self.unit.variables().iter();
        let row = rows.find(|row| row.accessor == accessor).expect("a variable of the model");
        row.name.clone()
    }

    /// Reads the continuous states from the motion; true if one changed.
    pub(super) fn take_states(&mut self) -> bool {
        let Some(exchange) = &mut self.exchange else { return false };
        let state = self.simulator.state();
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

    /// True between events, where a host integrates: values that are set change continuously.
    pub(super) fn changes_continuously(&self) -> bool {
        self.exchange.as_ref().is_some_and(|exchange| exchange.stage == Stage::Continuous)
    }

    /// Sets inputs between events to those at the present time.
    pub(super) fn follow_inputs(&mut self) -> Result<(), Fault> {
        if self.changes_continuously() {
            self.input_consistency.record_trial(&self.simulator, &self.inputs);
            let Self { simulator, exchange, parameters, inputs, .. } = self;
            simulator.follow_inputs(parameters, inputs, between_events(exchange))?;
        }
        Ok(())
    }
}
