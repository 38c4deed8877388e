//! Internal states of laws: where they start, and what they must be.

use super::Simulator;
use crate::dynamics::Fault;
use crate::laws::MOST_STATES;
use crate::network::{Method, Signal};

impl Simulator {
    /// Takes the start values of internal states from the parameters of the state.
    ///
    /// # Errors
    /// [`Fault::Parameter`] where one breaks a rule of its law, [`Fault::Step`] where the method is one
    /// that moves no such states, or has no window.
    pub(super) fn start_internal_states(&mut self) -> Result<(), Fault> {
        let system = self.dynamics.system.contacts.iter();
        for (index, (entry, contact)) in system.zip(&self.network.contacts).enumerate() {
            let value = |number: Signal| {
                number.of(&self.dynamics.state.parameters, &self.dynamics.state.inputs)
            };
            let values: Vec<f64> =
                contact.law_numbers.iter().map(|number| value(*number)).collect();
            if self.method == Method::Moreau
                && let Some(rule) = entry.refuses_steps(&contact.name)
            {
                return Err(Fault::Step { time: self.dynamics.state.time, rule });
            }
            for (state, place) in contact.law.starts().enumerate() {
                self.dynamics.state.internal[index * MOST_STATES + state] = values[place];
            }
            entry.check_start(contact, &values, &self.dynamics.state).map_err(|error| {
                let rule = self.network.broken_rule(contact, &error, value);
                Fault::Parameter { name: contact.name.clone(), rule }
            })?;
        }
        Ok(())
    }

    /// Checks that all is a number, and that user-defined laws give friction in their states.
    ///
    /// # Errors
    /// [`Fault::NotFinite`], [`Fault::Step`].
    pub(super) fn check_state(&self) -> Result<(), Fault> {
        self.dynamics.state.check_finite(&self.network)?;
        for (contact, entry) in self.dynamics.system.contacts.iter().enumerate() {
            if let Err(rule) = entry.check_limits(contact, &self.dynamics.state) {
                let rule = format!("{}: {rule}", self.network.contacts[contact].name);
                return Err(Fault::Step { time: self.dynamics.state.time, rule });
            }
        }
        Ok(())
    }
}
