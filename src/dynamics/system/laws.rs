//! Properties of a system that laws of its contacts decide.

use super::System;
use crate::dynamics::State;
use crate::gauss::Row;

impl System {
    /// Updates coefficients of friction that states, positions, velocities or the time make; true if there are any.
    pub fn take_coefficients(&mut self, state: &State) -> bool {
        let mut any = false;
        if !self.evolving {
            return any;
        }
        for (contact, entry) in self.contacts.iter_mut().enumerate() {
            any |= entry.take_coefficients(contact, state);
        }
        any
    }

    /// True if states of a law are error-controlled, since nothing ensures that it always gives friction.
    pub fn error_controlled(&self) -> bool {
        self.contacts.iter().any(|entry| entry.is_error_controlled())
    }

    /// Returns [`System::linear`].
    pub(super) fn is_linear(&self) -> bool {
        !self.massless && self.sources.is_empty() && self.nonlinear().next().is_none()
    }

    /// Returns the rows of forces that are not linear in positions and velocities.
    fn nonlinear(&self) -> impl Iterator<Item = &Row> {
        let formulas = self.forces.actions.iter().map(|action| &action.row);
        let springs = self.springs.iter().filter(|spring| !spring.is_linear());
        let contacts =
            self.contacts.iter().filter(|entry| entry.varies_by_slip() || entry.evolves());
        let contacts = contacts.map(|entry| &entry.row);
        formulas.chain(springs.map(|spring| &spring.row)).chain(contacts)
    }

    /// True if there is one of these on a connected component. What makes normal loads, without a row, may make those of any contact.
    pub fn nonlinear_friction(&self, component: usize) -> bool {
        self.nonlinear()
            .any(|row| row.terms().next().is_none() || self.component_of(row) == component)
    }
}
