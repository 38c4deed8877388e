//! The kernel's problem for accelerations.

use super::diagnostics::check_forces;
use super::{ResolveError, Resolved, Resolver};
use crate::dynamics::State;
use crate::dynamics::expansion::{Expansion, Start};
use crate::dynamics::system::System;
use crate::dynamics::tolerances::NO_FORCE;
use crate::gauss::{Contact, KernelError};

/// Repetitions after which the regularising masses change no force by more than this; two or three
/// suffice where contacts decide all motions.
const MOST_REPETITIONS: usize = 8;

impl Resolver {
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
            let limits_grow = entry.limits_grow();
            let wide = self.is_wide(system, contact) || limits_grow;
            let component = system.component_of(&entry.row);
            let relaxation = if wide { self.relaxation(contact, own.width()) } else { 0.0 };
            let relaxation = relaxation + self.vanishing_relaxation(contact, entry);
            // Where a host integrates, a release is reported this much later.
            let relaxation =
                if limits_grow { relaxation + system.hysteresis * own.width() } else { relaxation };
            self.relaxed[component] += relaxation;
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

    /// Solves the kernel for accelerations or their rates; `rates` says into which solution. What
    /// regularising masses change is taken back: `m x` of each massless body is added to its force, and
    /// the kernel solved again, until it stays the same (the proximal point algorithm: Rockafellar,
    /// "Monotone operators and the proximal point algorithm", SIAM J. Control Optim. 14, 1976).
    pub(super) fn accelerate(&mut self, system: &System, rates: bool) -> Resolved<()> {
        let solved = self.solve(system, rates);
        solved.map_err(|error| ResolveError::of_kernel(error, &self.index))
    }

    fn solve(&mut self, system: &System, rates: bool) -> Result<(), KernelError> {
        let Self { kernel, contacts, force, mass, solution, massless, .. } = self;
        let solution = if rates { &mut self.rates } else { solution };
        let inertia = system.inertia_with(mass);
        kernel.solve(inertia, force, contacts, solution)?;
        if !system.massless {
            return Ok(());
        }
        let on = |unknown: usize| system.component[system.body_of[unknown]];
        let greatest = &mut massless.greatest;
        greatest.fill(0.0);
        for (unknown, force) in force.iter().enumerate() {
            greatest[on(unknown)] = force.abs().max(greatest[on(unknown)]);
        }
        for contact in contacts.iter() {
            for (unknown, _) in contact.row.terms() {
                for limit in
                    [contact.lower, contact.upper].into_iter().filter(|one| one.is_finite())
                {
                    greatest[on(unknown)] = limit.abs().max(greatest[on(unknown)]);
                }
            }
        }
        massless.taken_back.clear();
        massless.taken_back.resize(force.len(), 0.0);
        for _ in 0..MOST_REPETITIONS {
            let mut settled = true;
            for (unknown, taken_back) in massless.taken_back.iter_mut().enumerate() {
                if system.mass[unknown] == 0.0 {
                    let change = mass[unknown] * solution.acceleration[unknown] - *taken_back;
                    *taken_back += change;
                    force[unknown] += change;
                    settled &= change.abs() <= NO_FORCE * greatest[on(unknown)];
                }
            }
            if settled {
                break;
            }
            kernel.solve(inertia, force, contacts, solution)?;
        }
        Ok(())
    }
}
