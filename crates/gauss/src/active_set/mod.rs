//! Gauss's principle by a primal active set on its dual.
//!
//! The dual of the principle (see [`super`]) is a bounded least-squares problem in λ,
//!
//! ```text
//!   min ½ (f − Bᵀλ)ᵀ K⁻¹ (f − Bᵀλ) + βᵀλ,   lower ≤ λ ≤ upper,
//!   gradient −u,  u = B a − β,  a = K⁻¹(f − Bᵀλ),
//! ```
//! solved in the manner of Lawson & Hanson's NNLS and Stark & Parker's BVLS ("Bounded-variable
//! least-squares", Comput. Statist. 10, 1995). The *free* contacts have u = 0 and their λ follows; the
//! others keep their λ. Free rows are always linearly independent, so they form a forest with at most
//! one closing contact a tree ([`Clusters`]) and every linear system is solved along its branches:
//! a step costs O(bodies + contacts), and no matrix is formed.
//!
//! Viscous parts add `ΣC_cB_cᵀB_c` to K and `ΣC_cB_cᵀβ_c` to f; λ is then the dry part of the force. Where
//! they, or K itself, couple bodies, the linear systems are sparse ones ([`super::coupling`]).
//!
//! 1. *Start*: some independent contacts are free; those whose λ leaves its range are fixed at the
//!    bound, all at once, until none does.
//! 2. *Enter*: of the other contacts whose u asks for a λ that their range still allows, the steepest
//!    becomes free. If its row depends on the free rows, λ first moves along that dependency (a stays)
//!    until a bound is met; if none is, the constraints contradict each other.
//! 3. *Settle*: λ moves to the minimum over the free contacts; whenever a bound is in the way, that
//!    contact is fixed there. Back to 2.
//!
//! Finite: after 3, λ is the minimum for its free set and the fixed values, of which there are finitely
//! many (a fixed value is a bound or the start value), and the objective falls strictly from one 3 to
//! the next. Indeed u vanishes on the free contacts except the one that entered, whose λ therefore
//! moves inwards for every choice of the other free contacts; each step of length zero fixes another
//! contact, and with the entered one alone the step is positive. Degeneracy cannot cycle, whatever the
//! pivoting rule.

mod basis;
mod finish;
mod load;
mod minimum;
mod noise;
mod pivot;
mod soft;
mod start;
mod tie;

use super::cholesky::Cholesky;
use super::clusters::Clusters;
use super::coupling::Coupling;
use super::order::Order;
use super::tree::{Levels, Outcome};
use super::{Bounds, Confine, Contact, Inertia, KernelError, Row, Slip, Solution};
use crate::tolerances::MANY_TERMS;
pub(super) use basis::Basis;
use tie::Tie;

/// Contacts below which a few relaxation sweeps are a faster start than levels.
const LARGE: usize = 48;

/// Entries per contact after which the round-off is taken to be ten times larger. Some two suffice;
/// this ends a search that round-off would keep from ending.
const ENTRIES_BEFORE_ROUND_OFF: usize = 32;

/// Work space of the soft problem.
#[derive(Clone, Debug, Default)]
struct Soft {
    order: Order,
    matrix: Cholesky,
    /// Per contact: w, what it does, and its force; u and its change along a step.
    weight: Vec<f64>,
    modes: Vec<Slip>,
    lambda: Vec<f64>,
    line: Vec<(f64, f64)>,
    /// Per body: step, in its own order and in that of elimination.
    step: Vec<f64>,
    solved: Vec<f64>,
    drag: Vec<f64>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct ActiveSet {
    ties: Vec<Tie>,
    /// Rows of contacts, and behind them those of dampers and coupled masses; β and the free contacts once more, as
    /// [`Clusters`] takes them.
    rows: Vec<Row>,
    beta: Vec<f64>,
    free: Vec<bool>,
    /// Contacts that a round of the start frees.
    freed: Vec<bool>,
    /// λ of the free contacts at their minimum, or its change along a dependency.
    target: Vec<f64>,
    clusters: Clusters,
    /// True if the clusters are those of rows and masses of the present network.
    built: bool,
    bodies: usize,
    // Diagonal of K and forces, with what viscous contacts add; couplings between bodies.
    mass: Vec<f64>,
    force: Vec<f64>,
    coupling: Coupling,
    soft: Soft,
    /// Diagonal of the metric.
    stiffness: Vec<f64>,
    // Per body and, last, the ground: 1/m; a; f − Bᵀλ of the contacts that are not free, and the sizes of
    // these terms; what the free ones balance; sizes of the terms of a.
    mobility: Vec<f64>,
    acceleration: Vec<f64>,
    pushed: Vec<f64>,
    pushed_size: Vec<f64>,
    residual: Vec<f64>,
    size: Vec<f64>,
    slip: Vec<Slip>,
    /// Made for the first network that is large.
    levels: Option<Box<Levels>>,
    /// Solution by levels where some bounds are infinite: a start for the active set.
    begun: Solution,
}

impl ActiveSet {
    /// Solves the principle; with a guess of what the contacts do, which changes
    /// the way to the solution.
    ///
    /// # Errors
    /// [`KernelError`]; `out` is then as before.
    pub(super) fn solve(
        &mut self,
        inertia: Inertia,
        force: &[f64],
        contacts: &[Contact],
        guess: Option<&[Slip]>,
        out: &mut Solution,
    ) -> Result<(), KernelError> {
        let large = contacts.len() >= LARGE && inertia.coupled.is_empty();
        let levels = large.then(|| self.levels.get_or_insert_default());
        if let Some(levels) = levels
            && levels.load(inertia.diagonal, force, contacts)
        {
            let is_limited = levels.is_limited();
            // Without limits contacts may contradict each other.
            let found = if is_limited { &mut *out } else { &mut self.begun };
            if levels.solve(guess, found) == Outcome::Solved {
                return Ok(());
            }
            self.take_all(inertia, force, contacts)?;
            self.take_levels(is_limited, out);
            self.build_forest();
            self.minimise_within()?;
        } else {
            self.take_all(inertia, force, contacts)?;
            self.start(guess)?;
        }
        self.improve()?;
        self.finish(out)
    }

    /// Solves the principle for the network of the last [`ActiveSet::load`], which has couplings, as [`ActiveSet::solve`] does.
    ///
    /// # Errors
    /// [`KernelError`]; `out` is then as before.
    pub(super) fn solve_loaded(
        &mut self,
        force: &[f64],
        bounds: &[Bounds],
        guess: &[Slip],
        out: &mut Solution,
    ) -> Result<(), KernelError> {
        self.take(force, bounds.iter().copied());
        self.start(Some(guess))?;
        self.improve()?;
        self.finish(out)
    }

    /// Makes steps 2 and 3, as often as it takes.
    fn improve(&mut self) -> Result<(), KernelError> {
        let patience = ENTRIES_BEFORE_ROUND_OFF * (self.ties.len() + 1);
        let mut still = MANY_TERMS;
        for entries in 1.. {
            let Some(contact) = self.entering(still) else {
                break;
            };
            let before = self.ties[contact];
            let slip = before.slip(&self.acceleration);
            self.enter(contact)?;
            let moved = self.minimise_within()?;
            let tie = &mut self.ties[contact];
            if !moved && !self.free[contact] && tie.lambda == before.lambda {
                // What enters moves inwards: where it does not, sums over its cluster cannot tell its slip from 0.
                tie.doubt = slip.abs();
            }
            if entries % patience == 0 {
                still *= 10.0;
            }
        }
        Ok(())
    }

    /// Takes free contacts and λ from levels, which have written them to `out` if there are limits.
    fn take_levels(&mut self, is_limited: bool, out: &Solution) {
        let Self { begun, ties, free, .. } = self;
        let found = if is_limited { out } else { begun };
        for ((tie, lambda), free) in ties.iter_mut().zip(&found.lambda).zip(free) {
            tie.lambda = lambda.confined(tie.lower, tie.upper);
            *free = tie.lower < tie.lambda && tie.lambda < tie.upper && tie.compliance > 0.0;
        }
    }

    /// Returns the contact whose entry lowers the objective fastest: greatest u²/(B K⁻¹ Bᵀ), a power per time whatever
    /// the units of the bodies.
    fn entering(&mut self, still: f64) -> Option<usize> {
        let a = &self.acceleration;
        if self.ties.iter().zip(&self.free).all(|(tie, free)| *free || tie.slip(a) == 0.0) {
            return None;
        }
        let asks = |(tie, free): (&Tie, &bool)| {
            !free && {
                let u = tie.slip(a);
                u != 0.0 && tie.room(u) > 0.0
            }
        };
        let any_asks = self.ties.iter().zip(&self.free).any(asks);
        if !any_asks && self.all_move(still) {
            return None;
        }
        self.measure_noise(still);
        let mut steepest = (None, 0.0);
        for (contact, tie) in self.ties.iter().enumerate() {
            let u = tie.slip(&self.acceleration);
            if !self.free[contact] && u.abs() > tie.noise && tie.room(u) > 0.0 {
                let gain = u * u / tie.compliance;
                if gain > steepest.1 {
                    steepest = (Some(contact), gain);
                }
            }
        }
        steepest.0
    }
}
