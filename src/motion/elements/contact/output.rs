//! What contacts tell beside their forces, and what they dissipate.

use super::ContactNumbers;
use crate::laws::MOST_STATES;
use crate::motion::flow::{Flow, Start};
use crate::motion::numbers::Numbers;
use crate::motion::{ContactMode, Observation, State};

impl Observation {
    /// Coefficients of order `k` of what contacts tell; forces of that order are there.
    pub(in crate::motion) fn take_contacts(
        &mut self,
        numbers: &Numbers,
        start: &Start,
        flow: &Flow,
        k: usize,
    ) {
        for (contact, mode) in start.contact_mode.iter().enumerate() {
            let entry = &numbers.contacts[contact];
            let (held, held_slip) = (entry.is_held(*mode), start.held_slip[contact]);
            self.slip_velocity[contact] = match k {
                _ if !held => flow.slip.at(k, contact),
                0 => held_slip,
                _ => 0.0,
            };
            let free = *mode == ContactMode::Free;
            let load = entry.load_term(&flow.pressing, k) / entry.radius;
            self.normal_load[contact] = if free { 0.0 } else { load };
            let force = self.friction[contact];
            self.dissipated_power[contact] = match mode {
                _ if entry.evolves() && !held => flow.internals.of(contact).power()[k],
                ContactMode::Free => 0.0,
                ContactMode::Stuck => force * held_slip + 0.0,
                _ => flow.friction.product_term(&flow.slip, contact, k) + 0.0,
            };
        }
        for &contact in flow.internals.contacts() {
            for state in 0..MOST_STATES {
                let series = flow.internals.of(contact).state(state);
                let (place, order) = (contact * MOST_STATES + state, k.max(1));
                self.internal_rate[place] = series[order] + 0.0;
                if k > 0 {
                    self.internal_rate_rate[place] = (k + 1) as f64 * series[k + 1];
                }
            }
        }
    }
}

impl ContactNumbers {
    /// Energy that a contact dissipates in [0, τ] of the flow's step beside what it holds; `impulse` is that of the friction
    /// that the flow has.
    pub fn dissipation(
        &self,
        contact: usize,
        flow: &Flow,
        state: &State,
        (impulse, tau): (f64, f64),
    ) -> f64 {
        let mode = state.contact_mode[contact];
        if state.following[contact] != 0 {
            impulse * state.held_slip[contact]
        } else if self.evolves() {
            if self.is_held(mode) {
                0.0
            } else {
                flow.internals.dissipation(contact, flow.order, tau)
            }
        } else if mode.slips() {
            let orders = (flow.order, flow.order + 1);
            flow.friction.product_integral(&flow.slip, contact, orders, tau)
        } else {
            0.0
        }
    }
}
