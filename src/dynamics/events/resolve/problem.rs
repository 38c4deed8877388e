//! The kernel's problem for accelerations.

use super::diagnostics::check_forces;
use super::{Resolved, Resolver};
use crate::dynamics::expansion::{Expansion, Start};
use crate::dynamics::system::System;
use crate::dynamics::{ContactMode, State};
use crate::gauss::Contact;

impl Resolver {
    /// Suspends the friction of all contacts at w = 0, so that they exert nothing but what the kernel finds.
    pub(super) fn suspend(&self, state: &mut State) {
        for (contact, _) in
            self.candidates.iter().enumerate().filter(|(_, candidates)| **candidates)
        {
            state.contacts[contact].begin(ContactMode::Stuck, 0);
        }
        for contact in &mut state.contacts {
            contact.slide(None);
        }
    }

    /// Assembles the kernel's problem for accelerations.
    pub(super) fn assemble(
        &mut self,
        system: &System,
        expansion: &mut Expansion,
        state: &mut State,
    ) -> Resolved<()> {
        expansion.find_forces(system, &Start::of(state));
        check_forces(system, expansion)?;
        self.take_round_off(system, expansion, state.time);
        if system.massless {
            expansion.update_algebraic(system, &[], &mut state.velocity);
        }
        expansion.offsets(system, 0);
        self.force.clear();
        self.force.extend(system.body_of.iter().map(|&body| expansion.force.at(0, body)));
        self.contacts.clear();
        self.index.clear();
        self.relaxed.fill(0.0);
        for (contact, entry) in system.contacts.iter().enumerate() {
            if !self.candidates[contact] {
                continue;
            }
            let (lower, upper) = self.range(system, contact);
            let row = system.rows[contact];
            let own = Contact { row, beta: expansion.beta()[contact], lower, upper, viscous: 0.0 };
            let climbs = entry.climbs();
            let wide = self.is_wide(system, contact) || climbs;
            let island = system.island_of(&entry.row);
            let relaxation = if wide { self.relaxation(contact, own.width()) } else { 0.0 };
            let relaxation = relaxation + self.vanishing_relaxation(contact, entry);
            // Where a host integrates, a release is reported this much later.
            let relaxation =
                if climbs { relaxation + system.hysteresis * own.width() } else { relaxation };
            self.relaxed[island] += relaxation;
            let relaxation = relaxation + self.lateness(contact, entry);
            self.index.push(contact);
            self.contacts.push(Contact {
                lower: lower - relaxation,
                upper: upper + relaxation,
                ..own
            });
        }
        Ok(())
    }
}
