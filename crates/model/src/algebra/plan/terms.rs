//! Terms of a plan: the steps that each operation takes.

use super::term::Term;
use super::{Plan, WIDTH};
use crate::algebra::functions::One;
use crate::algebra::step::Step;

/// Powers with whole exponents up to this one are products, which need no first term.
const MOST_FACTORS: f64 = 64.0;

impl Plan {
    pub(super) fn push(&mut self, step: Step) -> Term {
        self.steps.push(step);
        Term::Series(self.variables + WIDTH * (self.steps.len() - 1))
    }

    /// Returns the slot behind a series.
    fn behind(term: Term) -> Term {
        match term {
            Term::Series(slot) => Term::Series(slot + 1),
            fixed => fixed,
        }
    }

    /// Makes factor·a + offset
    pub(super) fn line(&mut self, of: Term, factor: f64, offset: f64) -> Term {
        let slot = match of {
            Term::Fixed(x) => return Term::Fixed(factor * x + offset),
            Term::Series(_) if factor == 0.0 => return Term::Fixed(offset),
            Term::Series(slot) if factor == 1.0 && offset == 0.0 => return Term::Series(slot),
            Term::Series(slot) => slot,
        };
        match self.step_of(slot) {
            Some(Step::Line(a, inner, shift)) => {
                self.push(Step::Line(a, factor * inner, factor * shift + offset))
            }
            _ => self.push(Step::Line(slot, factor, offset)),
        }
    }

    /// Returns the step that makes a slot; None of a variable, and of what stands behind.
    fn step_of(&self, slot: usize) -> Option<Step> {
        let own = slot.checked_sub(self.variables).filter(|behind| behind % WIDTH == 0);
        own.map(|behind| self.steps[behind / WIDTH])
    }

    /// Returns the slot of which this one is a multiple, and the factor: a sum takes it from there, with the same bits.
    fn multiple(&self, slot: usize) -> (usize, f64) {
        match self.step_of(slot) {
            Some(Step::Line(of, factor, 0.0)) => (of, factor),
            _ => (slot, 1.0),
        }
    }

    fn sum_of(&mut self, a: usize, b: usize, sign: f64) -> Term {
        let ((a, by), (b, of)) = (self.multiple(a), self.multiple(b));
        self.push(Step::Sum(a, by, b, sign * of))
    }

    pub(super) fn sum(&mut self, a: Term, b: Term) -> Term {
        match (a, b) {
            (a, Term::Fixed(x)) | (Term::Fixed(x), a) => self.line(a, 1.0, x),
            (Term::Series(a), Term::Series(b)) => self.sum_of(a, b, 1.0),
        }
    }

    pub(super) fn difference(&mut self, a: Term, b: Term) -> Term {
        match (a, b) {
            (a, Term::Fixed(x)) => self.line(a, 1.0, -x),
            (Term::Fixed(x), b) => self.line(b, -1.0, x),
            (Term::Series(a), Term::Series(b)) => self.sum_of(a, b, -1.0),
        }
    }

    pub(super) fn times(&mut self, a: Term, b: Term) -> Term {
        match (a, b) {
            (a, Term::Fixed(x)) | (Term::Fixed(x), a) => self.line(a, x, 0.0),
            (Term::Series(a), Term::Series(b)) => self.push(Step::Times(a, b)),
        }
    }

    pub(super) fn over(&mut self, a: Term, b: Term) -> Term {
        match (a, b) {
            (a, Term::Fixed(x)) => self.line(a, 1.0 / x, 0.0),
            (Term::Fixed(x), Term::Series(b)) => self.push(Step::Reciprocal(b, x)),
            (Term::Series(a), Term::Series(b)) => self.push(Step::Over(a, b)),
        }
    }

    pub(super) fn power(&mut self, a: Term, exponent: f64) -> Term {
        if exponent < 0.0 && exponent.fract() == 0.0 && -exponent <= MOST_FACTORS {
            let inverse = self.power(a, -exponent);
            return self.over(Term::Fixed(1.0), inverse);
        }
        if exponent.fract() != 0.0 || exponent.abs() > MOST_FACTORS {
            return match a {
                Term::Fixed(x) => Term::Fixed(libm::pow(x, exponent)),
                Term::Series(a) => self.push(Step::Power(a, exponent)),
            };
        }
        let (mut left, mut base, mut value) = (exponent as u32, a, Term::Fixed(1.0));
        while left > 0 {
            if left % 2 == 1 {
                value = self.times(value, base);
            }
            left /= 2;
            if left > 0 {
                base = self.times(base, base);
            }
        }
        value
    }

    /// Makes the term of a function of a series; `at` and `value` are its argument and its value on the branch.
    pub(super) fn term_of_one(&mut self, function: One, of: Term, at: f64, value: f64) -> Term {
        let Term::Series(a) = of else { return Term::Fixed(value) };
        match function {
            One::Negative => self.line(of, -1.0, 0.0),
            One::Abs if at < 0.0 => self.line(of, -1.0, 0.0),
            One::Abs => of,
            One::Not | One::Ceil | One::Floor | One::Round | One::Sign => Term::Fixed(value),
            One::Exp => self.push(Step::Exp(a)),
            One::Expm1 => self.push(Step::Expm1(a)),
            One::Sin => self.push(Step::Circular(a)),
            One::Cos => Self::behind(self.push(Step::Circular(a))),
            One::Sinh => self.push(Step::Hyperbolic(a)),
            One::Cosh => Self::behind(self.push(Step::Hyperbolic(a))),
            One::Tan => {
                let sine = self.push(Step::Circular(a));
                self.over(sine, Self::behind(sine))
            }
            One::Tanh => self.push(Step::Tanh(a)),
            One::Sqrt => self.power(of, 0.5),
            One::Ln => self.push(Step::Primitive(function, a, a)),
            One::Log10 => {
                let logarithm = self.push(Step::Primitive(One::Ln, a, a));
                self.line(logarithm, std::f64::consts::LOG10_E, 0.0)
            }
            One::Atan => {
                let square = self.times(of, of);
                let rate = self.line(square, 1.0, 1.0);
                self.primitive(function, a, rate)
            }
            One::Asin => {
                let square = self.times(of, of);
                let rest = self.line(square, -1.0, 1.0);
                let rate = self.power(rest, 0.5);
                self.primitive(function, a, rate)
            }
            One::Acos => {
                let other = self.term_of_one(One::Asin, of, at, value);
                self.line(other, -1.0, std::f64::consts::FRAC_PI_2)
            }
        }
    }

    fn primitive(&mut self, function: One, of: usize, rate: Term) -> Term {
        match rate {
            Term::Series(rate) => self.push(Step::Primitive(function, of, rate)),
            Term::Fixed(_) => unreachable!("a function of a series is one"),
        }
    }

    /// Returns the slot of a term, also of a number.
    pub(super) fn series(&mut self, term: Term) -> usize {
        match term {
            Term::Series(slot) => slot,
            Term::Fixed(x) => match self.push(Step::Line(0, 0.0, x)) {
                Term::Series(slot) => slot,
                Term::Fixed(_) => unreachable!("a step has a slot"),
            },
        }
    }
}
