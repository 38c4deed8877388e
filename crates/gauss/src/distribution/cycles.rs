//! An orthonormal basis of the forces that balance each other, and the minimum without limits in it.

use super::Distribution;
use super::vectors::{dot, normalise, subtract};

impl Distribution {
    /// Makes an orthonormal basis, in units of F̄, of the forces in balance among themselves (Gram–Schmidt, twice).
    pub(super) fn span_cycles(&mut self, bodies: usize) {
        let size = self.members.len();
        self.cycles.clear();
        for (k, &weak) in self.weak.iter().enumerate() {
            self.residual.clear();
            self.residual.resize(bodies, 0.0);
            for (body, q) in self.rows[weak].terms() {
                self.residual[body] = -q;
            }
            self.cycle.clear();
            self.cycle.resize(self.rows.len(), 0.0);
            self.cycle[weak] = 1.0;
            self.forest.tree_forces(&self.residual, &mut self.cycle);
            let in_ranges = self.members.iter().zip(&self.range);
            self.cycles.extend(in_ranges.map(|(contact, range)| self.cycle[*contact] / range));
            let (basis, column) = self.cycles.split_at_mut(k * size);
            for _ in 0..2 {
                for unit in basis.chunks_exact(size) {
                    subtract(column, dot(unit, column), unit);
                }
                normalise(column);
            }
        }
    }

    pub(super) fn minimise_without_limits(&mut self, lambda: &[f64]) {
        let size = self.members.len();
        self.unlimited.clear();
        let in_ranges = self.members.iter().zip(&self.range);
        self.unlimited.extend(in_ranges.map(|(contact, range)| lambda[*contact] / range));
        for _ in 0..2 {
            for unit in self.cycles.chunks_exact(size) {
                let along = dot(unit, &self.unlimited);
                subtract(&mut self.unlimited, along, unit);
            }
        }
        self.usage.clear();
        self.usage.extend_from_slice(&self.unlimited);
    }
}
