//! Expressions in the time `t` for inputs: `2*sin(2*pi*t)`, `if(t < 1, 5, 0)`; formulas as [`crate::algebra`]
//! reads them.

mod span;

use std::ops::Range;

use crate::algebra::SyntaxError;
use crate::algebra::{Branch, FUNCTIONS, Formula, Given, Number, Rule, Scope, parse};
pub use span::Span;

/// Columns of the help text.
const HELP_WIDTH: usize = 90;

/// An expression that has been read.
#[derive(Clone, Debug)]
pub struct Expression {
    formula: Formula,
}

/// The time, under its one name.
struct At<N>(N);

impl<N: Number> Given<N> for At<N> {
    fn number(&self, _: usize) -> N {
        self.0
    }

    fn list(&self, _: usize) -> Range<usize> {
        0..0
    }

    fn entry(&self, _: usize) -> N {
        N::constant(f64::NAN)
    }
}

/// Returns the language in a few lines, for readers.
pub fn help() -> String {
    let of_numbers = FUNCTIONS.iter().filter(|(_, rule)| !matches!(rule, Rule::List(_)));
    let names = of_numbers.map(|(name, _)| *name);
    let mut lines = vec!["Functions:".to_owned()];
    for name in names {
        let line = lines.last_mut().expect("never empty");
        match line.len() + name.len() < HELP_WIDTH {
            true => line.push_str(&format!(" {name}")),
            false => lines.push(format!("  {name}")),
        }
    }
    format!(
        "Expressions: numbers (1, .5, 1e-3), t, pi, + - * / % ^, comparisons (1 or 0), and, or, not.\n\
         -t^2 is -(t^2); a % b lies in [0, b); if(condition, then, otherwise).\n{}",
        lines.join("\n")
    )
}

impl Expression {
    /// # Errors
    /// The first error of `text`, with its column.
    pub fn parse(text: &str) -> Result<Self, SyntaxError> {
        let scope = Scope { names: &[("t", false)], ..Scope::default() };
        parse(text, &scope).map(|formula| Self { formula })
    }

    /// Returns the value at time `t`; not finite where the expression is undefined.
    pub fn at(&self, t: f64) -> f64 {
        self.on_branch(t, t)
    }

    /// Returns the value at time `t` on the branch of the time `branch`, between which and `t` no other branch may
    /// begin: the limit from that side where `t` is a jump.
    pub(crate) fn on_branch(&self, t: f64, branch: f64) -> f64 {
        self.evaluate(Branch::new(t, branch)).value
    }

    /// Returns bounds that hold at all times from `start` to `end`.
    pub fn over(&self, start: f64, end: f64) -> Span {
        self.evaluate(Span::of_time(start, end))
    }

    fn evaluate<N: Number>(&self, time: N) -> N {
        self.formula.evaluate(&At(time))
    }
}

#[cfg(test)]
mod tests {
    use std::f64::consts::PI;

    use proptest::prelude::*;

    use crate::algebra::{ALL, FUNCTIONS, Rule};

    use super::Expression;

    fn value(text: &str, t: f64) -> f64 {
        Expression::parse(text).unwrap_or_else(|error| panic!("{text}: {error}")).at(t)
    }

    fn fault(text: &str) -> String {
        Expression::parse(text).map(|_| text).expect_err("must be refused").to_string()
    }

    #[test]
    fn operators_group_as_in_mathematics() {
        for (text, expected) in [
            ("-t^2", -9.0),
            ("2^-t", 0.125),
            ("2^3^2", 512.0),
            ("2-3-4", -5.0),
            ("2/4/2", 0.25),
            ("1/2*t", 1.5),
            ("-2*-t", 6.0),
            ("5 - -t", 8.0),
            ("1e-3*t", 0.003),
            (".5 + 1.", 1.5),
            ("(1+t)*2", 8.0),
            ("-1 % 3", 2.0),
            ("7 % 3", 1.0),
            ("1 + 2 < t + 1", 1.0),
            ("t < 1 or t > 2 and t < 4", 1.0),
            ("(t < 1 or t > 2) and t > 4", 0.0),
            ("not t < 1", 1.0),
            ("not not t", 1.0),
            ("if(t <= 3, if(t != 3, 1, 2), 3)", 2.0),
            ("min(5, t, 4) + max(t)", 6.0),
            ("sign(-t) + sign(0)", -1.0),
            ("atan2(t, -t)", 0.75 * PI),
        ] {
            assert_eq!(value(text, 3.0), expected, "{text}");
        }
    }

    #[test]
    fn branches_not_taken_do_not_matter() {
        assert_eq!(value("if(t > 0, 1/t, 0)", 0.0), 0.0);
    }

    #[test]
    fn faults_name_column_and_remedy() {
        for (text, expected) in [
            ("sinn(t)", "column 1: no function `sinn` (did you mean `sin`?)"),
            ("2*tt", "column 3: no variable `tt` (did you mean `t`?)"),
            ("2*force", "column 3: no variable `force`; there are `t` and `pi`"),
            ("sin", "column 1: `sin` is a function: write `sin(…)`"),
            ("pi()", "column 1: `pi` is not a function"),
            ("atan2(t)", "column 1: `atan2` takes 2 arguments, not 1"),
            ("sin()", "column 5: expected a number, `t`, a function or `(`, found `)`"),
            ("", "column 1: expected a number, `t`, a function or `(`, found the end"),
            ("1 +", "column 4: expected a number, `t`, a function or `(`, found the end"),
            (
                "2 t",
                "column 3: expected an operator, found `t`; `t` is the time here, no tonne: write `*t` for a product with \
                 the time, or the mass in kg as a number",
            ),
            ("t)", "column 2: this `)` has no matching `(`"),
            ("(t", "column 3: expected `)`, found the end"),
            ("0 < t < 1", "column 7: comparisons do not chain: write `a < b and b < c`"),
            ("1.2.3", "column 1: `1.2.3` is not a number"),
            ("1e999", "column 1: `1e999` is not a finite number"),
            ("t = 1", "column 3: expected an operator, found `=`; equality is `==`"),
            ("π·t", "column 1: no variable `π`; there are `t` and `pi`"),
        ] {
            assert_eq!(fault(text), expected, "{text}");
        }
    }

    #[test]
    fn hostile_nesting_is_refused() {
        assert!(fault(&"(".repeat(100_000)).contains("nested"));
        assert!(fault(&"-".repeat(100_000)).contains("nested"));
        assert_eq!(value(&format!("0{}", "+1".repeat(50_000)), 0.0), 50_000.0);
    }

    fn functions() -> impl Iterator<Item = (&'static str, Rule)> {
        FUNCTIONS.iter().copied().filter(|(_, rule)| !matches!(rule, Rule::List(_)))
    }

    #[test]
    fn every_function_answers() {
        for (name, rule) in functions() {
            let arguments = (1..=3).find(|&n| rule.accepts(n)).expect("at most three arguments");
            let call = format!("{name}({})", vec!["0.5"; arguments].join(","));
            assert!(value(&call, 0.0).is_finite(), "{call}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_parsed_or_refused(text in "[-t0-9.e+*/^%()<>=!, a-z]{0,40}") {
            let _ = Expression::parse(&text).map(|expression| expression.at(1.0));
        }

        #[test]
        fn numbers_round_trip(x in 0.0..1e300f64, y in 0.0..1e-300f64) {
            prop_assert_eq!(value(&format!("{x:e}"), 0.0), x);
            prop_assert_eq!(value(&format!("{y:?}"), 0.0), y);
        }
    }

    /// Returns every function, inside others, where it has a value between 0 and 3.
    fn expressions() -> Vec<Expression> {
        let calls = functions().map(|(name, rule)| match name {
            "asin" | "acos" => format!("{name}(sin(t)/2)"),
            "if" => "if(t < 1.3, t^2, 3*t) - 1".to_owned(),
            "atan2" => "atan2(sin(2*t), cos(2*t) - 0.2)".to_owned(),
            name if rule.accepts(1) => format!("{name}(0.1 + t) * cos(3*t)"),
            name => format!("{name}(t, 2 - t)"),
        });
        let operators = ["t % 0.7", "-t^3/(1 + t^2)", "t^2.5 - 2^-t", "(t - 1)^-3", "not (t > 2)"];
        let calls = calls.chain(operators.map(str::to_owned));
        calls
            .map(|text| Expression::parse(&text).unwrap_or_else(|fault| panic!("{text}: {fault}")))
            .collect()
    }

    proptest! {
        /// Values on the branch and differences of them lie in what is said of the span, and where it is said to
        /// be smooth the plain values are on one branch.
        #[test]
        fn spans_enclose_values_and_derivatives(start in 0.01..2.9f64, length in 1e-3..0.5f64, share in 0.0..1.0f64) {
            const D: f64 = 1e-4;
            for expression in expressions() {
                let span = expression.over(start - D, start + length + D);
                let t = start + share * length;
                let at = |t: f64| expression.on_branch(t, start);
                if !span.smooth {
                    continue;
                }
                prop_assert_eq!(expression.at(t), at(t));
                let (left, value, right) = (at(t - D), at(t), at(t + D));
                let (slope, curvature) = ((right - left) / (2.0 * D), (right - 2.0 * value + left) / (D * D));
                for (number, bounds, error) in
                    [(value, span.value, 0.0), (slope, span.slope, 1e-5), (curvature, span.curvature, 1e-3)]
                {
                    if bounds == ALL || error > 0.0 && span.curvature == ALL {
                        continue;
                    }
                    let room = 1e-12 + error * (1.0 + span.curvature.magnitude() + span.slope.magnitude());
                    prop_assert!(number >= bounds.low - room && number <= bounds.high + room,
                        "{:?} at {}: {} is not in {:?}", expression, t, number, bounds);
                }
            }
        }
    }

    #[test]
    fn short_spans_are_smooth_and_tight() {
        for expression in expressions() {
            let span = expression.over(2.2, 2.2001);
            assert!(span.smooth, "{expression:?}");
            let width = span.value.high - span.value.low;
            assert!(width < 1e-2 && span.curvature.magnitude() < 1e3, "{expression:?}: {span:?}");
        }
    }
}
