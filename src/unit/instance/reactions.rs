//! Reactions of ports that were reported to a host ([`super::ports`]).

use serde::{Deserialize, Serialize};

/// Reported reaction of each body, N or N·m.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Reactions {
    /// Mean over the next step, N or N·m.
    pub next: Vec<f64>,
    /// Impulse that the steps up to here have exerted beyond what the host has applied, N·s or N·m·s.
    pub owed: Vec<f64>,
    /// True if these fit the values set.
    pub known: bool,
    /// True if the host has read one at this communication point.
    pub read: bool,
    /// Length for which the next step is taken, s; that of the file before the first one. Where so long a step costs too much, it
    /// is as long as one can be.
    pub length: f64,
    /// Length of the last step, s; before the first one that of the file.
    pub last: f64,
    /// True if it is that of steps that were made.
    pub measured: bool,
}

impl Reactions {
    pub fn new(bodies: usize, length: f64) -> Self {
        let (next, owed) = (vec![0.0; bodies], vec![0.0; bodies]);
        Self { next, owed, known: false, read: false, length, last: length, measured: false }
    }

    /// Records that values were set, or that time has passed.
    pub fn outdate(&mut self) {
        self.known = false;
    }

    /// Records a step of a length, s. The next one may be as long as any before it: a slip v that is removed within a shorter time
    /// turns round. While steps are shorter than the time T in which it is, v falls as T² if T falls by half of the time that
    /// passes: a long step that then comes turns v by less than a quarter of what it was.
    pub fn record_step(&mut self, length: f64) {
        let before = if self.measured { self.length } else { 0.0 };
        (self.length, self.measured) = (length.max(before - 0.5 * length), true);
        self.last = length;
    }

    /// Returns the lengths of the last step and of that for which the next one is taken, s.
    pub fn lengths(&self) -> [f64; 2] {
        [self.last.min(self.length), self.length]
    }

    /// Returns the time within which friction is to stop slips that a host gives, s: it has made them in the last step, which may have
    /// ended early, and removes them by reactions that it has read.
    pub fn stop_within(&self) -> f64 {
        match (self.read, self.measured) {
            (true, _) => self.length,
            (false, true) => self.last,
            (false, false) => 0.0,
        }
    }

    /// Adds to the reaction on a body what the host is owed, in the time for which the next step is taken.
    pub fn pay(&mut self, body: usize) {
        self.next[body] += self.owed[body] / self.length;
    }

    /// Records the mean reaction on a body over a step of a length, s, of which the host has applied `next` if it has read that. What
    /// friction holds lacks nothing.
    pub fn record_mean(&mut self, body: usize, mean: f64, length: f64, goes_on: bool) {
        let lacks = (mean - self.next[body]) * length;
        self.owed[body] = if goes_on { self.owed[body] + lacks } else { 0.0 };
    }

    /// Returns the rule that bytes from elsewhere break, if they do.
    pub fn broken_rule(&self, bodies: usize) -> Option<String> {
        for list in [&self.next, &self.owed] {
            if list.len() != bodies {
                return Some(format!("has {} reactions, the model {bodies}", list.len()));
            }
        }
        let finite = self.next.iter().chain(&self.owed).all(|value| value.is_finite());
        let is_step = |length: f64| length.is_finite() && length > 0.0;
        let sound = finite && is_step(self.length) && is_step(self.last);
        (!sound).then(|| "has a reaction or a step that is not finite".to_owned())
    }
}
