//! Mobility of rows: rates of their velocities per force.

use super::System;
use crate::gauss::Row;

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

    /// Returns the most that a force on each body changes the rate of a row's velocity by, 1/kg.
    pub(in crate::dynamics) fn rate_by_force(&self, row: &Row) -> f64 {
        let masses = row.terms().filter_map(|(body, q)| Some((q, 1.0 / self.least_mass(body)?)));
        masses.map(|(q, inverse)| q.abs() * inverse).sum()
    }
}
