//! Contacts of ports that were stuck and are found with a slip velocity at a communication point, since a host moves their bodies.
//!
//! The equations are those of [`crate::dynamics::simulator`]'s ports: first the kernel with masses m/h decides which of them
//! friction can stop within the step, then these take part in an impact without limits.

use super::{ResolveError, Resolved, Resolver};
use crate::dynamics::State;
use crate::dynamics::expansion::{Expansion, Start};
use crate::dynamics::system::{ContactData, System};
use crate::gauss::{Contact, Slip};
use crate::laws::Direction;

/// Limits of a contact in the problem that is solved.
type Limits = fn(&ContactData) -> (f64, f64);

impl Resolver {
    /// Brings the contacts to w = 0 that were stuck and that friction can stop within a step of this length, s; adds the
    /// energy that it takes to what contacts dissipate, and reports the impulse of each, N·s. Others keep their slip.
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
        self.take_momenta(system, expansion, state, length);
        self.list(
            system,
            state,
            length,
            |_| true,
            |entry| {
                let limits = entry.static_limits();
                (-limits.backward, limits.forward)
            },
        );
        self.solve_momenta(system)?;
        let stuck = |slip: &Slip| *slip == Slip::Stuck;
        let kept = self.index.iter().zip(&self.solution.slip).filter(|(_, slip)| stuck(slip));
        self.sticking.fill(false);
        for (&contact, _) in kept {
            self.sticking[contact] = true;
        }
        self.force.clear();
        self.force.resize(self.mass.len(), 0.0);
        self.add_momenta(system, state);
        let sticking = std::mem::take(&mut self.sticking);
        self.list(
            system,
            state,
            length,
            |contact| sticking[contact],
            |_| (f64::NEG_INFINITY, f64::INFINITY),
        );
        self.sticking = sticking;
        self.solve_momenta(system)?;
        for (&contact, &impulse) in self.index.iter().zip(&self.solution.lambda) {
            let (before, _) = system.contacts[contact].slip(state);
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

    /// Lists what was stuck and `takes_part`, and what holds without limit, with the impulses that it may have.
    fn list(
        &mut self,
        system: &System,
        state: &State,
        length: f64,
        takes_part: impl Fn(usize) -> bool,
        limits: Limits,
    ) {
        let tau = state.tau();
        self.contacts.clear();
        self.index.clear();
        for (contact, entry) in system.contacts.iter().enumerate() {
            let always = |direction| entry.holds_always(direction);
            let (lower, upper) = if entry.is_unlimited() && !entry.kinematic {
                let limit = |direction| if always(direction) { f64::INFINITY } else { 0.0 };
                (-limit(Direction::Backward), limit(Direction::Forward))
            } else if entry.holds_at_rest(state.contacts[contact].mode()) && takes_part(contact) {
                let (lower, upper) = limits(entry);
                (length * lower, length * upper)
            } else {
                continue;
            };
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
