//! The minimum among many redundant contacts, from its dual.
//!
//! ```text
//!   min_x Σ ψ_c((Bx)_c) − gᵀx,    λ_c = ψ_c′ = clip(F̄_c² (Bx)_c, lower_c, upper_c)
//! ```
//! has one potential x per body, is convex and piecewise quadratic, and its gradient is what λ leaves
//! unbalanced. Newton's method with an exact search along each line ends after finitely many steps
//! (D. Sun, "On piecewise quadratic Newton and trust region problems", Math. Programming 76, 1997).
//! Each takes one sparse factorisation of Σ F̄² BᵀB over the contacts inside their ranges. Bodies that
//! only contacts at a limit hold form clusters on which this matrix is singular; while such a cluster is
//! out of balance, contacts at a limit keep a small part of their weight, which moves the cluster first
//! of all. A line without a lowest point is a *cut*, a motion whose load exceeds what its contacts hold:
//! the limits cannot be met.

use super::super::Row;
use super::super::clusters::Clusters;
use super::super::sparse::Sparse;
use super::line::{Line, Lowest};
use crate::Confine;
use crate::tolerances::{KEPT_WEIGHT, LEFT_OVER, MANY_TERMS};

/// Clusters out of balance by less than this part of the worst body wait until that is better.
const DRIFT: f64 = 1e-3;

/// Steps of Newton's method. Some ten suffice for thousands of contacts; where many more do not, round-off
/// is in the way: infinite bounds next to limits that cannot be met.
const MOST_STEPS: usize = 40;

/// Result of a search for forces within the limits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in super::super) enum Outcome {
    Met,
    /// Limits must be wider by at least this fraction of F̄.
    Exceeded(f64),
    /// Round-off keeps the search from an end.
    Lost,
}

/// Load and contacts. Per member: its contact, F̄, and limits in units of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task<'a> {
    pub rows: &'a [Row],
    pub members: &'a [usize],
    pub range: &'a [f64],
    pub load: &'a [f64],
}

#[derive(Clone, Debug, Default)]
pub(super) struct Potentials {
    /// H of all members, and of those inside their ranges.
    whole: Sparse,
    part: Sparse,
    /// Per contact: weights in `part`; a set of contacts and its clusters.
    weight: Vec<f64>,
    factorised: Vec<f64>,
    inside: Vec<bool>,
    clusters: Clusters,
    /// Clusters of all members.
    joined: Clusters,
    /// Per body: x; change of x; load, imbalance and size of the forces; diagonal terms.
    x: Vec<f64>,
    step: Vec<f64>,
    load: Vec<f64>,
    imbalance: Vec<f64>,
    size: Vec<f64>,
    diagonal: Vec<f64>,
    /// Per body: Σ F̄² q² of the members.
    stiffness: Vec<f64>,
    anchor: Vec<usize>,
    drift: Vec<(f64, f64)>,
    line: Line,
}

impl Potentials {
    /// Factorises H of all members. False: this is impossible.
    pub fn prepare(&mut self, task: &Task, bodies: usize, stuck: &[bool]) -> bool {
        let Task { rows, members, range, .. } = *task;
        if !self.whole.update(bodies, rows) {
            return false;
        }
        self.part.follow(&self.whole);
        self.factorised.clear();
        self.weight.clear();
        self.weight.resize(rows.len(), 0.0);
        self.stiffness.clear();
        self.stiffness.resize(bodies, 0.0);
        for (&contact, range) in members.iter().zip(range) {
            self.weight[contact] = range * range;
            for (body, q) in rows[contact].terms() {
                self.stiffness[body] += range * range * q * q;
            }
        }
        self.joined.build(bodies, rows, stuck);
        ground(&self.joined, &self.stiffness, &mut self.anchor, &mut self.diagonal);
        self.whole.factorise(&self.diagonal, &self.weight)
    }

    /// Finds the minimum without limits: λ/F̄ of the members.
    pub fn without_limits(&mut self, task: &Task, usage: &mut Vec<f64>) {
        let Task { rows, members, range, load } = *task;
        self.load.clear();
        self.load.extend_from_slice(load);
        find_drifts(&self.joined, load, load, &mut self.drift);
        find_anchors(&self.joined, &self.stiffness, &mut self.anchor);
        // What drives a cluster as a whole is not for its contacts to balance.
        for (cluster, &body) in self.anchor.iter().enumerate() {
            if !self.joined.is_closed(cluster) {
                self.load[body] -= self.drift[cluster].0 / self.joined.ratio(body);
            }
        }
        self.x.clear();
        self.x.resize(load.len(), 0.0);
        self.step.clear();
        self.step.extend_from_slice(&self.load);
        // The second time for round-off.
        for _ in 0..2 {
            self.whole.solve(&mut self.step);
            for (x, step) in self.x.iter_mut().zip(&self.step) {
                *x += step;
            }
            usage.clear();
            let of_members = members.iter().zip(range);
            usage.extend(of_members.map(|(contact, range)| range * rows[*contact].apply(&self.x)));
            self.step.copy_from_slice(&self.load);
            for ((&contact, range), usage) in members.iter().zip(range).zip(&*usage) {
                for (body, q) in rows[contact].terms() {
                    self.step[body] -= q * range * usage;
                }
            }
        }
    }

    /// Moves from the present potentials to the minimum with limits (lower and upper of λ/F̄); `usage` of members at a
    /// limit is exactly that limit.
    pub fn within(&mut self, task: &Task, limits: &[(f64, f64)], usage: &mut [f64]) -> Outcome {
        let Task { rows, members, range, .. } = *task;
        let mut least = f64::INFINITY;
        for _ in 0..MOST_STEPS {
            self.line.point.clear();
            let of_members = members.iter().zip(range);
            self.line
                .point
                .extend(of_members.map(|(contact, range)| range * rows[*contact].apply(&self.x)));
            for ((usage, u), (lower, upper)) in usage.iter_mut().zip(&self.line.point).zip(limits) {
                *usage = u.confined(*lower, *upper);
            }
            let worst = self.balance(task, limits, usage);
            least = least.min(worst);
            if worst <= MANY_TERMS {
                return Outcome::Met;
            }
            let drifting = self.weigh(task, limits, worst);
            if self.factorised != self.weight {
                self.factorised.clear();
                if !self.part.factorise(&self.diagonal, &self.weight) {
                    break;
                }
                self.factorised.clone_from(&self.weight);
            }
            self.step.clear();
            self.step.extend_from_slice(&self.imbalance);
            self.part.solve(&mut self.step);
            if drifting {
                self.keep_drift();
            }
            let power: f64 = self.load.iter().zip(&self.step).map(|(g, x)| g * x).sum();
            self.line.direction.clear();
            for (contact, range) in members.iter().zip(range) {
                self.line.add(&rows[*contact], *range, &self.step);
            }
            match self.line.lowest(limits, power) {
                Lowest::At(t) => {
                    for (x, step) in self.x.iter_mut().zip(&self.step) {
                        *x += t * step;
                    }
                }
                Lowest::None { violation } => return Outcome::Exceeded(violation),
            }
        }
        if least <= LEFT_OVER { Outcome::Met } else { Outcome::Lost }
    }

    /// Returns the motion of the last line that had no lowest point.
    pub fn cut(&self) -> &[f64] {
        &self.step
    }

    /// Finds the forces that remain unbalanced on each body; returns the greatest as a fraction of the forces on the body.
    fn balance(&mut self, task: &Task, limits: &[(f64, f64)], usage: &[f64]) -> f64 {
        self.imbalance.clear();
        self.imbalance.extend_from_slice(&self.load);
        self.size.clear();
        self.size.extend(self.load.iter().map(|g| g.abs()));
        let members = task.members.iter().zip(task.range).zip(usage).zip(limits);
        for (((&contact, range), usage), (lower, upper)) in members {
            let row = &task.rows[contact];
            // Inside the range a force has the round-off of the potentials.
            let inside = lower < usage && usage < upper;
            let terms = row.terms().map(|(body, q)| (q * self.x[body]).abs());
            let size = if inside { range * terms.sum::<f64>() } else { usage.abs() };
            for (body, q) in row.terms() {
                self.imbalance[body] -= q * range * usage;
                self.size[body] += (q * range * size).abs();
            }
        }
        let shares = self.imbalance.iter().zip(&self.size);
        shares.fold(
            0.0,
            |worst: f64, (r, size)| if *size > 0.0 { worst.max(r.abs() / size) } else { worst },
        )
    }

    /// Weights and diagonal of the next step. True: clusters are out of balance.
    fn weigh(&mut self, task: &Task, limits: &[(f64, f64)], worst: f64) -> bool {
        self.inside.clear();
        self.inside.resize(task.rows.len(), false);
        for ((&contact, u), (lower, upper)) in task.members.iter().zip(&self.line.point).zip(limits)
        {
            self.inside[contact] = lower < u && u < upper;
        }
        self.clusters.build(task.load.len(), task.rows, &self.inside);
        find_drifts(&self.clusters, &self.imbalance, &self.size, &mut self.drift);
        let mut drifts = self.drift.iter().enumerate();
        let noticed = MANY_TERMS.max(DRIFT * worst);
        let drifting = drifts.any(|(cluster, (sum, size))| {
            !self.clusters.is_closed(cluster) && sum.abs() > noticed * size
        });
        let kept = if drifting { KEPT_WEIGHT } else { 0.0 };
        for (&contact, range) in task.members.iter().zip(task.range) {
            let share = if self.inside[contact] { 1.0 } else { kept };
            self.weight[contact] = share * range * range;
        }
        let grounded = if drifting { &self.joined } else { &self.clusters };
        ground(grounded, &self.stiffness, &mut self.anchor, &mut self.diagonal);
        drifting
    }

    /// Keeps of the step only the motion of open clusters as a whole.
    fn keep_drift(&mut self) {
        find_anchors(&self.clusters, &self.stiffness, &mut self.anchor);
        let of_anchor = |cluster: usize| {
            let body = self.anchor[cluster];
            self.step[body] / self.clusters.ratio(body)
        };
        self.drift.clear();
        self.drift.extend((0..self.clusters.count()).map(|cluster| (of_anchor(cluster), 0.0)));
        for (body, step) in self.step.iter_mut().enumerate() {
            let cluster = self.clusters.cluster_of(body);
            let closed = self.clusters.is_closed(cluster);
            *step = if closed { 0.0 } else { self.clusters.ratio(body) * self.drift[cluster].0 };
        }
    }
}

/// Finds, for each cluster, the sum of forces on its coordinate, and the size of its terms.
fn find_drifts(clusters: &Clusters, force: &[f64], terms: &[f64], drift: &mut Vec<(f64, f64)>) {
    drift.clear();
    drift.resize(clusters.count(), (0.0, 0.0));
    for (body, (force, terms)) in force.iter().zip(terms).enumerate() {
        let (sum, size) = &mut drift[clusters.cluster_of(body)];
        let ratio = clusters.ratio(body);
        *sum += ratio * force;
        *size += (ratio * terms).abs();
    }
}

/// Finds the stiffest body of each cluster.
fn find_anchors(clusters: &Clusters, stiffness: &[f64], anchor: &mut Vec<usize>) {
    anchor.clear();
    anchor.resize(clusters.count(), usize::MAX);
    for body in 0..stiffness.len() {
        let anchor = &mut anchor[clusters.cluster_of(body)];
        if *anchor == usize::MAX || stiffness[body] > stiffness[*anchor] {
            *anchor = body;
        }
    }
}

/// Holds one body of every open cluster, by diagonal terms: the potential there is arbitrary.
fn ground(
    clusters: &Clusters,
    stiffness: &[f64],
    anchor: &mut Vec<usize>,
    diagonal: &mut Vec<f64>,
) {
    find_anchors(clusters, stiffness, anchor);
    diagonal.clear();
    diagonal.resize(stiffness.len(), 0.0);
    for (cluster, &body) in anchor.iter().enumerate() {
        if !clusters.is_closed(cluster) {
            diagonal[body] = if stiffness[body] > 0.0 { stiffness[body] } else { 1.0 };
        }
    }
}
