//! Gauss's principle for one kind of network alone, on plain arrays: a chain of bodies, each in contact with the
//! ground at rest and with the next one. What the kernel does for any graph, ratios and offsets, done by a programme
//! that knows this chain: the time that the problem itself takes.
//!
//! From body to body goes the derivative of the least cost of all before it as a function of the motion: increasing
//! and piecewise linear, its knots in order in an array that grows at both ends. All ground contacts have theirs at 0.

/// A function between two of its knots, `slope·x + offset`.
#[derive(Clone, Copy, Default)]
struct Line {
    slope: f64,
    offset: f64,
}

#[derive(Clone, Copy, Default)]
struct Knot {
    x: f64,
    change: Line,
}

/// Forces that a body can pass on at its motion, from and to.
type Interval = [f64; 2];

#[derive(Default)]
pub struct Plain {
    knots: Vec<Knot>,
    between: Vec<Interval>,
    interval: Vec<Interval>,
    pub acceleration: Vec<f64>,
    /// Force of each body's contact with the ground, and of that with the next body.
    pub ground: Vec<f64>,
    pub link: Vec<f64>,
}

fn share([low, high]: Interval, z: f64) -> f64 {
    if z <= low {
        0.0
    } else if z >= high {
        1.0
    } else {
        (z - low) / (high - low)
    }
}

/// Returns the knot at 0, a new one if there is none: all others are then on the same side.
fn place_at_zero(
    knots: &mut [Knot],
    last: Option<usize>,
    (begin, end): (&mut usize, &mut usize),
) -> usize {
    let is_kept = |at: &usize| (*begin..*end).contains(at) && knots[*at].x == 0.0;
    if let Some(at) = last.filter(is_kept) {
        return at;
    }
    let at = if begin < end && knots[*begin].x < 0.0 {
        *end += 1;
        *end - 1
    } else {
        *begin -= 1;
        *begin
    };
    knots[at] = Knot::default();
    at
}

impl Plain {
    /// Solves the problem of masses, forces, limits of the contacts with the ground and, one less, of those between
    /// bodies.
    pub fn solve(&mut self, mass: &[f64], force: &[f64], ground: &[f64], link: &[f64]) {
        let bodies = mass.len();
        self.knots.resize(4 * bodies + 2, Knot::default());
        self.between.resize(bodies, [0.0; 2]);
        self.interval.resize(bodies, [0.0; 2]);
        for per_body in [&mut self.acceleration, &mut self.ground, &mut self.link] {
            per_body.resize(bodies, 0.0);
        }
        self.fold(mass, force, ground, link);
        for body in (0..bodies - 1).rev() {
            let [first, last] = self.between[body];
            self.acceleration[body] = self.acceleration[body + 1].max(first).min(last);
        }
        self.forces(mass, force, ground, link);
    }

    /// Finds the accelerations.
    fn fold(&mut self, mass: &[f64], force: &[f64], ground: &[f64], link: &[f64]) {
        let (bodies, knots) = (mass.len(), &mut self.knots);
        let (mut begin, mut end) = (2 * bodies, 2 * bodies);
        let mut zero = None;
        let (mut left, mut right) = (Line::default(), Line::default());
        for body in 0..bodies {
            for (line, jump) in [(&mut left, -ground[body]), (&mut right, ground[body])] {
                line.slope += mass[body];
                line.offset += jump - force[body];
            }
            let at_zero = place_at_zero(knots, zero, (&mut begin, &mut end));
            knots[at_zero].change.offset += 2.0 * ground[body];
            zero = Some(at_zero);
            let limit = link.get(body).copied().unwrap_or(0.0);
            let mut first = (-limit - left.offset) / left.slope;
            while begin < end && knots[begin].x < first {
                let Knot { x, change } = knots[begin];
                begin += 1;
                left.slope += change.slope;
                left.offset += change.offset;
                first = ((-limit - left.offset) / left.slope).max(x);
            }
            if body + 1 == bodies {
                self.acceleration[body] = first;
                break;
            }
            let mut last = (limit - right.offset) / right.slope;
            while begin < end && knots[end - 1].x > last {
                let Knot { x, change } = knots[end - 1];
                end -= 1;
                right.slope -= change.slope;
                right.offset -= change.offset;
                last = ((limit - right.offset) / right.slope).min(x);
            }
            let passes = begin == end && last <= first;
            last = last.max(first);
            self.between[body] = [first, last];
            begin -= 1;
            if passes {
                // One jump passes the whole range.
                let change = Line { slope: 0.0, offset: 2.0 * limit };
                knots[begin] = Knot { x: first, change };
            } else {
                let change = Line { slope: left.slope, offset: left.offset + limit };
                knots[begin] = Knot { x: first, change };
                let change = Line { slope: -right.slope, offset: limit - right.offset };
                knots[end] = Knot { x: last, change };
                end += 1;
            }
            left = Line { slope: 0.0, offset: -limit };
            right = Line { slope: 0.0, offset: limit };
        }
    }

    /// Finds forces within all limits that go with the accelerations.
    fn forces(&mut self, mass: &[f64], force: &[f64], ground: &[f64], link: &[f64]) {
        let (bodies, a) = (mass.len(), &self.acceleration);
        let mut passed = [0.0; 2];
        for body in 0..bodies {
            let own = mass[body] * a[body] - force[body];
            let low = if a[body] > 0.0 { ground[body] } else { -ground[body] };
            let high = if a[body] < 0.0 { -ground[body] } else { ground[body] };
            self.interval[body] = [own + low + passed[0], own + high + passed[1]];
            if body + 1 < bodies {
                let limit = link[body];
                passed = if a[body] > a[body + 1] {
                    [-limit; 2]
                } else if a[body] < a[body + 1] {
                    [limit; 2]
                } else {
                    self.interval[body].map(|z| z.max(-limit).min(limit))
                };
            }
        }
        let mut of_next = 0.0;
        for body in (0..bodies).rev() {
            let mut pull = 0.0;
            if body + 1 < bodies {
                let limit = link[body];
                self.link[body] = if a[body] > a[body + 1] {
                    limit
                } else if a[body] < a[body + 1] {
                    -limit
                } else {
                    let [low, high] = self.interval[body].map(|z| z.max(-limit).min(limit));
                    -(low + of_next * (high - low))
                };
                pull = -self.link[body];
            }
            of_next = share(self.interval[body], pull);
            self.ground[body] = if a[body] > 0.0 {
                ground[body]
            } else if a[body] < 0.0 {
                -ground[body]
            } else {
                ground[body] * (2.0 * of_next - 1.0)
            };
        }
    }
}
