//! How far stuck sets are from their limits, and what their contacts hold.

use super::continuous::any_rests;
use super::refusal::check_forces;
use super::{Cause, Resolved, Resolver, balance};
use crate::gauss::{Contact, Kernel};
use crate::motion::State;
use crate::motion::flow::Flow;
use crate::motion::numbers::Numbers;
use crate::motion::state::GREATEST;

/// A margin of more than this is no matter of round-off, of loads or of limits.
const CLEAR: f64 = 1e-6;

/// A force this close to a limit, relative to its range and to the greatest force, is at it.
pub(super) const AT_LIMIT: f64 = 1e-11;

impl Resolver {
    /// The contacts in `self.zero`, at w = 0 before and now, stay there if they clearly hold; whether they do, and no other
    /// one is at w = 0.
    ///
    /// # Errors
    /// As [`Resolver::settle`].
    pub fn stay(
        &mut self,
        numbers: &Numbers,
        flow: &mut Flow,
        state: &mut State,
    ) -> Resolved<bool> {
        let holds = self.holds_clearly(numbers, flow, state)?;
        flow.begun = holds && !any_rests(numbers, flow, state);
        if flow.begun {
            state.held_margin = 0.0;
        }
        Ok(flow.begun)
    }

    /// True if it is worth asking whether all contacts at w = 0 clearly hold: what is held, new inputs seldom tear off, nor
    /// does what happens elsewhere.
    pub(super) fn may_hold(&self, state: &State, cause: Cause) -> bool {
        let rests = |(zero, departure): (&bool, &u8)| !zero || *departure == 0;
        match cause {
            Cause::Start => false,
            Cause::Jump => true,
            Cause::Transition => {
                !self.released
                    && self.hidden.iter().all(|hidden| *hidden == 0.0)
                    && self.bounds.iter().all(Option::is_none)
                    && self.zero.iter().zip(&state.departure).all(rests)
            }
        }
    }

    /// True if all contacts at w = 0 clearly hold. They are stuck then, whatever else there is to be resolved, and the
    /// flow has order 0 of that.
    ///
    /// # Errors
    /// As [`Resolver::settle`].
    pub(super) fn holds_clearly(
        &mut self,
        numbers: &Numbers,
        flow: &mut Flow,
        state: &mut State,
    ) -> Resolved<bool> {
        let mut entries = numbers.contacts.iter().zip(&self.zero);
        if numbers.massless || entries.any(|(entry, zero)| *zero && !entry.holds_plainly()) {
            return Ok(false);
        }
        self.suspend(state);
        balance(numbers, flow, state);
        check_forces(numbers, flow)?;
        self.take_round_off(numbers, flow, state.time);
        self.suspended = true;
        let (clusters, stuck, residual) = flow.holding_set();
        if !stuck.contains(&true) {
            return Ok(true);
        }
        let cycles = clusters.redundant().len();
        // Given motions may ask for accelerations along a cycle that contradict each other.
        if cycles > 0 && numbers.driven {
            return Ok(false);
        }
        let by_trees =
            self.kernel.holds_by_trees(clusters, residual.row(0), &self.limits, stuck, CLEAR);
        // With more than one cycle the margin is as hard to tell as what the kernel tells.
        Ok(by_trees || cycles == 1 && self.margin(flow) >= CLEAR)
    }

    /// Margin of the final stuck set, as far as it is negative.
    pub(super) fn note_margin(
        &mut self,
        numbers: &Numbers,
        flow: &mut Flow,
        state: &mut State,
    ) -> Resolved<()> {
        balance(numbers, flow, state);
        check_forces(numbers, flow)?;
        self.take_round_off(numbers, flow, state.time);
        let (clusters, stuck, residual) = flow.holding_set();
        let holds = self.kernel.holds(clusters, residual.row(0), &self.limits, stuck, 0.0);
        // Limits of next to nothing are exceeded without bound.
        let margin = if holds { 0.0 } else { self.margin(flow).max(-GREATEST) };
        state.held_margin = margin.min(0.0);
        Ok(())
    }

    /// Margin of the stuck set of a state.
    pub(super) fn present_margin(
        &mut self,
        numbers: &Numbers,
        flow: &mut Flow,
        state: &State,
    ) -> f64 {
        balance(numbers, flow, state);
        self.take_round_off(numbers, flow, state.time);
        self.margin(flow)
    }

    /// Margin of the flow's stuck set at its start.
    pub(super) fn margin(&mut self, flow: &mut Flow) -> f64 {
        let (clusters, stuck, residual) = flow.holding_set();
        self.kernel.margin(clusters, residual.row(0), &self.limits, stuck)
    }

    /// Takes the limits under the normal loads that the flow has at τ.
    pub fn take_limits_at(&mut self, numbers: &Numbers, flow: &Flow, tau: f64) {
        for (index, contact) in self.limits.iter_mut().enumerate() {
            let entry = &numbers.contacts[index];
            if !entry.limit_varies() {
                continue;
            }
            let loads = entry.of_limits(|direction| {
                let term = |k: usize| flow.holding_load(numbers, index, direction, k);
                (0..=flow.order).rev().fold(0.0, |sum, k| sum * tau + term(k)).max(0.0)
            });
            let limits = entry.static_limits_held([loads.forward, loads.backward]);
            (contact.lower, contact.upper) = (-limits.backward, limits.forward);
        }
    }

    /// Friction forces of the flow's stuck contacts that balance a residual.
    pub fn distribute(&mut self, flow: &mut Flow, residual: &[f64], lambda: &mut [f64]) {
        let (clusters, stuck, _) = flow.holding_set();
        self.kernel.distribute(clusters, residual, &self.limits, stuck, lambda);
    }

    /// Notes at which of their limits forces are; whether these are the same ones as before.
    pub fn note_limits(&self, lambda: &[f64], at_limit: &mut [i8]) -> bool {
        let mut same = true;
        let greatest = lambda.iter().fold(0.0, |most: f64, lambda| most.max(lambda.abs()));
        for ((limit, lambda), before) in self.limits.iter().zip(lambda).zip(at_limit) {
            let near = AT_LIMIT * (limit.width() + greatest);
            let upper = limit.upper.is_finite() && *lambda >= limit.upper - near;
            let lower = limit.lower.is_finite() && *lambda <= limit.lower + near;
            let now = i8::from(upper) - i8::from(lower);
            same &= std::mem::replace(before, now) == now;
        }
        same
    }

    /// The kernel, static limits of all contacts, and the round-off of forces at each, for margins along a step.
    pub fn holding_parts(&mut self) -> (&mut Kernel, &[Contact], &[f64]) {
        (&mut self.kernel, &self.limits, &self.rounded)
    }
}
