//! Prescribed positions and velocities of one body that contradict each other.
//!
//! Between two samples the mean velocity of the position lies between the least and the greatest velocity, however the
//! body moves. Values at a few times only need not show these, so that a part of the velocity is allowed for.

use crate::network::InputId;

/// Part of a velocity by which a prescribed position and velocity may contradict each other. Samples of a smooth motion
/// do by 8 % with six of them in a period.
const CONTRADICTS: f64 = 0.1;

/// Prescribed position whose mean velocity between two samples is none of the prescribed velocities.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contradiction {
    /// Index of the body in the network.
    pub body: usize,
    /// The body's inputs.
    pub position: InputId,
    /// The input that gives its velocity.
    pub velocity: InputId,
    /// Times of the samples, s.
    pub times: [f64; 2],
    /// Mean velocity of the position, m/s or rad/s.
    pub mean: f64,
    /// The least and the greatest velocity that was given.
    pub velocities: [f64; 2],
    /// Distance that the mean velocity may have from their range, m/s or rad/s.
    pub bound: f64,
}

/// Body whose position and velocity are both prescribed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Doubtful {
    /// Index of the body in the network.
    pub body: usize,
    pub position: InputId,
    pub velocity: InputId,
    /// True if a force depends on the position: springs and stops see that, friction and dampers the velocity alone.
    pub placed: bool,
    /// True if an element acts on it, or a force depends on its velocity; else its position is a signal, whose velocity may be left out.
    pub moves: bool,
}

/// Motion that inputs prescribe for a body from a sample on.
#[derive(Clone, Copy, Debug)]
pub(super) struct GivenMotion {
    pub time: f64,
    pub position: f64,
    pub velocities: [f64; 2],
    /// Contradictions in succession.
    pub successive: u32,
}

impl GivenMotion {
    pub fn begin(time: f64, [position, velocity]: [f64; 2]) -> Self {
        Self { time, position, velocities: [velocity; 2], successive: 0 }
    }

    /// Adds another velocity on the way.
    pub fn pass(&mut self, velocity: f64) {
        let [least, greatest] = self.velocities;
        self.velocities = [least.min(velocity), greatest.max(velocity)];
    }

    /// Returns the greatest size of a velocity.
    pub fn fastest(&self) -> f64 {
        let [least, greatest] = self.velocities;
        least.abs().max(greatest.abs())
    }

    /// Returns the mean velocity to a position at another time, if it is outside the velocities by more than is
    /// allowed, and the change of the position so more than its round-off; and how far it may be outside. A velocity that stays 0
    /// matters to what `moves` with it, any other one to what is `placed` by it.
    pub fn exceeded(
        &self,
        of: Doubtful,
        (time, position): (f64, f64),
        round_off: f64,
    ) -> Option<(f64, f64)> {
        let [least, greatest] = self.velocities;
        let mean = (position - self.position) / (time - self.time);
        let beyond = (least - mean).max(mean - greatest);
        let bound = CONTRADICTS * mean.abs().max(self.fastest());
        let significant = beyond * (time - self.time).abs() > round_off;
        let matters = if self.fastest() == 0.0 { of.moves } else { of.placed };
        (beyond > bound && significant && matters).then_some((mean, bound))
    }

    pub fn contradiction(
        &self,
        Doubtful { body, position, velocity, .. }: Doubtful,
        time: f64,
        (mean, bound): (f64, f64),
    ) -> Contradiction {
        let times = [self.time.min(time), self.time.max(time)];
        let velocities = self.velocities;
        Contradiction { body, position, velocity, times, mean, velocities, bound }
    }
}
