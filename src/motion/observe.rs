//! Outputs of a state: the equations of motion at one instant, in given modes.

use super::flow::{Flow, Start, exert};
use super::numbers::{BodyNumbers, Numbers};
use super::resolve::Resolver;
use super::{ContactMode, Observation};
use crate::laws::MOST_STATES;

impl Observation {
    pub(super) fn resize(
        &mut self,
        bodies: usize,
        contacts: usize,
        springs: usize,
        dampers: usize,
        forces: usize,
    ) {
        for per_body in
            [&mut self.position, &mut self.velocity, &mut self.acceleration, &mut self.reaction]
        {
            per_body.resize(bodies, 0.0);
        }
        for per_contact in [
            &mut self.friction,
            &mut self.slip_velocity,
            &mut self.dissipated_power,
            &mut self.normal_load,
        ] {
            per_contact.resize(contacts, 0.0);
        }
        self.internal_rate.resize(MOST_STATES * contacts, 0.0);
        self.internal_rate_rate.resize(MOST_STATES * contacts, 0.0);
        self.spring_force.resize(springs, 0.0);
        self.deflection.resize(springs, 0.0);
        self.damper_force.resize(dampers, 0.0);
        self.formula.resize(forces, 0.0);
    }

    /// Evaluates the equations at `start`; `flow` and `resolver` are workspaces.
    pub(super) fn evaluate(
        &mut self,
        numbers: &Numbers,
        start: &Start,
        flow: &mut Flow,
        resolver: &mut Resolver,
    ) {
        flow.start(numbers, start);
        flow.forces(numbers, start, 0);
        flow.accelerations(numbers, 0);
        if numbers.massless || flow.following.is_active() {
            flow.forces(numbers, start, 1);
        }
        if flow.following.is_active() {
            flow.accelerations(numbers, 1);
        }
        self.position.copy_from_slice(flow.position.row(0));
        self.velocity.copy_from_slice(flow.velocity.row(0));
        self.acceleration.copy_from_slice(flow.velocity.row(1));
        self.spring_force.copy_from_slice(flow.spring_force.row(0));
        for (spring, entry) in numbers.springs.iter().enumerate() {
            self.deflection[spring] = flow.deflection.at(0, spring) + entry.offset[0];
        }
        self.damper_force.copy_from_slice(flow.damper_force.row(0));
        self.take_formulas(numbers, flow, 0);
        self.friction.copy_from_slice(flow.friction.row(0));
        resolver.distribute_present(flow, &mut self.friction);
        // Hosts print what they get: no −0.
        self.friction.iter_mut().for_each(|force| *force += 0.0);
        for (contact, mode) in start.contact_mode.iter().enumerate() {
            let entry = &numbers.contacts[contact];
            let held = entry.is_held(*mode);
            let slip = if held { start.held_slip[contact] } else { flow.slip.at(0, contact) };
            self.slip_velocity[contact] = slip;
            let free = *mode == ContactMode::Free;
            let load = entry.load_term(&flow.pressing, 0) / entry.radius;
            self.normal_load[contact] = if free { 0.0 } else { load };
            self.dissipated_power[contact] = if entry.law.has_states() && !held {
                flow.internals.of(contact).power()[0]
            } else if held || mode.slips() {
                self.friction[contact] * slip + 0.0
            } else {
                0.0
            };
        }
        self.take_internal_rates(flow);
        self.indeterminate = !flow.holding_set().0.redundant().is_empty();
        self.reactions(numbers, flow, 0);
    }

    /// Evaluates the time derivatives of all outputs at `start`.
    pub(super) fn evaluate_rates(
        &mut self,
        numbers: &Numbers,
        start: &Start,
        flow: &mut Flow,
        resolver: &mut Resolver,
    ) {
        flow.start(numbers, start);
        for k in 0..=1 {
            flow.forces(numbers, start, k);
            flow.accelerations(numbers, k);
        }
        if numbers.massless || flow.following.is_active() {
            flow.forces(numbers, start, 2);
        }
        if flow.following.is_active() {
            flow.accelerations(numbers, 2);
        }
        self.read_rates(numbers, start, flow, resolver);
    }

    /// What the flow has of order 1.
    pub(super) fn read_rates(
        &mut self,
        numbers: &Numbers,
        start: &Start,
        flow: &mut Flow,
        resolver: &mut Resolver,
    ) {
        self.position.copy_from_slice(flow.position.row(1));
        self.velocity.copy_from_slice(flow.velocity.row(1));
        for (slot, half) in self.acceleration.iter_mut().zip(flow.velocity.row(2)) {
            *slot = 2.0 * half;
        }
        self.spring_force.copy_from_slice(flow.spring_force.row(1));
        self.damper_force.copy_from_slice(flow.damper_force.row(1));
        self.take_formulas(numbers, flow, 1);
        for (spring, entry) in numbers.springs.iter().enumerate() {
            self.deflection[spring] = entry.row.apply(&self.position);
        }
        self.friction.copy_from_slice(flow.friction.row(1));
        resolver.distribute_rates(flow, &mut self.friction);
        self.friction.iter_mut().for_each(|force| *force += 0.0);
        for (contact, mode) in start.contact_mode.iter().enumerate() {
            let (slip, rate) = (flow.slip.at(0, contact), flow.slip.at(1, contact));
            let entry = &numbers.contacts[contact];
            let held = entry.is_held(*mode);
            self.slip_velocity[contact] = if held { 0.0 } else { rate };
            let free = *mode == ContactMode::Free;
            let growth = entry.load_term(&flow.pressing, 1) / entry.radius;
            self.normal_load[contact] = if free { 0.0 } else { growth };
            self.dissipated_power[contact] = match mode {
                _ if entry.law.has_states() && !held => flow.internals.of(contact).power()[1],
                ContactMode::Forward | ContactMode::Backward => {
                    self.friction[contact] * slip + flow.friction.at(0, contact) * rate
                }
                ContactMode::Stuck => self.friction[contact] * start.held_slip[contact] + 0.0,
                ContactMode::Free => 0.0,
            };
        }
        self.take_internal_rates(flow);
        for &contact in flow.internals.contacts() {
            for state in 0..MOST_STATES {
                let second = flow.internals.of(contact).state(state)[2];
                self.internal_rate_rate[contact * MOST_STATES + state] = 2.0 * second;
            }
        }
        self.reactions(numbers, flow, 1);
    }

    /// Values of formulas of order k: of each force the first.
    pub(super) fn take_formulas(&mut self, numbers: &Numbers, flow: &Flow, k: usize) {
        for (index, action) in numbers.forces.actions.iter().enumerate() {
            if action.action == 0 {
                self.formula[action.force] = flow.formula_force.at(k, index);
            }
        }
    }

    /// Derivatives of internal states, which the flow has.
    fn take_internal_rates(&mut self, flow: &Flow) {
        for &contact in flow.internals.contacts() {
            let series = flow.internals.of(contact);
            for state in 0..MOST_STATES {
                self.internal_rate[contact * MOST_STATES + state] = series.state(state)[1] + 0.0;
            }
        }
    }

    /// Forces on bodies of known motion; the flow has all but those of stuck contacts, of
    /// order `k`.
    pub(super) fn reactions(&mut self, numbers: &Numbers, flow: &mut Flow, k: usize) {
        let (_, stuck, _) = flow.stuck_set();
        self.reaction.fill(0.0);
        for (contact, entry) in numbers.contacts.iter().enumerate().filter(|(c, _)| stuck[*c]) {
            exert(&entry.row, self.friction[contact], &mut self.reaction);
        }
        for (body, entry) in numbers.bodies.iter().enumerate() {
            self.reaction[body] = match entry {
                BodyNumbers::Free { .. } => 0.0,
                BodyNumbers::Known(_) => self.reaction[body] + flow.force.at(k, body),
            };
        }
    }
}
