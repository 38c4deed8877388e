//! Changes of forces and accelerations, in the place of their derivatives with respect to time.

use super::{Flow, Start};
use crate::motion::numbers::{BodyNumbers, Numbers};
use crate::motion::variation::{Changing, Variation};
use crate::network::BodyKind;

impl Flow {
    /// Values of order 0, and as order 1 (accelerations: velocities of order 2, halved) their changes.
    /// Velocities of a cluster change as one, with the momentum of all.
    pub fn vary(&mut self, at: &Changing, variation: &mut Variation) {
        let Changing { numbers, start, change, .. } = *at;
        self.start(numbers, start);
        self.forces(numbers, start, 0);
        self.accelerations(numbers, 0);
        if numbers.massless {
            self.forces(numbers, start, 1);
        }
        self.keep_rates();
        self.tau = 0.0;
        for (body, entry) in at.network.bodies.iter().enumerate() {
            if let BodyKind::Free { mass, .. } = entry.kind {
                // What a greater mass takes of the forces.
                variation.numbers.force_rate[body] -=
                    change.parameter(mass) * self.velocity.at(1, body);
            }
        }
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
        self.join_changes(changed);
        self.take_drifts(at, variation);
        let changed = &variation.numbers;
        self.internals.begin_changes(numbers, change.internal);
        let at_once = Start { tau: 0.0, departure: &variation.departure, ..*start };
        self.forces(changed, &at_once, 1);
        // Change of the inertia M a.
        for &(i, j, change) in &variation.coupled {
            for (on, by) in [(i, j), (j, i)] {
                let force = self.force.at(1, on) - change * self.accelerations[by];
                self.force.set(1, on, force);
            }
        }
        self.change_internals(at, variation);
        let changed = &variation.numbers;
        self.accelerations(changed, 1);
        if numbers.massless {
            self.vary_kinetic(at, variation);
        }
    }

    /// Velocities within clusters change as one. A surface, or a body of known motion, that changes its velocity
    /// at once leaves behind what is stuck on it, velocities being states, but where a host integrates: there what is
    /// stuck stays so until a transition, and moves along.
    fn join_changes(&mut self, changed: &Numbers) {
        match changed.faint > 0.0 {
            // Accelerations of what changes are changes of its velocity.
            true => self.offsets(changed, 0),
            false => self.beta.fill(0.0),
        }
        let Self { velocity, unknown_force: momenta, .. } = self;
        let velocities = |unknown: usize| velocity.at(1, changed.body_of[unknown]);
        momenta.fill(0.0);
        changed.inertia().add_momenta(1.0, velocities, momenta);
        if changed.massless {
            // Bodies without mass keep their velocities.
            for (unknown, &body) in changed.body_of.iter().enumerate() {
                if self.kinetic.contains(unknown) {
                    momenta[unknown] = self.kinetic.mass()[unknown] * velocity.at(1, body);
                }
            }
        }
        self.move_unknown(changed);
        for (unknown, &body) in changed.body_of.iter().enumerate() {
            self.velocity.set(1, body, self.unknown_motion[unknown]);
        }
    }

    /// What forces change by their own numbers, with the motion as it is.
    fn take_drifts(&mut self, at: &Changing, variation: &mut Variation) {
        let Changing { numbers, start, change, .. } = *at;
        self.take_spring_drifts(start, variation);
        let motion = (self.position.row(0), self.velocity.row(0));
        for (entry, action) in
            variation.numbers.forces.actions.iter_mut().zip(&numbers.forces.actions)
        {
            let change = |id| change.parameter(id);
            let at = start.instant();
            entry.drift = self.forces.change(&numbers.forces, action, &at, motion, change);
        }
        self.take_contact_drifts(at, variation);
    }

    /// Keeps the accelerations, of bodies without mass too if forces of order 1 are there.
    fn keep_rates(&mut self) {
        self.accelerations.clear();
        self.accelerations.extend_from_slice(self.velocity.row(1));
    }

    /// Changes of the accelerations of bodies without mass: of order 1 in time and of order 1 in the change their
    /// forces balance as well. Springs, dampers, forces by formula, viscous and constant friction act on them.
    fn vary_kinetic(&mut self, at: &Changing, variation: &Variation) {
        let numbers = at.numbers;
        // At rest but for surfaces, whose changes `accelerations` has left in β.
        for (slot, &body) in self.unknown_motion.iter_mut().zip(&numbers.body_of) {
            *slot = 2.0 * self.velocity.at(2, body);
        }
        self.kinetic.rest(&self.clusters, &self.beta, &mut self.unknown_motion);
        for (unknown, &body) in numbers.body_of.iter().enumerate() {
            if self.kinetic.contains(unknown) {
                self.velocity.set(2, body, 0.5 * self.unknown_motion[unknown]);
            }
        }
        self.mix(at, variation);
        self.kinetic.gather(numbers, &self.clusters, self.force.row(2));
        self.kinetic.solve();
        for (unknown, &body) in numbers.body_of.iter().enumerate() {
            if let Some((a, _)) = self.kinetic.motion(unknown, &self.clusters) {
                self.velocity.set(2, body, self.velocity.at(2, body) + 0.5 * a);
            }
        }
    }

    /// Changes of the forces' derivatives with respect to time, in the place of the forces of order 2.
    fn mix(&mut self, at: &Changing, variation: &Variation) {
        let Changing { numbers, start, .. } = *at;
        self.force.row_mut(2).fill(0.0);
        for &(body, rate) in &variation.source_rate {
            self.force.row_mut(2)[body] += rate;
        }
        self.mix_springs(numbers, start, variation);
        self.mix_formulas(at, variation);
        self.mix_contacts(numbers, start, variation);
    }
}
