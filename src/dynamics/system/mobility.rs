//! Mobility of rows: rates of their velocities per force.

use super::System;
use crate::gauss::Row;
use crate::gauss::clusters::Clusters;

impl System {
    /// Returns the rate of a row's velocity per force at it, B M⁻¹ Bᵀ, 1/kg, of the bodies with mass: what stuck contacts join
    /// moves with the mass of all, and what they hold does not.
    pub(in crate::dynamics) fn mobility(&self, clusters: &Clusters, row: &Row) -> f64 {
        let part = |(body, q): (usize, f64)| {
            let unknown = self.unknown_of(body)?;
            let cluster = clusters.cluster_of(unknown);
            if !clusters.is_single(cluster) {
                let [_, mass] = self.sums_of(clusters, cluster);
                let inverse = if moves(clusters, cluster, mass) { 1.0 / mass } else { 0.0 };
                return Some((cluster, q * clusters.ratio(unknown), inverse));
            }
            let inverse = self.blocks.inverse(unknown, unknown);
            let inverse = match inverse {
                Some(inverse) => inverse,
                None => 1.0 / self.mass_of(body)?,
            };
            Some((cluster, q, inverse))
        };
        let mut parts = row.terms().filter_map(part);
        match [parts.next(), parts.next()] {
            [Some((one, q, inverse)), Some((other, p, _))] if one == other => {
                (q + p) * (q + p) * inverse
            }
            each => {
                let own = each.into_iter().flatten().map(|(_, q, inverse)| q * q * inverse);
                own.sum::<f64>() + self.shared_mobility(clusters, row).unwrap_or(0.0)
            }
        }
    }

    /// Returns what the inertia that couples both bodies of a row adds to its mobility, 1/kg.
    fn shared_mobility(&self, clusters: &Clusters, row: &Row) -> Option<f64> {
        let (i, q_i, j, q_j) = row.pair()?;
        let [i, j] = [self.unknown_of(i)?, self.unknown_of(j)?];
        let both = [i, j].map(|unknown| clusters.is_single(clusters.cluster_of(unknown)));
        let inverse = self.blocks.inverse(i, j).filter(|_| both == [true; 2])?;
        Some(2.0 * q_i * q_j * inverse)
    }

    /// Returns the most that forces of one size on all bodies change the rate of a row's velocity by, 1/kg: what stuck contacts
    /// join moves with the mass of all, and what they hold does not.
    pub(in crate::dynamics) fn rate_by_force(&self, clusters: &Clusters, row: &Row) -> f64 {
        let mobility = |(body, q): (usize, f64)| {
            let unknown = self.unknown_of(body)?;
            let of_cluster = self.mobility_of(clusters, clusters.cluster_of(unknown));
            Some(q.abs() * clusters.ratio(unknown).abs() * of_cluster)
        };
        row.terms().filter_map(mobility).sum()
    }

    /// Calls `see` with each body that has mass and the most that such forces change the rate of its velocity by, 1/kg.
    pub(in crate::dynamics) fn each_rate_by_force(
        &self,
        clusters: &Clusters,
        mut see: impl FnMut(usize, f64),
    ) {
        for cluster in 0..clusters.count() {
            let of_cluster = self.mobility_of(clusters, cluster);
            for member in clusters.members(cluster) {
                see(self.body_of[member], clusters.ratio(member).abs() * of_cluster);
            }
        }
    }

    /// Returns the same of the coordinate of a cluster; 0 where it has no mass.
    fn mobility_of(&self, clusters: &Clusters, cluster: usize) -> f64 {
        let [by_ratio, mass] = self.sums_of(clusters, cluster);
        if moves(clusters, cluster, mass) { by_ratio / mass } else { 0.0 }
    }

    /// Returns the sum of the ratios of a cluster, and the mass of its coordinate, kg.
    fn sums_of(&self, clusters: &Clusters, cluster: usize) -> [f64; 2] {
        let share = |member: usize| {
            let ratio = clusters.ratio(member).abs();
            [ratio, ratio * ratio * self.least_mass(self.body_of[member]).unwrap_or(0.0)]
        };
        let members = clusters.members(cluster).map(share);
        members.fold([0.0; 2], |[sum, all], [ratio, mass]| [sum + ratio, all + mass])
    }
}

/// True if forces move a cluster of this mass, kg.
fn moves(clusters: &Clusters, cluster: usize, mass: f64) -> bool {
    mass > 0.0 && !clusters.is_held(cluster)
}
