//! Slip velocities other than 0 at which a formula decides, as `sign(rate - v)`: slip on a surface that moves at v.

use crate::algebra::{Folding, Formula, Given, InPlace, Interval, Node, One, Two};

/// An operation that is `slope·(rate − v)`.
#[derive(Clone, Copy)]
struct Line {
    slope: f64,
    /// Place of v.
    velocity: usize,
}

/// Operations of a formula.
struct Lines {
    /// The slip velocity among the names.
    rate: usize,
    /// True for operations that depend on the slip velocity.
    varies: Vec<bool>,
    /// Place of each operation.
    places: Vec<usize>,
    /// The line that each operation is, if it is one.
    lines: Vec<Option<Line>>,
}

/// A formula, with the velocities of the surfaces at which it decides.
pub(super) struct Surfaces<'g, G> {
    formula: Formula,
    lines: Lines,
    /// The formula, and what is made of it.
    made: Folding<'g, G>,
}

impl<'g, G: Given<Interval>> Surfaces<'g, G> {
    /// Reads a formula with some of its operations replaced.
    pub fn new(
        formula: &Formula,
        rate: usize,
        given: &'g G,
        replaced: impl Fn(usize) -> Option<InPlace>,
    ) -> Self {
        let mut made = Folding::new(given);
        let place = made.include(formula, replaced);
        let formula = made.ending(place);
        let varies = formula.dependent(|name| name == rate);
        let mut lines = Lines { rate, varies, places: Vec::new(), lines: Vec::new() };
        let last = made.rewrite(&formula, |made, place, places| {
            lines.places.extend_from_slice(&places[lines.places.len()..]);
            let line = lines.line(made, formula.nodes()[place]);
            lines.lines.push(line);
            None
        });
        lines.places.push(last);
        Self { formula, lines, made }
    }

    /// True if the formula depends on the slip velocity.
    pub fn vary(&self) -> bool {
        self.lines.varies.last().is_some_and(|varies| *varies)
    }

    /// Returns the velocities at which the formula decides by the slip velocity, in its order.
    pub fn velocities(&mut self) -> Vec<usize> {
        let Self { formula, lines, made } = self;
        let mut velocities = Vec::new();
        for node in formula.nodes() {
            let line = match *node {
                Node::One(function, a) if function.is_step() || function == One::Abs => {
                    lines.factor(formula, a)
                }
                Node::Two(function, a, b) if function.is_condition() => {
                    lines.sum(made, (a, b), true)
                }
                _ => None,
            };
            let found = line.map(|line| line.velocity);
            velocities.extend(found.filter(|velocity| !velocities.contains(velocity)));
        }
        velocities
    }

    /// Returns a velocity as a formula.
    pub fn velocity(&self, place: usize) -> Formula {
        self.made.ending(place)
    }

    /// Returns the formula by the slip velocity on the surface of a velocity, which the name of the slip velocity then means.
    pub fn on(&mut self, velocity: usize) -> Formula {
        let Self { formula, lines, made } = self;
        let place = made.rewrite(formula, |made, place, _| {
            let slip = made.push(Node::Name(lines.rate));
            let is_on = |line: &Line| line.velocity == velocity;
            if let Some(line) = lines.lines[place].filter(is_on) {
                let slope = made.number(line.slope);
                return Some(made.push(Node::Two(Two::Times, slope, slip)));
            }
            match formula.nodes()[place] {
                Node::Name(name) if name == lines.rate => {
                    Some(made.push(Node::Two(Two::Plus, slip, velocity)))
                }
                Node::Two(function, a, b) if function.is_condition() => {
                    let line = lines.sum(made, (a, b), true).filter(is_on)?;
                    let zero = made.number(0.0);
                    let [a, b] = if line.slope > 0.0 { [slip, zero] } else { [zero, slip] };
                    Some(made.push(Node::Two(function, a, b)))
                }
                _ => None,
            }
        });
        made.ending(place)
    }
}

impl Lines {
    /// Returns the line that an operation is, of which the operands are known.
    fn line<G: Given<Interval>>(&self, made: &mut Folding<G>, node: Node) -> Option<Line> {
        let number = |place: usize| match made.node(self.places[place]) {
            Node::Number(value) => Some(value),
            _ => None,
        };
        let scaled = |place: usize, by: f64| {
            let line = self.lines[place]?;
            Some(Line { slope: line.slope * by, ..line })
        };
        let line = match node {
            Node::Name(name) if name == self.rate => {
                Some(Line { slope: 1.0, velocity: made.number(0.0) })
            }
            Node::One(One::Negative, a) => scaled(a, -1.0),
            Node::Two(Two::Times, a, b) => match (number(a), number(b)) {
                (Some(factor), _) => scaled(b, factor),
                (_, Some(factor)) => scaled(a, factor),
                _ => None,
            },
            Node::Two(Two::Over, a, b) => scaled(a, 1.0 / number(b)?),
            Node::Two(function @ (Two::Plus | Two::Minus), a, b) => {
                self.sum(made, (a, b), function == Two::Minus)
            }
            _ => None,
        };
        line.filter(|line| line.slope.is_normal())
    }

    /// Returns the line that a sum, or a difference, is of which one side is a line, and the other does not vary.
    fn sum<G: Given<Interval>>(
        &self,
        made: &mut Folding<G>,
        (a, b): (usize, usize),
        is_difference: bool,
    ) -> Option<Line> {
        // slope·(rate − v) − d = slope·(rate − (v + d/slope)).
        let (line, other, subtracted) = match (self.varies[a], self.varies[b]) {
            (true, false) => (self.lines[a]?, b, is_difference),
            (false, true) if is_difference => {
                let line = self.lines[b]?;
                (Line { slope: -line.slope, ..line }, a, false)
            }
            (false, true) => (self.lines[b]?, a, false),
            _ => return None,
        };
        let share = quotient(made, self.places[other], line.slope);
        let function = if subtracted { Two::Plus } else { Two::Minus };
        Some(Line { velocity: made.push(Node::Two(function, line.velocity, share)), ..line })
    }

    /// Returns the line that is the only factor of a product which varies.
    fn factor(&self, formula: &Formula, mut place: usize) -> Option<Line> {
        loop {
            if let Some(line) = self.lines[place] {
                return Some(line);
            }
            place = match formula.nodes()[place] {
                Node::One(One::Negative, a) => a,
                Node::Two(Two::Times, a, b) if !self.varies[a] => b,
                Node::Two(Two::Times | Two::Over, a, b) if !self.varies[b] => a,
                _ => return None,
            };
        }
    }
}

/// Adds the quotient of a result and a number, in which factors that are numbers cancel; its place.
fn quotient<G: Given<Interval>>(made: &mut Folding<G>, of: usize, by: f64) -> usize {
    let number = |place: usize| match made.node(place) {
        Node::Number(value) => Some(value),
        _ => None,
    };
    let (mut rest, mut ratio) = (of, 1.0 / by);
    loop {
        (rest, ratio) = match made.node(rest) {
            Node::One(One::Negative, a) => (a, -ratio),
            Node::Two(Two::Times, a, b) => match (number(a), number(b)) {
                (Some(factor), _) => (b, ratio * factor),
                (_, Some(factor)) => (a, ratio * factor),
                _ => break,
            },
            Node::Two(Two::Over, a, b) => match number(b) {
                Some(divisor) => (a, ratio / divisor),
                None => break,
            },
            _ => break,
        };
    }
    let (function, by) = match made.node(rest) {
        Node::Number(_) if rest == of => (Two::Over, by),
        _ => (Two::Times, ratio),
    };
    let by = made.number(by);
    made.push(Node::Two(function, rest, by))
}

/// Returns a formula by the slip velocity of the bodies, made of one by the slip velocity on a surface.
pub(super) fn absolute<G: Given<Interval>>(
    formula: &Formula,
    rate: usize,
    surface: &Formula,
    given: &G,
) -> Formula {
    let mut made = Folding::new(given);
    let velocity = made.include(surface, |_| None);
    let is_rate = |place: usize| formula.nodes()[place] == Node::Name(rate);
    let place = made.rewrite(formula, |made, place, places| {
        let rate = made.push(Node::Name(rate));
        match formula.nodes()[place] {
            Node::Two(Two::Plus, a, b) if is_rate(a) && places[b] == velocity => Some(rate),
            _ if is_rate(place) => Some(made.push(Node::Two(Two::Minus, rate, velocity))),
            _ => None,
        }
    });
    made.ending(place)
}
