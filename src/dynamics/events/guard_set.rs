//! The guards of a step as they are handed in one by one, and what is found of them.
//!
//! Coefficients that are within their round-off of 0 count as exactly 0, and the sign just after is that of the first that is not:
//! [`GuardSet::round`].

use super::roots::{Scratch, first_descent};
use super::transition::Transition;
use crate::dynamics::bounded::Bounded;
use crate::dynamics::events::transition::Change;
use crate::dynamics::methods::taylor::convergence::MAX_ORDER;
use crate::dynamics::series::Series;
use crate::dynamics::tolerances::{AT_LEVEL, SIMULTANEOUS, time_round_off};

/// Question that the guards of a step answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Purpose {
    /// The first instant at which one is left.
    #[default]
    First,
    /// The time at which each is left.
    Each,
    /// Their values at the start.
    Values,
}

/// See the module.
#[derive(Clone, Debug, Default)]
pub(in crate::dynamics) struct GuardSet {
    /// Transitions with the time (since the start of the step) at which each is active; after [`GuardSet::keep_first`] those
    /// of the first instant.
    active: Vec<(f64, Transition)>,
    /// Taylor coefficients of the guard that is handed in next.
    pub polynomial: [f64; MAX_ORDER + 2],
    purpose: Purpose,
    values: Vec<(f64, Transition)>,
    /// Time of the next inputs, s from the start of the step.
    pub next_inputs: f64,
    /// True if ramps end there.
    ramps_end: bool,
    /// True if bodies without mass are among those that move.
    pub massless: bool,
    /// Round-off of the present time, s: bodies of known motion are where they are at the rounded time.
    pub time_round_off: f64,
    /// Time (s) within which transitions are taken together.
    pub together: f64,
    /// Length of the step, s.
    pub length: f64,
    /// Time up to which the step has no transition that is known, s from its start.
    pub search_end: f64,
    /// Amounts by which slip velocities, or deflections, may differ along the step from those at its start.
    excursions: Vec<f64>,
    /// True once the round-off of velocities was recorded in this step.
    has_round_off: bool,
    pub(super) scratch: Scratch,
}

impl GuardSet {
    /// Reserves memory for all transitions that can be active together, and for the search of their times.
    pub fn reserve(&mut self, transitions: usize, contacts: usize, components: usize) {
        self.active.reserve_exact(transitions);
        self.excursions.reserve_exact(transitions);
        self.values.reserve_exact(transitions + contacts);
        self.scratch.reserve(MAX_ORDER + 2, components);
    }

    /// Begins a step from a time, s, of a length, s; none of its guards is there.
    pub(super) fn begin(&mut self, purpose: Purpose, (time, length): (f64, f64), massless: bool) {
        self.purpose = purpose;
        self.active.clear();
        if purpose == Purpose::Values {
            self.values.clear();
        }
        self.massless = massless;
        self.time_round_off = time_round_off(time);
        self.together = match purpose {
            Purpose::Values => 0.0,
            Purpose::First | Purpose::Each => SIMULTANEOUS * time.abs().max(1.0),
        };
        (self.length, self.search_end) = (length, length);
        self.has_round_off = false;
    }

    /// Bounds how far the components of a series, of an order, move within the step.
    pub(super) fn bound_excursions(&mut self, series: &Series, order: usize) {
        series.excursions(order, self.search_end, &mut self.excursions);
    }

    /// True if guards are only listed, with their values at the start ([`Purpose::Values`]).
    pub fn is_listing(&self) -> bool {
        self.purpose == Purpose::Values
    }

    /// True if the time of each guard is asked for ([`Purpose::Each`]).
    pub(super) fn finds_each(&self) -> bool {
        self.purpose == Purpose::Each
    }

    /// True when it is asked for the first time in a step: whoever asks then records the round-off of velocities.
    pub fn begin_round_off(&mut self) -> bool {
        !std::mem::replace(&mut self.has_round_off, true)
    }

    /// Keeps the transitions of the first instant alone; returns its time, s from the start of the step.
    pub(super) fn keep_first(&mut self) -> Option<f64> {
        let first = self.active.iter().map(|(tau, _)| *tau).min_by(f64::total_cmp)?;
        let (rounded, together) = (self.time_round_off, self.together);
        let late = |transition| match transition {
            // Only at exactly this time: another transition may end such a slip, and a branch that is left early is taken again.
            Transition::Contact(_, Change::Turn | Change::Own(_) | Change::Breakpoint(_)) => 0.0,
            // A load that is still > 0 must not be taken away, so that only round-off of the time counts.
            Transition::Contact(_, Change::Load) => rounded,
            _ => together,
        };
        self.active.retain(|(tau, transition)| *tau <= first + late(*transition));
        Some(first)
    }

    /// Divides each listed value by its nominal value.
    pub(super) fn scale_values(&mut self, nominal: impl Fn(Transition) -> f64) {
        for (value, transition) in &mut self.values {
            *value /= nominal(*transition);
        }
    }

    /// Returns the number of tests of whether stuck contacts hold, and of intervals that were split to find roots.
    pub fn cost(&self) -> (u64, u64) {
        self.scratch.cost()
    }

    /// Returns the transitions of the first instant.
    pub fn active(&self) -> impl Iterator<Item = Transition> + '_ {
        self.active.iter().map(|(_, transition)| *transition)
    }

    /// Returns the contacts that an active transition changes in this way.
    pub fn active_that(&self, change: Change) -> impl Iterator<Item = usize> + '_ {
        self.active().filter_map(move |transition| transition.contact_that(change))
    }

    /// Sets the time of the next inputs, s from the start of the step, and if ramps end there.
    pub fn expect_inputs(&mut self, time: f64, ramps_end: bool) {
        (self.next_inputs, self.ramps_end) = (time, ramps_end);
    }

    /// Searches without the instant of the next inputs if a motion is `on_ramp` that ends there: what arrives there is decided
    /// with these inputs, since the surface may come to rest, or go on.
    pub fn leave_to_next_inputs(&mut self, on_ramp: bool, search: impl FnOnce(&mut Self)) {
        if !(on_ramp && self.ramps_end) {
            return search(self);
        }
        let whole = self.search_end;
        let before = whole.min((self.next_inputs - self.together).max(0.0));
        self.search_end = before;
        search(self);
        if self.search_end == before {
            self.search_end = whole;
        }
    }

    /// Returns the transitions that were found, each with its time, s.
    pub fn found(&self) -> impl Iterator<Item = (f64, Transition)> + '_ {
        self.active.iter().copied()
    }

    /// Sets the transitions of the first instant.
    pub fn expect_active(&mut self, transitions: impl Iterator<Item = Transition>) {
        self.active.clear();
        self.active.extend(transitions.map(|transition| (0.0, transition)));
    }

    /// Lists a further guard with its value.
    pub fn list(&mut self, value: f64, transition: Transition) {
        self.values.push((value, transition));
    }

    /// Returns the values and transitions that were listed last.
    pub fn listed(&self) -> &[(f64, Transition)] {
        &self.values
    }

    /// Makes active what is listed below 0 if anything is below `threshold`; true then. What stuck contacts no longer hold may be the
    /// pull of a spring that lifts off. A load is active only below `threshold`, since it is below 0 from its transition on.
    pub fn find_active(&mut self, threshold: f64) -> bool {
        self.active.clear();
        if self.values.iter().all(|(value, _)| *value >= threshold) {
            return false;
        }
        let left = self.values.iter().filter(|(value, transition)| match transition {
            Transition::Contact(_, Change::Load) => *value < threshold,
            _ => *value < 0.0,
        });
        self.active.extend(left.map(|(_, transition)| (0.0, *transition)));
        true
    }

    /// True if a component with the value `start` > 0 stays > 0 along the step, by its excursion: most guards of most steps.
    pub fn stays(&self, start: f64, component: usize) -> bool {
        !self.is_listing() && start > self.excursions[component]
    }

    /// Records the time at which `self.polynomial` (of the given order) falls below 0, or lists its value at the start.
    pub fn consider(&mut self, order: usize, transition: Transition) {
        if self.is_listing() {
            self.values.push((self.polynomial[0], transition));
            return;
        }
        let polynomial = &self.polynomial[..=order];
        if let Some(tau) = first_descent(polynomial, 0.0, self.search_end, &mut self.scratch) {
            self.become_active(tau, transition);
        }
    }

    /// Records the time at which the slip velocity in `self.polynomial` (of the given order) arrives at 0. A minimum below 0 by no
    /// more than its round-off is no arrival: the search goes on with the slip velocity raised by that.
    pub fn consider_slip(
        &mut self,
        order: usize,
        transition: Transition,
        round_off: impl FnOnce(&mut Self) -> f64,
    ) {
        if self.is_listing() {
            return self.consider(order, transition);
        }
        let polynomial = &self.polynomial[..=order];
        let found = first_descent(polynomial, 0.0, self.search_end, &mut self.scratch);
        let Some(tau) = found else { return };
        let [rate, curvature] = rates(polynomial, tau);
        // Of a parabola, which it is near its least value.
        let depth = rate * rate / (2.0 * curvature);
        if curvature > 0.0 {
            let round_off = round_off(self);
            if depth <= round_off {
                self.polynomial[0] += round_off;
                return self.consider(order, transition);
            }
        }
        self.become_active(tau, transition);
    }

    /// Records that a guard is left at τ.
    pub fn become_active(&mut self, tau: f64, transition: Transition) {
        self.active.push((tau, transition));
        if !self.finds_each() {
            self.search_end = self.search_end.min(tau + self.together);
        }
    }

    /// Records that a guard is left at the start, whatever its value.
    pub fn become_active_now(&mut self, transition: Transition) {
        if self.is_listing() {
            self.values.push((-1.0, transition));
        } else {
            self.become_active(0.0, transition);
        }
    }

    /// Rounds coefficient k to 0 if all lower ones are 0 and its magnitude is at most `bound`, which is called only then: the first
    /// that is not 0 gives the sign just after the start. Derivatives > 0 stay, since what is undecided changes no mode.
    pub fn round(&mut self, k: usize, bound: impl FnOnce() -> f64) {
        let [lower @ .., last] = &mut self.polynomial[..=k] else { return };
        let decides = *last < 0.0 || *last > 0.0 && lower.is_empty();
        if decides && lower.iter().all(|term| *term == 0.0) {
            *last = Bounded { value: *last, bound: bound() }.decided();
        }
    }

    /// Rounds each coefficient from order 1 on to 0 within its bound, whatever the lower ones are.
    pub fn round_each(&mut self, order: usize, bound: impl Fn(usize) -> f64) {
        for (k, value) in self.polynomial.iter_mut().enumerate().take(order + 1).skip(1) {
            *value = Bounded { value: *value, bound: bound(k) }.decided();
        }
    }

    /// Rounds to 0 the derivatives < 0 from the order `first` on, up to one that is > 0 or beyond its bound, whatever the value is. The
    /// bound of the rate is `rate`, and each order has that of the one before times the decay rate over the order.
    pub fn round_falling(&mut self, first: usize, order: usize, (rate, decay_rate): (f64, f64)) {
        let mut bound = rate;
        for (k, coefficient) in self.polynomial.iter_mut().enumerate().take(order + 1).skip(1) {
            if k >= first {
                if *coefficient > 0.0 || -*coefficient > bound {
                    return;
                }
                *coefficient = 0.0;
            }
            bound *= decay_rate / (k + 1) as f64;
        }
    }

    /// Rounds the rate to 0 if it is less than it changes within the round-off of the time.
    pub fn round_turned_rate(&mut self, order: usize) {
        if order > 1 {
            let bound = 2.0 * self.polynomial[2].abs() * self.time_round_off;
            self.round(1, || bound);
        }
    }

    /// Rounds the guard of a number that decides, of this order: it is at its level within round-off of terms of this size, or of
    /// the time, or if it reaches the level within `together`.
    pub fn round_at_level(&mut self, order: usize, size: f64) {
        let passed = self.polynomial[1].abs() * self.time_round_off;
        self.round_within(order, AT_LEVEL * size + passed);
    }

    /// True if a guard that is 0 at the start stays within a bound along the whole step.
    pub fn stays_at_zero(&self, order: usize, bound: f64) -> bool {
        let [value, terms @ ..] = &self.polynomial[..=order] else { return false };
        let farthest = terms.iter().rev().fold(0.0, |sum, term| (sum + term.abs()) * self.length);
        *value == 0.0 && !self.is_listing() && farthest <= bound
    }

    /// Rounds a guard to 0 within a bound, or if it reaches 0 within `together`, and then its rate.
    pub fn round_within(&mut self, order: usize, bound: f64) {
        let early = self.early();
        self.round(0, || bound.max(early));
        self.round_turned_rate(order);
    }

    /// Rounds the guard of a number that the force on the next branch drives back. The level counts as passed by more than round-off
    /// of terms of this size, and a rate counts if it keeps its sign longer than `together`.
    pub fn round_turning(&mut self, size: f64) {
        self.polynomial[0] += AT_LEVEL * size;
        let (early, passing) = (self.early(), 2.0 * self.polynomial[2] * self.together);
        self.round(0, || early);
        self.round(1, || passing);
    }

    /// Returns the distance that a value < 0 makes up within `together`: its event was taken together with an earlier one.
    fn early(&self) -> f64 {
        let early = self.polynomial[1].max(0.0) * self.together;
        if self.polynomial[0] < 0.0 { early } else { 0.0 }
    }
}

/// Returns the first and second derivative of a polynomial.
fn rates(polynomial: &[f64], tau: f64) -> [f64; 2] {
    let [_, rate, half] = polynomial.iter().rev().fold([0.0; 3], |[value, rate, half], term| {
        [value * tau + term, rate * tau + value, half * tau + rate]
    });
    [rate, 2.0 * half]
}
