//! Friction of one contact under a given sinusoidal motion: what a tribometer shows. Laws with internal states have loops
//! over the slip velocity, wider for faster motions, and over the deflection, which of small motions are those of the
//! bristles (presliding).

use std::f64::consts::TAU;

use super::model::{Case, Refusal, find, real};
use crate::network::{
    Axis, Body, BodyKind, Bounds, Contact, Drive, End, Input, InputId, Line, Method, Network,
    Parameter, ParameterId, PhysicalUnit, Signal, Tunability,
};
use crate::unit::{Accessor, Model, Simulation, Value};

/// Points of a turn; between two of them the velocity is linear in time, within 2e-6 of the sine. Quarters are points.
const POINTS: usize = 1600;

/// z = A sin 2πft.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sine {
    /// m or rad.
    pub amplitude: f64,
    /// Hz.
    pub frequency: f64,
    /// Turns, of which the last is returned.
    pub turns: usize,
}

/// A place on the loop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Time since the start of the last turn, s.
    pub time: f64,
    /// m or rad.
    pub deflection: f64,
    /// m/s or rad/s.
    pub velocity: f64,
    /// N or N·m.
    pub force: f64,
}

/// Finds the last turn. Where a contact without internal states is stuck, at the ends, any force balances: no point is
/// returned.
///
/// # Errors
/// A load that is not known, or a motion that cannot continue.
pub fn turn(model: &Case, contact: usize, load: f64, sine: Sine) -> Result<Vec<Point>, Refusal> {
    let rig = rig(model, contact, load);
    let unit = Model::new(rig, String::new());
    let mut instance = Simulation::new(unit.clone());
    instance.take_long_steps();
    let index = |accessor| find(&unit, accessor).expect("a variable of the rig");
    let velocity = index(Accessor::Input(InputId(0)));
    let omega = TAU * sine.frequency;
    let speed = |k: usize| match k % POINTS {
        // exactly 0 where it turns
        quarter if quarter == POINTS / 4 || quarter == 3 * POINTS / 4 => 0.0,
        k => sine.amplitude * omega * libm::cos(TAU * k as f64 / POINTS as f64),
    };
    let h = 1.0 / (sine.frequency * POINTS as f64);
    instance.set(velocity, Value::Real(speed(0)))?;
    instance.setup_experiment(0.0, None, None)?;
    instance.enter_initialization()?;
    instance.exit_initialization()?;
    let told = [
        Accessor::Position(0),
        Accessor::SlipVelocity(0),
        Accessor::FrictionForce(0),
        Accessor::Stuck(0),
    ]
    .map(index);
    let bristles = !unit.network().contacts[0].law.kind.states().is_empty();
    let mut points = Vec::with_capacity(POINTS + 1);
    let first = (sine.turns.max(1) - 1) * POINTS;
    for k in 0..=first + POINTS {
        if k >= first {
            let [deflection, velocity, force, stuck] = [
                real(&mut instance, told[0])?,
                real(&mut instance, told[1])?,
                real(&mut instance, told[2])?,
                real(&mut instance, told[3])?,
            ];
            if bristles || stuck == 0.0 {
                let time = (k - first) as f64 * h;
                points.push(Point { time, deflection, velocity, force });
            }
        }
        let time = instance.time();
        instance.set(velocity, Value::Real(speed(k)))?;
        instance.set_input_derivative(velocity, (speed(k + 1) - speed(k)) / h)?;
        instance.step(time, (k + 1) as f64 * h - time)?;
    }
    Ok(points)
}

/// Makes a network of the contact by itself, between a body whose velocity is given and the ground.
fn rig(model: &Case, contact: usize, load: f64) -> Network {
    let mut network = (**model.unit().network()).clone();
    for (id, parameter) in network.parameters.iter_mut().enumerate() {
        parameter.start = model.parameter(ParameterId(id));
    }
    let mut alone = network.contacts.swap_remove(contact);
    for number in &mut alone.law_numbers {
        if let Signal::Input(InputId(id)) = *number {
            let Input { name, unit, .. } = network.inputs[id].clone();
            *number = Signal::Parameter(fixed(&mut network, &name, unit, model.signal(*number)));
        }
    }
    network.bodies = vec![driven(&mut network, alone.axis)];
    let load = fixed(&mut network, "rig.load", PhysicalUnit::Newton, load);
    network.contacts = vec![against_ground(alone, load)];
    network.inertias.clear();
    network.springs.clear();
    network.dampers.clear();
    network.forces = Default::default();
    network.options.clear();
    network.predict = false;
    network.experiment.method = Method::Events;
    network
}

/// Makes a body that starts at 0 and moves with the velocity of the network's first input, which has no others than
/// those of the body from now on.
fn driven(network: &mut Network, axis: Axis) -> Body {
    let [length, speed, rate] = match axis {
        Axis::Translation => {
            [PhysicalUnit::Metre, PhysicalUnit::MetrePerSecond, PhysicalUnit::MetrePerSecond2]
        }
        Axis::Rotation => {
            [PhysicalUnit::Radian, PhysicalUnit::RadianPerSecond, PhysicalUnit::RadianPerSecond2]
        }
    };
    let input = |name: &str, unit| Input {
        name: name.to_owned(),
        description: String::new(),
        unit,
        start: 0.0,
        bounds: Bounds::NONE,
    };
    network.inputs = vec![input("rig.velocity", speed), input("rig.acceleration", rate)];
    let position0 = fixed(network, "rig.position0", length, 0.0);
    let drive = Drive::Velocity { position0, velocity: InputId(0), acceleration: InputId(1) };
    Body {
        name: "rig".to_owned(),
        description: String::new(),
        axis,
        kind: BodyKind::Prescribed(drive),
        flange: false,
    }
}

/// Adds a new parameter without bounds.
fn fixed(network: &mut Network, name: &str, unit: PhysicalUnit, start: f64) -> ParameterId {
    network.parameters.push(Parameter {
        name: name.to_owned(),
        description: String::new(),
        unit,
        start,
        bounds: Bounds::NONE,
        tunability: Tunability::Fixed,
    });
    ParameterId(network.parameters.len() - 1)
}

/// Makes the contact between the first body and the ground, which stands, with this load if it has one.
fn against_ground(contact: Contact, load: ParameterId) -> Contact {
    let loaded = contact.normal_load.is_some() || contact.load_from.is_some();
    Contact {
        i: End { body: Some(0), weight: None },
        j: End { body: None, weight: None },
        normal_load: loaded.then_some(Signal::Parameter(load)),
        load_from: None,
        surface_velocity: Signal::Zero,
        surface_line: Line::SAME,
        surface_acceleration: Signal::Zero,
        applied_force: None,
        ..contact
    }
}
