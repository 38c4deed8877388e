//! Search for the time at which the margin of a stuck set falls below its threshold.

use super::Scratch;
use super::intervals::{is_point, middle};
use crate::dynamics::polynomial::evaluate_vector;
use crate::dynamics::tolerances::{AT_DEPARTURE, MARGIN_TOLERANCE as GRAZE};

/// Intervals that a search for a departure evaluates before it takes for round-off what it could not clear. Dozens
/// suffice for a margin that touches its threshold within round-off; without an end, one that runs along its threshold
/// would be divided for ever.
const MOST_INTERVALS: usize = 500;

/// A concave function of a load: the margin of a stuck set.
pub trait Holding {
    /// Returns the margin under a load, 1 without one; below 0 the set does not hold.
    fn margin(&mut self, load: &[f64]) -> f64;

    /// Returns what the motion that set the last margin leaves under another load, which the margin does not exceed; None if it is
    /// not known.
    fn margin_by_last_cut(&mut self, load: &[f64]) -> Option<f64>;

    /// True if the margin is at least `threshold`.
    fn holds(&mut self, load: &[f64], threshold: f64) -> bool {
        self.margin(load) >= threshold
    }

    /// Returns at least what a change of the load takes from the margin.
    fn loss(&mut self, _: &[f64]) -> f64 {
        f64::INFINITY
    }
}

impl<F: FnMut(&[f64]) -> f64> Holding for F {
    fn margin(&mut self, load: &[f64]) -> f64 {
        self(load)
    }

    fn margin_by_last_cut(&mut self, _: &[f64]) -> Option<f64> {
        None
    }
}

/// Returns the first τ in `(0, width]` at which the margin of `g(τ)` falls below `threshold`, given that it is not
/// below before; 0 if it is below immediately.
///
/// `g` holds Taylor coefficients of `components` polynomials, `[coefficient][component]`. Dips of less than some 100 ε
/// below the threshold are grazes.
pub fn first_departure(
    g: &[f64],
    components: usize,
    width: f64,
    threshold: f64,
    mut stuck: impl Holding,
    scratch: &mut Scratch,
) -> Option<f64> {
    if width.is_nan() || width <= 0.0 || components == 0 {
        return None;
    }
    // A load that stays what it is holds, as it did when modes were resolved.
    let last = g.iter().rposition(|c| *c != 0.0).filter(|last| *last >= components)?;
    let Scratch { intervals, point, margins, .. } = scratch;
    point.clear();
    point.resize(components, 0.0);
    let g = &g[..(last / components + 1) * components];
    let n = g.len();
    intervals.start(g, width, components);
    evaluate_vector(g, width, point);
    *margins += 1;
    if stuck.holds(point, threshold - GRAZE)
        && let Some((_, _, b)) = intervals.top(n)
    {
        let mut whole = Between { b, components, level: threshold - GRAZE, point, margins };
        if whole.hold_with_start(threshold, &mut stuck) {
            return None;
        }
    }
    let Some(level) = level(&mut stuck, &g[..components], threshold) else {
        return Some(0.0);
    };
    let mut found = None;
    let mut visits = 0;
    while let Some((left, right, b)) = intervals.top(n) {
        visits += 1;
        let is_point = visits > MOST_INTERVALS || is_point(left, right, width);
        // Ends are decided by evaluation, as the caller will: their control points differ by round-off.
        evaluate_vector(g, right, point);
        *margins += 1;
        if !stuck.holds(point, level - GRAZE) {
            let mut course = Course { g, level, stuck: &mut stuck, point, margins };
            let (low, high) = course.locate(left, right, AT_DEPARTURE * width);
            found = Some(high);
            if low <= left || is_point {
                return found;
            }
            intervals.keep_left_of(low, n, components);
            continue;
        }
        let mut between = Between { b, components, level: level - GRAZE, point, margins };
        if is_point || between.hold(&mut stuck) {
            intervals.clear_top(n, components);
        } else {
            intervals.split_top(middle(left, right), n, components);
        }
    }
    found
}

/// Control points of an interval at whose ends the margin is at least `level`.
struct Between<'b> {
    b: &'b [f64],
    components: usize,
    level: f64,
    point: &'b mut [f64],
    margins: &'b mut u64,
}

impl Between<'_> {
    /// True if the margin is seen to be at least the level in the whole interval.
    fn hold(&mut self, stuck: &mut impl Holding) -> bool {
        let Self { b, components, level, .. } = *self;
        let start = &b[..components];
        let inner = &b[components..b.len() - components];
        let needed = self.needed_at_start(stuck);
        let by_ends = needed <= level
            || needed < 1.0 && {
                *self.margins += 1;
                stuck.holds(start, needed)
            };
        by_ends
            || inner.chunks_exact(components).rev().all(|x| {
                *self.margins += 1;
                stuck.holds(x, level)
            })
    }

    /// True if the margin is seen to be at least the threshold at the start, and the level in the whole interval.
    fn hold_with_start(&mut self, threshold: f64, stuck: &mut impl Holding) -> bool {
        let needed = self.needed_at_start(stuck).max(threshold);
        needed < 1.0 && {
            *self.margins += 1;
            stuck.holds(&self.b[..self.components], needed)
        }
    }

    /// Returns a margin at the start with which that of all control points is at least the level. A margin is concave: at
    /// b_i it is no less than (n − i)/n times that at the start and i/n times that at the end, but for what the distance of
    /// b_i from their chord takes away.
    fn needed_at_start(&mut self, stuck: &mut impl Holding) -> f64 {
        let Self { b, components, level, .. } = *self;
        let degree = b.len() / components - 1;
        let (start, end) = (&b[..components], &b[degree * components..]);
        let mut needed = level;
        for (i, x) in b.chunks_exact(components).enumerate().take(degree).skip(1) {
            let part = i as f64 / degree as f64;
            for (slot, ((x, start), end)) in self.point.iter_mut().zip(x.iter().zip(start).zip(end))
            {
                *slot = x - (start + part * (end - start));
            }
            needed = needed.max(level + stuck.loss(self.point) / (1.0 - part));
        }
        needed
    }
}

/// The margin of a stuck set over its level, along the load's polynomials.
struct Course<'c, H> {
    g: &'c [f64],
    level: f64,
    stuck: &'c mut H,
    point: &'c mut [f64],
    margins: &'c mut u64,
}

impl<H: Holding> Course<'_, H> {
    fn margin(&mut self, tau: f64) -> f64 {
        *self.margins += 1;
        evaluate_vector(self.g, tau, self.point);
        self.stuck.margin(self.point) - self.level
    }

    /// Returns the numbers at most `resolution` apart, or neighbours, around the departure between `left`, where the margin holds,
    /// and `right`, where it does not. The cut that sets the margin at one time bounds it at all others, for little: where this
    /// bound departs, either another cut has done so before, or the margin departs as well. There are finitely many cuts.
    fn locate(&mut self, left: f64, right: f64, resolution: f64) -> (f64, f64) {
        let (mut low, mut high) = (left, right);
        while self.margin(high) < 0.0 {
            if self.stuck.margin_by_last_cut(self.point).is_none() {
                return bracket(|tau| self.margin(tau), left, high, resolution);
            }
            let by_cut = |tau: f64| {
                evaluate_vector(self.g, tau, self.point);
                let margin = self.stuck.margin_by_last_cut(self.point);
                margin.unwrap_or(f64::NAN) - self.level
            };
            let (below, above) = bracket(by_cut, left, high, resolution);
            low = below;
            if above >= high {
                break;
            }
            high = above;
        }
        (low, high)
    }
}

/// Returns the margin that is to hold from the start on; None if it is below the threshold immediately.
fn level(stuck: &mut impl Holding, start: &[f64], threshold: f64) -> Option<f64> {
    if stuck.holds(start, threshold) {
        return Some(threshold);
    }
    let begins_at = stuck.margin(start);
    if begins_at < threshold - GRAZE {
        return None;
    }
    // What holds at the start but for round-off departs where it falls below that.
    Some(begins_at.min(threshold))
}

/// Returns the numbers at most `resolution` apart, or neighbours, around a change of `f` from ≥ 0 to < 0 between `low`
/// and `high`, where `f(high) < 0`: the Illinois variant of the secant method, with a bisection in every fourth step.
pub(super) fn bracket(
    mut f: impl FnMut(f64) -> f64,
    mut low: f64,
    mut high: f64,
    resolution: f64,
) -> (f64, f64) {
    let (mut f_low, mut f_high) = (f(low), f(high));
    let mut last = None;
    for round in 1.. {
        let middle = middle(low, high);
        if middle <= low || middle >= high || high - low <= resolution {
            break;
        }
        // Close to the root the secant rounds to an end: take that end's neighbour.
        let secant = low + (high - low) * (f_low / (f_low - f_high));
        let inside = secant.max(low.next_up()).min(high.next_down());
        let x = if round % 4 == 0 { middle } else { inside };
        let value = f(x);
        let holds = value >= 0.0;
        // An end that stays twice weighs half.
        let weight = if last == Some(holds) { 0.5 } else { 1.0 };
        last = Some(holds);
        if holds {
            (low, f_low, f_high) = (x, value, weight * f_high);
        } else {
            (high, f_high, f_low) = (x, value, weight * f_low);
        }
    }
    (low, high)
}
