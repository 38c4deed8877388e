//! Expressions of indices and build options, formulas of whole numbers and texts: `i+1` in the texts of repeated
//! elements, `reduction <= 1` in their `when`.
//!
//! Their values are whole numbers, texts and conditions, which no operation mixes. All sides of `or` and `and` are
//! looked at, so that what is wrong is found with every choice.

use std::collections::HashMap;
use std::fmt;
use std::ops::Range;

use super::diagnostics::Wrong;
use crate::algebra::{Beside, Formula, Given, Number, One, Scope, Two, parse};

/// Value of an index, an option or an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A whole number.
    Whole(i64),
    /// A text without quotes.
    Text(String),
    /// True if a condition holds.
    Truth(bool),
}

/// A name that expressions know, with its value.
pub(super) type Known = (String, Value);

/// Whole numbers to which arithmetic is exact.
const LARGEST: f64 = 9_007_199_254_740_992.0;

/// A value on the way.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Choice<'v> {
    Whole(f64),
    Text(&'v str),
    Truth(bool),
}

/// Reason why an operation has no value.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Unfit {
    Not(&'static str, &'static str),
    Between(&'static str, [&'static str; 2]),
    Divided,
    Broken(f64),
    TooLarge,
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Not(operation, kind) => write!(f, "`{operation}` is not defined for {kind}"),
            Self::Between(operation, [left, right]) => {
                write!(f, "`{operation}` is not defined between {left} and {right}")
            }
            Self::Divided => f.write_str("divides by 0"),
            Self::Broken(value) => write!(f, "{value} is not a whole number"),
            Self::TooLarge => f.write_str("becomes too large"),
        }
    }
}

impl Choice<'_> {
    /// Returns its kind, for messages.
    fn kind(self) -> &'static str {
        match self {
            Choice::Whole(_) => "a number",
            Choice::Text(_) => "a text",
            Choice::Truth(_) => "a condition",
        }
    }

    fn whole(value: f64) -> Result<Self, Unfit> {
        match value {
            value if value.is_nan() || value.abs() > LARGEST => Err(Unfit::TooLarge),
            value if value.trunc() != value => Err(Unfit::Broken(value)),
            value => Ok(Self::Whole(value)),
        }
    }

    fn one(self, function: One) -> Result<Self, Unfit> {
        match (function, self) {
            (One::Not, Self::Truth(truth)) => Ok(Self::Truth(!truth)),
            (One::Not, other) => Err(Unfit::Not("not", other.kind())),
            (function, Self::Whole(value)) => Self::whole(value.one(function)),
            (function, other) => Err(Unfit::Not(function.symbol(), other.kind())),
        }
    }

    fn two(self, other: Self, function: Two) -> Result<Self, Unfit> {
        use Choice::{Text, Truth, Whole};
        match (function, self, other) {
            (Two::Or, Truth(a), Truth(b)) => Ok(Truth(a | b)),
            (Two::And, Truth(a), Truth(b)) => Ok(Truth(a & b)),
            (Two::Equal, Text(a), Text(b)) => Ok(Truth(a == b)),
            (Two::Unequal, Text(a), Text(b)) => Ok(Truth(a != b)),
            (Two::Over | Two::Modulo, Whole(_), Whole(0.0)) => Err(Unfit::Divided),
            (Two::Modulo, Whole(a), Whole(b)) => Ok(Whole(a.rem_euclid(b))),
            (Two::Or | Two::And, ..) => self.unfit(other, function),
            (function, Whole(a), Whole(b)) if function.is_condition() => {
                Ok(Truth(a.two(b, function) != 0.0))
            }
            (function, Whole(a), Whole(b)) => Self::whole(a.two(b, function)),
            _ => self.unfit(other, function),
        }
    }

    fn unfit(self, other: Self, function: Two) -> Result<Self, Unfit> {
        Err(Unfit::Between(function.symbol(), [self.kind(), other.kind()]))
    }
}

/// The first operation without value decides.
impl Number for Result<Choice<'_>, Unfit> {
    fn constant(x: f64) -> Self {
        Choice::whole(x)
    }

    fn one(self, function: One) -> Self {
        self?.one(function)
    }

    fn two(self, other: Self, function: Two) -> Self {
        self?.two(other?, function)
    }

    fn choose(self, then: Self, otherwise: Self) -> Self {
        match self? {
            Choice::Truth(true) => then,
            Choice::Truth(false) => otherwise,
            other => Err(Unfit::Not("if", other.kind())),
        }
    }

    fn truth(self) -> Option<bool> {
        match self {
            Ok(Choice::Truth(truth)) => Some(truth),
            _ => None,
        }
    }
}

/// Values of the names, and behind them the texts of the formula itself.
struct Values<'v>(&'v [Known], &'v [String]);

impl<'v> Given<Result<Choice<'v>, Unfit>> for Values<'v> {
    fn number(&self, name: usize) -> Result<Choice<'v>, Unfit> {
        let Self(known, texts) = *self;
        match known.get(name).map(|(_, value)| value) {
            Some(Value::Whole(number)) => Choice::whole(*number as f64),
            Some(Value::Text(text)) => Ok(Choice::Text(text)),
            Some(Value::Truth(truth)) => Ok(Choice::Truth(*truth)),
            None => Ok(Choice::Text(&texts[name - known.len()])),
        }
    }

    fn list(&self, _: usize) -> Range<usize> {
        0..0
    }

    fn entry(&self, _: usize) -> Result<Choice<'v>, Unfit> {
        Err(Unfit::TooLarge)
    }
}

/// Longest formula outside laws, in bytes: one of a template is worked out for each copy.
const LONGEST: usize = 1000;

/// # Errors
/// The formula is too long.
pub(super) fn check_length(formula: &str) -> Result<(), Wrong> {
    match formula.len() {
        ..=LONGEST => Ok(()),
        length => {
            let rule = format!("has {length} bytes; a formula has at most {LONGEST}");
            Err(Wrong { offset: 0, rule })
        }
    }
}

/// Expressions that have been read, by their texts: those of a template are read once for all copies.
#[derive(Debug, Default)]
pub(super) struct Expressions(HashMap<String, Formula>);

impl Expressions {
    /// Evaluates the value of an expression; `known` has the same names at each call, in the same order.
    ///
    /// # Errors
    /// An error, and its place in the expression.
    pub fn evaluate(&mut self, expression: &str, known: &[Known]) -> Result<Value, Wrong> {
        if !self.0.contains_key(expression) {
            check_length(expression)?;
            let names: Vec<_> = known.iter().map(|(name, _)| (name.as_str(), false)).collect();
            let scope = Scope { names: &names, beside: Beside::Texts, ..Scope::default() };
            let formula = parse(expression, &scope)
                .map_err(|error| Wrong { offset: error.offset(expression), rule: error.rule })?;
            self.0.insert(expression.to_owned(), formula);
        }
        let formula = &self.0[expression];
        let value = formula.try_evaluate(&Values(known, formula.words()));
        let value = value.map_err(|(offset, unfit)| Wrong { offset, rule: unfit.to_string() })?;
        Ok(match value {
            Choice::Whole(number) => Value::Whole(number as i64),
            Choice::Text(text) => Value::Text(text.to_owned()),
            Choice::Truth(truth) => Value::Truth(truth),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Expressions, Known, Value, Wrong};

    fn known() -> Vec<Known> {
        let limit = Value::Text("heavy".to_owned());
        vec![
            ("i".to_owned(), Value::Whole(3)),
            ("reduction".to_owned(), Value::Whole(2)),
            ("limit".to_owned(), limit),
        ]
    }

    fn evaluate(expression: &str) -> Result<Value, String> {
        let wrong = |Wrong { offset, rule }| format!("{offset}: {rule}");
        Expressions::default().evaluate(expression, &known()).map_err(wrong)
    }

    #[test]
    fn conditions_have_their_values() {
        for (expression, expected) in [
            ("reduction <= 1", false),
            ("reduction>=2", true),
            ("reduction == 2 and i != 4", true),
            ("reduction < 2 or i > 2", true),
            ("not reduction == 2 or i == 3", true),
            ("not (reduction == 2 or i == 3)", false),
            ("not not (i*2 - 1) % 3 == reduction", true),
            ("limit == 'heavy' and limit != \"light one\"", true),
            ("i == 3 or i == 4 and i == 5", true),
            ("-i % 2 == 1 and max(i, 5) == 5 and 6/i == 2", true),
            ("if(i > 2, limit, 'none') == 'heavy'", true),
        ] {
            assert_eq!(evaluate(expression), Ok(Value::Truth(expected)), "{expression}");
        }
    }

    #[test]
    fn what_is_no_condition_is_told() {
        for (expression, why) in [
            ("reducton == 1", "0: no variable `reducton` (did you mean `reduction`?)"),
            ("reduction = 1", "10: expected an operator, found `=`; equality is `==`"),
            ("1 < i < 3", "6: comparisons do not chain: write `a < b and b < c`"),
            ("limit == 2", "6: `==` is not defined between a text and a number"),
            ("limit < 'x'", "6: `<` is not defined between a text and a text"),
            ("i and i == 3", "2: `and` is not defined between a number and a condition"),
            ("not i", "0: `not` is not defined for a number"),
            ("limit + 1 == 2", "6: `+` is not defined between a text and a number"),
            ("i/2 == 1", "1: 1.5 is not a whole number"),
            ("i%0 == 1", "1: divides by 0"),
            ("9e15*i == 1", "4: becomes too large"),
            ("(i == 3", "7: expected `)`, found the end"),
            ("limit == 'x", "9: the text has no closing quote"),
            ("i == 3 or", "9: expected a number, a name, a function or `(`, found the end"),
            (
                "i == 3 or kk == 1",
                "10: no variable `kk`; there are `i`, `reduction`, `limit` and `pi`",
            ),
            ("", "0: expected a number, a name, a function or `(`, found the end"),
        ] {
            assert_eq!(evaluate(expression), Err(why.to_owned()), "{expression}");
        }
    }
}
