//! Intervals [low, high] of real numbers and their arithmetic: where a value lies, whatever the time in a span.
//!
//! R. E. Moore: Interval Analysis, Prentice-Hall 1966. Ends are not rounded outwards: what they decide is located
//! to the last bits of a double anyway.

use std::f64::consts::{FRAC_PI_2, TAU};
use std::ops::{Add, Mul, Neg, Sub};

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    pub low: f64,
    pub high: f64,
}

/// Nothing is known.
pub const ALL: Interval = Interval { low: f64::NEG_INFINITY, high: f64::INFINITY };

impl Interval {
    /// The interval between two numbers in either order; all numbers where one is none.
    pub fn between(a: f64, b: f64) -> Self {
        if a.is_nan() || b.is_nan() { ALL } else { Self { low: a.min(b), high: a.max(b) } }
    }

    pub fn point(x: f64) -> Self {
        Self::between(x, x)
    }

    /// The number, if it is but one.
    pub fn single(self) -> Option<f64> {
        (self.low == self.high).then_some(self.low)
    }

    /// Largest magnitude.
    pub fn magnitude(self) -> f64 {
        self.low.abs().max(self.high.abs())
    }

    /// Whether `x` lies strictly inside.
    pub fn surrounds(self, x: f64) -> bool {
        self.low < x && x < self.high
    }

    /// The image of a function that rises or falls throughout.
    pub fn monotone(self, f: impl Fn(f64) -> f64) -> Self {
        Self::between(f(self.low), f(self.high))
    }

    pub fn square(self) -> Self {
        let ends = self.monotone(|x| x * x);
        if self.surrounds(0.0) { Self { low: 0.0, high: ends.high } } else { ends }
    }

    /// 1/x; all numbers where x may be 0.
    pub fn inverse(self) -> Self {
        let safe = self.low > 0.0 || self.high < 0.0;
        if safe { self.monotone(|x| 1.0 / x) } else { ALL }
    }

    pub fn scaled(self, factor: f64) -> Self {
        self * Self::point(factor)
    }

    /// x to a constant power.
    pub fn power(self, exponent: f64) -> Self {
        let whole = exponent.fract() == 0.0;
        if (self.low < 0.0 && !whole) || (exponent < 0.0 && self.low <= 0.0 && self.high >= 0.0) {
            return ALL;
        }
        let ends = self.monotone(|x| libm::pow(x, exponent));
        let even = exponent % 2.0 == 0.0;
        if even && exponent > 0.0 && self.surrounds(0.0) { Self { low: 0.0, ..ends } } else { ends }
    }

    pub fn sin(self) -> Self {
        // the next x ≥ low where the sine has an extreme value that is reached at `phase`
        let reaches = |phase: f64| phase + TAU * ((self.low - phase) / TAU).ceil() <= self.high;
        let ends = self.monotone(libm::sin);
        Self {
            low: if reaches(-FRAC_PI_2) { -1.0 } else { ends.low.max(-1.0) },
            high: if reaches(FRAC_PI_2) { 1.0 } else { ends.high.min(1.0) },
        }
    }

    pub fn cos(self) -> Self {
        (self + Self::point(FRAC_PI_2)).sin()
    }

    pub fn cosh(self) -> Self {
        let ends = self.monotone(libm::cosh);
        if self.surrounds(0.0) { Self { low: 1.0, ..ends } } else { ends }
    }
}

impl Neg for Interval {
    type Output = Self;

    fn neg(self) -> Self {
        Self { low: -self.high, high: -self.low }
    }
}

impl Add for Interval {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let (low, high) = (self.low + other.low, self.high + other.high);
        if low.is_nan() || high.is_nan() { ALL } else { Self { low, high } }
    }
}

impl Sub for Interval {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for Interval {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        let zero = Self { low: 0.0, high: 0.0 };
        if self == zero || other == zero {
            return zero;
        }
        let products = [self.low, self.high].map(|a| Self::between(a * other.low, a * other.high));
        let [first, second] = products;
        Self { low: first.low.min(second.low), high: first.high.max(second.high) }
    }
}
