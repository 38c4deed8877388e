//! The end of a step: modes, velocities, positions, impulses and what friction dissipated.

use super::{Moreau, THETA};
use crate::gauss::Slip;
use crate::motion::flow::{Flow, exert};
use crate::motion::modes::AT_REST;
use crate::motion::numbers::{BodyNumbers, Numbers};
use crate::motion::resolve::Resolver;
use crate::motion::work::Work;
use crate::motion::{ContactMode, State};

impl Moreau {
    /// Takes the state to `end` by the last solution.
    pub(super) fn conclude(
        &mut self,
        numbers: &Numbers,
        (flow, resolver): (&mut Flow, &mut Resolver),
        work: &mut Work,
        state: &mut State,
        end: f64,
    ) {
        let h = end - state.time;
        let tau = end - state.origin;
        self.take_modes(numbers, state, tau);
        flow.join(numbers, &state.contact_mode);
        self.take_motion(numbers, flow, state, tau, h);
        self.take_friction(numbers, state, tau, h);
        self.share(numbers, (flow, resolver));
        for contact in 0..numbers.contacts.len() {
            let (impulse, slip) = (h * self.friction[contact], self.slip[contact]);
            let passed = (1.0 - THETA) * slip + THETA * self.end_slip[contact];
            state.dissipated[contact] += impulse * passed;
            work.push(contact, impulse);
        }
        state.time = end;
        state.departure.fill(0);
        state.held_margin = 0.0;
        for (spring, entry) in numbers.springs.iter().enumerate() {
            state.spring_mode[spring] = entry.mode_after_jump(state.spring_mode[spring], state);
        }
        state.mend_pieces(numbers, flow, |_| false);
    }

    /// Modes and slips at the end of the step.
    fn take_modes(&mut self, numbers: &Numbers, state: &mut State, tau: f64) {
        let mut solved = self.index.iter().zip(&self.solution.slip).peekable();
        for (contact, entry) in numbers.contacts.iter().enumerate() {
            let before = state.contact_mode[contact];
            let terms = numbers.rows[contact].terms();
            let change: f64 =
                terms.map(|(unknown, q)| q * self.solution.acceleration[unknown]).sum();
            let slip = change - self.offset[contact];
            let kernel = solved.next_if(|(index, _)| **index == contact).map(|(_, slip)| *slip);
            let at_rest = match kernel {
                Some(slip) => slip == Slip::Stuck,
                None => {
                    let known = entry.row.terms().map(|(body, q)| (q * self.velocity[body]).abs());
                    slip.abs()
                        <= AT_REST * (known.sum::<f64>() + entry.surface.velocity_at(tau).abs())
                }
            };
            let can_stick = || entry.can_stick() && !entry.rolls();
            let held = at_rest && can_stick();
            state.contact_mode[contact] = match kernel {
                _ if !entry.is_loaded() => ContactMode::Free,
                _ if held => ContactMode::Stuck,
                Some(Slip::Forward) if slip > 0.0 || can_stick() => ContactMode::Forward,
                Some(Slip::Backward) if slip < 0.0 || can_stick() => ContactMode::Backward,
                _ if slip != 0.0 => ContactMode::of_slip(slip),
                _ if before.slips() => before,
                _ => ContactMode::Forward,
            };
            self.end_slip[contact] = if held { 0.0 } else { slip };
        }
    }

    /// Velocities, exactly those of the surface or of one another where contacts hold, and positions.
    fn take_motion(
        &mut self,
        numbers: &Numbers,
        flow: &mut Flow,
        state: &mut State,
        tau: f64,
        h: f64,
    ) {
        for (body, velocity) in self.velocity.iter_mut().enumerate() {
            *velocity += self.change[body];
        }
        flow.follow(numbers, tau, &state.held_slip, &mut self.velocity);
        state.surface.copy_from_slice(flow.beta());
        for (body, entry) in numbers.bodies.iter().enumerate() {
            let after = self.velocity[body];
            let before = std::mem::replace(&mut state.velocity[body], after);
            match entry {
                BodyNumbers::Free { .. } => {
                    state.position[body] += h * ((1.0 - THETA) * before + THETA * after);
                }
                BodyNumbers::Known(motion) => state.position[body] = motion.position_at(tau),
            }
        }
    }

    /// Mean friction forces of the step.
    fn take_friction(&mut self, numbers: &Numbers, state: &State, tau: f64, h: f64) {
        self.friction.fill(0.0);
        for (k, &contact) in self.index.iter().enumerate() {
            self.friction[contact] = self.solution.lambda[k] / h;
        }
        for (contact, entry) in numbers.contacts.iter().enumerate().filter(|(_, c)| c.kinematic) {
            let mode = state.contact_mode[contact];
            self.friction[contact] = match mode.direction() {
                Some(direction) => entry.sliding(direction, self.end_slip[contact]),
                None if mode == ContactMode::Stuck => entry.held(tau - THETA * h),
                None => 0.0,
            };
        }
    }

    /// Where stuck contacts can share their load in more than one way, the forces of least Σ(λ/F̄)² instead
    /// of those that the kernel found.
    fn share(&mut self, numbers: &Numbers, (flow, resolver): (&mut Flow, &mut Resolver)) {
        let (clusters, stuck, _) = flow.stuck_set();
        if clusters.redundant().is_empty() {
            return;
        }
        self.residual.fill(0.0);
        for (contact, row) in numbers.rows.iter().enumerate().filter(|(c, _)| stuck[*c]) {
            exert(row, -self.friction[contact], &mut self.residual);
        }
        resolver.distribute(flow, &self.residual, &mut self.friction);
    }
}
