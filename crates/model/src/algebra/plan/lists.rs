//! Functions of lists in a plan.

use super::super::branch::Branch;
use super::super::dual::Dual;
use super::super::functions::ListFunction;
use super::super::given::{Along, Given};
use super::super::number::Number;
use super::super::tables;
use super::Plan;
use super::term::Term;

impl Plan {
    /// Makes the term of a function of lists, which is a line on a branch: the same to the last bit, wherever on the
    /// branch it is found.
    pub(super) fn term_of_list(
        &mut self,
        (function, operands): (ListFunction, &[usize; 5]),
        operand: impl Fn(usize) -> Dual<f64>,
        of: Term,
        given: &impl Given<f64>,
        piece: Option<usize>,
    ) -> Term {
        let at_0 = |operand: Dual<f64>| {
            let value = if operand.change == 0.0 { operand.value } else { 0.0 };
            Dual::new(Branch::new(value, operand.value), Branch::constant(operand.change))
        };
        let x = at_0(operand(operands[0]));
        let numbers = Along { given, name: usize::MAX, value: x };
        let Dual { value, change } = match piece {
            Some(piece) => tables::on_piece(function, operands, x, &numbers, piece),
            None => tables::evaluate(function, operands, |one| at_0(operand(one)), &numbers),
        };
        self.line(of, change.value, value.value)
    }
}
