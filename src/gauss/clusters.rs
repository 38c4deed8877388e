//! Rigid clusters of a set of stuck contacts.
//!
//! Stuck contacts `B_c a = β_c` tie bodies together. Within a cluster every motion is
//! `a_i = r_i α + s_i`: one coordinate α (the motion of the root body), ratios `r` along a spanning
//! tree of contacts, and offsets `s` from the β. A contact that the tree does not need either *closes*
//! the cluster (ground contact, or a cycle whose ratios do not rescale to 1: it determines α) or is
//! *redundant* (it adds no rank, and its force is indeterminate).

use super::Row;

/// A cycle's closing coefficient below this fraction of its terms counts as zero: round-off of the
/// products of ratios along the cycle.
const CLOSURE_TOLERANCE: f64 = 1e-10;

#[derive(Clone, Copy, Debug)]
struct TreeEdge {
    contact: usize,
    child: usize,
    q_child: f64,
    parent: usize,
    q_parent: f64,
}

/// Spanning forest of the stuck contacts; buffers are reused by [`Clusters::build`].
#[derive(Clone, Debug, Default)]
pub struct Clusters {
    /// Tree edges in the order in which they were reached: parents before children.
    edges: Vec<TreeEdge>,
    cluster_of: Vec<usize>,
    ratio: Vec<f64>,
    /// Per cluster: root body.
    roots: Vec<usize>,
    /// Per cluster: the contact that determines α and its coefficient κ = q_i r_i + q_j r_j.
    closure: Vec<Option<(usize, f64)>>,
    redundant: Vec<usize>,
    /// Stuck contacts of each body, as ranges into `incident`.
    first_incident: Vec<usize>,
    incident: Vec<usize>,
    queue: Vec<usize>,
    in_tree: Vec<bool>,
    // Sums per cluster and per body used by `accelerate` and `tree_forces`.
    numerator: Vec<f64>,
    denominator: Vec<f64>,
    pull: Vec<f64>,
}

impl Clusters {
    /// Number of clusters, single bodies included.
    pub fn count(&self) -> usize {
        self.roots.len()
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

    /// Finds the clusters of the contacts with `stuck[c]`, for `bodies` bodies with unknown motion.
    /// A stuck row without a body of unknown motion is ignored.
    pub fn build(&mut self, bodies: usize, rows: &[Row], stuck: &[bool]) {
        self.index_incidence(bodies, rows, stuck);
        self.edges.clear();
        self.roots.clear();
        self.closure.clear();
        self.redundant.clear();
        self.cluster_of.clear();
        self.cluster_of.resize(bodies, usize::MAX);
        self.ratio.clear();
        self.ratio.resize(bodies, 1.0);
        self.in_tree.clear();
        self.in_tree.resize(rows.len(), false);
        for body in 0..bodies {
            if self.cluster_of[body] == usize::MAX {
                self.grow(body, rows);
            }
        }
        for (contact, row) in rows.iter().enumerate() {
            if stuck[contact] && !self.in_tree[contact] {
                self.close(contact, row);
            }
        }
        self.numerator.resize(self.roots.len(), 0.0);
        self.denominator.resize(self.roots.len(), 0.0);
        self.pull.resize(bodies, 0.0);
    }

    fn index_incidence(&mut self, bodies: usize, rows: &[Row], stuck: &[bool]) {
        self.first_incident.clear();
        self.first_incident.resize(bodies + 1, 0);
        let stuck_rows = || rows.iter().enumerate().filter(|(contact, _)| stuck[*contact]);
        for (_, row) in stuck_rows() {
            for (body, _) in row.terms() {
                self.first_incident[body + 1] += 1;
            }
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
    }

    /// Breadth-first spanning tree from `root`.
    fn grow(&mut self, root: usize, rows: &[Row]) {
        let cluster = self.roots.len();
        self.roots.push(root);
        self.closure.push(None);
        self.cluster_of[root] = cluster;
        self.queue.clear();
        self.queue.push(root);
        let mut head = 0;
        while head < self.queue.len() {
            let parent = self.queue[head];
            head += 1;
            for k in self.first_incident[parent]..self.first_incident[parent + 1] {
                let contact = self.incident[k];
                let row = &rows[contact];
                let (Some(i), Some(j)) = (row.i, row.j) else {
                    continue;
                };
                let (child, q_child, q_parent) =
                    if i == parent { (j, row.q_j, row.q_i) } else { (i, row.q_i, row.q_j) };
                if self.cluster_of[child] != usize::MAX {
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

    /// A stuck contact outside the tree determines α of its cluster or is redundant.
    fn close(&mut self, contact: usize, row: &Row) {
        let Some((body, _)) = row.terms().next() else {
            return;
        };
        let cluster = self.cluster_of[body];
        let (mut kappa, mut scale) = (0.0, 0.0);
        for (body, q) in row.terms() {
            kappa += q * self.ratio[body];
            scale += (q * self.ratio[body]).abs();
        }
        if self.closure[cluster].is_none() && kappa.abs() > CLOSURE_TOLERANCE * scale {
            self.closure[cluster] = Some((contact, kappa));
        } else {
            self.redundant.push(contact);
        }
    }

    /// Accelerations under forces `f` (all but those of stuck contacts): α of an open cluster is its
    /// mean `Σ r(f − m s)/Σ m r²`, of a closed one what its contact prescribes.
    pub fn accelerate(
        &mut self,
        mass: &[f64],
        force: &[f64],
        beta: &[f64],
        rows: &[Row],
        a: &mut [f64],
    ) {
        self.offsets(beta, a);
        self.numerator.fill(0.0);
        self.denominator.fill(0.0);
        for (body, &cluster) in self.cluster_of.iter().enumerate() {
            let r = self.ratio[body];
            self.numerator[cluster] += r * (force[body] - mass[body] * a[body]);
            self.denominator[cluster] += mass[body] * r * r;
        }
        for (cluster, closure) in self.closure.iter().enumerate() {
            let alpha = match *closure {
                Some((contact, kappa)) => (beta[contact] - rows[contact].apply(a)) / kappa,
                None => self.numerator[cluster] / self.denominator[cluster],
            };
            self.numerator[cluster] = alpha;
        }
        self.spread(beta, a);
    }

    /// Offsets `s` (the motion for α = 0).
    fn offsets(&self, beta: &[f64], a: &mut [f64]) {
        for &root in &self.roots {
            a[root] = 0.0;
        }
        self.follow(beta, a);
    }

    /// Sets every root to its α (held in `numerator`) and the rest from the stuck contacts.
    fn spread(&self, beta: &[f64], a: &mut [f64]) {
        for (cluster, &root) in self.roots.iter().enumerate() {
            a[root] = self.numerator[cluster];
        }
        self.follow(beta, a);
    }

    /// Derives every body of a cluster from its root, so that stuck contacts hold exactly. `x` is any
    /// motion (velocity, acceleration, Taylor coefficient) and `beta` its offset per contact.
    pub fn follow(&self, beta: &[f64], x: &mut [f64]) {
        for edge in &self.edges {
            x[edge.child] = (beta[edge.contact] - edge.q_parent * x[edge.parent]) / edge.q_child;
        }
    }

    /// Forces of the tree and closing contacts that balance `residual = f − K a − Σ_redundant Bᵀλ`,
    /// from the leaves to the root. Entries of redundant and slipping contacts are left alone.
    pub fn tree_forces(&mut self, residual: &[f64], rows: &[Row], lambda: &mut [f64]) {
        let Self { edges, roots, closure, ratio, cluster_of, pull, numerator, .. } = self;
        // A closing contact carries what the whole cluster needs: Σ r g = κ λ.
        numerator.fill(0.0);
        for (body, &g) in residual.iter().enumerate() {
            numerator[cluster_of[body]] += ratio[body] * g;
        }
        pull.copy_from_slice(residual);
        for cluster in 0..roots.len() {
            if let Some((contact, kappa)) = closure[cluster] {
                lambda[contact] = numerator[cluster] / kappa;
                for (body, q) in rows[contact].terms() {
                    pull[body] -= q * lambda[contact];
                }
            }
        }
        for edge in edges.iter().rev() {
            lambda[edge.contact] = pull[edge.child] / edge.q_child;
            pull[edge.parent] -= edge.q_parent * lambda[edge.contact];
        }
    }
}
