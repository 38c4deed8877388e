//! Saving an instance, and going on from what was saved: bit for bit the same, in any instance of the
//! unit, whatever happened to it before.

use serde::{Deserialize, Serialize};

use super::reactions::Reactions;
use super::{Freshness, Setup, Simulation, Stage};
use crate::dynamics;
use crate::network::Method;
use crate::unit::events::SavedEvents;
use crate::unit::table::item_of;
use crate::unit::{Accessor, Fault, Phase, Setting, Value, rules};

/// Everything about an instance but its unit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Snapshot {
    phase: Phase,
    parameters: Vec<f64>,
    inputs: Vec<f64>,
    rates: Vec<f64>,
    method: Method,
    moreau_step: f64,
    stop_at_events: bool,
    inputs_at_end: bool,
    relative_tolerance: f64,
    prediction_horizon: f64,
    port_time_constant: f64,
    setup: Setup,
    /// None until the initial state was solved for the values that are set.
    simulator: Option<dynamics::Saved>,
    /// Continuous states of an instance that the host integrates, and where it is between two events.
    exchange: Option<(Vec<f64>, Stage)>,
    events: SavedEvents,
    reactions: Reactions,
    /// Time at which a step last ended before a transition, s.
    stopped_at: Option<f64>,
}

impl Snapshot {
    /// Returns the phase of the instance.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// True if a transition is pending.
    pub fn is_pending(&self) -> bool {
        self.simulator.as_ref().is_some_and(dynamics::Saved::is_pending)
    }
}

impl Simulation {
    /// Saves all that decides how the instance continues.
    pub fn save(&mut self) -> Snapshot {
        // Every field is listed, so that none that is added is forgotten.
        let Simulation {
            unit: _,
            simulator,
            freshness,
            phase,
            parameters,
            inputs,
            rates,
            method,
            moreau_step,
            stop_at_events,
            inputs_at_end,
            relative_tolerance,
            prediction_horizon,
            port_time_constant,
            // Follow from the rest.
            prediction: _,
            series: _,
            alternations: _,
            input_consistency: _,
            setup,
            events,
            reactions,
            exchange,
            // Of a study, which asks for derivatives.
            neighbours: _,
            // No state is saved within a step.
            course: _,
            stopped_at,
        } = self;
        let exchange = exchange.as_ref();
        Snapshot {
            phase: *phase,
            parameters: parameters.clone(),
            inputs: inputs.clone(),
            rates: rates.clone(),
            method: *method,
            moreau_step: *moreau_step,
            stop_at_events: *stop_at_events,
            inputs_at_end: *inputs_at_end,
            relative_tolerance: *relative_tolerance,
            prediction_horizon: *prediction_horizon,
            port_time_constant: *port_time_constant,
            setup: *setup,
            simulator: (*freshness != Freshness::Nothing).then(|| simulator.save()),
            events: events.save(),
            reactions: reactions.clone(),
            stopped_at: *stopped_at,
            exchange: exchange.map(|exchange| (exchange.states.clone(), exchange.stage)),
        }
    }

    /// Restores what was saved of this instance or another one of the same model.
    ///
    /// # Errors
    /// An error if something does not fit the model or breaks a rule of its variables; nothing is changed.
    pub fn restore(&mut self, snapshot: &Snapshot) -> Result<(), Fault> {
        self.check_snapshot(snapshot)?;
        if let Some(simulator) = &snapshot.simulator {
            let integrates = self.exchange.is_some();
            self.simulator.pull_ports_within(integrates.then_some(snapshot.port_time_constant));
            self.simulator.restore(simulator)?;
        }
        self.input_consistency.forget();
        let Snapshot {
            phase,
            parameters,
            inputs,
            rates,
            method,
            moreau_step,
            stop_at_events,
            inputs_at_end,
            relative_tolerance,
            prediction_horizon,
            port_time_constant,
            setup,
            simulator,
            events,
            reactions,
            exchange,
            stopped_at,
        } = snapshot;
        self.course = None;
        self.stopped_at = *stopped_at;
        self.phase = *phase;
        self.parameters.clone_from(parameters);
        self.series.take();
        self.inputs.clone_from(inputs);
        self.rates.clone_from(rates);
        self.method = *method;
        self.moreau_step = *moreau_step;
        self.stop_at_events = *stop_at_events;
        self.inputs_at_end = *inputs_at_end;
        self.relative_tolerance = *relative_tolerance;
        self.prediction_horizon = *prediction_horizon;
        self.port_time_constant = *port_time_constant;
        self.setup = *setup;
        self.freshness = if simulator.is_some() { Freshness::Given } else { Freshness::Nothing };
        self.events.restore(events);
        self.alternations.interrupt();
        self.reactions.clone_from(reactions);
        if let (Some(own), Some((states, stage))) = (&mut self.exchange, exchange) {
            own.states.clone_from(states);
            own.stage = *stage;
        }
        self.take_nominals();
        Ok(())
    }

    /// Checks the numbers of values that the model has.
    fn check_sizes(&self, snapshot: &Snapshot) -> Result<(), Fault> {
        let refuse = |rule: String| Err(Fault::Snapshot { rule });
        let network = self.unit.network();
        for (quantity, found, expected) in [
            ("parameters", snapshot.parameters.len(), network.parameters.len()),
            ("inputs", snapshot.inputs.len(), network.inputs.len()),
            ("derivatives of inputs", snapshot.rates.len(), network.inputs.len()),
        ] {
            if found != expected {
                return refuse(format!("has {found} {quantity}, the model {expected}"));
            }
        }
        if let Some(rule) = snapshot.reactions.broken_rule(network.bodies.len()) {
            return refuse(rule);
        }
        Ok(())
    }

    /// Checks the rules that bytes from elsewhere may break.
    fn check_snapshot(&self, snapshot: &Snapshot) -> Result<(), Fault> {
        let refuse = |rule: String| Err(Fault::Snapshot { rule });
        self.check_sizes(snapshot)?;
        if snapshot.phase == Phase::Stepping && snapshot.simulator.is_none() {
            return refuse("has no state of the simulation".to_owned());
        }
        snapshot.setup.check()?;
        match &snapshot.exchange {
            Some((states, _)) if self.exchange.is_some() => self.check_states(states)?,
            None if self.exchange.is_none() => {}
            Some(_) => {
                return refuse(
                    "is one of Model Exchange, the instance of Co-Simulation".to_owned(),
                );
            }
            None => {
                return refuse(
                    "is one of Co-Simulation, the instance of Model Exchange".to_owned(),
                );
            }
        }
        for variable in self.unit.variables() {
            let value = match variable.accessor {
                Accessor::Parameter(id) => Value::Real(snapshot.parameters[id.0]),
                Accessor::Input(id) => {
                    self.check_rate(variable, snapshot.rates[id.0])?;
                    Value::Real(snapshot.inputs[id.0])
                }
                Accessor::Setting(Setting::Method) => Value::Integer(item_of(snapshot.method)),
                Accessor::Setting(Setting::MoreauStep) => Value::Real(snapshot.moreau_step),
                Accessor::Setting(Setting::InputsAtStepEnd) => {
                    Value::Boolean(snapshot.inputs_at_end)
                }
                Accessor::Setting(Setting::StopAtEvents) => Value::Boolean(snapshot.stop_at_events),
                Accessor::Setting(Setting::RelativeTolerance) => {
                    Value::Real(snapshot.relative_tolerance)
                }
                Accessor::Setting(Setting::PredictionHorizon) => {
                    Value::Real(snapshot.prediction_horizon)
                }
                Accessor::Setting(Setting::PortTimeConstant) => {
                    Value::Real(snapshot.port_time_constant)
                }
                _ => continue,
            };
            rules::check_value(variable, value)?;
        }
        Ok(())
    }
}
