//! Sums over bodies that move as one.

use crate::tolerances::FEW_TERMS;

/// A sum with the round-off of its additions, which over many equal terms goes one way (D. E. Knuth, *The Art of Computer
/// Programming* 2, §4.2.2, theorem B).
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Total {
    pub(super) sum: f64,
    pub(super) lost: f64,
}

impl Total {
    #[inline]
    pub(super) fn add(&mut self, term: f64) {
        let sum = self.sum + term;
        let added = sum - self.sum;
        self.lost += (self.sum - (sum - added)) + (term - added);
        self.sum = sum;
    }

    #[inline]
    pub(super) fn value(self) -> f64 {
        self.sum + self.lost
    }
}

/// Sums over a set of bodies that move as one.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sum {
    /// Sums of forces, of their magnitudes, and of masses.
    pub(super) drive: Total,
    pub(super) size: f64,
    pub(super) weight: Total,
    /// Motion of the topmost body, and the size of its terms.
    pub(super) y: f64,
    pub(super) extent: f64,
    /// True if the ground holds it.
    pub(super) is_closed: bool,
}

impl Sum {
    /// Adds forces, and the sizes of their terms.
    #[inline]
    pub(super) fn drive(&mut self, force: f64, size: f64) {
        self.drive.add(force);
        self.size += size;
    }

    /// Sets the motion that follows, unless the ground prescribes it.
    #[inline]
    pub(super) fn close(&mut self) {
        if self.is_closed {
            return;
        }
        let (drive, weight) = (self.drive.value(), self.weight.value());
        let balanced = drive.abs() <= FEW_TERMS * self.size;
        self.y = if balanced { 0.0 } else { drive / weight };
        self.extent = self.size / weight;
    }
}
