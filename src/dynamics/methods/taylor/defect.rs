//! Test of whether a step satisfies the equations of motion: the defect of its polynomials.
//!
//! Bodies, springs and dampers satisfy their equations order by order, so that what is left out shows in the last terms
//! ([`crate::dynamics::methods::taylor::convergence`]). Friction and internal states of laws, and nonlinear springs, are no
//! polynomials: a law far from where it changes has an expansion without a trace of what comes. They are evaluated as
//! they are along the step, at its end and at places between, and compared with the polynomials that stand for them.
//! Places are so dense that they determine a law between them, by the range of its slip velocity, which Bernstein coefficients
//! bound.
//!
//! A step whose defect is too great is cut to where it is not; its coefficients stay.

mod reach;

use crate::dynamics::State;
use crate::dynamics::elements::contact::states::Laws;
use crate::dynamics::elements::formula::{Look, Samples};
use crate::dynamics::events::roots::Intervals;
use crate::dynamics::expansion::{Expansion, MAX_ORDER};
use crate::dynamics::methods::taylor::convergence::Demand;
use crate::dynamics::series::Series;
use crate::dynamics::system::System;
use crate::gauss::Row;

/// Places at which an interval is evaluated: its end, last, and between what collocation makes exact.
pub(in crate::dynamics) const PLACES: [f64; 3] = [0.3, 0.6, 1.0];

/// A step that is too long is at least halved, and cut by so much more than the defect's order says.
const CUT: (f64, f64) = (0.5, 0.95);

/// Places that one evaluation along a step may take before the step is cut to where it is right up to there. Dozens
/// suffice; slip velocities whose round-off is greater than the law's own scale would be evaluated point by point.
pub(in crate::dynamics) const MOST_EVALUATIONS: usize = 4096;

/// Cuts by the defect's order; a step that is still too long is halved from then on.
pub(in crate::dynamics) const MOST_CUTS: usize = 32;

/// Step whose defect is evaluated.
#[derive(Clone, Copy)]
pub(in crate::dynamics) struct Step<'s> {
    pub system: &'s System,
    pub expansion: &'s Expansion,
    pub state: &'s State,
    pub demand: Demand,
}

/// Valid length of a step. Where a contact leaves its mode or the branch of its law on the way, nothing is known beyond.
#[derive(Clone, Copy, Debug)]
pub(in crate::dynamics) struct ValidLength {
    pub size: f64,
    pub leaves: bool,
}

impl ValidLength {
    /// Takes how far another element is right.
    fn take(&mut self, found: ValidLength) {
        self.size = found.size;
        self.leaves |= found.leaves;
    }
}

/// Workspace, and how often laws were evaluated.
#[derive(Clone, Debug, Default)]
pub(in crate::dynamics) struct Defect {
    pub intervals: Intervals,
    /// Arguments of a law or formula, `[order][component]`.
    pub arguments: Vec<f64>,
    pub laws: Laws,
    pub look: Look,
    pub samples: Samples,
    pub evaluations: u64,
}

impl Defect {
    pub fn reserve(&mut self, system: &System) {
        let forces = &system.forces;
        self.laws.reserve(&system.contacts);
        let of_formulas = forces.actions.iter().map(|one| forces.action(one).variables.len());
        let of_laws = system.contacts.iter().map(|entry| entry.arguments_to_check());
        let most = of_formulas.chain(of_laws).max().unwrap_or(0);
        self.arguments.reserve_exact(most * (MAX_ORDER + 2));
        self.intervals.reserve(MAX_ORDER + 2, most);
        self.look.reserve(forces);
        self.samples.reserve(forces);
    }

    /// Returns the number of intervals that were split to evaluate laws more closely.
    pub fn splits(&self) -> u64 {
        self.intervals.splits
    }
}

/// Returns a step that is right where one of size τ has this multiple of the permitted defect.
pub(in crate::dynamics) fn shorter(tau: f64, violation: f64, order: usize) -> f64 {
    let (least, most) = CUT;
    let share = libm::pow(violation, -1.0 / (order + 1) as f64);
    tau * if share.is_nan() { least } else { (most * share).max(least) }
}

/// Returns the defect over the permitted one, None if it is permitted; what is no number exceeds it most.
pub(in crate::dynamics) fn violation(defect: f64, allowed: f64) -> Option<f64> {
    if defect <= allowed {
        None
    } else if allowed > 0.0 {
        Some(defect / allowed)
    } else {
        Some(f64::INFINITY)
    }
}

/// Returns `Σ|c_k τ^k|` of one component.
pub(in crate::dynamics) fn terms(series: &Series, component: usize, order: usize, tau: f64) -> f64 {
    (0..=order).rev().fold(0.0, |sum, k| sum * tau + series.at(k, component).abs())
}

impl Step<'_> {
    /// Returns a force that does not matter beside others on the connected component of a row, N.
    pub fn negligible(&self, row: &Row) -> f64 {
        self.demand.negligible * self.expansion.greatest[self.system.component_of(row)]
    }

    /// Returns the greatest force at the start on the bodies with unknown motion among some.
    pub fn force_on(&self, bodies: impl Iterator<Item = usize>) -> f64 {
        let free = bodies.filter(|body| self.system.unknown_mass(*body).is_some());
        free.fold(0.0, |most: f64, body| most.max(self.expansion.force.at(0, body).abs()))
    }
}
