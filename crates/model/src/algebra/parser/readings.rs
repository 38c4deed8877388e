//! Units that could belong to one number or to a whole expression: `1/60 deg`, `10 + 5 deg`.
//!
//! Grammars differ: Frink and GNU units read `1/60 deg` as 1/(60 deg), people often as (1/60) deg. Both have a
//! dimension, and where the radian counts as one both fit. So neither is taken: brackets decide.

use std::f64::consts::PI;

use crate::algebra::formula::Node;
use crate::algebra::functions::Two;
use crate::algebra::parser::{Bound, Parser, Place};
use crate::algebra::quantity::Exponents;
use crate::algebra::scope::SyntaxError;
use crate::algebra::units;

impl<'a> Parser<'a> {
    /// Records units that end here, behind an operand from byte `start` to byte `units`.
    pub(super) fn bind(&mut self, start: usize, units: usize) {
        self.bound = Some(Bound { start, units, end: self.position });
    }

    /// Refuses units at the end of a right operand that could belong to the result of the operator as well.
    /// The expression begins at byte `start`, its operator stands at byte `at`.
    pub(super) fn check_reading(
        &self,
        start: usize,
        at: usize,
        apply: Two,
        left: Place,
    ) -> Result<(), SyntaxError> {
        let Some(bound) = self.bound.filter(|bound| bound.end == self.position) else {
            return Ok(());
        };
        let told = |from: usize, to: usize| self.text[from..to].trim();
        let (operand, unit) = (told(bound.start, bound.units), told(bound.units, bound.end));
        let before = self.text[start..bound.start].trim_start();
        let all = format!("({before}{operand}) {unit}");
        let (what, one) = match apply {
            Two::Over => ("quotient", format!("{before}({operand} {unit})")),
            Two::Modulo => ("remainder", format!("{before}({operand} {unit})")),
            Two::Power => ("power", format!("{before}({operand} {unit})")),
            Two::Plus | Two::Minus if is_angle(unit) && self.is_plain(left) => {
                let (left, sign) = (told(start, at), told(at, bound.start));
                ("sum", format!("({left}) rad {sign} {operand} {unit}"))
            }
            _ => return Ok(()),
        };
        let rule = format!("a unit after a {what} is ambiguous: write `{one}` or `{all}`");
        Err(self.fault_at(bound.units, rule))
    }

    /// True if an operation has numbers alone, none of which is π.
    fn is_plain(&self, place: Place) -> bool {
        match self.node(place) {
            Node::Number(number) => number != PI,
            Node::One(_, of) => self.is_plain(of),
            Node::Two(_, left, right) => self.is_plain(left) && self.is_plain(right),
            _ => false,
        }
    }
}

fn is_angle(word: &str) -> bool {
    let found = units::unit(word).map(|unit| unit.exponents);
    found.is_some_and(|unit| !unit.are_none() && unit.fit(Exponents::default()))
}
