//! Velocities of massless bodies in fixed modes.
//!
//! Forces on a massless body balance at every instant. A cluster of stuck contacts that holds no mass
//! and that no contact ties to a known motion is *massless*: with the coordinate α of its motion and the
//! velocities of all other bodies known,
//!
//! ```text
//!   D α = Σ r f(α = 0),   D = Σ_e d_e ρ_e ρ_eᵀ
//! ```
//! where e runs over slipping contacts, dampers and damped springs, d is their viscous coefficient and ρ
//! their row in the coordinates (the kinetic models of Żardecki, *J. Theor. Appl. Mech.* 44, 2006: for
//! one body and one contact Cż = luz(F, FT0)). Every Taylor order of the velocities has the same D,
//! which is factored once for a set of modes.

use super::system::System;
use super::{ContactMode, SpringMode};
use crate::gauss::Row;
use crate::gauss::clusters::Clusters;
use crate::skyline::Skyline;

/// A damping of the motion of massless clusters: its row over their coordinates, and its coefficient.
#[derive(Clone, Copy, Debug)]
pub(super) struct Damping {
    pub row: Row,
    pub viscous: f64,
}

#[derive(Clone, Debug, Default)]
pub(super) struct AlgebraicVelocities {
    /// Coordinate of the massless cluster of each body with unknown motion.
    coordinate: Vec<Option<usize>>,
    /// Cluster of each coordinate.
    cluster: Vec<usize>,
    /// True for each cluster that holds a mass.
    heavy: Vec<bool>,
    /// Masses, with 1 in place of 0 in massless clusters, whose accelerations mean nothing.
    mass: Vec<f64>,
    dampings: Vec<Damping>,
    matrix: Skyline,
    /// Σ r f, then α.
    load: Vec<f64>,
    singular: Option<usize>,
}

impl AlgebraicVelocities {
    pub fn resize(&mut self, unknown: usize, elements: usize) {
        self.coordinate.resize(unknown, None);
        self.cluster.reserve_exact(unknown);
        self.heavy.reserve_exact(unknown);
        self.mass.reserve_exact(unknown);
        self.load.reserve_exact(unknown);
        self.dampings.reserve_exact(elements);
    }

    /// Finds the massless clusters.
    pub fn find(&mut self, system: &System, clusters: &Clusters) {
        self.cluster.clear();
        self.heavy.clear();
        self.heavy.resize(clusters.count(), false);
        for (unknown, mass) in system.mass.iter().enumerate() {
            self.heavy[clusters.cluster_of(unknown)] |= *mass > 0.0;
        }
        self.coordinate.fill(None);
        for cluster in 0..clusters.count() {
            if !self.heavy[cluster] && !clusters.is_closed(cluster) {
                self.coordinate[clusters.root(cluster)] = Some(self.cluster.len());
                self.cluster.push(cluster);
            }
        }
        self.mass.clear();
        for (unknown, mass) in system.mass.iter().enumerate() {
            let root = clusters.root(clusters.cluster_of(unknown));
            self.coordinate[unknown] = self.coordinate[root];
            self.mass.push(if self.coordinate[root].is_some() { 1.0 } else { *mass });
        }
    }

    /// Factors D for the given modes.
    pub fn factor(
        &mut self,
        system: &System,
        clusters: &Clusters,
        contact_modes: impl Iterator<Item = ContactMode>,
        spring_mode: &[SpringMode],
    ) {
        self.dampings.clear();
        for (contact, (entry, mode)) in system.contacts.iter().zip(contact_modes).enumerate() {
            if mode.slips() && entry.is_loaded() {
                self.damp(clusters, &system.rows[contact], entry.viscous());
            }
        }
        self.add_elements(system, clusters, spring_mode);
        self.matrix.shape(self.cluster.len(), self.dampings.iter().filter_map(|r| pair(&r.row)));
        for damping in &self.dampings {
            for (a, p) in damping.row.terms() {
                for (b, q) in damping.row.terms().filter(|(b, _)| *b <= a) {
                    self.matrix.add(a, b, damping.viscous * p * q);
                }
            }
        }
        self.singular = self.matrix.factor().err();
    }

    /// Adds the damping of dampers and of springs.
    fn add_elements(&mut self, system: &System, clusters: &Clusters, modes: &[SpringMode]) {
        for damper in &system.dampers {
            self.damp(clusters, &system.over_unknown(&damper.row), damper.damping);
        }
        for (spring, mode) in system.springs.iter().zip(modes) {
            if mode.acts() {
                self.damp(clusters, &system.over_unknown(&spring.row), spring.damping);
            }
        }
    }

    fn damp(&mut self, clusters: &Clusters, row: &Row, viscous: f64) {
        let row = self.reduced(clusters, row);
        if viscous > 0.0 && row.terms().next().is_some() {
            self.dampings.push(Damping { row, viscous });
        }
    }

    /// Returns a row over bodies with unknown motion as a row over the coordinates of massless clusters.
    pub fn reduced(&self, clusters: &Clusters, row: &Row) -> Row {
        let end = |body: Option<usize>, q: f64| {
            let coordinate = body.and_then(|body| self.coordinate[body]);
            (coordinate, body.map_or(0.0, |body| q * clusters.ratio(body)))
        };
        let ((i, q_i), (j, q_j)) = (end(row.i, row.q_i), end(row.j, row.q_j));
        match (i, j) {
            // A cluster moves as one: only an unbalanced row within it has a rate.
            (Some(first), Some(second)) if first == second => {
                Row { i, q_i: clusters.within(row), j: None, q_j: 0.0 }
            }
            _ => Row { i, q_i, j, q_j },
        }
    }

    /// Returns the number of coordinates.
    pub fn count(&self) -> usize {
        self.cluster.len()
    }

    /// Returns the dampings of massless clusters, as [`AlgebraicVelocities::factor`] found them.
    pub fn dampings(&self) -> &[Damping] {
        &self.dampings
    }

    /// True if a body with unknown motion is in a massless cluster.
    pub fn contains(&self, unknown: usize) -> bool {
        self.coordinate[unknown].is_some()
    }

    /// True if a cluster holds a mass.
    pub fn is_heavy(&self, cluster: usize) -> bool {
        self.heavy[cluster]
    }

    /// Masses with which clusters may be accelerated.
    pub fn mass(&self) -> &[f64] {
        &self.mass
    }

    /// Returns the coordinate of a massless cluster that nothing resists in the present modes.
    pub fn singular(&self) -> Option<usize> {
        self.singular
    }

    /// Returns the body with unknown motion that a massless cluster hangs from.
    pub fn root(&self, coordinate: usize, clusters: &Clusters) -> usize {
        clusters.root(self.cluster[coordinate])
    }

    /// Completes a motion with α = 0 on massless clusters: roots rest, the others follow. `x` holds the motion of all
    /// bodies with unknown motion, `beta` the offsets of contacts.
    pub fn rest(&self, clusters: &Clusters, beta: &[f64], x: &mut [f64]) {
        for &cluster in &self.cluster {
            x[clusters.root(cluster)] = 0.0;
        }
        clusters.follow(beta, x);
    }

    /// Assembles Σ r f of every massless cluster; `force` is per body.
    pub fn assemble(&mut self, system: &System, clusters: &Clusters, force: &[f64]) -> &[f64] {
        self.load.clear();
        self.load.resize(self.cluster.len(), 0.0);
        for (unknown, &body) in system.body_of.iter().enumerate() {
            if let Some(coordinate) = self.coordinate[unknown] {
                self.load[coordinate] += clusters.ratio(unknown) * force[body];
            }
        }
        &self.load
    }

    /// Solves for α of every massless cluster from its load; D must not be singular.
    pub fn solve(&mut self) {
        self.matrix.solve(&mut self.load);
    }

    /// Returns the motion r α of a massless body for given coordinates; none if there are none.
    pub fn add(&self, unknown: usize, clusters: &Clusters, alpha: &[f64]) -> Option<f64> {
        let alpha = alpha.get(self.coordinate[unknown]?).copied().unwrap_or(0.0);
        Some(clusters.ratio(unknown) * alpha)
    }

    /// Returns the motion r α that [`AlgebraicVelocities::solve`] found for a massless body, and the force D_αα α beside it.
    pub fn motion(&self, unknown: usize, clusters: &Clusters) -> Option<(f64, f64)> {
        let coordinate = self.coordinate[unknown]?;
        let alpha = self.load[coordinate];
        Some((clusters.ratio(unknown) * alpha, self.matrix.diagonal(coordinate) * alpha))
    }
}

/// Returns the coordinates that a row joins.
fn pair(row: &Row) -> Option<(usize, usize)> {
    row.pair().map(|(i, _, j, _)| (i, j))
}
