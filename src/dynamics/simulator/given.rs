//! Motion of bodies from the present time on that inputs prescribe.

use super::sampling::Sampling;
use crate::dynamics::State;
use crate::dynamics::prescribed::Prescribed;
use crate::dynamics::system::System;
use crate::network::{AppliedForce, AppliedReaction, BodyKind, Drive, InputId, Network, Port};

/// Inputs given at the present time of a state.
#[derive(Clone, Copy, Debug)]
pub(super) struct Given<'a> {
    pub network: &'a Network,
    pub state: &'a State,
    /// Numbers of the step that ends now.
    pub system: &'a System,
    pub inputs: &'a [f64],
    /// Derivatives of the inputs.
    pub rates: &'a [f64],
    /// True of inputs that are what ramps say.
    pub declared: &'a [bool],
    /// Times at which the host gives inputs, and what it applies from now on.
    pub sampling: &'a Sampling,
    /// Length of the step at whose end the inputs hold, s; None: they hold from now on.
    pub length: Option<f64>,
}

impl Given<'_> {
    /// Returns the motion of a body from now on.
    pub fn of(&self, body: usize) -> Prescribed {
        let BodyKind::Prescribed(drive) = self.network.bodies[body].kind else {
            return Prescribed::default();
        };
        let mut motion = match self.length {
            Some(length) => self.inputs_at_step_end(body, drive, length),
            None => self.declared(body, drive),
        };
        if let Drive::Port(Port { applied_force: AppliedForce::Estimate { applied, .. }, .. }) =
            drive
        {
            motion.force = self.estimate(body, applied);
            motion.reaction = self.sampling.reactions[body];
        }
        motion
    }

    /// Returns the mean force of the host on a port over the step that ends now, beside the reaction that it has
    /// applied: by the momentum that the port has gained, M Δv/h − R. Where no time has passed it is what it was.
    fn estimate(&self, body: usize, applied: AppliedReaction) -> f64 {
        let Self { network, state, system, inputs, .. } = *self;
        let h = state.tau();
        if h <= 0.0 || !system.ports.contains(&body) {
            return state.given[body].force;
        }
        let gained = system.mass_row(body).map(|(port, mass)| {
            let given = network.bodies[port].kind.port().map(|port| inputs[port.velocity.0]);
            given.map_or(0.0, |velocity| mass * (velocity - state.given[port].velocity))
        });
        let reaction = match applied {
            AppliedReaction::Mean => state.mean_reaction[body],
            AppliedReaction::Next => state.given[body].reaction,
        };
        gained.sum::<f64>() / h - reaction
    }

    /// Returns the motion that the inputs say.
    fn declared(&self, body: usize, drive: Drive) -> Prescribed {
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
            Drive::Position { position } => self.differentiated(body, position, rate(position)),
        }
    }

    /// Returns the motion to what the inputs say, from the present one.
    fn inputs_at_step_end(&self, body: usize, drive: Drive, length: f64) -> Prescribed {
        let (z, v) = (self.state.position[body], self.state.velocity[body]);
        let end = |id: InputId| self.inputs[id.0];
        match drive {
            // A port with a mass is where the host says now, whatever forces then do.
            Drive::Port(Port { position, velocity, .. }) if self.system.ports.contains(&body) => {
                Prescribed::steady(end(position), end(velocity))
            }
            Drive::Both { position, velocity, .. }
            | Drive::Port(Port { position, velocity, .. }) => {
                let [there, rests] = [position, velocity].map(|id| self.rates[id.0] == 0.0);
                if there && rests && end(velocity) == 0.0 {
                    return Prescribed::steady(end(position), 0.0);
                }
                Prescribed::towards([z, v], [end(position), end(velocity)], length)
            }
            Drive::Velocity { velocity, .. } => {
                let [v, acceleration] = self.ramp(velocity, v, length);
                Prescribed::new([z, v, acceleration], [0.0; 3])
            }
            Drive::Position { position } => {
                let [z, v] = self.ramp(position, z, length);
                Prescribed::steady(z, v)
            }
        }
    }

    /// Returns from where, and at which rate, a value leads to an input in a time, s: one that is there but for round-off stays.
    fn ramp(&self, input: InputId, now: f64, length: f64) -> [f64; 2] {
        let end = self.inputs[input.0];
        if self.rates[input.0] == 0.0 { [end, 0.0] } else { [now, (end - now) / length] }
    }

    /// Makes the motion from a new sample of the position and its derivative; unless ramps declare it, a derivative of 0 stands for
    /// the mean velocity since the last sample. Without a new sample the motion continues to the end of the communication step.
    fn differentiated(&self, body: usize, input: InputId, rate: f64) -> Prescribed {
        let (last, position) = (&self.state.given[body], self.inputs[input.0]);
        if rate == 0.0 && self.sampling.extrapolates(input, self.state.time) {
            return last.extrapolated(self.state.tau());
        }
        let elapsed = last.since + self.state.tau();
        if rate != 0.0 || self.declared[input.0] {
            Prescribed::steady(position, rate)
        } else if elapsed > 0.0 {
            Prescribed::differentiated(position, self.state.inputs[input.0], elapsed)
        } else {
            Prescribed::steady(position, last.velocity)
        }
    }

    /// Returns the motion of a body if the inputs are evaluated only. A position by which a body moves says where it is
    /// when it is set: while it is not, the body continues.
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
