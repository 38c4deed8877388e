//! Control of the horizon: the length that is requested of a segment.

use serde::{Deserialize, Serialize};

/// First horizon of a segment, s; it doubles if the last segment went that far, or no transition came.
const REACH: f64 = 16.0;

/// Horizon after a transition over the distance of that from the one before; or half as far as the last segment could
/// have gone: what lies behind the next transition is computed for nothing.
const BEYOND: f64 = 4.0;

/// Least horizon of a segment, s, so that it takes few segments to go far again.
const LEAST: f64 = REACH / (1_u64 << 30) as f64;

/// Communication points in a row that give something new, after which the next one is expected to do so, too.
const RENEWED: u8 = 2;

/// Part by which the length of a step may differ from another one that counts as the same: clocks of hosts leave so much of it.
/// A propagator is corrected by its derivative, so that the square of this is left.
const SAME: f64 = 1e-7;

/// Greatest number of steps after which a program is tried again.
const LONGEST_WAIT: usize = 64;

/// True if two lengths of communication steps, s, are the same.
fn is_same(length: f64, other: f64) -> bool {
    (length - other).abs() <= SAME * length
}

/// Lengths that decide the next segment's horizon.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(in crate::dynamics) struct HorizonControl {
    /// Horizon where nothing new is given, s.
    reach: f64,
    /// Length of all segments since the last transition that ended one, s.
    gone: f64,
    /// Communication points in a row, up to the last one, that gave something new; at most [`RENEWED`].
    restarted: u8,
    /// Length of the last communication steps with new inputs, s, and how many of this length there were in a row without a
    /// transition.
    step: f64,
    lasted: u8,
    /// Number of such steps after which a program is tried again, where the last attempts failed; else 0.
    wait: u8,
    /// Communication points with few new inputs after which a segment is to continue behind the next of them, and their number
    /// the last time.
    local: u8,
    local_wait: u8,
}

impl Default for HorizonControl {
    fn default() -> Self {
        Self {
            reach: REACH,
            gone: 0.0,
            restarted: 0,
            step: 0.0,
            lasted: 0,
            wait: 0,
            local: 0,
            local_wait: 0,
        }
    }
}

impl HorizonControl {
    /// Returns the horizon of the next segment, s.
    pub fn reach(&self) -> f64 {
        self.reach
    }

    /// Returns the length of all segments since the last transition that ended one, s.
    pub fn gone(&self) -> f64 {
        self.gone
    }

    /// Lengthens the horizon after a segment of a length, s, without a transition, whether it went that far or not.
    pub fn lengthen(&mut self, length: f64) {
        let most = if length >= self.reach { f64::MAX } else { self.reach.max(REACH) };
        self.reach = (2.0 * self.reach).min(most);
        self.gone = (self.gone + length).min(f64::MAX);
    }

    /// Records that a transition has ended a segment that could have gone `size`, s, after `length`.
    pub fn record_transition(&mut self, length: f64, size: f64) {
        self.lasted = 0;
        let apart = std::mem::take(&mut self.gone) + length;
        let half = 0.5 * self.reach.min(size);
        self.reach = half.max(BEYOND * apart).clamp(LEAST, REACH);
    }

    /// True if the next communication point is expected to give nothing new.
    pub fn is_steady(&self) -> bool {
        self.restarted < RENEWED
    }

    /// Records a communication point, which gives something new or not.
    pub fn record_point(&mut self, is_new: bool) {
        self.restarted = if is_new { self.restarted.saturating_add(1).min(RENEWED) } else { 0 };
        if !is_new {
            self.lasted = 0;
        }
    }

    /// Records a communication point that gives few new inputs, at which no segment continued: the next one may.
    pub fn record_few(&mut self) {
        self.local = self.local.saturating_sub(1);
        self.record_point(self.local > 0);
    }

    /// Records whether a segment continued behind a communication point that gave few new inputs. If not, this is tried again
    /// after twice as many of them as the last time.
    pub fn record_local(&mut self, continued: bool) {
        let twice = 2 * usize::from(self.local_wait);
        self.local_wait = if continued { 0 } else { twice.clamp(1, LONGEST_WAIT) as u8 };
        self.local = self.local_wait;
        self.restarted = if continued { 0 } else { RENEWED };
    }

    /// Records a communication step of a length, s, with new inputs; true if there were at least `least` of this length before,
    /// all without a transition, and more if the last attempts failed.
    pub fn record_step(&mut self, length: f64, least: usize) -> bool {
        if is_same(self.step, length) {
            self.lasted = self.lasted.saturating_add(1);
        } else {
            (self.step, self.lasted) = (length, 0);
        }
        usize::from(self.lasted) >= least.max(usize::from(self.wait))
    }

    /// Returns the length of the steps in a row, s.
    pub fn step(&self) -> f64 {
        self.step
    }

    /// Records that such a step was made by a program.
    pub fn record_program(&mut self) {
        self.wait = 0;
    }

    /// Records that it could not be, where at least `least` steps are waited for: twice as many as the last time.
    pub fn record_refusal(&mut self, least: usize) {
        let twice = 2 * usize::from(self.wait);
        self.wait = twice.max(least).min(LONGEST_WAIT) as u8;
        self.lasted = 0;
    }

    /// Restarts: the motion is another one from now on.
    pub fn restart(&mut self) {
        self.reach = REACH;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_transitions_come_soon_the_next_leg_is_asked_to_go_little_farther() {
        let mut horizon_control = HorizonControl::default();
        for _ in 0..20 {
            horizon_control.record_transition(1e-3, 5e-2);
        }
        assert!((horizon_control.reach() - 4e-3).abs() < 1e-15, "{}", horizon_control.reach());
        // One that comes at once halves it, one that comes late takes it as far again.
        horizon_control.record_transition(0.0, 4e-3);
        assert!((horizon_control.reach() - 2e-3).abs() < 1e-15, "{}", horizon_control.reach());
        horizon_control.record_transition(0.1, 0.2);
        assert!((horizon_control.reach() - 0.4).abs() < 1e-15, "{}", horizon_control.reach());
        for _ in 0..2000 {
            horizon_control.record_transition(0.0, 0.0);
        }
        assert_eq!(horizon_control.reach(), LEAST);
        // Steps of a stiff motion, however short, lead to where a step across it is worth an attempt, and a transition
        // after many of them makes none shorter.
        for _ in 0..4000 {
            horizon_control.lengthen(1e-3);
        }
        assert_eq!(horizon_control.reach(), REACH);
        horizon_control.record_transition(1e-4, 1e-3);
        assert_eq!(horizon_control.reach(), REACH);
        horizon_control.lengthen(REACH);
        assert_eq!(horizon_control.reach(), 2.0 * REACH);
        horizon_control.lengthen(1e-9);
        assert_eq!(horizon_control.reach(), 2.0 * REACH);
    }

    #[test]
    fn a_segment_continues_behind_few_new_inputs_after_ever_more_points_until_it_can() {
        let mut control = HorizonControl::default();
        control.record_few();
        assert!(control.is_steady());
        for waits in [1, 2, 4, 8, 16, 32, 64, 64] {
            control.record_local(false);
            assert!(!control.is_steady());
            let points = (1..).find(|_| {
                control.record_few();
                control.is_steady()
            });
            assert_eq!(points, Some(waits));
        }
        control.record_local(true);
        assert!(control.is_steady());
        control.record_local(false);
        control.record_few();
        assert!(control.is_steady());
    }

    #[test]
    fn a_program_is_tried_after_ever_more_steps_until_one_is_made() {
        let mut control = HorizonControl::default();
        let steps = |control: &mut HorizonControl| (0..).find(|_| control.record_step(1e-3, 3));
        assert_eq!(steps(&mut control), Some(3));
        for waits in [3, 6, 12, 24, 48, 64, 64] {
            control.record_refusal(3);
            assert_eq!(steps(&mut control), Some(waits - 1), "{waits}");
        }
        control.record_program();
        // Another length, a transition, and held inputs begin a new count.
        assert!(control.record_step(1e-3 + 1e-12, 3) && !control.record_step(2e-3, 3));
        assert_eq!(steps(&mut control), Some(3));
        control.record_transition(1e-3, 2e-3);
        assert_eq!(steps(&mut control), Some(2));
        control.record_point(false);
        assert_eq!(steps(&mut control), Some(2));
    }
}
