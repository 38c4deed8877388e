//! Operations of the formula that is read.

use crate::algebra::formula::{Formula, Node};
use crate::algebra::functions::{One, Two};
use crate::algebra::parser::{Parser, Place};
use crate::algebra::scope::SyntaxError;

/// Operations of a formula, at most.
const MOST_NODES: usize = 100_000;
/// Different units or texts of a formula, at most.
const MOST_WORDS: usize = 1000;

impl Parser<'_> {
    /// Returns the operation at a place.
    pub fn node(&self, place: Place) -> Node {
        self.formula.nodes()[place]
    }

    /// Adds an operation that is said at a byte of the text.
    pub fn push(&mut self, node: Node, offset: usize) -> Result<Place, SyntaxError> {
        if self.formula.nodes().len() >= MOST_NODES {
            return Err(self.fault(format!("has more than {MOST_NODES} operations")));
        }
        let node = match self.without_root(node) {
            Node::Two(Two::Over, a, b) => self.quotient(a, b, offset).unwrap_or(node),
            other => other,
        };
        Ok(self.formula.push(node, offset))
    }

    /// Returns a quotient by a root or power of what its numerator is a product of, as the power that it is: sgn(x)·|x|^(1−p) in
    /// place of x/|x|^p has a value at 0.
    fn quotient(&mut self, a: Place, b: Place, offset: usize) -> Option<Node> {
        let power = self.node(b);
        let (Node::One(One::Sqrt, base) | Node::Two(Two::Power, base, _)) = power else {
            return None;
        };
        let absolute = matches!(self.node(base), Node::One(One::Abs, x) if x == a);
        if let Node::Two(_, _, exponent) = power
            && let Node::Number(exponent) = self.node(exponent)
            && !(exponent > 0.0 && exponent < 1.0)
        {
            return None;
        }
        match self.node(a) {
            _ if a == base => Some(self.with_less(power, offset)),
            _ if absolute => {
                let less = self.with_less(power, offset);
                let less = self.formula.push(less, offset);
                let sign = self.formula.push(Node::One(One::Sign, a), offset);
                Some(Node::Two(Two::Times, sign, less))
            }
            Node::One(One::Negative, a) => {
                let quotient = self.quotient(a, b, offset)?;
                Some(Node::One(One::Negative, self.formula.push(quotient, offset)))
            }
            Node::Two(Two::Times, first, second) => {
                if let Some(quotient) = self.quotient(second, b, offset) {
                    return Some(Node::Two(Two::Times, first, self.formula.push(quotient, offset)));
                }
                let quotient = self.quotient(first, b, offset)?;
                Some(Node::Two(Two::Times, self.formula.push(quotient, offset), second))
            }
            _ => None,
        }
    }

    /// Returns the base of a root or power over it: the power of 1 less its exponent.
    fn with_less(&mut self, power: Node, offset: usize) -> Node {
        let Node::Two(Two::Power, base, exponent) = power else { return power };
        let less = match self.node(exponent) {
            Node::Number(exponent) => Node::Number(1.0 - exponent),
            _ => {
                let one = self.formula.push(Node::Number(1.0), offset);
                Node::Two(Two::Minus, one, exponent)
            }
        };
        Node::Two(Two::Power, base, self.formula.push(less, offset))
    }

    /// Returns an operation; |x| in place of the root of x², which it is to the last bit, without a branch point.
    fn without_root(&self, node: Node) -> Node {
        let nodes = self.formula.nodes();
        let is = |place: usize, x: f64| nodes[place] == Node::Number(x);
        let of = match node {
            Node::One(One::Sqrt, of) => of,
            Node::Two(Two::Power, of, exponent) if is(exponent, 0.5) => of,
            _ => return node,
        };
        match nodes[of] {
            Node::Two(Two::Power, x, exponent) if is(exponent, 2.0) => Node::One(One::Abs, x),
            Node::Two(Two::Times, x, other) if x == other => Node::One(One::Abs, x),
            _ => node,
        }
    }

    /// Reads a text, or the word of a unit: a name behind those of the scope.
    pub(super) fn push_word(&mut self, word: &str, offset: usize) -> Result<Place, SyntaxError> {
        if self.formula.words().len() >= MOST_WORDS {
            return Err(self.fault(format!("has more than {MOST_WORDS} units or texts")));
        }
        let name = self.scope.names.len() + self.formula.word(word);
        self.push(Node::Name(name), offset)
    }

    pub fn include(
        &mut self,
        formula: &Formula,
        replaced: Option<(usize, usize)>,
        offset: usize,
    ) -> Result<Place, SyntaxError> {
        if self.formula.nodes().len() + formula.nodes().len() > MOST_NODES {
            return Err(self.fault(format!("has more than {MOST_NODES} operations")));
        }
        Ok(self.formula.include(formula, replaced, offset))
    }
}
