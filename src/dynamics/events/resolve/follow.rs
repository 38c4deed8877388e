//! Contacts that are stuck and follow the load ([`crate::dynamics::expansion`]).
//!
//! Contacts follow the load if they would slip in the rate problem without the growth of limits by slip, and do not with
//! it. Mechanisms of which it is unknown how their contacts share the load, slip.

use super::{Resolved, Resolver};
use crate::dynamics::events::transition::Bound;
use crate::dynamics::expansion::{Expansion, FilippovSliding, Start};
use crate::dynamics::state::direction_of;
use crate::dynamics::system::System;
use crate::dynamics::tolerances::AT_BOUND;
use crate::dynamics::{ContactMode, State};
use crate::gauss::Slip;

/// Leading coefficients of w that are 0 where a mechanism slips whose share has come to 1.
const OUTGROWN: u8 = 3;

impl Resolver {
    /// Records that the share of a mechanism has come to an end of its range.
    pub fn expect_bound(
        &mut self,
        filippov: &FilippovSliding,
        reference_contact: usize,
        bound: Bound,
    ) {
        let mechanism =
            filippov.reference_contacts().iter().position(|contact| *contact == reference_contact);
        for contact in mechanism.into_iter().flat_map(|mechanism| filippov.contacts(mechanism)) {
            self.bounds[contact] = Some(bound);
        }
    }

    /// Restores the bounds of mechanisms whose share has already come to 1 at this instant.
    pub(super) fn begin_filippov(&mut self, state: &State) {
        for (bound, contact) in self.bounds.iter_mut().zip(&state.contacts) {
            if contact.leading_zeros() == OUTGROWN {
                *bound = Some(Bound::Slip);
            }
        }
    }

    /// Marks the contacts that follow the load, after a rate problem in which nothing moves.
    pub(super) fn follow(
        &mut self,
        system: &System,
        expansion: &mut Expansion,
        state: &mut State,
    ) -> Resolved<()> {
        if system.hysteresis > 0.0 && self.slip_late(state) {
            return Ok(());
        }
        let mut limits_grow = false;
        for (k, &index) in self.index.iter().enumerate() {
            let contact = &mut self.contacts[k];
            // At both limits is what a load rises on from 0: its limits grow with that.
            let at_one = contact.upper.is_finite() != contact.lower.is_finite();
            if at_one && system.contacts[index].limits_grow() {
                contact.upper = if contact.upper.is_finite() { 0.0 } else { f64::INFINITY };
                contact.lower = if contact.lower.is_finite() { 0.0 } else { f64::NEG_INFINITY };
                limits_grow |= state.contacts[index].mode() == ContactMode::Stuck;
            }
        }
        if !limits_grow {
            return Ok(());
        }
        while self.join_followers(system, state)? {}
        if system.hysteresis > 0.0 {
            self.follow_exceeded(system, expansion, state)?;
        }
        if !state.slides() {
            return Ok(());
        }
        let start = Start::of(state);
        expansion.start(system, &start);
        expansion.evaluate_orders(system, &start, 0..2);
        if !expansion.filippov.is_active() {
            for &index in &self.index {
                let own = &mut state.contacts[index];
                if let Some(direction) = own.end_sliding() {
                    own.begin_slip(direction, 2);
                }
            }
        }
        self.keep_to_bounds(expansion, state);
        Ok(())
    }

    /// Marks what slips in the rate problem while what is marked already passes on all of its load; true if anything does.
    fn join_followers(&mut self, system: &System, state: &mut State) -> Resolved<bool> {
        self.accelerate(system, true)?;
        let mut any = false;
        for (k, &index) in self.index.iter().enumerate() {
            let slip = self.rates.slip[k];
            let decided = state.contacts[index].mode() != ContactMode::Stuck || slip == Slip::Stuck;
            if decided || state.contacts[index].sliding_mode().is_some() {
                continue;
            }
            state.contacts[index].slide(direction_of(slip));
            (self.contacts[k].lower, self.contacts[k].upper) = (f64::NEG_INFINITY, f64::INFINITY);
            any = true;
        }
        Ok(any)
    }

    /// Marks contacts beyond their limits as following, where a host integrates and does not report how inputs change.
    fn follow_exceeded(
        &mut self,
        system: &System,
        expansion: &mut Expansion,
        state: &mut State,
    ) -> Resolved<()> {
        let stuck = |index: &usize| state.contacts[*index].mode() == ContactMode::Stuck;
        if !self.index.iter().all(stuck) {
            return Ok(());
        }
        self.assemble(system, expansion, state)?;
        for (contact, &index) in self.contacts.iter_mut().zip(&self.index) {
            if system.contacts[index].limits_grow() {
                let limits = system.contacts[index].static_limits();
                (contact.lower, contact.upper) = (-limits.backward, limits.forward);
            }
        }
        self.accelerate(system, false)?;
        for (&index, slip) in self.index.iter().zip(&self.solution.slip) {
            if state.contacts[index].sliding_mode().is_none() {
                state.contacts[index].slide(direction_of(*slip));
            }
        }
        Ok(())
    }

    /// Begins slip where limits have fallen too far behind while a host integrates: the rates of loads do not show there
    /// that these grow faster than their limits can. True if any contact slips.
    fn slip_late(&self, state: &mut State) -> bool {
        let mut any = false;
        for (&index, at_limit) in self.index.iter().zip(&self.at_limit) {
            let stuck = state.contacts[index].mode() == ContactMode::Stuck;
            let slip = match at_limit {
                (true, false) => Slip::Forward,
                (false, true) => Slip::Backward,
                _ => continue,
            };
            if stuck && self.bounds[index] == Some(Bound::Slip) {
                state.contacts[index].begin_found(slip, OUTGROWN);
                any = true;
            }
        }
        any
    }

    /// Mechanisms whose share has come to an end of its range leave it, unless it has jumped.
    fn keep_to_bounds(&self, expansion: &Expansion, state: &mut State) {
        let filippov = &expansion.filippov;
        for mechanism in 0..filippov.reference_contacts().len() {
            let share = filippov.share(mechanism, 0);
            let has = |bound| filippov.contacts(mechanism).any(|c| self.bounds[c] == Some(bound));
            let rests = share <= AT_BOUND && has(Bound::Rest);
            let slips = share >= 1.0 - AT_BOUND && has(Bound::Slip);
            for contact in filippov.contacts(mechanism).filter(|_| rests || slips) {
                let own = &mut state.contacts[contact];
                if let (Some(direction), true) = (own.end_sliding(), slips) {
                    own.begin_slip(direction, OUTGROWN);
                }
            }
        }
    }
}
