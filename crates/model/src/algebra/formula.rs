//! A formula as a list of operations, each after those whose results it takes; what is said twice stands once.

mod branches;
mod derivative;

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::functions::{Argument, ListFunction, One, Two};
use super::given::Given;
use super::number::Number;
use super::tables;

/// Operations whose results a formula keeps without asking for memory.
const FEW: usize = 48;

/// Operations whose results a short formula keeps without allocation.
const FEWEST: usize = 4;

/// An operation; its operands are places of earlier ones, its lists and names those of the scope it was read in.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Node {
    /// A number of the text.
    Number(f64),
    /// A name of the scope, or behind those one of [`Formula::words`].
    Name(usize),
    /// A function of the result at a place.
    One(One, usize),
    /// A function of the results at two places.
    Two(Two, usize, usize),
    /// Condition, then, otherwise.
    If([usize; 3]),
    /// Operands in the order of `ListFunction::signature`: places of results, or names of lists.
    List(ListFunction, [usize; 5]),
}

/// Dependence of a value on a name where no decision changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Degree {
    Constant,
    Linear,
    Curved,
}

/// Ends with the operation whose result is the value of the formula.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Formula {
    nodes: Vec<Node>,
    /// Boxed, since laws have many formulas, and hosts may have little stack.
    notes: Box<Notes>,
}

/// Data with which formulas are built and reported.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Notes {
    /// Place of each node, by its key.
    #[serde(skip)]
    known: HashMap<[u64; 7], usize>,
    /// Byte of the text at which each node stands first.
    offsets: Vec<usize>,
    /// Words of the formula beside the names of its scope: texts, or the words of units. As names they follow those of
    /// the scope.
    words: Vec<String>,
}

impl PartialEq for Formula {
    fn eq(&self, other: &Self) -> bool {
        self.nodes == other.nodes
    }
}

impl Node {
    fn key(self) -> [u64; 7] {
        let mut key = [0; 7];
        let mut put = |kind: u64, function: u64, operands: &[usize]| {
            (key[0], key[1]) = (kind, function);
            for (slot, operand) in key[2..].iter_mut().zip(operands) {
                *slot = *operand as u64;
            }
        };
        match self {
            Node::Number(x) => put(0, x.to_bits(), &[]),
            Node::Name(name) => put(1, name as u64, &[]),
            Node::One(function, a) => put(2, function as u64, &[a]),
            Node::Two(function, a, b) => put(3, function as u64, &[a, b]),
            Node::If(operands) => put(4, 0, &operands),
            Node::List(function, operands) => put(5, function as u64, &operands),
        }
        key
    }

    /// Returns the same operation with the places of its operands mapped by `to`.
    pub(super) fn moved(self, to: impl Fn(usize) -> usize) -> Self {
        match self {
            Node::Number(_) | Node::Name(_) => self,
            Node::One(function, a) => Node::One(function, to(a)),
            Node::Two(function, a, b) => Node::Two(function, to(a), to(b)),
            Node::If(operands) => Node::If(operands.map(to)),
            Node::List(function, mut operands) => {
                for (operand, kind) in operands.iter_mut().zip(function.signature()) {
                    if *kind == Argument::Number {
                        *operand = to(*operand);
                    }
                }
                Node::List(function, operands)
            }
        }
    }

    /// Returns the places of the results that it takes.
    pub(crate) fn operands(self) -> impl Iterator<Item = usize> {
        let (list, count) = match self {
            Node::Number(_) | Node::Name(_) => ([0; 5], 0),
            Node::One(_, a) => ([a, 0, 0, 0, 0], 1),
            Node::Two(_, a, b) => ([a, b, 0, 0, 0], 2),
            Node::If([a, b, c]) => ([a, b, c, 0, 0], 3),
            Node::List(function, operands) => {
                let (mut list, mut count) = ([0; 5], 0);
                for (operand, kind) in operands.into_iter().zip(function.signature()) {
                    if *kind == Argument::Number {
                        list[count] = operand;
                        count += 1;
                    }
                }
                (list, count)
            }
        };
        list.into_iter().take(count)
    }
}

impl Formula {
    /// Makes a number.
    pub fn number(value: f64) -> Self {
        let mut formula = Self::default();
        formula.push(Node::Number(value), 0);
        formula
    }

    /// Formulas of the same names as one, and where each has its result; what they share stands once.
    pub(crate) fn joined<const N: usize>(parts: [&Formula; N]) -> (Self, [usize; N]) {
        let mut joined = Self::default();
        let places = parts.map(|part| joined.include(part, None, 0));
        (joined, places)
    }

    /// Adds an operation that is said at a byte of the text; its place.
    pub(super) fn push(&mut self, node: Node, offset: usize) -> usize {
        let place = self.nodes.len();
        let found = *self.notes.known.entry(node.key()).or_insert(place);
        if found == place {
            self.nodes.push(node);
            self.notes.offsets.push(offset);
        }
        found
    }

    /// Returns the number of a word among those beside the names.
    pub(super) fn word(&mut self, word: &str) -> usize {
        self.notes.words.iter().position(|known| known == word).unwrap_or_else(|| {
            self.notes.words.push(word.to_owned());
            self.notes.words.len() - 1
        })
    }

    /// Adds another formula of the same scope, which is named at a byte of the text, with what an operation gives in
    /// place of the name `replaced`; the place of its result.
    pub(super) fn include(
        &mut self,
        other: &Formula,
        replaced: Option<(usize, usize)>,
        offset: usize,
    ) -> usize {
        let mut places = Vec::with_capacity(other.nodes.len());
        for node in &other.nodes {
            let place = match (*node, replaced) {
                (Node::Name(name), Some((of, by))) if name == of => by,
                (node, _) => self.push(node.moved(|operand| places[operand]), offset),
            };
            places.push(place);
        }
        places[places.len() - 1]
    }

    /// Makes an operation the last, and drops what it does not take.
    pub(super) fn ending(&self, result: usize) -> Formula {
        let mut taken = vec![false; result + 1];
        taken[result] = true;
        for place in (0..=result).rev() {
            if taken[place] {
                self.nodes[place].operands().for_each(|operand| taken[operand] = true);
            }
        }
        let mut formula = Formula::default();
        formula.notes.words.clone_from(&self.notes.words);
        let mut places = vec![0; result + 1];
        for place in (0..=result).filter(|place| taken[*place]) {
            let node = self.nodes[place].moved(|operand| places[operand]);
            places[place] = formula.push(node, self.notes.offsets[place]);
        }
        formula
    }

    /// Returns a formula with other numbers of its names, of lists too.
    pub(crate) fn renamed(&self, to: impl Fn(usize) -> usize) -> Self {
        let mut renamed = Self::default();
        for (place, node) in self.nodes().iter().enumerate() {
            let node = match *node {
                Node::Name(name) => Node::Name(to(name)),
                Node::List(function, mut operands) => {
                    let lists = operands.iter_mut().zip(function.signature());
                    lists
                        .filter(|(_, kind)| **kind == Argument::List)
                        .for_each(|(operand, _)| *operand = to(*operand));
                    Node::List(function, operands)
                }
                other => other,
            };
            renamed.push(node, self.offset(place));
        }
        renamed
    }

    /// Returns its operations; the result of the last is its value.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Returns the number of operations that may be powers with branch points.
    pub fn powers(&self) -> usize {
        let is_power = |node: &&Node| {
            let roots = matches!(node, Node::One(One::Sqrt | One::Asin | One::Acos, _));
            roots || matches!(node, Node::Two(Two::Power | Two::Hypot, ..))
        };
        self.nodes.iter().filter(is_power).count()
    }

    /// Returns the byte of the text at which an operation was said first.
    pub fn offset(&self, place: usize) -> usize {
        self.notes.offsets[place]
    }

    /// Returns the texts or words of units; the first is the name behind those of the scope.
    pub fn words(&self) -> &[String] {
        &self.notes.words
    }

    /// True if every operation takes results of earlier ones, and names of a scope, for each of which is given whether it
    /// is a list: what reading makes is sound, what came as bytes may be anything.
    pub(crate) fn is_sound(&self, names: &[bool]) -> bool {
        let name = |name: &usize, list| names.get(*name) == Some(&list);
        let sound = |(place, node): (usize, &Node)| {
            let named = match node {
                Node::Name(number) => name(number, false),
                Node::List(function, operands) => {
                    let mut lists = operands.iter().zip(function.signature());
                    lists.all(|(operand, kind)| *kind == Argument::Number || name(operand, true))
                }
                _ => true,
            };
            named && node.operands().all(|operand| operand < place)
        };
        !self.nodes.is_empty()
            && self.nodes.len() == self.notes.offsets.len()
            && self.nodes.iter().enumerate().all(sound)
    }

    /// Returns, for each operation, true if it depends on one of some names.
    pub fn dependent(&self, on: impl Fn(usize) -> bool) -> Vec<bool> {
        let mut depends: Vec<bool> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let own = matches!(node, Node::Name(name) if on(*name));
            depends.push(own || node.operands().any(|operand| depends[operand]));
        }
        depends
    }

    /// Returns the number that it is, if it is one.
    pub(crate) fn as_number(&self) -> Option<f64> {
        match self.nodes[..] {
            [Node::Number(value)] => Some(value),
            _ => None,
        }
    }

    /// True if it names one of its scope, a list or not.
    pub(crate) fn names(&self, name: usize) -> bool {
        self.nodes.iter().any(|node| match *node {
            Node::Name(own) => own == name,
            Node::List(function, operands) => {
                let mut operands = operands.into_iter().zip(function.signature());
                operands.any(|(own, kind)| *kind != Argument::Number && own == name)
            }
            _ => false,
        })
    }

    /// True if the value depends on a name.
    pub fn depends_on(&self, name: usize) -> bool {
        self.dependent(|other| other == name).last().copied().unwrap_or(false)
    }

    /// True if the value is a linear function of a name where no decision changes.
    pub(crate) fn is_linear_in(&self, name: usize) -> bool {
        let mut degrees: Vec<Degree> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let most = node.operands().map(|operand| degrees[operand]).max();
            let most = most.unwrap_or(Degree::Constant);
            degrees.push(match *node {
                Node::Name(own) if own == name => Degree::Linear,
                _ if most == Degree::Constant => Degree::Constant,
                Node::One(One::Negative | One::Abs, _) => most,
                Node::One(function, _) if function.is_step() => Degree::Constant,
                Node::Two(function, ..) if function.is_condition() => Degree::Constant,
                Node::Two(Two::Plus | Two::Minus | Two::Max | Two::Min, ..) => most,
                Node::Two(Two::Times | Two::Chain, a, b) => match degrees[a].min(degrees[b]) {
                    Degree::Constant => most,
                    _ => Degree::Curved,
                },
                Node::Two(Two::Over, _, b) if degrees[b] == Degree::Constant => most,
                Node::If([_, then, otherwise]) => degrees[then].max(degrees[otherwise]),
                Node::List(_, operands) => degrees[operands[0]],
                _ => Degree::Curved,
            });
        }
        degrees.last().is_none_or(|degree| *degree <= Degree::Linear)
    }

    /// Returns the value.
    pub fn evaluate<N: Number>(&self, given: &impl Given<N>) -> N {
        let count = self.nodes.len();
        if count <= FEWEST {
            let mut fewest = [N::constant(0.0); FEWEST];
            self.run(given, &mut fewest[..count]);
            return fewest[count - 1];
        }
        let mut few = [N::constant(0.0); FEW];
        let mut many = Vec::new();
        let results = match count <= FEW {
            true => &mut few[..count],
            false => {
                many.resize(count, N::constant(0.0));
                &mut many
            }
        };
        self.run(given, results);
        results[count - 1]
    }

    /// Writes the results of all operations.
    pub fn results<N: Number>(&self, given: &impl Given<N>, into: &mut Vec<N>) {
        into.clear();
        into.resize(self.nodes.len(), N::constant(0.0));
        self.run(given, into);
    }

    /// Evaluates the value of a formula whose operations may fail.
    ///
    /// # Errors
    /// The reason why it has none, and the byte of its text.
    pub fn try_evaluate<T: Copy, E: Copy + PartialEq>(
        &self,
        given: &impl Given<Result<T, E>>,
    ) -> Result<T, (usize, E)>
    where
        Result<T, E>: Number,
    {
        self.evaluate(given).map_err(|error| {
            let mut results = Vec::new();
            self.results(given, &mut results);
            let failed = results.iter().position(|one| one.as_ref().err() == Some(&error));
            (failed.map_or(0, |place| self.notes.offsets[place]), error)
        })
    }

    fn run<N: Number>(&self, given: &impl Given<N>, results: &mut [N]) {
        for (place, node) in self.nodes.iter().enumerate() {
            results[place] = result(node, given, results);
        }
    }
}

/// Returns the result of an operation, those before it being there.
#[inline]
pub(super) fn result<N: Number>(node: &Node, given: &impl Given<N>, results: &[N]) -> N {
    match *node {
        Node::Number(x) => N::constant(x),
        Node::Name(name) => given.number(name),
        Node::One(function, a) => results[a].one(function),
        Node::Two(function, a, b) => results[a].two(results[b], function),
        Node::If([condition, then, otherwise]) => {
            results[condition].choose(results[then], results[otherwise])
        }
        Node::List(function, operands) => {
            tables::evaluate(function, &operands, |operand| results[operand], given)
        }
    }
}
