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
            let coupled = self.blocks.inverse(unknown, unknown);
            Some(match coupled.filter(|_| clusters.is_single(cluster)) {
                Some(inverse) => (cluster, q, inverse),
                None => {
                    let [_, inverse] = self.sums_of(clusters, cluster);
                    (cluster, q * clusters.ratio(unknown), inverse)
                }
            })
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
            let [by_ratio, inverse] = self.sums_of(clusters, clusters.cluster_of(unknown));
            Some(q.abs() * clusters.ratio(unknown).abs() * by_ratio * inverse)
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
            let [by_ratio, inverse] = self.sums_of(clusters, cluster);
            for member in clusters.members(cluster) {
                see(self.body_of[member], clusters.ratio(member).abs() * by_ratio * inverse);
            }
        }
    }

    /// Returns the sum of the ratios of a cluster, and one over the mass of its coordinate, 1/kg: 0 where it is held, or has none.
    fn sums_of(&self, clusters: &Clusters, cluster: usize) -> [f64; 2] {
        let share = |member: usize| {
            let ratio = clusters.ratio(member).abs();
            [ratio, ratio * ratio * self.least_mass(self.body_of[member]).unwrap_or(0.0)]
        };
        let members = clusters.members(cluster).map(share);
        let [by_ratio, mass] =
            members.fold([0.0; 2], |[sum, all], [ratio, mass]| [sum + ratio, all + mass]);
        let moves = mass > 0.0 && !clusters.is_held(cluster);
        [by_ratio, if moves { 1.0 / mass } else { 0.0 }]
    }
}

#[cfg(test)]
mod tests {
    use crate::dynamics::system::System;
    use crate::dynamics::system::given::GivenValues;
    use crate::gauss::clusters::Clusters;

    /// 4 kg, and 0.5 kg that moves half as fast with it: 4 + 0.5/4 kg at the first. Held on the ground nothing moves; apart each moves by
    /// itself.
    #[test]
    fn joined_bodies_move_with_the_mass_of_all() {
        let text = "[model]\nname = \"Pair\"\n[body.heavy]\nmass = 4.0\n[body.light]\nmass = 0.5\n\
                    [contact.joint]\nbetween = [\"heavy\", \"light\"]\nratio = 2.0\nlaw = \"coulomb\"\nkineticFriction = 1.0\n\
                    [contact.floor]\nbetween = \"light\"\nlaw = \"coulomb\"\nkineticFriction = 1.0\n";
        let network = crate::network::read(text, "pair.toml").expect("valid");
        let mut system = System::default();
        let parameters = network.start_parameters();
        let given = GivenValues { parameters: &parameters, inputs: &[], rates: &[], motions: &[] };
        system.update(&network, &given).expect("no fault");
        let mut clusters = Clusters::default();
        let floor = system.contacts[1].row;
        for (stuck, exact, by_force) in [
            ([true, false], 0.25 / 4.125, 0.5 * 1.5 / 4.125),
            ([true, true], 0.0, 0.0),
            ([false, false], 2.0, 2.0),
        ] {
            clusters.build(2, &system.rows, &stuck);
            let found =
                [system.mobility(&clusters, &floor), system.rate_by_force(&clusters, &floor)];
            for (found, exact) in found.into_iter().zip([exact, by_force]) {
                assert!((found - exact).abs() < 1e-15, "{stuck:?}: {found} {exact}");
            }
        }
    }
}
