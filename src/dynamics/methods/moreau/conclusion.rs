//! The end of a step: modes, velocities, positions, impulses and what friction dissipated.

use std::mem::swap;

use super::{Moreau, Next};
use crate::dynamics::elements::formula::reselect_branches;
use crate::dynamics::elements::spring::step::THETA;
use crate::dynamics::events::resolve::Resolver;
use crate::dynamics::expansion::Expansion;
use crate::dynamics::link::apply_force;
use crate::dynamics::system::{BodyData, System};
use crate::dynamics::{ContactMode, SpringMode, State};

impl Moreau {
    /// Takes modes, motion and friction forces at `end` from the last solution.
    pub(super) fn take_end(
        &mut self,
        system: &System,
        (expansion, resolver): (&mut Expansion, &mut Resolver),
        state: &State,
        (end, h): (f64, f64),
    ) {
        let tau = end - state.origin;
        self.next.time = end;
        self.take_modes(system, state, tau);
        // Positions go with the clock, as prescribed ones do: no rounding of the size adds up.
        self.take_motion(system, state, tau, end - state.time);
        self.hold_spanned(system);
        self.take_friction(system, state, tau, h);
        self.share(system, (expansion, resolver));
    }

    /// Completes the next state by what friction dissipates in a step of size h.
    pub fn conclude(&mut self, system: &System, state: &State, h: f64) {
        let energies = self.next.dissipated.iter_mut().zip(&state.dissipated);
        for (((after, before), touch), friction) in
            energies.zip(&self.plan.contacts).zip(&self.friction)
        {
            *after = before + h * friction * touch.mean_slip();
        }
        self.share_losses(system);
    }

    /// Returns the velocities at the end of the step, m/s or rad/s.
    pub fn velocities(&self) -> &[f64] {
        &self.next.velocity
    }

    /// Returns the mean friction force of each contact, N or N·m.
    pub fn friction(&self) -> &[f64] {
        &self.friction
    }

    /// Takes the state to the end of the step, or the other way round.
    pub fn exchange(&mut self, state: &mut State) {
        let Next { time, position, velocity, dissipated, modes, surface } = &mut self.next;
        swap(time, &mut state.time);
        swap(position, &mut state.position);
        swap(velocity, &mut state.velocity);
        swap(dissipated, &mut state.dissipated);
        for ((mode, surface), own) in modes.iter_mut().zip(surface).zip(&mut state.contacts) {
            let before = own.mode();
            own.change(std::mem::replace(mode, before));
            *surface = own.take_surface(*surface);
        }
    }

    /// Completes the state after a step: leading zeros, margin, modes of springs, and branches.
    pub fn complete(&self, system: &System, expansion: &mut Expansion, state: &mut State) {
        state.leave_instant();
        for (touch, own) in self.plan.contacts.iter().zip(&mut state.contacts) {
            touch.hold(own);
        }
        state.held_margin = 0.0;
        let mut detached = self.plan.detached.iter().peekable();
        for spring in 0..state.spring_mode.len() {
            state.spring_mode[spring] = match detached.next_if_eq(&&spring) {
                Some(_) => system.springs[spring].mode_after_jump(state.spring_mode[spring], state),
                None => SpringMode::Bilateral,
            };
        }
        reselect_branches(state, system, expansion, |_| false);
    }

    /// Takes the modes and slips at the end of the step, and the clusters of what sticks.
    fn take_modes(&mut self, system: &System, state: &State, tau: f64) {
        let mut solved = self.solution.slip.iter();
        let mut joined = self.joined_for == system.version;
        for (contact, touch) in self.plan.contacts.iter_mut().enumerate() {
            let kernel = if touch.is_kinematic { None } else { solved.next().copied() };
            let scale = || system.contacts[contact].velocity_scale(&self.velocity, tau);
            let mode = touch.close(state.contacts[contact].mode(), &self.change, kernel, scale);
            self.next.modes[contact] = mode;
            let stuck = mode == ContactMode::Stuck && !(touch.is_kinematic || touch.by_states);
            joined &= stuck == self.stuck[contact];
            self.stuck[contact] = stuck;
        }
        if !joined {
            self.clusters.build(system.mass.len(), &system.rows, &self.stuck);
            self.joined_for = system.version;
        }
    }

    /// Takes the velocities, exactly those of the surface or of one another where contacts hold, and positions.
    fn take_motion(&mut self, system: &System, state: &State, tau: f64, h: f64) {
        let next = &mut self.next;
        for ((after, ahead), change) in
            next.velocity.iter_mut().zip(&self.velocity).zip(&self.change)
        {
            *after = ahead + change;
        }
        for (motion, &body) in self.motion.iter_mut().zip(&system.body_of) {
            *motion = next.velocity[body];
        }
        self.clusters.complete(&next.surface, &mut self.motion);
        for (motion, &body) in self.motion.iter().zip(&system.body_of) {
            // + 0: no −0, which hosts would print.
            next.velocity[body] = motion + 0.0;
        }
        let motion = state.position.iter().zip(&state.velocity).zip(&next.velocity);
        for (position, ((from, before), after)) in next.position.iter_mut().zip(motion) {
            *position = from + h * ((1.0 - THETA) * before + THETA * after);
        }
        for (_, &body) in self.weight.iter().zip(&system.body_of).filter(|(w, _)| **w > 1.0) {
            next.position[body] = state.position[body] + h * next.velocity[body];
        }
        for &body in &self.plan.known {
            if let BodyData::Known(motion) = &system.bodies[body] {
                next.position[body] = motion.position_at(tau);
            }
        }
    }

    /// Holds at rest, too, what has no slip since others hold its bodies: in the kernel it slips by round-off, in a direction that
    /// means nothing.
    fn hold_spanned(&mut self, system: &System) {
        let Self { plan, clusters, next, stuck, .. } = self;
        let mut holds_more = false;
        for (contact, touch) in plan.contacts.iter().enumerate() {
            let (mode, surface) = (&mut next.modes[contact], next.surface[contact]);
            if mode.slips()
                && touch.stands(&next.velocity, surface)
                && clusters.spans(&system.rows[contact])
            {
                (*mode, stuck[contact], holds_more) = (ContactMode::Stuck, true, true);
            }
        }
        if holds_more {
            clusters.build(system.mass.len(), &system.rows, stuck);
        }
    }

    /// Takes the mean friction forces of the step.
    fn take_friction(&mut self, system: &System, state: &State, tau: f64, h: f64) {
        for (&contact, lambda) in self.plan.index.iter().zip(&self.solution.lambda) {
            self.friction[contact] = lambda / h;
        }
        if self.plan.index.len() == self.plan.contacts.len() {
            return;
        }
        for (contact, entry) in system.contacts.iter().enumerate().filter(|(_, c)| c.kinematic) {
            let mode = self.next.modes[contact];
            self.friction[contact] = match mode.direction() {
                Some(direction) => {
                    entry.sliding(direction, (contact, state), self.plan.contacts[contact].end_slip)
                }
                None if mode == ContactMode::Stuck => entry.held(tau - THETA * h),
                None => 0.0,
            };
        }
    }

    /// Replaces the forces that the kernel found by those of least Σ(λ/F̄)², where stuck contacts can share their load in
    /// more than one way.
    fn share(&mut self, system: &System, (expansion, resolver): (&mut Expansion, &mut Resolver)) {
        if self.clusters.redundant().is_empty() {
            return;
        }
        expansion.join(system, self.next.modes.iter().copied());
        self.residual.fill(0.0);
        for (contact, row) in system.rows.iter().enumerate().filter(|(c, _)| self.stuck[*c]) {
            apply_force(row, -self.friction[contact], &mut self.residual);
        }
        resolver.distribute(expansion, &self.residual, &mut self.friction);
    }
}
