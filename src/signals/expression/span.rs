//! An expression over a span of time at once: where its value and its first two derivatives lie, and whether it is
//! one smooth branch inside the span.
//!
//! Decisions are judged in the interior: `t < 1` is true over [0, 1].

use crate::algebra::{ALL, Interval, Number, One, Two, sign};

#[derive(Clone, Copy, Debug)]
pub struct Span {
    pub value: Interval,
    pub slope: Interval,
    pub curvature: Interval,
    /// True if all decisions are the same throughout.
    pub smooth: bool,
}

const ZERO: Interval = Interval { low: 0.0, high: 0.0 };

impl Span {
    /// Returns the time itself.
    pub fn of_time(start: f64, end: f64) -> Self {
        let (value, slope) = (Interval::between(start, end), Interval::point(1.0));
        Self { value, slope, curvature: ZERO, smooth: true }
    }

    fn level(x: f64, smooth: bool) -> Self {
        Self { value: Interval::point(x), slope: ZERO, curvature: ZERO, smooth }
    }

    fn unknown() -> Self {
        Self { value: ALL, slope: ALL, curvature: ALL, smooth: false }
    }

    /// Returns a smooth function of this with its first two derivatives there.
    fn smooth(self, [value, first, second]: [Interval; 3]) -> Self {
        let curvature = second * self.slope.square() + first * self.curvature;
        Self { value, slope: first * self.slope, curvature, smooth: self.smooth }
    }

    /// Returns a step function with steps at those of `edges` that it has around a value.
    fn stairs<const N: usize>(self, f: fn(f64) -> f64, edges: impl Fn(f64) -> [f64; N]) -> Self {
        let Interval { low, high } = self.value;
        let middle = self.value.single().unwrap_or(0.5 * (low + high));
        let passes = |edge: f64| self.value.surrounds(edge);
        match middle.is_finite() && !edges(middle).into_iter().any(passes) {
            true => Self::level(f(middle), self.smooth),
            false => Self::unknown(),
        }
    }

    fn logic(self, other: Self, truth: Option<bool>) -> Self {
        let smooth = self.smooth && other.smooth;
        truth.map_or_else(Self::unknown, |truth| Self::level(f64::from(u8::from(truth)), smooth))
    }

    fn less(self, other: Self, or_equal: bool) -> Option<bool> {
        let (a, b) = (self.value, other.value);
        match (a.single(), b.single()) {
            (Some(a), Some(b)) if a == b => Some(or_equal),
            _ if a.high <= b.low => Some(true),
            _ if a.low >= b.high => Some(false),
            _ => None,
        }
    }

    fn equal(self, other: Self) -> bool {
        self.value.single().is_some() && self.value == other.value
    }

    fn negative(self) -> Self {
        let Self { value, slope, curvature, smooth } = self;
        Self { value: -value, slope: -slope, curvature: -curvature, smooth }
    }

    fn plus(self, other: Self) -> Self {
        Self {
            value: self.value + other.value,
            slope: self.slope + other.slope,
            curvature: self.curvature + other.curvature,
            smooth: self.smooth && other.smooth,
        }
    }

    fn times(self, other: Self) -> Self {
        let (a, b) = (self, other);
        Self {
            value: a.value * b.value,
            slope: a.slope * b.value + a.value * b.slope,
            curvature: a.curvature * b.value
                + (a.slope * b.slope).scaled(2.0)
                + a.value * b.curvature,
            smooth: a.smooth && b.smooth,
        }
    }

    /// Returns 1/x: where x comes to 0 at an end of the span alone, of one sign.
    fn inverse(self) -> Self {
        let inverse = match self.value {
            Interval { low: 0.0, high } if high > 0.0 => {
                Interval { low: 1.0 / high, high: f64::INFINITY }
            }
            Interval { low, high: 0.0 } if low < 0.0 => {
                Interval { low: f64::NEG_INFINITY, high: 1.0 / low }
            }
            value => value.inverse(),
        };
        let square = inverse.square();
        self.smooth([inverse, -square, (square * inverse).scaled(2.0)])
    }

    fn to(self, exponent: f64) -> Self {
        let power = |lower: f64| self.value.power(exponent - lower);
        let (first, second) = (exponent, exponent * (exponent - 1.0));
        self.smooth([power(0.0), power(1.0).scaled(first), power(2.0).scaled(second)])
    }

    fn ln(self) -> Self {
        let inverse = self.value.inverse();
        self.smooth([self.value.monotone(libm::log), inverse, -inverse.square()])
    }

    fn exp(self) -> Self {
        self.smooth([self.value.monotone(libm::exp); 3])
    }

    fn sin(self) -> Self {
        let (sin, cos) = (self.value.sin(), self.value.cos());
        self.smooth([sin, cos, -sin])
    }

    fn cos(self) -> Self {
        let (sin, cos) = (self.value.sin(), self.value.cos());
        self.smooth([cos, -sin, -cos])
    }

    /// Returns atan x, with derivatives 1/(1 + x²) and −2x/(1 + x²)².
    fn atan(self) -> Self {
        let first = (Interval::point(1.0) + self.value.square()).inverse();
        let second = (self.value * first.square()).scaled(-2.0);
        self.smooth([self.value.monotone(libm::atan), first, second])
    }

    /// Returns asin x, with derivatives (1 − x²)^(−½) and x(1 − x²)^(−3/2).
    fn asin(self) -> Self {
        let rest = Interval::point(1.0) - self.value.square();
        let second = self.value * rest.power(-1.5);
        self.smooth([self.value.monotone(libm::asin), rest.power(-0.5), second])
    }

    fn tanh(self) -> Self {
        let value = self.value.monotone(libm::tanh);
        let first = Interval::point(1.0) - value.square();
        self.smooth([value, first, (value * first).scaled(-2.0)])
    }

    fn sinh(self) -> Self {
        let sinh = self.value.monotone(libm::sinh);
        self.smooth([sinh, self.value.cosh(), sinh])
    }

    fn cosh(self) -> Self {
        let (sinh, cosh) = (self.value.monotone(libm::sinh), self.value.cosh());
        self.smooth([cosh, sinh, cosh])
    }

    fn floor(self) -> Self {
        self.stairs(f64::floor, |x| [x.floor(), x.floor() + 1.0])
    }

    /// Returns the angle of the point (x, y): its derivative is that of atan(y/x), turned by a constant.
    fn atan2(self, x: Self) -> Self {
        let (y, squares) = (self, self.times(self).plus(x.times(x)));
        if x.value.low < 0.0 && y.value.surrounds(0.0) || squares.value.low <= 0.0 {
            return Self::unknown();
        }
        let turn = |a: Interval, b: Interval| a * x.value - b * y.value;
        let inverse = squares.value.inverse();
        let slope = turn(y.slope, x.slope) * inverse;
        let curvature = turn(y.curvature, x.curvature) * inverse - slope * squares.slope * inverse;
        let corners = [x.value.low, x.value.high].map(|x| y.value.monotone(|y| libm::atan2(y, x)));
        let [one, other] = corners;
        let value = Interval { low: one.low.min(other.low), high: one.high.max(other.high) };
        Self { value, slope, curvature, smooth: x.smooth && y.smooth }
    }

    /// Returns the one of two that is larger, or smaller.
    fn extreme(self, other: Self, first: Option<bool>) -> Self {
        match first {
            Some(true) => self,
            Some(false) => other,
            None => Self::unknown(),
        }
    }
}

impl Number for Span {
    fn constant(x: f64) -> Self {
        Self::level(x, true)
    }

    fn one(self, function: One) -> Self {
        match function {
            One::Negative => self.negative(),
            One::Not => self.logic(self, self.truth().map(|truth| !truth)),
            One::Abs if self.value.surrounds(0.0) => Self::unknown(),
            One::Abs if self.value.high <= 0.0 => self.negative(),
            One::Abs => self,
            One::Acos => self.asin().negative().plus(Self::constant(std::f64::consts::FRAC_PI_2)),
            One::Asin => self.asin(),
            One::Atan => self.atan(),
            One::Ceil => self.negative().floor().negative(),
            One::Cos => self.cos(),
            One::Cosh => self.cosh(),
            One::Exp => self.exp(),
            One::Expm1 => {
                let derivatives = self.value.monotone(libm::exp);
                self.smooth([self.value.monotone(libm::expm1), derivatives, derivatives])
            }
            One::Floor => self.floor(),
            One::Ln => self.ln(),
            One::Log10 => self.ln().times(Self::constant(std::f64::consts::LOG10_E)),
            One::Round => self.plus(Self::constant(0.5)).floor(),
            One::Sign => self.stairs(sign, |_| [0.0]),
            One::Sin => self.sin(),
            One::Sinh => self.sinh(),
            One::Sqrt => self.to(0.5),
            One::Tan => self.sin().times(self.cos().inverse()),
            One::Tanh => self.tanh(),
        }
    }

    fn two(self, other: Self, function: Two) -> Self {
        match function {
            Two::Or => match (self.truth(), other.truth()) {
                (Some(a), Some(b)) => self.logic(other, Some(a || b)),
                _ => Self::unknown(),
            },
            Two::And => match (self.truth(), other.truth()) {
                (Some(a), Some(b)) => self.logic(other, Some(a && b)),
                _ => Self::unknown(),
            },
            Two::Less => self.logic(other, self.less(other, false)),
            Two::LessOrEqual => self.logic(other, self.less(other, true)),
            Two::Greater => self.logic(other, other.less(self, false)),
            Two::GreaterOrEqual => self.logic(other, other.less(self, true)),
            Two::Equal => self.logic(other, Some(self.equal(other))),
            Two::Unequal => self.logic(other, Some(!self.equal(other))),
            Two::Plus => self.plus(other),
            Two::Minus => self.plus(other.negative()),
            Two::Times | Two::Chain => self.times(other),
            Two::Over => self.times(other.inverse()),
            Two::Modulo => {
                let whole = self.times(other.inverse()).floor();
                self.plus(other.times(whole).negative())
            }
            Two::Power => match other.value.single() {
                Some(exponent) if other.smooth => self.to(exponent),
                _ => other.times(self.ln()).exp(),
            },
            Two::Atan2 => self.atan2(other),
            Two::Hypot => self.times(self).plus(other.times(other)).to(0.5),
            Two::Max => self.extreme(other, other.less(self, true)),
            Two::Min => self.extreme(other, self.less(other, true)),
        }
    }

    fn choose(self, then: Self, otherwise: Self) -> Self {
        match self.truth() {
            Some(truth) if self.smooth => {
                if truth {
                    then
                } else {
                    otherwise
                }
            }
            _ => Self::unknown(),
        }
    }

    /// Returns the truth over the span; equality at single instants does not count.
    fn truth(self) -> Option<bool> {
        match self.value.single() {
            Some(x) => Some(x != 0.0),
            None if self.value.surrounds(0.0) => None,
            None => Some(true),
        }
    }
}
