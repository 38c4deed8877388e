//! Step 1 of large networks: free contacts and forces from a problem without kinks.
//!
//! Contacts that hold give way a little, λ = w u within the range, w being [`STIFFNESS`] times what resists
//! a contact otherwise:
//!
//! ```text
//!   min ½ aᵀK'a − f'ᵀa + Σ ψ_c(u_c),   ψ_c' = clip(w_c u_c, lower_c, upper_c)
//! ```
//! (the Moreau–Yosida regularisation of the principle). It is strictly convex and piecewise quadratic:
//! Newton's method exchanges all contacts that reach a bound or leave it at once (the primal–dual active
//! set; M. Hintermüller, K. Ito, K. Kunisch, SIAM J. Optim. 13, 2002), and with a search along each step
//! it ends after finitely many (D. Sun, "On piecewise quadratic Newton and trust region problems", Math.
//! Programming 76, 1997). Redundant contacts share their load, and one pattern serves all sets of
//! contacts. Where contacts hold or not is then known but for those that the softness deceives.

use super::super::Slip;
use super::tie::Tie;
use super::{ActiveSet, Soft};
use crate::Confine;

/// Stiffness of contacts that hold, relative to masses and viscous forces: each of a first pass, and the
/// one that counts. Round-off of the forces is 1/ε times less than this.
const STIFFNESS: [f64; 3] = [1e1, 1e4, 1e7];

/// Steps of Newton's method for one stiffness; some five suffice.
const MOST_STEPS: usize = 40;

/// A step is as good as the best on its line if the slope has fallen to this share.
const FLAT: f64 = 0.5;

/// Bisections of a line.
const MOST_TRIALS: usize = 30;

impl ActiveSet {
    /// Finds free contacts and λ of the soft problem; with `known` from the present ones. They stay as they are if
    /// nothing resists some body in a mode on the way.
    pub(super) fn soften(&mut self, known: bool) {
        let mut soft = std::mem::take(&mut self.soft);
        soft.order.update(self.bodies, &self.rows);
        let stages = if known { &STIFFNESS[2..] } else { &STIFFNESS[..] };
        soft.take_modes(&self.ties, &self.free);
        let solved = stages.iter().all(|stiffness| {
            soft.weigh(&self.ties, *stiffness);
            self.newton(&mut soft)
        });
        if solved {
            let found = soft.modes.iter().zip(&soft.lambda);
            for ((tie, free), (mode, lambda)) in self.ties.iter_mut().zip(&mut self.free).zip(found)
            {
                *free = *mode == Slip::Stuck && tie.can_stick() && tie.compliance > 0.0;
                tie.lambda = *lambda;
            }
        }
        self.soft = soft;
    }

    /// Runs Newton's method from the modes in `soft`; false if a matrix is singular.
    fn newton(&mut self, soft: &mut Soft) -> bool {
        self.acceleration.fill(0.0);
        // The first step ends where the modes would have it, wherever that is.
        soft.lambda.clear();
        let modes = self.ties.iter().zip(&soft.modes).zip(&soft.weight);
        soft.lambda.extend(modes.map(|((tie, mode), weight)| match mode {
            Slip::Stuck => weight * tie.slip(&self.acceleration),
            Slip::Forward => tie.upper,
            Slip::Backward => tie.lower,
        }));
        for step in 0..MOST_STEPS {
            if step > 0 && soft.update_modes(&self.ties, &self.acceleration) {
                return true;
            }
            let (mass, force, a) = (&self.mass, &self.force, &self.acceleration);
            self.coupling.imbalance_of(mass, force, a, &mut self.residual);
            for (tie, lambda) in self.ties.iter().zip(&soft.lambda) {
                tie.pull(*lambda, &mut self.residual);
            }
            if !self.factor_soft(soft) {
                return false;
            }
            soft.solve(&self.residual[..self.bodies]);
            let length = if step == 0 { 1.0 } else { self.search(soft) };
            for (a, step) in self.acceleration.iter_mut().zip(&soft.step) {
                *a += length * step;
            }
            if !self.acceleration.iter().all(|a| a.is_finite()) {
                return false;
            }
        }
        soft.update_modes(&self.ties, &self.acceleration);
        true
    }

    /// Factorises K' + Σ w BᵀB over the contacts that hold; false if it is singular.
    fn factor_soft(&self, soft: &mut Soft) -> bool {
        let place = soft.order.places();
        soft.matrix.clear(self.bodies);
        for (mass, place) in self.mass.iter().zip(place) {
            soft.matrix.add(*place, *place, *mass);
        }
        self.coupling.add_to(&mut soft.matrix, place);
        for ((tie, mode), weight) in self.ties.iter().zip(&soft.modes).zip(&soft.weight) {
            if *mode == Slip::Stuck {
                tie.add_to(*weight, &mut soft.matrix, place);
            }
        }
        soft.matrix.factorise().is_ok()
    }

    /// Finds how far to go along a step, as a fraction of it: to the lowest point on the way, or all the way.
    fn search(&mut self, soft: &mut Soft) -> f64 {
        let bodies = self.bodies;
        let (a, step) = (&self.acceleration, &soft.step);
        soft.line.clear();
        soft.line.extend(self.ties.iter().map(|tie| (tie.slip(a), tie.rate(step))));
        soft.drag.resize(bodies, 0.0);
        let (mass, push) = (&self.mass, &self.force);
        self.coupling.imbalance_of(mass, push, &step[..bodies], &mut soft.drag);
        // −K' d and the slope at the start, −gᵀd.
        let mut curvature = 0.0;
        let mut start = 0.0;
        for body in 0..bodies {
            curvature -= step[body] * (soft.drag[body] - push[body]);
            start -= step[body] * self.residual[body];
        }
        let slope = |t: f64| {
            let mut sum = start + t * curvature;
            let forces = soft.weight.iter().zip(&soft.lambda);
            for ((tie, (weight, lambda)), (u, v)) in self.ties.iter().zip(forces).zip(&soft.line) {
                if *v != 0.0 {
                    sum += v * (tie.clip(weight * (u + t * v)) - lambda);
                }
            }
            sum
        };
        // A step that round-off turns uphill is no longer than it.
        if start >= 0.0 || slope(1.0) <= FLAT * start.abs() {
            return 1.0;
        }
        let (mut low, mut high) = ((0.0, start), (1.0, slope(1.0)));
        for _ in 0..MOST_TRIALS {
            let secant = low.0 - low.1 * (high.0 - low.0) / (high.1 - low.1);
            let t = secant.confined(0.9 * low.0 + 0.1 * high.0, 0.1 * low.0 + 0.9 * high.0);
            let at = slope(t);
            if at.abs() <= FLAT * start.abs() {
                return t;
            }
            if at < 0.0 { low = (t, at) } else { high = (t, at) }
        }
        high.0
    }
}

impl Soft {
    fn take_modes(&mut self, ties: &[Tie], free: &[bool]) {
        self.modes.clear();
        self.modes.extend(ties.iter().zip(free).map(|(tie, free)| {
            if *free {
                Slip::Stuck
            } else if tie.lambda == tie.upper {
                Slip::Forward
            } else if tie.lambda == tie.lower {
                Slip::Backward
            } else {
                Slip::Stuck
            }
        }));
    }

    fn weigh(&mut self, ties: &[Tie], stiffness: f64) {
        self.weight.clear();
        self.weight.extend(
            ties.iter().map(
                |tie| {
                    if tie.compliance > 0.0 { stiffness / tie.compliance } else { 0.0 }
                },
            ),
        );
    }

    /// Updates modes and λ under a motion; true if the modes are as before.
    fn update_modes(&mut self, ties: &[Tie], a: &[f64]) -> bool {
        let mut same = true;
        let now = self.modes.iter_mut().zip(&mut self.lambda);
        for ((tie, (mode, force)), weight) in ties.iter().zip(now).zip(&self.weight) {
            let lambda = weight * tie.slip(a);
            *force = tie.clip(lambda);
            let found = if tie.lower < lambda && lambda < tie.upper {
                Slip::Stuck
            } else if lambda >= tie.upper {
                Slip::Forward
            } else {
                Slip::Backward
            };
            same &= found == *mode || !tie.can_stick();
            *mode = found;
        }
        same
    }

    /// Finds the step under what is out of balance.
    fn solve(&mut self, force: &[f64]) {
        self.solved.clear();
        self.solved.extend(self.order.sequence().iter().map(|body| force[*body]));
        self.matrix.solve(&mut self.solved);
        self.step.clear();
        self.step.extend(self.order.places().iter().map(|place| self.solved[*place]));
        // The ground stands still.
        self.step.push(0.0);
    }
}
