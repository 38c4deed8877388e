//! Cubic stiffness, as of Duffing's oscillator: g(e) = k3·e³.

use serde::{Deserialize, Serialize};

use super::curve::{Curve, Key, product_term};

/// k3, N/m³ or N·m/rad³.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cubic<P>(pub [P; 1]);

impl Curve for Cubic<f64> {
    const KEYS: &'static [Key] =
        &[Key { name: "cubic", text: "cubic stiffness", unit: |words| words.cubic_unit }];

    const TERM: (usize, &'static str) = (0, "({})³");

    fn is_zero(&self) -> bool {
        self.0[0] == 0.0
    }

    fn force(&self, e: f64) -> f64 {
        self.0[0] * e * e * e
    }

    fn slope(&self, e: f64) -> f64 {
        3.0 * (self.0[0] * e * e)
    }

    fn potential(&self, e: f64) -> f64 {
        0.25 * self.0[0] * e * e * e * e
    }

    fn mean_force(&self, stiffness: f64, (start, end): (f64, f64)) -> [f64; 2] {
        let quarter = 0.25 * self.0[0];
        let secant = 0.5 * stiffness + quarter * (start * start + end * end);
        let slope =
            0.5 * stiffness + quarter * (start * start + 2.0 * start * end + 3.0 * end * end);
        [(start + end) * secant, slope]
    }

    fn is_convex(&self) -> bool {
        self.0[0] >= 0.0
    }

    fn bounding_slope(&self, range: f64) -> f64 {
        1.5 * self.0[0].max(0.0) * range * range
    }

    fn force_change(&self, by: &Self, e: f64) -> f64 {
        by.force(e)
    }

    fn slope_change(&self, by: &Self, e: f64, e_by: f64) -> f64 {
        (3.0 * by.0[0] * e + 6.0 * self.0[0] * e_by) * e
    }

    /// The auxiliary is e².
    fn auxiliary_term(&self, e: impl Fn(usize) -> f64, _: impl Fn(usize) -> f64, k: usize) -> f64 {
        product_term(&e, &e, k)
    }

    fn term(&self, e: impl Fn(usize) -> f64, square: impl Fn(usize) -> f64, k: usize) -> f64 {
        self.0[0] * product_term(square, e, k)
    }
}
