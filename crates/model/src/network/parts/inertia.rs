//! Entries of blocks of the mass matrix.

use super::{Inertia, InertiaEntries};
use crate::network::model::{Body, BodyKind, InputId, ParameterId};

impl Inertia {
    /// Returns the parameter that is an entry of the matrix, among these bodies; None of one that is given by its inverse.
    pub fn mass(&self, bodies: &[Body], row: usize, column: usize) -> Option<ParameterId> {
        let InertiaEntries::Matrix(entries) = &self.entries else { return None };
        let (k, l) = (row.min(column), row.max(column));
        if k == l {
            let BodyKind::Free { mass, .. } = bodies[self.bodies[k]].kind else { return None };
            return Some(mass);
        }
        let before = k * self.bodies.len() - k * (k + 1) / 2;
        Some(entries[before + l - k - 1])
    }

    /// Returns the input that is an entry of the inverse matrix; None of one that is given by the matrix.
    pub fn inverse(&self, row: usize, column: usize) -> Option<InputId> {
        let InertiaEntries::Inverse(entries) = &self.entries else { return None };
        let (k, l) = (row.min(column), row.max(column));
        let before = k * self.bodies.len() - k * k.saturating_sub(1) / 2;
        Some(entries[before + l - k])
    }
}
