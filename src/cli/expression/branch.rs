//! The value of an expression on the branch that it has at another time: limits at a jump from either side.
//!
//! Every decision (a comparison, a sign, the number that `floor` gives) is taken at the second time, the
//! values at the first. Where both are one time this is the plain value. The functions come from `libm`, so
//! that a result does not depend on the platform.

use std::f64::consts::TAU;

use super::functions::{Number, One, Two, sign};

#[derive(Clone, Copy, Debug)]
pub struct Branch {
    pub value: f64,
    /// The value at the time whose decisions hold.
    decides: f64,
}

impl Branch {
    pub fn new(value: f64, decides: f64) -> Self {
        Self { value, decides }
    }

    fn decided(x: f64) -> Self {
        Self::new(x, x)
    }

    fn both(self, f: impl Fn(f64) -> f64) -> Self {
        Self::new(f(self.value), f(self.decides))
    }

    fn joined(self, other: Self, f: impl Fn(f64, f64) -> f64) -> Self {
        Self::new(f(self.value, other.value), f(self.decides, other.decides))
    }

    /// a − b·n with the whole number n of the branch: in [0, b) for b > 0, so that `t % period` is a saw tooth
    /// for negative t too.
    fn modulo(self, other: Self) -> Self {
        let whole = (self.decides / other.decides).floor();
        self.joined(other, |a, b| a - b * whole)
    }

    /// The angle; beyond ±π rather than on another turn than the branch.
    fn atan2(self, other: Self) -> Self {
        let Self { value, decides } = self.joined(other, libm::atan2);
        Self::new(value - TAU * ((value - decides) / TAU).round(), decides)
    }
}

fn truth(condition: bool) -> f64 {
    f64::from(u8::from(condition))
}

impl Number for Branch {
    fn constant(x: f64) -> Self {
        Self::decided(x)
    }

    fn one(self, function: One) -> Self {
        match function {
            One::Negative => self.both(|x| -x),
            One::Not => Self::decided(truth(self.decides == 0.0)),
            One::Abs if sign(self.value) == sign(self.decides) => self.both(f64::abs),
            One::Abs => Self::new(self.value * sign(self.decides), self.decides.abs()),
            One::Acos => self.both(libm::acos),
            One::Asin => self.both(libm::asin),
            One::Atan => self.both(libm::atan),
            One::Ceil => Self::decided(self.decides.ceil()),
            One::Cos => self.both(libm::cos),
            One::Cosh => self.both(libm::cosh),
            One::Exp => self.both(libm::exp),
            One::Floor => Self::decided(self.decides.floor()),
            One::Ln => self.both(libm::log),
            One::Log10 => self.both(libm::log10),
            One::Round => Self::decided(self.decides.round()),
            One::Sign => Self::decided(sign(self.decides)),
            One::Sin => self.both(libm::sin),
            One::Sinh => self.both(libm::sinh),
            One::Sqrt => self.both(libm::sqrt),
            One::Tan => self.both(libm::tan),
            One::Tanh => self.both(libm::tanh),
        }
    }

    fn two(self, other: Self, function: Two) -> Self {
        let (a, b) = (self.decides, other.decides);
        match function {
            Two::Or => Self::decided(truth(a != 0.0 || b != 0.0)),
            Two::And => Self::decided(truth(a != 0.0 && b != 0.0)),
            Two::LessOrEqual => Self::decided(truth(a <= b)),
            Two::GreaterOrEqual => Self::decided(truth(a >= b)),
            Two::Equal => Self::decided(truth(a == b)),
            Two::Unequal => Self::decided(truth(a != b)),
            Two::Less => Self::decided(truth(a < b)),
            Two::Greater => Self::decided(truth(a > b)),
            Two::Plus => self.joined(other, |a, b| a + b),
            Two::Minus => self.joined(other, |a, b| a - b),
            Two::Times => self.joined(other, |a, b| a * b),
            Two::Over => self.joined(other, |a, b| a / b),
            Two::Modulo => self.modulo(other),
            Two::Power => self.joined(other, libm::pow),
            Two::Atan2 => self.atan2(other),
            Two::Hypot => self.joined(other, libm::hypot),
            Two::Max => {
                if a >= b || b.is_nan() {
                    self
                } else {
                    other
                }
            }
            Two::Min => {
                if a <= b || b.is_nan() {
                    self
                } else {
                    other
                }
            }
        }
    }

    fn choose(self, then: Self, otherwise: Self) -> Self {
        if self.decides != 0.0 { then } else { otherwise }
    }
}
