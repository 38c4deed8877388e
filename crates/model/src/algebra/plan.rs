//! A formula on one branch, as a function of some variables: what does not depend on them is a number, what is not
//! taken is not there, and the rest gives the Taylor coefficients of its value along series of the variables.

mod base;
mod lists;
pub mod powers;
mod run;
mod start;
mod term;
mod terms;
mod two;
mod unused;
mod value;

use super::decisions::On;
use super::dual::Dual;
use super::formula::{Formula, Node};
use super::functions::Two;
use super::given::Given;
use super::step::Step;
use super::taylor::{Coefficients, ORDERS};
use term::Term;

/// Slots of a step.
const WIDTH: usize = 2;

/// The function of the variables; step k fills two slots, behind those of the variables and of the steps before.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Number of variables, whose slots come first.
    variables: usize,
    steps: Vec<Step>,
    result: Term,
    /// Terms by which decisions on given branches are made; or the results of other operations that were requested.
    watched: Vec<Term>,
    /// Steps that all of that takes, and all but the last.
    told: [usize; 2],
}

impl Default for Plan {
    fn default() -> Self {
        let (steps, watched) = (Vec::new(), Vec::new());
        Self { variables: 0, steps, result: Term::Fixed(0.0), watched, told: [0; 2] }
    }
}

/// The series of a plan, kept from order to order; and what making a plan needs.
#[derive(Clone, Debug, Default)]
pub struct PlanSeries {
    slots: Vec<Coefficients>,
    /// Zeros of each step of a plan with powers, where it goes through places; the values of all operations at these.
    zeros: Vec<powers::Zeros>,
    samples: Vec<powers::Samples>,
    /// Values at the start of a step, and changes since, of what is linear in a plan with powers.
    lines: Vec<Option<[f64; 2]>>,
    results: Vec<f64>,
    terms: Vec<Term>,
}

impl PlanSeries {
    /// Makes room for all plans of a formula with so many variables.
    pub fn reserve(&mut self, formula: &Formula, variables: usize) {
        // Decisions on branches take one more at most.
        let (steps, nodes) = (Self::steps(formula), formula.nodes().len());
        self.grow(variables, steps + nodes);
        self.results.reserve(nodes);
        self.terms.reserve(steps + nodes);
        if formula.powers() > 0 {
            self.zeros.reserve(steps + nodes);
            self.samples.reserve(variables + WIDTH * (steps + nodes));
            self.lines.reserve(variables + WIDTH * (steps + nodes));
        }
    }

    /// Returns the greatest number of steps of a formula.
    fn steps(formula: &Formula) -> usize {
        // An operation takes three, but for whole powers.
        let most = |node: &Node| if matches!(node, Node::Two(Two::Power, ..)) { 14 } else { 3 };
        formula.nodes().iter().map(most).sum()
    }

    fn grow(&mut self, variables: usize, steps: usize) {
        let slots = variables + WIDTH * steps;
        if self.slots.len() < slots {
            self.slots.resize(slots, [0.0; ORDERS]);
        }
    }
}

impl Plan {
    /// Makes the plan of a formula on the branch that it has at the given numbers, as a function of some of its names.
    pub fn make(
        &mut self,
        formula: &Formula,
        given: &impl Given<f64>,
        variables: &[usize],
        work: &mut PlanSeries,
    ) {
        formula.results(given, &mut work.results);
        self.lay_out(formula, given, variables, (None, &[]), work);
    }

    /// Makes the plan that also returns the results of some operations ([`Plan::watched`]).
    pub(crate) fn make_all(
        &mut self,
        formula: &Formula,
        given: &impl Given<f64>,
        variables: &[usize],
        told: &[usize],
        work: &mut PlanSeries,
    ) {
        formula.results(given, &mut work.results);
        self.lay_out(formula, given, variables, (None, told), work);
    }

    /// Makes the plan with decisions on given branches, whatever the numbers are; its first results are the numbers that
    /// decide.
    pub fn make_on(
        &mut self,
        formula: &Formula,
        given: &impl Given<f64>,
        variables: &[usize],
        (on, told): (&On, &[usize]),
        work: &mut PlanSeries,
    ) {
        match told {
            [] => {
                formula.results_on(given, on, &mut work.results);
            }
            _ => formula.told_on(given, on, told, &mut work.results),
        }
        self.lay_out(formula, given, variables, (Some(on), told), work);
    }

    fn lay_out(
        &mut self,
        formula: &Formula,
        given: &impl Given<f64>,
        variables: &[usize],
        (on, told): (Option<&On>, &[usize]),
        work: &mut PlanSeries,
    ) {
        let PlanSeries { results, terms, .. } = work;
        self.variables = variables.len();
        self.steps.clear();
        terms.clear();
        for (place, node) in formula.nodes().iter().enumerate() {
            let piece = on.and_then(|on| on.piece(place));
            let term =
                self.term((place, node), (&results[..], &terms[..]), given, variables, piece);
            terms.push(term);
        }
        self.result = terms.last().copied().unwrap_or(Term::Fixed(0.0));
        self.watched.clear();
        for (a, b) in on.into_iter().flat_map(|on| on.operands()) {
            let difference = b.map_or(terms[a], |b| self.difference(terms[a], terms[b]));
            self.watched.push(difference);
        }
        self.watched.extend(told.iter().map(|place| terms[*place]));
        self.drop_unused(terms);
        self.told = [0, 1].map(|without| self.steps_without(without));
        work.grow(self.variables, self.steps.len());
    }

    /// Returns the term of an operation, those before it being there.
    fn term(
        &mut self,
        (place, node): (usize, &Node),
        (results, terms): (&[f64], &[Term]),
        given: &impl Given<f64>,
        variables: &[usize],
        piece: Option<usize>,
    ) -> Term {
        let value = results[place];
        let above = piece.map(|piece| if piece > 0 { 1.0 } else { -1.0 });
        match *node {
            Node::Number(x) => Term::Fixed(x),
            Node::Name(name) => variables
                .iter()
                .position(|variable| *variable == name)
                .map_or(Term::Fixed(value), Term::Series),
            _ if node.operands().all(|operand| matches!(terms[operand], Term::Fixed(_))) => {
                Term::Fixed(value)
            }
            Node::One(function, a) => {
                self.term_of_one(function, terms[a], above.unwrap_or(results[a]), value)
            }
            Node::Two(function, ..) if function.is_condition() => Term::Fixed(value),
            Node::Two(function, a, b) => {
                let at = above.map_or([results[a], results[b]], |above| [above, 0.0]);
                self.term_of_two(function, [terms[a], terms[b]], at)
            }
            Node::If([condition, then, otherwise]) => {
                terms[if results[condition] != 0.0 { then } else { otherwise }]
            }
            Node::List(function, operands) => {
                let line = |operand: usize| match terms[operand] {
                    Term::Fixed(x) => Dual::new(x, 0.0),
                    Term::Series(_) => Dual::new(results[operand], 1.0),
                };
                self.term_of_list((function, &operands), line, terms[operands[0]], given, piece)
            }
        }
    }

    /// Returns the value, if it does not depend on the variables.
    pub fn constant(&self) -> Option<f64> {
        match self.result {
            Term::Fixed(value) => Some(value),
            Term::Series(_) => None,
        }
    }

    /// True if the function has no expansion at 0 of a power's base.
    pub(crate) fn has_powers(&self) -> bool {
        self.steps.iter().any(|step| matches!(step, Step::Power(..)))
    }

    /// Makes room for all plans of a formula with so many decisions.
    pub fn reserve(&mut self, formula: &Formula, decisions: usize) {
        self.steps.reserve(PlanSeries::steps(formula) + decisions);
        self.watched.reserve(decisions);
    }

    /// True if the function is a linear one of its variables.
    pub fn is_linear(&self) -> bool {
        self.steps.iter().all(is_linear)
    }

    /// True if a result that is watched is a linear one of the variables, by the steps up to it.
    pub fn is_watched_linear(&self, one: usize) -> bool {
        match self.watched[one] {
            Term::Fixed(_) => true,
            Term::Series(slot) => {
                let behind = slot.checked_sub(self.variables);
                let steps = behind.map_or(0, |behind| behind / WIDTH + 1);
                self.steps[..steps].iter().all(is_linear)
            }
        }
    }
}

/// True if a step is a linear function of its operands.
fn is_linear(step: &Step) -> bool {
    matches!(step, Step::Line(..) | Step::Sum(..))
}
