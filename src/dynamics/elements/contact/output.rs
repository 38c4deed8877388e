//! Outputs of contacts beside their forces, and the energy that they dissipate.

use super::ContactData;
use crate::dynamics::expansion::{Expansion, Start};
use crate::dynamics::system::System;
use crate::dynamics::{ContactMode, Observation, State};
use crate::laws::MOST_STATES;

/// Takes the coefficients of order `k` of the outputs of contacts; forces of that order are there.
pub(in crate::dynamics) fn observe_contacts(
    observation: &mut Observation,
    system: &System,
    start: &Start,
    expansion: &Expansion,
    k: usize,
) {
    for (contact, own) in start.contacts.iter().enumerate() {
        let entry = &system.contacts[contact];
        let (mode, held_slip) = (own.mode(), own.held_slip());
        let held = entry.is_held(mode);
        observation.slip_velocity[contact] = match k {
            _ if !held => expansion.slip.at(k, contact),
            0 => held_slip,
            _ => 0.0,
        };
        let free = mode == ContactMode::Free;
        let load = entry.load_term(&expansion.load_part, k) / entry.radius;
        observation.normal_load[contact] = if free { 0.0 } else { load };
        let force = observation.friction[contact];
        observation.dissipated_power[contact] = match mode {
            _ if entry.evolves() && !held => expansion.internals.of(contact).power()[k],
            ContactMode::Free => 0.0,
            ContactMode::Stuck => force * held_slip + 0.0,
            _ => expansion.friction.product_term(&expansion.slip, contact, k) + 0.0,
        };
    }
    for &contact in expansion.internals.contacts() {
        for state in 0..MOST_STATES {
            let series = expansion.internals.of(contact).state(state);
            let (place, order) = (contact * MOST_STATES + state, k.max(1));
            observation.internal_rate[place] = series[order] + 0.0;
            if k > 0 {
                observation.internal_rate_rate[place] = (k + 1) as f64 * series[k + 1];
            }
        }
    }
}

impl ContactData {
    /// Returns the energy that a contact dissipates in [0, τ] of the expansion's step beside what it holds; `impulse`
    /// is that of the friction that the expansion has.
    pub fn dissipation(
        &self,
        contact: usize,
        expansion: &Expansion,
        state: &State,
        (impulse, tau): (f64, f64),
    ) -> f64 {
        let mode = state.contacts[contact].mode();
        if state.contacts[contact].sliding_mode().is_some() {
            impulse * state.contacts[contact].held_slip()
        } else if self.evolves() {
            if self.is_held(mode) {
                0.0
            } else {
                expansion.internals.dissipation(contact, expansion.order, tau)
            }
        } else if mode.slips() {
            let orders = (expansion.order, expansion.order + 1);
            expansion.friction.product_integral(&expansion.slip, contact, orders, tau)
        } else {
            0.0
        }
    }
}
