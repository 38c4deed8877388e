//! Contacts that were stuck and are found with a slip velocity at a communication point, or had slipped in the other direction,
//! since a host moves their bodies or surfaces.
//!
//! The equations are those of [`crate::dynamics::simulator`]'s ports: first the kernel with masses m/h decides which of them friction
//! can stop within the step, then these take part in an impact without limits. Of surfaces it decides the same of the step before.

use super::{ResolveError, Resolved, Resolver};
use crate::dynamics::State;
use crate::dynamics::elements::contact::modes::FrictionImpulse;
use crate::dynamics::expansion::{Expansion, Start};
use crate::dynamics::link::apply_force;
use crate::dynamics::system::System;
use crate::dynamics::tolerances::{AT_DEPARTURE, SATURATION};
use crate::gauss::{Contact, Slip};
use crate::laws::Direction;

impl Resolver {
    /// Brings the contacts to w = 0 that were stuck, or had not come to such a slip, and that friction can stop within a step of
    /// this length, s; adds the energy that it takes to what contacts dissipate, and reports the impulse of each, N·s. Others keep their slip.
    ///
    /// # Errors
    /// From the kernel, if contacts contradict each other.
    pub fn hold_within(
        &mut self,
        system: &System,
        expansion: &mut Expansion,
        state: &mut State,
        length: f64,
        tell: &mut dyn FnMut(usize, f64),
    ) -> Resolved<()> {
        self.find_stopped(system, expansion, state, length)?;
        self.force.clear();
        self.force.resize(self.mass.len(), 0.0);
        self.add_momenta(system, state);
        let sticking = std::mem::take(&mut self.sticking);
        let without_limit = (f64::NEG_INFINITY, f64::INFINITY);
        self.list(system, state, |contact| sticking[contact].then_some(without_limit));
        self.sticking = sticking;
        self.solve_momenta(system)?;
        for (&contact, &impulse) in self.index.iter().zip(&self.solution.lambda) {
            let before = system.contacts[contact].slip(state);
            // Half of it: the mean of the slip velocities before and after, which is 0.
            state.dissipated[contact] += impulse * before / 2.0;
            tell(contact, impulse);
        }
        for (unknown, &body) in system.body_of.iter().enumerate() {
            if system.mass[unknown] > 0.0 {
                state.velocity[body] = self.solution.acceleration[unknown] + 0.0;
            }
        }
        Ok(())
    }

    /// Finds the contacts, of these, that friction can stop within a step of this length, s: those that stand at the
    /// end of it, or of a part of it, or have passed w = 0 there. A load that grows may release them before its end, so that
    /// ever shorter parts decide where loads do.
    fn find_stopped(
        &mut self,
        system: &System,
        expansion: &mut Expansion,
        state: &State,
        length: f64,
    ) -> Resolved<()> {
        let grows = system.force_rate.iter().any(|rate| *rate != 0.0);
        self.sticking.fill(false);
        let mut part = length;
        loop {
            self.take_momenta(system, expansion, state, part);
            self.list(system, state, |contact| {
                let entry = &system.contacts[contact];
                let limits = entry.static_limits();
                let holds = entry.may_be_held(system, state, state.contacts[contact].mode());
                holds.then_some((part * -limits.backward, part * limits.forward))
            });
            self.solve_momenta(system)?;
            let mut all = true;
            for (&contact, slip) in self.index.iter().zip(&self.solution.slip) {
                let entry = &system.contacts[contact];
                self.sticking[contact] |= match *slip {
                    Slip::Stuck => true,
                    Slip::Forward => entry.given_slip(state).decided() < 0.0,
                    Slip::Backward => entry.given_slip(state).decided() > 0.0,
                };
                all &= self.sticking[contact] || entry.is_unlimited();
            }
            part /= 2.0;
            if all || !grows || part <= AT_DEPARTURE * length {
                return Ok(());
            }
        }
    }

    /// Finds the contacts, of those that `rides` says, which friction can have carried along to the present motion of their
    /// surfaces: what it has exerted in the step before, with what the way from the present velocities takes, is within its limits
    /// then. Of all others `sticking` is false.
    ///
    /// # Errors
    /// From the kernel, if contacts contradict each other.
    pub fn find_carried(
        &mut self,
        system: &System,
        state: &State,
        impulses: &[FrictionImpulse],
        rides: impl Fn(usize) -> bool,
    ) -> Resolved<()> {
        self.force.clear();
        self.force.resize(self.mass.len(), 0.0);
        self.add_momenta(system, state);
        for (contact, (row, one)) in system.rows.iter().zip(impulses).enumerate() {
            if rides(contact) {
                apply_force(row, -one.impulse, &mut self.force);
            }
        }
        self.list(system, state, |contact| {
            let FrictionImpulse { least, most, .. } = impulses[contact];
            let relaxed_limits = (least - SATURATION * least.abs(), most + SATURATION * most.abs());
            rides(contact).then_some(relaxed_limits)
        });
        self.find_sticking(system)
    }

    /// Finds which of the contacts that are listed come to w = 0.
    fn find_sticking(&mut self, system: &System) -> Resolved<()> {
        self.solve_momenta(system)?;
        self.sticking.fill(false);
        for (&contact, slip) in self.index.iter().zip(&self.solution.slip) {
            self.sticking[contact] = *slip == Slip::Stuck;
        }
        Ok(())
    }

    /// Takes the momenta after a step of this length if all that was stuck exerted nothing, N·s.
    fn take_momenta(
        &mut self,
        system: &System,
        expansion: &mut Expansion,
        state: &State,
        length: f64,
    ) {
        let start = Start::of(state);
        expansion.start(system, &start);
        expansion.forces(system, &start, 0);
        self.force.clear();
        for &body in &system.body_of {
            let mean = expansion.force.at(0, body) + 0.5 * length * system.force_rate[body];
            self.force.push(length * mean);
        }
        self.add_momenta(system, state);
    }

    /// Adds the momenta K v of the present velocities, N·s.
    fn add_momenta(&mut self, system: &System, state: &State) {
        let velocity = |unknown: usize| state.velocity[system.body_of[unknown]];
        system.inertia_with(&self.mass).add_momenta(1.0, velocity, &mut self.force);
    }

    /// Lists what holds without limit, and what was stuck with the impulses that it may have, as far as it takes part.
    fn list(
        &mut self,
        system: &System,
        state: &State,
        impulses: impl Fn(usize) -> Option<(f64, f64)>,
    ) {
        let tau = state.tau();
        self.contacts.clear();
        self.index.clear();
        for (contact, entry) in system.contacts.iter().enumerate() {
            let always = |direction| entry.holds_always(direction);
            let limits = if entry.is_unlimited() && !entry.kinematic {
                let limit = |direction| if always(direction) { f64::INFINITY } else { 0.0 };
                Some((-limit(Direction::Backward), limit(Direction::Forward)))
            } else {
                impulses(contact)
            };
            let Some((lower, upper)) = limits else { continue };
            let beta = system.surface_velocity(contact, tau);
            let row = system.rows[contact];
            self.index.push(contact);
            self.contacts.push(Contact { row, beta, lower, upper, viscous: 0.0 });
        }
    }

    fn solve_momenta(&mut self, system: &System) -> Resolved<()> {
        let Self { kernel, contacts, index, force, mass, solution, .. } = self;
        let solved = kernel.solve(system.inertia_with(mass), force, contacts, solution);
        solved.map_err(|error| ResolveError::of_kernel(error, index))
    }
}
