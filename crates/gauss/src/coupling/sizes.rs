//! Sizes of the terms that make the motion: its round-off is a small multiple of ε times these.

use super::super::clusters::Clusters;
use super::{CLOSED, Coupling};

impl Coupling {
    /// Sizes of the terms of the motion: the motion itself, and what forces of the sizes of all terms of
    /// the balance would move at most. `force` holds the sizes of the terms of the forces.
    pub(in super::super) fn sizes(
        &mut self,
        clusters: &Clusters,
        mass: &[f64],
        force: &[f64],
        a: &[f64],
        size: &mut [f64],
    ) {
        let mut imbalance = std::mem::take(&mut self.imbalance);
        imbalance.resize(mass.len(), 0.0);
        self.balance(mass, force, a, &mut imbalance);
        self.assemble(clusters, force);
        self.imbalance = imbalance;
        self.matrix.bound(&mut self.extent);
        for (body, (size, a)) in size.iter_mut().zip(a).enumerate().take(mass.len()) {
            let k = self.coordinate[body];
            let moved = if k == CLOSED { 0.0 } else { clusters.ratio(body).abs() * self.extent[k] };
            *size = a.abs() + moved;
        }
    }

    /// Finds bounds no less than [`Coupling::sizes`], for the motion of the last [`Coupling::balance`].
    pub(in super::super) fn bound_sizes(
        &mut self,
        clusters: &Clusters,
        force: &[f64],
        a: &[f64],
        size: &mut [f64],
    ) {
        if !std::mem::replace(&mut self.reaches, true) {
            self.reach.clear();
            self.reach.resize(self.matrix.size(), 1.0);
            self.matrix.bound(&mut self.reach);
        }
        self.extent.clear();
        self.extent.resize(self.matrix.size(), 0.0);
        let bodies = self.coordinate.iter().zip(force).zip(&self.terms).enumerate();
        for (body, ((k, force), terms)) in bodies.filter(|(_, ((k, _), _))| **k != CLOSED) {
            // Terms have the sum of all forces, `force` the sizes of its parts.
            self.extent[*k] += clusters.ratio(body).abs() * (force + terms);
        }
        let greatest = self.extent.iter().fold(0.0f64, |most, extent| most.max(*extent));
        for (body, (k, size)) in self.coordinate.iter().zip(size).enumerate() {
            let moved =
                if *k == CLOSED { 0.0 } else { clusters.ratio(body).abs() * self.reach[*k] };
            *size = a[body].abs() + moved * greatest;
        }
    }
}
