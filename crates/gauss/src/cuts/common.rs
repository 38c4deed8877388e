//! The level at which a part would be if all of its nodes were at the same, and what they need there.

use super::super::tree::slope::{Line, Range};
use super::{Cuts, Knot, Part};

impl Cuts {
    /// Returns the root of Σ G′ over a part, between its bounds.
    pub(super) fn common_level(&mut self, part: Part) -> f64 {
        let Part { begin, end, above, below } = part;
        self.steps.clear();
        let mut line = Line::default();
        let mut least = 0.0;
        for &node in &self.nodes[begin..end] {
            let knots = &self.knots[self.first_knot[node]..self.first_knot[node + 1]];
            let passed = knots.partition_point(|knot| knot.x <= above);
            line = line.plus(line_after(self.before[node], &knots[..passed]));
            line.offset += self.outside[node];
            least += self.least[node];
            let ahead = knots[passed..].iter().take_while(|knot| knot.x < below);
            self.steps.extend(ahead.map(|knot| (knot.x, knot.change)));
        }
        self.steps.sort_unstable_by(|first, second| first.0.total_cmp(&second.0));
        let mut passed = above;
        for (x, change) in &self.steps {
            if *x != passed && line.root(least) <= *x {
                break;
            }
            line = line.plus(*change);
            passed = *x;
        }
        line.root(least).max(passed).min(below)
    }

    /// Finds what edges have to carry away from the nodes of a part at a level; returns the sum of the
    /// sizes of its terms.
    pub(super) fn find_needs(&mut self, begin: usize, end: usize, level: f64) -> f64 {
        let mut sum = 0.0;
        for &node in &self.nodes[begin..end] {
            let knots = &self.knots[self.first_knot[node]..self.first_knot[node + 1]];
            let before = knots.partition_point(|knot| knot.x < level);
            let at = before + knots[before..].iter().take_while(|knot| knot.x == level).count();
            let left = line_after(self.before[node], &knots[..before]);
            let right = line_after(self.before[node], &knots[..at]);
            let outside = self.outside[node];
            self.need[node] = Range { low: -right.at(level), high: -left.at(level) };
            sum += (left.slope * level).abs() + left.offset.abs() + right.offset.abs();
            sum += outside.abs();
        }
        sum
    }
}

fn line_after(before: Line, knots: &[Knot]) -> Line {
    knots.last().map_or(before, |knot| knot.after)
}
