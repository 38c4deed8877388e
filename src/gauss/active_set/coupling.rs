//! Viscous forces between bodies: the metric of the principle is then no longer diagonal.
//!
//! ```text
//!   K' = diag(m) + Σ_c C_c B_cᵀ B_c
//! ```
//! Ground contacts stay on the diagonal; rows over two bodies are kept here. In the coordinates α of the
//! open clusters of stuck contacts, `a = r α + s`, the motion follows from
//!
//! ```text
//!   H α = Rᵀ (f' − K' s),   H = Rᵀ K' R
//! ```
//! which is sparse: a chain of bodies costs O(n).

use super::super::clusters::Clusters;
use super::super::skyline::Skyline;
use super::super::sparse::Sparse;
use super::super::{KernelError, Row};

/// Products of the factorisation within the skyline up to which it is used; elimination in an order that
/// keeps the factor sparse has to find that order first, whenever other contacts are stuck.
const NARROW: usize = 200_000;

const CLOSED: usize = usize::MAX;

/// A viscous force between two bodies: its row and C.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Link {
    row: Row,
    viscous: f64,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Coupling {
    links: Vec<Link>,
    /// Of each cluster: its coordinate.
    coordinate: Vec<usize>,
    /// Of each coordinate: the cluster.
    open: Vec<usize>,
    /// Links and inertias in the coordinates.
    reduced: Vec<Link>,
    inertia: Vec<f64>,
    narrow: bool,
    skyline: Skyline,
    sparse: Sparse,
    rows: Vec<Row>,
    weights: Vec<f64>,
    load: Vec<f64>,
    imbalance: Vec<f64>,
}

impl Coupling {
    pub fn clear(&mut self) {
        self.links.clear();
    }

    pub fn is_empty(&self) -> bool {
        self.links.is_empty()
    }

    /// Adds `C BᵀB` of a row over two bodies.
    pub fn add(&mut self, row: Row, viscous: f64) {
        self.links.push(Link { row, viscous });
    }

    /// Adds the diagonal of `ΣC BᵀB`.
    pub fn add_diagonal(&self, diagonal: &mut [f64]) {
        for link in &self.links {
            for (body, q) in link.row.terms() {
                diagonal[body] += link.viscous * q * q;
            }
        }
    }

    /// Factors H for the present clusters.
    ///
    /// # Errors
    /// [`KernelError::Singular`] with a body that nothing keeps from any motion.
    pub fn factor(&mut self, clusters: &Clusters, mass: &[f64]) -> Result<(), KernelError> {
        self.reduce(clusters, mass);
        let places = self.reduced.iter().filter_map(|link| link.row.pair());
        let size = self.open.len();
        self.skyline.shape(size, places.map(|(i, _, j, _)| (i, j)));
        self.narrow = self.skyline.products() <= NARROW;
        let failed = if self.narrow { self.factor_narrow() } else { self.factor_wide() };
        match failed {
            None => Ok(()),
            Some(coordinate) => {
                Err(KernelError::Singular { body: clusters.root(self.open[coordinate]) })
            }
        }
    }

    fn factor_narrow(&mut self) -> Option<usize> {
        for (coordinate, inertia) in self.inertia.iter().enumerate() {
            self.skyline.add(coordinate, coordinate, *inertia);
        }
        for link in &self.reduced {
            for (a, p) in link.row.terms() {
                for (b, q) in link.row.terms().filter(|(b, _)| *b <= a) {
                    self.skyline.add(a, b, link.viscous * p * q);
                }
            }
        }
        self.skyline.factor().err()
    }

    fn factor_wide(&mut self) -> Option<usize> {
        self.rows.clear();
        self.rows.extend(self.reduced.iter().map(|link| link.row));
        self.weights.clear();
        self.weights.extend(self.reduced.iter().map(|link| link.viscous));
        let done = self.sparse.update(self.open.len(), &self.rows)
            && self.sparse.factorise(&self.inertia, &self.weights);
        (!done).then_some(0)
    }

    /// Links and inertias in the coordinates of the open clusters.
    fn reduce(&mut self, clusters: &Clusters, mass: &[f64]) {
        self.open.clear();
        self.coordinate.clear();
        for cluster in 0..clusters.count() {
            let closed = clusters.is_closed(cluster);
            self.coordinate.push(if closed { CLOSED } else { self.open.len() });
            if !closed {
                self.open.push(cluster);
            }
        }
        self.inertia.clear();
        self.inertia.resize(self.open.len(), 0.0);
        let coordinate = |body: usize| self.coordinate[clusters.cluster_of(body)];
        for (body, mass) in mass.iter().enumerate() {
            if let Some(inertia) = self.inertia.get_mut(coordinate(body)) {
                *inertia += mass * clusters.ratio(body) * clusters.ratio(body);
            }
        }
        self.reduced.clear();
        for link in &self.links {
            let mut terms = link.row.terms().map(|(body, q)| {
                (Some(coordinate(body)).filter(|k| *k != CLOSED), q * clusters.ratio(body))
            });
            let (Some((i, q_i)), Some((j, q_j))) = (terms.next(), terms.next()) else { continue };
            let row = match (i, j) {
                (None, None) => continue,
                // Bodies of a cluster move as one: only an unbalanced row within it has a rate.
                (Some(first), Some(second)) if first == second => {
                    Row { i, q_i: clusters.within(&link.row), j: None, q_j: 0.0 }
                }
                _ => Row { i, q_i, j, q_j },
            };
            self.reduced.push(Link { row, viscous: link.viscous });
        }
    }

    /// Motion under forces `force` (all but those of stuck contacts), after [`Coupling::factor`]. A second
    /// pass takes what round-off of the first leaves unbalanced.
    pub fn accelerate(
        &mut self,
        clusters: &Clusters,
        mass: &[f64],
        force: &[f64],
        beta: &[f64],
        a: &mut [f64],
    ) {
        for &cluster in &self.open {
            a[clusters.root(cluster)] = 0.0;
        }
        clusters.complete(beta, a);
        let mut imbalance = std::mem::take(&mut self.imbalance);
        imbalance.resize(mass.len(), 0.0);
        for _ in 0..2 {
            self.imbalance_of(mass, force, a, &mut imbalance);
            self.gather(clusters, &imbalance);
            for (cluster, alpha) in self.open.iter().zip(&self.load) {
                let root = clusters.root(*cluster);
                a[root] += clusters.ratio(root) * alpha;
            }
            clusters.follow(beta, a);
        }
        self.imbalance = imbalance;
    }

    /// α under forces per body, in `load`.
    fn gather(&mut self, clusters: &Clusters, force: &[f64]) {
        self.load.clear();
        self.load.resize(self.open.len(), 0.0);
        for (body, force) in force.iter().enumerate() {
            let coordinate = self.coordinate[clusters.cluster_of(body)];
            if let Some(load) = self.load.get_mut(coordinate) {
                *load += clusters.ratio(body) * force;
            }
        }
        if self.narrow {
            self.skyline.solve(&mut self.load)
        } else {
            self.sparse.solve(&mut self.load)
        }
    }

    /// `f − K' a`
    pub fn imbalance_of(&self, mass: &[f64], force: &[f64], a: &[f64], out: &mut [f64]) {
        for (((out, force), mass), a) in out.iter_mut().zip(force).zip(mass).zip(a) {
            *out = force - mass * a;
        }
        for link in &self.links {
            let drag = link.viscous * link.row.apply(a);
            for (body, q) in link.row.terms() {
                out[body] -= q * drag;
            }
        }
    }

    /// Sizes of the terms of the motion: what forces of the size of all terms of the balance would move,
    /// and the motion itself. `force` holds the sizes of the terms of the forces.
    pub fn sizes(
        &mut self,
        clusters: &Clusters,
        mass: &[f64],
        force: &[f64],
        a: &[f64],
        size: &mut [f64],
    ) {
        let mut terms = std::mem::take(&mut self.imbalance);
        terms.clear();
        terms.extend(
            force.iter().zip(mass).zip(a).map(|((force, mass), a)| force + (mass * a).abs()),
        );
        for link in &self.links {
            let drag: f64 = link.row.terms().map(|(body, q)| (q * a[body]).abs()).sum();
            for (body, q) in link.row.terms() {
                terms[body] += (link.viscous * q * drag).abs();
            }
        }
        // Round-off of the balance of each body moves the others as a force would.
        for (body, term) in terms.iter_mut().enumerate() {
            *term *= clusters.ratio(body).signum();
        }
        self.gather(clusters, &terms);
        self.imbalance = terms;
        for (body, (size, a)) in size.iter_mut().zip(a).enumerate().take(mass.len()) {
            let coordinate = self.coordinate[clusters.cluster_of(body)];
            let moved = self.load.get(coordinate).map_or(0.0, |alpha| clusters.ratio(body) * alpha);
            *size = a.abs() + moved.abs();
        }
    }
}
