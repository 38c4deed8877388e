//! Input consistency of prescribed bodies ([`super::contradictions`]), sample by sample.

use super::Simulator;
use super::contradictions::{Contradiction, Course};
use crate::network::{BodyKind, InputId, Network};

/// Change of a position, relative to it and to 1 m or rad, that is round-off of the host's values.
const ROUND_OFF: f64 = 1e-9;

/// Such a change relative to the position alone, where that is a ramp: chords of a motion are about as close to it.
const CHORD: f64 = 1e-5;

/// Such a change where a host integrates and gives what follows from trial states: above the increments of difference
/// quotients.
const TRIAL: f64 = 1e-6;

/// Contradictions in a row that are one where a host integrates: trial states of a step that it rejects may have one.
const PERSISTS: u32 = 3;

impl Simulator {
    /// Returns the first contradiction of a body that was not reported yet.
    pub(crate) fn take_contradiction(&mut self) -> Option<Contradiction> {
        self.contradiction.take()
    }

    /// Compares new inputs, for a step of this length, with the last ones.
    pub(super) fn record_contradictions(&mut self, inputs: &[f64], length: f64) {
        if !self.dynamics.system.prescribed || self.contradiction.is_some() {
            return;
        }
        let state = &self.dynamics.state;
        let mut found = None;
        for (body, position, velocity) in
            doubtful(&self.network, &self.may_contradict, &self.dynamics.system.ports)
        {
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
            // A step that ends early continues without another sample.
            let goes_on = !ramp && given == here;
            self.courses[body] =
                Some(if goes_on { course } else { Course::begin(state.time, given) });
        }
        self.report_contradiction(found);
    }

    /// Compares what a host that integrates gives at the present time with what it gave before. Its times go back
    /// and forth, and not all of what it gives is of the motion.
    pub(super) fn watch_given(&mut self, inputs: &[f64]) {
        if self.contradiction.is_some() {
            return;
        }
        let time = self.dynamics.state.time;
        let mut found = None;
        for (body, position, velocity) in
            doubtful(&self.network, &self.may_contradict, &self.dynamics.system.ports)
        {
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
        self.report_contradiction(found);
    }

    /// Forgets what was given: an event follows, in which inputs jump.
    pub(crate) fn forget_given(&mut self) {
        self.courses.fill(None);
    }

    fn report_contradiction(&mut self, found: Option<Contradiction>) {
        if let Some(found) = found {
            self.may_contradict[found.body] = false;
            self.contradiction = Some(found);
        }
    }
}

/// Returns the bodies whose prescribed motion may contradict itself, with the inputs of it; what a host gives of a port
/// with an effective mass corrects the motion of that.
fn doubtful<'n>(
    network: &'n Network,
    may_contradict: &'n [bool],
    ports: &'n [usize],
) -> impl Iterator<Item = (usize, InputId, InputId)> + use<'n> {
    let bodies = network.bodies.iter().zip(may_contradict).enumerate();
    let given = bodies.filter(|(body, (_, may))| **may && !ports.contains(body));
    given.filter_map(|(body, (entry, _))| match entry.kind {
        BodyKind::Prescribed(drive) => {
            drive.both().map(|[position, velocity]| (body, position, velocity))
        }
        _ => None,
    })
}
