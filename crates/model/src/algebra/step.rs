//! Steps of a plan: each makes the Taylor coefficients of one series from those of others.

use super::functions::One;
use super::number::Number;
use super::taylor::{
    Coefficients, chained, exponential, integral, power, product, quotient, reciprocal,
};

/// Makes the series of its slot from those of others; some use the slot behind it, too.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Step {
    /// factor·a + offset
    Line(usize, f64, f64),
    /// factor·a + factor·b
    Sum(usize, f64, usize, f64),
    Times(usize, usize),
    /// a·b, without the terms in which a is 0.
    Chain(usize, usize),
    Over(usize, usize),
    /// numerator/a
    Reciprocal(usize, f64),
    Power(usize, f64),
    /// exp(a), or exp(a) − 1 with exp(a) behind it.
    Exp(usize),
    Expm1(usize),
    /// sin and cos.
    Circular(usize),
    /// sinh and cosh.
    Hyperbolic(usize),
    /// tanh and 1 − tanh².
    Tanh(usize),
    /// f(a) with f′ = 1/d.
    Primitive(One, usize, usize),
    /// The angle of the point (x, y), by the square of its distance.
    Angle {
        y: usize,
        x: usize,
        square: usize,
    },
}

impl Step {
    /// Slots that it reads; some occur more than once.
    pub fn operands(self) -> [usize; 3] {
        match self {
            Step::Line(a, ..)
            | Step::Reciprocal(a, _)
            | Step::Power(a, _)
            | Step::Exp(a)
            | Step::Expm1(a)
            | Step::Circular(a)
            | Step::Hyperbolic(a)
            | Step::Tanh(a) => [a, a, a],
            Step::Sum(a, _, b, _)
            | Step::Times(a, b)
            | Step::Chain(a, b)
            | Step::Over(a, b)
            | Step::Primitive(_, a, b) => [a, b, b],
            Step::Angle { y, x, square } => [y, x, square],
        }
    }

    /// Returns the same step on other slots.
    pub fn moved(self, to: impl Fn(usize) -> usize) -> Self {
        match self {
            Step::Line(a, factor, offset) => Step::Line(to(a), factor, offset),
            Step::Sum(a, by, b, of) => Step::Sum(to(a), by, to(b), of),
            Step::Times(a, b) => Step::Times(to(a), to(b)),
            Step::Chain(a, b) => Step::Chain(to(a), to(b)),
            Step::Over(a, b) => Step::Over(to(a), to(b)),
            Step::Reciprocal(a, numerator) => Step::Reciprocal(to(a), numerator),
            Step::Power(a, exponent) => Step::Power(to(a), exponent),
            Step::Exp(a) => Step::Exp(to(a)),
            Step::Expm1(a) => Step::Expm1(to(a)),
            Step::Circular(a) => Step::Circular(to(a)),
            Step::Hyperbolic(a) => Step::Hyperbolic(to(a)),
            Step::Tanh(a) => Step::Tanh(to(a)),
            Step::Primitive(function, a, d) => Step::Primitive(function, to(a), to(d)),
            Step::Angle { y, x, square } => Step::Angle { y: to(y), x: to(x), square: to(square) },
        }
    }

    /// Returns the value at the start and the change since, by those of its operands, if it is linear and they are known.
    pub fn line(&self, lines: &[Option<[f64; 2]>]) -> Option<[f64; 2]> {
        match *self {
            Step::Line(a, factor, offset) => {
                lines[a].map(|[start, change]| [factor * start + offset, factor * change])
            }
            Step::Sum(a, by, b, of) => lines[a]
                .zip(lines[b])
                .map(|(one, other)| std::array::from_fn(|part| by * one[part] + of * other[part])),
            _ => None,
        }
    }

    /// Returns coefficient k of the step's own slot, and fills the one behind it. What is most frequent takes no call.
    #[inline(always)]
    pub fn coefficient(&self, slots: &mut [Coefficients], own: usize, k: usize) -> f64 {
        match *self {
            Step::Line(a, factor, offset) if k == 0 => factor * slots[a][0] + offset,
            Step::Line(a, factor, _) => factor * slots[a][k],
            Step::Sum(a, by, b, of) => by * slots[a][k] + of * slots[b][k],
            Step::Times(a, b) if k == 0 => slots[a][0] * slots[b][0],
            Step::Times(a, b) => product(&slots[a], &slots[b], k),
            other => other.function(slots, own, k),
        }
    }

    /// Returns coefficient k of a function or a quotient; fills the slot behind its own.
    #[inline(never)]
    fn function(self, slots: &mut [Coefficients], own: usize, k: usize) -> f64 {
        let behind = own + 1;
        match self {
            Step::Line(..) | Step::Sum(..) | Step::Times(..) => {
                unreachable!("these are no functions")
            }
            Step::Chain(a, b) => chained(&slots[a], &slots[b], k),
            Step::Over(a, b) => quotient(&slots[a], &slots[b], &slots[own], k),
            Step::Reciprocal(a, numerator) => reciprocal(numerator, &slots[a], &slots[own], k),
            Step::Power(a, exponent) => power(&slots[a], exponent, &slots[own], k),
            Step::Exp(a) => exponential(&slots[a], &slots[own], k),
            Step::Expm1(a) => {
                slots[behind][k] = exponential(&slots[a], &slots[behind], k);
                if k == 0 { libm::expm1(slots[a][0]) } else { slots[behind][k] }
            }
            Step::Circular(a) if k == 0 => {
                slots[behind][0] = libm::cos(slots[a][0]);
                libm::sin(slots[a][0])
            }
            Step::Circular(a) => {
                let sine = integral(&slots[a], &slots[behind], k);
                slots[behind][k] = -integral(&slots[a], &slots[own], k);
                sine
            }
            Step::Hyperbolic(a) if k == 0 => {
                slots[behind][0] = libm::cosh(slots[a][0]);
                libm::sinh(slots[a][0])
            }
            Step::Hyperbolic(a) => {
                let sine = integral(&slots[a], &slots[behind], k);
                slots[behind][k] = integral(&slots[a], &slots[own], k);
                sine
            }
            Step::Tanh(a) => {
                let value = match k {
                    0 => libm::tanh(slots[a][0]),
                    _ if slots[behind][0] == 0.0 => 0.0,
                    _ => integral(&slots[a], &slots[behind], k),
                };
                slots[own][k] = value;
                let one = if k == 0 { 1.0 } else { 0.0 };
                slots[behind][k] = one - product(&slots[own], &slots[own], k);
                value
            }
            Step::Primitive(function, a, _) if k == 0 => slots[a][0].one(function),
            Step::Primitive(_, _, d) if slots[d][0] == f64::INFINITY => 0.0,
            Step::Primitive(_, a, d) => {
                let (a, d, t) = (&slots[a], &slots[d], &slots[own]);
                let known: f64 = (1..k).map(|n| n as f64 * t[n] * d[k - n]).sum();
                (a[k] - known / k as f64) / d[0]
            }
            Step::Angle { y, x, .. } if k == 0 => libm::atan2(slots[y][0], slots[x][0]),
            Step::Angle { y, x, square } => {
                let (d, t) = (&slots[square], &slots[own]);
                let turned = integral(&slots[y], &slots[x], k) - integral(&slots[x], &slots[y], k);
                let known: f64 = (1..k).map(|n| n as f64 * t[n] * d[k - n]).sum();
                (turned - known / k as f64) / d[0]
            }
        }
    }
}
