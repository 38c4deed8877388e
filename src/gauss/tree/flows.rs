//! Forces that go with known levels.
//!
//! At its level, the G′ of a body is an interval: contacts that slip have one force, those that hold a
//! range. From the leaves to the roots the intervals add up, clipped at the range of each edge; from the
//! roots back every body is told where in its interval it has to be, and all its contacts that hold take
//! the same share of what they can. Forces are then inside their ranges wherever they can be.

use super::slope::Range;
use super::{Levels, NOBODY};
use crate::gauss::Confine;

impl Levels {
    pub(super) fn find_flows(&mut self) {
        self.add_intervals();
        for body in 0..self.own.len() {
            if self.up[body] == NOBODY || self.core.contains(body) {
                self.share[body] = self.interval[body].share(self.core.pull(body));
            }
        }
        for index in (0..self.order.len()).rev() {
            let body = self.order[index];
            let parent = self.up[body];
            let Range { low, high } = self.range[body];
            let (x, level) = (self.x[body], self.x[parent]);
            let z = if x > level {
                high
            } else if x < level {
                low
            } else {
                let Range { low, high } = self.passed(body);
                -(low + self.share[parent] * (high - low))
            };
            self.z[body] = z;
            self.share[body] = self.interval[body].share(-z);
        }
        for body in 0..self.own.len() {
            if self.core.contains(body) && self.up[body] != NOBODY {
                self.z[body] = self.core.force(body);
            }
        }
    }

    /// The intervals of G′ at the levels.
    fn add_intervals(&mut self) {
        for body in 0..self.own.len() {
            let own = self.own[body].at(self.x[body]);
            self.interval[body] = Range { low: own, high: own };
        }
        for ground in &self.grounds {
            let at_level = at(self.x[ground.body], ground.x, ground.range);
            let interval = &mut self.interval[ground.body];
            *interval = interval.plus(at_level);
        }
        for &body in &self.order {
            let passed = self.passed(body);
            let parent = self.up[body];
            self.interval[parent] = self.interval[parent].plus(passed);
        }
    }

    /// The part of a body's interval that its edge passes on.
    fn passed(&self, body: usize) -> Range {
        let edge = self.range[body].reversed();
        let (x, level) = (self.x[body], self.x[self.up[body]]);
        if x == level {
            let Range { low, high } = self.interval[body];
            Range {
                low: low.confined(edge.low, edge.high),
                high: high.confined(edge.low, edge.high),
            }
        } else {
            at(level, x, edge)
        }
    }
}

/// The forces of a contact at x with a level.
fn at(x: f64, level: f64, range: Range) -> Range {
    let Range { low, high } = range;
    if x > level {
        Range { low: high, high }
    } else if x < level {
        Range { low, high: low }
    } else {
        range
    }
}
