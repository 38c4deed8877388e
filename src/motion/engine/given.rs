//! How bodies move from the present time on that inputs drive, and inputs that contradict each other.

use super::Motion;
use crate::motion::State;
use crate::motion::prescribed::Prescribed;
use crate::network::{BodyKind, Drive, InputId, Network};

/// Inputs given at the present time of a state.
#[derive(Clone, Copy, Debug)]
pub(super) struct Given<'a> {
    pub network: &'a Network,
    pub state: &'a State,
    pub inputs: &'a [f64],
    /// Derivatives of the inputs.
    pub rates: &'a [f64],
    /// Length of the step at whose end the inputs hold, s; None: they hold from now on.
    pub length: Option<f64>,
}

impl Given<'_> {
    /// The motion of a body from now on.
    pub fn of(&self, body: usize) -> Prescribed {
        let BodyKind::Prescribed(drive) = self.network.bodies[body].kind else {
            return Prescribed::default();
        };
        if let Some(length) = self.length {
            return self.aimed(body, drive, length);
        }
        let [value, rate] = [self.inputs, self.rates].map(|of| move |id: InputId| of[id.0]);
        match drive {
            Drive::Both { position, velocity, acceleration } => {
                let ids = [position, velocity, acceleration];
                Prescribed::new(ids.map(value), ids.map(rate))
            }
            Drive::Velocity { velocity, acceleration, .. } => {
                let [v, a] = [velocity, acceleration];
                let position = self.state.position[body];
                Prescribed::new([position, value(v), value(a)], [0.0, rate(v), rate(a)])
            }
            Drive::Position { position } => {
                self.differentiated(body, value(position), rate(position))
            }
        }
    }

    /// The motion to what the inputs say, from the present one.
    fn aimed(&self, body: usize, drive: Drive, length: f64) -> Prescribed {
        let (z, v) = (self.state.position[body], self.state.velocity[body]);
        let end = |id: InputId| self.inputs[id.0];
        match drive {
            Drive::Both { position, velocity, .. } => {
                Prescribed::towards([z, v], [end(position), end(velocity)], length)
            }
            Drive::Velocity { velocity, .. } => {
                Prescribed::new([z, v, (end(velocity) - v) / length], [0.0; 3])
            }
            Drive::Position { position } => Prescribed::steady(z, (end(position) - z) / length),
        }
    }

    /// From a new sample of the position and its derivative, which, if it is 0, is the mean velocity since the
    /// last sample.
    fn differentiated(&self, body: usize, position: f64, rate: f64) -> Prescribed {
        let last = &self.state.given[body];
        let elapsed = self.state.time - self.state.origin;
        if rate != 0.0 {
            Prescribed::steady(position, rate)
        } else if elapsed > 0.0 {
            Prescribed::differentiated(position, last.position, elapsed)
        } else {
            Prescribed::steady(position, last.velocity)
        }
    }

    /// The motion of a body if the inputs are looked at only. A position by which a body moves says where it is
    /// when it is set: while it is not, the body goes on.
    pub fn looked_at(&self, body: usize) -> Prescribed {
        let BodyKind::Prescribed(Drive::Position { position }) = self.network.bodies[body].kind
        else {
            return self.of(body);
        };
        let goes_on = self.inputs[position.0] == self.state.input(position.0)
            && self.rates[position.0] == self.state.rates[position.0];
        if !goes_on {
            return self.of(body);
        }
        self.state.given[body].moved(self.state.time - self.state.origin)
    }
}

/// Part of a velocity by which a position and a velocity that are given may contradict each other. Samples of a
/// smooth motion do by 8 % with six of them in a period.
const CONTRADICTS: f64 = 0.1;

/// Change of a position, relative to it and to 1 m or rad, that is round-off of whoever gives it.
const ROUND_OFF: f64 = 1e-9;

/// A given position whose mean velocity in a step is none between the given velocities at its ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contradiction {
    /// End of the step, s.
    pub time: f64,
    pub body: usize,
    /// Mean velocity, m/s or rad/s.
    pub mean: f64,
    /// At the start and at the end of the step.
    pub velocities: [f64; 2],
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
        let state = &self.state;
        let elapsed = if self.at_end { length } else { state.time - state.origin };
        if self.contradiction.is_some() || elapsed <= 0.0 {
            return;
        }
        for (body, entry) in self.network.bodies.iter().enumerate() {
            let BodyKind::Prescribed(Drive::Both { position, velocity, .. }) = entry.kind else {
                continue;
            };
            let (here, now) = (state.position[body], state.velocity[body]);
            let (z, v) = match self.at_end {
                true => (here, now),
                false => (state.given[body].position, state.given[body].velocity),
            };
            let (end, last) = (inputs[position.0], inputs[velocity.0]);
            let mean = (end - z) / elapsed;
            let (least, most) = (v.min(last).min(now), v.max(last).max(now));
            let beyond = (least - mean).max(mean - most);
            let bound = CONTRADICTS * mean.abs().max(most.abs()).max(least.abs());
            let round_off = ROUND_OFF * end.abs().max(z.abs()).max(1.0);
            if self.may_contradict[body] && beyond > bound && beyond * elapsed > round_off {
                let time = state.time + if self.at_end { length } else { 0.0 };
                let velocities = [v, last];
                self.contradiction = Some(Contradiction { time, body, mean, velocities });
                self.may_contradict[body] = false;
                return;
            }
        }
    }
}
