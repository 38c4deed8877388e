//! Ports: friction and backlash of the unit on a mass that a host moves. The host integrates m z'' = −k z + R exactly over each
//! step, with R the reaction that it applies; the reference is the motion of the whole.

mod elements;
mod estimate;
mod flange;
mod interface;
mod matrix;
mod motion;
mod steps;
mod transitions;

use luztar::unit::{Reached, Simulation, Value};

use crate::support::{Named, started, unit};

const STIFFNESS: f64 = 100.0;

/// What the host applies.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Master {
    /// It steps the unit first, and then itself with the mean reaction of the step.
    ElementFirst,
    /// It steps both with what it read before the step.
    Parallel,
}

const MASTERS: [Master; 2] = [Master::ElementFirst, Master::Parallel];

fn mass_on(element: &str, effective_mass: f64) -> String {
    format!(
        "model = {{ name = \"Port\" }}\nexperiment = {{ stopTime = 100.0, stepSize = 0.01 }}\n\
         body.flange = {{ motion = \"port\", effectiveMass = {effective_mass} }}\n{element}\n"
    )
}

fn friction(effective_mass: f64) -> String {
    let contact =
        "contact.floor = { between = \"flange\", law = \"coulomb\", kineticFriction = 3.0 }";
    mass_on(contact, effective_mass)
}

/// Mass of the host, 1 kg, on its spring.
#[derive(Clone, Copy, Debug)]
struct Host {
    stiffness: f64,
    position: f64,
    velocity: f64,
}

impl Host {
    fn force(&self) -> f64 {
        -self.stiffness * self.position
    }

    /// Moves under a held force, exactly.
    fn step(&mut self, force: f64, h: f64) {
        if self.stiffness == 0.0 {
            self.position += (self.velocity + 0.5 * force * h) * h;
            self.velocity += force * h;
            return;
        }
        let w = self.stiffness.sqrt();
        let (z, v) = (self.position - force / self.stiffness, self.velocity);
        let (s, c) = (w * h).sin_cos();
        self.position = force / self.stiffness + z * c + v / w * s;
        self.velocity = -z * w * s + v * c;
    }

    fn energy(&self) -> f64 {
        0.5 * (self.velocity * self.velocity + self.stiffness * self.position * self.position)
    }
}

/// An instance that knows the host from the start.
fn docked(text: &str, values: &[(&str, f64)]) -> Simulation {
    let mut port = Simulation::new(unit(text));
    for (name, value) in values {
        port.put(name, *value);
    }
    port.enter_initialization().unwrap();
    port.exit_initialization().unwrap();
    port
}

/// The same on one flange.
fn docked_to(text: &str, host: &Host, applied: f64) -> Simulation {
    let values = [("flange.position", host.position), ("flange.velocity", host.velocity)];
    docked(text, &[values[0], values[1], ("flange.appliedForce", applied)])
}

/// Gives the unit what the host knows at a communication point.
fn give(port: &mut Simulation, host: &Host, applied: f64) {
    port.put("flange.position", host.position);
    port.put("flange.velocity", host.velocity);
    port.put("flange.appliedForce", applied);
}

/// Steps both up to the time `end`; `see` looks at the host after each step.
fn couple(
    port: &mut Simulation,
    host: &mut Host,
    master: Master,
    (h, end): (f64, f64),
    constant: f64,
    mut see: impl FnMut(f64, &Host),
) {
    let steps = (end / h).round() as usize;
    for step in 0..steps {
        let time = step as f64 * h;
        // What a parallel master read at the end of the step before.
        let read = if master == Master::Parallel { port.real("flange.reaction") } else { 0.0 };
        give(port, host, host.force() + constant);
        port.step(time, h).unwrap();
        let applied = match master {
            Master::ElementFirst => port.real("flange.meanReaction"),
            Master::Parallel => read,
        };
        host.step(applied + constant, h);
        see((step + 1) as f64 * h, host);
    }
}
