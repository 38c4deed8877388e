//! How bodies move from the present time on that inputs drive.

use crate::motion::State;
use crate::motion::prescribed::Prescribed;
use crate::network::{BodyKind, Drive, InputId, Network, Port};

/// Inputs given at the present time of a state.
#[derive(Clone, Copy, Debug)]
pub(super) struct Given<'a> {
    pub network: &'a Network,
    pub state: &'a State,
    /// Bodies that are ports with an effective mass.
    pub ports: &'a [usize],
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
            Drive::Both { position, velocity, acceleration }
            | Drive::Port(Port { position, velocity, acceleration, .. }) => {
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
            // A port with a mass is where the host says now, whatever forces then do.
            Drive::Port(Port { position, velocity, .. }) if self.ports.contains(&body) => {
                Prescribed::steady(end(position), end(velocity))
            }
            Drive::Both { position, velocity, .. }
            | Drive::Port(Port { position, velocity, .. }) => {
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
        let elapsed = self.state.tau();
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
        self.state.given[body].moved(self.state.tau())
    }
}
