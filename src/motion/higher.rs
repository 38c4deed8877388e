//! Time derivatives of outputs of any order, from the series of a flow.

use super::flow::{Flow, Start};
use super::numbers::Numbers;
use super::resolve::Resolver;
use super::{ContactMode, Observation};
use crate::laws::MOST_STATES;

impl Observation {
    /// Evaluates the derivatives of order `k` of all outputs at `start`; whether all are known.
    pub(super) fn evaluate_order(
        &mut self,
        numbers: &Numbers,
        start: &Start,
        flow: &mut Flow,
        resolver: &mut Resolver,
        k: usize,
    ) -> bool {
        flow.start(numbers, start);
        for order in 0..=k {
            flow.forces(numbers, start, order);
            flow.accelerations(numbers, order);
        }
        if numbers.massless || flow.following.is_active() {
            flow.forces(numbers, start, k + 1);
        }
        if flow.following.is_active() {
            flow.accelerations(numbers, k + 1);
        }
        self.position.copy_from_slice(flow.position.row(k));
        self.velocity.copy_from_slice(flow.velocity.row(k));
        for (slot, next) in self.acceleration.iter_mut().zip(flow.velocity.row(k + 1)) {
            *slot = (k + 1) as f64 * next;
        }
        self.spring_force.copy_from_slice(flow.spring_force.row(k));
        self.damper_force.copy_from_slice(flow.damper_force.row(k));
        self.take_formulas(numbers, flow, k);
        for (spring, entry) in numbers.springs.iter().enumerate() {
            self.deflection[spring] = entry.row.apply(&self.position);
        }
        self.friction.copy_from_slice(flow.friction.row(k));
        let known = resolver.distribute_order(flow, k, &mut self.friction);
        self.contacts(numbers, start, flow, k);
        self.reactions(numbers, flow, k);
        self.scale((1..=k).fold(1.0, |product, n| product * n as f64));
        known
    }

    /// Coefficients of order `k` of what contacts tell beside their forces.
    fn contacts(&mut self, numbers: &Numbers, start: &Start, flow: &Flow, k: usize) {
        for (contact, mode) in start.contact_mode.iter().enumerate() {
            let entry = &numbers.contacts[contact];
            let held = entry.is_held(*mode);
            self.slip_velocity[contact] = if held { 0.0 } else { flow.slip.at(k, contact) };
            let free = *mode == ContactMode::Free;
            let growth = entry.load_term(&flow.pressing, k) / entry.radius;
            self.normal_load[contact] = if free { 0.0 } else { growth };
            self.dissipated_power[contact] = match mode {
                _ if entry.law.has_states() && !held => flow.internals.of(contact).power()[k],
                ContactMode::Forward | ContactMode::Backward => {
                    flow.friction.product_term(&flow.slip, contact, k)
                }
                ContactMode::Stuck => self.friction[contact] * start.held_slip[contact],
                ContactMode::Free => 0.0,
            };
        }
        for &contact in flow.internals.contacts() {
            for state in 0..MOST_STATES {
                let series = flow.internals.of(contact).state(state);
                let place = contact * MOST_STATES + state;
                self.internal_rate[place] = series[k];
                self.internal_rate_rate[place] = (k + 1) as f64 * series[k + 1];
            }
        }
    }

    fn scale(&mut self, factor: f64) {
        let bodies =
            [&mut self.position, &mut self.velocity, &mut self.acceleration, &mut self.reaction];
        let contacts = [
            &mut self.friction,
            &mut self.slip_velocity,
            &mut self.dissipated_power,
            &mut self.normal_load,
            &mut self.internal_rate,
            &mut self.internal_rate_rate,
        ];
        let others = [
            &mut self.spring_force,
            &mut self.deflection,
            &mut self.damper_force,
            &mut self.formula,
        ];
        let all = bodies.into_iter().chain(contacts).chain(others);
        all.flatten().for_each(|value| *value *= factor);
    }
}
