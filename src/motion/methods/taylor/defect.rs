//! Whether a step satisfies the equations of motion: the defect of its polynomials.
//!
//! Bodies, springs and dampers satisfy their equations order by order, so that what is left out shows in the
//! last terms ([`crate::motion::methods::taylor::convergence`]). Friction and internal states of laws, and cubic springs, are no
//! polynomials: a law far from where it changes has an expansion without a trace of what comes. They are
//! evaluated as they are along the step, at its end and at places between, and compared with the
//! polynomials that stand for them. Places are so dense that a law is told between them
//! ([`crate::laws::Law::is_told`]), by the range of its slip velocity, which Bernstein coefficients bound.
//!
//! A step whose defect is too great is cut to where it is not; its coefficients stay.

use crate::gauss::Row;
use crate::motion::State;
use crate::motion::elements::contact::states::{Laws, MOST_ARGUMENTS};
use crate::motion::elements::formula::{Look, Told};
use crate::motion::events::roots::Intervals;
use crate::motion::flow::{Flow, MAX_ORDER};
use crate::motion::methods::taylor::convergence::Demand;
use crate::motion::numbers::Numbers;
use crate::motion::series::Series;

/// Where an interval is looked at: its end, last, and between what collocation makes exact.
pub(in crate::motion) const PLACES: [f64; 3] = [0.3, 0.6, 1.0];

/// Numbers below this one have lost some of their digits.
pub(in crate::motion) const FAINTEST: f64 = f64::MIN_POSITIVE / f64::EPSILON;

/// Round-off of a sum of the terms of a series, relative to their magnitudes.
pub(in crate::motion) const ROUND_OFF: f64 = 64.0 * f64::EPSILON;

/// A step that is too long is at least halved, and cut by so much more than the defect's order says.
const CUT: (f64, f64) = (0.5, 0.95);

/// Places that one look along a step may take before the step is cut to where it is right up to there. Dozens
/// suffice; slip velocities whose round-off is greater than the law's own scale would be looked at point by point.
pub(in crate::motion) const MOST_LOOKS: usize = 4096;

/// Cuts by the defect's order; a step that is still too long is halved from then on.
pub(in crate::motion) const MOST_CUTS: usize = 32;

/// What is judged.
#[derive(Clone, Copy)]
pub(in crate::motion) struct Step<'s> {
    pub numbers: &'s Numbers,
    pub flow: &'s Flow,
    pub state: &'s State,
    pub demand: Demand,
}

/// Up to where a step is right. Where a contact leaves its mode or the piece of its law on the way, nothing
/// is known beyond.
#[derive(Clone, Copy, Debug)]
pub(in crate::motion) struct Reached {
    pub size: f64,
    pub leaves: bool,
}

impl Reached {
    /// Takes how far another element is right.
    fn take(&mut self, found: Reached) {
        self.size = found.size;
        self.leaves |= found.leaves;
    }
}

/// Workspace, and how often laws were evaluated.
#[derive(Clone, Debug, Default)]
pub(in crate::motion) struct Defect {
    pub intervals: Intervals,
    /// What a law or formula depends on, `[order][component]`.
    pub arguments: Vec<f64>,
    pub laws: Laws,
    pub look: Look,
    pub told: Told,
    pub evaluations: u64,
}

impl Defect {
    pub fn reserve(&mut self, numbers: &Numbers) {
        let forces = &numbers.forces;
        self.laws.reserve(&numbers.contacts);
        let variables = forces.actions.iter().map(|one| forces.action(one).variables.len());
        let most = variables.max().unwrap_or(0).max(MOST_ARGUMENTS);
        self.arguments.reserve(most * (MAX_ORDER + 2));
        self.intervals.reserve(MAX_ORDER + 2, most);
        self.look.reserve(forces);
        self.told.reserve(forces);
    }

    /// How often intervals were split to look at laws more closely.
    pub fn splits(&self) -> u64 {
        self.intervals.splits
    }

    /// How much of a step of some size is right: up to where a mode is left, if one is, or with `whole` in
    /// any case all of it.
    pub fn reach(&mut self, step: &Step, size: f64, whole: bool) -> Reached {
        let mut reached = Reached { size, leaves: false };
        for cut in 0.. {
            let size = reached.size;
            reached = self.pass(step, size, whole);
            if reached.size >= size || reached.size.is_nan() || reached.size <= 0.0 {
                break;
            }
            if cut >= MOST_CUTS {
                reached.size *= CUT.0;
            }
        }
        reached
    }

    /// How much of a step of some size is right, of each contact up to where it leaves its mode or the piece of its law, as
    /// far as `until` knows; forces of springs are straight.
    pub fn reach_each(&mut self, step: &Step, size: f64, until: impl Fn(usize) -> f64) -> f64 {
        let mut right = size;
        for contact in 0..step.numbers.contacts.len() {
            for cut in 0.. {
                let end = until(contact).min(right);
                let found = self.along_contact(step, contact, end, true).size;
                if found >= end {
                    break;
                }
                right = if cut >= MOST_CUTS { CUT.0 * found } else { found };
                if right.is_nan() || right <= 0.0 {
                    return 0.0;
                }
            }
        }
        right
    }

    fn pass(&mut self, step: &Step, size: f64, whole: bool) -> Reached {
        let mut reached = Reached { size, leaves: false };
        for contact in 0..step.numbers.contacts.len() {
            reached.take(self.along_contact(step, contact, reached.size, whole));
        }
        for spring in 0..step.numbers.springs.len() {
            reached.take(step.along_spring(spring, reached.size));
        }
        for index in 0..step.numbers.forces.actions.len() {
            reached.take(self.along_formula(step, index, reached.size, whole));
        }
        reached
    }
}

/// A step that is right where one of size τ has so many times the defect that it may have.
pub(in crate::motion) fn shorter(tau: f64, excess: f64, order: usize) -> f64 {
    let (least, most) = CUT;
    let share = libm::pow(excess, -1.0 / (order + 1) as f64);
    tau * if share.is_nan() { least } else { (most * share).max(least) }
}

/// By how much a defect exceeds what is allowed, None if it does not; what is no number exceeds it most.
pub(in crate::motion) fn excess(defect: f64, allowed: f64) -> Option<f64> {
    if defect <= allowed {
        None
    } else if allowed > 0.0 {
        Some(defect / allowed)
    } else {
        Some(f64::INFINITY)
    }
}

/// `Σ|c_k τ^k|` of one component.
pub(in crate::motion) fn terms(series: &Series, component: usize, order: usize, tau: f64) -> f64 {
    (0..=order).rev().fold(0.0, |sum, k| sum * tau + series.at(k, component).abs())
}

impl Step<'_> {
    /// A force that does not matter beside others on the island of a row, N.
    pub fn negligible(&self, row: &Row) -> f64 {
        self.demand.negligible * self.flow.greatest[self.numbers.island_of(row)]
    }

    /// Greatest force at the start on the bodies with unknown motion among some.
    pub fn force_on(&self, bodies: impl Iterator<Item = usize>) -> f64 {
        let free = bodies.filter(|body| self.numbers.unknown_mass(*body).is_some());
        free.fold(0.0, |most: f64, body| most.max(self.flow.force.at(0, body).abs()))
    }
}
