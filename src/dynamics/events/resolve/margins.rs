//! Distance of stuck sets from their limits, and forces that their contacts hold.

use super::continuous::any_rests;
use super::diagnostics::check_forces;
use super::{Resolved, Resolver, Trigger};
use crate::dynamics::expansion::{Expansion, Start};
use crate::dynamics::state::GREATEST;
use crate::dynamics::system::System;
use crate::dynamics::tolerances::{CLEAR_MARGIN, GIVES};
use crate::dynamics::{ContactMode, ContactState, State};
use crate::gauss::{Contact, Kernel, Slip};

impl Resolver {
    /// Keeps the contacts in `self.candidates`, at w = 0 before and now, if they clearly hold; true if they do, and no
    /// other one is at w = 0.
    ///
    /// # Errors
    /// Those of [`Resolver::resolve_modes`].
    pub fn stay(
        &mut self,
        system: &System,
        expansion: &mut Expansion,
        state: &mut State,
    ) -> Resolved<bool> {
        let holds = self.holds_clearly(system, expansion, state)?;
        let stays = holds && !any_rests(system, expansion, state);
        if stays {
            state.held_margin = 0.0;
        }
        Ok(stays)
    }

    /// True if it is worth asking whether all contacts at w = 0 clearly hold: what is held, new inputs seldom release, nor
    /// does what happens elsewhere.
    pub(super) fn may_hold(&self, state: &State, trigger: Trigger) -> bool {
        let rests = |(candidate, contact): (&bool, &ContactState)| {
            !candidate || contact.leading_zeros() == 0
        };
        match trigger {
            Trigger::Start => false,
            Trigger::Jump => self.slipping.iter().all(|slip| *slip == Slip::Stuck),
            Trigger::Transition => {
                self.cut.is_empty()
                    && self.release_uncertainty.iter().all(|distance| *distance == 0.0)
                    && self.bounds.iter().all(Option::is_none)
                    && self.candidates.iter().zip(&state.contacts).all(rests)
            }
        }
    }

    /// Makes all contacts at w = 0 stuck, with no friction but what the kernel finds: those that it moves begin to slip.
    pub(super) fn begin_all_stuck(&self, state: &mut State) {
        for (contact, _) in self.candidates.iter().enumerate().filter(|(_, candidate)| **candidate)
        {
            state.contacts[contact].begin(ContactMode::Stuck, 0);
        }
        for contact in &mut state.contacts {
            contact.slide(None);
        }
    }

    /// True if all contacts at w = 0 clearly hold. They are stuck then, whatever else there is to be resolved, and the
    /// expansion has order 0 of that.
    ///
    /// # Errors
    /// Those of [`Resolver::resolve_modes`].
    pub(super) fn holds_clearly(
        &mut self,
        system: &System,
        expansion: &mut Expansion,
        state: &mut State,
    ) -> Resolved<bool> {
        let mut entries = system.contacts.iter().zip(&self.candidates);
        if system.massless || entries.any(|(entry, candidate)| *candidate && !entry.holds_plainly())
        {
            return Ok(false);
        }
        self.begin_all_stuck(state);
        expansion.find_accelerations(system, &Start::of(state));
        check_forces(system, expansion)?;
        self.take_round_off(system, expansion, state.time);
        let (clusters, stuck, residual) = expansion.sticking_set();
        if !stuck.contains(&true) {
            return Ok(true);
        }
        let cycles = clusters.redundant().len();
        // Given motions may ask for accelerations along a cycle that contradict each other.
        if cycles > 0 && system.accelerated {
            return Ok(false);
        }
        let load = residual.row(0);
        let by_trees =
            self.kernel.usage_by_trees(clusters, load, &self.limits, stuck) <= 1.0 - CLEAR_MARGIN;
        // With more than one cycle the margin is as hard to find as what the kernel finds.
        Ok(by_trees || cycles == 1 && self.margin(expansion) >= CLEAR_MARGIN)
    }

    /// Records the margin of the final stuck set, as far as it is negative.
    pub(super) fn record_margin(
        &mut self,
        system: &System,
        expansion: &mut Expansion,
        state: &mut State,
    ) -> Resolved<()> {
        expansion.find_accelerations(system, &Start::of(state));
        check_forces(system, expansion)?;
        self.take_round_off(system, expansion, state.time);
        let (clusters, stuck, residual) = expansion.sticking_set();
        let Self { kernel, limits, solution, index, .. } = self;
        let solved = index.iter().copied().zip(solution.lambda.iter().copied());
        let holds = kernel.margins(clusters, stuck).holds_with(residual.row(0), limits, solved);
        // Limits of next to nothing are exceeded without bound.
        let margin = if holds { 0.0 } else { self.margin(expansion).max(-GREATEST) };
        state.held_margin = margin.min(0.0);
        Ok(())
    }

    /// Finds what the stuck contacts of a state must balance, and their limits, with room for round-off where they may be next to
    /// nothing: it is any share of these, and so sets no margin.
    pub(super) fn relax_limits(
        &mut self,
        system: &System,
        expansion: &mut Expansion,
        state: &State,
    ) {
        expansion.find_accelerations(system, &Start::of(state));
        self.take_round_off(system, expansion, state.time);
        let Self { limits, relaxed_limits, rounded, .. } = self;
        relaxed_limits.clone_from(limits);
        for (contact, entry) in system.contacts.iter().enumerate() {
            if entry.limit_varies() || entry.is_one_way() {
                relaxed_limits[contact].lower -= GIVES * rounded[contact];
                relaxed_limits[contact].upper += GIVES * rounded[contact];
            }
        }
    }

    /// Returns the margin of the expansion's stuck set at its start.
    pub(super) fn margin(&mut self, expansion: &mut Expansion) -> f64 {
        let (clusters, stuck, residual) = expansion.sticking_set();
        self.kernel.margin(clusters, residual.row(0), &self.limits, stuck)
    }

    /// Finds the friction forces of the expansion's stuck contacts that balance a residual.
    pub fn distribute(&mut self, expansion: &mut Expansion, residual: &[f64], lambda: &mut [f64]) {
        let (clusters, stuck, _) = expansion.sticking_set();
        self.kernel.distribute(clusters, residual, &self.limits, stuck, lambda);
    }

    /// Returns the kernel, static limits of all contacts, and the round-off of forces at each, for margins along a step.
    pub fn holding_parts(&mut self) -> (&mut Kernel, &[Contact], &[f64]) {
        (&mut self.kernel, &self.limits, &self.rounded)
    }
}
