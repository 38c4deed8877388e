//! Taylor coefficients of the forces of springs, dampers, contacts and sources.

use super::Flow;
use crate::gauss::Row;
use crate::motion::modes::{AT_REST, time_round_off};
use crate::motion::numbers::{LoadMaker, Numbers};
use crate::motion::sliding::Along;
use crate::motion::start::Start;
use crate::motion::{ContactMode, SpringMode};

impl Flow {
    /// Forces of order k of everything but stuck contacts, and the velocities of order k of massless
    /// bodies that they determine.
    pub fn forces(&mut self, numbers: &Numbers, start: &Start, k: usize) {
        self.evaluations += 1;
        if numbers.massless {
            self.balance(numbers, start, k);
        }
        self.exerted(numbers, start, k);
    }

    /// Forces of order k of everything but stuck contacts, with the velocities as they are.
    pub fn exerted(&mut self, numbers: &Numbers, start: &Start, k: usize) {
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
        self.spring_forces(numbers, start.spring_mode, k);
        for (damper, entry) in numbers.dampers.iter().enumerate() {
            let drift = if k == 1 { entry.drift } else { 0.0 };
            let force = entry.damping * entry.row.apply(self.velocity.row(k)) + drift;
            self.damper_force.set(k, damper, force);
            exert(&entry.row, force, self.force.row_mut(k));
        }
        if !numbers.forces.is_empty() {
            self.formula_forces(numbers, start, k);
        }
        if numbers.coupled {
            self.press(numbers, k);
        }
        self.slips(numbers, start, k);
        if k == 0 {
            self.fastest = self.velocity.row(0).iter().fold(0.0, |most: f64, v| most.max(v.abs()));
            let given = numbers.fastest_change(start.tau) * time_round_off(start.time);
            self.rounded = AT_REST * self.fastest + given;
        }
        for (contact, entry) in numbers.contacts.iter().enumerate() {
            let force = self.friction_of(numbers, start, contact, k);
            let force = if k == 1 { force + entry.drift } else { force };
            self.friction.set(k, contact, force);
            if force != 0.0 {
                exert(&entry.row, force, self.force.row_mut(k));
            }
        }
    }

    /// Coefficient k of the friction force of a contact; 0 where the kernel finds it.
    fn friction_of(&mut self, numbers: &Numbers, start: &Start, contact: usize, k: usize) -> f64 {
        let (entry, mode) = (&numbers.contacts[contact], start.contact_mode[contact]);
        let has_states = entry.law.has_states();
        if mode == ContactMode::Stuck && !(has_states || entry.kinematic) {
            return 0.0;
        }
        let of_states = if has_states {
            self.internals.coefficient(entry, contact, start, (&self.slip, &self.pressing), k)
        } else {
            0.0
        };
        match mode.direction() {
            _ if !entry.is_loaded() => 0.0,
            Some(_) if has_states => of_states,
            None if entry.is_attached(mode) => of_states,
            Some(direction) => {
                let (slip, velocity, pressing) = (&self.slip, &self.velocity, &self.pressing);
                let known = || entry.known_round_off(numbers, start.tau, start.time);
                let rounded = if k == 0 { known() + self.rounded } else { 0.0 };
                let motion = Along { slip, velocity, pressing, rounded };
                self.sliding.coefficient(entry, contact, direction, start, motion, k)
            }
            None if mode == ContactMode::Stuck && entry.kinematic => match k {
                0 => entry.held(start.tau),
                1 => entry.held_rate(start.tau),
                _ => 0.0,
            },
            None => 0.0,
        }
    }

    /// Coefficient k of the load that a stuck contact's limits follow: the normal load, times what states of its law make of
    /// it where these move.
    pub fn holding_load(&self, numbers: &Numbers, contact: usize, k: usize) -> f64 {
        let entry = &numbers.contacts[contact];
        if !entry.limit_moves() {
            return entry.load_from.map_or(0.0, |load| load.term(&self.pressing, k));
        }
        let limit = self.internals.of(contact);
        (0..=k).map(|j| limit.limit(j) * entry.load_term(&self.pressing, k - j)).sum()
    }

    /// Relative growth of the limits of a stuck contact at the start of a flow.
    pub fn limit_growth(&self, numbers: &Numbers, contact: usize) -> f64 {
        let entry = &numbers.contacts[contact];
        if !entry.limit_moves() {
            return entry.load_growth(&self.pressing, 1);
        }
        let [holds, rate] = [0, 1].map(|k| self.holding_load(numbers, contact, k));
        if holds > 0.0 { rate / holds } else { 0.0 }
    }

    /// Slip velocities of order k.
    pub fn slips(&mut self, numbers: &Numbers, start: &Start, k: usize) {
        let (velocity, slip) = (self.velocity.row(k), self.slip.row_mut(k));
        let moves = k == 0 || numbers.driven;
        for (entry, slip) in numbers.contacts.iter().zip(slip) {
            let surface = if moves { entry.surface.velocity_term(start.tau, k) } else { 0.0 };
            *slip = entry.row.apply(velocity) - surface;
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
    pub(super) fn made(&self, source: LoadMaker, k: usize) -> f64 {
        match source {
            LoadMaker::Spring(spring) => self.spring_force.at(k, spring),
            LoadMaker::Formula(action) => self.formula_force.at(k, action),
        }
    }

    fn spring_forces(&mut self, numbers: &Numbers, modes: &[SpringMode], k: usize) {
        let Self { position, velocity, deflection, square, spring_force, force, .. } = self;
        let (position, velocity) = (position.row(k), velocity.row(k));
        for (spring, (entry, mode)) in numbers.springs.iter().zip(modes).enumerate() {
            let e = entry.deflection_term(position, k);
            deflection.set(k, spring, e);
            let elastic = |e: f64| match entry.damping {
                0.0 => entry.stiffness * e,
                damping => entry.stiffness * e + damping * entry.row.apply(velocity),
            };
            let beyond = if k == 0 { entry.freeplay } else { 0.0 };
            let made = match mode {
                SpringMode::Gap | SpringMode::Lifted => 0.0,
                SpringMode::Right => elastic(e - beyond),
                SpringMode::Left => elastic(e + beyond),
                SpringMode::Bilateral if entry.cubic != 0.0 => {
                    square.set(k, spring, deflection.product_term(deflection, spring, k));
                    let cube = square.product_term(deflection, spring, k);
                    elastic(e) + entry.cubic * cube
                }
                SpringMode::Bilateral => elastic(e),
            };
            let made = if k == 1 && mode.acts() { made + entry.drift } else { made };
            spring_force.set(k, spring, made);
            if made != 0.0 {
                exert(&entry.row, made, force.row_mut(k));
            }
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
