//! Changes of names under which a formula keeps its value, by its structure: names that stand in sines, cosines and
//! tangents alone may change by whole periods of them.

use std::f64::consts::{PI, TAU};

use super::formula::{Formula, Node};
use super::functions::{One, Two};
use super::given::Given;

/// Way in which a name may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Its number is given.
    Never,
    /// It varies, but not by the changes that are considered.
    Otherwise,
    /// It is what changes.
    Displaced,
}

/// Sums Σ cᵢ·Δᵢ of changes Δᵢ of the names. The value stays as it is where each of `none` is 0, and each of `whole` a
/// whole number.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Invariance {
    /// Sums that must be 0: entries by the numbers of the names.
    pub none: Vec<Vec<f64>>,
    /// Sums that must be whole numbers.
    pub whole: Vec<Vec<f64>>,
}

impl Invariance {
    /// Returns sufficient ones for a formula, of whose names is told how they change.
    pub fn of(formula: &Formula, given: &impl Given<f64>, changes: &[Change]) -> Self {
        let mut results = Vec::new();
        formula.results(given, &mut results);
        let varies = formula.dependent(|name| changes[name] != Change::Never);
        let mut reading =
            Reading { changes, results, varies, rows: Vec::new(), found: Self::default() };
        for node in formula.nodes() {
            let row = reading.linear(node).unwrap_or_else(|| reading.other(node));
            reading.rows.push(row);
        }
        let value = reading.rows.pop().unwrap_or_default();
        add(&mut reading.found.none, value);
        reading.found
    }
}

/// The operations of a formula up to one.
struct Reading<'r> {
    changes: &'r [Change],
    results: Vec<f64>,
    varies: Vec<bool>,
    /// Changes of the results by those of the names, exact where the sums so far are what they must be.
    rows: Vec<Vec<f64>>,
    found: Invariance,
}

impl Reading<'_> {
    /// Returns the change of what is a linear function of its operands; None of anything else.
    fn linear(&self, node: &Node) -> Option<Vec<f64>> {
        let rows = &self.rows;
        let factor = |place: usize| (!self.varies[place]).then_some(self.results[place]);
        let by = |place: usize, factor: f64| {
            factor.is_finite().then(|| rows[place].iter().map(|entry| factor * entry).collect())
        };
        let sum = |a: usize, b: usize, sign: f64| {
            rows[a].iter().zip(&rows[b]).map(|(a, b)| a + sign * b).collect()
        };
        match *node {
            Node::Name(name) if self.changes[name] == Change::Displaced => {
                let mut row = self.still();
                row[name] = 1.0;
                Some(row)
            }
            Node::One(One::Negative, a) => by(a, -1.0),
            Node::Two(Two::Plus, a, b) => Some(sum(a, b, 1.0)),
            Node::Two(Two::Minus, a, b) => Some(sum(a, b, -1.0)),
            Node::Two(Two::Times, a, b) => match (factor(a), factor(b)) {
                (_, Some(factor)) => by(a, factor),
                (Some(factor), _) => by(b, factor),
                (None, None) => None,
            },
            Node::Two(Two::Over, a, b) => by(a, factor(b)?.recip()),
            _ => None,
        }
    }

    /// Returns the change of any other operation, and what it takes for that.
    fn other(&mut self, node: &Node) -> Vec<f64> {
        let rows = &self.rows;
        let turns = |a: usize, period: f64| rows[a].iter().map(|entry| entry / period).collect();
        let apart = |a: usize, b: usize| rows[a].iter().zip(&rows[b]).map(|(a, b)| a - b).collect();
        let Invariance { none, whole } = &mut self.found;
        match *node {
            Node::One(One::Sin | One::Cos, a) => add(whole, turns(a, TAU)),
            Node::One(One::Tan, a) => add(whole, turns(a, PI)),
            Node::Two(Two::Max | Two::Min, a, b) => {
                add(none, apart(a, b));
                return rows[a].clone();
            }
            Node::If([condition, then, otherwise]) => {
                add(none, rows[condition].clone());
                add(none, apart(then, otherwise));
                return rows[then].clone();
            }
            _ => node.operands().for_each(|a| add(none, rows[a].clone())),
        }
        self.still()
    }

    fn still(&self) -> Vec<f64> {
        vec![0.0; self.changes.len()]
    }
}

/// Adds a sum, unless nothing in it changes.
fn add(sums: &mut Vec<Vec<f64>>, sum: Vec<f64>) {
    if sum.iter().any(|factor| *factor != 0.0) {
        sums.push(sum);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algebra::{Scope, parse};

    /// x and y change, v varies, k is 3.
    const NAMES: [(&str, bool); 4] = [("x", false), ("y", false), ("v", false), ("k", false)];

    struct Three;

    impl Given<f64> for Three {
        fn number(&self, name: usize) -> f64 {
            if name == 3 { 3.0 } else { f64::NAN }
        }

        fn list(&self, _: usize) -> std::ops::Range<usize> {
            0..0
        }

        fn entry(&self, _: usize) -> f64 {
            unreachable!("there is no list")
        }
    }

    /// Factors of x and y in the sums that must be 0, and in those that must be whole times 2π.
    fn found(text: &str) -> [Vec<[f64; 2]>; 2] {
        let formula = parse(text, &Scope { names: &NAMES, ..Scope::default() }).expect("valid");
        let changes = [Change::Displaced, Change::Displaced, Change::Otherwise, Change::Never];
        let Invariance { none, whole } = Invariance::of(&formula, &Three, &changes);
        let all = none.iter().chain(&whole);
        assert!(all.clone().all(|sum| sum[2..] == [0.0, 0.0]), "{text}: {none:?} {whole:?}");
        let positions = |by: f64| move |sum: &Vec<f64>| [by * sum[0], by * sum[1]];
        [none.iter().map(positions(1.0)).collect(), whole.iter().map(positions(TAU)).collect()]
    }

    #[test]
    fn circular_functions_have_their_periods() {
        let none: Vec<[f64; 2]> = Vec::new();
        for (text, whole) in [
            ("k + v*cos(k)", vec![]),
            ("x - (y + x) + y", vec![]),
            ("sin(6*x)", vec![[6.0, 0.0]]),
            ("v*cos(v - k*(x - y)/2)^2", vec![[-1.5, 1.5]]),
            ("tan(x)", vec![[2.0, 0.0]]),
            ("sin(x + 0.5*cos(y))", vec![[0.0, 1.0], [1.0, 0.0]]),
            ("exp(sin(x))*abs(cos(2*x))", vec![[1.0, 0.0], [2.0, 0.0]]),
            ("if(sin(x) > v, max(x, x + k), x) - x", vec![[1.0, 0.0]]),
            ("atan2(sin(x), cos(x))", vec![[1.0, 0.0], [1.0, 0.0]]),
        ] {
            assert_eq!(found(text), [none.clone(), whole], "{text}");
        }
    }

    #[test]
    fn anything_else_has_none() {
        for (text, none) in [
            ("k*x - y", vec![[3.0, -1.0]]),
            ("v*x", vec![[1.0, 0.0]]),
            ("x/(k - 3)", vec![[1.0, 0.0]]),
            ("x^2", vec![[1.0, 0.0]]),
            ("sin(x*x)", vec![[1.0, 0.0], [1.0, 0.0]]),
            ("abs(x) + (y > 2)", vec![[1.0, 0.0], [0.0, 1.0]]),
            ("max(x, 2)", vec![[1.0, 0.0], [1.0, 0.0]]),
            ("if(v > 0, x, y)", vec![[1.0, -1.0], [1.0, 0.0]]),
        ] {
            assert_eq!(found(text), [none, Vec::new()], "{text}");
        }
    }
}
