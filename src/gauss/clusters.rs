//! Rigid clusters of a set of stuck contacts.
//!
//! Stuck contacts `B_c a = β_c` tie bodies together. Within a cluster every motion is
//!
//! ```text
//!   a_i = r_i α + s_i
//! ```
//! with one coordinate α, ratios `r` along a spanning tree of contacts and offsets `s` from the β. A
//! contact that the tree does not need either *closes* the cluster (a contact with the ground, or a
//! cycle whose ratios do not rescale to 1: it determines α) or is *redundant* (it adds no rank, and
//! its force is indeterminate).
//!
//! The force of a tree contact is the sum over the bodies on one side of it. Trees therefore hang
//! from the ground, or else from their heaviest body: a light body's contact then never gets its
//! force as a difference of two large ones.

use super::Row;

/// A cycle whose ratios rescale to 1 within this fraction is balanced: ratios are typed to some ten
/// digits, and products of them carry round-off.
const BALANCED: f64 = 1e-10;

const UNSEEN: usize = usize::MAX;

#[derive(Clone, Copy, Debug)]
struct TreeEdge {
    contact: usize,
    child: usize,
    q_child: f64,
    parent: usize,
    q_parent: f64,
}

impl TreeEdge {
    fn reversed(self) -> Self {
        let Self { contact, child, q_child, parent, q_parent } = self;
        Self { contact, child: parent, q_child: q_parent, parent: child, q_parent: q_child }
    }
}

/// The contact that determines α: `κ α = β − B s`.
#[derive(Clone, Copy, Debug)]
struct Closure {
    contact: usize,
    kappa: f64,
    /// |κ| as a fraction of its terms: 1 for a contact with the ground.
    quality: f64,
}

/// Spanning forest of the stuck contacts; buffers are reused by [`Clusters::build`].
#[derive(Clone, Debug, Default)]
pub struct Clusters {
    /// Tree edges, cluster by cluster, parents before children.
    edges: Vec<TreeEdge>,
    /// Per cluster: its first edge.
    first_edge: Vec<usize>,
    cluster_of: Vec<usize>,
    ratio: Vec<f64>,
    /// Per cluster: root body.
    roots: Vec<usize>,
    closure: Vec<Option<Closure>>,
    redundant: Vec<usize>,
    /// Stuck contacts of each body, as ranges into `incident`.
    first_incident: Vec<usize>,
    incident: Vec<usize>,
    queue: Vec<usize>,
    in_tree: Vec<bool>,
    /// Per cluster: sums of `accelerate`, then α.
    coordinate: Vec<f64>,
    inertia: Vec<f64>,
    /// Per body: what `tree_forces` still has to balance.
    pull: Vec<f64>,
    reversed: Vec<TreeEdge>,
}

impl Clusters {
    /// Number of clusters, single bodies included.
    pub fn count(&self) -> usize {
        self.roots.len()
    }

    /// Number of bodies.
    pub(super) fn bodies(&self) -> usize {
        self.cluster_of.len()
    }

    /// The cluster of a body.
    pub fn cluster_of(&self, body: usize) -> usize {
        self.cluster_of[body]
    }

    /// Whether α of the cluster is determined by its contacts (ground, moving surface, unbalanced cycle).
    pub fn is_closed(&self, cluster: usize) -> bool {
        self.closure[cluster].is_some()
    }

    /// Stuck contacts that add no rank, in the order of contacts; empty iff λ is determinate.
    pub fn redundant(&self) -> &[usize] {
        &self.redundant
    }

    /// Rank of the stuck rows.
    pub fn rank(&self) -> usize {
        self.edges.len() + self.closure.iter().flatten().count()
    }

    /// Ratio of a body's motion to the coordinate of its cluster.
    pub(super) fn ratio(&self, body: usize) -> f64 {
        self.ratio[body]
    }

    /// Coefficient of a row within its cluster, `κ = Σ q r`, and the size of its terms, `Σ |q r|`.
    fn kappa(&self, row: &Row) -> (f64, f64) {
        row.terms().fold((0.0, 0.0), |(kappa, size), (body, q)| {
            let term = q * self.ratio[body];
            (kappa + term, size + term.abs())
        })
    }

    /// Whether a further row is a linear combination of the stuck ones.
    pub(super) fn spans(&self, row: &Row) -> bool {
        let Some((i, _, j, _)) = row.pair() else {
            return row.terms().all(|(body, _)| self.is_closed(self.cluster_of[body]));
        };
        let (first, second) = (self.cluster_of[i], self.cluster_of[j]);
        if first != second {
            return self.is_closed(first) && self.is_closed(second);
        }
        let (kappa, size) = self.kappa(row);
        self.is_closed(first) || kappa.abs() <= BALANCED * size
    }

    /// Finds the clusters of the contacts with `stuck[c]`, for `bodies` bodies with unknown motion.
    /// A stuck row without a body of unknown motion is ignored.
    pub fn build(&mut self, bodies: usize, rows: &[Row], stuck: &[bool]) {
        let tying = self.index_incidence(bodies, rows, stuck);
        self.edges.clear();
        self.first_edge.clear();
        self.roots.clear();
        self.closure.clear();
        self.redundant.clear();
        self.cluster_of.clear();
        self.cluster_of.resize(bodies, UNSEEN);
        self.ratio.resize(bodies, 1.0);
        self.in_tree.clear();
        self.in_tree.resize(rows.len(), false);
        for (contact, row) in rows.iter().enumerate() {
            if stuck[contact] && row.pair().is_none() {
                self.hang_from_ground(contact, rows);
            }
        }
        for body in 0..bodies {
            if self.cluster_of[body] == UNSEEN {
                self.grow(body, rows);
            }
        }
        if self.rank() < tying {
            self.close_cycles(rows, stuck);
        }
        self.coordinate.resize(self.roots.len(), 0.0);
        self.inertia.resize(self.roots.len(), 0.0);
        self.pull.resize(bodies, 0.0);
    }

    /// Lists the stuck contacts of each body; returns how many contacts tie anything.
    fn index_incidence(&mut self, bodies: usize, rows: &[Row], stuck: &[bool]) -> usize {
        self.first_incident.clear();
        self.first_incident.resize(bodies + 1, 0);
        let stuck_rows = || rows.iter().enumerate().filter(|(contact, _)| stuck[*contact]);
        let mut tying = 0;
        for (_, row) in stuck_rows() {
            for (body, _) in row.terms() {
                self.first_incident[body + 1] += 1;
            }
            tying += usize::from(row.terms().next().is_some());
        }
        for body in 0..bodies {
            self.first_incident[body + 1] += self.first_incident[body];
        }
        self.incident.clear();
        self.incident.resize(self.first_incident[bodies], 0);
        self.queue.clear();
        self.queue.extend_from_slice(&self.first_incident[..bodies]);
        for (contact, row) in stuck_rows() {
            for (body, _) in row.terms() {
                self.incident[self.queue[body]] = contact;
                self.queue[body] += 1;
            }
        }
        tying
    }

    /// The first contact of a cluster with the ground closes it.
    fn hang_from_ground(&mut self, contact: usize, rows: &[Row]) {
        if let Some((body, kappa)) = rows[contact].terms().next()
            && self.cluster_of[body] == UNSEEN
        {
            self.grow(body, rows);
            self.in_tree[contact] = true;
            let closure = Closure { contact, kappa, quality: 1.0 };
            *self.closure.last_mut().expect("a cluster was just grown") = Some(closure);
        }
    }

    /// Breadth-first spanning tree from `root`.
    fn grow(&mut self, root: usize, rows: &[Row]) {
        let cluster = self.roots.len();
        self.roots.push(root);
        self.first_edge.push(self.edges.len());
        self.closure.push(None);
        self.cluster_of[root] = cluster;
        self.ratio[root] = 1.0;
        self.queue.clear();
        self.queue.push(root);
        let mut head = 0;
        while head < self.queue.len() {
            let parent = self.queue[head];
            head += 1;
            for k in self.first_incident[parent]..self.first_incident[parent + 1] {
                let contact = self.incident[k];
                let Some((i, q_i, j, q_j)) = rows[contact].pair() else {
                    continue;
                };
                let (child, q_child, q_parent) =
                    if i == parent { (j, q_j, q_i) } else { (i, q_i, q_j) };
                if self.cluster_of[child] != UNSEEN {
                    continue;
                }
                self.cluster_of[child] = cluster;
                self.ratio[child] = -q_parent * self.ratio[parent] / q_child;
                self.in_tree[contact] = true;
                self.edges.push(TreeEdge { contact, child, q_child, parent, q_parent });
                self.queue.push(child);
            }
        }
    }

    /// Of the contacts outside the trees, the one furthest from balanced closes an open cluster; all
    /// others are redundant.
    fn close_cycles(&mut self, rows: &[Row], stuck: &[bool]) {
        for (contact, row) in rows.iter().enumerate() {
            let Some((body, ..)) = row.pair() else {
                continue;
            };
            if !stuck[contact] || self.in_tree[contact] {
                continue;
            }
            let (kappa, size) = self.kappa(row);
            let quality = kappa.abs() / size;
            let closure = &mut self.closure[self.cluster_of[body]];
            if quality > closure.map_or(BALANCED, |present| present.quality) {
                *closure = Some(Closure { contact, kappa, quality });
            }
        }
        for closure in self.closure.iter().flatten() {
            self.in_tree[closure.contact] = true;
        }
        for (contact, row) in rows.iter().enumerate() {
            if stuck[contact] && !self.in_tree[contact] && row.terms().next().is_some() {
                self.redundant.push(contact);
            }
        }
    }

    /// Hangs a cluster from another of its bodies.
    fn reroot(&mut self, cluster: usize, root: usize) {
        let end = self.first_edge.get(cluster + 1).copied().unwrap_or(self.edges.len());
        let edges = &mut self.edges[self.first_edge[cluster]..end];
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
    }

    /// Accelerations under forces `force` (all but those of stuck contacts): α of an open cluster is its
    /// mean `Σ r(f − m s)/Σ m r²`, of a closed one what its contact prescribes.
    pub fn accelerate(
        &mut self,
        mass: &[f64],
        force: &[f64],
        beta: &[f64],
        rows: &[Row],
        a: &mut [f64],
    ) {
        self.hang_from_heaviest(mass, rows);
        self.offsets(beta, a);
        self.coordinate.fill(0.0);
        self.inertia.fill(0.0);
        for (body, &cluster) in self.cluster_of.iter().enumerate() {
            let r = self.ratio[body];
            self.coordinate[cluster] += r * (force[body] - mass[body] * a[body]);
            self.inertia[cluster] += mass[body] * r * r;
        }
        for (cluster, closure) in self.closure.iter().enumerate() {
            let alpha = match closure {
                Some(closure) => {
                    let contact = closure.contact;
                    (beta[contact] - rows[contact].apply(a)) / closure.kappa
                }
                None => self.coordinate[cluster] / self.inertia[cluster],
            };
            let root = self.roots[cluster];
            a[root] = self.ratio[root] * alpha;
        }
        self.follow(beta, a);
    }

    /// Trees that do not hang from the ground hang from their heaviest body, `m r²`.
    fn hang_from_heaviest(&mut self, mass: &[f64], rows: &[Row]) {
        let weight = |ratio: &[f64], body: usize| mass[body] * ratio[body] * ratio[body];
        for cluster in 0..self.roots.len() {
            if self.closure[cluster].is_some_and(|closure| rows[closure.contact].pair().is_none()) {
                continue;
            }
            let end = self.first_edge.get(cluster + 1).copied().unwrap_or(self.edges.len());
            let root = self.roots[cluster];
            let mut heaviest = (root, weight(&self.ratio, root));
            for edge in &self.edges[self.first_edge[cluster]..end] {
                let candidate = weight(&self.ratio, edge.child);
                if candidate > heaviest.1 {
                    heaviest = (edge.child, candidate);
                }
            }
            if heaviest.0 != root {
                self.reroot(cluster, heaviest.0);
            }
        }
    }

    /// Offsets `s`: the motion that leaves the roots at rest.
    fn offsets(&self, beta: &[f64], a: &mut [f64]) {
        for &root in &self.roots {
            a[root] = 0.0;
        }
        self.follow(beta, a);
    }

    /// Sizes of the terms that `accelerate` adds up, per body: its round-off is a small multiple of
    /// ε times these. `force` holds the sizes of the terms of the forces.
    pub(super) fn sizes(
        &mut self,
        mass: &[f64],
        force: &[f64],
        beta: &[f64],
        rows: &[Row],
        size: &mut [f64],
    ) {
        self.follow_sizes(|_| 0.0, beta, size);
        self.coordinate.fill(0.0);
        self.inertia.fill(0.0);
        for (body, &cluster) in self.cluster_of.iter().enumerate() {
            let r = self.ratio[body].abs();
            self.coordinate[cluster] += r * (force[body] + mass[body] * size[body]);
            self.inertia[cluster] += mass[body] * r * r;
        }
        for (cluster, closure) in self.closure.iter().enumerate() {
            self.coordinate[cluster] = match closure {
                Some(Closure { contact, kappa, .. }) => {
                    let terms = rows[*contact].terms().map(|(body, q)| (q * size[body]).abs());
                    (beta[*contact].abs() + terms.sum::<f64>()) / kappa.abs()
                }
                None => self.coordinate[cluster] / self.inertia[cluster],
            };
        }
        let coordinate = &self.coordinate;
        let ratio = &self.ratio;
        let cluster_of = &self.cluster_of;
        self.follow_sizes(|root| (ratio[root]).abs() * coordinate[cluster_of[root]], beta, size);
    }

    fn follow_sizes(&self, at_root: impl Fn(usize) -> f64, beta: &[f64], size: &mut [f64]) {
        for &root in &self.roots {
            size[root] = at_root(root);
        }
        for edge in &self.edges {
            let terms = beta[edge.contact].abs() + edge.q_parent.abs() * size[edge.parent];
            size[edge.child] = terms / edge.q_child.abs();
        }
    }

    /// Derives every body of a cluster from its root, so that stuck contacts hold exactly. `x` is any
    /// motion (velocity, acceleration, Taylor coefficient) and `beta` its offset per contact.
    pub fn follow(&self, beta: &[f64], x: &mut [f64]) {
        for edge in &self.edges {
            x[edge.child] = (beta[edge.contact] - edge.q_parent * x[edge.parent]) / edge.q_child;
        }
    }

    /// Completes a motion of which the roots of open clusters are given: closed clusters from their
    /// closing contact, every other body from its root.
    pub fn complete(&self, beta: &[f64], rows: &[Row], x: &mut [f64]) {
        for (closure, &root) in self.closure.iter().zip(&self.roots) {
            if closure.is_some() {
                x[root] = 0.0;
            }
        }
        self.follow(beta, x);
        for (closure, &root) in self.closure.iter().zip(&self.roots) {
            if let Some(Closure { contact, kappa, .. }) = *closure {
                x[root] = self.ratio[root] * (beta[contact] - rows[contact].apply(x)) / kappa;
            }
        }
        self.follow(beta, x);
    }

    /// Forces of the tree and closing contacts that balance `residual = f − K a − Σ_redundant Bᵀλ`,
    /// from the leaves to the root. Entries of redundant and slipping contacts are left alone.
    /// `rows` may be rows or contacts.
    pub fn tree_forces<R: AsRef<Row>>(&mut self, residual: &[f64], rows: &[R], lambda: &mut [f64]) {
        let Self { edges, roots, closure, ratio, cluster_of, pull, .. } = self;
        pull.copy_from_slice(residual);
        for (cluster, closure) in closure.iter().enumerate() {
            // A cycle carries what the whole cluster needs: Σ r g = κ λ.
            if let Some(Closure { contact, kappa, .. }) = *closure
                && rows[contact].as_ref().pair().is_some()
            {
                let members = cluster_of.iter().enumerate().filter(|(_, of)| **of == cluster);
                let needed: f64 = members.map(|(body, _)| ratio[body] * residual[body]).sum();
                lambda[contact] = needed / kappa;
                for (body, q) in rows[contact].as_ref().terms() {
                    pull[body] -= q * lambda[contact];
                }
            }
        }
        for edge in edges.iter().rev() {
            lambda[edge.contact] = pull[edge.child] / edge.q_child;
            pull[edge.parent] -= edge.q_parent * lambda[edge.contact];
        }
        for (cluster, closure) in closure.iter().enumerate() {
            // A contact with the ground carries what is left at the root.
            if let Some(Closure { contact, kappa, .. }) = *closure
                && rows[contact].as_ref().pair().is_none()
            {
                lambda[contact] = pull[roots[cluster]] / kappa;
            }
        }
    }
}
