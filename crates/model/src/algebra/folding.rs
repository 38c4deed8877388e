//! Formulas made of others, with what the ranges of their names decide taken, and what is nothing left out: `sign(x)` is 1
//! where x > 0 is known, `if(x > 0, a, b)` is a, and `0*a` is 0.

use super::formula::{Formula, Node, result};
use super::functions::{One, Two};
use super::given::Given;
use super::interval::Interval;
use super::number::Number;

/// Replacement of an operation of a formula in another one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum InPlace {
    /// A name.
    Name(usize),
    /// −1 times a name.
    Opposite(usize),
    /// A number.
    Number(f64),
}

/// A formula to which operations are added, with the range of each.
pub(crate) struct Folding<'g, G> {
    formula: Formula,
    ranges: Vec<Interval>,
    /// Ranges of the names.
    given: &'g G,
}

impl<'g, G: Given<Interval>> Folding<'g, G> {
    /// Makes one without operations.
    pub fn new(given: &'g G) -> Self {
        Self { formula: Formula::default(), ranges: Vec::new(), given }
    }

    /// Returns the operation at a place.
    pub fn node(&self, place: usize) -> Node {
        self.formula.nodes()[place]
    }

    /// Returns the interval in which the result at a place lies.
    pub fn range(&self, place: usize) -> Interval {
        self.ranges[place]
    }

    /// Returns, for each operation so far, true if it depends on one of some names.
    pub fn dependent(&self, on: impl Fn(usize) -> bool) -> Vec<bool> {
        self.formula.dependent(on)
    }

    /// Returns the formula whose value is the result at a place.
    pub fn ending(&self, place: usize) -> Formula {
        self.formula.ending(place)
    }

    /// Adds a number; its place.
    pub fn number(&mut self, value: f64) -> usize {
        // One zero, of either sign.
        self.add(Node::Number(value + 0.0))
    }

    /// Adds a formula with some of its operations replaced; the place of its result.
    pub fn include(
        &mut self,
        other: &Formula,
        replaced: impl Fn(usize) -> Option<InPlace>,
    ) -> usize {
        self.rewrite(other, |made, place, _| {
            Some(match replaced(place)? {
                InPlace::Name(name) => made.push(Node::Name(name)),
                InPlace::Number(value) => made.number(value),
                InPlace::Opposite(name) => {
                    let name = made.push(Node::Name(name));
                    made.push(Node::One(One::Negative, name))
                }
            })
        })
    }

    /// Adds a formula with some of its operations made anew, by their place and the places of those before them; the place of
    /// its result.
    pub fn rewrite(
        &mut self,
        other: &Formula,
        mut anew: impl FnMut(&mut Self, usize, &[usize]) -> Option<usize>,
    ) -> usize {
        let mut places: Vec<usize> = Vec::with_capacity(other.nodes().len());
        for (place, node) in other.nodes().iter().enumerate() {
            let own = anew(self, place, &places);
            places.push(own.unwrap_or_else(|| self.push(node.moved(|operand| places[operand]))));
        }
        places[places.len() - 1]
    }

    /// Adds an operation, or finds what it is where that is known; its place.
    pub fn push(&mut self, node: Node) -> usize {
        if let Some(place) = self.simpler(node) {
            return place;
        }
        let known = match node {
            Node::Number(value) => return self.number(value),
            Node::Name(_) => None,
            _ => result(&node, self.given, &self.ranges).single(),
        };
        let numbers = |place: usize| matches!(self.node(place), Node::Number(_));
        let told = match node {
            Node::One(function, _) if function.is_step() => true,
            Node::Two(function, ..) if function.is_condition() => true,
            Node::List(..) => false,
            _ => node.operands().all(numbers),
        };
        match known.filter(|value| told && value.is_finite()) {
            Some(value) => self.number(value),
            None => self.add(node),
        }
    }

    /// Returns the place of an operation that is known without being made.
    fn simpler(&mut self, node: Node) -> Option<usize> {
        let is = |place: usize, x: f64| self.node(place) == Node::Number(x);
        let range = |place: usize| self.ranges[place];
        let negative = |place: usize| match self.node(place) {
            Node::One(One::Negative, of) => Some(of),
            _ => None,
        };
        let opposite = Some(match node {
            Node::One(One::Negative, a) if negative(a).is_some() => return negative(a),
            Node::One(One::Abs, a) if range(a).low >= 0.0 => return Some(a),
            Node::One(One::Abs, a) if range(a).high <= 0.0 => a,
            Node::Two(Two::Max, a, b) if range(a).low >= range(b).high => return Some(a),
            Node::Two(Two::Max, a, b) if range(b).low >= range(a).high => return Some(b),
            Node::Two(Two::Min, a, b) if range(a).high <= range(b).low => return Some(a),
            Node::Two(Two::Min, a, b) if range(b).high <= range(a).low => return Some(b),
            Node::Two(Two::Plus, a, b) if is(a, 0.0) => return Some(b),
            Node::Two(Two::Plus | Two::Minus, a, b) if is(b, 0.0) => return Some(a),
            Node::Two(Two::Minus, a, b) if is(a, 0.0) => b,
            Node::Two(Two::Minus, a, b) if a == b => return Some(self.number(0.0)),
            Node::Two(Two::Times | Two::Chain, a, b) if is(a, 0.0) || is(b, 0.0) => {
                return Some(self.number(0.0));
            }
            Node::Two(Two::Times | Two::Chain, a, b) if is(a, 1.0) => return Some(b),
            Node::Two(Two::Times | Two::Chain | Two::Over, a, b) if is(b, 1.0) => return Some(a),
            Node::Two(Two::Times | Two::Chain, a, b) if is(a, -1.0) => b,
            Node::Two(Two::Times | Two::Chain | Two::Over, a, b) if is(b, -1.0) => a,
            Node::Two(Two::Over, a, b) if self.is_nonzero(b) && a == b => {
                return Some(self.number(1.0));
            }
            Node::Two(Two::Over, a, b)
                if self.is_nonzero(b) && (negative(a) == Some(b) || negative(b) == Some(a)) =>
            {
                return Some(self.number(-1.0));
            }
            Node::If([_, a, b]) if a == b => return Some(a),
            Node::If([condition, a, b]) => match self.truth(condition) {
                Some(truth) => return Some(if truth { a } else { b }),
                None => return None,
            },
            _ => return None,
        });
        opposite.map(|place| self.push(Node::One(One::Negative, place)))
    }

    fn is_nonzero(&self, place: usize) -> bool {
        let range = self.ranges[place];
        range.low > 0.0 || range.high < 0.0
    }

    /// True or false where the range of a condition decides it.
    fn truth(&self, condition: usize) -> Option<bool> {
        self.ranges[condition].truth()
    }

    fn add(&mut self, node: Node) -> usize {
        let place = self.formula.push(node, 0);
        if place == self.ranges.len() {
            let range = result(&node, self.given, &self.ranges);
            self.ranges.push(range);
        }
        place
    }
}
