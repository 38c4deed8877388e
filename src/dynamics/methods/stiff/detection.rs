//! Stiffness detection: decides when a step across a stiff motion is worth an attempt.

use serde::{Deserialize, Serialize};

/// Steps of the series, far shorter than the way to go and without a transition, before an attempt.
const WAIT: u32 = 32;

/// Longest wait, up to which it doubles after attempts that fail.
const LONGEST_WAIT: u32 = 2048;

/// Least ratio of a step to one of the series that makes it worth its cost.
const WORTH: f64 = 24.0;

/// First attempt, in steps of the series.
const FIRST: f64 = 256.0;

/// Greatest ratio of the next attempt to the last step.
const LONGER: f64 = 4.0;

/// Steps in a row after which a series tests whether the motion is still stiff.
const TRUST: u32 = 64;

/// Memory of how the last steps went; part of the state, since it decides the next ones.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct StiffnessDetection {
    /// Steps of the series to go before an attempt, and after the next one that fails.
    wait: u32,
    penalty: u32,
    /// Steps in a row that may be taken without asking.
    trust: u32,
    /// Last step of the series and last step across, s; 0: none yet.
    series: f64,
    across: f64,
}

impl Default for StiffnessDetection {
    fn default() -> Self {
        Self { wait: WAIT, penalty: WAIT, trust: TRUST, series: 0.0, across: 0.0 }
    }
}

impl StiffnessDetection {
    /// Returns the steps it remembers, s.
    pub fn steps(&self) -> [f64; 2] {
        [self.series, self.across]
    }

    /// Returns the longest and shortest step that is worth an attempt now, if any is.
    pub fn attempt(&self, longest: f64) -> Option<(f64, f64)> {
        let least = WORTH * self.series;
        let most = longest.min((FIRST * self.series).max(LONGER * self.across));
        (self.wait == 0 && self.series > 0.0 && most >= least).then_some((most, least))
    }

    /// Returns the same where no step of the series advances the time, if the step before was an implicit one.
    pub fn continuation(&self, longest: f64) -> Option<(f64, f64)> {
        let ready = Self { wait: 0, ..*self };
        ready.attempt(longest).filter(|_| self.across > 0.0)
    }

    /// Records a step of the series of a size, s, of the `longest` that remains.
    pub fn record_series(&mut self, size: f64, longest: f64) {
        if size * WORTH < longest {
            self.wait = self.wait.saturating_sub(1);
        }
        if size < longest {
            self.series = size;
        }
    }

    /// Records an implicit step of a size, s; None: it failed.
    pub fn record_attempt(&mut self, size: Option<f64>) {
        match size {
            None => {
                self.wait = self.penalty;
                self.penalty = (2 * self.penalty).min(LONGEST_WAIT);
                (self.across, self.trust) = (0.0, TRUST);
            }
            Some(size) => {
                (self.across, self.penalty) = (size, WAIT);
                self.trust = self.trust.saturating_sub(1);
                if self.trust == 0 {
                    (self.wait, self.trust) = (1, TRUST);
                }
            }
        }
    }

    /// Records a transition: what was settled may no longer be.
    pub fn record_transition(&mut self) {
        self.wait = self.wait.max(WAIT);
        self.across = 0.0;
    }
}
