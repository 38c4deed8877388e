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

mod forces;
mod forest;
mod incidence;
mod motion;

use super::Row;
use crate::tolerances::BALANCED_RATIOS;
use incidence::Incidence;

/// A stuck contact from which a body of a tree hangs, and the coefficients of its row.
#[derive(Clone, Copy, Debug)]
pub struct TreeEdge {
    /// The contact.
    pub contact: usize,
    /// The body that hangs.
    pub child: usize,
    /// Its coefficient.
    pub q_child: f64,
    /// The body that it hangs from.
    pub parent: usize,
    /// The coefficient of that.
    pub q_parent: f64,
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
    row: Row,
    kappa: f64,
    /// |κ| as a fraction of its terms.
    quality: f64,
    /// A contact of the root with the ground, not one that closes a cycle.
    ground: bool,
}

/// Spanning forest of the stuck contacts; buffers are reused by [`Clusters::build`].
#[derive(Clone, Debug, Default)]
pub struct Clusters {
    incidence: Incidence,
    /// Tree edges, cluster by cluster, parents before children.
    edges: Vec<TreeEdge>,
    /// Per cluster: its first edge.
    first_edge: Vec<usize>,
    /// Per body.
    cluster_of: Vec<usize>,
    ratio: Vec<f64>,
    /// Per cluster: root body.
    roots: Vec<usize>,
    closure: Vec<Option<Closure>>,
    redundant: Vec<usize>,
    queue: Vec<usize>,
    in_tree: Vec<bool>,
    /// Per body: what `tree_forces` still has to balance.
    pull: Vec<f64>,
    reversed: Vec<TreeEdge>,
    /// The set whose forest this is, and whether its trees hang from where they grew, with the rows last loaded.
    of: Vec<bool>,
    as_grown: bool,
}

impl Clusters {
    /// Returns the number of clusters, single bodies included.
    #[inline]
    pub fn count(&self) -> usize {
        self.roots.len()
    }

    /// Returns the set of contacts whose clusters these are.
    #[inline]
    pub fn stuck(&self) -> &[bool] {
        &self.of
    }

    /// Returns the number of bodies.
    pub(super) fn bodies(&self) -> usize {
        self.cluster_of.len()
    }

    /// Returns the cluster of a body.
    #[inline]
    pub fn cluster_of(&self, body: usize) -> usize {
        self.cluster_of[body]
    }

    /// True if α of the cluster is determined by its contacts (ground, moving surface, unbalanced cycle).
    #[inline]
    pub fn is_closed(&self, cluster: usize) -> bool {
        self.closure[cluster].is_some()
    }

    /// True if the cluster is held by a contact with a known motion.
    #[inline]
    pub fn is_held(&self, cluster: usize) -> bool {
        self.closure[cluster].is_some_and(|closure| closure.ground)
    }

    /// Returns the contact by which the ground holds a cluster, the body there, and κ.
    pub fn hold(&self, cluster: usize) -> Option<(usize, usize, f64)> {
        let closure = self.closure[cluster].filter(|closure| closure.ground)?;
        Some((closure.contact, self.roots[cluster], closure.kappa))
    }

    /// Returns the edges of all trees, parents before children.
    pub fn edges(&self) -> &[TreeEdge] {
        &self.edges
    }

    /// True if the cluster is one body, which nothing holds.
    #[inline]
    pub fn is_single(&self, cluster: usize) -> bool {
        self.edges_of(cluster).is_empty() && self.closure[cluster].is_none()
    }

    /// Returns the stuck contacts that add no rank, in the order of contacts; empty iff λ is determinate.
    #[inline]
    pub fn redundant(&self) -> &[usize] {
        &self.redundant
    }

    /// Returns the rank of the stuck rows.
    pub fn rank(&self) -> usize {
        self.edges.len() + self.closure.iter().flatten().count()
    }

    /// Returns the body that a cluster hangs from.
    #[inline]
    pub fn root(&self, cluster: usize) -> usize {
        self.roots[cluster]
    }

    /// Returns the coefficient of a row within one cluster, `Σ q r`; 0 if it balances but for round-off.
    #[inline]
    pub fn within(&self, row: &Row) -> f64 {
        let (kappa, size) = self.kappa(row);
        if kappa.abs() <= BALANCED_RATIOS * size { 0.0 } else { kappa }
    }

    /// Returns the ratio of a body's motion to the coordinate of its cluster.
    #[inline]
    pub fn ratio(&self, body: usize) -> f64 {
        self.ratio[body]
    }

    /// Returns the tree edges, parents before children: child and parent.
    pub(super) fn branches(&self) -> impl DoubleEndedIterator<Item = (usize, usize)> + '_ {
        self.edges.iter().map(|edge| (edge.child, edge.parent))
    }

    /// True if a cycle whose ratios do not rescale to 1 closes a cluster.
    pub(super) fn has_unbalanced_cycle(&self) -> bool {
        self.closure.iter().flatten().any(|closure| !closure.ground)
    }

    /// Returns the coefficient of a row within its cluster, `κ = Σ q r`, and the size of its terms, `Σ |q r|`.
    fn kappa(&self, row: &Row) -> (f64, f64) {
        row.terms().fold((0.0, 0.0), |(kappa, size), (body, q)| {
            let term = q * self.ratio[body];
            (kappa + term, size + term.abs())
        })
    }

    /// True if a further row is a linear combination of the stuck ones.
    pub fn spans(&self, row: &Row) -> bool {
        let Some((i, _, j, _)) = row.pair() else {
            return row.terms().all(|(body, _)| self.is_closed(self.cluster_of[body]));
        };
        let (first, second) = (self.cluster_of[i], self.cluster_of[j]);
        if first != second {
            return self.is_closed(first) && self.is_closed(second);
        }
        let (kappa, size) = self.kappa(row);
        self.is_closed(first) || kappa.abs() <= BALANCED_RATIOS * size
    }

    /// Returns the bodies of a cluster, its root first.
    pub fn members(&self, cluster: usize) -> impl Iterator<Item = usize> + '_ {
        let children = self.edges[self.edges_of(cluster)].iter().map(|edge| edge.child);
        std::iter::once(self.roots[cluster]).chain(children)
    }

    /// Returns the tree edges of a cluster.
    fn edges_of(&self, cluster: usize) -> std::ops::Range<usize> {
        let end = self.first_edge.get(cluster + 1).copied().unwrap_or(self.edges.len());
        self.first_edge[cluster]..end
    }
}
