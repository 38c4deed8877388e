//! Coupled inertia and viscous forces between bodies: the metric of the principle is then no longer diagonal.
//!
//! ```text
//!   K' = K + Σ_c C_c B_cᵀ B_c
//! ```
//! Ground contacts stay on the diagonal; rows over two bodies, and entries of K beside its diagonal, are kept
//! here. In the coordinates α of the open clusters of stuck contacts, `a = r α + s`, the motion follows from
//!
//! ```text
//!   H α = Rᵀ (f' − K' s),   H = Rᵀ K' R
//! ```
//! which is sparse: a chain of bodies costs O(n). Without viscous forces H is the reduced mass matrix of the
//! clusters.

mod sizes;

use super::cholesky::Cholesky;
use super::clusters::Clusters;
use super::order::Order;
use super::{CoupledMass, Inertia, KernelError, Row};
use crate::tolerances::FEW_TERMS;

/// Coordinate of a closed cluster, which has none.
const CLOSED: usize = usize::MAX;

/// A viscous force between two bodies: its row and C.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Link {
    i: usize,
    q_i: f64,
    j: usize,
    q_j: f64,
    viscous: f64,
}

impl Link {
    fn row(&self) -> Row {
        Row { i: Some(self.i), q_i: self.q_i, j: Some(self.j), q_j: self.q_j }
    }

    fn drag(&self, a: &[f64]) -> f64 {
        self.viscous * (self.q_i * a[self.i] + self.q_j * a[self.j])
    }
}

/// Workspace of the metric K'; its buffers are reused.
#[derive(Clone, Debug, Default)]
pub struct Coupling {
    links: Vec<Link>,
    masses: Vec<CoupledMass>,
    order: Order,
    matrix: Cholesky,
    // Masses and links that are in the factor.
    factored: bool,
    of_mass: Vec<f64>,
    of_masses: Vec<CoupledMass>,
    of_links: Vec<Link>,
    /// Coordinate of each cluster, and of each body.
    of_cluster: Vec<usize>,
    coordinate: Vec<usize>,
    // Per coordinate: α or its load; sizes of the terms of the latter; a bound of what loads of size 1 move.
    alpha: Vec<f64>,
    extent: Vec<f64>,
    reach: Vec<f64>,
    /// True if that is known for the present factor.
    reaches: bool,
    // Per body: what is out of balance, and the sizes of its terms.
    imbalance: Vec<f64>,
    terms: Vec<f64>,
}

impl Coupling {
    /// Takes the entries of K beside its diagonal. No viscous force couples bodies yet.
    pub fn begin(&mut self, masses: &[CoupledMass]) {
        self.links.clear();
        self.masses.clear();
        self.masses.extend_from_slice(masses);
    }

    /// True where K' is diagonal.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.links.is_empty() && self.masses.is_empty()
    }

    /// Adds `C BᵀB` of a row over two bodies.
    pub(super) fn add(&mut self, (i, q_i, j, q_j): (usize, f64, usize, f64), viscous: f64) {
        self.links.push(Link { i, q_i, j, q_j, viscous });
    }

    /// Adds the diagonal of `ΣC BᵀB`.
    pub(super) fn add_diagonal(&self, diagonal: &mut [f64]) {
        for link in &self.links {
            diagonal[link.i] += link.viscous * link.q_i * link.q_i;
            diagonal[link.j] += link.viscous * link.q_j * link.q_j;
        }
    }

    /// Adds `ΣC BᵀB` and the entries of K beside its diagonal, with bodies at their places.
    pub(super) fn add_to(&self, matrix: &mut Cholesky, place: &[usize]) {
        for CoupledMass { i, j, mass } in &self.masses {
            matrix.add(place[*i], place[*j], *mass);
        }
        for Link { i, q_i, j, q_j, viscous } in &self.links {
            matrix.add(place[*i], place[*i], viscous * q_i * q_i);
            matrix.add(place[*j], place[*j], viscous * q_j * q_j);
            matrix.add(place[*i], place[*j], viscous * q_i * q_j);
        }
    }

    /// Ends the list of links; true if they and the masses are those of the factor.
    #[inline]
    pub fn keep_factor(&mut self, mass: &[f64]) -> bool {
        self.factored &=
            self.of_mass == mass && self.of_masses == self.masses && self.of_links == self.links;
        self.factored
    }

    /// True while the factor is that of the present clusters and masses.
    pub fn is_factored(&self) -> bool {
        self.factored
    }

    /// Drops the factor: the clusters have changed.
    pub fn drop_factor(&mut self) {
        self.factored = false;
    }

    /// Factors H for the present clusters, unless it is factored already. `rows` are those of all that couples bodies,
    /// stuck or not: contacts, links and, as [`CoupledMass::row`], coupled masses.
    ///
    /// # Errors
    /// [`KernelError::Singular`] with a body that nothing keeps from any motion.
    pub fn factor(
        &mut self,
        clusters: &Clusters,
        rows: &[Row],
        mass: &[f64],
    ) -> Result<(), KernelError> {
        if self.factored {
            return Ok(());
        }
        self.order.update(mass.len(), rows);
        self.number(clusters);
        for (body, mass) in mass.iter().enumerate() {
            let (k, ratio) = (self.coordinate[body], clusters.ratio(body));
            if k != CLOSED {
                self.matrix.add(k, k, mass * ratio * ratio);
            }
        }
        self.reduce_masses(clusters);
        self.reduce_links(clusters);
        self.matrix.factorise().map_err(|failed| {
            let body = self.coordinate.iter().position(|k| *k == failed);
            KernelError::Singular { body: body.unwrap_or(0) }
        })?;
        (self.factored, self.reaches) = (true, false);
        self.of_mass.clear();
        self.of_mass.extend_from_slice(mass);
        self.of_masses.clone_from(&self.masses);
        self.of_links.clone_from(&self.links);
        Ok(())
    }

    /// Adds to H the entries of K beside its diagonal.
    fn reduce_masses(&mut self, clusters: &Clusters) {
        for CoupledMass { i, j, mass } in &self.masses {
            let (k, l) = (self.coordinate[*i], self.coordinate[*j]);
            if k != CLOSED && l != CLOSED {
                let reduced = mass * clusters.ratio(*i) * clusters.ratio(*j);
                // Of a cluster both mirror images are on the diagonal.
                self.matrix.add(k, l, if k == l { 2.0 * reduced } else { reduced });
            }
        }
    }

    /// Adds to H the viscous forces between bodies.
    fn reduce_links(&mut self, clusters: &Clusters) {
        for link in &self.links {
            let (i, j) = (self.coordinate[link.i], self.coordinate[link.j]);
            let (q_i, q_j) = (link.q_i * clusters.ratio(link.i), link.q_j * clusters.ratio(link.j));
            if i == j {
                // Bodies of a cluster move as one: only an unbalanced row within it has a rate.
                if i != CLOSED {
                    let rate = clusters.within(&link.row());
                    self.matrix.add(i, i, link.viscous * rate * rate);
                }
                continue;
            }
            if i != CLOSED {
                self.matrix.add(i, i, link.viscous * q_i * q_i);
            }
            if j != CLOSED {
                self.matrix.add(j, j, link.viscous * q_j * q_j);
            }
            if i != CLOSED && j != CLOSED {
                self.matrix.add(i, j, link.viscous * q_i * q_j);
            }
        }
    }

    /// Numbers the coordinates in the order of elimination, and clears the matrix.
    fn number(&mut self, clusters: &Clusters) {
        let count = (0..clusters.count()).filter(|cluster| !clusters.is_closed(*cluster)).count();
        self.matrix.clear(count);
        self.of_cluster.clear();
        self.of_cluster.resize(clusters.count(), CLOSED);
        let mut next = count;
        for &body in self.order.sequence().iter().rev() {
            let cluster = clusters.cluster_of(body);
            if self.of_cluster[cluster] == CLOSED && !clusters.is_closed(cluster) {
                next -= 1;
                self.of_cluster[cluster] = next;
            }
        }
        self.coordinate.clear();
        let bodies = 0..self.order.sequence().len();
        self.coordinate.extend(bodies.map(|body| self.of_cluster[clusters.cluster_of(body)]));
    }

    /// Finds the motion under forces `force` (all but those of stuck contacts), after [`Coupling::factor`].
    pub fn accelerate(
        &mut self,
        clusters: &Clusters,
        mass: &[f64],
        force: &[f64],
        beta: &[f64],
        a: &mut [f64],
    ) {
        a[..mass.len()].fill(0.0);
        clusters.complete(beta, a);
        self.correct(clusters, mass, force, beta, a);
    }

    /// Moves open clusters by what is left unbalanced: after [`Coupling::accelerate`] its round-off.
    pub fn correct(
        &mut self,
        clusters: &Clusters,
        mass: &[f64],
        force: &[f64],
        beta: &[f64],
        a: &mut [f64],
    ) {
        let mut imbalance = std::mem::take(&mut self.imbalance);
        imbalance.resize(mass.len(), 0.0);
        self.balance(mass, force, a, &mut imbalance);
        self.assemble(clusters, &imbalance);
        self.imbalance = imbalance;
        for (load, extent) in self.alpha.iter_mut().zip(&self.extent) {
            if load.abs() <= FEW_TERMS * extent {
                *load = 0.0;
            }
        }
        self.matrix.solve(&mut self.alpha);
        for (cluster, k) in self.of_cluster.iter().enumerate() {
            if *k != CLOSED {
                let root = clusters.root(cluster);
                a[root] += clusters.ratio(root) * self.alpha[*k];
            }
        }
        clusters.follow(beta, a);
    }

    /// True if what the last [`Coupling::balance`] found is round-off for all open clusters.
    pub fn is_balanced(&mut self, clusters: &Clusters, imbalance: &[f64]) -> bool {
        self.assemble(clusters, imbalance);
        let loads = self.alpha.iter().zip(&self.extent);
        loads.fold(true, |balanced, (load, extent)| balanced & (load.abs() <= FEW_TERMS * extent))
    }

    /// Loads of the coordinates from what is out of balance, and the sizes of their terms.
    fn assemble(&mut self, clusters: &Clusters, force: &[f64]) {
        self.alpha.clear();
        self.alpha.resize(self.matrix.size(), 0.0);
        self.extent.clear();
        self.extent.resize(self.matrix.size(), 0.0);
        let bodies = self.coordinate.iter().zip(force).zip(&self.terms).enumerate();
        for (body, ((k, force), terms)) in bodies {
            if *k != CLOSED {
                let ratio = clusters.ratio(body);
                self.alpha[*k] += ratio * force;
                self.extent[*k] += ratio.abs() * terms;
            }
        }
    }

    /// Computes `f − K' a`
    pub fn imbalance_of(&self, mass: &[f64], force: &[f64], a: &[f64], out: &mut [f64]) {
        Inertia { diagonal: mass, coupled: &self.masses }.imbalance(force, a, out);
        for link in &self.links {
            let drag = link.drag(a);
            out[link.i] -= link.q_i * drag;
            out[link.j] -= link.q_j * drag;
        }
    }

    /// Computes `f − K' a`, and the sizes of its terms.
    pub fn balance(&mut self, mass: &[f64], force: &[f64], a: &[f64], out: &mut [f64]) {
        self.terms.resize(mass.len(), 0.0);
        let bodies = out.iter_mut().zip(&mut self.terms).zip(force).zip(mass).zip(a);
        for ((((out, terms), force), mass), a) in bodies {
            let drag = mass * a;
            *out = force - drag;
            *terms = force.abs() + drag.abs();
        }
        if a.iter().all(|a| *a == 0.0) {
            return;
        }
        for CoupledMass { i, j, mass } in &self.masses {
            let (of_i, of_j) = (mass * a[*i], mass * a[*j]);
            out[*i] -= of_j;
            out[*j] -= of_i;
            self.terms[*i] += of_j.abs();
            self.terms[*j] += of_i.abs();
        }
        for Link { i, q_i, j, q_j, viscous } in &self.links {
            let (first, second) = (q_i * a[*i], q_j * a[*j]);
            let drag = viscous * (first + second);
            out[*i] -= q_i * drag;
            out[*j] -= q_j * drag;
            let size = viscous * (first.abs() + second.abs());
            self.terms[*i] += q_i.abs() * size;
            self.terms[*j] += q_j.abs() * size;
        }
    }
}
