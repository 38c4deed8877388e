//! Changes of forces and accelerations, in the place of their derivatives with respect to time.

use super::{Flow, Start, exert};
use crate::laws::{Changes, Direction, MOST_STATES};
use crate::motion::numbers::{BodyNumbers, ContactNumbers, Numbers};
use crate::motion::state::states;
use crate::motion::variation::{Change, Variation};
use crate::motion::{ContactMode, tyre};
use crate::network::Network;

impl Flow {
    /// Values of order 0, and as order 1 (accelerations: velocities of order 2, halved) their changes.
    /// Velocities of a cluster change as one, with the momentum of all.
    pub fn vary(
        &mut self,
        numbers: &Numbers,
        network: &Network,
        start: &Start,
        variation: &mut Variation,
        change: &Change,
    ) {
        self.start(numbers, start);
        self.forces(numbers, start, 0);
        self.accelerations(numbers, 0);
        if numbers.massless {
            self.forces(numbers, start, 1);
            self.keep_rates();
        }
        self.take_drifts(numbers, network, start, variation, change);
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
        self.join_changes(changed);
        self.internals.begin_changes(numbers, change.internal);
        let at_once = Start { tau: 0.0, departure: &variation.departure, ..*start };
        self.forces(changed, &at_once, 1);
        self.change_internals(numbers, network, start, variation, change);
        let changed = &variation.numbers;
        self.accelerations(changed, 1);
        if numbers.massless {
            self.vary_kinetic(numbers, start, variation);
        }
    }

    /// Velocities within clusters change as one. A surface, or a body of known motion, that changes its velocity
    /// at once leaves behind what is stuck on it: velocities are states.
    fn join_changes(&mut self, changed: &Numbers) {
        self.beta.fill(0.0);
        let mass = if changed.massless { self.kinetic.mass() } else { &changed.mass };
        for (unknown, &body) in changed.body_of.iter().enumerate() {
            self.unknown_force[unknown] = mass[unknown] * self.velocity.at(1, body);
        }
        let (force, moved) = (&self.unknown_force, &mut self.unknown_motion);
        self.clusters.accelerate(mass, force, &self.beta, moved);
        for (unknown, &body) in changed.body_of.iter().enumerate() {
            self.velocity.set(1, body, self.unknown_motion[unknown]);
        }
    }

    /// What forces change by their own numbers, with the motion as it is.
    fn take_drifts(
        &mut self,
        numbers: &Numbers,
        network: &Network,
        start: &Start,
        variation: &mut Variation,
        change: &Change,
    ) {
        for (spring, entry) in variation.numbers.springs.iter_mut().enumerate() {
            let [stiffness, cubic, damping] = variation.spring[spring];
            let e = self.deflection.at(0, spring);
            let mode = start.spring_mode[spring];
            let rate = entry.row.apply(self.velocity.row(0));
            entry.drift = stiffness * entry.reach(mode, e) + cubic * e * e * e + damping * rate;
        }
        for (entry, damping) in variation.numbers.dampers.iter_mut().zip(&variation.damper) {
            entry.drift = damping * entry.row.apply(self.velocity.row(0));
        }
        let motion = (self.position.row(0), self.velocity.row(0));
        for (entry, action) in
            variation.numbers.forces.actions.iter_mut().zip(&numbers.forces.actions)
        {
            let change = |id| change.parameter(id);
            let at = start.instant();
            entry.drift = self.forces.change(&numbers.forces, action, &at, motion, change);
        }
        variation.moves_limits = false;
        for (contact, entry) in network.contacts.iter().enumerate() {
            let present = &numbers.contacts[contact];
            let mode = start.contact_mode[contact];
            let [load, factor] = variation.load[contact];
            if let Some(loaded) = &mut variation.numbers.contacts[contact].load_from {
                let force = loaded.source.map_or(0.0, |source| self.made(source, 0));
                loaded.rate = load + factor * force;
            }
            let mut changes = variation.law(entry, change, load);
            if present.law.has_states() && !present.law.kind().is_bristle() {
                let (now, by) = (states(start.internal, contact), states(change.internal, contact));
                changes.load = present.limit_load_change(now, by, &changes);
            }
            let at = present.conditions();
            let limit = |direction| present.law.limit_change(direction, at, &changes);
            let stuck = mode == ContactMode::Stuck && present.is_held(mode);
            let drift = match mode.direction() {
                _ if !present.is_loaded() || present.law.has_states() && !stuck => 0.0,
                None if stuck && present.kinematic => present.held_change(start.tau, &limit),
                None => 0.0,
                Some(direction) => {
                    let piece = self.sliding.piece(contact);
                    let piece = if present.is_tyre() { piece.min(tyre::LOCKED) } else { piece };
                    let slip = self.slip.at(0, contact);
                    present.law.change((direction, piece), slip, at, &changes)
                }
            };
            let loaded = entry.load_from.is_some() || load != 0.0;
            let moved = stuck && (loaded || Direction::BOTH.into_iter().any(|d| limit(d) != 0.0));
            variation.moves_limits |= moved && !present.kinematic;
            variation.numbers.contacts[contact].drift = drift;
        }
    }

    /// Adds what laws with internal states change by their numbers; forces of order 1 are there.
    fn change_internals(
        &mut self,
        numbers: &Numbers,
        network: &Network,
        start: &Start,
        variation: &mut Variation,
        change: &Change,
    ) {
        for place in 0..self.internals.contacts().len() {
            let contact = self.internals.contacts()[place];
            let entry = &numbers.contacts[contact];
            let mode = start.contact_mode[contact];
            let changes = variation.law(&network.contacts[contact], change, 0.0);
            let series = self.internals.series_mut(place);
            let force = entry.law.advance_change(entry.sense(mode), series, &changes);
            if entry.is_loaded() && !entry.is_held(mode) {
                self.friction.set(1, contact, self.friction.at(1, contact) + force);
                exert(&entry.row, force, self.force.row_mut(1));
            }
        }
    }

    /// Keeps the accelerations, of bodies without mass too; forces of order 1 are there.
    fn keep_rates(&mut self) {
        self.accelerations.clear();
        self.accelerations.extend_from_slice(self.velocity.row(1));
    }

    /// Changes of the accelerations of bodies without mass: of order 1 in time and of order 1 in the change their
    /// forces balance as well. Only springs, dampers, viscous and constant friction act on them.
    fn vary_kinetic(&mut self, numbers: &Numbers, start: &Start, variation: &Variation) {
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
        self.mix(numbers, start, variation);
        self.kinetic.gather(numbers, &self.clusters, self.force.row(2));
        self.kinetic.solve();
        for (unknown, &body) in numbers.body_of.iter().enumerate() {
            if let Some((a, _)) = self.kinetic.motion(unknown, &self.clusters) {
                self.velocity.set(2, body, self.velocity.at(2, body) + 0.5 * a);
            }
        }
    }

    /// Changes of the forces' derivatives with respect to time, in the place of the forces of order 2.
    fn mix(&mut self, numbers: &Numbers, start: &Start, variation: &Variation) {
        self.force.row_mut(2).fill(0.0);
        for &(body, rate) in &variation.source_rate {
            self.force.row_mut(2)[body] += rate;
        }
        let (now, by) = (self.velocity.row(0), self.velocity.row(1));
        let (faster, faster_by) = (&self.accelerations, self.velocity.row(2));
        let on = self.force.row_mut(2);
        for (spring, entry) in numbers.springs.iter().enumerate() {
            if !start.spring_mode[spring].acts() {
                continue;
            }
            let [stiffness, cubic, damping] = variation.spring[spring];
            let (e, e_by) = (self.deflection.at(0, spring), self.deflection.at(1, spring));
            let slope = entry.stiffness + 3.0 * entry.cubic * e * e;
            let slope_by = stiffness + (3.0 * cubic * e + 6.0 * entry.cubic * e_by) * e;
            let force = slope_by * entry.row.apply(now)
                + slope * entry.row.apply(by)
                + damping * entry.row.apply(faster)
                + 2.0 * entry.damping * entry.row.apply(faster_by);
            exert(&entry.row, force, on);
        }
        for (entry, damping) in numbers.dampers.iter().zip(&variation.damper) {
            let force = damping * entry.row.apply(faster)
                + 2.0 * entry.damping * entry.row.apply(faster_by);
            exert(&entry.row, force, on);
        }
        for (contact, entry) in numbers.contacts.iter().enumerate() {
            let slips = start.contact_mode[contact].slips() && entry.is_loaded();
            if !slips || !numbers.touches_massless(&numbers.rows[contact]) {
                continue;
            }
            let changed = &variation.numbers.contacts[contact];
            let viscous = variation.viscous[contact];
            let dry = changed.drift - viscous * self.slip.at(0, contact);
            let rate = entry.row.apply(faster) - entry.surface.acceleration_at(start.tau);
            let rate_by =
                2.0 * entry.row.apply(faster_by) - changed.surface.acceleration_term(0.0, 1);
            let force = dry * entry.load_growth(&self.pressing, 1)
                + viscous * rate
                + entry.law.viscous() * rate_by;
            exert(&entry.row, force, on);
        }
    }
}

impl ContactNumbers {
    /// Change of [`ContactNumbers::held`] with the limits, of which `limit` tells the changes.
    fn held_change(&self, tau: f64, limit: &dyn Fn(Direction) -> f64) -> f64 {
        let applied = self.applied_force + self.applied_rate * tau;
        let held = self.held(tau);
        if held < applied {
            limit(Direction::Forward)
        } else if held > applied {
            -limit(Direction::Backward)
        } else {
            0.0
        }
    }

    /// Change of the load that limits of friction follow, in some states and with their changes.
    fn limit_load_change(
        &self,
        now: [f64; MOST_STATES],
        by: [f64; MOST_STATES],
        changes: &Changes,
    ) -> f64 {
        let [holds, _] = self.law.coefficients(now).unwrap_or([1.0; 2]);
        holds * changes.load + self.load * self.law.coefficient_change(now, by, changes)
    }
}
