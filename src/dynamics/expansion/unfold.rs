//! The polynomials of a step, order by order, until they have converged.

use super::balanced::Balanced;
use super::{Expansion, MAX_ORDER, Start};
use crate::dynamics::elements::formula::follow_decisions;
use crate::dynamics::methods::taylor::convergence::{Demand, MIN_ORDER};
use crate::dynamics::series::greater;
use crate::dynamics::system::{BodyData, System};
use crate::dynamics::tolerances::OF_SUM;

/// Greatest coefficient of a series that is of use: beyond it the next ones, and what follows from them, may be no
/// numbers. Close to a singular point of a law those of high order are.
const GREATEST_TERM: f64 = 1e250;

impl Expansion {
    /// Evaluates the first orders anew, with powers as they are.
    pub(in crate::dynamics) fn restart(&mut self, system: &System, start: &Start) {
        self.start(system, start);
        self.first_orders(system, start, 0);
    }

    /// Evaluates the orders that steps are chosen by, from one on.
    pub(super) fn first_orders(&mut self, system: &System, start: &Start, from: usize) {
        self.evaluate_orders(system, start, from..self.first_order() + 1);
    }

    /// Returns the order up to which a step is chosen by the motion at its start: bases of powers by how they bend.
    pub(super) fn first_order(&self) -> usize {
        if self.forces.have_branch_points() || self.internals.have_branch_points() { 2 } else { 1 }
    }

    /// Finds all coefficients for a step, as [`Expansion::expand`] does, with powers that are interpolated or not; orders below `known` are there.
    pub(in crate::dynamics) fn unfold(
        &mut self,
        system: &System,
        start: &Start,
        (longest, tolerance): (f64, f64),
        known: usize,
    ) -> Option<f64> {
        self.convergence.begin(longest, tolerance);
        let least = self.forces.least_order().max(MIN_ORDER);
        for k in 0..=MAX_ORDER {
            if k >= known {
                self.evaluate_balanced(system, start, k);
            }
            if k == 0 {
                self.permit_unmoving(system);
            }
            self.order = k;
            self.watch(system, k);
            let reached =
                k >= least && self.convergence.is_reached() && !self.has_yet_to_begin(system, k);
            // Bases of balance are known up to the last order.
            if self.balanced.is_empty() && (reached || self.has_ended(system, k)) {
                self.finish(system, start);
                self.record_errors(system, longest, tolerance);
                return Some(longest);
            }
        }
        let error_controlled =
            if self.watches_forces(system) { &self.force } else { &self.error_controlled };
        self.order = (MIN_ORDER..=MAX_ORDER)
            .rev()
            .find(|k| error_controlled.row(*k).iter().all(|c| c.abs() <= GREATEST_TERM))
            .unwrap_or(MAX_ORDER);
        let size = self.convergence.longest(error_controlled.rows(self.order), tolerance);
        if start.time + size == start.time {
            return None;
        }
        self.finish(system, start);
        self.record_errors(system, size, tolerance);
        Some(size)
    }

    /// Evaluates the forces and accelerations of order k with the coefficient k of each steep power in balance by which its base gets
    /// the next one that it is to have.
    pub(super) fn evaluate_balanced(&mut self, system: &System, start: &Start, k: usize) {
        self.evaluate_order(system, start, k);
        let next = k + 1;
        for one in 0..self.balanced.len() {
            self.forces(system, start, next);
            let Balanced { number, damping, base, .. } = &self.balanced[one];
            let off = self.forces.base(*number, next) - base[next];
            self.forces.correct(*number, (k, next as f64 * off / damping));
            self.evaluate_order(system, start, k);
        }
    }

    /// Permits terms of normal loads by formula, and of numbers that decide, that are round-off of their values; those of
    /// polynomials through places have been compared with the powers that they stand for.
    fn permit_unmoving(&mut self, system: &System) {
        let Self { forces, unmoving, convergence, .. } = self;
        for (place, (action, decision)) in unmoving.iter().enumerate() {
            let through_places = forces.interpolates() && forces.branches_of(*action);
            let sum = match decision {
                None => forces.magnitude_sum(*action),
                Some(decision) => forces.decision_magnitude_sum(*action, *decision),
            };
            let rounded = OF_SUM * sum;
            let permitted = if through_places { f64::INFINITY } else { rounded };
            convergence.permit(system.components + place, permitted);
        }
    }

    /// True if the series are polynomials, and end with order k: where nothing is given but at order 0 and 1 and all else
    /// is linear, forces of the next order come from the velocities, and with springs from the ways, of that order alone.
    fn has_ended(&self, system: &System, k: usize) -> bool {
        let rests = |order: usize| self.velocity.row(order).iter().all(|velocity| *velocity == 0.0);
        let stays = || system.springs.is_empty() || rests(k);
        system.linear && !system.accelerated && k >= 1 && rests(k + 1) && stays()
    }

    /// True if there is no force on a mechanism yet, though it moves: what a law makes of a motion that begins may be of any
    /// order, as the force of a cubic spring is of order 6 where its foot begins to accelerate.
    fn has_yet_to_begin(&self, system: &System, k: usize) -> bool {
        if system.linear || self.convergence.all_begun() {
            return false;
        }
        let moves = |(body, component): (usize, &usize)| {
            !self.convergence.has_begun(*component)
                && (0..=k + 1).any(|order| self.velocity.at(order, body) != 0.0)
                && system.nonlinear_friction(*component)
        };
        system.component.iter().enumerate().any(moves)
    }

    /// Records the greatest forces, and what those that need not converge leave of velocities, over a step of this
    /// size.
    fn record_errors(&mut self, system: &System, size: f64, tolerance: f64) {
        self.greatest.fill(0.0);
        for (force, component) in self.force.row(0).iter().zip(&system.component) {
            self.greatest[*component] = greater(force.abs(), self.greatest[*component]);
        }
        let Demand { negligible, .. } = Demand::of_series(tolerance);
        self.error_time = size;
        let Self { velocity_error, greatest, clusters, .. } = self;
        velocity_error.fill(0.0);
        system.each_rate_by_force(clusters, |body, rate| {
            velocity_error[body] = negligible * greatest[system.component[body]] * size * rate;
        });
    }

    /// True if nothing but forces on bodies decides convergence.
    fn watches_forces(&self, system: &System) -> bool {
        !system.massless && self.internals.contacts().is_empty() && self.unmoving.is_empty()
    }

    /// Passes the coefficients of order k that decide convergence to its test.
    fn watch(&mut self, system: &System, k: usize) {
        if self.watches_forces(system) {
            return self.convergence.take(self.force.row(k));
        }
        let bodies = system.bodies.len();
        self.internals.watch(system, k, &mut self.error_controlled.row_mut(k)[bodies..]);
        self.watch_forces(system, k);
        let Self { error_controlled, formula_force, forces, unmoving, .. } = self;
        let entries = error_controlled.row_mut(k).iter_mut().rev();
        for (slot, &(action, decision)) in entries.zip(unmoving.iter().rev()) {
            // A linear function is as right as what it depends on.
            *slot = match decision {
                _ if forces.is_linear(action, decision) => 0.0,
                None => formula_force.at(k, action),
                Some(decision) => forces.decision(action, decision, k),
            };
        }
        self.convergence.take(self.error_controlled.row(k));
    }

    fn watch_forces(&mut self, system: &System, k: usize) {
        if !system.massless {
            self.error_controlled.row_mut(k)[..system.bodies.len()]
                .copy_from_slice(self.force.row(k));
            return;
        }
        for (body, entry) in system.bodies.iter().enumerate() {
            let is_algebraic = |unknown| self.algebraic.contains(unknown);
            if !matches!(entry, BodyData::Free { unknown } if is_algebraic(*unknown)) {
                self.error_controlled.set(k, body, self.force.at(k, body));
            }
        }
    }

    /// Evaluates slip velocities and deflections of the order that velocities and positions reach.
    fn finish(&mut self, system: &System, start: &Start) {
        if system.massless {
            self.balance(system, start, self.order + 1);
        }
        self.slips(system, start, self.order + 1);
        follow_decisions(self, system, start, self.order + 1);
        let Self { plan, position, deflection, order, .. } = self;
        let (motion, deflection) = (position.row(*order + 1), deflection.row_mut(*order + 1));
        for one in plan.springs() {
            deflection[one.index] = one.link.apply(motion);
        }
    }
}
