//! The polynomials of a step: of powers that follow balance, about branch points, or plain series.

use super::balanced::WITHIN;
use super::{Expansion, MAX_ORDER, Start};
use crate::dynamics::methods::taylor::branch::{expand_about_branch, expand_beside_negligible};
use crate::dynamics::methods::taylor::convergence::accuracy;
use crate::dynamics::methods::taylor::request::Request;
use crate::dynamics::system::System;

/// Part of the time in which a value comes to 0, by its rate, that must advance the clock; else the value counts as 0.
const SOON: f64 = 0.125;

/// Greatest part of itself by which a base falls to balance within a step: it comes no nearer to 0 than its round-off.
const FALLS: f64 = 0.9;

/// Expansions after which a base of balance no longer changes, at most.
pub(super) const MOST_PASSES: usize = 5;

impl Expansion {
    /// Finds all coefficients for a step of at most `longest`; returns the step for which they converge. None: no step
    /// that advances the time is short enough.
    pub fn expand(
        &mut self,
        system: &System,
        start: &Start,
        longest: f64,
        tolerance: f64,
    ) -> Option<f64> {
        self.find_accelerations(system, start);
        // Powers in balance, and those that end, have other values of order 0 from here on.
        self.order_zero.forget();
        if self.undamped(system).is_some() {
            return None;
        }
        if system.forces.is_empty() && !self.internals.have_branch_points() {
            return self.unfold(system, start, (longest, tolerance), 1);
        }
        self.first_orders(system, start, 1);
        let request = Request { system, start, longest, tolerance };
        if self.forces.steep().next().is_some() {
            let size = self.expand_balanced(&request);
            if size.is_some() {
                return size;
            }
            self.restart(system, start);
        }
        self.end_powers(&request);
        for rises in [false, true] {
            if let Some(size) = expand_about_branch(self, &request, rises) {
                return Some(size);
            }
            if self.forces.interpolates() {
                self.restart(system, start);
                self.end_powers(&request);
            }
            let known = self.first_order() + 1;
            let size = self.unfold(system, start, (longest, tolerance), known);
            if rises || !self.forces.rises(self.order) {
                return size.and_then(|size| expand_beside_negligible(self, &request, size));
            }
        }
        None
    }

    /// Finds all coefficients for a step over which steep powers in balance have their values; returns its size, s, if there are any.
    /// The first orders are there, and are no longer what they were.
    fn expand_balanced(&mut self, request: &Request) -> Option<f64> {
        self.balanced.clear();
        let size = self.hold_balanced(request).filter(|size| request.advances(*size));
        let size = size.and_then(|size| self.follow_balance(request, size));
        self.balanced.clear();
        size
    }

    /// Expands a step of at most `size`, s, with bases that stay, and then with those of balance.
    fn follow_balance(&mut self, request: &Request, size: f64) -> Option<f64> {
        let Request { system, start, tolerance, .. } = *request;
        if self.balanced.is_empty() {
            return self.unfold(system, start, (size, tolerance), 0);
        }
        // What stays in balance leaves no force whose terms show how far they converge.
        for k in 0..=MAX_ORDER {
            self.evaluate_balanced(system, start, k);
        }
        self.order = MAX_ORDER;
        let mut reached = size;
        let accuracy = accuracy(tolerance);
        for _ in 0..MOST_PASSES {
            let (mut settled, mut followed) = (true, true);
            let Self { balanced, forces, order, .. } = self;
            for one in balanced {
                let before = one.base[0];
                one.base = forces.root(one.number, *order);
                let (at, now) = (one.base[0], forces.base(one.number, 0));
                let (off, error) = (at - now, one.error(accuracy, at));
                one.base[1] += off.max(-FALLS * now) / reached;
                settled &= one.is_short || (at - before).abs() <= error;
                followed &= one.is_short || off.abs() <= WITHIN * error;
            }
            if settled && !followed {
                return None;
            }
            reached = self.unfold(system, start, (reached, tolerance), 0)?;
            if settled {
                return Some(reached);
            }
        }
        None
    }

    /// Takes powers for 0 whose bases come to 0, or have come from there, in less than the clock can tell.
    fn end_powers(&mut self, request: &Request) {
        let is_none = |time: f64| !request.advances(SOON * time);
        let (of_forces, of_laws) = (self.forces.end(is_none), self.internals.end_powers(is_none));
        if of_forces || of_laws {
            self.first_orders(request.system, request.start, 0);
        }
    }
}
