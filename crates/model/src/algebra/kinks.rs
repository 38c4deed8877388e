//! Breakpoints of a formula of one variable x > 0, where it is not smooth: the places at which a decision in it changes.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::dual::Dual;
use super::formula::{Formula, Node};
use super::functions::{ListFunction, One, Two};
use super::given::{Along, Given};
use super::interval::Interval;
use super::number::{Number, sign};
use super::plan::{Plan, PlanSeries};

/// Greatest number of parts of the range of x in which the places of one decision are sought.
const MOST_PARTS: usize = 4000;
/// A part is not divided where it is shorter than this share of its end: decisions that change twice there are none.
const SHORTEST: f64 = 1e-6;
/// Values of x from which on a part has no end of its own.
const FIRST_END: f64 = 1.0;

/// Ends of the copies of a curve into itself, at most.
const MOST_ENDS: usize = 10_000;

/// Decisions of a formula, each of which keeps a part of it.
const MOST_SWITCHES: usize = 100;

/// A part of a formula by which a decision can change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Switch {
    /// A difference passes 0.
    Sign(Formula),
    /// An operand passes the places of points, in a list.
    Points(Formula, usize),
    /// An operand passes the ends of the copies of a curve into itself, as of [`ListFunction::Fractal`].
    Copies { operand: Formula, places: usize, depth: Formula },
}

/// The decisions of a formula that depend on a variable.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Kinks {
    switches: Vec<Switch>,
    /// True if a decision can matter on a part of the range alone.
    nested: bool,
}

/// Workspace of a search.
#[derive(Clone, Debug, Default)]
pub struct KinkSearch {
    parts: Vec<(f64, f64)>,
    plans: [Plan; 3],
    series: PlanSeries,
    found: Vec<f64>,
}

impl KinkSearch {
    /// Returns a plan and its series, for other uses between searches.
    pub fn workspace(&mut self) -> (&mut Plan, &mut PlanSeries) {
        (&mut self.plans[0], &mut self.series)
    }
}

impl Kinks {
    /// # Errors
    /// A part of the formula whose decisions are not found.
    pub fn new(formula: &Formula, variable: usize) -> Result<Self, &'static str> {
        let nodes = formula.nodes();
        let depends = formula.dependent(|name| name == variable);
        let (mut switches, mut nested) = (Vec::new(), false);
        let difference = |a: usize, b: usize| {
            let mut own = formula.clone();
            let place = own.push(Node::Two(Two::Minus, a, b), 0);
            own.ending(place)
        };
        for (node, depends_itself) in nodes.iter().zip(&depends) {
            if !depends_itself {
                continue;
            }
            match *node {
                Node::One(One::Ceil | One::Floor | One::Round, _) => {
                    return Err(
                        "`ceil`, `floor` and `round` have no expansion: they must not depend on slip or load",
                    );
                }
                Node::Two(Two::Modulo, ..) => {
                    return Err(
                        "`%` has infinitely many jumps: it must not depend on slip or load",
                    );
                }
                Node::One(One::Abs | One::Sign, a) => {
                    switches.push(Switch::Sign(formula.ending(a)));
                }
                Node::Two(Two::Max | Two::Min, a, b) => {
                    switches.push(Switch::Sign(difference(a, b)))
                }
                Node::Two(function, a, b)
                    if function.is_condition() && !matches!(function, Two::And | Two::Or) =>
                {
                    switches.push(Switch::Sign(difference(a, b)));
                }
                Node::If(_) => nested = true,
                Node::List(function, operands) => {
                    switches.push(of_list(formula, function, &operands, &depends)?);
                }
                _ => {}
            }
            if switches.len() > MOST_SWITCHES {
                return Err("has more than 100 breakpoints");
            }
        }
        Ok(Self { switches, nested })
    }

    /// True if its formulas are those of a scope with these names, of each whether it is a list.
    pub(crate) fn is_sound(&self, names: &[bool]) -> bool {
        let list = |name: &usize| names.get(*name) == Some(&true);
        let sound = |switch: &Switch| match switch {
            Switch::Sign(difference) => difference.is_sound(names),
            Switch::Points(operand, places) => operand.is_sound(names) && list(places),
            Switch::Copies { operand, places, depth } => {
                operand.is_sound(names) && depth.is_sound(names) && list(places)
            }
        };
        self.switches.len() <= MOST_SWITCHES && self.switches.iter().all(sound)
    }

    /// Adds the places, in order, to an empty list. The numbers that are given hold but for the variable. False: a curve has too
    /// many of them.
    pub fn find(
        &self,
        formula: &Formula,
        given: &impl Given<f64>,
        variable: usize,
        into: &mut Vec<f64>,
        search: &mut KinkSearch,
    ) -> bool {
        into.clear();
        for switch in &self.switches {
            match switch {
                Switch::Sign(difference) => {
                    Line { formula: difference, given, variable }.zeros(0.0, search, into);
                }
                Switch::Points(operand, list) => {
                    let line = Line { formula: operand, given, variable };
                    for level in given.list(*list).map(|place| given.entry(place)) {
                        line.passes(level, search, into);
                    }
                }
                Switch::Copies { operand, places, depth } => {
                    let line = Line { formula: operand, given, variable };
                    let mut ends = std::mem::take(&mut search.found);
                    let few = copies(given, given.list(*places), depth.evaluate(given), &mut ends);
                    ends.iter().filter(|_| few).for_each(|end| line.passes(*end, search, into));
                    search.found = ends;
                    if !few {
                        return false;
                    }
                }
            }
        }
        into.retain(|x| *x > 0.0 && x.is_finite());
        into.sort_unstable_by(f64::total_cmp);
        into.dedup();
        if self.nested {
            self.drop_needless(formula, given, variable, into, search);
        }
        true
    }

    /// Leaves out places at which the formula does not change, nor is another one there alone, as where it compares by `==`.
    fn drop_needless(
        &self,
        formula: &Formula,
        given: &impl Given<f64>,
        variable: usize,
        into: &mut Vec<f64>,
        search: &mut KinkSearch,
    ) {
        let KinkSearch { plans: [left, right, at], series, found, .. } = search;
        let mut make = |plan: &mut Plan, x: f64| {
            let there = Along { given, name: variable, value: x };
            plan.make(formula, &there, &[variable], series);
        };
        found.clear();
        found.extend_from_slice(into);
        into.clear();
        make(left, 0.5 * found.first().copied().unwrap_or(FIRST_END));
        for (k, kink) in found.iter().enumerate() {
            make(right, found.get(k + 1).map_or(2.0 * kink, |next| 0.5 * (kink + next)));
            let changes = left != right || {
                make(at, *kink);
                at != right
            };
            if changes {
                into.push(*kink);
            }
            std::mem::swap(left, right);
        }
    }
}

/// Finds the decisions of a function of lists.
fn of_list(
    formula: &Formula,
    function: ListFunction,
    operands: &[usize; 5],
    depends: &[bool],
) -> Result<Switch, &'static str> {
    let operand = formula.ending(operands[0]);
    match function {
        ListFunction::Fractal if depends[operands[3]] || depends[operands[4]] => {
            Err("scaling and depth of `fractal` must not depend on slip or load")
        }
        ListFunction::Fractal => {
            let depth = formula.ending(operands[4]);
            Ok(Switch::Copies { operand, places: operands[1], depth })
        }
        _ => Ok(Switch::Points(operand, operands[1])),
    }
}

/// Finds the ends of all copies of a curve, of so many into one another; false if they are too many.
fn copies(given: &impl Given<f64>, places: Range<usize>, depth: f64, into: &mut Vec<f64>) -> bool {
    let Some(last) = places.clone().last() else { return true };
    let (first, end) = (given.entry(places.start), given.entry(last));
    into.clear();
    into.extend(places.clone().map(|place| given.entry(place)));
    for _ in 0..depth.max(0.0) as usize {
        let curve = 0..into.len();
        if curve.len() * (last - places.start) > MOST_ENDS {
            return false;
        }
        for place in places.start..last {
            let (left, right) = (given.entry(place), given.entry(place + 1));
            for k in curve.clone() {
                let share = (into[k] - first) / (end - first);
                into.push(left + share * (right - left));
            }
        }
        into.drain(curve);
        into.sort_unstable_by(f64::total_cmp);
        into.dedup();
    }
    true
}

/// A formula as a function of one variable.
struct Line<'l, G> {
    formula: &'l Formula,
    given: &'l G,
    variable: usize,
}

impl<G: Given<f64>> Line<'_, G> {
    fn at<N: Number>(&self, x: N) -> N {
        self.formula.evaluate(&Along { given: self.given, name: self.variable, value: x })
    }

    /// Adds the places x > 0 at which the function passes a level.
    fn passes(&self, level: f64, search: &mut KinkSearch, into: &mut Vec<f64>) {
        match self.formula.nodes() {
            [Node::Name(name)] if *name == self.variable => into.push(level),
            _ => self.zeros(level, search, into),
        }
    }

    /// Adds the places x > 0 at which the function passes a level, by dividing the range.
    fn zeros(&self, level: f64, search: &mut KinkSearch, into: &mut Vec<f64>) {
        let parts = &mut search.parts;
        parts.clear();
        parts.push((0.0, f64::INFINITY));
        let mut looked = 0;
        while let Some((start, end)) = parts.pop() {
            looked += 1;
            let range = Interval { low: start, high: end };
            let there = self.at(Dual::new(range, Interval::point(1.0)));
            if !there.value.contains(level) {
                continue;
            }
            let side = |x: f64| sign(self.at(x) - level);
            let steady = !there.change.contains(0.0);
            let short = end.is_finite() && end - start <= SHORTEST * end;
            if looked < MOST_PARTS && !short && !(steady && end.is_finite()) {
                let middle = if end == f64::INFINITY {
                    (2.0 * start).max(FIRST_END)
                } else {
                    0.5 * (start + end)
                };
                if middle < end && start < middle {
                    parts.extend([(middle, end), (start, middle)]);
                    continue;
                }
            }
            let (before, behind) = (side(start), side(end));
            if before != 0.0 && behind != before && !behind.is_nan() {
                into.push(first(start, end, |x| side(x) != before));
            }
        }
    }
}

impl<G: Given<f64>> Line<'_, G> {
    /// Returns a place x ≥ 0 at which the function is negative, found by dividing the range.
    fn negative(&self) -> Option<f64> {
        let mut parts = vec![(0.0, f64::INFINITY)];
        for _ in 0..MOST_PARTS {
            let (start, end) = parts.pop()?;
            let there: Interval = self.at(Interval { low: start, high: end });
            if there.low >= 0.0 {
                continue;
            }
            if self.at(start) < 0.0 {
                return Some(start);
            }
            let middle = if end == f64::INFINITY {
                (2.0 * start).max(FIRST_END)
            } else {
                0.5 * (start + end)
            };
            let short = end.is_finite() && end - start <= SHORTEST * end;
            if start < middle && middle < end && !short {
                parts.extend([(middle, end), (start, middle)]);
            }
        }
        None
    }
}

/// Returns the least number above `low` at which a condition holds that holds at `high` and not at `low`, both ≥ 0.
fn first(low: f64, high: f64, holds: impl Fn(f64) -> bool) -> f64 {
    // Numbers ≥ 0 are in the order of their bits.
    let (mut low, mut high) = (low.to_bits(), high.to_bits());
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if holds(f64::from_bits(middle)) { high = middle } else { low = middle }
    }
    f64::from_bits(high)
}

/// Returns a place x ≥ 0 at which a formula is negative; `linear` where it is so between its kinks.
pub fn negative_place(
    formula: &Formula,
    given: &impl Given<f64>,
    variable: usize,
    kinks: &[f64],
    linear: bool,
) -> Option<f64> {
    let line = Line { formula, given, variable };
    let far = 2.0 * kinks.last().copied().unwrap_or(0.0) + FIRST_END;
    let slope: Dual<f64> = line.at(Dual::new(far, 1.0));
    // Where a line that falls beyond the last kink has come to -1.
    let beyond = if slope.change < 0.0 { far - (slope.value + 1.0) / slope.change } else { far };
    let ends = [0.0].into_iter().chain(kinks.iter().copied());
    let places = ends.chain([far, if linear { beyond } else { far }]);
    let negative = |x: f64| line.at(x) < 0.0;
    let known = places.into_iter().find(|x| negative(*x));
    if known.is_some() || linear {
        return known;
    }
    line.negative()
}
