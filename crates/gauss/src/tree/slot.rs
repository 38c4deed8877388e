//! Contacts in levels, and what they do.

use super::slope::Range;
use crate::{Confine, Slip};

/// A contact: κ, ranges of λ and of z, `β/κ`, and what it does; one between bodies of a tree does what [`super::Level`]
/// says.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Slot {
    pub(super) kappa: f64,
    pub(super) lower: f64,
    pub(super) upper: f64,
    pub(super) range: Range,
    pub(super) offset: f64,
    pub(super) contact: u32,
    pub(super) mode: Mode,
}

impl Slot {
    #[inline]
    pub(super) fn set_range(&mut self, lower: f64, upper: f64) {
        (self.lower, self.upper) = (lower, upper);
        self.range = Range { low: self.kappa * lower, high: self.kappa * upper };
        if self.kappa < 0.0 {
            self.range = Range { low: self.range.high, high: self.range.low };
        }
    }

    #[inline]
    pub(super) fn can_hold(&self) -> bool {
        self.lower < self.upper
    }

    /// Returns λ at a share of the range of z.
    #[inline]
    pub(super) fn held(&self, share: f64) -> f64 {
        let share = if self.kappa > 0.0 { share } else { 1.0 - share };
        let lambda = self.lower + share * (self.upper - self.lower);
        lambda.confined(self.lower, self.upper)
    }

    #[inline]
    pub(super) fn at_rest(&self) -> Slip {
        if self.can_hold() { Slip::Stuck } else { Slip::Forward }
    }
}

/// Mode of a contact, seen from the body of its κ: z is high, the levels are the same, z is low.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Mode {
    High,
    #[default]
    Held,
    Low,
}

impl Mode {
    /// Returns the end of a range of forces at which a contact in this mode is.
    #[inline]
    pub(super) fn end_of(self, range: Range) -> f64 {
        if self == Self::High { range.high } else { range.low }
    }

    /// Returns the mode of a body at level `x` against the other one or the ground. A range of one value holds nothing.
    #[inline]
    pub(super) fn of(x: f64, other: f64, can_hold: bool) -> Self {
        if x < other {
            Mode::Low
        } else if x > other || !can_hold {
            Mode::High
        } else {
            Mode::Held
        }
    }

    pub(super) fn of_slip(slip: Slip, kappa: f64) -> Self {
        match slip {
            Slip::Stuck => Mode::Held,
            Slip::Forward if kappa > 0.0 => Mode::High,
            Slip::Backward if kappa < 0.0 => Mode::High,
            Slip::Forward | Slip::Backward => Mode::Low,
        }
    }
}

/// Returns the range of all contacts between a body and the one above.
#[inline]
pub(super) fn range_of(edges: &[Slot]) -> Range {
    let Some((first, others)) = edges.split_first() else {
        return Range::default();
    };
    others.iter().fold(first.range, |sum, slot| sum.plus(slot.range))
}
