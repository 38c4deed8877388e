//! The two problems, as a unit of the catalogue and as numbers for the peer. Static limits are the
//! kinetic ones: tanh knows no other.

use std::f64::consts::TAU;
use std::fmt;

/// Communication step in s.
pub const SIZE: f64 = 1e-3;
/// Steps of a run: 1.5 s.
pub const STEPS: usize = 1500;

pub struct Case {
    pub unit: &'static str,
    /// Start values that differ from the unit's own.
    pub parameters: &'static [(&'static str, f64)],
    pub inputs: &'static [&'static str],
    /// The inputs at a time, held over the step.
    pub signal: fn(f64, &mut [f64]),
    pub velocities: &'static [&'static str],
    /// Velocities at the start.
    pub start: &'static [f64],
    /// Masses, all 1 kg or 1 kg·m², move by the inputs and the friction of contacts: the forces on them
    /// are added to the third argument, from velocities, inputs and the width of the jump.
    pub forces: fn(&[f64], &[f64], f64, &mut [f64]),
    /// Largest slope of the smoothed friction over masses, times the width: with it a bound of the
    /// fastest rate.
    pub stiffness: f64,
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.unit)
    }
}

pub const CASES: &[Case] = &[SLIDER, CLUTCHES];

const VISCOUS: f64 = 0.1;
const COEFFICIENT: f64 = 0.5;

/// A slider that sticks and slips under a force of 3 Hz.
const SLIDER: Case = Case {
    unit: "SingleMassFriction",
    parameters: &[
        ("contact.kineticFriction", 1.0),
        ("contact.staticFriction", 1.0),
        ("contact.viscous", VISCOUS),
        ("body.velocity0", 0.1),
    ],
    inputs: &["body.force"],
    signal: |time, inputs| inputs[0] = 1.5 * (TAU * 3.0 * time).sin(),
    velocities: &["body.velocity"],
    start: &[0.1],
    forces: |v, inputs, width, force| {
        force[0] += inputs[0] - (v[0] / width).tanh() - VISCOUS * v[0];
    },
    stiffness: 1.0,
};

/// The clutches of the Modelica Standard Library's example: the first is closed, the others close after
/// 0.4 s and 0.9 s.
const CLUTCHES: Case = Case {
    unit: "CoupledClutches",
    parameters: &[
        ("clutch1.staticCoefficient", COEFFICIENT),
        ("clutch2.staticCoefficient", COEFFICIENT),
        ("clutch3.staticCoefficient", COEFFICIENT),
    ],
    inputs: &["J1.torque", "clutch1.normalForce", "clutch2.normalForce", "clutch3.normalForce"],
    signal: |time, inputs| {
        inputs[0] = 10.0 * (TAU * 5.0 * time).sin();
        inputs[1] = 20.0;
        inputs[2] = if time >= 0.4 { 20.0 } else { 0.0 };
        inputs[3] = if time >= 0.9 { 20.0 } else { 0.0 };
    },
    velocities: &[
        "J1.angularVelocity",
        "J2.angularVelocity",
        "J3.angularVelocity",
        "J4.angularVelocity",
    ],
    start: &[10.0, 0.0, 0.0, 0.0],
    forces: |v, inputs, width, force| {
        force[0] += inputs[0];
        for clutch in 0..3 {
            let slip = v[clutch] - v[clutch + 1];
            let torque = COEFFICIENT * inputs[clutch + 1] * (slip / width).tanh();
            force[clutch] -= torque;
            force[clutch + 1] += torque;
        }
    },
    // Four masses in line: the rate is below 4 times that of one clutch of 10 N·m.
    stiffness: 40.0,
};
