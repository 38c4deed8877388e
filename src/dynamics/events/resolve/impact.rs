//! Impacts: what is joined without limit takes part immediately where a prescribed motion jumps.
//!
//! Impulses act at contacts without limits alone; friction is finite and has no part in them. Gauss's principle holds for
//! velocities as it does for accelerations: after the impact they are
//!
//! ```text
//!   v⁺ = argmin ½ (v − v⁻)ᵀ M (v − v⁻)   subject to   w = 0 of couplings,  w ≥ 0 (≤ 0) of what holds backwards (forwards),
//! ```
//! the plastic impact (Moreau, "Unilateral contact and dry friction in finite freedom dynamics", CISM 302, 1988).

use super::{ResolveError, Resolved, Resolver};
use crate::dynamics::State;
use crate::dynamics::system::System;
use crate::gauss::{Contact, CoupledMass};
use crate::laws::Direction;

impl Resolver {
    /// Gives bodies the velocities after an impact, and adds the energy that it takes to what contacts dissipate.
    ///
    /// # Errors
    /// From the kernel, if contacts contradict each other.
    pub fn resolve_impact(&mut self, system: &System, state: &mut State) -> Resolved<()> {
        let tau = state.tau();
        self.force.clear();
        self.force.resize(system.mass.len(), 0.0);
        let inertia = system.inertia_with(&self.mass);
        let velocity = |unknown: usize| state.velocity[system.body_of[unknown]];
        inertia.add_momenta(1.0, velocity, &mut self.force);
        self.contacts.clear();
        self.index.clear();
        for (contact, entry) in system.contacts.iter().enumerate() {
            if !entry.is_unlimited() || entry.kinematic {
                continue;
            }
            let limit = |direction| match entry.holds_always(direction) {
                true => f64::INFINITY,
                false => 0.0,
            };
            self.index.push(contact);
            self.contacts.push(Contact {
                row: system.rows[contact],
                beta: system.surface_velocity(contact, tau),
                lower: -limit(Direction::Backward),
                upper: limit(Direction::Forward),
                viscous: 0.0,
            });
        }
        let Self { kernel, contacts, index, force, mass, solution, .. } = self;
        let solved = kernel.solve(system.inertia_with(mass), force, contacts, solution);
        solved.map_err(|error| ResolveError::of_kernel(error, index))?;
        for (contact, impulse) in self.index.iter().zip(&self.solution.lambda) {
            let before = system.contacts[*contact].slip(state);
            // Half of it: the mean of the slip velocities before and after, which is 0.
            state.dissipated[*contact] += impulse * before / 2.0;
        }
        self.mark_impact(system, state);
        for (unknown, &body) in system.body_of.iter().enumerate() {
            if system.mass[unknown] > 0.0 && self.impacts[unknown] {
                state.velocity[body] = self.solution.acceleration[unknown] + 0.0;
            }
        }
        Ok(())
    }

    /// Marks the bodies that an impact reaches: those of contacts whose slip is not allowed, and those that contacts without
    /// limits or inertia join to them. All others keep their velocities, to the last bit.
    fn mark_impact(&mut self, system: &System, state: &State) {
        let Self { impacts, index, .. } = self;
        impacts.clear();
        impacts.resize(system.mass.len(), false);
        let violated =
            index.iter().filter(|contact| system.contacts[**contact].violation(state) != 0.0);
        let bodies = violated.flat_map(|contact| system.rows[*contact].terms());
        bodies.for_each(|(unknown, _)| impacts[unknown] = true);
        let mut spreads = true;
        while spreads {
            spreads = false;
            let joined = index.iter().map(|contact| system.rows[*contact]);
            for row in joined.chain(system.blocks.coupled().iter().map(CoupledMass::row)) {
                let Some((i, _, j, _)) = row.pair() else { continue };
                if impacts[i] != impacts[j] {
                    (impacts[i], impacts[j], spreads) = (true, true, true);
                }
            }
        }
    }
}
