//! A step without a transition in one mode set, and the proof that there is none: no guard can be left by what the magnitudes
//! of all terms of its series allow.

use super::propagator::{
    ACCELERATION, AT_NODES, BOUND, CHANGE, INTEGRAL, MOMENT, NODES, POSITION, RATE_BOUND, VELOCITY,
};
use super::{Elastic, Gapped, MOST_BODIES, OfBodies, Program, Programs, Room, Slipping};
use crate::dynamics::rounding::{EDGE, time_round_off};
use crate::dynamics::system::{BodyData, System};
use crate::dynamics::{SpringMode, State};
use crate::gauss::Contact;

/// Part of their limits that forces at rest may use; closer to these a resolution decides.
const CLEAR: f64 = 1.0 - 1e-6;

/// Greatest position and velocity that a step may reach, m or rad and per second: products of them are numbers.
const GREATEST: f64 = 1e150;

/// The end of a step, and what friction did in it.
#[derive(Clone, Debug, Default)]
pub(in crate::dynamics) struct Step {
    pub position: Vec<f64>,
    pub velocity: Vec<f64>,
    /// Impulse of each contact, N·s or N·m·s, and the energy that it dissipates, J.
    pub impulse: Vec<f64>,
    pub dissipated: Vec<f64>,
}

/// Coefficients of the motion at the start of a step: velocities of orders 0 to 2, and the forces of orders 1 and 2, by which
/// the propagator gives all others.
struct Start {
    velocity: [OfBodies; 3],
    forces: [f64; 2 * MOST_BODIES],
    /// Their magnitudes.
    magnitudes: [f64; 2 * MOST_BODIES],
    /// Length of the step, s, and by how much it is longer than that of the propagator.
    length: f64,
    late: f64,
}

impl Step {
    pub fn resize(&mut self, system: &System) {
        self.position.resize(system.bodies.len(), 0.0);
        self.velocity.resize(system.bodies.len(), 0.0);
        self.impulse.resize(system.contacts.len(), 0.0);
        self.dissipated.resize(system.contacts.len(), 0.0);
    }
}

impl Programs {
    /// Makes the step of a length, s, in the modes chosen last, with the forces that the system has; `limits` are those of stuck
    /// contacts, and steps of the same length were like `like`, s. False where a transition is not excluded.
    pub fn step(
        &mut self,
        system: &System,
        state: &State,
        limits: &[Contact],
        (length, like): (f64, f64),
    ) -> bool {
        let Self { kept, current, room, .. } = self;
        let program = &mut kept[*current];
        if !program.prepare(system, like, [&mut room.residual, &mut room.lambda]) {
            return false;
        }
        let start = program.start(system, state, length, room);
        let stays = program.holds(&start, limits, room)
            && program.stays_in_gaps(system, state, &start)
            && program.take_slipping(system, state, &start, &mut room.step);
        if !stays {
            return false;
        }
        program.take_motion(system, state, &start, room);
        let Step { position, velocity, impulse, dissipated } = &room.step;
        let moved = position.iter().chain(velocity);
        moved.fold(true, |sane, x| sane & (x.abs() <= GREATEST))
            && impulse.iter().chain(dissipated).fold(true, |finite, x| finite & x.is_finite())
    }

    /// Returns the step made last.
    pub fn last(&self) -> &Step {
        &self.room.step
    }
}

impl Program {
    /// Evaluates orders 0 to 2, and the forces of stuck contacts at the start.
    fn start(&mut self, system: &System, state: &State, length: f64, room: &mut Room) -> Start {
        let bodies = self.members.len();
        let mut velocity = [[0.0; MOST_BODIES]; 3];
        let mut half = [0.0; MOST_BODIES];
        velocity[0][..bodies].copy_from_slice(&state.velocity);
        let mut force = [0.0; MOST_BODIES];
        force[..bodies].copy_from_slice(&system.force);
        for one in &self.elastic {
            one.link.apply_force(one.force(&state.position, &state.velocity), &mut force);
        }
        for one in &self.slipping {
            let entry = &system.contacts[one.contact];
            let slip = one.link.apply(&state.velocity) - entry.surface.velocity;
            one.link.apply_force(one.dry(entry) + one.viscous * slip, &mut force);
        }
        velocity[1] = self.accelerate(&force, 1.0);
        self.balance(system, (&force, &velocity[1]), &mut room.residual, &mut room.lambda);
        let mut first = [0.0; MOST_BODIES];
        self.apply_linear(&velocity[0], &velocity[1], &mut first);
        velocity[2] = self.accelerate(&first, 0.5);
        half.iter_mut().zip(&velocity[1]).for_each(|(half, whole)| *half = 0.5 * whole);
        let mut second = [0.0; MOST_BODIES];
        self.apply_linear(&half, &velocity[2], &mut second);
        let (mut forces, mut magnitudes) = ([0.0; 2 * MOST_BODIES], [0.0; 2 * MOST_BODIES]);
        forces[..bodies].copy_from_slice(&first[..bodies]);
        forces[bodies..2 * bodies].copy_from_slice(&second[..bodies]);
        for (magnitude, force) in magnitudes.iter_mut().zip(&forces[..2 * bodies]) {
            *magnitude = force.abs();
        }
        Start { velocity, forces, magnitudes, length, late: length - self.propagator.length }
    }

    /// True if stuck contacts hold along the step; takes what they do.
    fn holds(&self, start: &Start, limits: &[Contact], room: &mut Room) -> bool {
        let Room { lambda, step, .. } = room;
        step.impulse.fill(0.0);
        step.dissipated.fill(0.0);
        self.stuck.iter().enumerate().all(|(place, &contact)| {
            let row = |row: usize, forces| self.propagator.of_stuck(place, row, forces);
            let (force, limit) = (lambda[contact], &limits[contact]);
            let most = row(BOUND, &start.magnitudes);
            let change = row(INTEGRAL, &start.forces) + start.late * row(CHANGE, &start.forces);
            step.impulse[contact] = start.length * force + change;
            CLEAR * limit.lower <= force - most && force + most <= CLEAR * limit.upper
        })
    }

    /// True if no spring comes to an edge of its gap, or lifts off.
    fn stays_in_gaps(&self, system: &System, state: &State, start: &Start) -> bool {
        let rounded = time_round_off(state.time);
        self.gapped.iter().enumerate().all(|(place, one)| {
            let Gapped { spring, link, mode, pushes } = one;
            let entry = &system.springs[*spring];
            let e = link.apply(&state.position) - entry.offset[0];
            let [rate, by, half] = start.velocity.each_ref().map(|velocity| link.apply(velocity));
            let [excursion, of_rate] = [BOUND, RATE_BOUND]
                .map(|row| self.propagator.of_gapped(place, row, &start.magnitudes));
            let excursion = start.length * (rate.abs() + 0.5 * start.length * by.abs()) + excursion;
            let (edge, _) = entry.nearest_edge(e);
            let passed: f64 = link.terms(&state.velocity).map(f64::abs).iter().sum();
            let terms: f64 = link.terms(&state.position).map(f64::abs).iter().sum();
            let off = EDGE * (edge.abs() + terms) + passed * rounded;
            let beyond = entry.reach(*mode, e).abs();
            match mode {
                SpringMode::Gap => (e - edge).abs() - off > excursion && !entry.is_beyond(e),
                SpringMode::Lifted => false,
                _ if *pushes => {
                    // The force, outwards, less by what it may lose.
                    let outwards = if entry.reach(*mode, e) < 0.0 { -rate } else { rate };
                    let lost = start.length * (by.abs() + start.length * half.abs()) + of_rate;
                    let push = entry.stiffness * (beyond - off - excursion)
                        + entry.damping * (outwards - lost);
                    push > EDGE * (entry.stiffness * (edge.abs() + terms) + entry.damping * passed)
                }
                _ => beyond - off > excursion,
            }
        })
    }

    /// Takes what slipping contacts do; false if one may come to rest.
    fn take_slipping(
        &self,
        system: &System,
        state: &State,
        start: &Start,
        step: &mut Step,
    ) -> bool {
        let (h, late) = (start.length, start.late);
        for (place, one) in self.slipping.iter().enumerate() {
            let Slipping { contact, link, direction, viscous } = one;
            let entry = &system.contacts[*contact];
            let row = |row: usize, forces: &[f64]| self.propagator.of_slipping(place, row, forces);
            let slip = link.apply(&state.velocity) - entry.surface.velocity;
            let rate = link.apply(&start.velocity[1]);
            let excursion = h * rate.abs() + row(BOUND, &start.magnitudes);
            if direction.sign() * slip <= excursion {
                return false;
            }
            let dry = one.dry(entry);
            // ∫ w and ∫ w², of w = slip + rate τ and what is left; a step that is later ends with the last value of that.
            let last = if late == 0.0 { 0.0 } else { late * self.rest_of(link, start) };
            let left = row(INTEGRAL, &start.forces) + last;
            let way = h * (slip + 0.5 * h * rate) + left;
            step.impulse[*contact] = h * dry + viscous * way;
            step.dissipated[*contact] = dry * way;
            if *viscous != 0.0 {
                let moment = row(MOMENT, &start.forces) + h * last;
                let at = |node: usize| row(AT_NODES + node, &start.forces);
                let squares = NODES.iter().enumerate();
                let rest: f64 = squares.map(|(node, (_, weight))| weight * at(node).powi(2)).sum();
                let line = slip * slip + h * slip * rate + h * h * rate * rate / 3.0;
                let square = h * (line + rest) + 2.0 * (slip * left + rate * moment);
                step.dissipated[*contact] += viscous * square;
            }
        }
        true
    }

    /// Returns what orders from 2 on add to the slip velocity of a link by the end of the propagator's step, m/s or rad/s.
    fn rest_of(&self, link: &super::Link, start: &Start) -> f64 {
        let mut rest = [0.0; MOST_BODIES];
        for (body, slot) in rest.iter_mut().enumerate().take(self.members.len()) {
            *slot = self.propagator.of_body(body, VELOCITY, &start.forces);
        }
        link.apply(&rest)
    }

    /// Takes positions and velocities at the end.
    fn take_motion(&self, system: &System, state: &State, start: &Start, room: &mut Room) {
        let Room { unknown, beta, step, .. } = room;
        let (h, late) = (start.length, start.late);
        for (body, entry) in system.bodies.iter().enumerate() {
            let (position, velocity) = (state.position[body], state.velocity[body]);
            (step.position[body], step.velocity[body]) = match entry {
                BodyData::Known(_) => (position, velocity),
                BodyData::Free { .. } => {
                    let row = |row: usize| self.propagator.of_body(body, row, &start.forces);
                    let by = start.velocity[1][body];
                    let (mut rest, mut way) = (row(VELOCITY), row(POSITION));
                    if late != 0.0 {
                        way += late * rest;
                        rest += late * row(ACCELERATION);
                    }
                    (position + (h * (velocity + 0.5 * h * by) + way), velocity + (h * by + rest))
                }
            };
        }
        if !self.stuck.is_empty() {
            for (contact, beta) in beta.iter_mut().enumerate() {
                *beta = system.surface_velocity(contact, 0.0);
            }
            for (slot, &body) in unknown.iter_mut().zip(&system.body_of) {
                *slot = step.velocity[body];
            }
            self.clusters.complete(beta, unknown);
            for (value, &body) in unknown.iter().zip(&system.body_of) {
                step.velocity[body] = *value;
            }
        }
        // No −0, which hosts would print.
        step.velocity.iter_mut().for_each(|velocity| *velocity += 0.0);
    }
}

impl Elastic {
    /// Returns the force at positions and velocities.
    fn force(&self, position: &[f64], velocity: &[f64]) -> f64 {
        let elastic = self.stiffness * (self.link.apply(position) - self.edge);
        elastic + self.damping * self.link.apply(velocity)
    }
}
