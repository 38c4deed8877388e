//! The minimum within the ranges, by the dual active set of Goldfarb & Idnani: the projection of a point
//! on a polytope, in the coordinates of the orthonormal cycles.

use super::super::Contact;
use super::vectors::{dot, normalise, subtract};
use super::{Distribution, Limit};
use crate::tolerances::{AT_RELEASE, DEPENDENT, WITHIN_LIMIT};

/// Limits that are taken in, per member, before round-off is said to hide the minimum: in exact arithmetic the
/// minimum rises with each, so that no set of limits in force comes back.
const MOST_PASSES: usize = 20;

impl Distribution {
    /// Meets the limits by Goldfarb & Idnani; leaves the minimum without limits in `usage` if the limits cannot be met.
    pub(super) fn meet_limits(&mut self, contacts: &[Contact]) {
        let (size, dimension) = (self.members.len(), self.cycles.len() / self.members.len());
        self.limits.clear();
        self.accepted.clear();
        self.accepted.resize(size, false);
        self.point.clear();
        self.point.resize(dimension, 0.0);
        for _ in 0..MOST_PASSES * size {
            let Some((member, side, violation)) = self.most_violated(contacts) else {
                return;
            };
            self.saved_point.clone_from(&self.point);
            self.saved_limits.clone_from(&self.limits);
            if self.add_limit(member, side, violation) {
                self.usage.copy_from_slice(&self.unlimited);
                for (unit, along) in self.cycles.chunks_exact(size).zip(&self.point) {
                    subtract(&mut self.usage, -along, unit);
                }
            } else if violation < AT_RELEASE {
                self.point.clone_from(&self.saved_point);
                self.limits.clone_from(&self.saved_limits);
                self.accepted[member] = true;
            } else {
                break;
            }
        }
        self.usage.copy_from_slice(&self.unlimited);
    }

    /// Returns the stuck contact furthest outside its range, the side, and its distance from there in units of F̄.
    fn most_violated(&self, contacts: &[Contact]) -> Option<(usize, f64, f64)> {
        let mut worst = None;
        let mut greatest = WITHIN_LIMIT;
        for (member, &contact) in self.members.iter().enumerate() {
            if self.accepted[member] {
                continue;
            }
            let upper = self.usage[member] - contacts[contact].upper / self.range[member];
            let lower = contacts[contact].lower / self.range[member] - self.usage[member];
            let (side, violation) = if upper > lower { (1.0, upper) } else { (-1.0, lower) };
            if violation > greatest {
                (worst, greatest) = (Some((member, side, violation)), violation);
            }
        }
        worst
    }

    /// Moves to the minimum under one more limit, letting go of those that no longer hold it back; false
    /// if that is impossible.
    fn add_limit(&mut self, member: usize, side: f64, violation: f64) -> bool {
        let mut remaining = violation;
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

    /// Returns the inward normal of a limit in the coordinates of the cycles.
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
