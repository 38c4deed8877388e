//! One set of forces for stuck contacts that are statically indeterminate.
//!
//! ```text
//!   λ = argmin Σ (λ_c/F̄_c)²   subject to   Σ Bᵀ λ = g,  lower ≤ λ ≤ upper
//! ```
//! The forces that balance each other, `Σ Bᵀ λ = 0`, are spanned by one cycle for each redundant
//! contact. In an orthonormal basis of them the task is to project a point (the minimum without limits)
//! on a polytope, which is done by the dual active set of Goldfarb & Idnani ("A numerically stable dual
//! method for solving strictly convex quadratic programs", Math. Programming 27, 1983): it starts from
//! the minimum without limits, usually the answer, and adds violated limits one at a time. Finite,
//! because each added limit raises the minimum; it also notices that the limits cannot be met.

use super::Contact;
use super::clusters::Clusters;

/// A limit is kept within this fraction of F̄: round-off of a sum over the cycles.
const WITHIN: f64 = 1e-13;

/// A limit exceeded by less than this fraction of F̄ is accepted if the limits cannot be met otherwise:
/// a stuck set at its release, located within a root tolerance.
const AT_RELEASE: f64 = 1e-9;

/// A limit whose direction is this close to those in force (sine of the angle) depends on them.
const DEPENDENT: f64 = 1e-10;

/// F̄ of a contact with an infinite bound, in units of the greatest finite F̄.
const UNLIMITED: f64 = 1024.0;

/// A limit in force: the member, which bound (+1 upper, −1 lower), and its multiplier.
#[derive(Clone, Copy, Debug)]
struct Limit {
    member: usize,
    side: f64,
    multiplier: f64,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Distribution {
    /// Stuck contacts and their F̄.
    members: Vec<usize>,
    range: Vec<f64>,
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
        for &contact in clusters.redundant() {
            lambda[contact] = 0.0;
        }
        clusters.tree_forces(residual, contacts, lambda);
        if clusters.redundant().is_empty() {
            return;
        }
        self.measure(contacts, stuck);
        self.span_cycles(clusters, contacts);
        self.minimise_without_limits(lambda);
        self.meet_limits(contacts);
        for (member, &contact) in self.members.iter().enumerate() {
            lambda[contact] = self.usage[member] * self.range[member];
        }
        // The tree balances what the redundant contacts leave, free of the round-off of the cycles.
        self.residual.clear();
        self.residual.extend_from_slice(residual);
        for &contact in clusters.redundant() {
            for (body, q) in contacts[contact].row.terms() {
                self.residual[body] -= q * lambda[contact];
            }
        }
        clusters.tree_forces(&self.residual, contacts, lambda);
    }

    /// The stuck contacts and their F̄.
    fn measure(&mut self, contacts: &[Contact], stuck: &[bool]) {
        self.members.clear();
        self.members.extend((0..contacts.len()).filter(|contact| stuck[*contact]));
        let half_range =
            |contact: &usize| (contacts[*contact].upper - contacts[*contact].lower) / 2.0;
        let finite = |range: &f64| range.is_finite();
        let greatest = self.members.iter().map(half_range).filter(finite).fold(0.0, f64::max);
        let unlimited = if greatest > 0.0 { UNLIMITED * greatest } else { 1.0 };
        let range = self.members.iter().map(half_range);
        self.range.clear();
        self.range.extend(range.map(|range| if range.is_finite() { range } else { unlimited }));
    }

    /// An orthonormal basis, in units of F̄, of the forces in balance among themselves (Gram–Schmidt,
    /// twice).
    fn span_cycles(&mut self, clusters: &mut Clusters, contacts: &[Contact]) {
        let size = self.members.len();
        self.cycles.clear();
        self.cycle.clear();
        self.cycle.resize(contacts.len(), 0.0);
        for k in 0..clusters.redundant().len() {
            let redundant = clusters.redundant()[k];
            self.residual.clear();
            self.residual.resize(clusters.bodies(), 0.0);
            for (body, q) in contacts[redundant].row.terms() {
                self.residual[body] = -q;
            }
            clusters.tree_forces(&self.residual, contacts, &mut self.cycle);
            for &other in clusters.redundant() {
                self.cycle[other] = 0.0;
            }
            self.cycle[redundant] = 1.0;
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

    /// Goldfarb & Idnani; leaves the minimum without limits in `usage` if the limits cannot be met.
    fn meet_limits(&mut self, contacts: &[Contact]) {
        let (size, dimension) = (self.members.len(), self.cycles.len() / self.members.len());
        self.limits.clear();
        self.accepted.clear();
        self.accepted.resize(size, false);
        self.point.clear();
        self.point.resize(dimension, 0.0);
        while let Some((member, side, excess)) = self.most_violated(contacts) {
            self.saved_point.clone_from(&self.point);
            self.saved_limits.clone_from(&self.limits);
            if self.add_limit(member, side, excess) {
                self.usage.copy_from_slice(&self.unlimited);
                for (unit, along) in self.cycles.chunks_exact(size).zip(&self.point) {
                    subtract(&mut self.usage, -along, unit);
                }
            } else if excess < AT_RELEASE {
                self.point.clone_from(&self.saved_point);
                self.limits.clone_from(&self.saved_limits);
                self.accepted[member] = true;
            } else {
                self.usage.copy_from_slice(&self.unlimited);
                return;
            }
        }
    }

    /// The stuck contact furthest outside its range: which, the side, and by how much in units of F̄.
    fn most_violated(&self, contacts: &[Contact]) -> Option<(usize, f64, f64)> {
        let mut worst = None;
        let mut greatest = WITHIN;
        for (member, &contact) in self.members.iter().enumerate() {
            if self.accepted[member] {
                continue;
            }
            let upper = self.usage[member] - contacts[contact].upper / self.range[member];
            let lower = contacts[contact].lower / self.range[member] - self.usage[member];
            let (side, excess) = if upper > lower { (1.0, upper) } else { (-1.0, lower) };
            if excess > greatest {
                (worst, greatest) = (Some((member, side, excess)), excess);
            }
        }
        worst
    }

    /// Moves to the minimum under one more limit, letting go of those that no longer hold it back; false
    /// if that is impossible.
    fn add_limit(&mut self, member: usize, side: f64, excess: f64) -> bool {
        let mut remaining = excess;
        let mut multiplier = 0.0;
        loop {
            self.project_normal(member, side);
            let height = dot(&self.step, &self.step);
            let length = self.normal(member, side).map(|n| n * n).sum::<f64>();
            let full = if height > DEPENDENT * DEPENDENT * length {
                remaining / height
            } else {
                f64::INFINITY
            };
            let mut partial = f64::INFINITY;
            let mut released = None;
            for (index, limit) in self.limits.iter().enumerate() {
                let weight = self.weights[index];
                if weight > 0.0 && limit.multiplier < partial * weight {
                    (partial, released) = (limit.multiplier / weight, Some(index));
                }
            }
            let t = full.min(partial);
            if t == f64::INFINITY {
                return false;
            }
            for (limit, weight) in self.limits.iter_mut().zip(&self.weights) {
                limit.multiplier = (limit.multiplier - t * weight).max(0.0);
            }
            multiplier += t;
            if full.is_finite() {
                for (x, step) in self.point.iter_mut().zip(&self.step) {
                    *x += t * step;
                }
                remaining -= t * height;
            }
            match released {
                Some(index) if partial < full => {
                    self.limits.remove(index);
                }
                _ => {
                    self.limits.push(Limit { member, side, multiplier });
                    return true;
                }
            }
        }
    }

    /// Inward normal of a limit in the coordinates of the cycles.
    fn normal(&self, member: usize, side: f64) -> impl Iterator<Item = f64> + '_ {
        let size = self.members.len();
        self.cycles.iter().skip(member).step_by(size).map(move |unit| -side * unit)
    }

    /// Splits a normal in a part `step` orthogonal to the normals of the limits in force and the
    /// `weights` of those.
    fn project_normal(&mut self, member: usize, side: f64) {
        let dimension = self.point.len();
        let count = self.limits.len();
        self.q.clear();
        self.r.clear();
        for k in 0..count {
            let Limit { member, side, .. } = self.limits[k];
            let mut column = std::mem::take(&mut self.step);
            column.clear();
            column.extend(self.normal(member, side));
            self.r.resize((k + 1) * count, 0.0);
            orthogonalise(&self.q, dimension, &mut column, &mut self.r[k * count..]);
            self.r[k * count + k] = normalise(&mut column);
            self.q.extend_from_slice(&column);
            self.step = column;
        }
        let mut step = std::mem::take(&mut self.step);
        step.clear();
        step.extend(self.normal(member, side));
        self.weights.clear();
        self.weights.resize(count, 0.0);
        orthogonalise(&self.q, dimension, &mut step, &mut self.weights);
        self.step = step;
        for k in (0..count).rev() {
            let above: f64 = (k + 1..count).map(|j| self.r[j * count + k] * self.weights[j]).sum();
            self.weights[k] = (self.weights[k] - above) / self.r[k * count + k];
        }
    }
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

/// Removes the parts along orthonormal columns (twice, for round-off) and adds them to `along`.
fn orthogonalise(q: &[f64], dimension: usize, column: &mut [f64], along: &mut [f64]) {
    for _ in 0..2 {
        for (unit, along) in q.chunks_exact(dimension).zip(along.iter_mut()) {
            let part = dot(unit, column);
            subtract(column, part, unit);
            *along += part;
        }
    }
}
