//! How far the motion is followed ahead.

use serde::{Deserialize, Serialize};

/// How far the first leg is asked to go, and at most the first one after a jump or a transition, s.
const REACH: f64 = 16.0;

/// What a leg is asked for beside the one before, and the first one after a jump or a transition beside the time between
/// the last two of these: a little too far costs less than to arrive too early.
const FARTHER: f64 = 2.0;

/// The reach falls at most by this factor at once: two transitions that follow each other closely do not make a motion
/// a fast one.
const SHORTER: f64 = 1.0 / 16.0;

/// Communication points in a row that give something new, after which the next one is expected to do so, too.
const RENEWED: u8 = 2;

/// What decides how far the next leg is asked to go.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Pace {
    /// How far, s, where nothing new is given.
    reach: f64,
    /// When the motion last became another one, s.
    since: f64,
    /// Communication points in a row, up to the last one, that gave something new; at most [`RENEWED`].
    renewed: u8,
}

impl Default for Pace {
    fn default() -> Self {
        Self { reach: REACH, since: 0.0, renewed: 0 }
    }
}

impl Pace {
    /// How far the next leg is asked to go, s.
    pub fn reach(&self) -> f64 {
        self.reach
    }

    /// How far it looks, and since when, s.
    pub fn times(&self) -> [f64; 2] {
        [self.reach, self.since]
    }

    /// A leg of this length, s, led to no transition. Where the series alone are shorter, the motion may be a stiff one.
    pub fn note_leg(&mut self, length: f64) {
        if length >= self.reach {
            self.reach = (FARTHER * length).min(f64::MAX);
        }
    }

    /// Whether the next communication point is expected to give nothing new.
    pub fn is_steady(&self) -> bool {
        self.renewed < RENEWED
    }

    /// A communication point, which gives something new or not.
    pub fn note_point(&mut self, is_new: bool) {
        self.renewed = if is_new { self.renewed.saturating_add(1).min(RENEWED) } else { 0 };
    }

    /// The motion is another one from this time on, s.
    pub fn restart(&mut self, time: f64) {
        let gone = time - std::mem::replace(&mut self.since, time);
        if gone > 0.0 {
            self.reach = (FARTHER * gone).max(SHORTER * self.reach).min(REACH);
        }
    }
}
