//! Dual numbers a + b·ε, ε² = 0: a value and its change with whatever the arguments change by. Over other
//! numbers they give slopes on a branch, bounds of slopes, or second derivatives.

use super::functions::{One, Two};
use super::number::Number;

/// A value and its change, a + b·ε.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dual<N> {
    /// a
    pub value: N,
    /// b
    pub change: N,
}

fn constant<N: Number>(x: f64) -> N {
    N::constant(x)
}

impl<N: Number> Dual<N> {
    /// Makes a name with what it changes by.
    pub fn new(value: N, change: N) -> Self {
        Self { value, change }
    }

    fn level(value: N) -> Self {
        Self { value, change: constant(0.0) }
    }

    fn either(self, other: Self, condition: N) -> Self {
        Self {
            value: condition.choose(self.value, other.value),
            change: condition.choose(self.change, other.change),
        }
    }

    /// Returns the slope of a smooth function at x, where it has the value y.
    fn slope(x: N, y: N, function: One) -> N {
        let one = constant::<N>(1.0);
        let square = |x: N| x.times(x);
        match function {
            One::Negative => constant(-1.0),
            One::Abs => x.one(One::Sign),
            One::Acos => constant::<N>(-1.0).over(one.minus(square(x)).one(One::Sqrt)),
            One::Asin => one.over(one.minus(square(x)).one(One::Sqrt)),
            One::Atan => one.over(one.plus(square(x))),
            One::Cos => x.one(One::Sin).one(One::Negative),
            One::Cosh => x.one(One::Sinh),
            One::Exp => y,
            One::Expm1 => x.one(One::Exp),
            One::Ln => one.over(x),
            One::Log10 => constant::<N>(std::f64::consts::LOG10_E).over(x),
            One::Sin => x.one(One::Cos),
            One::Sinh => x.one(One::Cosh),
            One::Sqrt => constant::<N>(0.5).over(y),
            One::Tan => one.plus(square(y)),
            One::Tanh => one.minus(square(y)),
            One::Not | One::Ceil | One::Floor | One::Round | One::Sign => constant(0.0),
        }
    }
}

impl<N: Number> Number for Dual<N> {
    fn constant(x: f64) -> Self {
        Self::level(constant(x))
    }

    fn one(self, function: One) -> Self {
        let value = self.value.one(function);
        let change = match function {
            One::Exp => value.times_exponent_change(self.change),
            One::Expm1 => self.value.one(One::Exp).times_exponent_change(self.change),
            One::Atan | One::Tanh => {
                Self::slope(self.value, value, function).times_exponent_change(self.change)
            }
            _ => Self::slope(self.value, value, function).times_change(self.change),
        };
        Self { value, change }
    }

    fn two(self, other: Self, function: Two) -> Self {
        let (Self { value: a, change: da }, Self { value: b, change: db }) = (self, other);
        let value = a.two(b, function);
        match function {
            _ if function.is_condition() => Self::level(value),
            Two::Plus | Two::Minus => Self { value, change: da.two(db, function) },
            Two::Times => Self { value, change: b.times_change(da).plus(a.times_change(db)) },
            Two::Over => Self { value, change: da.minus(value.times_exponent_change(db)).over(b) },
            Two::Chain => {
                let (by_slope, by_change) =
                    (da.times_exponent_change(b), a.times_exponent_change(db));
                Self { value, change: by_slope.plus(by_change) }
            }
            Two::Modulo => {
                let whole = a.over(b).one(One::Floor);
                Self { value, change: da.minus(whole.times(db)) }
            }
            Two::Power => {
                let by_base = b.times(a.two(b.minus(constant(1.0)), Two::Power));
                // 0^b stays 0.
                let logarithm =
                    value.two(constant(0.0), Two::Unequal).choose(a.one(One::Ln), value);
                let by_exponent = value.times_exponent_change(logarithm);
                // Negative powers are 0 far from 0 alone.
                let far = by_base.times_exponent_change(da);
                let by_base = b.less(constant(0.0)).choose(far, by_base.times_change(da));
                Self { value, change: by_base.plus(by_exponent.times_change(db)) }
            }
            Two::Atan2 => {
                let square = a.times(a).plus(b.times(b));
                Self { value, change: b.times(da).minus(a.times(db)).over(square) }
            }
            Two::Hypot => Self { value, change: a.times(da).plus(b.times(db)).over(value) },
            Two::Max => self.either(other, a.two(b, Two::GreaterOrEqual)),
            Two::Min => self.either(other, a.two(b, Two::LessOrEqual)),
            _ => unreachable!("conditions are above"),
        }
    }

    fn choose(self, then: Self, otherwise: Self) -> Self {
        then.either(otherwise, self.value)
    }

    fn truth(self) -> Option<bool> {
        self.value.truth()
    }

    fn needs_few_samples(self) -> bool {
        self.value.needs_few_samples()
    }

    fn times_exponent_change(self, change: Self) -> Self {
        let (power, Self { value, change }) = (self, change);
        let by_power = power.change.times_exponent_change(value);
        Self {
            value: power.value.times_exponent_change(value),
            change: by_power.plus(power.value.times_exponent_change(change)),
        }
    }

    fn times_change(self, change: Self) -> Self {
        let (slope, Self { value, change }) = (self, change);
        let by_slope = slope.change.times_change(value);
        Self {
            value: slope.value.times_change(value),
            change: by_slope.plus(slope.value.times_change(change)),
        }
    }
}
