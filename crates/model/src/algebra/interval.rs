//! Intervals [low, high] of real numbers and their arithmetic: where a value lies, whatever the arguments in a
//! range.
//!
//! R. E. Moore: Interval Analysis, Prentice-Hall 1966. Ends are not rounded outwards: sums, products and quotients
//! of numbers round monotonically, so that the values that are computed lie within, and other functions are off
//! by the last bits.

use std::f64::consts::{FRAC_PI_2, TAU};
use std::ops::{Add, Mul, Neg, Sub};

use super::functions::{One, Two};
use super::number::{Number, sign};

/// All numbers from `low` to `high`, both included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// −∞ where nothing bounds it.
    pub low: f64,
    /// ∞ where nothing bounds it.
    pub high: f64,
}

/// Interval of a value of which nothing is known.
pub const ALL: Interval = Interval { low: f64::NEG_INFINITY, high: f64::INFINITY };

impl Interval {
    /// Returns the interval between two numbers in either order; all numbers where one is none.
    pub fn between(a: f64, b: f64) -> Self {
        if a.is_nan() || b.is_nan() { ALL } else { Self { low: a.min(b), high: a.max(b) } }
    }

    /// Makes the interval of one number; all numbers for none.
    pub fn point(x: f64) -> Self {
        Self::between(x, x)
    }

    /// Returns the number, if it is but one.
    pub fn single(self) -> Option<f64> {
        (self.low == self.high).then_some(self.low)
    }

    /// Returns the largest magnitude.
    pub fn magnitude(self) -> f64 {
        self.low.abs().max(self.high.abs())
    }

    /// True if `x` lies strictly inside.
    pub fn surrounds(self, x: f64) -> bool {
        self.low < x && x < self.high
    }

    /// Returns the image of a function that rises or falls throughout.
    pub fn monotone(self, f: impl Fn(f64) -> f64) -> Self {
        Self::between(f(self.low), f(self.high))
    }

    /// Returns x², where both factors are the same number.
    pub fn square(self) -> Self {
        let ends = self.monotone(|x| x * x);
        if self.surrounds(0.0) { Self { low: 0.0, high: ends.high } } else { ends }
    }

    /// Returns 1/x; all numbers where x may be 0.
    pub fn inverse(self) -> Self {
        let safe = self.low > 0.0 || self.high < 0.0;
        if safe { self.monotone(|x| 1.0 / x) } else { ALL }
    }

    /// Returns its product with a number of any sign.
    pub fn scaled(self, factor: f64) -> Self {
        self * Self::point(factor)
    }

    /// Returns x to a constant power; where that is no whole one, of the part of it that is not negative.
    pub fn power(self, exponent: f64) -> Self {
        let whole = exponent.fract() == 0.0;
        if self.low < 0.0 && !whole && self.high >= 0.0 {
            return Self { low: 0.0, ..self }.power(exponent);
        }
        if (self.low < 0.0 && !whole) || (exponent < 0.0 && self.low <= 0.0 && self.high >= 0.0) {
            return ALL;
        }
        let ends = self.monotone(|x| libm::pow(x, exponent));
        let even = exponent % 2.0 == 0.0;
        if even && exponent > 0.0 && self.surrounds(0.0) { Self { low: 0.0, ..ends } } else { ends }
    }

    /// Returns sin x, of x in rad.
    pub fn sin(self) -> Self {
        // the next x ≥ low where the sine has an extreme value that is reached at `phase`
        let reaches = |phase: f64| phase + TAU * ((self.low - phase) / TAU).ceil() <= self.high;
        let ends = self.monotone(libm::sin);
        Self {
            low: if reaches(-FRAC_PI_2) { -1.0 } else { ends.low.max(-1.0) },
            high: if reaches(FRAC_PI_2) { 1.0 } else { ends.high.min(1.0) },
        }
    }

    /// Returns cos x, of x in rad.
    pub fn cos(self) -> Self {
        (self + Self::point(FRAC_PI_2)).sin()
    }

    /// Returns cosh x
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
        let products = [self.low, self.high]
            .map(|a| Self::between(product(a, other.low), product(a, other.high)));
        let [first, second] = products;
        Self { low: first.low.min(second.low), high: first.high.max(second.high) }
    }
}

/// Returns the product of two ends: an end at ∞ says that nothing bounds the numbers, each of which is finite, so that
/// 0 times it is 0.
fn product(a: f64, b: f64) -> f64 {
    let product = a * b;
    let zero = product.is_nan() && !a.is_nan() && !b.is_nan();
    if zero { 0.0 } else { product }
}

/// The interval of conditions that may hold or not.
const MAYBE: Interval = Interval { low: 0.0, high: 1.0 };

impl Interval {
    /// Returns the least interval around both.
    pub(crate) fn hull(self, other: Self) -> Self {
        let both = Self { low: self.low.min(other.low), high: self.high.max(other.high) };
        let unknown = self.low.is_nan() || other.low.is_nan();
        if unknown { ALL } else { both }
    }

    /// True if 0 or another number is one of it.
    pub fn contains(self, x: f64) -> bool {
        !(x < self.low || self.high < x)
    }

    /// Returns the part of it between two numbers; all numbers where there is none.
    fn within(self, low: f64, high: f64) -> Self {
        let (low, high) = (self.low.max(low), self.high.min(high));
        if low <= high { Self { low, high } } else { ALL }
    }

    fn abs(self) -> Self {
        if self.low >= 0.0 {
            self
        } else if self.high <= 0.0 {
            -self
        } else {
            Self { low: 0.0, high: self.magnitude() }
        }
    }

    fn condition(truth: Option<bool>) -> Self {
        truth.map_or(MAYBE, |truth| Self::point(f64::from(u8::from(truth))))
    }

    fn below(self, other: Self, or_equal: bool) -> Option<bool> {
        let holds = |a: f64, b: f64| if or_equal { a <= b } else { a < b };
        if holds(self.high, other.low) {
            Some(true)
        } else if holds(self.low, other.high) || self.low.is_nan() || other.low.is_nan() {
            None
        } else {
            Some(false)
        }
    }

    fn equals(self, other: Self) -> Option<bool> {
        match (self.single(), other.single()) {
            (Some(a), Some(b)) => Some(a == b),
            _ if self.high < other.low || other.high < self.low => Some(false),
            _ => None,
        }
    }

    fn to(self, exponent: Self) -> Self {
        match exponent.single() {
            Some(exponent) => self.power(exponent),
            None if self.low > 0.0 => (exponent * self.monotone(libm::log)).monotone(libm::exp),
            None => ALL,
        }
    }

    /// Returns the remainder on one turn; all of [0, b) where there are several.
    fn modulo(self, other: Self) -> Self {
        let whole = self.over(other).monotone(f64::floor);
        match whole.single() {
            Some(_) => self - other * whole,
            None => other.hull(Self::point(0.0)),
        }
    }
}

impl Number for Interval {
    fn constant(x: f64) -> Self {
        Self::point(x)
    }

    fn one(self, function: One) -> Self {
        match function {
            One::Negative => -self,
            One::Not => Self::condition(self.truth().map(|truth| !truth)),
            One::Abs => self.abs(),
            One::Acos | One::Asin => self.within(-1.0, 1.0).monotone(|x| x.one(function)),
            One::Cos => self.cos(),
            One::Cosh => self.cosh(),
            One::Ln | One::Log10 | One::Sqrt => {
                self.within(0.0, f64::INFINITY).monotone(|x| x.one(function))
            }
            One::Sign => self.monotone(sign),
            One::Sin => self.sin(),
            One::Tan => self.sin().over(self.cos()),
            One::Atan
            | One::Ceil
            | One::Exp
            | One::Expm1
            | One::Floor
            | One::Round
            | One::Sinh
            | One::Tanh => self.monotone(|x| x.one(function)),
        }
    }

    fn two(self, other: Self, function: Two) -> Self {
        let not = |truth: Option<bool>| truth.map(|truth| !truth);
        match function {
            Two::Or => Self::condition(match (self.truth(), other.truth()) {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (Some(false), Some(false)) => Some(false),
                _ => None,
            }),
            Two::And => Self::condition(match (self.truth(), other.truth()) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            }),
            Two::LessOrEqual => Self::condition(self.below(other, true)),
            Two::GreaterOrEqual => Self::condition(other.below(self, true)),
            Two::Less => Self::condition(self.below(other, false)),
            Two::Greater => Self::condition(other.below(self, false)),
            Two::Equal => Self::condition(self.equals(other)),
            Two::Unequal => Self::condition(not(self.equals(other))),
            Two::Plus => self + other,
            Two::Minus => self - other,
            Two::Times | Two::Chain => self * other,
            Two::Over => {
                let parted = !(other.low > 0.0 || other.high < 0.0);
                let ends = |x: f64| Self::between(x / other.low, x / other.high);
                if parted { ALL } else { ends(self.low).hull(ends(self.high)) }
            }
            Two::Modulo => self.modulo(other),
            Two::Power => self.to(other),
            Two::Atan2 => {
                let whole = other.low < 0.0 && self.contains(0.0);
                let ends = |x: f64| self.monotone(|y| libm::atan2(y, x));
                let turn = Self { low: -std::f64::consts::PI, high: std::f64::consts::PI };
                if whole { turn } else { ends(other.low).hull(ends(other.high)) }
            }
            Two::Hypot => (self.square() + other.square()).monotone(libm::sqrt),
            Two::Max => Self { low: self.low.max(other.low), high: self.high.max(other.high) },
            Two::Min => Self { low: self.low.min(other.low), high: self.high.min(other.high) },
        }
    }

    fn choose(self, then: Self, otherwise: Self) -> Self {
        match self.truth() {
            Some(true) => then,
            Some(false) => otherwise,
            None => then.hull(otherwise),
        }
    }

    fn truth(self) -> Option<bool> {
        match self.single() {
            Some(x) => Some(x != 0.0),
            None if self.contains(0.0) => None,
            None => Some(true),
        }
    }
}
