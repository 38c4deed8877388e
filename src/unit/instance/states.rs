//! Continuous states of an instance that the host integrates.

use serde::{Deserialize, Serialize};

use crate::dynamics::State;
use crate::network::Nominals;
use crate::unit::{Accessor, Model};

/// A continuous state and its derivative.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub(super) state: Accessor,
    pub(super) derivative: Accessor,
    pub(super) nominal: f64,
}

/// Additional data of an instance that the host integrates.
#[derive(Clone, Debug)]
pub(super) struct Exchange {
    pub(super) rows: Vec<Row>,
    /// Continuous states, as the host set them or an event left them.
    pub(super) states: Vec<f64>,
    pub(super) stage: Stage,
}

/// Stage of an instance that the host integrates, at or between events.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Stage {
    /// Event: inputs jump.
    Event,
    /// Event that has other states than it began with, since the host has set them.
    Placed,
    /// Continuous time between events: inputs change continuously.
    Continuous,
}

impl Exchange {
    pub(super) fn new(unit: &Model) -> Self {
        let variables = unit.variables();
        // In the order of the derivatives in the model description, arrays whole.
        let derivatives = unit.rows_in_order().map(|row| &variables[row]);
        let derivatives = derivatives.filter_map(|row| Some((row, row.derivative_of?)));
        let rows: Vec<Row> = derivatives
            .map(|(row, state)| Row {
                state: variables[state].accessor,
                derivative: row.accessor,
                nominal: variables[state].nominal.unwrap_or(1.0),
            })
            .collect();
        let mut exchange = Self { states: vec![0.0; rows.len()], rows, stage: Stage::Event };
        let network = unit.network();
        exchange.take_nominals(&Nominals::of(network, |id| network.parameters[id.0].start));
        exchange
    }

    /// Takes nominal values of a network; internal states keep those of their variables.
    pub(super) fn take_nominals(&mut self, nominals: &Nominals) {
        for row in &mut self.rows {
            row.nominal = row.state.nominal(nominals).unwrap_or(row.nominal);
        }
    }

    /// Writes the continuous states into the state of a motion.
    pub(super) fn put(&self, state: &mut State) {
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

/// Writes the continuous states as the host has set them into the state of a motion, between events.
pub(super) fn between_events(exchange: &Option<Exchange>) -> impl FnOnce(&mut State) + '_ {
    let between = exchange.as_ref().filter(|exchange| exchange.stage == Stage::Continuous);
    move |state| {
        if let Some(exchange) = between {
            exchange.put(state);
        }
    }
}
