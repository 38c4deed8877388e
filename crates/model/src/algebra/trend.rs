//! Test of whether a formula of one variable x ≥ 0 rises or falls anywhere, with two places that prove it: what is not proven is
//! not reported.

use super::dual::Dual;
use super::formula::Formula;
use super::given::{Along, Given};
use super::interval::Interval;
use super::magnitude::Magnitude;

/// Greatest number of parts of the range that are examined.
const MOST_PARTS: usize = 400;
/// Differences of values that are round-off, as a part of what the values are made of.
const ROUND_OFF: f64 = 64.0 * f64::EPSILON;

/// Two places, in order, and the values there.
pub type Change = [(f64, f64); 2];

/// Finds two places of a range between which a formula rises, or with `sign` −1 falls; `kinks` are the places in it where it is
/// not smooth.
pub fn change(
    formula: &Formula,
    given: &impl Given<f64>,
    (variable, range): (usize, (f64, f64)),
    kinks: &[f64],
    sign: f64,
) -> Option<Change> {
    let curve = Curve { formula, given, variable, sign };
    let inside = kinks.iter().copied().filter(|kink| range.0 < *kink && *kink < range.1);
    let ends: Vec<f64> = [range.0].into_iter().chain(inside).chain([range.1]).collect();
    let jumps = ends.iter().flat_map(|end| [(end.next_down(), *end), (*end, end.next_up())]);
    let jumps = jumps.filter(|(start, end)| range.0 <= *start && *end <= range.1);
    let mut parts: Vec<(f64, f64)> = ends.windows(2).map(|pair| (pair[0], pair[1])).collect();
    let found = jumps.chain(parts.clone()).find_map(|part| curve.between(part));
    if found.is_some() {
        return found;
    }
    for _ in 0..MOST_PARTS {
        // Whole parts come before parts of them.
        let (start, end) = (!parts.is_empty()).then(|| parts.remove(0))?;
        let middle = 0.5 * (start + end);
        if start < middle && middle < end && curve.may_change((start, end)) {
            let halves = [(start, middle), (middle, end)];
            if let Some(found) = halves.into_iter().find_map(|half| curve.between(half)) {
                return Some(found);
            }
            parts.extend(halves);
        }
    }
    None
}

/// A formula of one variable, and which of its changes are looked for.
struct Curve<'c, G> {
    formula: &'c Formula,
    given: &'c G,
    variable: usize,
    sign: f64,
}

impl<G: Given<f64>> Curve<'_, G> {
    /// Returns the change between two places, if it is one beyond round-off.
    fn between(&self, (start, end): (f64, f64)) -> Option<Change> {
        let at = |value: f64| {
            let value = Magnitude::new(value, 0.0);
            self.formula.evaluate(&Along { given: self.given, name: self.variable, value })
        };
        let [first, last] = [at(start), at(end)];
        let more = self.sign * (last.value - first.value);
        let proven = more > ROUND_OFF * (first.size + last.size);
        (proven && [start, end].into_iter().all(|x| self.is_finite(x)))
            .then_some([(start, first.value), (end, last.value)])
    }

    /// True if no operation on the way to a value overflows: what comes of that is no value of the formula.
    fn is_finite(&self, value: f64) -> bool {
        let place = Along { given: self.given, name: self.variable, value };
        let mut parts = (0..self.formula.nodes().len()).map(|node| self.formula.ending(node));
        parts.all(|part| f64::is_finite(part.evaluate(&place)))
    }

    /// True if its slope may have the sign somewhere in a part.
    fn may_change(&self, (low, high): (f64, f64)) -> bool {
        let value = Dual::new(Interval { low, high }, Interval::point(1.0));
        let there: Dual<Interval> =
            self.formula.evaluate(&Along { given: self.given, name: self.variable, value });
        if self.sign > 0.0 { there.change.high > 0.0 } else { there.change.low < 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algebra::{KinkSearch, Kinks, Scope, parse};

    struct Nothing;

    impl Given<f64> for Nothing {
        fn number(&self, _: usize) -> f64 {
            unreachable!("the variable is the only name")
        }

        fn list(&self, _: usize) -> std::ops::Range<usize> {
            0..0
        }

        fn entry(&self, _: usize) -> f64 {
            unreachable!("there is no list")
        }
    }

    /// True if it is seen to rise, and to fall.
    fn seen(text: &str) -> [bool; 2] {
        let names = [("x", false)];
        let formula = parse(text, &Scope { names: &names, ..Scope::default() }).expect("valid");
        let mut kinks = Vec::new();
        let found = Kinks::new(&formula, 0).expect("valid");
        assert!(found.find(&formula, &Nothing, 0, &mut kinks, &mut KinkSearch::default()));
        [1.0, -1.0].map(|sign| change(&formula, &Nothing, (0, (0.0, 1e3)), &kinks, sign).is_some())
    }

    #[test]
    fn what_rises_or_falls_is_seen() {
        assert_eq!(seen("1 + x"), [true, false]);
        assert_eq!(seen("1/(1 + (x/0.1)^2)"), [false, true]);
        assert_eq!(seen("1 + exp(-((x - 3)/0.1)^2)"), [true, true]);
        assert_eq!(seen("if(x < 2, 1, 1.5)"), [true, false]);
        assert_eq!(seen("if(x < 2, 1.5, 1)"), [false, true]);
        assert_eq!(seen("max(1, 2 - x)"), [false, true]);
        assert_eq!(seen("1 + 1e-9*x^2"), [true, false]);
    }

    /// Round-off and overflow are no change.
    #[test]
    fn what_does_not_change_is_not_seen_to() {
        for text in [
            "2",
            "0.3 + 0.1*x - 0.1*x",
            "sin(x)^2 + cos(x)^2",
            "(x + 1e9) - x",
            "exp(x)*exp(-x)",
            "1e200*x/(1e200*x)",
            "x*(1e160*x)/(1e160*x^2)",
            "if(x < 2, 1, 1)",
        ] {
            assert_eq!(seen(text), [false, false], "{text}");
        }
        for text in ["1/(sqrt(x^2 + 1) - x)", "1e306*x/(1e306 + 1e306*x)", "tanh(x/1e-7)"] {
            assert!(!seen(text)[1], "{text}");
        }
        for text in ["sqrt(x^2 + 1) - x", "1/(1 + exp(x/1e-3))", "0.5 + 1/(1 + x^0.3)"] {
            assert!(!seen(text)[0], "{text}");
        }
    }
}
