//! Control of the horizon: the length that is requested of a segment.

use serde::{Deserialize, Serialize};

use super::mode_set_use::{ModeSetUse, is_same};

/// First horizon of a segment, s; it doubles if the last segment went that far, or no transition came.
const REACH: f64 = 16.0;

/// Horizon after a transition over the distance of that from the one before; or half as far as the last segment could
/// have gone: what lies behind the next transition is computed for nothing.
const MOST_GROWTH: f64 = 4.0;

/// Least horizon of a segment, s, so that it takes few segments to go far again.
const LEAST: f64 = REACH / (1_u64 << 30) as f64;

/// Communication points in a row that give something new, after which the next one is expected to do so, too.
const REPEATED: u8 = 2;

/// Greatest number of steps, or of points, after which what has failed is tried again.
const LONGEST_WAIT: usize = 64;

/// Attempts in a row to make a step by a program that may fail: each costs a twentieth of a step without it, and those with a
/// transition all fail.
const FAIL: u8 = 8;

/// Lengths that decide the next segment's horizon.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(in crate::dynamics) struct HorizonControl {
    /// Horizon where nothing new is given, s.
    reach: f64,
    /// Length of all segments since the last transition that ended one, s.
    gone: f64,
    /// Communication points in a row, up to the last one, that gave something new; at most [`REPEATED`].
    restarted: u8,
    /// Length of the last communication steps with new inputs, s, and how many of this length there were in the present mode set,
    /// since its number is known.
    step: f64,
    lasted: u8,
    mode_set: Option<u32>,
    /// Attempts in a row to make such a step by a program that failed, and for how many steps there is to be none.
    refused: u8,
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
            mode_set: None,
            refused: 0,
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
        let apart = std::mem::take(&mut self.gone) + length;
        let half = 0.5 * self.reach.min(size);
        self.reach = half.max(MOST_GROWTH * apart).clamp(LEAST, REACH);
    }

    /// True if the next communication point is expected to give nothing new.
    pub fn is_steady(&self) -> bool {
        self.restarted < REPEATED
    }

    /// Records a communication point, which gives something new or not.
    pub fn record_point(&mut self, is_new: bool) {
        self.restarted = if is_new { self.restarted.saturating_add(1).min(REPEATED) } else { 0 };
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
        self.restarted = if continued { 0 } else { REPEATED };
    }

    /// Records a communication step of a length, s, with new inputs; true if it is worth an attempt by the program of the mode set,
    /// whose number the function returns. That is so once the set has lasted for `least` steps of this length since the start, now
    /// and before it was left: so many steps without the program cost as much as to make it.
    pub fn record_step(
        &mut self,
        length: f64,
        least: usize,
        mode_sets: &ModeSetUse,
        number: impl FnOnce() -> u32,
    ) -> bool {
        if !is_same(self.step, length) {
            (self.step, self.lasted) = (length, 0);
        } else if self.mode_set.is_some() {
            self.lasted = self.lasted.saturating_add(1);
        }
        if self.mode_set.is_none() {
            let number = number();
            self.mode_set = Some(number);
            self.lasted = mode_sets.of(number, length);
        }
        if usize::from(self.lasted) < least || self.is_steady() {
            return false;
        }
        let waits = self.wait > 0;
        self.wait = self.wait.saturating_sub(1);
        !waits
    }

    /// Leaves the present mode set, which is remembered with what it has lasted.
    pub fn leave_mode_set(&mut self, mode_sets: &mut ModeSetUse) {
        if let Some(number) = self.mode_set.take() {
            mode_sets.record(number, self.step, self.lasted);
        }
    }

    /// Returns the length of the steps in a row, s.
    pub fn step(&self) -> f64 {
        self.step
    }

    /// Records that such a step was made by a program.
    pub fn record_program(&mut self) {
        self.refused = 0;
    }

    /// Records that it could not be. The next step is tried again until [`FAIL`] have failed in a row; then there are ever more
    /// steps between two attempts.
    pub fn record_refusal(&mut self) {
        self.refused = (self.refused + 1).min(FAIL + LONGEST_WAIT.ilog2() as u8);
        self.wait = ((1_usize << self.refused.saturating_sub(FAIL)) - 1) as u8;
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
    fn where_transitions_come_soon_the_next_segment_is_asked_to_go_little_farther() {
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

    /// Returns the steps of 1 ms until one is worth an attempt.
    fn steps(control: &mut HorizonControl, mode_sets: &ModeSetUse) -> Option<usize> {
        steps_of(7, control, mode_sets)
    }

    /// Returns those of a mode set with this number.
    fn steps_of(
        number: u32,
        control: &mut HorizonControl,
        mode_sets: &ModeSetUse,
    ) -> Option<usize> {
        (0..1000).find(|_| {
            control.record_point(true);
            control.record_step(1e-3, 3, mode_sets, || number)
        })
    }

    #[test]
    fn a_program_is_tried_once_its_mode_set_has_lasted_whenever_that_was() {
        let (mut control, mut mode_sets) = (HorizonControl::default(), ModeSetUse::default());
        mode_sets.restart(100);
        assert_eq!(steps(&mut control, &mode_sets), Some(3));
        // Others, which have the same places, begin a count of their own.
        for number in [107, 207, 307] {
            control.leave_mode_set(&mut mode_sets);
            assert_eq!(steps_of(number, &mut control, &mode_sets), Some(3));
            assert!(control.record_step(1e-3, 3, &mode_sets, || number));
        }
        // What is left is come back to.
        control.leave_mode_set(&mut mode_sets);
        assert_eq!(steps(&mut control, &mode_sets), Some(0));
        // One place too few: the set that has lasted least is forgotten.
        control.leave_mode_set(&mut mode_sets);
        assert_eq!(steps_of(407, &mut control, &mode_sets), Some(3));
        control.leave_mode_set(&mut mode_sets);
        assert_eq!(steps_of(107, &mut control, &mode_sets), Some(0));
        control.leave_mode_set(&mut mode_sets);
        assert_eq!(steps(&mut control, &mode_sets), Some(3));
        // Steps of another length are others, as far as clocks tell them apart.
        assert!(control.record_step(1e-3 + 1e-12, 3, &mode_sets, || 7));
        assert!(!control.record_step(2e-3, 3, &mode_sets, || 7));
        control.leave_mode_set(&mut mode_sets);
        assert_eq!(steps(&mut control, &mode_sets), Some(3));
        // Where inputs are held, segments go farther.
        control.record_point(false);
        assert!(!control.record_step(1e-3, 3, &mode_sets, || 7));
        assert_eq!(steps(&mut control, &mode_sets), Some(1));
    }

    #[test]
    fn a_program_that_fails_is_tried_after_ever_more_steps_until_a_step_is_made() {
        let (mut control, mode_sets) = (HorizonControl::default(), ModeSetUse::default());
        assert_eq!(steps(&mut control, &mode_sets), Some(3));
        for attempt in 0..20 {
            control.record_refusal();
            let waits = (1 << (attempt + 1_u32).saturating_sub(8).min(6)) - 1;
            assert_eq!(steps(&mut control, &mode_sets), Some(waits), "{attempt}");
        }
        control.record_program();
        control.record_refusal();
        assert_eq!(steps(&mut control, &mode_sets), Some(0));
    }
}
