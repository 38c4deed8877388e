//! The dry part of a friction law: the magnitude f of the friction force against slip of speed x = |w|, in
//! each direction. Forces are −f and f; the viscous part, the normal load that multiplies coefficients and
//! regularisations are added by [`super::Law`].

use super::Direction;
use super::declaration::Values;
use super::reach::Reach;
use super::taylor::{Coefficients, ORDERS};

/// What a law sees of its contact beside the slip velocity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Conditions {
    /// Normal load, ≥ 0; 1 where the law's numbers are forces.
    pub load: f64,
    /// The greater of the speeds of both ends, max(|v|, |rω|).
    pub speed: f64,
}

impl Conditions {
    /// Of a law whose numbers are forces.
    pub const UNLOADED: Self = Self { load: 1.0, speed: 0.0 };

    pub fn under(load: f64) -> Self {
        Self { load, speed: 0.0 }
    }
}

/// Quantity whose values part the pieces on which a law is smooth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument {
    /// x = |w|
    Slip,
    /// The normal load.
    Load,
    /// x over the speed of the faster end.
    SlipRatio,
}

/// Series along which a law is expanded, of at least the orders 0..=k.
#[derive(Clone, Copy, Debug)]
pub(super) struct Along<'s> {
    pub direction: Direction,
    /// A value of the argument within the piece.
    pub inside: f64,
    /// x(τ) = |w(τ)|
    pub slip: &'s [f64],
    pub load: &'s [f64],
    pub speed: &'s [f64],
}

/// A place at which a law changes with its numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    pub direction: Direction,
    /// |w|
    pub x: f64,
    /// A value of the argument within the piece.
    pub inside: f64,
    pub load: f64,
    pub speed: f64,
    /// Change of the load.
    pub load_change: f64,
}

/// Series of auxiliary quantities of a law, kept from order to order.
#[derive(Clone, Debug)]
pub(super) struct Work {
    /// Piece of a law that looks it up, found at order 0.
    pub segment: usize,
    pub series: [Coefficients; 3],
}

impl Default for Work {
    fn default() -> Self {
        Self { segment: 0, series: [[0.0; ORDERS]; 3] }
    }
}

pub(super) trait Dry {
    /// Greatest friction while stuck; not below f at x = 0.
    fn static_limit(&self, direction: Direction, at: Conditions) -> f64;

    /// f and ∂f/∂x at x ≥ 0, at a kink those right of it.
    fn magnitude(&self, direction: Direction, x: f64, at: Conditions) -> (f64, f64);

    /// Adds the values of the argument at which f is not smooth, in order, all > 0.
    fn kinks(&self, _direction: Direction, _into: &mut Vec<f64>) {}

    /// Coefficient k of f along series; `work` is what the calls for 0..k left.
    fn coefficient(&self, along: &Along, k: usize, work: &mut Work) -> f64;

    /// Whether the values of f at a few places of a range tell it there.
    fn is_told(&self, _reach: &Reach) -> bool {
        true
    }

    /// Whether f is a linear function of x on each piece.
    fn is_linear(&self) -> bool {
        false
    }

    /// Change of f at a place with the numbers `values`, changed by `by`; with the load too, of a function of it.
    fn change(&self, spot: &Spot, values: Values, by: Values) -> f64;

    /// The same of the static limit.
    fn limit_change(&self, spot: &Spot, values: Values, by: Values) -> f64;

    /// Lower bound of ∂f/∂x over x ≥ 0 and both directions, with a load of 1.
    fn least_slope(&self) -> f64;
}

/// Coefficient k of a constant.
pub(super) fn constant(value: f64, k: usize) -> f64 {
    if k == 0 { value } else { 0.0 }
}
