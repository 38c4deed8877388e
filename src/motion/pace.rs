//! How far the motion is followed ahead.

use serde::{Deserialize, Serialize};

/// How far a leg is asked to go, s; twice as far as the last one if that went as far as it was asked to.
const REACH: f64 = 16.0;

/// Communication points in a row that give something new, after which the next one is expected to do so, too.
const RENEWED: u8 = 2;

/// What decides how far the next leg is asked to go.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Pace {
    /// How far, s, where nothing new is given.
    reach: f64,
    /// Communication points in a row, up to the last one, that gave something new; at most [`RENEWED`].
    renewed: u8,
}

impl Default for Pace {
    fn default() -> Self {
        Self { reach: REACH, renewed: 0 }
    }
}

impl Pace {
    /// How far the next leg is asked to go, s.
    pub fn reach(&self) -> f64 {
        self.reach
    }

    /// A leg went as far as it was asked to.
    pub fn lengthen(&mut self) {
        self.reach = (2.0 * self.reach).min(f64::MAX);
    }

    /// Whether the next communication point is expected to give nothing new.
    pub fn is_steady(&self) -> bool {
        self.renewed < RENEWED
    }

    /// A communication point, which gives something new or not.
    pub fn note_point(&mut self, is_new: bool) {
        self.renewed = if is_new { self.renewed.saturating_add(1).min(RENEWED) } else { 0 };
    }

    /// The motion is another one from now on.
    pub fn restart(&mut self) {
        self.reach = REACH;
    }
}
