//! Motions of clusters: accelerations under forces, and bodies derived from the root of their tree.

use super::{Closure, Clusters, TreeEdge};
use crate::tolerances::FEW_TERMS;

impl Clusters {
    /// Finds the accelerations under forces `force` (all but those of stuck contacts): α of an open cluster is its mean
    /// `Σ r(f − m s)/Σ m r²`, of a closed one what its contact prescribes.
    pub fn accelerate(&mut self, mass: &[f64], force: &[f64], beta: &[f64], a: &mut [f64]) {
        for cluster in 0..self.count() {
            if self.edges_of(cluster).is_empty() {
                let root = self.roots[cluster];
                a[root] = match &self.closure[cluster] {
                    None => force[root] / mass[root],
                    Some(closure) => beta[closure.contact] / closure.kappa,
                };
                continue;
            }
            let inertia = self.hang_from_heaviest(cluster, mass);
            let edges = &self.edges[self.edges_of(cluster)];
            let root = self.roots[cluster];
            a[root] = 0.0;
            a[root] = match &self.closure[cluster] {
                Some(Closure { contact, kappa, ground: true, .. }) => beta[*contact] / kappa,
                Some(Closure { contact, row, kappa, .. }) => {
                    follow(edges, beta, a);
                    self.ratio[root] * (beta[*contact] - row.apply(a)) / kappa
                }
                None => {
                    follow(edges, beta, a);
                    let children = edges.iter().map(|edge| edge.child);
                    let mut drive = self.ratio[root] * force[root];
                    let mut size = drive.abs();
                    for body in children {
                        let (push, drag) = (force[body], mass[body] * a[body]);
                        drive += self.ratio[body] * (push - drag);
                        size += self.ratio[body].abs() * (push.abs() + drag.abs());
                    }
                    if drive.abs() <= FEW_TERMS * size {
                        0.0
                    } else {
                        self.ratio[root] * drive / inertia
                    }
                }
            };
            follow(edges, beta, a);
        }
    }

    /// Hangs every tree that does not hang from the ground from its heaviest body.
    pub fn hang_all_from_heaviest(&mut self, mass: &[f64]) {
        for cluster in 0..self.count() {
            self.hang_from_heaviest(cluster, mass);
        }
    }

    /// Hangs a tree that does not hang from the ground from its heaviest body, and returns Σ m r².
    fn hang_from_heaviest(&mut self, cluster: usize, mass: &[f64]) -> f64 {
        let edges = self.edges_of(cluster);
        if edges.is_empty() || self.closure[cluster].is_some_and(|closure| closure.ground) {
            return 0.0;
        }
        let weight = |body: usize| mass[body] * self.ratio[body] * self.ratio[body];
        let root = self.roots[cluster];
        let mut heaviest = (root, weight(root));
        let mut inertia = heaviest.1;
        for edge in &self.edges[edges] {
            let weight = weight(edge.child);
            inertia += weight;
            if weight > heaviest.1 {
                heaviest = (edge.child, weight);
            }
        }
        if heaviest.0 != root {
            self.reroot(cluster, heaviest.0);
        }
        inertia
    }

    /// Hangs a cluster from another of its bodies.
    fn reroot(&mut self, cluster: usize, root: usize) {
        let range = self.edges_of(cluster);
        let edges = &mut self.edges[range];
        self.reversed.clear();
        let mut body = root;
        // From the back, so that the edges that stay end up behind those on the path to the root.
        let mut write = edges.len();
        for read in (0..edges.len()).rev() {
            if edges[read].child == body {
                body = edges[read].parent;
                self.reversed.push(edges[read].reversed());
            } else {
                write -= 1;
                edges[write] = edges[read];
            }
        }
        edges[..write].copy_from_slice(&self.reversed);
        self.roots[cluster] = root;
        self.as_grown = false;
    }

    /// Sizes of the terms that `accelerate` adds up, per body: its round-off is a small multiple of
    /// ε times these. `force` holds the sizes of the terms of the forces.
    pub(in super::super) fn sizes(
        &self,
        mass: &[f64],
        force: &[f64],
        beta: &[f64],
        size: &mut [f64],
    ) {
        for (cluster, &root) in self.roots.iter().enumerate() {
            let edges = &self.edges[self.edges_of(cluster)];
            size[root] = 0.0;
            follow_sizes(edges, beta, size);
            let alpha = match self.closure[cluster] {
                Some(Closure { contact, row, kappa, .. }) => {
                    let terms = row.terms().map(|(body, q)| (q * size[body]).abs());
                    (beta[contact].abs() + terms.sum::<f64>()) / kappa.abs()
                }
                None => {
                    let bodies = edges.iter().map(|edge| edge.child).chain([root]);
                    let (drive, inertia) = bodies.fold((0.0, 0.0), |(drive, inertia), body| {
                        let r = self.ratio[body].abs();
                        let term = r * (force[body] + mass[body] * size[body]);
                        (drive + term, inertia + mass[body] * r * r)
                    });
                    drive / inertia
                }
            };
            size[root] = self.ratio[root].abs() * alpha;
            follow_sizes(edges, beta, size);
        }
    }

    /// Derives every body of a cluster from its root, so that stuck contacts hold exactly. `x` is any
    /// motion (velocity, acceleration, Taylor coefficient) and `beta` its offset per contact.
    pub fn follow(&self, beta: &[f64], x: &mut [f64]) {
        follow(&self.edges, beta, x);
    }

    /// Completes a motion of which the roots of open clusters are given: closed clusters from their
    /// closing contact, every other body from its root.
    pub fn complete(&self, beta: &[f64], x: &mut [f64]) {
        for (cluster, closure) in self.closure.iter().enumerate() {
            let root = self.roots[cluster];
            if let Some(Closure { contact, kappa, ground: true, .. }) = closure {
                x[root] = beta[*contact] / kappa;
            } else if let Some(Closure { contact, row, kappa, .. }) = *closure {
                x[root] = 0.0;
                follow(&self.edges[self.edges_of(cluster)], beta, x);
                x[root] = self.ratio[root] * (beta[contact] - row.apply(x)) / kappa;
            }
        }
        self.follow(beta, x);
    }
}

fn follow(edges: &[TreeEdge], beta: &[f64], x: &mut [f64]) {
    for edge in edges {
        x[edge.child] = (beta[edge.contact] - edge.q_parent * x[edge.parent]) / edge.q_child;
    }
}

fn follow_sizes(edges: &[TreeEdge], beta: &[f64], size: &mut [f64]) {
    for edge in edges {
        let terms = beta[edge.contact].abs() + edge.q_parent.abs() * size[edge.parent];
        size[edge.child] = terms / edge.q_child.abs();
    }
}
