//! Changes of forces and accelerations, in the place of their derivatives with respect to time.

use super::{Expansion, Start};
use crate::dynamics::elements::contact::variation::{
    add_mixed_friction, change_internals, ends_rest, enter_changes, take_limit_changes,
    take_own_changes,
};
use crate::dynamics::elements::formula::{ForceData, add_mixed_formulas};
use crate::dynamics::elements::spring::variation::{add_mixed_springs, take_own_spring_changes};
use crate::dynamics::system::{BodyData, System};
use crate::dynamics::variation::{Changing, Variation};

impl Expansion {
    /// Evaluates values of order 0, and as order 1 (accelerations: velocities of order 2, halved) their changes.
    /// Velocities of a cluster change as one, with the momentum of all.
    pub fn evaluate_changes(&mut self, at: &Changing, variation: &mut Variation) {
        let Changing { system, start, change, .. } = *at;
        self.start(system, start);
        self.evaluate_order(system, start, 0);
        if system.massless {
            self.forces(system, start, 1);
        }
        self.accelerations.clear();
        self.accelerations.extend_from_slice(self.velocity.row(1));
        self.tau = 0.0;
        let changed = &variation.system;
        for (body, entry) in changed.bodies.iter().enumerate() {
            let (position, velocity) = match entry {
                BodyData::Free { .. } => (change.position[body], change.velocity[body]),
                BodyData::Known(motion) => {
                    (motion.position_term(0.0, 1), motion.velocity_term(0.0, 1))
                }
            };
            self.position.set(1, body, position);
            self.velocity.set(1, body, velocity);
        }
        variation.ends_rest = ends_rest(self, at, variation);
        self.join_changes(&variation.system, at.follows);
        self.change_ports(at, variation);
        self.find_own_changes(at, variation);
        self.internals.begin_changes(system, change.internal);
        if change.starts {
            enter_changes(self, at, variation);
        }
        let changed = &variation.system;
        let at_once = Start { tau: 0.0, contacts: &variation.contacts, ..*start };
        self.forces(changed, &at_once, 1);
        // Change of the inertia M a, of which a mass has one entry.
        for &(i, j, change) in &variation.inertia {
            for (on, by) in [(i, j), (j, i)].into_iter().take(if i == j { 1 } else { 2 }) {
                let force = self.force.at(1, on) - change * self.accelerations[by];
                self.force.set(1, on, force);
            }
        }
        change_internals(self, at, variation);
        take_limit_changes(self, at, variation);
        let changed = &variation.system;
        self.accelerations(changed, 1);
        if system.massless {
            self.find_algebraic_changes(at, variation);
        }
    }

    /// Returns the mobility W = B M⁻¹ Bᵀ of a free body ([`Expansion::mobility`]) and the change of 1/W: xᵀ δM x of the motion
    /// x = M⁻¹ Bᵀ/W that moves the body by 1, in kg or kg·m²; not finite if W = 0.
    pub fn changing_mobility(
        &mut self,
        system: &System,
        body: usize,
        variation: &Variation,
    ) -> [f64; 2] {
        let mobility = self.mobility(system, body);
        let motion =
            |body| system.unknown_of(body).map_or(0.0, |of| self.unknown_motion[of] / mobility);
        let part = |&(i, j, change): &(usize, usize, f64)| {
            let entries = if i == j { 1.0 } else { 2.0 };
            entries * change * motion(i) * motion(j)
        };
        [mobility, variation.inertia.iter().map(part).sum()]
    }

    /// Joins the changes of velocities within clusters, which change as one. A surface, or a body of known motion, that
    /// changes its velocity in an instant leaves behind what is stuck on it, velocities being states, but between the events of
    /// a host that integrates: there what is stuck `follows`.
    fn join_changes(&mut self, changed: &System, follows: bool) {
        match follows {
            // Accelerations of what changes are changes of its velocity.
            true => self.offsets(changed, 0),
            false => self.beta.fill(0.0),
        }
        let Self { velocity, unknown_force: momenta, .. } = self;
        let velocities = |unknown: usize| match changed.body_of[unknown] {
            port if !follows && changed.ports.contains(&port) => 0.0,
            body => velocity.at(1, body),
        };
        momenta.fill(0.0);
        changed.inertia().add_momenta(1.0, velocities, momenta);
        if changed.massless {
            // Bodies without mass keep their velocities.
            for (unknown, &body) in changed.body_of.iter().enumerate() {
                if self.algebraic.contains(unknown) {
                    momenta[unknown] = self.algebraic.mass()[unknown] * velocity.at(1, body);
                }
            }
        }
        self.move_unknown(changed);
        for (unknown, &body) in changed.body_of.iter().enumerate() {
            self.velocity.set(1, body, self.unknown_motion[unknown]);
        }
    }

    /// Gives ports the changes of their velocities where these leave behind what is stuck to them. Where it `follows`, adds to the
    /// changes of forces what stuck contacts exert against the slip that a host then gives
    /// ([`pull_ports`](crate::dynamics::simulator::Simulator::pull_ports)).
    fn change_ports(&mut self, at: &Changing, variation: &mut Variation) {
        if !at.follows {
            for &port in &at.system.ports {
                self.velocity.set(1, port, at.change.velocity[port]);
            }
            return;
        }
        let Some(time) = at.system.port_time else { return };
        let residue = |port: usize| at.change.velocity[port] - self.velocity.at(1, port);
        for &body in &at.system.ports {
            let changes = at.system.mass_row(body).map(|(port, mass)| mass * residue(port));
            variation.system.force_rate[body] += changes.sum::<f64>() / time;
        }
    }

    /// Collects the own parts of forces: their changes by their parameters, with the motion as it is.
    fn find_own_changes(&mut self, at: &Changing, variation: &mut Variation) {
        let Changing { system, start, change, .. } = *at;
        take_own_spring_changes(self, start, variation);
        let motion = (self.position.row(0), self.velocity.row(0));
        let ForceData { actions, own_decision_change, .. } = &mut variation.system.forces;
        own_decision_change.resize(start.force_branch.len(), 0.0);
        for (entry, action) in actions.iter_mut().zip(&system.forces.actions) {
            let change = |id| change.parameter(id);
            let at = start.instant();
            entry.own_change = self.forces.change(&system.forces, action, &at, motion, change);
            self.forces.changed_decisions(&system.forces, action, own_decision_change);
        }
        take_own_changes(self, at, variation);
    }

    /// Finds the changes of the accelerations of bodies without mass: of order 1 in time and of order 1 in the change
    /// their forces balance as well. Springs, dampers, forces by formula, viscous and constant friction act on them.
    fn find_algebraic_changes(&mut self, at: &Changing, variation: &Variation) {
        let system = at.system;
        // At rest but for surfaces, whose changes `accelerations` has left in β.
        for (slot, &body) in self.unknown_motion.iter_mut().zip(&system.body_of) {
            *slot = 2.0 * self.velocity.at(2, body);
        }
        self.algebraic.rest(&self.clusters, &self.beta, &mut self.unknown_motion);
        for (unknown, &body) in system.body_of.iter().enumerate() {
            if self.algebraic.contains(unknown) {
                self.velocity.set(2, body, 0.5 * self.unknown_motion[unknown]);
            }
        }
        self.evaluate_mixed(at, variation);
        self.algebraic.assemble(system, &self.clusters, self.force.row(2));
        self.algebraic.solve();
        for (unknown, &body) in system.body_of.iter().enumerate() {
            if let Some((a, _)) = self.algebraic.motion(unknown, &self.clusters) {
                self.velocity.set(2, body, self.velocity.at(2, body) + 0.5 * a);
            }
        }
    }

    /// Evaluates the changes of the forces' derivatives with respect to time, in the place of the forces of order 2.
    fn evaluate_mixed(&mut self, at: &Changing, variation: &Variation) {
        let Changing { system, start, .. } = *at;
        self.force.row_mut(2).fill(0.0);
        for &(body, rate) in &variation.source_rate {
            self.force.row_mut(2)[body] += rate;
        }
        add_mixed_springs(self, system, start, variation);
        add_mixed_formulas(self, at, variation);
        add_mixed_friction(self, system, start, variation);
    }
}
