//! Force of a kind of characteristic, and its number in a network file.

use crate::network::axis::AxisWords;
use crate::network::units::PhysicalUnit;

/// Number of a kind in a network file.
pub struct Key {
    pub name: &'static str,
    /// Description of its variable.
    pub text: &'static str,
    pub unit: fn(&AxisWords) -> PhysicalUnit,
}

/// Force g(e) of one kind, N or N·m, of a deflection e from where the spring is free, m or rad; 0 at 0.
pub(super) trait Curve {
    /// Keys of its numbers, in their order; a spring of this kind has all of them.
    const KEYS: &'static [Key];

    /// Factor of g among its numbers, and what it multiplies, as a text in which {} is e.
    const TERM: (usize, &'static str);

    /// True if g is 0 for all deflections.
    fn is_zero(&self) -> bool;

    /// Returns g(e).
    fn force(&self, e: f64) -> f64;

    /// Returns g′(e), N/m or N·m/rad.
    fn slope(&self, e: f64) -> f64;

    /// Returns ∫₀ᵉ g, J.
    fn potential(&self, e: f64) -> f64;

    /// Returns the discrete gradient of ½k·e² + ∫g between two deflections, and its derivative by the second one.
    fn mean_force(&self, stiffness: f64, ends: (f64, f64)) -> [f64; 2];

    /// True if g never falls as e rises.
    fn is_convex(&self) -> bool;

    /// Returns the least slope, ≥ 0, of lines from any deflection within ±`range` that lie above the discrete gradient of g
    /// as far as ±`range`.
    fn bounding_slope(&self, range: f64) -> f64;

    /// Returns the change of g(e) by changes of its numbers, e being what it is.
    fn force_change(&self, by: &Self, e: f64) -> f64;

    /// Returns the change of g′(e) by changes of its numbers and of e.
    fn slope_change(&self, by: &Self, e: f64, e_by: f64) -> f64;

    /// Returns Taylor coefficient k of a series that [`Curve::term`] needs beside that of e.
    fn auxiliary_term(
        &self,
        e: impl Fn(usize) -> f64,
        auxiliary: impl Fn(usize) -> f64,
        k: usize,
    ) -> f64;

    /// Returns Taylor coefficient k of g along series of e and of the auxiliary, both of which are there up to k.
    fn term(&self, e: impl Fn(usize) -> f64, auxiliary: impl Fn(usize) -> f64, k: usize) -> f64;
}

/// Returns coefficient k of the product of two series.
pub(super) fn product_term(a: impl Fn(usize) -> f64, b: impl Fn(usize) -> f64, k: usize) -> f64 {
    (0..=k).map(|n| a(n) * b(k - n)).sum()
}
