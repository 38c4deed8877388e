//! The arithmetics of formulas against each other: Taylor coefficients against dual numbers of dual numbers,
//! intervals around the values and slopes in them, and the places at which decisions change.

mod far;
mod quantities;

use std::ops::Range;

use luztar::algebra::taylor::ORDERS;
use luztar::algebra::{
    Branch, Dual, FUNCTIONS, Formula, Given, Interval, KinkSearch, Kinks, Magnitude, Number, One,
    Plan, PlanSeries, Rule, Scope, Two, parse,
};
use proptest::prelude::*;

/// Names of the formulas here: a variable, another one, a number, and two lists.
const NAMES: [(&str, bool); 5] =
    [("x", false), ("y", false), ("a", false), ("places", true), ("values", true)];
const PLACES: [f64; 4] = [0.0, 0.4, 1.1, 2.0];
const VALUES: [f64; 4] = [1.0, 0.3, 0.8, 1.5];
const A: f64 = 0.7;

/// Values of x and y; the other names are what they are.
struct At<N> {
    x: N,
    y: N,
}

impl<N: Number> Given<N> for At<N> {
    fn number(&self, name: usize) -> N {
        [self.x, self.y, N::constant(A)][name]
    }

    fn list(&self, name: usize) -> Range<usize> {
        if name == 3 { 0..4 } else { 4..8 }
    }

    fn entry(&self, place: usize) -> N {
        N::constant([PLACES, VALUES].concat()[place])
    }
}

fn formula(text: &str) -> Formula {
    let scope = Scope { names: &NAMES, ..Scope::default() };
    parse(text, &scope).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Every function within others, smooth but for decisions, where 0.05 < x, y < 3.
fn texts() -> Vec<String> {
    let call = |(name, rule): &(&str, Rule)| match (*name, rule) {
        ("floor" | "ceil" | "round", _) => format!("{name}(a) + x*y"),
        ("asin" | "acos", _) => format!("{name}(sin(x)/2) + y"),
        ("if", _) => "if(x < 1.3*y, x^2, 3*x - y) - 1".to_owned(),
        ("table", _) => "table(x, places, values)*(1 + y)".to_owned(),
        ("luz", _) => "exp(-y)*luz(x, places, values)".to_owned(),
        ("fractal", _) => "fractal(x, places, values, 0.3, 2)/y".to_owned(),
        (_, Rule::List(_)) => format!("x + {name}(places)*y"),
        (name, rule) if rule.accepts(1) => format!("{name}(0.1 + x*a) * cos(3*y)"),
        (name, _) => format!("{name}(x, 2 - y)"),
    };
    let operators = [
        "x^2.5 - 2^-y",
        "(x - 4)^-3*y",
        "x^5/(1 + y^2)",
        "y % 0.9 + x",
        "x^y",
        "a^x/y",
        "not (x > 2) + y",
        "1 - 2/(x + y) + (x >= y or x == 1 and y != 2)",
    ];
    FUNCTIONS.iter().map(call).chain(operators.map(str::to_owned)).collect()
}

/// Taylor coefficients of a formula along x(τ), y(τ), on the branch of their starts.
fn coefficients(formula: &Formula, x: [f64; 3], y: [f64; 3]) -> [f64; ORDERS] {
    let (mut plan, mut series) = (Plan::default(), PlanSeries::default());
    plan.make(formula, &At { x: x[0], y: y[0] }, &[0, 1], &mut series);
    let term = |of: [f64; 3], k: usize| of.get(k).copied().unwrap_or(0.0);
    std::array::from_fn(|k| plan.coefficient([term(x, k), term(y, k)], k, &mut series))
}

type Third = Dual<Dual<Dual<f64>>>;

/// x₀ + x₁·τ + x₂·τ² with its first three derivatives.
fn nested([a, b, c]: [f64; 3]) -> Third {
    let number = |value: f64, slope: f64| Dual::new(value, slope);
    let inner = Dual::new(number(a, b), number(b, 2.0 * c));
    let outer = Dual::new(number(b, 2.0 * c), number(2.0 * c, 0.0));
    Dual::new(inner, outer)
}

fn derivatives(value: Third) -> [f64; 4] {
    let Dual { value: low, change: high } = value;
    [low.value.value, low.value.change, low.change.change, high.change.change]
}

fn near(found: f64, expected: f64, scale: f64) -> bool {
    (found - expected).abs() <= 1e-11 * scale.max(1.0).max(expected.abs())
}

proptest! {
    #[test]
    fn coefficients_are_nested_dual_numbers(
        x in 0.06..2.9f64, y in 0.06..2.9f64, bends in prop::array::uniform4(-0.5..0.5f64)
    ) {
        let (x, y) = ([x, bends[0], bends[1]], [y, bends[2], bends[3]]);
        for text in texts() {
            let formula = formula(&text);
            let found = coefficients(&formula, x, y);
            let expected = derivatives(formula.evaluate(&At { x: nested(x), y: nested(y) }));
            let factorials = [1.0, 1.0, 2.0, 6.0];
            let scale = expected.iter().fold(1.0_f64, |most, d| most.max(d.abs()));
            for k in 0..4 {
                let derivative = factorials[k] * found[k];
                prop_assert!(near(derivative, expected[k], scale),
                    "{} at {:?}, {:?}, order {}: {} for {}", text, x, y, k, derivative, expected[k]);
            }
        }
    }

    /// The polynomial of the highest order is the value on the branch nearby.
    #[test]
    fn coefficients_sum_to_the_value_nearby(x in 0.5..2.5f64, y in 0.5..2.5f64, tau in -0.01..0.01f64) {
        for text in texts() {
            let formula = formula(&text);
            let found = coefficients(&formula, [x, 1.0, 0.0], [y, -0.5, 0.0]);
            let sum = found.iter().rev().fold(0.0, |sum, c| sum * tau + c);
            let there = At { x: Branch::new(x + tau, x), y: Branch::new(y - 0.5 * tau, y) };
            let expected = formula.evaluate(&there).value;
            // Near a pole the series has not converged.
            let rest = (found[ORDERS - 1] * tau.powi(ORDERS as i32 - 1)).abs();
            let scale = found[0].abs() + 1e13 * rest;
            prop_assert!(near(sum, expected, scale), "{} at {}, {}: {} for {}", text, x, y, sum, expected);
        }
    }

    #[test]
    fn intervals_contain_values_and_slopes(
        low in prop::array::uniform2(0.06..2.5f64), size in prop::array::uniform2(0.0..0.5f64),
        share in prop::array::uniform2(0.0..1.0f64)
    ) {
        let range = [0, 1].map(|k| Interval { low: low[k], high: low[k] + size[k] });
        let inside = [0, 1].map(|k| low[k] + share[k] * size[k]);
        let zero = Interval::point(0.0);
        for text in texts() {
            let formula = formula(&text);
            let bounds = formula.evaluate(&At {
                x: Dual::new(range[0], Interval::point(1.0)),
                y: Dual::new(range[1], zero),
            });
            let found: Dual<f64> =
                formula.evaluate(&At { x: Dual::new(inside[0], 1.0), y: Dual::new(inside[1], 0.0) });
            for (number, bounds) in [(found.value, bounds.value), (found.change, bounds.change)] {
                let room = 1e-12 * (1.0 + number.abs());
                prop_assert!(bounds.low - room <= number && number <= bounds.high + room,
                    "{} in {:?} at {:?}: {} is not in {:?}", text, range, inside, number, bounds);
            }
        }
    }
}

/// A number of single precision: the round-off of every operation is seen.
#[derive(Clone, Copy, Debug)]
struct Single(f64);

fn single(x: f64) -> Single {
    Single(f64::from(x as f32))
}

impl Number for Single {
    fn constant(x: f64) -> Self {
        Self(x)
    }

    fn one(self, function: One) -> Self {
        single(self.0.one(function))
    }

    fn two(self, other: Self, function: Two) -> Self {
        single(self.0.two(other.0, function))
    }

    fn choose(self, then: Self, otherwise: Self) -> Self {
        if self.0 != 0.0 { then } else { otherwise }
    }

    fn truth(self) -> Option<bool> {
        Some(self.0 != 0.0)
    }
}

proptest! {
    /// What single precision makes of a formula is within its round-off times the size, and one operation tells it.
    #[test]
    fn sizes_bound_round_off(x in 0.06..2.9f64, y in 0.06..2.9f64, offset in 1.0..1e3f64) {
        let cancels = format!("sin(y + (x + {offset}) - {offset})*exp(x)");
        for text in texts().into_iter().chain([cancels]) {
            let formula = formula(&text);
            let exact: Magnitude =
                formula.evaluate(&At { x: Magnitude::new(x, x), y: Magnitude::new(y, y) });
            let rounded = formula.evaluate(&At { x: single(x), y: single(y) }).0;
            let off = (rounded - exact.value).abs();
            // Slopes change along so coarse a round-off.
            let bound = 1.01 * f64::from(f32::EPSILON) / 2.0 * exact.size;
            prop_assert!(off <= bound, "{} at {}, {}: {} for {}", text, x, y, off, bound);
            prop_assert!(exact.size >= exact.value.abs());
            prop_assert_eq!(exact.value, formula.evaluate(&At { x, y }));
        }
    }
}

/// Of all ranges of small whole numbers: what a condition is for all numbers in them is decided, and what it is for some is
/// left open.
#[test]
fn conditions_of_ranges_are_those_of_their_numbers() {
    let conditions =
        ["x == y", "x != y", "x < y", "x <= y", "x > y", "x >= y", "x and y", "x or y", "not x"];
    let ranges = || (-1..=2).flat_map(|low| (low..=2).map(move |high| low..=high));
    for text in conditions {
        let formula = formula(text);
        for (xs, ys) in ranges().flat_map(|xs| ranges().map(move |ys| (xs.clone(), ys))) {
            let values = xs.clone().flat_map(|x| ys.clone().map(move |y| (x, y)));
            let values: Vec<f64> = values
                .map(|(x, y)| formula.evaluate(&At { x: f64::from(x), y: f64::from(y) }))
                .collect();
            let over = |range: &std::ops::RangeInclusive<i32>| Interval {
                low: f64::from(*range.start()),
                high: f64::from(*range.end()),
            };
            let found = formula.evaluate(&At { x: over(&xs), y: over(&ys) });
            let least = values.iter().copied().fold(f64::INFINITY, f64::min);
            let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let bounds = [found.low, found.high];
            // Ranges that do not touch, or are numbers, are decided.
            let apart = xs.end() < ys.start() || ys.end() < xs.start();
            let numbers = xs.start() == xs.end() && ys.start() == ys.end();
            match apart || numbers {
                true => assert_eq!(bounds, [least, most], "{text} in {xs:?}, {ys:?}"),
                false => assert!(
                    bounds[0] <= least && most <= bounds[1],
                    "{text} in {xs:?}, {ys:?}: {bounds:?} does not contain {least}, {most}"
                ),
            }
        }
    }
}

fn kinks(text: &str, y: f64) -> Vec<f64> {
    let formula = formula(text);
    let kinks = Kinks::new(&formula, 0).unwrap_or_else(|rule| panic!("{text}: {rule}"));
    let mut found = Vec::new();
    kinks.find(&formula, &At { x: 1.0, y }, 0, &mut found, &mut KinkSearch::default());
    found
}

#[test]
fn decisions_change_where_they_do() {
    for (text, expected) in [
        ("max(2 - 4*x, 0.5)", vec![0.375]),
        ("max(2 - 0*x, 2)", vec![]),
        ("max(2 - x, 2)", vec![]),
        ("abs(x - 3)*y", vec![3.0]),
        ("abs(x - 1.5) + abs((x - 1)*(x - 2))", vec![1.0, 1.5, 2.0]),
        ("min(x, 1) + max(x - 5, 0)", vec![1.0, 5.0]),
        ("table(x, places, values)", vec![0.4, 1.1, 2.0]),
        ("table(2*x, places, values)", vec![0.2, 0.55, 1.0]),
        ("luz(x, places, values)", vec![0.4, 1.1, 2.0]),
        // What is not taken has no kinks.
        ("if(y > 1, max(x - 1, 0), max(x - 2, 0))", vec![1.0]),
        ("if(x < 3, 0*x, max(x - 1, 0))", vec![3.0]),
        ("if(y == 1.5 or x > 1e-9, x, 0)", vec![]),
        ("sign(x - 1e-12)", vec![1e-12]),
        ("max(x, 1e12)", vec![1e12]),
        ("exp(-x)*x", vec![]),
    ] {
        assert_eq!(kinks(text, 1.5), expected, "{text}");
    }
    let copies = kinks("fractal(x, places, values, 0.3, 2)", 1.0);
    assert_eq!(copies.len(), 27);
    // A root that is no number of few digits: the first number at which the decision is another.
    let [root] = kinks("max(exp(x) - 5, y)", 0.25)[..] else { panic!("one kink") };
    assert!((root - 5.25_f64.ln()).abs() <= 4.0 * f64::EPSILON, "{root}");
}

#[test]
fn formulas_without_pieces_are_refused() {
    for (text, rule) in [
        ("floor(x)", "`ceil`, `floor` and `round` have no expansion"),
        ("x % 2", "`%` has infinitely many jumps"),
        ("fractal(x, places, values, x, 2)", "scaling and depth of `fractal`"),
    ] {
        let error = Kinks::new(&formula(text), 0).expect_err(text);
        assert!(error.starts_with(rule), "{text}: {error}");
    }
}

#[test]
fn lists_are_called_by_their_names() {
    let scope = Scope { names: &NAMES, ..Scope::default() };
    for (text, expected) in [
        ("table(x, 1, values)", "column 10: expected a list: `places`, `values`"),
        ("places + 1", "column 1: `places` is a list, not a number"),
        ("count(x)", "column 7: expected a list: `places`, `values`"),
        ("luz(x, places)", "column 1: `luz` takes 3 arguments: a number and two lists, not 2"),
        ("z", "column 1: no variable `z`; there are `x`, `y`, `a`, `places`, `values` and `pi`"),
    ] {
        assert_eq!(parse(text, &scope).expect_err(text).to_string(), expected, "{text}");
    }
    let value = |text: &str| formula(text).evaluate(&At { x: 0.75, y: 3.0 });
    assert_eq!(value("count(places) + first(values) + last(values)"), 6.5);
    assert_eq!((value("rising(places)"), value("rising(values)")), (1.0, 0.0));
    assert_eq!(value("table(y, places, values)"), 1.5 + (0.7 / 0.9));
}

/// Where a formula underflows at the place that decides, its slope elsewhere is what it is.
#[test]
fn slopes_do_not_depend_on_the_place_that_decides() {
    let formula = formula("exp(-(x/a)^2)");
    let x = Dual::new(Branch::new(0.3, 40.0), Branch::new(1.0, 1.0));
    let Dual { change, .. } = formula.evaluate(&At { x, y: x });
    let expected = -2.0 * 0.3 / (A * A) * (-(0.3 / A) * (0.3 / A)).exp();
    assert!((change.value - expected).abs() < 1e-15, "{change:?}");
}

/// A sum that is no number at either end may be any number.
#[test]
fn sums_of_what_has_no_end_are_told_to_be_unknown() {
    let (down, up) = (f64::NEG_INFINITY, f64::INFINITY);
    let range = |low: f64, high: f64| Interval { low, high };
    for sum in [range(down, 1.0) + range(up, up), range(down, down) + range(0.0, up)] {
        assert_eq!((sum.low, sum.high), (down, up));
    }
    let sum = range(down, 1.0) + range(2.0, 3.0);
    assert_eq!((sum.low, sum.high), (down, 4.0));
}

/// Intervals contain values; they also tell something: what is monotone is enclosed to round-off.
#[test]
fn powers_of_intervals_are_as_narrow_as_they_can_be() {
    let near = |found: Interval, low: f64, high: f64| {
        let off = (found.low - low).abs().max((found.high - high).abs());
        assert!(off <= 1e-14 * (1.0 + high.abs()), "{found:?} for {low}..{high}");
    };
    let range = |low: f64, high: f64| Interval { low, high };
    near(range(4.0, 9.0).power(0.5), 2.0, 3.0);
    near(range(0.0, 9.0).power(1.5), 0.0, 27.0);
    near(range(2.0, 4.0).power(-2.0), 1.0 / 16.0, 0.25);
    near(range(-4.0, -2.0).power(-3.0), -0.125, -1.0 / 64.0);
    near(range(-2.0, 3.0).power(2.0), 0.0, 9.0);
    near(range(-2.0, 3.0).power(3.0), -8.0, 27.0);
    // A root is that of the part that is not negative.
    near(range(-1.0, 4.0).power(0.5), 0.0, 2.0);
    for told in
        [range(-4.0, -1.0).power(0.5), range(-1.0, 4.0).power(-1.0), range(0.0, 4.0).power(-2.0)]
    {
        assert_eq!((told.low, told.high), (f64::NEG_INFINITY, f64::INFINITY));
    }
}
