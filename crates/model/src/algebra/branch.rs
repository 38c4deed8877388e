//! The value of a formula on the branch that it has at another place: limits at a jump from either side, or a
//! branch of it continued beyond its end.
//!
//! Every decision (a comparison, a sign, the number that `floor` gives) is taken at the second place, the
//! values at the first. Where both are one place this is the plain value.

use std::f64::consts::TAU;

use super::functions::{One, Two};
use super::number::{Number, sign};

/// A number of a formula at one place, with the same number at the place whose decisions hold.
#[derive(Clone, Copy, Debug)]
pub struct Branch {
    /// The value on that branch.
    pub value: f64,
    /// The value at the place whose decisions hold.
    decides: f64,
}

impl Branch {
    /// Makes the value of a name at both places.
    pub fn new(value: f64, decides: f64) -> Self {
        Self { value, decides }
    }

    fn joined(self, other: Self, f: impl Fn(f64, f64) -> f64) -> Self {
        Self::new(f(self.value, other.value), f(self.decides, other.decides))
    }

    /// Returns a − b·n with the whole number n of the branch.
    fn modulo(self, other: Self) -> Self {
        let whole = (self.decides / other.decides).floor();
        self.joined(other, |a, b| a - b * whole)
    }

    /// Returns the angle; beyond ±π rather than on another turn than the branch.
    fn atan2(self, other: Self) -> Self {
        let Self { value, decides } = self.joined(other, libm::atan2);
        Self::new(value - TAU * ((value - decides) / TAU).round(), decides)
    }

    /// Returns this number or another, whichever the decisions take.
    fn either(self, other: Self, takes_this: bool) -> Self {
        if takes_this { self } else { other }
    }
}

impl Number for Branch {
    fn constant(x: f64) -> Self {
        Self::new(x, x)
    }

    fn one(self, function: One) -> Self {
        let Self { value, decides } = self;
        match function {
            _ if function.is_step() => Self::constant(decides.one(function)),
            One::Abs if sign(value) != sign(decides) => {
                Self::new(value * sign(decides), decides.abs())
            }
            _ => Self::new(value.one(function), decides.one(function)),
        }
    }

    fn two(self, other: Self, function: Two) -> Self {
        let (a, b) = (self.decides, other.decides);
        match function {
            _ if function.is_condition() => Self::constant(a.two(b, function)),
            Two::Modulo => self.modulo(other),
            Two::Atan2 => self.atan2(other),
            Two::Max => self.either(other, a >= b || b.is_nan()),
            Two::Min => self.either(other, a <= b || b.is_nan()),
            _ => self.joined(other, |a, b| a.two(b, function)),
        }
    }

    fn choose(self, then: Self, otherwise: Self) -> Self {
        then.either(otherwise, self.decides != 0.0)
    }

    fn truth(self) -> Option<bool> {
        Some(self.decides != 0.0)
    }

    /// Evaluates the value by itself: that nothing changes is no decision.
    fn times_change(self, change: Self) -> Self {
        self.joined(change, f64::times_change)
    }

    fn times_exponent_change(self, change: Self) -> Self {
        self.joined(change, f64::times_exponent_change)
    }
}
