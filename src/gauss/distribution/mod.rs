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
//! minimum; it also notices that the limits cannot be met.
//!
//! The forest and the basis depend on the stuck contacts and their ranges only, and are kept as long as
//! these stay the same.

mod limits;
mod spanning;

use super::clusters::Clusters;
use super::{Contact, Row};
use limits::Limit;
use spanning::Spanning;

/// F̄ of a contact with an infinite bound, in units of the greatest finite F̄; one without range, such as a
/// brake that is let go while it holds, has as small a part of it.
const UNLIMITED: f64 = 1024.0;

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
    order: Vec<usize>,
    strong: Vec<bool>,
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
}

impl Distribution {
    pub(super) fn distribute(
        &mut self,
        clusters: &mut Clusters,
        residual: &[f64],
        contacts: &[Contact],
        stuck: &[bool],
        lambda: &mut [f64],
    ) {
        if clusters.redundant().is_empty() {
            clusters.tree_forces(residual, lambda);
            return;
        }
        if !self.is_made_for(residual.len(), contacts, stuck) {
            self.make(residual.len(), contacts, stuck);
        }
        for &contact in &self.weak {
            lambda[contact] = 0.0;
        }
        self.forest.tree_forces(residual, lambda);
        self.minimise_without_limits(lambda);
        self.meet_limits(contacts);
        for (member, &contact) in self.members.iter().enumerate() {
            lambda[contact] = match self.half_range[contact] {
                0.0 => contacts[contact].lower,
                _ => self.usage[member] * self.range[member],
            };
        }
        // The forest balances what the weak contacts leave, free of the round-off of the cycles.
        self.residual.clear();
        self.residual.extend_from_slice(residual);
        for &contact in &self.weak {
            for (body, q) in contacts[contact].row.terms() {
                self.residual[body] -= q * lambda[contact];
            }
        }
        self.forest.tree_forces(&self.residual, lambda);
    }

    fn is_made_for(&self, bodies: usize, contacts: &[Contact], stuck: &[bool]) -> bool {
        let same = |((contact, row), range): ((&Contact, &Row), &f64)| {
            contact.row == *row && half_range(contact) == *range
        };
        self.stuck == stuck
            && self.forest.bodies() == bodies
            && contacts.iter().zip(&self.rows).zip(&self.half_range).all(same)
    }

    /// Forest and basis for a set of stuck contacts.
    fn make(&mut self, bodies: usize, contacts: &[Contact], stuck: &[bool]) {
        self.rows.clear();
        self.rows.extend(contacts.iter().map(|contact| contact.row));
        self.stuck.clear();
        self.stuck.extend_from_slice(stuck);
        self.half_range.clear();
        self.half_range.extend(contacts.iter().map(half_range));
        self.members.clear();
        let tying =
            |contact: &usize| stuck[*contact] && self.rows[*contact].terms().next().is_some();
        self.members.extend((0..contacts.len()).filter(tying));
        self.measure();
        self.choose_forest(bodies);
        self.span_cycles(bodies);
    }

    /// F̄ of the members.
    fn measure(&mut self) {
        let of_members = self.members.iter().map(|contact| self.half_range[*contact]);
        let greatest = of_members.clone().filter(|range| range.is_finite()).fold(0.0, f64::max);
        let (unlimited, powerless) =
            if greatest > 0.0 { (UNLIMITED * greatest, greatest / UNLIMITED) } else { (1.0, 1.0) };
        self.range.clear();
        self.range.extend(of_members.map(|range| match range {
            0.0 => powerless,
            range if range.is_finite() => range,
            _ => unlimited,
        }));
    }

    /// A spanning forest of the members with the widest ranges, in the coordinates of their clusters.
    fn choose_forest(&mut self, bodies: usize) {
        self.forest.build(bodies, &self.rows, &self.stuck);
        self.order.clear();
        self.order.extend(0..self.members.len());
        let width = |member: usize| {
            let terms = self.rows[self.members[member]].terms();
            let lever = terms.map(|(body, q)| (q * self.forest.ratio(body)).abs());
            self.range[member] * lever.fold(0.0, f64::max)
        };
        self.order.sort_unstable_by(|a, b| width(*b).total_cmp(&width(*a)).then(a.cmp(b)));
        self.spanning.clear(bodies);
        self.strong.clear();
        self.strong.resize(self.rows.len(), false);
        for &member in &self.order {
            let contact = self.members[member];
            self.strong[contact] = self.spanning.add(&self.rows[contact]);
        }
        self.forest.build(bodies, &self.rows, &self.strong);
        let Self { weak, members, strong, forest, .. } = self;
        weak.clear();
        weak.extend(members.iter().filter(|contact| !strong[**contact]));
        weak.extend_from_slice(forest.redundant());
    }

    /// An orthonormal basis, in units of F̄, of the forces in balance among themselves (Gram–Schmidt,
    /// twice).
    fn span_cycles(&mut self, bodies: usize) {
        let size = self.members.len();
        self.cycles.clear();
        for (k, &weak) in self.weak.iter().enumerate() {
            self.residual.clear();
            self.residual.resize(bodies, 0.0);
            for (body, q) in self.rows[weak].terms() {
                self.residual[body] = -q;
            }
            self.cycle.clear();
            self.cycle.resize(self.rows.len(), 0.0);
            self.cycle[weak] = 1.0;
            self.forest.tree_forces(&self.residual, &mut self.cycle);
            let in_ranges = self.members.iter().zip(&self.range);
            self.cycles.extend(in_ranges.map(|(contact, range)| self.cycle[*contact] / range));
            let (basis, column) = self.cycles.split_at_mut(k * size);
            for _ in 0..2 {
                for unit in basis.chunks_exact(size) {
                    subtract(column, dot(unit, column), unit);
                }
                normalise(column);
            }
        }
    }

    fn minimise_without_limits(&mut self, lambda: &[f64]) {
        let size = self.members.len();
        self.unlimited.clear();
        let in_ranges = self.members.iter().zip(&self.range);
        self.unlimited.extend(in_ranges.map(|(contact, range)| lambda[*contact] / range));
        for _ in 0..2 {
            for unit in self.cycles.chunks_exact(size) {
                let along = dot(unit, &self.unlimited);
                subtract(&mut self.unlimited, along, unit);
            }
        }
        self.usage.clear();
        self.usage.extend_from_slice(&self.unlimited);
    }
}

fn half_range(contact: &Contact) -> f64 {
    (contact.upper - contact.lower) / 2.0
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// `a −= factor·b`
fn subtract(a: &mut [f64], factor: f64, b: &[f64]) {
    for (a, b) in a.iter_mut().zip(b) {
        *a -= factor * b;
    }
}

/// Scales to length 1 and returns the length it had.
fn normalise(a: &mut [f64]) -> f64 {
    let length = libm::sqrt(dot(a, a));
    for a in a.iter_mut() {
        *a /= length;
    }
    length
}
