//! Sizes of Newton's corrections, in units of round-off.

use super::{Accuracy, Collocation, NODES};
use crate::dynamics::tolerances::OF_SUM;

impl Collocation {
    /// Returns the size of the last correction, 1 for round-off of its components, or of what these are at least, by their places
    /// among the corrections.
    pub(super) fn correction_size(&self, accuracy: &Accuracy, least: impl Fn(usize) -> f64) -> f64 {
        let corrections = self.correction.iter().enumerate();
        let worst = corrections.fold(0.0, |worst: f64, (k, correction)| {
            let scale = self.scale[k % self.components].max(least(k));
            let size = correction.abs() / (OF_SUM * scale);
            // NaN counts as too large; 0/0 is a component without motion.
            if *correction == 0.0 || size <= worst { worst } else { size }
        });
        worst.max(self.correction_of_rates(accuracy))
    }

    /// Returns the value of a velocity, by its place among the corrections, that the greatest force makes until it decays, or within
    /// the step: where forces cancel, it has their round-off. At most the one whose round-off is the permitted error.
    pub(super) fn forced(&self, accuracy: &Accuracy, place: usize, h: f64) -> f64 {
        let n = self.components;
        let (node, row) = (1 + place / n, place % n);
        let velocity = row.checked_sub(accuracy.positions.len());
        let Some(rate) = velocity.and_then(|k| accuracy.rates.get(k)) else { return 0.0 };
        let made = rate / self.jacobian[(node * n + row) * n + row].abs().max(1.0 / h);
        made.min(accuracy.relative / OF_SUM * self.scale[row])
    }

    /// Returns the size of what the last correction of velocities changes of their rates, 1 for round-off: beside steep friction,
    /// velocities that hardly move a position make great forces.
    fn correction_of_rates(&self, accuracy: &Accuracy) -> f64 {
        let n = self.components;
        let first = accuracy.positions.len();
        let velocities = first..first + accuracy.velocities.len();
        let places = (1..NODES).flat_map(|node| velocities.clone().map(move |row| (node, row)));
        let changes = places.map(|(node, row)| {
            let slopes = &self.jacobian[(node * n + row) * n..][..n];
            let correction = &self.correction[(node - 1) * n..][..n];
            let change = velocities.clone().map(|k| slopes[k] * correction[k]).sum::<f64>();
            let terms = slopes.iter().zip(&self.precise).map(|(slope, y)| slope.abs() * y);
            change.abs()
                / (OF_SUM * (accuracy.rates.get(row - first).unwrap_or(&0.0) + terms.sum::<f64>()))
        });
        // 0/0 is a velocity that nothing changes.
        changes.fold(0.0, f64::max)
    }
}
