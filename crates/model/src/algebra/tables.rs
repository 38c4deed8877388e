//! Functions of lists: interpolation between points, sums of luz projections, and what a list is like.

use std::ops::Range;

use super::functions::{ListFunction, Two};
use super::given::Given;
use super::number::Number;

/// Copies of a curve within one another that are worked out, at most.
const MOST_COPIES: usize = 32;

/// Returns the result of a function of lists; `operands` are as in [`super::Node::List`], `number` gives the value of
/// one that is a number.
pub(super) fn evaluate<N: Number>(
    function: ListFunction,
    operands: &[usize; 5],
    number: impl Fn(usize) -> N,
    given: &impl Given<N>,
) -> N {
    let list = |operand: usize| given.list(operands[operand]);
    match function {
        ListFunction::Table | ListFunction::Fractal | ListFunction::Luz => {
            let points = Points { given, x: list(1), y: list(2) };
            if points.x.len() != points.y.len() || points.x.is_empty() {
                // A sum without terms is 0; a table without points has no value.
                let nothing = function == ListFunction::Luz && points.x.len() == points.y.len();
                return N::constant(if nothing { 0.0 } else { f64::NAN });
            }
            let x = number(operands[0]);
            match function {
                ListFunction::Table => points.table(x),
                ListFunction::Luz => points.luz(x),
                _ => points.fractal(x, number(operands[3]), number(operands[4])),
            }
        }
        ListFunction::Count => N::constant(list(0).len() as f64),
        ListFunction::First => list(0).next().map_or(N::constant(f64::NAN), |k| given.entry(k)),
        ListFunction::Last => list(0).last().map_or(N::constant(f64::NAN), |k| given.entry(k)),
        ListFunction::Rising => {
            let entries = list(0);
            let pairs = entries.clone().zip(entries.skip(1));
            pairs.fold(N::constant(1.0), |rising, (a, b)| {
                rising.two(given.entry(a).less(given.entry(b)), Two::And)
            })
        }
    }
}

/// Evaluates a function on a given branch of a table, or of a sum of luz projections.
pub(super) fn on_piece<N: Number>(
    function: ListFunction,
    operands: &[usize; 5],
    x: N,
    given: &impl Given<N>,
    piece: usize,
) -> N {
    let points = Points { given, x: given.list(operands[1]), y: given.list(operands[2]) };
    if points.x.len() != points.y.len() || points.x.is_empty() {
        return N::constant(f64::NAN);
    }
    if function == ListFunction::Table {
        return points.piece(x, piece.min(points.last()));
    }
    (0..piece.min(points.x.len())).fold(N::constant(0.0), |sum, term| {
        let (width, slope): (N, N) = points.at(term);
        sum.plus(slope.times(x.minus(width)))
    })
}

/// Points (xᵢ, yᵢ), at least one, of which the xᵢ rise.
struct Points<'g, G> {
    given: &'g G,
    x: Range<usize>,
    y: Range<usize>,
}

impl<G> Points<'_, G> {
    fn last(&self) -> usize {
        self.x.len() - 1
    }

    fn at<N: Number>(&self, point: usize) -> (N, N)
    where
        G: Given<N>,
    {
        (self.given.entry(self.x.start + point), self.given.entry(self.y.start + point))
    }

    /// Returns the result of `piece` for the interval k of `from..to` that x is in: between points k and k + 1.
    fn search<N: Number>(&self, x: N, pieces: Range<usize>, piece: &impl Fn(usize) -> N) -> N
    where
        G: Given<N>,
    {
        if pieces.len() <= 1 {
            return piece(pieces.start);
        }
        let middle = pieces.start + pieces.len() / 2;
        let below = x.less(self.at(middle).0);
        let left = || self.search(x, pieces.start..middle, piece);
        let right = || self.search(x, middle..pieces.end, piece);
        match below.truth() {
            Some(true) => left(),
            Some(false) => right(),
            None => below.choose(left(), right()),
        }
    }

    /// Returns the line through two points.
    fn line<N: Number>(&self, x: N, (a, b): (usize, usize)) -> N
    where
        G: Given<N>,
    {
        let ((x0, y0), (x1, y1)) = (self.at::<N>(a), self.at::<N>(b));
        let slope = y1.minus(y0).over(x1.minus(x0));
        y0.plus(slope.times(x.minus(x0)))
    }

    fn table<N: Number>(&self, x: N) -> N
    where
        G: Given<N>,
    {
        self.search(x, 0..self.last() + 1, &|k| self.piece(x, k))
    }

    /// Returns the table on its branch k, the last of which is beyond all points.
    fn piece<N: Number>(&self, x: N, k: usize) -> N
    where
        G: Given<N>,
    {
        let last = self.last();
        if k < last {
            return self.line(x, (k, k + 1));
        }
        let end: (N, N) = self.at(last);
        if last == 0 {
            return end.1;
        }
        let (x0, y0): (N, N) = self.at(last - 1);
        let slope = end.1.minus(y0).over(end.0.minus(x0));
        let rises = N::constant(0.0).less(slope);
        let beyond = rises.choose(slope.times(x.minus(end.0)), N::constant(0.0));
        end.1.plus(beyond)
    }

    /// Returns Σ kᵢ·max(x − aᵢ, 0)
    fn luz<N: Number>(&self, x: N) -> N
    where
        G: Given<N>,
    {
        (0..self.x.len()).fold(N::constant(0.0), |sum, term| {
            let (width, slope): (N, N) = self.at(term);
            sum.plus(slope.times(x.minus(width).two(N::constant(0.0), Two::Max)))
        })
    }

    /// Returns the value at x of the curve after so many copies into itself; see the law of this name.
    fn fractal<N: Number>(&self, x: N, scaling: N, depth: N) -> N
    where
        G: Given<N>,
    {
        // Copies are counted by a decision, which every arithmetic takes.
        let copies = (0..MOST_COPIES)
            .take_while(|k| N::constant(*k as f64).less(depth).truth() == Some(true))
            .count();
        self.copy(x, scaling, copies)
    }

    fn copy<N: Number>(&self, x: N, scaling: N, copies: usize) -> N
    where
        G: Given<N>,
    {
        let last = self.last();
        self.search(x, 0..last + 1, &|k| {
            if k == last {
                return self.at::<N>(last).1;
            }
            let line = self.line(x, (k, k + 1));
            if copies == 0 {
                return line;
            }
            let ((x0, _), (x1, _)) = (self.at::<N>(k), self.at::<N>(k + 1));
            let (end, first): (N, N) = (self.at(last).0, self.at(0).0);
            let share = x.minus(x0).over(x1.minus(x0));
            let inner = first.plus(share.times(end.minus(first)));
            let rest = self.copy(inner, scaling, copies - 1).minus(self.line(inner, (0, last)));
            line.plus(scaling.times(rest))
        })
    }
}
