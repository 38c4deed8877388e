//! Contacts within a step, and their data for the kernel.

use super::Moreau;
use crate::dynamics::State;
use crate::dynamics::expansion::{Expansion, Start};
use crate::dynamics::system::System;

impl Moreau {
    /// Sets the limits that contacts begin with, and the likely slip of each: its last one.
    pub(super) fn open_contacts(
        &mut self,
        system: &System,
        expansion: &mut Expansion,
        state: &State,
        (tau, h): (f64, f64),
    ) {
        self.bounds.clear();
        self.viscous.clear();
        self.guess.clear();
        self.open_ends(system);
        for (contact, touch) in self.plan.contacts.iter_mut().enumerate() {
            self.next.surface[contact] = touch.open(system, (contact, state), tau, h);
            if touch.by_states {
                expansion.find_forces(system, &Start::of(state));
                touch.give(h * expansion.friction.at(0, contact));
            }
            if touch.is_kinematic {
                continue;
            }
            self.bounds.push(touch.bounds());
            self.viscous.push(touch.viscous());
            self.guess.push(state.contacts[contact].mode().slip());
        }
    }

    /// Takes other limits where the solution contradicts them; true if it does anywhere.
    pub(super) fn revise_limits(&mut self) -> bool {
        let mut any = false;
        let solved = self.plan.index.iter().zip(&self.solution.slip);
        let given = self.bounds.iter_mut().zip(&mut self.viscous);
        for ((contact, slip), (bounds, viscous)) in solved.zip(given) {
            let touch = &mut self.plan.contacts[*contact];
            if touch.revise(*slip) {
                (*bounds, *viscous) = (touch.bounds(), touch.viscous());
                any = true;
            }
        }
        any
    }
}
