//! The terms of a force by formula that jump where its own slip velocity passes through 0, taken out of it.
//!
//! A formula is a sum of products, with conditions that the slip velocity does not decide. A term jumps if its limits on
//! either side of 0 differ, whatever else moves.

use crate::algebra::{Folding, Formula, Given, InPlace, Interval, Node, One, Two};

/// Terms that jump, and factors that a product is taken apart into, at most.
const MOST_TERMS: usize = 100;
/// Greatest number of operations that are examined: what is defined once may be named often.
const MOST_LOOKS: usize = 10_000;

/// A factor, or a divisor if true, by its place.
type Factor = (usize, bool);

/// A product that is there under conditions.
#[derive(Clone, Default)]
pub(super) struct Term {
    pub negative: bool,
    /// Places of conditions, and whether each must hold.
    pub conditions: Vec<(usize, bool)>,
    /// Factors that do not depend on the slip velocity.
    pub factors: Vec<Factor>,
    /// Factors that depend on the slip velocity.
    pub varying: Vec<Factor>,
}

impl Term {
    /// Returns one with what is common to it and others.
    fn under(mut self, of: &Term) -> Self {
        self.negative ^= of.negative;
        self.conditions.extend_from_slice(&of.conditions);
        self.factors.splice(0..0, of.factors.iter().copied());
        self
    }

    /// Returns its factors and conditions that move, and the rest of it.
    pub fn parted(&self, moving: &[bool]) -> [Self; 2] {
        let is_moving = |(place, _): &(usize, bool)| moving[*place];
        let (factors, fixed) = self.factors.iter().copied().partition(is_moving);
        let (conditions, under) = self.conditions.iter().copied().partition(is_moving);
        let moving = Self { factors, conditions, ..Self::default() };
        [moving, Self { factors: fixed, conditions: under, ..self.clone() }]
    }

    fn when(&self, condition: usize, holds: bool) -> Self {
        let mut term = self.clone();
        term.conditions.push((condition, holds));
        term
    }

    fn opposite(&self) -> Self {
        Self { negative: !self.negative, ..self.clone() }
    }
}

/// A formula of which terms are taken.
pub(super) struct Split<'g, G> {
    pub made: Folding<'g, G>,
    /// The slip velocity among the names.
    rate: usize,
    /// True for the operations of the formula that depend on it.
    varies: Vec<bool>,
    /// Ranges of the names at the start, of which only numbers are known; of a slip velocity that is positive or not.
    ranges: [&'g G; 2],
    looks: usize,
    pub jumping: Vec<Term>,
}

impl<'g, G: Given<Interval>> Split<'g, G> {
    /// Finds the terms of a formula that jump, and the place of what is left of it. `ranges` are those of the names
    /// while they may change, of the same where the slip velocity is positive, and as they are at the start.
    pub fn new(
        formula: &Formula,
        rate: usize,
        [always, positive, start]: [&'g G; 3],
        replaced: impl Fn(usize) -> Option<InPlace>,
    ) -> (Self, usize) {
        let mut made = Folding::new(always);
        let place = made.include(formula, replaced);
        let varies = made.dependent(|name| name == rate);
        let ranges = [positive, start];
        let mut split = Self { made, rate, varies, ranges, looks: MOST_LOOKS, jumping: Vec::new() };
        let rest = split.rest(place, &Term::default());
        (split, rest)
    }

    fn varies(&self, place: usize) -> bool {
        self.varies.get(place).copied().unwrap_or(false)
    }

    /// Returns the place of what is left of the result at a place, which is part of `of`.
    fn rest(&mut self, place: usize, of: &Term) -> usize {
        if !self.varies(place) || self.looks == 0 || self.jumping.len() == MOST_TERMS {
            return place;
        }
        self.looks -= 1;
        match self.made.node(place) {
            Node::One(One::Negative, a) => {
                let rest = self.rest(a, &of.opposite());
                self.made.push(Node::One(One::Negative, rest))
            }
            Node::Two(function @ (Two::Plus | Two::Minus), a, b) => {
                let left = self.rest(a, of);
                let of = if function == Two::Minus { of.opposite() } else { of.clone() };
                let right = self.rest(b, &of);
                self.made.push(Node::Two(function, left, right))
            }
            Node::If([condition, a, b]) if !self.varies(condition) => {
                let then = self.rest(a, &of.when(condition, true));
                let otherwise = self.rest(b, &of.when(condition, false));
                self.made.push(Node::If([condition, then, otherwise]))
            }
            Node::If([condition, a, b]) => self.rest_of_sides(place, [condition, a, b], of),
            _ => self.rest_of_product(place, of),
        }
    }

    /// Returns the place of what is left of a decision by the slip velocity between two sums; what both have is no part
    /// of the decision.
    fn rest_of_sides(&mut self, place: usize, [condition, a, b]: [usize; 3], of: &Term) -> usize {
        let [mut then, mut otherwise] = [a, b].map(|sum| {
            let mut addends = Vec::new();
            self.addends((sum, false), &mut addends);
            addends
        });
        let mut common = Vec::new();
        then.retain(|addend| {
            let found = otherwise.iter().position(|other| other == addend);
            found.map(|found| common.push(otherwise.swap_remove(found))).is_none()
        });
        if common.is_empty() {
            return self.rest_of_product(place, of);
        }
        let [then, otherwise] = [then, otherwise].map(|addends| self.added(&addends));
        let decided = self.made.push(Node::If([condition, then, otherwise]));
        self.varies = self.made.dependent(|name| name == self.rate);
        common.push((decided, false));
        let rests: Vec<_> = common
            .into_iter()
            .map(|(addend, negative)| {
                let of = if negative { of.opposite() } else { of.clone() };
                (self.rest(addend, &of), negative)
            })
            .collect();
        self.added(&rests)
    }

    /// Collects the addends of a sum, and whether each is subtracted.
    fn addends(&self, (place, negative): (usize, bool), into: &mut Vec<(usize, bool)>) {
        match self.made.node(place) {
            Node::One(One::Negative, a) => self.addends((a, !negative), into),
            Node::Two(function @ (Two::Plus | Two::Minus), a, b) => {
                self.addends((a, negative), into);
                self.addends((b, negative ^ (function == Two::Minus)), into);
            }
            _ if into.len() < MOST_LOOKS => into.push((place, negative)),
            _ => {}
        }
    }

    /// Adds a sum of addends; its place.
    fn added(&mut self, addends: &[(usize, bool)]) -> usize {
        let nothing = self.made.number(0.0);
        addends.iter().fold(nothing, |sum, &(addend, negative)| {
            let function = if negative { Two::Minus } else { Two::Plus };
            self.made.push(Node::Two(function, sum, addend))
        })
    }

    fn rest_of_product(&mut self, place: usize, of: &Term) -> usize {
        let mut own = Term::default();
        self.flatten((place, false), &mut own);
        if let [(inner, false)] = own.varying[..]
            && inner != place
        {
            let common = Term { varying: Vec::new(), ..own.clone() };
            let rest = self.rest(inner, &common.under(of));
            if rest == inner {
                return place;
            }
            own.varying = vec![(rest, false)];
            return self.term(&own);
        }
        let jumps = self.jumps(&own);
        if jumps {
            self.jumping.push(own.under(of));
        }
        if jumps { self.made.number(0.0) } else { place }
    }

    /// Adds the factors of a product to a term.
    fn flatten(&self, (place, divides): Factor, term: &mut Term) {
        match self.made.node(place) {
            _ if term.factors.len() + term.varying.len() >= MOST_TERMS => {
                let factors =
                    if self.varies(place) { &mut term.varying } else { &mut term.factors };
                factors.push((place, divides));
            }
            Node::One(One::Negative, a) => {
                term.negative = !term.negative;
                self.flatten((a, divides), term);
            }
            Node::Two(Two::Times, a, b) => {
                self.flatten((a, divides), term);
                self.flatten((b, divides), term);
            }
            Node::Two(Two::Over, a, b) => {
                self.flatten((a, divides), term);
                self.flatten((b, !divides), term);
            }
            _ if self.varies(place) => term.varying.push((place, divides)),
            _ => term.factors.push((place, divides)),
        }
    }

    /// True if what varies in a term has other limits before 0 than behind it.
    fn jumps(&mut self, term: &Term) -> bool {
        let place = self.product(&term.varying);
        let limits = [false, true].map(|positive| self.limit(place, positive));
        if limits[0] == limits[1] {
            return false;
        }
        let start = self.ranges[1];
        let mut difference = Folding::new(start);
        let [before, behind] = limits.each_ref().map(|side| difference.include(side, |_| None));
        let change = difference.push(Node::Two(Two::Minus, behind, before));
        difference.range(change).single() != Some(0.0)
    }

    /// Returns the result at a place by the slip speed, which stands for the slip velocity, in one direction.
    pub fn side(&self, place: usize, positive: bool) -> Formula {
        let formula = self.made.ending(place);
        let mut side = Folding::new(self.ranges[0]);
        let rate = if positive { InPlace::Name(self.rate) } else { InPlace::Opposite(self.rate) };
        let place = side.include(&formula, |place| self.is_rate(&formula, place).then_some(rate));
        side.ending(place)
    }

    /// Returns its limit at 0 from one side.
    fn limit(&self, place: usize, positive: bool) -> Formula {
        self.at_zero(&self.side(place, positive))
    }

    fn at_zero(&self, side: &Formula) -> Formula {
        let mut limit = Folding::new(self.ranges[0]);
        let zero = InPlace::Number(0.0);
        let place = limit.include(side, |place| self.is_rate(side, place).then_some(zero));
        limit.ending(place)
    }

    fn is_rate(&self, formula: &Formula, place: usize) -> bool {
        formula.nodes()[place] == Node::Name(self.rate)
    }

    /// Adds the value of a term; its place.
    pub fn term(&mut self, term: &Term) -> usize {
        let [fixed, varying] = [&term.factors, &term.varying].map(|factors| self.product(factors));
        let product = self.made.push(Node::Two(Two::Times, fixed, varying));
        let value = match term.negative {
            true => self.made.push(Node::One(One::Negative, product)),
            false => product,
        };
        self.conditional(value, &term.conditions)
    }

    /// Adds the sum of terms; its place.
    pub fn sum(&mut self, terms: &[&Term]) -> usize {
        let terms: Vec<_> = terms.iter().map(|term| (self.term(term), false)).collect();
        self.added(&terms)
    }

    /// Adds the value of a formula of the slip speed where that is 0; its place.
    pub fn slowest(&mut self, side: &Formula) -> usize {
        let limit = self.at_zero(side);
        self.made.include(&limit, |_| None)
    }

    /// Returns two formulas of the slip speed as one.
    pub fn combined(&self, side: &Formula, function: Two, other: &Formula) -> Formula {
        let mut both = Folding::new(self.ranges[0]);
        let [side, other] = [side, other].map(|one| both.include(one, |_| None));
        let place = both.push(Node::Two(function, side, other));
        both.ending(place)
    }

    /// Adds a product; its place.
    fn product(&mut self, factors: &[Factor]) -> usize {
        let one = self.made.number(1.0);
        factors.iter().fold(one, |product, &(factor, divides)| {
            let function = if divides { Two::Over } else { Two::Times };
            self.made.push(Node::Two(function, product, factor))
        })
    }

    /// Adds what is there under conditions, and else 0; its place.
    fn conditional(&mut self, value: usize, conditions: &[(usize, bool)]) -> usize {
        conditions.iter().fold(value, |value, &(condition, holds)| {
            let zero = self.made.number(0.0);
            let [then, otherwise] = if holds { [value, zero] } else { [zero, value] };
            self.made.push(Node::If([condition, then, otherwise]))
        })
    }
}
