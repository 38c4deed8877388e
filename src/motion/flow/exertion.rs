//! Taylor coefficients of the forces of springs, dampers, contacts and sources.

use super::Flow;
use crate::gauss::Row;
use crate::laws::Direction;
use crate::motion::numbers::{LoadMaker, Numbers};
use crate::motion::start::Start;

impl Flow {
    /// Forces of order k of everything but stuck contacts, and the velocities of order k of massless
    /// bodies that they determine.
    pub fn forces(&mut self, numbers: &Numbers, start: &Start, k: usize) {
        self.evaluations += 1;
        self.operations += numbers.elements();
        if numbers.massless {
            self.balance(numbers, start, k);
        }
        self.exerted(numbers, start, k);
    }

    /// Forces of order k of everything but stuck contacts, with the velocities as they are.
    pub fn exerted(&mut self, numbers: &Numbers, start: &Start, k: usize) {
        if k <= 1 {
            self.plan.take_forces(numbers, start);
        }
        let force = self.force.row_mut(k);
        match k {
            0 => {
                for (body, slot) in force.iter_mut().enumerate() {
                    *slot = numbers.force[body] + numbers.force_rate[body] * start.tau;
                }
            }
            1 => force.copy_from_slice(&numbers.force_rate),
            _ => force.fill(0.0),
        }
        for (source, &phase) in numbers.sources.iter().zip(&self.phases) {
            let term = source.amplitude * cosine_term(source.angular_frequency, phase, k);
            self.force.row_mut(k)[source.body] += term;
        }
        if !numbers.springs.is_empty() {
            self.spring_forces(numbers, k);
        }
        if !numbers.dampers.is_empty() {
            self.damper_forces(numbers, k);
        }
        if !numbers.forces.is_empty() {
            self.formula_forces(numbers, start, k);
        }
        if numbers.coupled {
            self.press(numbers, k);
        }
        self.slips(numbers, start, k);
        if k == 0 {
            self.note_velocities(numbers, start);
        }
        self.friction_forces(numbers, start, k);
    }

    /// Friction of order k.
    #[inline(always)]
    fn friction_forces(&mut self, numbers: &Numbers, start: &Start, k: usize) {
        self.friction.row_mut(k).fill(0.0);
        // A change of a load has a part in friction that is constant along time.
        let along = if numbers.varies { 0 } else { self.plan.rubbing.len() };
        for place in along..self.plan.rubbing.len() {
            self.bend(numbers, start, self.plan.rubbing[place].contact, k);
        }
        let Self { plan, slip, friction, force, .. } = self;
        let (slip, friction, force) = (slip.row(k), friction.row_mut(k), force.row_mut(k));
        for rub in &plan.rubbing[..along] {
            let viscous = rub.viscous * slip[rub.contact];
            let made = if k == 0 {
                let entry = &numbers.contacts[rub.contact];
                let direction =
                    if rub.sign > 0.0 { Direction::Forward } else { Direction::Backward };
                rub.sign * entry.kinetic(direction) + viscous
            } else {
                viscous
            };
            friction[rub.contact] = made;
            rub.link.exert(made, force);
        }
        for place in 0..self.plan.bending.len() {
            self.bend(numbers, start, self.plan.bending[place], k);
        }
        if numbers.varies && k == 1 {
            for (contact, entry) in numbers.contacts.iter().enumerate() {
                self.friction.row_mut(1)[contact] += entry.drift;
                exert(&entry.row, entry.drift, self.force.row_mut(1));
            }
        }
    }

    /// Friction of order k of a contact that does what its law says.
    fn bend(&mut self, numbers: &Numbers, start: &Start, contact: usize, k: usize) {
        let force = self.friction_of(numbers, start, contact, k);
        self.friction.set(k, contact, force);
        if force != 0.0 {
            exert(&numbers.contacts[contact].row, force, self.force.row_mut(k));
        }
    }

    /// Slip velocities of order k.
    #[inline]
    pub fn slips(&mut self, numbers: &Numbers, start: &Start, k: usize) {
        let Self { plan, velocity, slip, .. } = self;
        let (velocity, slip) = (velocity.row(k), slip.row_mut(k));
        for (link, slip) in plan.slips.iter().zip(&mut *slip) {
            *slip = link.apply(velocity);
        }
        if k == 0 || numbers.driven {
            for (entry, slip) in numbers.contacts.iter().zip(slip) {
                *slip -= entry.surface.velocity_term(start.tau, k);
            }
        }
    }

    /// Order k of what springs and formulas add to normal loads.
    fn press(&mut self, numbers: &Numbers, k: usize) {
        for (contact, entry) in numbers.contacts.iter().enumerate() {
            if let Some(load) = entry.load_from {
                let force = load.source.map_or(0.0, |source| self.made(source, k));
                self.pressing.set(k, contact, load.factor * force);
            }
        }
    }

    /// Order k of the force of what makes a normal load.
    pub fn made(&self, source: LoadMaker, k: usize) -> f64 {
        match source {
            LoadMaker::Spring(spring) => self.spring_force.at(k, spring),
            LoadMaker::Formula(action) => self.formula_force.at(k, action),
        }
    }
}

/// Adds the force −λ·row of a pair of bodies.
pub(in crate::motion) fn exert(row: &Row, force: f64, on: &mut [f64]) {
    row.push(-force, on);
}

/// Coefficient k of cos(ωτ + θ) with (cos θ, sin θ) given: ω^k/k! times the k-th derivative of cosine.
fn cosine_term(angular_frequency: f64, (cosine, sine): (f64, f64), k: usize) -> f64 {
    let scale = (1..=k).fold(1.0, |scale, n| scale * angular_frequency / n as f64);
    scale * [cosine, -sine, -cosine, sine][k % 4]
}
