//! Formulas of numbers with units: values, dimensions, and what does not fit.

use luztar::algebra::{Beside, Exponents, Misfit, Quantity, Scope, parse};
use proptest::prelude::*;

use super::{At, formula, near, texts};

fn lengths(x: f64, y: f64) -> At<Result<Quantity, Misfit>> {
    let [x, y] = [x, y].map(|value| Ok(Quantity { value, unit: Exponents::new(0, 1, 0, 0) }));
    At { x, y }
}

proptest! {
    #[test]
    fn quantities_without_units_are_numbers(x in 0.06..2.9f64, y in 0.06..2.9f64) {
        for text in texts() {
            let formula = formula(&text);
            let number = formula.evaluate(&At { x, y });
            let [x, y] = [x, y].map(|value| Ok(Quantity::pure(value)));
            let quantity: Result<Quantity, Misfit> = formula.evaluate(&At { x, y });
            prop_assert_eq!(quantity.map(|one| one.value.to_bits()), Ok(number.to_bits()), "{}", text);
        }
    }

    /// In another unit of length the value is that of its dimension.
    #[test]
    fn dimensions_are_those_by_which_values_scale(x in 0.06..2.9f64, y in 0.06..2.9f64) {
        for (text, power) in [
            ("x*y - y^2", 2),
            ("sqrt(x*y) + hypot(x, y)", 1),
            ("x^3/y*a", 2),
            ("max(x, y, 0) + abs(-x)", 1),
            ("atan2(x, y) + sin(x/y)", 0),
            ("if(x < y and a, x/y, 2)", 0),
            ("y^-2*(x + 3*y)", -1),
            ("(x == y) + sign(x - y)", 0),
        ] {
            let formula = formula(text);
            let [small, large] = [1.0, 1000.0].map(|k| formula.evaluate(&lengths(k*x, k*y)).unwrap());
            prop_assert_eq!(small.unit, Exponents::new(0, power, 0, 0), "{}", text);
            let expected = small.value*1000_f64.powi(power.into());
            prop_assert!(near(large.value/expected, 1.0, 1.0), "{}: {} {}", text, small.value, large.value);
        }
    }
}

#[test]
fn what_does_not_fit_is_told_where_it_stands() {
    for (text, offset, why) in [
        ("x + 1", 2, "`+` needs operands in one unit (got m and pure numbers)"),
        ("3*y - x*y", 4, "`-` needs operands in one unit (got m and m2)"),
        ("if(x, x, y^2)", 0, "`if` needs operands in one unit (got m and m2)"),
        ("a*sin(x)", 2, "`sin` needs pure numbers (got m)"),
        ("2^x", 1, "`^` needs pure numbers (got m)"),
        ("sqrt(x)", 0, "`sqrt` makes a unit whose exponents are not whole or too large"),
        ("x^100*y^100", 5, "`*` makes a unit whose exponents are not whole or too large"),
        ("max(x, a)", 0, "`max` needs operands in one unit (got m and pure numbers)"),
    ] {
        let told = formula(text).try_evaluate(&lengths(1.0, 2.0)).expect_err(text);
        assert_eq!((told.0, told.1.to_string().as_str()), (offset, why), "{text}");
    }
    let scope = Scope { beside: Beside::Units, ..Scope::default() };
    for (text, column, rule) in [
        ("25 mm mn", 7, "no unit `mn` (did you mean `mN`?)"),
        ("1/mmm", 3, "no constant or unit `mmm` (did you mean `mm`?)"),
        ("mmm", 1, "no constant or unit `mmm`; there is `pi`"),
        ("5 % * 3", 5, "expected a number, a name, a function or `(`, found `*`"),
        ("3 min(2)", 6, "expected an operator, found `(`"),
        (
            "1 + table(0.3, [0, 1], [0, 1])",
            5,
            "`table` needs lists, which no number as a text has; write the value that it has",
        ),
    ] {
        let error = parse(text, &scope).expect_err(text);
        assert_eq!((error.column, error.rule.as_str()), (column, rule), "{text}");
    }
}
