//! The request for a step.

use crate::dynamics::start::Start;
use crate::dynamics::system::System;

/// Request for a step.
#[derive(Clone, Copy)]
pub(in crate::dynamics) struct Request<'r> {
    pub system: &'r System,
    pub start: &'r Start<'r>,
    pub longest: f64,
    pub tolerance: f64,
}

impl Request<'_> {
    /// True if a step advances the time.
    pub fn advances(&self, size: f64) -> bool {
        self.start.time + size != self.start.time
    }
}
