//! Positions and velocities that are given of one body and contradict each other.
//!
//! Between two samples the mean velocity of the position lies between the least and the greatest velocity, however the body
//! moves. What is given at a few times only need not show these, so that a part of the velocity is allowed for.

use super::Motion;
use crate::network::{BodyKind, Drive, InputId, Network};

/// Part of a velocity by which a position and a velocity that are given may contradict each other. Samples of a
/// smooth motion do by 8 % with six of them in a period.
const CONTRADICTS: f64 = 0.1;

/// Change of a position, relative to it and to 1 m or rad, that is round-off of whoever gives it.
const ROUND_OFF: f64 = 1e-9;

/// The same, relative to the position alone, where that is a ramp: chords of a motion are about as close to it.
const CHORD: f64 = 1e-5;

/// The same where a host integrates and gives what follows from trial states: above the increments of
/// difference quotients.
const TRIAL: f64 = 1e-6;

/// Contradictions in a row that are one where a host integrates: trial states of a step that it rejects may have one.
const PERSISTS: u32 = 3;

/// A given position whose mean velocity between two samples is none of the velocities that were given.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contradiction {
    pub body: usize,
    /// The body's inputs.
    pub position: InputId,
    pub velocity: InputId,
    /// Times of the samples, s.
    pub times: [f64; 2],
    /// Mean velocity of the position, m/s or rad/s.
    pub mean: f64,
    /// The least and the greatest velocity that was given.
    pub velocities: [f64; 2],
    /// How far the mean velocity may be outside them.
    pub bound: f64,
}

/// What is given of a body from a sample on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Course {
    time: f64,
    position: f64,
    velocities: [f64; 2],
    /// Contradictions in a row.
    doubts: u32,
}

impl Course {
    fn begin(time: f64, [position, velocity]: [f64; 2]) -> Self {
        Self { time, position, velocities: [velocity; 2], doubts: 0 }
    }

    /// Another velocity on the way.
    fn pass(&mut self, velocity: f64) {
        let [least, greatest] = self.velocities;
        self.velocities = [least.min(velocity), greatest.max(velocity)];
    }

    /// Greatest size of a velocity.
    fn fastest(&self) -> f64 {
        let [least, greatest] = self.velocities;
        least.abs().max(greatest.abs())
    }

    /// The mean velocity to a position at another time, if it is outside the velocities by more than is allowed, and
    /// the change of the position so more than its round-off; and how far it may be outside.
    fn exceeded(&self, time: f64, position: f64, round_off: f64) -> Option<(f64, f64)> {
        let [least, greatest] = self.velocities;
        let mean = (position - self.position) / (time - self.time);
        let beyond = (least - mean).max(mean - greatest);
        let bound = CONTRADICTS * mean.abs().max(self.fastest());
        let significant = beyond * (time - self.time).abs() > round_off;
        (beyond > bound && significant).then_some((mean, bound))
    }

    fn contradiction(
        &self,
        (body, position, velocity): (usize, InputId, InputId),
        time: f64,
        (mean, bound): (f64, f64),
    ) -> Contradiction {
        let times = [self.time.min(time), self.time.max(time)];
        let velocities = self.velocities;
        Contradiction { body, position, velocity, times, mean, velocities, bound }
    }
}

/// Which bodies move by a position and a velocity that both matter: springs see the one, steps the other.
pub(super) fn may_contradict(network: &Network) -> Vec<bool> {
    let both = |kind: &BodyKind| matches!(kind, BodyKind::Prescribed(Drive::Both { .. }));
    let mut may = vec![false; network.bodies.len()];
    for body in network.springs.iter().flat_map(|spring| [spring.i.body, spring.j.body]).flatten() {
        may[body] = both(&network.bodies[body].kind);
    }
    may
}

impl Motion {
    /// The first contradiction of a body that was not told yet.
    pub fn take_contradiction(&mut self) -> Option<Contradiction> {
        self.contradiction.take()
    }

    /// Compares new inputs, for a step of this length, with the last ones.
    pub(super) fn note_contradictions(&mut self, inputs: &[f64], length: f64) {
        if self.contradiction.is_some() {
            return;
        }
        let state = &self.state;
        let mut found = None;
        for (body, position, velocity) in doubtful(&self.network, &self.may_contradict) {
            let given = [inputs[position.0], inputs[velocity.0]];
            let here = [state.position[body], state.velocity[body]];
            let (mut course, time) = match self.at_end {
                true => (Course::begin(state.time, here), state.time + length),
                false => {
                    let begin = Course::begin(state.time, given);
                    (self.courses[body].unwrap_or(begin), state.time)
                }
            };
            course.pass(here[1]);
            course.pass(given[1]);
            let ramp = !self.at_end && state.rates[position.0] != 0.0;
            let size = given[0].abs().max(course.position.abs());
            let round_off = ROUND_OFF * size.max(1.0) + if ramp { CHORD * size } else { 0.0 };
            if let Some(exceeded) = course.exceeded(time, given[0], round_off) {
                found = Some(course.contradiction((body, position, velocity), time, exceeded));
                break;
            }
            // A step that ends early goes on without another sample.
            let goes_on = !ramp && given == here;
            self.courses[body] =
                Some(if goes_on { course } else { Course::begin(state.time, given) });
        }
        self.tell(found);
    }

    /// Compares what a host that integrates gives at the present time with what it gave before. Its times go back
    /// and forth, and not all of what it gives is of the motion.
    pub(super) fn watch_given(&mut self, inputs: &[f64]) {
        if self.contradiction.is_some() {
            return;
        }
        let time = self.state.time;
        let mut found = None;
        for (body, position, velocity) in doubtful(&self.network, &self.may_contradict) {
            let given = [inputs[position.0], inputs[velocity.0]];
            let course = self.courses[body].get_or_insert(Course::begin(time, given));
            course.pass(given[1]);
            let round_off = TRIAL * given[0].abs().max(course.position.abs()).max(1.0);
            let way = (given[0] - course.position).abs();
            if way.max(course.fastest() * (time - course.time).abs()) <= round_off {
                continue;
            }
            let (last, exceeded) = (*course, course.exceeded(time, given[0], round_off));
            let doubts = if exceeded.is_some() { course.doubts + 1 } else { 0 };
            *course = Course { doubts, ..Course::begin(time, given) };
            if let Some(exceeded) = exceeded.filter(|_| doubts >= PERSISTS) {
                found = Some(last.contradiction((body, position, velocity), time, exceeded));
                break;
            }
        }
        self.tell(found);
    }

    /// Forgets what was given: an event follows, in which inputs jump.
    pub fn forget_given(&mut self) {
        self.courses.fill(None);
    }

    fn tell(&mut self, found: Option<Contradiction>) {
        if let Some(found) = found {
            self.may_contradict[found.body] = false;
            self.contradiction = Some(found);
        }
    }
}

/// Bodies whose given motion may contradict itself, with the inputs of it.
fn doubtful<'n>(
    network: &'n Network,
    may_contradict: &'n [bool],
) -> impl Iterator<Item = (usize, InputId, InputId)> + use<'n> {
    let bodies = network.bodies.iter().zip(may_contradict).enumerate();
    bodies.filter(|(_, (_, may))| **may).filter_map(|(body, (entry, _))| match entry.kind {
        BodyKind::Prescribed(Drive::Both { position, velocity, .. }) => {
            Some((body, position, velocity))
        }
        _ => None,
    })
}
