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
mod limits;
mod line;
mod many;
mod potentials;
mod spanning;

use super::clusters::Clusters;
use super::{Contact, Row};
pub(super) use potentials::Outcome;
use potentials::{Potentials, Task};
use spanning::Spanning;

/// F̄ of a contact with an infinite bound, in units of the greatest finite F̄ of those that share loads with it: its part of
/// the sum is round-off of that of others. Potentials, which find forces from differences, bear no more than
/// `MANY_UNLIMITED`.
const UNLIMITED: f64 = 67_108_864.0;
const MANY_UNLIMITED: f64 = 1024.0;

/// F̄ of a contact without range, in the same units, such as a brake that is released while it holds.
const POWERLESS: f64 = 1.0 / 1024.0;

/// Cycles up to which a basis of them is as quick as potentials. It is also more exact where ranges differ
/// by many powers of ten.
const FEW_CYCLES: usize = 24;

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

    fn is_made_for(&self, bodies: usize, contacts: &[Contact], stuck: &[bool]) -> bool {
        let same = |((contact, row), range): ((&Contact, &Row), &f64)| {
            contact.row == *row && half_range(contact) == *range
        };
        self.stuck == stuck
            && self.forest.bodies() == bodies
            && contacts.iter().zip(&self.rows).zip(&self.half_range).all(same)
    }

    /// Makes the forest and basis for a set of stuck contacts.
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
        self.forest.build(bodies, &self.rows, &self.stuck);
        self.few = self.forest.redundant().len() <= FEW_CYCLES;
        self.measure(bodies);
        self.choose_forest(bodies);
        self.avoided.clear();
        self.at_limit.clear();
        self.at_limit.resize(self.members.len(), false);
        let Self { rows, members, range, stuck, .. } = self;
        let task = Task { rows, members, range, load: &[] };
        self.few = self.few || !self.potentials.prepare(&task, bodies, stuck);
        self.cycles.clear();
        self.found.limits.clear();
        self.found.load.clear();
    }

    /// Takes F̄ of the members, whose clusters the forest has.
    fn measure(&mut self, bodies: usize) {
        let Self { rows, members, half_range, forest, greatest, range, few, .. } = self;
        let unlimited = if *few { UNLIMITED } else { MANY_UNLIMITED };
        let cluster = |contact: usize| {
            let body = rows[contact].terms().next().map(|(body, _)| body);
            body.map_or(0, |body| forest.cluster_of(body))
        };
        greatest.clear();
        greatest.resize(bodies, 0.0);
        for &contact in &*members {
            let most = &mut greatest[cluster(contact)];
            if half_range[contact].is_finite() {
                *most = half_range[contact].max(*most);
            }
        }
        range.clear();
        range.extend(members.iter().map(|&contact| {
            match (half_range[contact], greatest[cluster(contact)]) {
                (0.0 | f64::INFINITY, 0.0) => 1.0,
                (0.0, greatest) => POWERLESS * greatest,
                (f64::INFINITY, greatest) => unlimited * greatest,
                (range, _) => range,
            }
        }));
    }

    /// Chooses a spanning forest of the members with the widest ranges, in the coordinates of their clusters.
    fn choose_forest(&mut self, bodies: usize) {
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
}

fn half_range(contact: &Contact) -> f64 {
    (contact.upper - contact.lower) / 2.0
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Sets `a −= factor·b`
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
