//! Outputs of a state in one mode set.

use super::super::step::{Room, Start as Workspace};
use super::{Grouping, Member, Program, single, single_mut};
use crate::dynamics::events::resolve::Resolver;
use crate::dynamics::start::Start;
use crate::dynamics::system::System;
use crate::dynamics::{ContactMode, Observation};

impl Program {
    /// Evaluates the outputs at a start in these modes, in which surfaces do not accelerate.
    pub fn observe(
        &self,
        (system, resolver): (&System, &mut Resolver),
        start: &Start,
        now: &mut Observation,
        (room, grouping): (&mut Room, &mut Grouping),
    ) {
        now.position.copy_from_slice(start.position);
        now.velocity.copy_from_slice(start.velocity);
        let Room { lambda, start: Workspace { forces, magnitudes: load, .. }, .. } = room;
        let force = &mut forces[..self.members.len()];
        for (body, slot) in force.iter_mut().enumerate() {
            *slot = system.applied_force(body, start.tau, 0);
        }
        self.observe_elastic(system, start, now, force);
        self.observe_slips(system, start, now, force);
        self.accelerate(single(force), 1.0, single_mut(&mut now.acceleration));
        if self.is_determinate {
            let balanced = [single(force), single(&now.acceleration)];
            self.balance(system, balanced, single_mut(lambda));
        } else {
            for ((slot, &body), mass) in load.iter_mut().zip(&system.body_of).zip(&system.mass) {
                *slot = force[body] - mass * now.acceleration[body];
            }
            let stuck = grouping.mark_stuck(&self.contact_modes);
            resolver.share(&load[..system.mass.len()], stuck, lambda);
        }
        for &contact in &self.stuck {
            // No −0.
            now.friction[contact] = lambda[contact] + 0.0;
        }
        if self.has_known {
            now.take_reactions(system, self.stuck.iter().copied(), force);
        }
        now.take_effective_masses(system, |body| {
            let Member { cluster, ratio } = self.members[body];
            ratio * ratio * self.inverse_mass[cluster]
        });
        now.indeterminate = !self.is_determinate;
    }

    /// Evaluates deflections and the forces of springs and dampers, and adds these.
    fn observe_elastic(
        &self,
        system: &System,
        start: &Start,
        now: &mut Observation,
        force: &mut [f64],
    ) {
        for (entry, slot) in system.springs.iter().zip(&mut now.deflection) {
            *slot = entry.row.apply(start.position);
        }
        now.spring_force.fill(0.0);
        for one in self.rows.acting() {
            let made = one.force(start.position, start.velocity);
            now.spring_force[one.index] = made;
            one.link.apply_force(made, force);
        }
        for (one, slot) in self.rows.dampers().iter().zip(&mut now.damper_force) {
            *slot = one.force(start.position, start.velocity);
            one.link.apply_force(*slot, force);
        }
    }

    /// Evaluates slips, normal loads and friction of contacts that slip, and adds that.
    fn observe_slips(
        &self,
        system: &System,
        start: &Start,
        now: &mut Observation,
        force: &mut [f64],
    ) {
        for (contact, (entry, mode)) in system.contacts.iter().zip(&self.contact_modes).enumerate()
        {
            let is_free = *mode == ContactMode::Free;
            now.normal_load[contact] = if is_free { 0.0 } else { entry.load / entry.radius };
            now.slip_velocity[contact] = 0.0;
            now.dissipated_power[contact] = 0.0;
            if is_free {
                let motion = entry.row.apply(start.velocity);
                now.slip_velocity[contact] = motion - entry.surface.velocity;
                now.friction[contact] = 0.0;
            }
        }
        for one in &self.rows.slipping {
            let entry = &system.contacts[one.contact];
            let slip = one.link.apply(start.velocity) - entry.surface.velocity;
            let made = one.dry(entry) + one.viscous * slip;
            one.link.apply_force(made, force);
            now.slip_velocity[one.contact] = slip;
            now.friction[one.contact] = made + 0.0;
            now.dissipated_power[one.contact] = made * slip + 0.0;
        }
    }
}
