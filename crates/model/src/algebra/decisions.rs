//! Decisions of a formula along a motion: each is on a branch, which ends where a number that decides passes a level.
//!
//! | decides | number | levels |
//! |---|---|---|
//! | `abs(a)`, `sign(a)` | a | 0 |
//! | `max(a, b)`, `min(a, b)`, comparisons | a − b | 0 |
//! | `table(a, …)` | a | its places but for the first |
//! | `luz(a, …)` | a | its widths |
//!
//! On branch k the number is above k levels. A formula with its decisions on given branches is smooth, whatever its arguments.
//! `sign` and comparisons jump: where the number stays at the level, they are on a branch of their own ([`TIED`]).

use serde::{Deserialize, Serialize};

use super::dual::Dual;
use super::formula::{Formula, Node, result};
use super::functions::{ListFunction, One, Two};
use super::given::Given;
use super::magnitude::Magnitude;
use super::number::Number;
use super::tables;

/// Decisions of a formula, at most.
const MOST: usize = 100;

/// Branch of a decision that jumps, where its number stays at the level.
pub const TIED: usize = usize::MAX;

/// One operation that decides.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Decision {
    node: usize,
    /// The number that decides is the result of the first, less that of the second.
    operands: (usize, Option<usize>),
    /// The list whose entries are levels, and how many of these are none; without a list 0 is the level.
    levels: Option<(usize, usize)>,
    /// True if its result jumps at the level.
    jumps: bool,
}

/// The decisions of a formula that depend on some of its names, in the order of its operations.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Decisions(Vec<Decision>);

/// Decisions on given branches, one for each.
#[derive(Clone, Copy, Debug)]
pub struct On<'p> {
    /// Decisions of the formula that is evaluated.
    pub decisions: &'p Decisions,
    /// The branch on which each is, counted from 0.
    pub pieces: &'p [usize],
}

impl On<'_> {
    /// Returns the branch of an operation that decides.
    #[inline]
    pub(super) fn piece(&self, node: usize) -> Option<usize> {
        let found = self.decisions.0.binary_search_by_key(&node, |decision| decision.node);
        found.ok().map(|decision| self.pieces[decision])
    }

    /// Returns the places of what decides.
    pub(super) fn operands(&self) -> impl Iterator<Item = (usize, Option<usize>)> {
        self.decisions.0.iter().map(|decision| decision.operands)
    }
}

impl Decisions {
    /// # Errors
    /// The reason why a decision of the formula cannot depend on these names, and the byte of its text at which it
    /// stands.
    pub fn new(
        formula: &Formula,
        on: impl Fn(usize) -> bool,
    ) -> Result<Self, (usize, &'static str)> {
        let depends = formula.dependent(on);
        let mut decisions = Vec::new();
        for (node, operation) in formula.nodes().iter().enumerate().filter(|(k, _)| depends[*k]) {
            let zero = |operands| Some((operands, None));
            let refused = |why| Err((formula.offset(node), why));
            let found = match *operation {
                Node::One(One::Ceil | One::Floor | One::Round, _) => {
                    return refused(
                        "`ceil`, `floor` and `round` have infinitely many jumps: they must not depend on the motion \
                         or the time; what repeats in time is a condition on a sine, `sin(2*pi*t/T) > 0`, or an input \
                         that a run gives (`--input`)",
                    );
                }
                Node::Two(Two::Modulo, ..) => {
                    return refused(
                        "`%` has infinitely many jumps: it must not depend on the motion or the time; what repeats in \
                         time is a condition on a sine, `sin(2*pi*t/T) > 0`, or an input that a run gives (`--input`)",
                    );
                }
                Node::One(One::Abs | One::Sign, a) => zero((a, None)),
                Node::Two(Two::And | Two::Or, ..) => None,
                Node::Two(Two::Max | Two::Min, a, b) => zero((a, Some(b))),
                Node::Two(function, a, b) if function.is_condition() => zero((a, Some(b))),
                Node::List(ListFunction::Table, [a, places, ..]) => {
                    Some(((a, None), Some((places, 1))))
                }
                Node::List(ListFunction::Luz, [a, widths, ..]) => {
                    Some(((a, None), Some((widths, 0))))
                }
                Node::List(..) => {
                    return refused("`fractal` must not depend on the motion or the time");
                }
                _ => None,
            };
            let jumps = match *operation {
                Node::One(function, _) => function == One::Sign,
                Node::Two(function, ..) => function.is_condition(),
                _ => false,
            };
            decisions.extend(found.map(|(operands, levels)| Decision {
                node,
                operands,
                levels,
                jumps,
            }));
            if decisions.len() > MOST {
                return refused("has more than 100 breakpoints");
            }
        }
        Ok(Self(decisions))
    }

    /// True if they are decisions of a formula.
    pub fn is_sound(&self, formula: &Formula, names: &[bool]) -> bool {
        let count = formula.nodes().len();
        let sound = |decision: &Decision| {
            let (a, b) = decision.operands;
            let list = decision.levels.is_none_or(|(list, _)| names.get(list) == Some(&true));
            decision.node < count && a < count && b.is_none_or(|b| b < count) && list
        };
        self.0.len() <= MOST && self.0.iter().all(sound)
    }

    /// Returns the number of decisions, which is that of the branches that a formula needs.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns the byte of the formula's text at which the first of them stands that depends on some names.
    pub fn offset(&self, formula: &Formula, on: impl Fn(usize) -> bool) -> Option<usize> {
        let depends = formula.dependent(on);
        let mut all = self.0.iter().filter(|decision| {
            let (a, b) = decision.operands;
            depends[a] || b.is_some_and(|b| depends[b])
        });
        all.next().map(|decision| formula.offset(decision.node))
    }

    /// True if the formula is smooth in the names that were asked for.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the decision of a formula between the two numbers that a condition compares, and the branch on which this
    /// condition holds.
    pub fn branch_where(&self, formula: &Formula, condition: &Formula) -> Option<(usize, usize)> {
        let (joined, [_, place]) = Formula::joined([formula, condition]);
        let Node::Two(function, a, b) = joined.nodes()[place] else { return None };
        let branch = match function {
            Two::Less | Two::LessOrEqual => 0,
            Two::Greater | Two::GreaterOrEqual => 1,
            _ => return None,
        };
        let found = self.0.iter().position(|decision| decision.operands == (a, Some(b)));
        found.map(|decision| (decision, branch))
    }

    /// Returns the number that decides, of the results of all operations.
    pub fn number(&self, decision: usize, results: &[f64]) -> f64 {
        let (a, b) = self.0[decision].operands;
        b.map_or(results[a], |b| results[a] - results[b])
    }

    /// Returns its change, of dual results.
    pub fn change(&self, decision: usize, results: &[Dual<f64>]) -> f64 {
        let (a, b) = self.0[decision].operands;
        results[a].change - b.map_or(0.0, |b| results[b].change)
    }

    /// Returns the sum of the magnitudes of what the number that decides is made of.
    pub fn size(&self, decision: usize, results: &[Magnitude]) -> f64 {
        let (a, b) = self.0[decision].operands;
        results[a].size + b.map_or(0.0, |b| results[b].size)
    }

    /// Returns the number of levels.
    pub fn levels(&self, decision: usize, given: &impl Given<f64>) -> usize {
        match self.0[decision].levels {
            None => 1,
            Some((list, without)) => given.list(list).len().saturating_sub(without),
        }
    }

    /// Returns a level, counted from 0.
    pub fn level(&self, decision: usize, level: usize, given: &impl Given<f64>) -> f64 {
        match self.0[decision].levels {
            None => 0.0,
            Some((list, without)) => given.entry(given.list(list).start + without + level),
        }
    }

    /// True if the result of a decision jumps at its level, so that a number which stays there is on [`TIED`].
    pub fn jumps(&self, decision: usize) -> bool {
        self.0[decision].jumps
    }

    /// Returns the branch of a number that decides, and moves.
    pub fn piece(&self, decision: usize, number: f64, given: &impl Given<f64>) -> usize {
        let levels = 0..self.levels(decision, given);
        levels.take_while(|level| number >= self.level(decision, *level, given)).count()
    }
}

/// Returns the result of an operation that decides, on a branch.
pub(super) fn on_piece<N: Number>(
    node: Node,
    results: &[N],
    given: &impl Given<N>,
    piece: usize,
) -> N {
    let above = piece > 0;
    let number = |x: bool| N::constant(f64::from(u8::from(x)));
    match node {
        Node::One(One::Sign, _) if piece == TIED => N::constant(0.0),
        Node::Two(function, ..) if piece == TIED => {
            number(matches!(function, Two::LessOrEqual | Two::GreaterOrEqual | Two::Equal))
        }
        Node::One(One::Abs, a) if above => results[a],
        Node::One(One::Abs, a) => results[a].one(One::Negative),
        Node::One(_, _) => N::constant(if above { 1.0 } else { -1.0 }),
        Node::Two(Two::Max, a, b) => results[if above { a } else { b }],
        Node::Two(Two::Min, a, b) => results[if above { b } else { a }],
        Node::Two(Two::Less | Two::LessOrEqual, ..) => number(!above),
        Node::Two(Two::Greater | Two::GreaterOrEqual, ..) => number(above),
        Node::Two(function, ..) => number(function == Two::Unequal),
        Node::List(function, operands) => {
            tables::on_piece(function, &operands, results[operands[0]], given, piece)
        }
        other => result(&other, given, results),
    }
}
