//! Which contacts are stuck and follow the load ([`crate::motion::flow`]).
//!
//! What would slip in the rate problem if limits did not grow by slip, and does not if they do, follows the load.
//! Mechanisms of which it cannot be said how their contacts share the load, slip.

use super::workspace::Bound;
use super::{Resolved, Resolver, depart};
use crate::gauss::Slip;
use crate::motion::flow::{Flow, Following, Start};
use crate::motion::numbers::Numbers;
use crate::motion::{ContactMode, State};

/// How close to an end of its range the share s of a mechanism is that has come there but for round-off.
const AT_BOUND: f64 = 1e-6;

/// Leading coefficients of w that are 0 where a mechanism slips whose share has come to 1.
const OUTGROWN: u8 = 3;

fn sign(slip: Slip) -> i8 {
    match slip {
        Slip::Stuck => 0,
        Slip::Forward => 1,
        Slip::Backward => -1,
    }
}

impl Resolver {
    /// The share of a mechanism has come to an end of its range.
    pub fn expect_bound(&mut self, following: &Following, leader: usize, bound: Bound) {
        let mechanism = following.leaders().iter().position(|contact| *contact == leader);
        for contact in mechanism.into_iter().flat_map(|mechanism| following.contacts(mechanism)) {
            self.bounds[contact] = Some(bound);
        }
    }

    /// What came to an end of its range at this instant before is still there.
    pub(super) fn begin_following(&mut self, state: &State) {
        for (bound, departure) in self.bounds.iter_mut().zip(&state.departure) {
            if *departure == OUTGROWN {
                *bound = Some(Bound::Slip);
            }
        }
    }

    /// Marks the contacts that follow the load, after a rate problem in which nothing moves.
    pub(super) fn follow(
        &mut self,
        numbers: &Numbers,
        flow: &mut Flow,
        state: &mut State,
    ) -> Resolved<()> {
        if numbers.faint > 0.0 && self.slip_late(state) {
            return Ok(());
        }
        let mut climbs = false;
        for (k, &index) in self.index.iter().enumerate() {
            let contact = &mut self.contacts[k];
            // At both limits is what a load rises on from 0: its limits grow with that.
            let at_one = contact.upper.is_finite() != contact.lower.is_finite();
            if at_one && numbers.contacts[index].climbs() {
                contact.upper = if contact.upper.is_finite() { 0.0 } else { f64::INFINITY };
                contact.lower = if contact.lower.is_finite() { 0.0 } else { f64::NEG_INFINITY };
                climbs |= state.contact_mode[index] == ContactMode::Stuck;
            }
        }
        if !climbs {
            return Ok(());
        }
        while self.join_followers(numbers, state)? {}
        if numbers.faint > 0.0 {
            self.follow_beyond(numbers, flow, state)?;
        }
        if state.following.iter().all(|sign| *sign == 0) {
            return Ok(());
        }
        let start = Start::of(state);
        flow.start(numbers, &start);
        for k in 0..=1 {
            flow.forces(numbers, &start, k);
            flow.accelerations(numbers, k);
        }
        if !flow.following.is_active() {
            for &index in &self.index {
                match std::mem::take(&mut state.following[index]) {
                    0 => {}
                    1 => depart(state, index, Slip::Forward, 2),
                    _ => depart(state, index, Slip::Backward, 2),
                }
            }
        }
        self.keep_to_bounds(flow, state);
        Ok(())
    }

    /// Marks what slips in the rate problem while what is marked already passes on all of its load; whether anything does.
    fn join_followers(&mut self, numbers: &Numbers, state: &mut State) -> Resolved<bool> {
        self.accelerate(numbers, true)?;
        let mut any = false;
        for (k, &index) in self.index.iter().enumerate() {
            let slip = self.rates.slip[k];
            let decided = state.contact_mode[index] != ContactMode::Stuck || slip == Slip::Stuck;
            if decided || state.following[index] != 0 {
                continue;
            }
            state.following[index] = sign(slip);
            (self.contacts[k].lower, self.contacts[k].upper) = (f64::NEG_INFINITY, f64::INFINITY);
            any = true;
        }
        Ok(any)
    }

    /// The same where a host integrates and does not tell how inputs change: what is beyond its limits follows.
    fn follow_beyond(
        &mut self,
        numbers: &Numbers,
        flow: &mut Flow,
        state: &mut State,
    ) -> Resolved<()> {
        let stuck = |index: &usize| state.contact_mode[*index] == ContactMode::Stuck;
        if !self.index.iter().all(stuck) {
            return Ok(());
        }
        self.gather(numbers, flow, state)?;
        for (contact, &index) in self.contacts.iter_mut().zip(&self.index) {
            if numbers.contacts[index].climbs() {
                let limits = numbers.contacts[index].static_limits();
                (contact.lower, contact.upper) = (-limits.backward, limits.forward);
            }
        }
        self.accelerate(numbers, false)?;
        for (&index, slip) in self.index.iter().zip(&self.solution.slip) {
            if state.following[index] == 0 {
                state.following[index] = sign(*slip);
            }
        }
        Ok(())
    }

    /// Where a host integrates, the rates of loads do not tell that these grow faster than their limits can; how far
    /// limits have fallen behind does, and there their contacts slip. Whether any do.
    fn slip_late(&self, state: &mut State) -> bool {
        let mut any = false;
        for (&index, at_limit) in self.index.iter().zip(&self.at_limit) {
            let stuck = state.contact_mode[index] == ContactMode::Stuck;
            let slip = match at_limit {
                (true, false) => Slip::Forward,
                (false, true) => Slip::Backward,
                _ => continue,
            };
            if stuck && self.bounds[index] == Some(Bound::Slip) {
                depart(state, index, slip, OUTGROWN);
                any = true;
            }
        }
        any
    }

    /// Mechanisms whose share has come to an end of its range leave it, unless it has jumped.
    fn keep_to_bounds(&self, flow: &Flow, state: &mut State) {
        let following = &flow.following;
        for mechanism in 0..following.leaders().len() {
            let share = following.share(mechanism, 0);
            let has = |bound| following.contacts(mechanism).any(|c| self.bounds[c] == Some(bound));
            let rests = share <= AT_BOUND && has(Bound::Rest);
            let slips = share >= 1.0 - AT_BOUND && has(Bound::Slip);
            for contact in following.contacts(mechanism).filter(|_| rests || slips) {
                let sign = std::mem::take(&mut state.following[contact]);
                let slip = if sign > 0 { Slip::Forward } else { Slip::Backward };
                if slips {
                    depart(state, contact, slip, OUTGROWN);
                }
            }
        }
    }
}
