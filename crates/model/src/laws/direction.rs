//! Directions of slip, and a limit of friction in each.

use serde::{Deserialize, Serialize};

/// Direction of slip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Direction {
    /// w > 0
    Forward,
    /// w < 0
    Backward,
}

impl Direction {
    /// Both directions, in the order of pairs of values.
    pub const BOTH: [Direction; 2] = [Direction::Forward, Direction::Backward];

    /// Returns +1 or −1.
    #[inline]
    pub fn sign(self) -> f64 {
        match self {
            Direction::Forward => 1.0,
            Direction::Backward => -1.0,
        }
    }

    /// Returns the place in a pair of values, forward first.
    pub(super) fn index(self) -> usize {
        match self {
            Direction::Forward => 0,
            Direction::Backward => 1,
        }
    }
}

/// Magnitudes of the greatest friction against forward and backward slip, both ≥ 0.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Limits {
    /// Limit against w > 0; infinite where nothing limits it.
    pub forward: f64,
    /// Limit against w < 0; infinite where nothing limits it.
    pub backward: f64,
}

impl Limits {
    /// Returns the greatest that is finite.
    #[inline]
    pub fn greatest(&self) -> f64 {
        let finite = [self.forward, self.backward].into_iter().filter(|limit| limit.is_finite());
        finite.fold(0.0, f64::max)
    }

    /// True if there is any against slip in some direction.
    pub fn hold(&self) -> bool {
        self.forward > 0.0 || self.backward > 0.0
    }

    /// Makes both limits by `of`.
    pub fn both(of: impl Fn(Direction) -> f64) -> Self {
        Self { forward: of(Direction::Forward), backward: of(Direction::Backward) }
    }

    /// Returns each as many times as `coefficients` say.
    #[inline]
    pub fn times(self, coefficients: Self) -> Self {
        Self::both(|direction| self.of(direction) * coefficients.of(direction))
    }

    /// Returns the one against slip in a direction.
    #[inline]
    pub fn of(&self, direction: Direction) -> f64 {
        match direction {
            Direction::Forward => self.forward,
            Direction::Backward => self.backward,
        }
    }
}
