//! One set of forces for stuck contacts that are statically indeterminate.
//!
//! ```text
//!   λ = argmin Σ (λ_c/F̄_c)²   subject to   Σ Bᵀ λ = g,  lower ≤ λ ≤ upper
//! ```
//! The forces that balance each other, `Σ Bᵀ λ = 0`, are spanned by one cycle for each contact outside
//! a spanning forest. The forest is made of the contacts with the widest ranges, so that a weak
//! contact's force is never the difference of two strong ones. In an orthonormal basis of the cycles
//! the task is to project a point (the minimum without limits) on a polytope, which is done by the dual
//! active set of Goldfarb & Idnani ("A numerically stable dual method for solving strictly convex
//! quadratic programs", Math. Programming 27, 1983): it starts from the minimum without limits, usually
//! the answer, and adds violated limits one at a time. Finite, because each added limit raises the
//! minimum; it also notices that the limits cannot be met. Its cost grows with the cube of the number of
//! cycles; where there are many, potentials of the bodies take their place ([`potentials`]).
//!
//! The forest, and the basis or the factor, depend on the stuck contacts and their ranges only, and are
//! kept as long as these stay the same.

mod cycles;
mod forest;
mod limits;
mod line;
mod many;
mod potentials;
mod spanning;
mod vectors;

use super::clusters::Clusters;
use super::{Contact, Row};
pub(super) use potentials::Outcome;
use potentials::Potentials;
use spanning::Spanning;

/// A limit in force: the member, which bound (+1 upper, −1 lower), and its multiplier.
#[derive(Clone, Copy, Debug)]
struct Limit {
    member: usize,
    side: f64,
    multiplier: f64,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Distribution {
    // What the basis was made for.
    rows: Vec<Row>,
    stuck: Vec<bool>,
    half_range: Vec<f64>,
    /// Stuck contacts, those outside the forest, and F̄ of the former.
    members: Vec<usize>,
    weak: Vec<usize>,
    range: Vec<f64>,
    forest: Clusters,
    spanning: Spanning,
    /// Greatest finite F̄ of each cluster.
    greatest: Vec<f64>,
    /// Members, those with the widest ranges first.
    order: Vec<usize>,
    strong: Vec<bool>,
    /// True for members at a limit, and a forest that avoids these, with the contacts outside it.
    at_limit: Vec<bool>,
    avoided: Vec<bool>,
    avoiding: Clusters,
    outside: Vec<usize>,
    /// True if cycles are few, so that a basis of them is used, not potentials.
    few: bool,
    potentials: Potentials,
    bounds: Vec<(f64, f64)>,
    /// Orthonormal cycles in units of F̄, one column of `members.len()` numbers each.
    cycles: Vec<f64>,
    cycle: Vec<f64>,
    residual: Vec<f64>,
    /// λ/F̄ of the minimum without limits, and of the present one.
    unlimited: Vec<f64>,
    usage: Vec<f64>,
    /// Coordinates of the present minimum.
    point: Vec<f64>,
    limits: Vec<Limit>,
    saved_point: Vec<f64>,
    saved_limits: Vec<Limit>,
    accepted: Vec<bool>,
    // Orthonormalised normals of the limits in force, and the triangular factor, both by columns.
    q: Vec<f64>,
    r: Vec<f64>,
    step: Vec<f64>,
    weights: Vec<f64>,
    found: Found,
}

/// Forces of the members found last, and what they were found for; none since others are members.
#[derive(Clone, Debug, Default)]
struct Found {
    load: Vec<f64>,
    limits: Vec<(f64, f64)>,
    forces: Vec<f64>,
}

impl Distribution {
    pub(super) fn distribute(
        &mut self,
        residual: &[f64],
        contacts: &[Contact],
        stuck: &[bool],
        lambda: &mut [f64],
    ) {
        if !self.is_made_for(residual.len(), contacts, stuck) {
            self.make(residual.len(), contacts, stuck);
        }
        if self.few {
            return self.distribute_among_few(residual, contacts, lambda);
        }
        if !self.meet_limits_of_many(residual, contacts) {
            self.minimise_in_cycles(residual, contacts, lambda);
        }
        self.balance(residual, contacts, lambda);
    }

    /// Distributes a load among few; one that stays, as most means over a step do, is distributed once.
    fn distribute_among_few(&mut self, residual: &[f64], contacts: &[Contact], lambda: &mut [f64]) {
        let limits = self.members.iter().map(|&member| {
            let Contact { lower, upper, .. } = contacts[member];
            (lower, upper)
        });
        let Found { load, limits: found, forces } = &mut self.found;
        if load[..] == *residual && limits.clone().eq(found.iter().copied()) {
            for (member, force) in self.members.iter().zip(forces) {
                lambda[*member] = *force;
            }
            return;
        }
        load.clear();
        load.extend_from_slice(residual);
        found.clear();
        found.extend(limits);
        self.minimise_in_cycles(residual, contacts, lambda);
        self.balance(residual, contacts, lambda);
        self.found.forces.clear();
        self.found.forces.extend(self.members.iter().map(|member| lambda[*member]));
    }

    /// Finds the minimum by way of cycles.
    fn minimise_in_cycles(&mut self, residual: &[f64], contacts: &[Contact], lambda: &mut [f64]) {
        if self.cycles.is_empty() {
            self.span_cycles(residual.len());
        }
        for &contact in &self.weak {
            lambda[contact] = 0.0;
        }
        self.forest.tree_forces(residual, lambda);
        self.minimise_without_limits(lambda);
        self.meet_limits(contacts);
    }

    /// Finds the forces of the present minimum, in balance free of its round-off: a forest carries what the other
    /// contacts leave.
    pub(super) fn balance(&mut self, residual: &[f64], contacts: &[Contact], lambda: &mut [f64]) {
        for (member, &contact) in self.members.iter().enumerate() {
            let (usage, range) = (self.usage[member], self.range[member]);
            let Contact { lower, upper, .. } = contacts[contact];
            lambda[contact] = if self.half_range[contact] == 0.0 || usage == lower / range {
                lower
            } else if usage == upper / range {
                upper
            } else {
                usage * range
            };
        }
        let (forest, others) = if self.at_limit.contains(&true) {
            (&mut self.avoiding, &self.outside)
        } else {
            (&mut self.forest, &self.weak)
        };
        self.residual.clear();
        self.residual.extend_from_slice(residual);
        for &contact in others {
            for (body, q) in contacts[contact].row.terms() {
                self.residual[body] -= q * lambda[contact];
            }
        }
        forest.tree_forces(&self.residual, lambda);
    }
}
