//! Derivatives of convex, piecewise quadratic functions of one variable: increasing, piecewise linear,
//! with jumps.
//!
//! Such a function is kept as its line at either end and, between them, knots at which line and value
//! change. Three operations are needed: to add functions, to clip one at a range (knots outside of it
//! go, one at either end comes), and to find where one reaches a value. All work from the ends, so that
//! the knots are in two heaps, one by the least and one by the greatest x. Pairing heaps (Fredman,
//! Sedgewick, Sleator & Tarjan, Algorithmica 1, 1986) merge in no time; a knot taken out of one heap
//! stays in the other, marked, until it comes up there.

/// No knot.
const NONE: u32 = u32::MAX;

/// The ends of a function: towards smaller x, towards larger x.
const LEFT: usize = 0;
const RIGHT: usize = 1;

/// A range of forces z.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Range {
    pub low: f64,
    pub high: f64,
}

impl Range {
    /// The same force seen from the other body.
    pub fn reversed(self) -> Self {
        Self { low: -self.high, high: -self.low }
    }

    pub fn plus(self, other: Self) -> Self {
        Self { low: self.low + other.low, high: self.high + other.high }
    }

    /// Where a force is in the range: 0 at its low end, 1 at its high end.
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

    /// Where a line whose slope is at least `least` is 0.
    pub fn root(self, least: f64) -> f64 {
        -self.offset / self.slope.max(least)
    }

    pub fn plus(self, other: Self) -> Self {
        Self { slope: self.slope + other.slope, offset: self.offset + other.offset }
    }

    pub fn minus(self, other: Self) -> Self {
        Self { slope: self.slope - other.slope, offset: self.offset - other.offset }
    }
}

#[derive(Clone, Copy, Debug)]
struct Knot {
    x: f64,
    /// Line to the right less line to the left.
    change: Line,
    /// In the heap of each end: first child, next sibling.
    child: [u32; 2],
    next: [u32; 2],
    /// No longer part of the function, but still in one heap.
    gone: bool,
}

/// A function: its lines and heaps of knots at either end.
#[derive(Clone, Copy, Debug)]
pub struct Slope {
    line: [Line; 2],
    heap: [u32; 2],
}

impl Slope {
    pub fn line(line: Line) -> Self {
        Self { line: [line; 2], heap: [NONE; 2] }
    }
}

/// The knots of many functions.
#[derive(Clone, Debug, Default)]
pub struct Knots {
    knots: Vec<Knot>,
    unused: Vec<u32>,
}

impl Knots {
    /// Forgets all functions; room for `count` knots.
    pub fn clear(&mut self, count: usize) {
        self.knots.clear();
        self.knots.reserve(count);
        self.unused.clear();
        self.unused.reserve(count);
    }

    /// Adds a jump from `low` to `high` at x.
    pub fn add_jump(&mut self, f: &mut Slope, x: f64, low: f64, high: f64) {
        f.line[LEFT].offset += low;
        f.line[RIGHT].offset += high;
        self.insert(f, x, Line { slope: 0.0, offset: high - low });
    }

    /// Adds a function, whose knots become those of `f`.
    pub fn add(&mut self, f: &mut Slope, other: Slope) {
        f.line = [f.line[LEFT].plus(other.line[LEFT]), f.line[RIGHT].plus(other.line[RIGHT])];
        f.heap[LEFT] = self.meld::<LEFT>(f.heap[LEFT], other.heap[LEFT]);
        f.heap[RIGHT] = self.meld::<RIGHT>(f.heap[RIGHT], other.heap[RIGHT]);
    }

    /// Clips a function whose slope is at least `least` > 0 everywhere, and returns the least and the
    /// greatest x at which it is within the range.
    pub fn clip(&mut self, f: &mut Slope, low: f64, high: f64, least: f64) -> [f64; 2] {
        let first = self.reach::<LEFT>(f, low, least);
        let last = self.reach::<RIGHT>(f, high, least).max(first);
        let [left, right] = f.line;
        f.line = [Line { slope: 0.0, offset: low }, Line { slope: 0.0, offset: high }];
        if first == last && self.first::<RIGHT>(f).is_none() {
            // One jump passes the whole range; as two knots, one of them could step down.
            self.insert(f, first, f.line[RIGHT].minus(f.line[LEFT]));
        } else {
            self.insert(f, first, left.minus(f.line[LEFT]));
            self.insert(f, last, f.line[RIGHT].minus(right));
        }
        [first, last]
    }

    /// Where a function whose slope is at least `least` > 0 passes 0; it loses its knots to the left.
    pub fn root(&mut self, f: &mut Slope, least: f64) -> f64 {
        self.reach::<LEFT>(f, 0.0, least)
    }

    /// The line at the left, and the knots from left to right with the change of the line.
    pub fn unwind(&mut self, f: &mut Slope, mut each: impl FnMut(f64, Line)) -> Line {
        while let Some(knot) = self.first::<LEFT>(f) {
            let Knot { x, change, .. } = self.knots[knot as usize];
            self.take::<LEFT>(f, knot);
            each(x, change);
        }
        f.line[LEFT]
    }

    /// Goes from one end to where the function reaches a value, and takes out the knots on the way.
    fn reach<const END: usize>(&mut self, f: &mut Slope, value: f64, least: f64) -> f64 {
        let mut passed = if END == LEFT { f64::NEG_INFINITY } else { f64::INFINITY };
        loop {
            let line = f.line[END];
            let x = (value - line.offset) / line.slope.max(least);
            let x = if END == LEFT { x.max(passed) } else { x.min(passed) };
            let Some(knot) = self.first::<END>(f) else {
                f.line[1 - END] = line;
                f.heap[1 - END] = NONE;
                return x;
            };
            let Knot { x: at, change, .. } = self.knots[knot as usize];
            // Knots at the same x are passed together: the order among them is arbitrary.
            if at != passed && if END == LEFT { x <= at } else { x >= at } {
                return x;
            }
            self.take::<END>(f, knot);
            f.line[END] = if END == LEFT { line.plus(change) } else { line.minus(change) };
            passed = at;
        }
    }

    fn insert(&mut self, f: &mut Slope, x: f64, change: Line) {
        let knot = Knot { x, change, child: [NONE; 2], next: [NONE; 2], gone: false };
        let index = match self.unused.pop() {
            Some(index) => {
                self.knots[index as usize] = knot;
                index
            }
            None => {
                self.knots.push(knot);
                (self.knots.len() - 1) as u32
            }
        };
        f.heap[LEFT] = self.meld::<LEFT>(f.heap[LEFT], index);
        f.heap[RIGHT] = self.meld::<RIGHT>(f.heap[RIGHT], index);
    }

    /// The first knot from one end.
    fn first<const END: usize>(&mut self, f: &mut Slope) -> Option<u32> {
        while f.heap[END] != NONE {
            let top = f.heap[END];
            if !self.knots[top as usize].gone {
                return Some(top);
            }
            f.heap[END] = self.without_top::<END>(top);
            self.unused.push(top);
        }
        None
    }

    /// Takes out the first knot from one end.
    fn take<const END: usize>(&mut self, f: &mut Slope, top: u32) {
        f.heap[END] = self.without_top::<END>(top);
        self.knots[top as usize].gone = true;
    }

    fn meld<const END: usize>(&mut self, a: u32, b: u32) -> u32 {
        if a == NONE || b == NONE {
            return if a == NONE { b } else { a };
        }
        let (x_a, x_b) = (self.knots[a as usize].x, self.knots[b as usize].x);
        let ordered = if END == LEFT { x_a <= x_b } else { x_a >= x_b };
        let (top, below) = if ordered { (a, b) } else { (b, a) };
        self.knots[below as usize].next[END] = self.knots[top as usize].child[END];
        self.knots[top as usize].child[END] = below;
        top
    }

    /// The heap without its top: its children melded in pairs, and the pairs from the last to the first.
    fn without_top<const END: usize>(&mut self, top: u32) -> u32 {
        let mut pairs = NONE;
        let mut first = self.knots[top as usize].child[END];
        while first != NONE {
            let second = self.knots[first as usize].next[END];
            let rest = if second == NONE { NONE } else { self.knots[second as usize].next[END] };
            let pair = self.meld::<END>(first, second);
            self.knots[pair as usize].next[END] = pairs;
            pairs = pair;
            first = rest;
        }
        let mut heap = NONE;
        while pairs != NONE {
            let next = self.knots[pairs as usize].next[END];
            heap = self.meld::<END>(heap, pairs);
            pairs = next;
        }
        heap
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lehmer's generator, to modulus 2³¹ − 1.
    struct Random(u64);

    impl Random {
        fn below(&mut self, count: u64) -> f64 {
            self.0 = self.0 * 48271 % 2147483647;
            (self.0 % count) as f64
        }
    }

    /// A function as its first line and all knots in order.
    fn listed(knots: &Knots, f: Slope) -> (Line, Vec<(f64, Line)>) {
        let (mut knots, mut f, mut steps) = (knots.clone(), f, Vec::new());
        let first = knots.unwind(&mut f, |x, change| steps.push((x, change)));
        (first, steps)
    }

    /// Its limits at x from the left and from the right.
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
            let mut knots = Knots::default();
            knots.clear(40);
            let mut done: Vec<Slope> = Vec::new();
            for _ in 0..2 + case % 12 {
                let own = Line { slope: 1.0 + numbers.below(3), offset: numbers.below(9) - 4.0 };
                let mut f = Slope::line(own);
                let jump = (numbers.below(3) - 1.0, -1.0 - numbers.below(2), numbers.below(3));
                if numbers.below(2) > 0.0 {
                    knots.add_jump(&mut f, jump.0, jump.1, jump.2);
                }
                let mut expected = listed(&knots, f);
                while numbers.below(3) > 0.0 {
                    let Some(other) = done.pop() else {
                        break;
                    };
                    let (first, steps) = listed(&knots, other);
                    expected.0 = expected.0.plus(first);
                    expected.1.extend(steps);
                    knots.add(&mut f, other);
                }
                let (low, high) = (-1.0 - numbers.below(2), numbers.below(2) + 0.5);
                let [from, to] = knots.clip(&mut f, low, high, own.slope);
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
            knots.add(&mut last, Slope::line(own));
            let function = listed(&knots, last);
            let root = knots.root(&mut last, own.slope);
            let [left, right] = limits(&function, root);
            assert!(left < 1e-9 && right > -1e-9, "{case} {root} {left} {right}");
        }
    }
}
