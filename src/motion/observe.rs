//! Outputs of a state, and their derivatives: the equations of motion at one instant, in given modes.

use super::Observation;
use super::events::resolve::Resolver;
use super::flow::{Flow, Start, exert};
use super::numbers::{BodyNumbers, Numbers};
use crate::laws::MOST_STATES;

impl Observation {
    pub(super) fn resize(&mut self, numbers: &Numbers, forces: usize) {
        let (bodies, contacts) = (numbers.bodies.len(), numbers.contacts.len());
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
        self.spring_force.resize(numbers.springs.len(), 0.0);
        self.deflection.resize(numbers.springs.len(), 0.0);
        self.damper_force.resize(numbers.dampers.len(), 0.0);
        self.formula.resize(forces, 0.0);
    }

    /// Evaluates the derivatives of order `k` of all outputs at `start`, of order 0 the outputs themselves; `flow` and
    /// `resolver` are workspaces. Whether all are known, as they are where friction forces are determinate; those of order 1
    /// always are.
    pub(super) fn evaluate(
        &mut self,
        numbers: &Numbers,
        start: &Start,
        (flow, resolver): (&mut Flow, &mut Resolver),
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
        self.read(numbers, start, (flow, resolver), k)
    }

    /// As [`Observation::evaluate`], of what the flow has of order k.
    pub(super) fn read(
        &mut self,
        numbers: &Numbers,
        start: &Start,
        (flow, resolver): (&mut Flow, &mut Resolver),
        k: usize,
    ) -> bool {
        self.position.copy_from_slice(flow.position.row(k));
        self.velocity.copy_from_slice(flow.velocity.row(k));
        for (slot, next) in self.acceleration.iter_mut().zip(flow.velocity.row(k + 1)) {
            *slot = (k + 1) as f64 * next;
        }
        self.spring_force.copy_from_slice(flow.spring_force.row(k));
        self.damper_force.copy_from_slice(flow.damper_force.row(k));
        self.take_formulas(numbers, flow, k);
        for (spring, entry) in numbers.springs.iter().enumerate() {
            self.deflection[spring] = match k {
                0 => flow.deflection.at(0, spring) + entry.offset[0],
                _ => entry.row.apply(&self.position),
            };
        }
        self.friction.copy_from_slice(flow.friction.row(k));
        resolver.distribute_order(numbers, flow, k, &mut self.friction);
        // Hosts print what they get: no −0.
        self.friction.iter_mut().for_each(|force| *force += 0.0);
        self.take_contacts(numbers, start, flow, k);
        self.reactions(numbers, flow, start.tau, k);
        let indeterminate = !flow.holding_set().0.redundant().is_empty();
        match k {
            0 => self.indeterminate = indeterminate,
            1 => {}
            _ => self.scale((1..=k).fold(1.0, |product, n| product * n as f64)),
        }
        !indeterminate
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

    /// Values of formulas of order k: of each force the first.
    fn take_formulas(&mut self, numbers: &Numbers, flow: &Flow, k: usize) {
        for (index, action) in numbers.forces.actions.iter().enumerate() {
            if action.action == 0 {
                self.formula[action.force] = flow.formula_force.at(k, index);
            }
        }
    }

    /// Forces on bodies of known motion and on ports; the flow has all but those of stuck contacts, of
    /// order `k`.
    fn reactions(&mut self, numbers: &Numbers, flow: &mut Flow, tau: f64, k: usize) {
        let (_, stuck, _) = flow.stuck_set();
        self.reaction.fill(0.0);
        for (contact, entry) in numbers.contacts.iter().enumerate().filter(|(c, _)| stuck[*c]) {
            exert(&entry.row, self.friction[contact], &mut self.reaction);
        }
        for (body, entry) in numbers.bodies.iter().enumerate() {
            self.reaction[body] = match entry {
                BodyNumbers::Free { .. } if !numbers.ports.contains(&body) => 0.0,
                BodyNumbers::Free { .. } => {
                    let force = self.reaction[body] + flow.force.at(k, body);
                    force - numbers.applied_force(body, tau, k)
                }
                BodyNumbers::Known(_) => self.reaction[body] + flow.force.at(k, body),
            };
        }
    }
}
