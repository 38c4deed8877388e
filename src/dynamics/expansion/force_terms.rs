//! Taylor coefficients of the forces of springs, dampers, contacts and sources.

use super::Expansion;
use crate::dynamics::elements::contact::slip::friction_term;
use crate::dynamics::elements::formula::formula_forces;
use crate::dynamics::elements::spring::along::{damper_forces, spring_forces};
use crate::dynamics::link::apply_force;
use crate::dynamics::start::Start;
use crate::dynamics::system::{LoadMaker, System};

impl Expansion {
    /// Evaluates forces of order k of everything but stuck contacts, with the velocities as they are.
    pub fn evaluate_forces(&mut self, system: &System, start: &Start, k: usize) {
        if k == 0 {
            self.plan.take_forces(system, start);
        }
        let force = self.force.row_mut(k);
        match k {
            0 => {
                for (body, slot) in force.iter_mut().enumerate() {
                    *slot = system.force[body] + system.force_rate[body] * start.tau;
                }
            }
            1 => force.copy_from_slice(&system.force_rate),
            _ => force.fill(0.0),
        }
        if !system.sources.is_empty() {
            for (source, &phase) in system.sources.iter().zip(&self.phases) {
                let term = source.amplitude * cosine_term(source.angular_frequency, phase, k);
                force[source.body] += term;
            }
        }
        if !system.springs.is_empty() {
            spring_forces(self, system, k);
        }
        if !system.dampers.is_empty() {
            damper_forces(self, system, k);
        }
        if !system.forces.is_empty() {
            formula_forces(self, system, start, k);
        }
        if system.coupled {
            self.normal_load_term(system, k);
        }
        self.slips(system, start, k);
        if k == 0 {
            self.record_velocities(system, start);
        }
        self.friction_forces(system, start, k);
    }

    /// Evaluates friction of order k.
    #[inline(always)]
    fn friction_forces(&mut self, system: &System, start: &Start, k: usize) {
        self.friction.row_mut(k).fill(0.0);
        // A change of a load has a part in friction that is constant along time.
        let along = if system.varies { 0 } else { self.plan.rows.slipping.len() };
        for place in along..self.plan.rows.slipping.len() {
            self.evaluate_friction(system, start, self.plan.rows.slipping[place].contact, k);
        }
        let Self { plan, slip, friction, force, .. } = self;
        let (slip, friction, force) = (slip.row(k), friction.row_mut(k), force.row_mut(k));
        for one in &plan.rows.slipping[..along] {
            let viscous = one.viscous * slip[one.contact];
            let made = match k {
                0 => one.dry(&system.contacts[one.contact]) + viscous,
                _ => viscous,
            };
            friction[one.contact] = made;
            one.link.apply_force(made, force);
        }
        for place in 0..self.plan.rows.nonlinear_contacts.len() {
            self.evaluate_friction(system, start, self.plan.rows.nonlinear_contacts[place], k);
        }
        if system.varies && k == 1 {
            for (contact, entry) in system.contacts.iter().enumerate() {
                self.friction.row_mut(1)[contact] += entry.own_change;
                apply_force(&entry.row, entry.own_change, self.force.row_mut(1));
            }
        }
    }

    /// Evaluates friction of order k of a contact that does what its law says.
    fn evaluate_friction(&mut self, system: &System, start: &Start, contact: usize, k: usize) {
        let force = friction_term(self, system, start, contact, k);
        self.friction.set(k, contact, force);
        if force != 0.0 {
            apply_force(&system.contacts[contact].row, force, self.force.row_mut(k));
        }
    }

    /// Evaluates slip velocities of order k.
    #[inline]
    pub fn slips(&mut self, system: &System, start: &Start, k: usize) {
        let Self { plan, velocity, slip, .. } = self;
        let (velocity, slip) = (velocity.row(k), slip.row_mut(k));
        for (link, slip) in plan.slips.iter().zip(&mut *slip) {
            *slip = link.apply(velocity);
        }
        if k == 0 || system.accelerated {
            for (entry, slip) in system.contacts.iter().zip(slip) {
                *slip -= entry.surface.velocity_term(start.tau, k);
            }
        }
    }

    /// Evaluates order k of what springs and formulas add to normal loads.
    fn normal_load_term(&mut self, system: &System, k: usize) {
        for (contact, entry) in system.contacts.iter().enumerate() {
            if let Some(load) = entry.load_from {
                let force = load.source.map_or(0.0, |source| self.made(source, k));
                self.load_part.set(k, contact, load.factor * force);
            }
        }
    }

    /// Returns order k of the force that makes a normal load.
    pub fn made(&self, source: LoadMaker, k: usize) -> f64 {
        match source {
            LoadMaker::Spring(spring) => self.spring_force.at(k, spring),
            LoadMaker::Formula(action) => self.formula_force.at(k, action),
        }
    }
}

/// Returns coefficient k of cos(ωτ + θ) with (cos θ, sin θ) given: ω^k/k! times the k-th derivative of cosine.
fn cosine_term(angular_frequency: f64, (cosine, sine): (f64, f64), k: usize) -> f64 {
    let scale = (1..=k).fold(1.0, |scale, n| scale * angular_frequency / n as f64);
    scale * [cosine, -sine, -cosine, sine][k % 4]
}
