//! Values that a host sets in an instance: parameters, settings and inputs.

use super::{Freshness, Simulation};
use crate::network::Method;
use crate::unit::table::item_of;
use crate::unit::{Accessor, Causality, Fault, Phase, Setting, Value, Variable, rules};

impl Simulation {
    /// Returns the value of a parameter, setting or input.
    pub(super) fn given(&self, accessor: Accessor) -> Option<Value> {
        Some(match accessor {
            Accessor::Parameter(id) => Value::Real(self.parameters[id.0]),
            Accessor::Input(id) => Value::Real(self.inputs[id.0]),
            Accessor::Setting(Setting::Method) => Value::Integer(item_of(self.method)),
            Accessor::Setting(Setting::MoreauStep) => Value::Real(self.moreau_step),
            Accessor::Setting(Setting::StopAtEvents) => Value::Boolean(self.stop_at_events),
            Accessor::Setting(Setting::InputsAtStepEnd) => Value::Boolean(self.inputs_at_end),
            Accessor::Setting(Setting::RelativeTolerance) => Value::Real(self.relative_tolerance),
            Accessor::Setting(Setting::PredictionHorizon) => Value::Real(self.prediction_horizon),
            Accessor::Setting(Setting::PortTimeConstant) => Value::Real(self.port_time_constant),
            _ => return None,
        })
    }

    /// True if a parameter keeps its value: hosts set all of them again after initialisation.
    #[inline]
    fn keeps(&self, variable: &Variable, value: Value) -> bool {
        variable.causality == Causality::Parameter && self.given(variable.accessor) == Some(value)
    }

    /// Checks that [`Simulation::set`] would accept the value now.
    ///
    /// # Errors
    /// Those of [`Simulation::set`].
    pub fn check(&self, index: usize, value: Value) -> Result<(), Fault> {
        self.accessor_to_set(index, value).map(|_| ())
    }

    /// Returns the place to which a value is to be set; None of a parameter that keeps its value.
    ///
    /// # Errors
    /// Those of [`Simulation::set`].
    #[inline(always)]
    fn accessor_to_set(&self, index: usize, value: Value) -> Result<Option<Accessor>, Fault> {
        let variable = self.variable(index)?;
        rules::check_kind(variable, value)?;
        if self.keeps(variable, value) {
            return Ok(None);
        }
        rules::check_settable(variable, self.phase)?;
        rules::check_value(variable, value)?;
        Ok(Some(variable.accessor))
    }

    /// Sets an input, or a parameter in its time; a parameter keeps the value that it has at any time.
    ///
    /// # Errors
    /// Unknown index, value of another type, not finite or out of bounds, variable that cannot be set
    /// now.
    pub fn set(&mut self, index: usize, value: Value) -> Result<(), Fault> {
        if let Some(accessor) = self.accessor_to_set(index, value)? {
            self.put_at(accessor, value);
        }
        Ok(())
    }

    /// Sets a Real input, or a Real parameter in its time.
    ///
    /// # Errors
    /// Those of [`Simulation::set`].
    pub fn set_real(&mut self, index: usize, value: f64) -> Result<(), Fault> {
        self.set(index, Value::Real(value))
    }

    /// Sets a value that [`Simulation::check`] accepts.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn put(&mut self, index: usize, value: Value) {
        let variable = &self.unit.variables()[index];
        if !self.keeps(variable, value) {
            self.put_at(variable.accessor, value);
        }
    }

    #[inline(always)]
    fn put_at(&mut self, accessor: Accessor, value: Value) {
        if let (Accessor::Input(id), Value::Real(x)) = (accessor, value) {
            self.inputs[id.0] = x;
            self.rates[id.0] = 0.0;
            self.simulator.record_given(id);
        } else {
            self.choose(accessor, value);
        }
        self.outdate();
    }

    /// Sets a parameter or a setting.
    #[inline(never)]
    fn choose(&mut self, accessor: Accessor, value: Value) {
        match (accessor, value) {
            (Accessor::Parameter(id), Value::Real(x)) => {
                self.parameters[id.0] = x;
                self.series.take();
            }
            (Accessor::Setting(Setting::RelativeTolerance), Value::Real(x)) => {
                self.relative_tolerance = x;
            }
            (Accessor::Setting(Setting::PredictionHorizon), Value::Real(x)) => {
                self.prediction_horizon = x;
            }
            (Accessor::Setting(Setting::PortTimeConstant), Value::Real(x)) => {
                self.port_time_constant = x;
            }
            (Accessor::Setting(Setting::Method), Value::Integer(item)) => {
                let method = Method::ALL.into_iter().find(|method| item_of(*method) == item);
                self.method = method.unwrap_or(self.method);
            }
            (Accessor::Setting(Setting::MoreauStep), Value::Real(x)) => self.moreau_step = x,
            (Accessor::Setting(Setting::InputsAtStepEnd), Value::Boolean(b)) => {
                self.inputs_at_end = b;
            }
            (Accessor::Setting(Setting::StopAtEvents), Value::Boolean(b)) => {
                self.stop_at_events = b
            }
            (accessor, value) => unreachable!("checked: {accessor:?} = {value:?}"),
        }
    }

    /// Records that a value was set.
    pub(super) fn outdate(&mut self) {
        self.reactions.outdate();
        if self.phase != Phase::Stepping {
            self.freshness = Freshness::Nothing;
        } else if matches!(self.freshness, Freshness::Fresh | Freshness::State) {
            self.freshness = Freshness::Given;
        }
    }
}
