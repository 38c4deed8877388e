//! The columns of a propagator: the series that unit forces of orders 1 and 2 make in one mode set.

use super::super::propagator::{Counts, NODES, OF_BODY, OfBody, Propagator, Table};
use super::super::step::Room;
use super::{MOST_BODIES, OfBodies, Program};
use crate::dynamics::series::{INVERSE, greater};
use crate::dynamics::system::System;
use crate::dynamics::tolerances::NEGLIGIBLE_TERM;

/// Greatest order of the series. Where terms are not negligible there a step is too long for the motion, and has to be divided.
const LAST: usize = 28;

/// Part of the greatest term of all bodies beside which those of a body need not converge on their own scale: it has only just
/// begun to move, as the far end of a chain.
const FAINT: f64 = 1e-4;

/// Factor of the bounds of excursions: the length of a step may differ by some 1e-7 from that of the
/// propagator, times the order of a term.
const BOUNDED: f64 = 1.0 + 1e-5;

/// Powers of the length of a step over the orders.
fn powers(length: f64) -> [f64; LAST + 3] {
    let mut powers = [1.0; LAST + 3];
    for k in 1..powers.len() {
        powers[k] = powers[k - 1] * length;
    }
    powers
}

impl Program {
    /// Makes the propagator of steps of a length, s, unless it is there; true if its series have converged.
    pub fn prepare(&mut self, system: &System, length: f64, room: &mut Room) -> bool {
        if self.propagator.length == length {
            return self.propagator.converged;
        }
        let bodies = self.members.len();
        let columns = if self.is_constant { 0 } else { 2 * bodies };
        let propagator = &mut self.propagator;
        propagator.length = length;
        let (slipping, stuck) = (self.slipping.len(), self.stuck.len());
        propagator.counts = Counts { bodies, slipping, stuck };
        propagator.motion.clear(OF_BODY * bodies + 2 * (slipping + stuck), columns);
        propagator.bounds.clear(slipping + stuck + 2 * self.gapped.len(), columns);
        propagator.columns = columns;
        room.nodes.clear(NODES.len() * slipping, columns);
        let powers = powers(length);
        let converged = (0..columns).all(|column| self.add_column(system, column, &powers, room));
        self.propagator.converged = converged;
        if converged {
            self.propagator.take_squares(&room.nodes);
        }
        converged
    }

    /// Adds the series of a unit force of order 1 or 2 on one body; true if they have converged.
    fn add_column(
        &mut self,
        system: &System,
        column: usize,
        powers: &[f64; LAST + 3],
        room: &mut Room,
    ) -> bool {
        let Room { lambda, nodes, .. } = room;
        let bodies = self.members.len();
        let first = 1 + column / bodies;
        let (mut position, mut velocity) = ([0.0; MOST_BODIES], [0.0; MOST_BODIES]);
        let (mut greatest, mut of_all) = ([0.0; MOST_BODIES], 0.0);
        let mut small = 0;
        for k in first..=LAST {
            let mut force = [0.0; MOST_BODIES];
            if k == first {
                force[column % bodies] = 1.0;
            } else if k > 2 {
                // Of order 2, forces are given.
                self.apply_linear(&position, &velocity, &mut force);
            }
            let mut acceleration = [0.0; MOST_BODIES];
            self.accelerate(&force, 1.0, &mut acceleration);
            self.balance(system, (&force, &acceleration), lambda);
            self.add_forces((k, column), powers, lambda);
            for body in 0..bodies {
                position[body] = velocity[body] * INVERSE[k];
                velocity[body] = acceleration[body] * INVERSE[k];
            }
            self.add_motion((k + 1, column), powers, (&position, &velocity), nodes);
            let mut is_small = true;
            for (most, one) in greatest.iter_mut().zip(velocity) {
                let term = one.abs() * powers[k + 1];
                *most = greater(term, *most);
                of_all = greater(term, of_all);
                is_small &= term <= NEGLIGIBLE_TERM * greater(FAINT * of_all, *most);
            }
            small = if is_small { small + 1 } else { 0 };
            if small >= 2 && k > first + 1 {
                return true;
            }
        }
        false
    }

    /// Adds the coefficients of order k of positions and velocities.
    fn add_motion(
        &mut self,
        (k, column): (usize, usize),
        powers: &[f64; LAST + 3],
        (position, velocity): (&OfBodies, &OfBodies),
        nodes: &mut Table,
    ) {
        let Self { propagator, slipping, gapped, members, .. } = self;
        let Propagator { counts, motion, bounds, .. } = propagator;
        let power = powers[k];
        for body in 0..members.len() {
            let mut add = |row: OfBody, value: f64| {
                motion.add((OF_BODY * body + row as usize, column), value);
            };
            add(OfBody::Position, position[body] * power);
            add(OfBody::Velocity, velocity[body] * power);
            add(OfBody::Acceleration, k as f64 * velocity[body] * powers[k - 1]);
        }
        for (place, one) in slipping.iter().enumerate() {
            let (row, slip) = (counts.slipping(place), one.link.apply(velocity) * power);
            motion.add((row, column), slip * powers[1] * INVERSE[k]);
            motion.add((row + 1, column), slip * powers[2] * INVERSE[k + 1]);
            bounds.add((place, column), BOUNDED * slip.abs());
            for (node, (at, _)) in NODES.iter().enumerate() {
                let there = (0..k).fold(slip, |value, _| value * at);
                nodes.add((NODES.len() * place + node, column), there);
            }
        }
        for (place, one) in gapped.iter().enumerate() {
            let row = counts.gapped(place);
            for (row, motion) in [(row, position), (row + 1, velocity)] {
                let term = one.link.apply(motion) * power;
                bounds.add((row, column), BOUNDED * term.abs());
            }
        }
    }

    /// Adds the coefficients of order k of the forces of stuck contacts.
    fn add_forces(
        &mut self,
        (k, column): (usize, usize),
        powers: &[f64; LAST + 3],
        lambda: &[f64],
    ) {
        let Propagator { counts, motion, bounds, .. } = &mut self.propagator;
        for (place, &contact) in self.stuck.iter().enumerate() {
            let (row, term) = (counts.stuck(place), lambda[contact] * powers[k]);
            motion.add((row, column), term * powers[1] * INVERSE[k]);
            motion.add((row + 1, column), term);
            bounds.add((counts.slipping + place, column), BOUNDED * term.abs());
        }
    }
}
