//! The polynomials of a step, order by order, until they have converged.

use super::{Flow, MAX_ORDER, Start};
use crate::motion::methods::taylor::branch::Request;
use crate::motion::methods::taylor::convergence::{Demand, MIN_ORDER};
use crate::motion::numbers::{BodyNumbers, Numbers};
use crate::motion::series::greater;

/// What comes to 0 within the round-off of the time, or so many times less soon as its rate says, is 0.
const SOON: f64 = 0.125;

/// Beyond a coefficient of this size a series is of no use: the next ones, and what follows from them, may be no numbers.
/// Close to a singular point of a law those of high order are.
const GREATEST_TERM: f64 = 1e250;

impl Flow {
    /// All coefficients for a step of at most `longest`; returns the step for which they converge.
    /// None: no step that advances the time is short enough.
    pub fn expand(
        &mut self,
        numbers: &Numbers,
        start: &Start,
        longest: f64,
        tolerance: f64,
    ) -> Option<f64> {
        let begun = std::mem::take(&mut self.begun);
        if !begun {
            self.start(numbers, start);
        }
        if self.unresisted(numbers).is_some() {
            return None;
        }
        let mut known = usize::from(begun);
        if numbers.forces.is_empty() {
            return self.unfold(numbers, start, (longest, tolerance), known);
        }
        for k in known..=1 {
            self.forces(numbers, start, k);
            self.accelerations(numbers, k);
        }
        known = 2;
        let request = Request { numbers, start, longest, tolerance };
        if self.forces.end(|time| !request.advances(SOON * time)) {
            for k in 0..=1 {
                self.forces(numbers, start, k);
                self.accelerations(numbers, k);
            }
        }
        for rises in [false, true] {
            if let Some(size) = self.expand_about_branch(&request, rises) {
                return Some(size);
            }
            if self.forces.interpolates() {
                self.start(numbers, start);
                known = 0;
            }
            let size = self.unfold(numbers, start, (longest, tolerance), known);
            if rises || !self.forces.rises(self.order) {
                return size;
            }
        }
        None
    }

    /// As [`Flow::expand`], with powers that are interpolated or not; orders below `known` are there.
    pub(in crate::motion) fn unfold(
        &mut self,
        numbers: &Numbers,
        start: &Start,
        (longest, tolerance): (f64, f64),
        known: usize,
    ) -> Option<f64> {
        self.convergence.begin(longest, tolerance);
        for k in 0..=MAX_ORDER {
            if k >= known {
                self.forces(numbers, start, k);
                self.accelerations(numbers, k);
            }
            self.order = k;
            self.watch(numbers, k);
            let reached = k >= MIN_ORDER
                && self.convergence.is_reached()
                && !self.has_yet_to_begin(numbers, k);
            if reached || self.has_ended(numbers, k) {
                self.finish(numbers, start);
                self.note_errors(numbers, longest, tolerance);
                return Some(longest);
            }
        }
        let watched = if self.watches_forces(numbers) { &self.force } else { &self.watched };
        self.order = (MIN_ORDER..=MAX_ORDER)
            .rev()
            .find(|k| watched.row(*k).iter().all(|c| c.abs() <= GREATEST_TERM))
            .unwrap_or(MAX_ORDER);
        let size = self.convergence.longest(watched.rows(self.order), tolerance);
        if start.time + size == start.time {
            return None;
        }
        self.finish(numbers, start);
        self.note_errors(numbers, size, tolerance);
        Some(size)
    }

    /// True if the series are polynomials, and end with order k: where nothing is given but at order 0 and 1 and all else
    /// is linear, forces of the next order come from the velocities, and with springs from the ways, of that order alone.
    fn has_ended(&self, numbers: &Numbers, k: usize) -> bool {
        let rests = |order: usize| self.velocity.row(order).iter().all(|velocity| *velocity == 0.0);
        let stays = || numbers.springs.is_empty() || rests(k);
        numbers.linear && !numbers.driven && k >= 1 && rests(k + 1) && stays()
    }

    /// True if there is no force on a mechanism yet, though it moves: what a law makes of a motion that begins may be of any
    /// order, as the force of a cubic spring is of order 6 where its foot begins to accelerate.
    fn has_yet_to_begin(&self, numbers: &Numbers, k: usize) -> bool {
        if numbers.linear || self.convergence.all_begun() {
            return false;
        }
        let moves = |(body, island): (usize, &usize)| {
            !self.convergence.has_begun(*island)
                && (0..=k + 1).any(|order| self.velocity.at(order, body) != 0.0)
                && numbers.bends(*island)
        };
        numbers.island.iter().enumerate().any(moves)
    }

    /// The greatest forces, and what those that need not converge leave of velocities, over a step of this size.
    fn note_errors(&mut self, numbers: &Numbers, size: f64, tolerance: f64) {
        self.greatest.fill(0.0);
        for (force, island) in self.force.row(0).iter().zip(&numbers.island) {
            self.greatest[*island] = greater(force.abs(), self.greatest[*island]);
        }
        let Demand { negligible, .. } = Demand::of_series(tolerance);
        self.error_time = size;
        for (body, error) in self.velocity_error.iter_mut().enumerate() {
            let force = negligible * self.greatest[numbers.island[body]];
            *error = numbers.least_mass(body).map_or(0.0, |mass| force * size / mass);
        }
    }

    /// True if nothing but forces decides convergence.
    fn watches_forces(&self, numbers: &Numbers) -> bool {
        !numbers.massless && self.internals.contacts().is_empty()
    }

    /// What decides convergence at order k.
    fn watch(&mut self, numbers: &Numbers, k: usize) {
        if self.watches_forces(numbers) {
            return self.convergence.take(self.force.row(k));
        }
        let bodies = numbers.bodies.len();
        self.internals.watch(numbers, k, &mut self.watched.row_mut(k)[bodies..]);
        self.watch_forces(numbers, k);
        self.convergence.take(self.watched.row(k));
    }

    fn watch_forces(&mut self, numbers: &Numbers, k: usize) {
        if !numbers.massless {
            self.watched.row_mut(k)[..numbers.bodies.len()].copy_from_slice(self.force.row(k));
            return;
        }
        for (body, entry) in numbers.bodies.iter().enumerate() {
            let is_kinetic = |unknown| self.kinetic.contains(unknown);
            if !matches!(entry, BodyNumbers::Free { unknown } if is_kinetic(*unknown)) {
                self.watched.set(k, body, self.force.at(k, body));
            }
        }
    }

    /// Slip velocities and deflections of the order that velocities and positions reach.
    fn finish(&mut self, numbers: &Numbers, start: &Start) {
        if numbers.massless {
            self.balance(numbers, start, self.order + 1);
        }
        self.slips(numbers, start, self.order + 1);
        self.follow_decisions(numbers, start, self.order + 1);
        let Self { plan, position, deflection, order, .. } = self;
        let (motion, deflection) = (position.row(*order + 1), deflection.row_mut(*order + 1));
        for one in plan.springs() {
            deflection[one.index] = one.link.apply(motion);
        }
    }
}
