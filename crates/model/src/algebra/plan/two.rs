//! Functions of two operands in a plan.

use super::Plan;
use super::term::Term;
use crate::algebra::functions::{One, Two};
use crate::algebra::step::Step;

impl Plan {
    /// Makes the term of a function of two terms, one of them a series, with their values on the branch.
    pub(super) fn term_of_two(
        &mut self,
        function: Two,
        [a, b]: [Term; 2],
        [at, to]: [f64; 2],
    ) -> Term {
        match function {
            Two::Plus => self.sum(a, b),
            Two::Minus => self.difference(a, b),
            Two::Times => self.times(a, b),
            Two::Chain => match (a, b) {
                (Term::Series(a), Term::Series(b)) => self.push(Step::Chain(a, b)),
                (a, b) => self.times(a, b),
            },
            Two::Over => self.over(a, b),
            Two::Modulo => {
                let turns = self.line(b, (at / to).floor(), 0.0);
                self.difference(a, turns)
            }
            Two::Power => match (a, b) {
                (a, Term::Fixed(exponent)) => self.power(a, exponent),
                (a, b) => {
                    let logarithm = self.term_of_one(One::Ln, a, at, libm::log(at));
                    let exponent = self.times(logarithm, b);
                    self.term_of_one(One::Exp, exponent, 0.0, 1.0)
                }
            },
            Two::Hypot => {
                let square = self.square(a, b);
                self.power(square, 0.5)
            }
            Two::Atan2 => {
                let square = self.square(a, b);
                let [y, x, square] = [a, b, square].map(|term| self.series(term));
                self.push(Step::Angle { y, x, square })
            }
            Two::Max => {
                if at >= to {
                    a
                } else {
                    b
                }
            }
            Two::Min => {
                if at <= to {
                    a
                } else {
                    b
                }
            }
            _ => unreachable!("conditions are no series"),
        }
    }

    /// Returns a² + b²
    fn square(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = (self.times(a, a), self.times(b, b));
        self.sum(a, b)
    }
}
