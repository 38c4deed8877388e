//! Ranges of slip velocity, load and speed on which a law is known by its values at a few places. Elsewhere a step
//! evaluates more places: far from where a law changes, its expansion does not contain the change.

use super::sense::MOST_STATES;
use super::whereabouts::WHEREABOUTS;
use crate::algebra::{Dual, Interval};

/// Least and greatest values, along a part of a motion, of what a law depends on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reach {
    /// x = |w|; below 0 where the motion goes beyond w = 0.
    pub slip: (f64, f64),
    /// Normal load, ≥ 0.
    pub load: (f64, f64),
    /// max(|v|, |rω|), of laws of the slip ratio.
    pub speed: (f64, f64),
    /// Whereabouts, of laws that see them.
    pub there: [(f64, f64); WHEREABOUTS],
    /// Internal states, of user-defined laws.
    pub states: [(f64, f64); MOST_STATES],
}

impl Reach {
    /// Returns the range of the slip ratio.
    pub fn ratio(&self) -> (f64, f64) {
        (self.slip.0 / self.speed.1, self.slip.1 / self.speed.0)
    }

    /// Returns ranges that are `times` as wide, about the same middles.
    pub fn wider(&self, times: f64) -> Self {
        let wider = |(least, most): (f64, f64)| {
            let more = 0.5 * (times - 1.0) * (most - least);
            (least - more, most + more)
        };
        let Self { slip, load, speed, there, states } = *self;
        let [slip, load, speed] = [slip, load, speed].map(wider);
        Self { slip, load, speed, there: there.map(wider), states: states.map(wider) }
    }
}

/// Length of a range over the one on which a function changes, at most.
const SHARE: f64 = 0.5;

/// True if a range is short beside the `length` on which a function changes about a place, or beside its
/// distance from there.
pub(super) fn needs_few_samples((least, greatest): (f64, f64), place: f64, length: f64) -> bool {
    let distance = (least - place).max(place - greatest);
    greatest - least <= SHARE * length.max(distance)
}

/// A formula is determined by samples where what its slopes change by makes no more than this share of its greatest
/// value.
const SHARE_OF_VALUE: f64 = 0.25;

/// True if few samples determine a formula over ranges of its arguments: no narrow bump can hide between them. `along`
/// gives its value and slope over all ranges along each of them.
pub(super) fn is_bounded(
    ranges: impl Iterator<Item = (f64, f64)>,
    mut along: impl FnMut(usize) -> Dual<Interval>,
) -> bool {
    let (mut sum, mut greatest) = (0.0, 0.0);
    for (place, (low, high)) in ranges.enumerate() {
        if low != high {
            let Dual { value, change } = along(place);
            greatest = value.magnitude();
            sum += 0.5 * (high - low) * (change.high - change.low);
        }
    }
    sum.is_finite() && sum <= SHARE_OF_VALUE * greatest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_told_by_their_distance_from_where_a_law_changes() {
        for (range, told) in [
            ((0.0, 0.05), true),
            ((0.0, 0.06), false),
            ((1.0, 1.5), true),
            ((1.0, 1.6), false),
            ((-1.5, -1.0), true),
            ((-1.0, 1.0), false),
            ((f64::NAN, 1.0), false),
        ] {
            assert_eq!(needs_few_samples(range, 0.0, 0.1), told, "{range:?}");
        }
        assert!(needs_few_samples((0.0, 1e9), 0.0, f64::INFINITY));
    }

    #[test]
    fn wider_ranges_keep_their_middles() {
        let narrow = Reach {
            slip: (1.0, 1.5),
            load: (2.0, 2.0),
            speed: (-1.0, 1.0),
            there: [(0.0, 4.0); WHEREABOUTS],
            states: [(1.0, 3.0); MOST_STATES],
        };
        let wide = narrow.wider(4.0);
        assert_eq!((wide.slip, wide.load, wide.speed), ((0.25, 2.25), (2.0, 2.0), (-4.0, 4.0)));
        assert_eq!(wide.there, [(-6.0, 10.0); WHEREABOUTS]);
        assert!(
            needs_few_samples(narrow.slip, 0.0, 0.1) && !needs_few_samples(wide.slip, 0.0, 0.1)
        );
    }
}
