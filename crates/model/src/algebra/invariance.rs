//! Changes of names under which a formula keeps its value, by its structure: names that stand in sines, cosines and
//! tangents alone may change by whole periods of them. Half a period changes the sign of a sine or cosine, and so that of
//! its products and odd functions: even powers, even functions and products of two such factors have half the period.

use std::f64::consts::PI;

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
    /// Returns sufficient ones for a formula, whose names are given with how they change.
    pub fn of(formula: &Formula, given: &impl Given<f64>, changes: &[Change]) -> Self {
        let mut results = Vec::new();
        formula.results(given, &mut results);
        let varies = formula.dependent(|name| changes[name] != Change::Never);
        let found = Self::default();
        let mut reading = Reading { changes, results, varies, effects: Vec::new(), found };
        for node in formula.nodes() {
            let effect = reading.kept(node).unwrap_or_else(|| reading.other(node));
            reading.effects.push(effect);
        }
        if let Some(last) = reading.effects.len().checked_sub(1) {
            let value = reading.settled(last);
            add(&mut reading.found.none, value);
        }
        reading.found
    }
}

/// Change of a result, exact where the sums so far are what they must be.
#[derive(Clone, Debug, Default)]
struct Effect {
    /// Sum that is added to the result.
    added: Vec<f64>,
    /// Sums that must be whole numbers: the result is multiplied by −1 to the power of their total. Where there are some,
    /// nothing is added.
    turns: Vec<Vec<f64>>,
}

/// The operations of a formula up to one.
struct Reading<'r> {
    changes: &'r [Change],
    results: Vec<f64>,
    varies: Vec<bool>,
    /// Effects of the changes of the names on the results.
    effects: Vec<Effect>,
    found: Invariance,
}

impl Reading<'_> {
    /// Returns the effect on what is a linear function of its operands, or changes its sign with them; None of anything
    /// else.
    fn kept(&mut self, node: &Node) -> Option<Effect> {
        match *node {
            Node::Name(name) if self.changes[name] == Change::Displaced => {
                let mut added = self.still();
                added[name] = 1.0;
                Some(Effect { added, turns: Vec::new() })
            }
            Node::One(One::Negative, a) => self.scaled(a, -1.0),
            Node::One(function, a) => self.function(function, a),
            Node::Two(Two::Plus, a, b) => Some(self.sum(a, b, 1.0)),
            Node::Two(Two::Minus, a, b) => Some(self.sum(a, b, -1.0)),
            Node::Two(Two::Times | Two::Chain, a, b) => match (self.factor(a), self.factor(b)) {
                (_, Some(factor)) => self.scaled(a, factor),
                (Some(factor), _) => self.scaled(b, factor),
                (None, None) => Some(self.product(a, b)),
            },
            Node::Two(Two::Over, a, b) => match self.factor(b) {
                Some(factor) => self.scaled(a, factor.recip()),
                None => Some(self.product(a, b)),
            },
            Node::Two(Two::Power, a, b) => {
                let exponent = self.factor(b)?;
                match exponent.rem_euclid(2.0) {
                    0.0 => Some(self.even(a)),
                    1.0 if self.alternates(a) => Some(self.effects[a].clone()),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Returns a result that no name changes.
    fn factor(&self, place: usize) -> Option<f64> {
        (!self.varies[place]).then_some(self.results[place])
    }

    fn alternates(&self, place: usize) -> bool {
        !self.effects[place].turns.is_empty()
    }

    /// Returns the effect on a multiple of a result.
    fn scaled(&self, place: usize, factor: f64) -> Option<Effect> {
        if factor == 0.0 {
            return Some(Effect { added: self.still(), turns: Vec::new() });
        }
        let Effect { added, turns } = &self.effects[place];
        let added = added.iter().map(|entry| factor * entry).collect();
        factor.is_finite().then(|| Effect { added, turns: turns.clone() })
    }

    /// Returns the effect on a sum, whose terms may change their signs together.
    fn sum(&mut self, a: usize, b: usize, sign: f64) -> Effect {
        if self.effects[a].turns == self.effects[b].turns && self.alternates(a) {
            return self.effects[a].clone();
        }
        let [first, second] = [a, b].map(|place| self.settled(place));
        let added = first.iter().zip(&second).map(|(a, b)| a + sign * b).collect();
        Effect { added, turns: Vec::new() }
    }

    /// Returns the effect on a product or a quotient, whose sign changes with those of both.
    fn product(&mut self, a: usize, b: usize) -> Effect {
        for place in [a, b] {
            add(&mut self.found.none, self.effects[place].added.clone());
        }
        let turns = [a, b].iter().flat_map(|place| self.effects[*place].turns.clone()).collect();
        Effect { added: self.still(), turns }
    }

    /// Returns the effect on an even function, which no change of sign changes.
    fn even(&mut self, place: usize) -> Effect {
        let Effect { added, turns } = self.effects[place].clone();
        add(&mut self.found.none, added);
        turns.into_iter().for_each(|turn| add(&mut self.found.whole, turn));
        Effect { added: self.still(), turns: Vec::new() }
    }

    /// Returns the effect on a function of one operand that is circular, even or odd; None of any other.
    fn function(&mut self, function: One, a: usize) -> Option<Effect> {
        let odd = matches!(
            function,
            One::Asin
                | One::Atan
                | One::Round
                | One::Sign
                | One::Sin
                | One::Sinh
                | One::Tan
                | One::Tanh
        );
        let even = matches!(function, One::Abs | One::Cos | One::Cosh | One::Not);
        if self.alternates(a) {
            return if odd { Some(self.effects[a].clone()) } else { even.then(|| self.even(a)) };
        }
        let added = &self.effects[a].added;
        let half: Vec<f64> = added.iter().map(|entry| entry / PI).collect();
        if half.iter().all(|entry| *entry == 0.0) {
            return Some(Effect { added: half, turns: Vec::new() });
        }
        match function {
            One::Sin | One::Cos => Some(Effect { added: self.still(), turns: vec![half] }),
            One::Tan => {
                add(&mut self.found.whole, half);
                Some(Effect { added: self.still(), turns: Vec::new() })
            }
            _ => None,
        }
    }

    /// Returns the sum that is added to a result whose sign must not change.
    fn settled(&mut self, place: usize) -> Vec<f64> {
        let turns = std::mem::take(&mut self.effects[place].turns);
        let mut half = self.still();
        for turn in &turns {
            half.iter_mut().zip(turn).for_each(|(half, entry)| *half += 0.5 * entry);
        }
        let times = |turn: &[f64], factor: f64| {
            turn.iter().zip(&half).all(|(entry, half)| *entry == factor * half)
        };
        // Whole where half their total is: left out.
        let mut others: Vec<&Vec<f64>> = Vec::new();
        for turn in &turns {
            let known = [1.0, 2.0].iter().any(|factor| times(turn, *factor));
            if !known && !others.contains(&turn) {
                others.push(turn);
            }
        }
        others.into_iter().for_each(|turn| add(&mut self.found.whole, turn.clone()));
        add(&mut self.found.whole, half);
        self.effects[place].added.clone()
    }

    /// Returns the effect on any other operation, and what it takes for that.
    fn other(&mut self, node: &Node) -> Effect {
        let operands: Vec<(usize, Vec<f64>)> =
            node.operands().map(|place| (place, self.settled(place))).collect();
        let apart = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a - b).collect();
        let none = &mut self.found.none;
        let added = match (node, operands.as_slice()) {
            (Node::Two(Two::Max | Two::Min, ..), [(_, a), (_, b)]) => {
                add(none, apart(a, b));
                a.clone()
            }
            (Node::If(_), [(_, condition), (_, then), (_, otherwise)]) => {
                add(none, condition.clone());
                add(none, apart(then, otherwise));
                then.clone()
            }
            _ => {
                operands.into_iter().for_each(|(_, added)| add(none, added));
                self.still()
            }
        };
        Effect { added, turns: Vec::new() }
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
    use std::f64::consts::TAU;

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
            ("v*cos(v - k*(x - y)/2)^3", vec![[-1.5, 1.5]]),
            ("tan(x)", vec![[2.0, 0.0]]),
            ("sin(x + 0.5*cos(y))", vec![[0.0, 1.0], [1.0, 0.0]]),
            ("exp(sin(x))*max(cos(2*x), 0)", vec![[1.0, 0.0], [2.0, 0.0]]),
            ("if(sin(x) > v, max(x, x + k), x) - x", vec![[1.0, 0.0]]),
            ("atan2(sin(x), cos(x))", vec![[1.0, 0.0], [1.0, 0.0]]),
        ] {
            assert_eq!(found(text), [none.clone(), whole], "{text}");
        }
    }

    /// Whole half turns where the sign of a sine does not count, or changes twice.
    #[test]
    fn even_powers_and_products_have_half_the_period() {
        let none: Vec<[f64; 2]> = Vec::new();
        for (text, whole) in [
            ("sin(x)^2", vec![[2.0, 0.0]]),
            ("sin(x)^(k - 1)", vec![[2.0, 0.0]]),
            ("1/cos(3*x)^4", vec![[6.0, 0.0]]),
            ("cos(x)^3", vec![[1.0, 0.0]]),
            ("cos(x)^2.5", vec![[1.0, 0.0]]),
            ("cos(x)^v", vec![[1.0, 0.0]]),
            ("sin(x)*cos(x)", vec![[2.0, 0.0]]),
            ("sin(x)/cos(x)", vec![[2.0, 0.0]]),
            ("sin(x)*(v*tanh(cos(x)))", vec![[2.0, 0.0]]),
            ("-k*sin(x)*v*sin(x)*sin(x)", vec![[2.0, 0.0], [3.0, 0.0]]),
            ("(sin(x) - k*cos(x))^2", vec![[2.0, 0.0]]),
            ("(sin(x) - k)^2", vec![[1.0, 0.0]]),
            ("abs(sin(x)) + cosh(cos(y))", vec![[2.0, 0.0], [0.0, 2.0]]),
            ("cos(sin(x))", vec![[2.0, 0.0]]),
            ("sin(x)*sin(y)", vec![[2.0, 0.0], [0.0, 2.0], [1.0, 1.0]]),
            ("sin(x)^2 + sin(y)", vec![[2.0, 0.0], [0.0, 1.0]]),
            ("sin(x)^2 + sin(x)", vec![[2.0, 0.0], [1.0, 0.0]]),
        ] {
            assert_eq!(found(text), [none.clone(), whole], "{text}");
        }
    }

    /// The value itself, where its changes are what they must be.
    #[test]
    fn values_stay_where_sums_are_whole() {
        let value = |text: &str, x: f64, y: f64| {
            let formula = parse(text, &Scope { names: &NAMES, ..Scope::default() }).expect("valid");
            let mut results = Vec::new();
            formula.results(&At([x, y, 0.7, 3.0]), &mut results);
            *results.last().expect("a value")
        };
        for (text, dx, dy) in [
            ("v*sin(x)^2", PI, 0.0),
            ("sin(x)*cos(x)", -PI, 0.0),
            ("sin(x)*sin(y)", PI, 3.0 * PI),
            ("cos(sin(x))*abs(tanh(cos(3*x)))", PI, 0.0),
            ("(sin(x) - k*cos(x))^2", 5.0 * PI, 0.0),
        ] {
            let [none, whole] = found(text);
            let turns = whole.iter().map(|sum| (sum[0] * dx + sum[1] * dy) / TAU);
            assert!(
                none.is_empty() && turns.clone().all(|turn| (turn - turn.round()).abs() < 1e-12),
                "{text}"
            );
            let (before, after) = (value(text, 0.4, 1.1), value(text, 0.4 + dx, 1.1 + dy));
            assert!((before - after).abs() < 1e-12, "{text}: {before} {after}");
        }
        assert!(
            (value("sin(x)*sin(y)", 0.4, 1.1) - value("sin(x)*sin(y)", 0.4 + PI, 1.1)).abs() > 0.1
        );
    }

    struct At([f64; 4]);

    impl Given<f64> for At {
        fn number(&self, name: usize) -> f64 {
            self.0[name]
        }

        fn list(&self, _: usize) -> std::ops::Range<usize> {
            0..0
        }

        fn entry(&self, _: usize) -> f64 {
            unreachable!("there is no list")
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
