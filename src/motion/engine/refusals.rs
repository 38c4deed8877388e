//! Why a motion cannot go on.

use super::effort::{IDLE, MOST, PROGRESS};
use super::{Motion, Span};
use crate::motion::numbers::SourceNumbers;
use crate::motion::{Fault, State};
use crate::network::Axis;

impl Motion {
    /// No internal step advances the time.
    pub(super) fn cannot_step(&self) -> Fault {
        let time = self.state.time;
        if let Some(body) = self.flow.unresisted(&self.numbers) {
            return self.unresisted(body);
        }
        if let Some((name, value, _)) = self.suspect().filter(|(_, value, _)| !value.is_finite()) {
            return Fault::NotFinite { time, name, value };
        }
        let accelerations = self.flow.velocity.row(1);
        if let Some(body) = accelerations.iter().position(|a| !a.is_finite()) {
            return Fault::NotFinite {
                time,
                name: format!("acceleration of {}", self.network.bodies[body].name),
                value: accelerations[body],
            };
        }
        let fastest = self.fastest();
        let rule = if self.flow.is_finite() {
            format!(
                "no step that advances the time is short enough; the network moves too fast: {fastest}"
            )
        } else {
            format!("the motion runs away, beyond all numbers: {fastest}")
        };
        Fault::Step { time, rule }
    }

    /// Much cost without progress of the communication step.
    pub(super) fn stands_still(&self, span: &Span, since: f64) -> Fault {
        let (time, begin, end) = (self.state.time, span.begin(), span.end());
        let rule = format!(
            "the last {IDLE} evaluations of the forces went on by {:?} s, less than {PROGRESS} of the communication step \
             from {begin:?} s to {end:?} s; the network moves too fast for it: {}",
            time - since,
            self.fastest()
        );
        Fault::Step { time, rule }
    }

    /// A communication step that costs more than one may.
    pub(super) fn costs_too_much(&self, span: &Span) -> Fault {
        let (time, begin, end) = (self.state.time, span.begin(), span.end());
        let rule = format!(
            "the communication step from {begin:?} s to {end:?} s has cost {MOST} evaluations of the forces, as much as one may; \
             choose shorter steps, or slow down what moves fastest: {}",
            self.fastest()
        );
        Fault::Step { time, rule }
    }

    /// A step of the time stepping that forces by formula do not let settle.
    pub(super) fn unsettled(&self, body: usize) -> Fault {
        let name = &self.network.bodies[body].name;
        let rule = format!(
            "{name}: its forces by formula must settle within a step, and change too much with where it takes the bodies, or drive \
             them harder than these resist; take a shorter moreauStep, or the method \"events\""
        );
        Fault::Step { time: self.state.time, rule }
    }

    /// The force by formula that is no number, or else the one that changes fastest: its name, value and rate.
    pub(super) fn suspect(&self) -> Option<(String, f64, f64)> {
        let forces = &self.numbers.forces;
        let acting = forces.actions.iter().enumerate();
        let acting = acting.filter(|(_, action)| action.row.terms().next().is_some());
        let told = acting.map(|(index, action)| {
            let [value, rate] = [0, 1].map(|k| self.flow.formula_force.at(k, index));
            let size = if value.is_finite() { rate.abs() } else { f64::INFINITY };
            (size, format!("force of {}", forces.force(action).name), value, rate)
        });
        let worst = told.max_by(|a, b| a.0.total_cmp(&b.0));
        worst.map(|(_, name, value, rate)| (name, value, rate))
    }

    /// The body that moves or is accelerated most, the formula that changes fastest and the harmonic force that does.
    fn fastest(&self) -> String {
        let mut told = self.fastest_body();
        if let Some((name, value, rate)) = self.suspect() {
            told += &format!("; the {name} is {value:e} and changes by {rate:e} per second");
        }
        let Self { network, numbers, .. } = self;
        let frequency = |source: &SourceNumbers| source.angular_frequency.abs();
        let fastest =
            |a: &&SourceNumbers, b: &&SourceNumbers| frequency(a).total_cmp(&frequency(b));
        if let Some(source) = numbers.sources.iter().max_by(fastest) {
            let body = &network.bodies[numbers.body_of[source.body]].name;
            told += &format!("; the source on {body} has {:e} rad/s", source.angular_frequency);
        }
        told
    }

    /// The body that moves or is accelerated most, with its motion.
    fn fastest_body(&self) -> String {
        let State { position, velocity, .. } = &self.state;
        let accelerations = self.flow.velocity.row(1);
        let size = |body: usize| {
            position[body].abs().max(velocity[body].abs()).max(accelerations[body].abs())
        };
        let bodies = 0..self.network.bodies.len();
        let Some(body) = bodies.max_by(|a, b| size(*a).total_cmp(&size(*b))) else {
            return "it has no bodies".to_owned();
        };
        let entry = &self.network.bodies[body];
        let unit = match entry.axis {
            Axis::Translation => "m",
            Axis::Rotation => "rad",
        };
        format!(
            "{} is at {:e} {unit} with {:e} {unit}/s and {:e} {unit}/s²",
            entry.name, position[body], velocity[body], accelerations[body]
        )
    }

    /// Nothing resists the motion of a body without mass.
    pub(super) fn unresisted(&self, body: usize) -> Fault {
        let rule = format!(
            "nothing resists the motion of {}, which has no mass: neither a slipping contact with \
             viscous friction nor a damper",
            self.network.bodies[body].name
        );
        Fault::Step { time: self.state.time, rule }
    }
}
