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
        let node = self.without_root(node);
        Ok(self.formula.push(node, offset))
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
