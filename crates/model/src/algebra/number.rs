//! Kinds of values to which formulas are evaluated. The functions come from `libm`, so that a result does not depend on the
//! platform.

use super::functions::{One, Two};

/// Numbers below this one have lost some of their digits; quotients by more than its reciprocal have.
pub(super) const ENDED: f64 = f64::MIN_POSITIVE / f64::EPSILON;

/// A kind of values with which a formula can be evaluated.
pub trait Number: Copy {
    /// Makes a number of the text, which changes with nothing.
    fn constant(x: f64) -> Self;
    /// Returns a function of it.
    fn one(self, function: One) -> Self;
    /// Returns a function of it and another one, in this order.
    fn two(self, other: Self, function: Two) -> Self;
    /// Returns `if(self, then, otherwise)`
    fn choose(self, then: Self, otherwise: Self) -> Self;
    /// True if a condition holds: not 0. None where that is not certain.
    fn truth(self) -> Option<bool>;

    /// True if there is a value: not where an operation has none. What is no single number has one.
    fn needs_few_samples(self) -> bool {
        true
    }

    /// Returns a slope times a change of its argument: 0 where nothing changes, even if the slope has no bound.
    fn times_change(self, change: Self) -> Self {
        self.times(change)
    }

    /// Returns a slope that is 0 only far from 0, as that of e^x, times a change of its argument: 0 where the slope is 0, however
    /// fast the argument changes, and where it is about to be and the change overflows.
    fn times_exponent_change(self, change: Self) -> Self {
        self.times_change(change)
    }

    /// Returns their sum.
    fn plus(self, other: Self) -> Self {
        self.two(other, Two::Plus)
    }

    /// Returns their difference.
    fn minus(self, other: Self) -> Self {
        self.two(other, Two::Minus)
    }

    /// Returns their product.
    fn times(self, other: Self) -> Self {
        self.two(other, Two::Times)
    }

    /// Returns their quotient.
    fn over(self, other: Self) -> Self {
        self.two(other, Two::Over)
    }

    /// Returns whether it is less, as the condition that [`Number::choose`] takes: 1 or 0.
    fn less(self, other: Self) -> Self {
        self.two(other, Two::Less)
    }
}

/// Returns −1, 0 or 1.
pub fn sign(x: f64) -> f64 {
    if x == 0.0 { 0.0 } else { x.signum() }
}

fn number(condition: bool) -> f64 {
    f64::from(u8::from(condition))
}

impl Number for f64 {
    fn constant(x: f64) -> Self {
        x
    }

    fn one(self, function: One) -> Self {
        match function {
            One::Negative => -self,
            One::Not => number(self == 0.0),
            One::Abs => self.abs(),
            One::Acos => libm::acos(self),
            One::Asin => libm::asin(self),
            One::Atan => libm::atan(self),
            One::Ceil => self.ceil(),
            One::Cos => libm::cos(self),
            One::Cosh => libm::cosh(self),
            One::Exp => libm::exp(self),
            One::Expm1 => libm::expm1(self),
            One::Floor => self.floor(),
            One::Ln => libm::log(self),
            One::Log10 => libm::log10(self),
            One::Round => self.round(),
            One::Sign => sign(self),
            One::Sin => libm::sin(self),
            One::Sinh => libm::sinh(self),
            One::Sqrt => libm::sqrt(self),
            One::Tan => libm::tan(self),
            One::Tanh => libm::tanh(self),
        }
    }

    fn two(self, other: Self, function: Two) -> Self {
        let (a, b) = (self, other);
        match function {
            Two::Or => number(a != 0.0 || b != 0.0),
            Two::And => number(a != 0.0 && b != 0.0),
            Two::LessOrEqual => number(a <= b),
            Two::GreaterOrEqual => number(a >= b),
            Two::Equal => number(a == b),
            Two::Unequal => number(a != b),
            Two::Less => number(a < b),
            Two::Greater => number(a > b),
            Two::Plus => a + b,
            Two::Minus => a - b,
            Two::Times => a * b,
            Two::Over => a / b,
            // In [0, b) for b > 0, so that `t % period` is a saw tooth for negative t too.
            Two::Modulo => a - b * (a / b).floor(),
            Two::Power => libm::pow(a, b),
            Two::Atan2 => libm::atan2(a, b),
            Two::Hypot => libm::hypot(a, b),
            Two::Max => a.max(b),
            Two::Min => a.min(b),
            Two::Chain => a.times_exponent_change(b),
        }
    }

    fn choose(self, then: Self, otherwise: Self) -> Self {
        if self != 0.0 { then } else { otherwise }
    }

    fn truth(self) -> Option<bool> {
        Some(self != 0.0)
    }

    fn needs_few_samples(self) -> bool {
        !self.is_nan()
    }

    fn times_change(self, change: Self) -> Self {
        if change == 0.0 { 0.0 } else { self * change }
    }

    fn times_exponent_change(self, change: Self) -> Self {
        let product = self.times_change(change);
        let has_ended = self == 0.0 || !product.is_finite() && self.abs() < ENDED;
        if has_ended { 0.0 } else { product }
    }
}
