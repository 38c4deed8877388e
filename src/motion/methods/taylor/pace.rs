//! How far the motion is followed ahead.

use serde::{Deserialize, Serialize};

/// How far a leg is asked to go, s; twice as far as the last one if that went as far as it was asked to, or no transition came.
const REACH: f64 = 16.0;

/// After a transition a leg is asked to go so often as far as it lies behind the one before, or half as far as the last leg
/// could have gone: what lies behind the next transition is computed for nothing.
const BEYOND: f64 = 4.0;

/// No leg is asked to go less far, s, so that it takes few legs to go far again.
const LEAST: f64 = REACH / (1_u64 << 30) as f64;

/// Communication points in a row that give something new, after which the next one is expected to do so, too.
const RENEWED: u8 = 2;

/// What decides how far the next leg is asked to go.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(in crate::motion) struct Pace {
    /// How far, s, where nothing new is given.
    reach: f64,
    /// Length of all legs since the last transition that ended one, s.
    gone: f64,
    /// Communication points in a row, up to the last one, that gave something new; at most [`RENEWED`].
    renewed: u8,
}

impl Default for Pace {
    fn default() -> Self {
        Self { reach: REACH, gone: 0.0, renewed: 0 }
    }
}

impl Pace {
    /// How far the next leg is asked to go, s.
    pub fn reach(&self) -> f64 {
        self.reach
    }

    /// Length of all legs since the last transition that ended one, s.
    pub fn gone(&self) -> f64 {
        self.gone
    }

    /// A leg of a length, s, has ended without a transition, as far as it was asked to go or not.
    pub fn lengthen(&mut self, length: f64) {
        let most = if length >= self.reach { f64::MAX } else { self.reach.max(REACH) };
        self.reach = (2.0 * self.reach).min(most);
        self.gone = (self.gone + length).min(f64::MAX);
    }

    /// A transition has ended a leg that could have gone `size`, s, after `length`.
    pub fn note_transition(&mut self, length: f64, size: f64) {
        let apart = std::mem::take(&mut self.gone) + length;
        let half = 0.5 * self.reach.min(size);
        self.reach = half.max(BEYOND * apart).clamp(LEAST, REACH);
    }

    /// True if the next communication point is expected to give nothing new.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_transitions_come_soon_the_next_leg_is_asked_to_go_little_farther() {
        let mut pace = Pace::default();
        for _ in 0..20 {
            pace.note_transition(1e-3, 5e-2);
        }
        assert!((pace.reach() - 4e-3).abs() < 1e-15, "{}", pace.reach());
        // One that comes at once halves it, one that comes late takes it as far again.
        pace.note_transition(0.0, 4e-3);
        assert!((pace.reach() - 2e-3).abs() < 1e-15, "{}", pace.reach());
        pace.note_transition(0.1, 0.2);
        assert!((pace.reach() - 0.4).abs() < 1e-15, "{}", pace.reach());
        for _ in 0..2000 {
            pace.note_transition(0.0, 0.0);
        }
        assert_eq!(pace.reach(), LEAST);
        // Steps of a stiff motion, however short, lead to where a step across it is worth an attempt, and a transition
        // after many of them makes none shorter.
        for _ in 0..4000 {
            pace.lengthen(1e-3);
        }
        assert_eq!(pace.reach(), REACH);
        pace.note_transition(1e-4, 1e-3);
        assert_eq!(pace.reach(), REACH);
        pace.lengthen(REACH);
        assert_eq!(pace.reach(), 2.0 * REACH);
        pace.lengthen(1e-9);
        assert_eq!(pace.reach(), 2.0 * REACH);
    }
}
