//! A formula on one branch, as a function of two variables: what does not depend on them is a number, what is not
//! taken is not there, and the rest gives the Taylor coefficients of its value along series of the variables.

use super::dual::Dual;
use super::formula::{Formula, Node};
use super::functions::{ListFunction, One, Two};
use super::given::{Along, Given};
use super::number::Number;
use super::step::Step;
use super::tables;
use super::taylor::{Coefficients, ORDERS};

/// Powers with whole exponents up to this one are products, which need no first term.
const MOST_FACTORS: f64 = 16.0;

/// The value of an operation.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Term {
    Fixed(f64),
    /// The series in a slot.
    Series(usize),
}

/// Variables of a plan: the slots before those of its steps.
const VARIABLES: usize = 2;
/// Slots of a step.
const WIDTH: usize = 2;

/// The function of the variables; step k fills the slots from [`VARIABLES`] + 2·k on.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    steps: Vec<Step>,
    result: Term,
}

impl Default for Plan {
    fn default() -> Self {
        Self { steps: Vec::new(), result: Term::Fixed(0.0) }
    }
}

/// The series of a plan, kept from order to order; and what making a plan needs.
#[derive(Clone, Debug, Default)]
pub struct PlanSeries {
    slots: Vec<Coefficients>,
    results: Vec<f64>,
    terms: Vec<Term>,
}

impl PlanSeries {
    /// Makes room for all plans of a formula.
    pub fn reserve(&mut self, formula: &Formula) {
        // An operation takes three steps at most, but for whole powers.
        let most = |node: &Node| if matches!(node, Node::Two(Two::Power, ..)) { 10 } else { 3 };
        let steps: usize = formula.nodes().iter().map(most).sum();
        self.grow(steps);
        self.results.reserve(formula.nodes().len());
        self.terms.reserve(formula.nodes().len());
    }

    fn grow(&mut self, steps: usize) {
        let slots = VARIABLES + WIDTH * steps;
        if self.slots.len() < slots {
            self.slots.resize(slots, [0.0; ORDERS]);
        }
    }
}

impl Plan {
    /// The plan of a formula on the branch that it has at the given numbers, as a function of two of its names.
    pub fn make(
        &mut self,
        formula: &Formula,
        given: &impl Given<f64>,
        variables: [usize; VARIABLES],
        work: &mut PlanSeries,
    ) {
        let PlanSeries { results, terms, .. } = work;
        formula.results(given, results);
        self.steps.clear();
        terms.clear();
        let variable = |name: usize| variables.iter().position(|variable| *variable == name);
        for (place, node) in formula.nodes().iter().enumerate() {
            let term = match *node {
                Node::Number(x) => Term::Fixed(x),
                Node::Name(name) => {
                    variable(name).map_or(Term::Fixed(results[place]), Term::Series)
                }
                _ if node.operands().all(|operand| matches!(terms[operand], Term::Fixed(_))) => {
                    Term::Fixed(results[place])
                }
                Node::One(function, a) => self.one(function, terms[a], results[a], results[place]),
                Node::Two(function, a, b) => {
                    self.two(function, [terms[a], terms[b]], [results[a], results[b]])
                }
                Node::If([condition, then, otherwise]) => {
                    terms[if results[condition] != 0.0 { then } else { otherwise }]
                }
                Node::List(function, operands) => {
                    let line = |operand: usize| match terms[operand] {
                        Term::Fixed(x) => Dual::new(x, 0.0),
                        Term::Series(_) => Dual::new(results[operand], 1.0),
                    };
                    self.list(function, &operands, line, terms[operands[0]], given)
                }
            };
            terms.push(term);
        }
        self.result = terms.last().copied().unwrap_or(Term::Fixed(0.0));
        self.drop_unused(terms);
        work.grow(self.steps.len());
    }

    /// The value, if it does not depend on the variables.
    pub fn constant(&self) -> Option<f64> {
        match self.result {
            Term::Fixed(value) => Some(value),
            Term::Series(_) => None,
        }
    }

    /// Whether the function has no expansion at 0 of a power's base.
    pub fn has_powers(&self) -> bool {
        self.steps.iter().any(|step| matches!(step, Step::Power(..)))
    }

    fn push(&mut self, step: Step) -> Term {
        self.steps.push(step);
        Term::Series(VARIABLES + WIDTH * (self.steps.len() - 1))
    }

    /// The slot behind a series.
    fn behind(term: Term) -> Term {
        match term {
            Term::Series(slot) => Term::Series(slot + 1),
            fixed => fixed,
        }
    }

    /// factor·a + offset
    fn line(&mut self, of: Term, factor: f64, offset: f64) -> Term {
        let slot = match of {
            Term::Fixed(x) => return Term::Fixed(factor * x + offset),
            Term::Series(_) if factor == 0.0 => return Term::Fixed(offset),
            Term::Series(slot) if factor == 1.0 && offset == 0.0 => return Term::Series(slot),
            Term::Series(slot) => slot,
        };
        let own = slot.checked_sub(VARIABLES).filter(|behind| behind % WIDTH == 0);
        match own.map(|behind| self.steps[behind / WIDTH]) {
            Some(Step::Line(a, inner, shift)) => {
                self.push(Step::Line(a, factor * inner, factor * shift + offset))
            }
            _ => self.push(Step::Line(slot, factor, offset)),
        }
    }

    fn sum(&mut self, a: Term, b: Term) -> Term {
        match (a, b) {
            (a, Term::Fixed(x)) | (Term::Fixed(x), a) => self.line(a, 1.0, x),
            (Term::Series(a), Term::Series(b)) => self.push(Step::Plus(a, b)),
        }
    }

    fn difference(&mut self, a: Term, b: Term) -> Term {
        match (a, b) {
            (a, Term::Fixed(x)) => self.line(a, 1.0, -x),
            (Term::Fixed(x), b) => self.line(b, -1.0, x),
            (Term::Series(a), Term::Series(b)) => self.push(Step::Minus(a, b)),
        }
    }

    fn times(&mut self, a: Term, b: Term) -> Term {
        match (a, b) {
            (a, Term::Fixed(x)) | (Term::Fixed(x), a) => self.line(a, x, 0.0),
            (Term::Series(a), Term::Series(b)) => self.push(Step::Times(a, b)),
        }
    }

    fn over(&mut self, a: Term, b: Term) -> Term {
        match (a, b) {
            (a, Term::Fixed(x)) => self.line(a, 1.0 / x, 0.0),
            (Term::Fixed(x), Term::Series(b)) => self.push(Step::Reciprocal(b, x)),
            (Term::Series(a), Term::Series(b)) => self.push(Step::Over(a, b)),
        }
    }

    fn power(&mut self, a: Term, exponent: f64) -> Term {
        if exponent < 0.0 && exponent.fract() == 0.0 && -exponent <= MOST_FACTORS {
            let inverse = self.power(a, -exponent);
            return self.over(Term::Fixed(1.0), inverse);
        }
        if exponent.fract() != 0.0 || exponent.abs() > MOST_FACTORS {
            return match a {
                Term::Fixed(x) => Term::Fixed(libm::pow(x, exponent)),
                Term::Series(a) => self.push(Step::Power(a, exponent)),
            };
        }
        let (mut left, mut base, mut value) = (exponent as u32, a, Term::Fixed(1.0));
        while left > 0 {
            if left % 2 == 1 {
                value = self.times(value, base);
            }
            left /= 2;
            if left > 0 {
                base = self.times(base, base);
            }
        }
        value
    }

    /// A function of a series; `at` and `value` are its argument and its value on the branch.
    fn one(&mut self, function: One, of: Term, at: f64, value: f64) -> Term {
        let Term::Series(a) = of else { return Term::Fixed(value) };
        match function {
            One::Negative => self.line(of, -1.0, 0.0),
            One::Abs if at < 0.0 => self.line(of, -1.0, 0.0),
            One::Abs => of,
            One::Not | One::Ceil | One::Floor | One::Round | One::Sign => Term::Fixed(value),
            One::Exp => self.push(Step::Exp(a)),
            One::Expm1 => self.push(Step::Expm1(a)),
            One::Sin => self.push(Step::Circular(a)),
            One::Cos => Self::behind(self.push(Step::Circular(a))),
            One::Sinh => self.push(Step::Hyperbolic(a)),
            One::Cosh => Self::behind(self.push(Step::Hyperbolic(a))),
            One::Tan => {
                let sine = self.push(Step::Circular(a));
                self.over(sine, Self::behind(sine))
            }
            One::Tanh => self.push(Step::Tanh(a)),
            One::Sqrt => self.power(of, 0.5),
            One::Ln => self.push(Step::Primitive(function, a, a)),
            One::Log10 => {
                let logarithm = self.push(Step::Primitive(One::Ln, a, a));
                self.line(logarithm, std::f64::consts::LOG10_E, 0.0)
            }
            One::Atan => {
                let square = self.times(of, of);
                let rate = self.line(square, 1.0, 1.0);
                self.primitive(function, a, rate)
            }
            One::Asin => {
                let square = self.times(of, of);
                let rest = self.line(square, -1.0, 1.0);
                let rate = self.power(rest, 0.5);
                self.primitive(function, a, rate)
            }
            One::Acos => {
                let other = self.one(One::Asin, of, at, value);
                self.line(other, -1.0, std::f64::consts::FRAC_PI_2)
            }
        }
    }

    fn primitive(&mut self, function: One, of: usize, rate: Term) -> Term {
        match rate {
            Term::Series(rate) => self.push(Step::Primitive(function, of, rate)),
            Term::Fixed(_) => unreachable!("a function of a series is one"),
        }
    }

    /// A function of two terms, one of them a series, with their values on the branch.
    fn two(&mut self, function: Two, [a, b]: [Term; 2], [at, to]: [f64; 2]) -> Term {
        match function {
            _ if function.is_condition() => Term::Fixed(at.two(to, function)),
            Two::Plus => self.sum(a, b),
            Two::Minus => self.difference(a, b),
            Two::Times => self.times(a, b),
            Two::Over => self.over(a, b),
            Two::Modulo => {
                let turns = self.line(b, (at / to).floor(), 0.0);
                self.difference(a, turns)
            }
            Two::Power => match (a, b) {
                (a, Term::Fixed(exponent)) => self.power(a, exponent),
                (a, b) => {
                    let logarithm = self.one(One::Ln, a, at, libm::log(at));
                    let exponent = self.times(logarithm, b);
                    self.one(One::Exp, exponent, 0.0, 1.0)
                }
            },
            Two::Hypot => {
                let square = self.square(a, b);
                self.power(square, 0.5)
            }
            Two::Atan2 => {
                let square = self.square(a, b);
                let [y, x, square] = [a, b, square].map(|term| self.series(term));
                self.push(Step::Angle { y, x, square })
            }
            Two::Max => {
                if at >= to {
                    a
                } else {
                    b
                }
            }
            Two::Min => {
                if at <= to {
                    a
                } else {
                    b
                }
            }
            _ => unreachable!("conditions are above"),
        }
    }

    /// a² + b²
    fn square(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = (self.times(a, a), self.times(b, b));
        self.sum(a, b)
    }

    /// The slot of a term, also of a number.
    fn series(&mut self, term: Term) -> usize {
        match term {
            Term::Series(slot) => slot,
            Term::Fixed(x) => match self.push(Step::Line(0, 0.0, x)) {
                Term::Series(slot) => slot,
                Term::Fixed(_) => unreachable!("a step has a slot"),
            },
        }
    }

    /// On a branch a function of lists is a line.
    fn list(
        &mut self,
        function: ListFunction,
        operands: &[usize; 5],
        operand: impl Fn(usize) -> Dual<f64>,
        of: Term,
        given: &impl Given<f64>,
    ) -> Term {
        let x = operand(operands[0]);
        let numbers = Along { given, name: usize::MAX, value: x };
        let Dual { value, change } = tables::evaluate(function, operands, operand, &numbers);
        self.line(of, change, value - change * x.value)
    }

    /// Leaves out steps that the result does not need; `terms` is a workspace.
    fn drop_unused(&mut self, terms: &mut Vec<Term>) {
        let step_of = |slot: usize| slot.checked_sub(VARIABLES).map(|behind| behind / WIDTH);
        terms.clear();
        terms.resize(self.steps.len(), Term::Fixed(0.0));
        let take = |slot: usize, terms: &mut Vec<Term>| {
            if let Some(step) = step_of(slot) {
                terms[step] = Term::Series(0);
            }
        };
        if let Term::Series(slot) = self.result {
            take(slot, terms);
        }
        for step in (0..self.steps.len()).rev() {
            if terms[step] == Term::Series(0) {
                self.steps[step].operands().into_iter().for_each(|slot| take(slot, terms));
            }
        }
        let mut kept = 0;
        for step in 0..self.steps.len() {
            if terms[step] != Term::Series(0) {
                continue;
            }
            let moved = |slot: usize| match step_of(slot).map(|step| terms[step]) {
                Some(Term::Fixed(first)) => first as usize + (slot - VARIABLES) % WIDTH,
                _ => slot,
            };
            self.steps[kept] = self.steps[step].moved(moved);
            terms[step] = Term::Fixed((VARIABLES + WIDTH * kept) as f64);
            kept += 1;
        }
        if let Term::Series(slot) = self.result
            && let Some(Term::Fixed(first)) = step_of(slot).map(|step| terms[step])
        {
            self.result = Term::Series(first as usize + (slot - VARIABLES) % WIDTH);
        }
        self.steps.truncate(kept);
    }

    /// Coefficient k of the value along series of the variables, of which these are coefficients k; `series` is
    /// what the calls for 0..k left.
    pub fn coefficient(
        &self,
        variables: [f64; VARIABLES],
        k: usize,
        series: &mut PlanSeries,
    ) -> f64 {
        let slots = &mut series.slots;
        let Term::Series(result) = self.result else {
            return self.constant().filter(|_| k == 0).unwrap_or(0.0);
        };
        for (slot, variable) in slots.iter_mut().zip(variables) {
            slot[k] = variable;
        }
        for (step, slot) in self.steps.iter().zip((VARIABLES..).step_by(WIDTH)) {
            slots[slot][k] = step.coefficient(slots, slot, k);
        }
        slots[result][k]
    }
}
