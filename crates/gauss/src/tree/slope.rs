//! Derivatives of convex, piecewise quadratic functions of one variable: increasing, piecewise linear,
//! with jumps.
//!
//! Such a function is kept as its line at either end and, between them, knots at which line and value
//! change, in order in a window of an array that leaves room at both ends. Three operations are needed: to
//! add functions, to clip one at a range (knots outside of it go, one at either end comes), and to find
//! where one reaches a value. The last two work from the ends. Jumps of ground contacts mostly lie at the
//! same x, slip 0: the knot there is remembered and takes them all. Others are inserted in order, and the
//! shorter side of the window makes room; a function that joins another is merged into it.

/// Returns the greater of two numbers, and the second if one is none: an instruction, of which `f64::max` takes five.
#[inline]
pub fn greater(one: f64, other: f64) -> f64 {
    if one > other { one } else { other }
}

/// Returns the smaller one.
#[inline]
pub fn smaller(one: f64, other: f64) -> f64 {
    if one < other { one } else { other }
}

/// A range of forces z.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Range {
    pub low: f64,
    pub high: f64,
}

impl Range {
    /// Returns the range of the same force, seen from the other body.
    pub fn reversed(self) -> Self {
        Self { low: -self.high, high: -self.low }
    }

    pub fn plus(self, other: Self) -> Self {
        Self { low: self.low + other.low, high: self.high + other.high }
    }

    /// Returns the place of a force in the range: 0 at its low end, 1 at its high end.
    pub fn share(self, z: f64) -> f64 {
        if z <= self.low {
            0.0
        } else if z >= self.high {
            1.0
        } else {
            (z - self.low) / (self.high - self.low)
        }
    }
}

/// slope·x + offset
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Line {
    pub slope: f64,
    pub offset: f64,
}

impl Line {
    pub fn at(self, x: f64) -> f64 {
        self.slope * x + self.offset
    }

    /// Returns the root of the line, whose slope is at least `least`.
    pub fn root(self, least: f64) -> f64 {
        self.reaches(0.0, least)
    }

    /// Returns the x at which the line, whose slope is at least `least`, has a value.
    #[inline]
    fn reaches(self, value: f64, least: f64) -> f64 {
        (value - self.offset) / greater(self.slope, least)
    }

    pub fn plus(self, other: Self) -> Self {
        Self { slope: self.slope + other.slope, offset: self.offset + other.offset }
    }

    pub fn minus(self, other: Self) -> Self {
        Self { slope: self.slope - other.slope, offset: self.offset - other.offset }
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Knot {
    x: f64,
    /// Line to the right less line to the left.
    change: Line,
}

/// A function: its lines at either end, and the window of its knots.
#[derive(Clone, Copy, Debug)]
pub struct Slope {
    left: Line,
    right: Line,
    begin: usize,
    end: usize,
    /// The last knot that took a jump, if it is still in the window.
    jump: usize,
}

impl Slope {
    /// Makes the function 0, with room in the array from `place` on: twice as many places as knots may come.
    pub fn zero(place: usize, knots: usize) -> Self {
        let middle = place + knots;
        let (left, right) = (Line::default(), Line::default());
        Self { left, right, begin: middle, end: middle, jump: usize::MAX }
    }

    /// Adds a line.
    #[inline]
    pub fn add_line(&mut self, line: Line) {
        self.left = self.left.plus(line);
        self.right = self.right.plus(line);
    }
}

/// The knots of many functions.
#[derive(Debug)]
pub struct Knots<'a> {
    knots: &'a mut [Knot],
}

impl<'a> Knots<'a> {
    /// Makes knots with room for all functions.
    pub fn new(knots: &'a mut [Knot]) -> Self {
        Self { knots }
    }

    /// Adds a jump over a range at x.
    #[inline]
    pub fn add_jump(&mut self, f: &mut Slope, x: f64, Range { low, high }: Range) {
        f.left.offset += low;
        f.right.offset += high;
        if !(f.begin <= f.jump && f.jump < f.end && self.knots[f.jump].x == x) {
            (f.jump, f.begin, f.end) = self.knot_at(f.begin, f.end, x);
        }
        self.knots[f.jump].change.offset += high - low;
    }

    /// Returns the knot at x in a window, which may be a new one, and the window then.
    #[inline(never)]
    fn knot_at(&mut self, mut begin: usize, mut end: usize, x: f64) -> (usize, usize, usize) {
        let window = &self.knots[begin..end];
        let before = match window {
            [first, .., last] if first.x < x && x < last.x => window.partition_point(|k| k.x < x),
            [first, ..] if x <= first.x => 0,
            [.., last] if x == last.x => window.len() - 1,
            _ => window.len(),
        };
        if window.get(before).is_some_and(|knot| knot.x == x) {
            return (begin + before, begin, end);
        }
        if 2 * before < window.len() {
            self.knots.copy_within(begin..begin + before, begin - 1);
            begin -= 1;
        } else {
            self.knots.copy_within(begin + before..end, begin + before + 1);
            end += 1;
        }
        self.knots[begin + before] = Knot { x, change: Line::default() };
        (begin + before, begin, end)
    }

    /// Adds a function with a window of its own; its knots come to that of `f`.
    pub fn add(&mut self, mut f: Slope, other: Slope) -> Slope {
        f.left = f.left.plus(other.left);
        f.right = f.right.plus(other.right);
        f.jump = usize::MAX;
        let mut write = f.end + other.end - other.begin;
        let (mut own, mut rest) = (f.end, other.end);
        f.end = write;
        while rest > other.begin {
            write -= 1;
            if own > f.begin && self.knots[own - 1].x > self.knots[rest - 1].x {
                own -= 1;
                self.knots[write] = self.knots[own];
            } else {
                rest -= 1;
                self.knots[write] = self.knots[rest];
            }
        }
        f
    }

    /// Clips a function whose slope is at least `least` > 0 everywhere, and returns the least and the
    /// greatest x at which it is within the range.
    #[inline]
    pub fn clip(&mut self, f: &mut Slope, range: Range, least: f64) -> Range {
        let first = self.reach_from_left(f, range.low, least);
        let last = greater(self.reach_from_right(f, range.high, least), first);
        let (left, right) = (f.left, f.right);
        f.left = Line { slope: 0.0, offset: range.low };
        f.right = Line { slope: 0.0, offset: range.high };
        let passes = f.begin == f.end && first == last;
        f.begin -= 1;
        if passes {
            // One jump passes the whole range; as two knots, one of them could step down.
            self.knots[f.begin] = Knot { x: first, change: f.right.minus(f.left) };
        } else {
            self.knots[f.begin] = Knot { x: first, change: left.minus(f.left) };
            self.knots[f.end] = Knot { x: last, change: f.right.minus(right) };
            f.end += 1;
        }
        Range { low: first, high: last }
    }

    /// Returns the root of a function whose slope is at least `least` > 0.
    pub fn root(&self, mut f: Slope, least: f64) -> f64 {
        self.reach_from_left(&mut f, 0.0, least)
    }

    /// Returns the line at the left, and the knots from left to right with the change of the line.
    pub fn unwind(&self, f: Slope, mut each: impl FnMut(f64, Line)) -> Line {
        self.knots[f.begin..f.end].iter().for_each(|knot| each(knot.x, knot.change));
        f.left
    }

    /// Goes from the left to where the function reaches a value, and takes out the knots on the way.
    #[inline]
    fn reach_from_left(&self, f: &mut Slope, value: f64, least: f64) -> f64 {
        let (mut x, mut passed) = (f.left.reaches(value, least), f64::NEG_INFINITY);
        while f.begin < f.end {
            let Knot { x: at, change } = self.knots[f.begin];
            // Knots at the same x are passed together: the order among them is arbitrary.
            if x <= at && at != passed {
                return x;
            }
            f.begin += 1;
            f.left = f.left.plus(change);
            passed = at;
            x = greater(f.left.reaches(value, least), passed);
        }
        f.right = f.left;
        x
    }

    /// Goes from the right to where the function reaches a value, and takes out the knots on the way.
    #[inline]
    fn reach_from_right(&self, f: &mut Slope, value: f64, least: f64) -> f64 {
        let (mut x, mut passed) = (f.right.reaches(value, least), f64::INFINITY);
        while f.begin < f.end {
            let Knot { x: at, change } = self.knots[f.end - 1];
            if x >= at && at != passed {
                return x;
            }
            f.end -= 1;
            f.right = f.right.minus(change);
            passed = at;
            x = smaller(f.right.reaches(value, least), passed);
        }
        f.left = f.right;
        x
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Knots that come to one function here, at most.
    const MOST: usize = 400;

    /// Lehmer's generator, to modulus 2³¹ − 1.
    struct Random(u64);

    impl Random {
        fn below(&mut self, count: u64) -> f64 {
            self.0 = self.0 * 48271 % 2147483647;
            (self.0 % count) as f64
        }
    }

    /// Returns a function as its first line and all knots in order.
    fn listed(knots: &Knots<'_>, f: Slope) -> (Line, Vec<(f64, Line)>) {
        let mut steps = Vec::new();
        let first = knots.unwind(f, |x, change| steps.push((x, change)));
        assert!(steps.is_sorted_by(|one, next| one.0 <= next.0));
        (first, steps)
    }

    /// Returns its limits at x from the left and from the right.
    fn limits((first, steps): &(Line, Vec<(f64, Line)>), x: f64) -> [f64; 2] {
        let sum = |passed: &dyn Fn(f64) -> bool| {
            let changes = steps.iter().filter(|step| passed(step.0));
            changes.fold(*first, |line, step| line.plus(step.1)).at(x)
        };
        [sum(&|knot| knot < x), sum(&|knot| knot <= x)]
    }

    /// Functions made of small integers, so that knots coincide in all ways, against their definition.
    #[test]
    fn sums_and_clips() {
        let mut numbers = Random(1);
        for case in 0..3000 {
            let mut room = vec![Knot::default(); 20 * 2 * MOST];
            let mut knots = Knots::new(&mut room);
            let mut done: Vec<Slope> = Vec::new();
            for place in 0..2 + case % 12 {
                let own = Line { slope: 1.0 + numbers.below(3), offset: numbers.below(9) - 4.0 };
                let mut f = Slope::zero(place * 2 * MOST, MOST);
                f.add_line(own);
                let mut expected = listed(&knots, f);
                while numbers.below(3) > 0.0 {
                    let Some(other) = done.pop() else {
                        break;
                    };
                    let (first, steps) = listed(&knots, other);
                    expected.0 = expected.0.plus(first);
                    expected.1.extend(steps);
                    f = knots.add(f, other);
                }
                while numbers.below(2) > 0.0 {
                    let (x, low, high) =
                        (numbers.below(5) - 2.0, -1.0 - numbers.below(2), numbers.below(3));
                    knots.add_jump(&mut f, x, Range { low, high });
                    expected.0.offset += low;
                    expected.1.push((x, Line { slope: 0.0, offset: high - low }));
                }
                let (low, high) = (-1.0 - numbers.below(2), numbers.below(2) + 0.5);
                let Range { low: from, high: to } =
                    knots.clip(&mut f, Range { low, high }, own.slope);
                let found = listed(&knots, f);
                for x in (-40..=40).map(|k| f64::from(k) / 8.0 + f64::from(k % 3) * 0.01) {
                    let (expected, found) = (limits(&expected, x), limits(&found, x));
                    for (expected, found) in expected.into_iter().zip(found) {
                        assert!((expected.clamp(low, high) - found).abs() < 1e-9, "{case} {x}");
                    }
                    let within = expected[1] >= low - 1e-9 && expected[0] <= high + 1e-9;
                    let inside = from - 1e-9 <= x && x <= to + 1e-9;
                    assert!(
                        within == inside || !within && (x - from).abs().min((x - to).abs()) < 1e-8,
                        "{case} {x} [{from}, {to}]"
                    );
                }
                done.push(f);
            }
            let Some(mut last) = done.pop() else {
                continue;
            };
            let own = Line { slope: 2.0, offset: numbers.below(5) - 2.0 };
            last.add_line(own);
            let function = listed(&knots, last);
            let root = knots.root(last, own.slope);
            let [left, right] = limits(&function, root);
            assert!(left < 1e-9 && right > -1e-9, "{case} {root} {left} {right}");
        }
    }
}
