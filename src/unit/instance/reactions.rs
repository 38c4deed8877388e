//! Reactions of ports that were reported to a host ([`super::ports`]).

use serde::{Deserialize, Serialize};

/// Reported reaction of each body, N or N·m.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Reactions {
    /// Mean over the next step, N or N·m.
    pub next: Vec<f64>,
    /// True if these fit the values set.
    pub known: bool,
    /// True if the host has read one at this communication point.
    pub read: bool,
    /// Length of the last step, s; that of the file before it.
    pub length: f64,
}

impl Reactions {
    pub fn new(bodies: usize, length: f64) -> Self {
        Self { next: vec![0.0; bodies], known: false, read: false, length }
    }

    /// Records that values were set, or that time has passed.
    pub fn outdate(&mut self) {
        self.known = false;
    }

    /// Returns the rule that bytes from elsewhere break, if they do.
    pub fn broken_rule(&self, bodies: usize) -> Option<String> {
        if self.next.len() != bodies {
            return Some(format!("has {} reactions, the model {bodies}", self.next.len()));
        }
        let finite = self.next.iter().all(|force| force.is_finite());
        let sound = finite && self.length.is_finite() && self.length > 0.0;
        (!sound).then(|| "has a reaction or a step that is not finite".to_owned())
    }
}
