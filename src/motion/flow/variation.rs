//! Changes of forces and accelerations, in the place of their derivatives with respect to time.

use super::exertion::cosine_term;
use super::{Flow, Start, exert};
use crate::motion::numbers::{BodyNumbers, Numbers};
use crate::motion::variation::{Change, Variation};
use crate::motion::{ContactMode, SpringMode};

impl Flow {
    /// Values of order 0, and as order 1 (accelerations: velocities of order 2, halved) their changes.
    /// Velocities of a cluster change as one, with the momentum of all.
    pub fn vary(
        &mut self,
        numbers: &Numbers,
        start: &Start,
        variation: &Variation,
        change: &Change,
    ) {
        self.start(numbers, start);
        self.forces(numbers, start, 0);
        self.accelerations(numbers, 0);
        self.tau = 0.0;
        let changed = &variation.numbers;
        for (body, entry) in changed.bodies.iter().enumerate() {
            let (position, velocity) = match entry {
                BodyNumbers::Free { .. } => (change.position[body], change.velocity[body]),
                BodyNumbers::Known(motion) => {
                    (motion.position_term(0.0, 1), motion.velocity_term(0.0, 1))
                }
            };
            self.position.set(1, body, position);
            self.velocity.set(1, body, velocity);
        }
        // A surface, or a body of known motion, that changes its velocity at once leaves behind what is stuck on
        // it: velocities are states.
        self.beta.fill(0.0);
        for (unknown, &body) in changed.body_of.iter().enumerate() {
            self.unknown_force[unknown] = changed.mass[unknown] * self.velocity.at(1, body);
        }
        let (force, moved) = (&self.unknown_force, &mut self.unknown_motion);
        self.clusters.accelerate(&changed.mass, force, &self.beta, moved);
        for (unknown, &body) in changed.body_of.iter().enumerate() {
            self.velocity.set(1, body, self.unknown_motion[unknown]);
        }
        let at_once = Start { tau: 0.0, ..*start };
        self.exerted(changed, &at_once, 1);
        self.change_numbers(numbers, start, variation);
        self.accelerations(changed, 1);
    }

    /// Adds the changes of forces whose numbers change.
    fn change_numbers(&mut self, numbers: &Numbers, start: &Start, variation: &Variation) {
        let sources = numbers.sources.iter().zip(&self.phases).zip(&variation.source);
        for ((source, &phase), change) in sources {
            // Time stands still.
            let passed = source.amplitude * cosine_term(source.angular_frequency, phase, 1);
            self.force.row_mut(1)[source.body] += change - passed;
        }
        for (spring, entry) in numbers.springs.iter().enumerate() {
            let [stiffness, cubic, damping] = variation.spring[spring];
            let e = self.deflection.at(0, spring);
            let reach = match start.spring_mode[spring] {
                SpringMode::Gap | SpringMode::Lifted => continue,
                SpringMode::Right => e - entry.freeplay,
                SpringMode::Left => e + entry.freeplay,
                SpringMode::Bilateral => e,
            };
            let bilateral = start.spring_mode[spring] == SpringMode::Bilateral;
            let hardening = if bilateral { cubic * e * e * e } else { 0.0 };
            let rate = entry.row.apply(self.velocity.row(0));
            let force = stiffness * reach + hardening + damping * rate;
            self.spring_force.set(1, spring, self.spring_force.at(1, spring) + force);
            exert(&entry.row, force, self.force.row_mut(1));
        }
        for (damper, entry) in numbers.dampers.iter().enumerate() {
            let force = variation.damper[damper] * entry.row.apply(self.velocity.row(0));
            self.damper_force.set(1, damper, self.damper_force.at(1, damper) + force);
            exert(&entry.row, force, self.force.row_mut(1));
        }
        for (contact, entry) in numbers.contacts.iter().enumerate() {
            let change = variation.contact[contact];
            let sign = match start.contact_mode[contact] {
                ContactMode::Forward => 1.0,
                ContactMode::Backward => -1.0,
                ContactMode::Stuck | ContactMode::Free => continue,
            };
            if !entry.is_loaded() {
                continue;
            }
            let slip = self.slip.at(0, contact);
            // Dry friction is a multiple of the load.
            let dry = self.friction.at(0, contact) - entry.law.viscous() * slip;
            let force = sign * change.kinetic * entry.load
                + change.viscous * slip
                + dry / entry.load * change.load;
            self.friction.set(1, contact, self.friction.at(1, contact) + force);
            exert(&entry.row, force, self.force.row_mut(1));
        }
    }
}
