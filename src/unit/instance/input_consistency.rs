//! Input consistency of prescribed bodies ([`super::contradictions`]), sample by sample.

use std::collections::BTreeSet;

use super::contradictions::{Contradiction, Doubtful, GivenMotion};
use crate::dynamics::Simulator;
use crate::network::{Body, BodyKind, Force, Network};

/// Change of a position, relative to it and to 1 m or rad, that is round-off of the host's values.
const ROUND_OFF: f64 = 1e-9;

/// Such a change relative to the position alone, where that is a ramp: chords of a motion are about as close to it.
const CHORD: f64 = 1e-5;

/// Such a change where a host integrates and gives what follows from trial states: above the increments of difference
/// quotients.
const TRIAL: f64 = 1e-6;

/// Contradictions in a row that are one where a host integrates: trial states of a step that it rejects may have one.
const PERSISTS: u32 = 3;

/// State of the comparison.
#[derive(Debug)]
pub(super) struct InputConsistency {
    /// Bodies whose prescribed motion may contradict itself, without those that were reported.
    bodies: Vec<Doubtful>,
    /// Motion of each body that the host gave before.
    given: Vec<Option<GivenMotion>>,
    found: Option<Contradiction>,
}

impl InputConsistency {
    pub fn of(network: &Network) -> Self {
        let springs = network.springs.iter().map(|spring| [spring.i.body, spring.j.body]);
        let dampers = network.dampers.iter().map(|damper| [damper.i.body, damper.j.body]);
        let contacts = network.contacts.iter().map(|contact| [contact.i.body, contact.j.body]);
        let actions = network.forces.iter().flat_map(|force| &force.actions);
        let forces = actions.map(|action| [action.i.body, action.j.body]);
        let seen = network.forces.iter().flat_map(Force::placed);
        let placed: BTreeSet<usize> = springs.clone().flatten().flatten().chain(seen).collect();
        let joined = springs.chain(dampers).chain(contacts).chain(forces).flatten().flatten();
        let resisted = network.forces.iter().flat_map(Force::resisted);
        let moves: BTreeSet<usize> = joined.chain(resisted).collect();
        let doubtful = |(index, body): (usize, &Body)| match body.kind {
            BodyKind::Prescribed(drive) => drive.both().map(|[position, velocity]| Doubtful {
                body: index,
                position,
                velocity,
                placed: placed.contains(&index),
                moves: moves.contains(&index),
            }),
            _ => None,
        };
        let doubtful = network.bodies.iter().enumerate().filter_map(doubtful);
        let given = vec![None; network.bodies.len()];
        Self { bodies: doubtful.collect(), given, found: None }
    }

    /// True if there is nothing to compare.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.bodies.is_empty()
    }

    /// Returns the first contradiction of a body that was not reported yet.
    pub fn take(&mut self) -> Option<Contradiction> {
        self.found.take()
    }

    /// Forgets what was given: an event follows, in which inputs jump.
    pub fn forget(&mut self) {
        self.given.fill(None);
    }

    /// Compares new inputs, for a communication step of this length, with the last ones.
    pub fn record_step(
        &mut self,
        simulator: &Simulator,
        inputs: &[f64],
        length: f64,
        at_end: bool,
    ) {
        let state = simulator.state();
        self.compare(simulator, |given, one| {
            let inputs = [inputs[one.position.0], inputs[one.velocity.0]];
            let here = [state.position[one.body], state.velocity[one.body]];
            let (mut motion, time) = match at_end {
                true => (GivenMotion::begin(state.time, here), state.time + length),
                false => (given.unwrap_or(GivenMotion::begin(state.time, inputs)), state.time),
            };
            motion.pass(here[1]);
            motion.pass(inputs[1]);
            let ramp = !at_end && state.rates[one.position.0] != 0.0;
            let size = inputs[0].abs().max(motion.position.abs());
            let round_off = ROUND_OFF * size.max(1.0) + if ramp { CHORD * size } else { 0.0 };
            let exceeded = motion.exceeded(one, (time, inputs[0]), round_off);
            if let Some(exceeded) = exceeded {
                return Some(motion.contradiction(one, time, exceeded));
            }
            // A step that ends early continues without another sample.
            let goes_on = !ramp && inputs == here;
            *given = Some(if goes_on { motion } else { GivenMotion::begin(state.time, inputs) });
            None
        });
    }

    /// Compares what a host that integrates gives at the present time with what it gave before. Its times go back
    /// and forth, and not all of what it gives is of the motion.
    pub fn record_trial(&mut self, simulator: &Simulator, inputs: &[f64]) {
        let time = simulator.state().time;
        self.compare(simulator, |given, one| {
            let inputs = [inputs[one.position.0], inputs[one.velocity.0]];
            let motion = given.get_or_insert(GivenMotion::begin(time, inputs));
            motion.pass(inputs[1]);
            let round_off = TRIAL * inputs[0].abs().max(motion.position.abs()).max(1.0);
            let way = (inputs[0] - motion.position).abs();
            if way.max(motion.fastest() * (time - motion.time).abs()) <= round_off {
                return None;
            }
            let exceeded = motion.exceeded(one, (time, inputs[0]), round_off);
            let last = *motion;
            let successive = if exceeded.is_some() { motion.successive + 1 } else { 0 };
            *motion = GivenMotion { successive, ..GivenMotion::begin(time, inputs) };
            let exceeded = exceeded.filter(|_| successive >= PERSISTS)?;
            Some(last.contradiction(one, time, exceeded))
        });
    }

    /// Compares body by body, until one contradicts itself. What a host gives of a port with an effective mass corrects the
    /// motion of that, and is no contradiction.
    fn compare(
        &mut self,
        simulator: &Simulator,
        compare: impl Fn(&mut Option<GivenMotion>, Doubtful) -> Option<Contradiction>,
    ) {
        if self.found.is_some() {
            return;
        }
        let Self { bodies, given, found } = self;
        let mut bodies_with_input =
            bodies.iter().filter(|one| !simulator.ports().contains(&one.body));
        *found = bodies_with_input.find_map(|one| compare(&mut given[one.body], *one));
        if let Some(found) = found {
            bodies.retain(|one| one.body != found.body);
        }
    }
}
