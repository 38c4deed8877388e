//! Mobility of rows: rates of their velocities per force.

use super::System;
use crate::gauss::Row;
use crate::gauss::clusters::Clusters;

impl System {
    /// Returns the rate of a row's velocity per force at it, B M⁻¹ Bᵀ, 1/kg, of the bodies with mass.
    pub(in crate::dynamics) fn mobility(&self, row: &Row) -> f64 {
        let masses = row.terms().filter_map(|(body, q)| Some((body, q, self.mass_of(body)?)));
        let own = masses.map(|(body, q, mass)| {
            let unknown = self.unknown_of(body);
            let inverse = unknown.and_then(|unknown| self.blocks.inverse(unknown, unknown));
            q * q * inverse.unwrap_or(1.0 / mass)
        });
        let both = row.pair().and_then(|(i, q_i, j, q_j)| {
            let inverse = self.blocks.inverse(self.unknown_of(i)?, self.unknown_of(j)?)?;
            Some(2.0 * q_i * q_j * inverse)
        });
        own.sum::<f64>() + both.unwrap_or(0.0)
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
        let share = |member: usize| {
            let ratio = clusters.ratio(member).abs();
            [ratio, ratio * ratio * self.least_mass(self.body_of[member]).unwrap_or(0.0)]
        };
        let members = clusters.members(cluster).map(share);
        let [by_ratio, mass] =
            members.fold([0.0; 2], |[sum, all], [ratio, mass]| [sum + ratio, all + mass]);
        if mass > 0.0 && !clusters.is_held(cluster) { by_ratio / mass } else { 0.0 }
    }
}
