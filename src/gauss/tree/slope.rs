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
