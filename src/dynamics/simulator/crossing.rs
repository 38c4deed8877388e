//! Instants from which no series goes on, though the motion does: a power below 1 whose base comes to 0 together with the force
//! that drives it, or transitions that accumulate (Zeno behaviour).
//!
//! Such an instant is crossed by time steps ([`crate::dynamics::methods::moreau`]), which locate nothing and need no series: by
//! two halves of a step, where the step as a whole leads to the same velocities but for what the tolerance of the motion permits,
//! and what they change by at its end within the round-off of the time: a motion is known no better than its clock.
//! Friction that internal states give is that of the start of a half, and these move by their rates there; a contact within its
//! window is held at the slip velocity that it has.
//!
//! The first crossing is as long as events are one event. One that follows within a burst of chattering is twice as long as the one
//! before, or as long as it may be. Where one is not accurate, its half is tried: of chattering none below the first, else down to
//! some roundings of the time.

use crate::dynamics::tolerances::{SAME_TIME, SIMULTANEOUS};

/// See the module.
#[derive(Clone, Debug, Default)]
pub(super) struct Crossing {
    /// Size of the last one, and the time at which it ended, s.
    pub size: f64,
    pub end: f64,
    /// Velocities at the end of a step as a whole, and the permitted error of each, m/s or rad/s.
    pub whole: Vec<f64>,
    pub permitted: Vec<f64>,
    /// Internal states of laws at the end of a part, and at that of the step as a whole.
    pub internal: Vec<f64>,
    pub whole_internal: Vec<f64>,
    /// Impulses of contacts, N·s or N·m·s.
    pub impulse: Vec<f64>,
}

impl Crossing {
    /// Begins a call.
    pub fn restart(&mut self) {
        self.size = 0.0;
    }

    /// Returns the size of a first crossing from a time on, s, and that of the next one.
    pub fn sizes(&self, now: f64) -> (f64, f64) {
        let scale = now.abs().max(1.0);
        let least = SIMULTANEOUS * scale;
        let follows = now - self.end <= self.size.max(SAME_TIME * scale);
        (least, if follows { least.max(2.0 * self.size) } else { least })
    }
}
