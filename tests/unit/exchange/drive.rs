//! Inputs over time: straight lines from point to point, the same for steps and for a host that integrates.

use std::f64::consts::{PI, TAU};
use std::sync::Arc;

use luztar::unit::{Causality, Model, Simulation, Value};

/// Inputs are straight between multiples of this, s.
pub const SEGMENT: f64 = 0.1;

/// Angular frequencies of the inputs, in rad/s, one after another; incommensurable.
const FREQUENCIES: [f64; 4] = [2.0, 3.1, 4.7, 6.1];

/// Amplitude of forces and torques: beyond what friction holds. Of units that are not named: 4.
const FORCES: [(&str, f64); 10] = [
    ("SingleMassFriction", 1.5),
    ("BearingFriction", 0.3),
    ("TwoMassOneContact", 4.0),
    ("TwoMassTwoContacts", 9.0),
    ("TwoMassThreeContacts", 4.0),
    ("GearTrain", 5.0),
    ("TrainDraftGears", 3e5),
    ("SteeringSystem", 20.0),
    ("BrakePad", 3.0),
    ("DrillString", 2000.0),
];

/// Steady part of forces and torques. Of units that are not named: 0.
const OFFSETS: [(&str, f64); 1] = [("DrillString", 6500.0)];

/// Amplitude of prescribed motions, in m or rad: beyond the gaps. Of units that are not named: 0.05.
const MOTIONS: [(&str, f64); 3] =
    [("FreeplaySpring", 0.03), ("ShaftFreeplay", 0.06), ("GearFreeplay", 0.01)];

fn named(table: &[(&str, f64)], unit: &str, other: f64) -> f64 {
    table.iter().find(|(name, _)| *name == unit).map_or(other, |(_, value)| *value)
}

/// Normal loads that come to 0: their parts of the start value at the points, over and over.
const UNLOADING: [f64; 20] = [
    1.0, 1.0, 1.0, 0.7, 0.3, 0.0, 0.0, 0.0, 0.0, 0.2, 0.8, 1.0, 1.0, 0.5, 0.0, 0.5, 1.0, 1.0, 1.0,
    1.0,
];

/// One input: offset + amplitude·sin(ω t + phase) at the points, or parts of the offset, over and over.
struct Line {
    index: usize,
    offset: f64,
    amplitude: f64,
    frequency: f64,
    phase: f64,
    parts: Option<&'static [f64]>,
}

impl Line {
    fn at(&self, point: f64) -> f64 {
        if let Some(parts) = self.parts {
            return self.offset * parts[point as usize % parts.len()];
        }
        let angle = (self.frequency * point * SEGMENT + self.phase) % TAU;
        self.offset + self.amplitude * angle.sin()
    }
}

/// All inputs of a unit.
pub struct Drive {
    lines: Vec<Line>,
}

impl Drive {
    /// Inputs that make a unit stick and slip, or meet and leave its gaps. One that cannot be a ramp is held.
    pub fn of(unit: &Arc<Model>) -> Self {
        let force = named(&FORCES, unit.name(), 4.0);
        let motion = named(&MOTIONS, unit.name(), 0.05);
        let probe = Simulation::new(unit.clone());
        let mut elements: Vec<&str> = Vec::new();
        let mut lines = Vec::new();
        for (index, row) in unit.variables().iter().enumerate() {
            let (Causality::Input, Some(Value::Real(start))) = (row.causality, row.start) else {
                continue;
            };
            let (element, quantity) = row.name.split_once('.').expect("element and quantity");
            let place = elements.iter().position(|known| *known == element).unwrap_or_else(|| {
                elements.push(element);
                elements.len() - 1
            });
            let frequency = FREQUENCIES[place % FREQUENCIES.len()];
            let offset = named(&OFFSETS, unit.name(), 0.0);
            let load = if start > 0.0 { start } else { 0.2 * force };
            let (offset, amplitude, phase) = match quantity {
                "force" | "torque" => (offset, force, 0.0),
                "position" | "angle" => (0.0, motion, 0.0),
                "velocity" | "angularVelocity" => (0.0, frequency * motion, 0.5 * PI),
                "acceleration" | "angularAcceleration" => (0.0, frequency * frequency * motion, PI),
                "normalForce" => (load, 0.7 * load, 0.3),
                _ => (0.0, 0.5, 0.0),
            };
            let ramps = probe.check_input_derivative(index, 1.0).is_ok();
            let amplitude = if ramps { amplitude } else { 0.0 };
            lines.push(Line { index, offset, amplitude, frequency, phase, parts: None });
        }
        Self { lines }
    }

    /// One input that has these values at the points, over and over.
    pub fn through(unit: &Model, name: &str, values: &'static [f64]) -> Self {
        let index = unit.find(name).expect("an input");
        let [amplitude, frequency, phase] = [0.0; 3];
        let line = Line { index, offset: 1.0, amplitude, frequency, phase, parts: Some(values) };
        Self { lines: vec![line] }
    }

    /// The same with normal loads that come to exactly 0, stay there, and come back, where they can be ramps.
    pub fn unloading(unit: &Arc<Model>) -> Self {
        let mut drive = Self::of(unit);
        for line in &mut drive.lines {
            let loads = unit.variables()[line.index].name.ends_with(".normalForce");
            line.parts = (loads && line.amplitude != 0.0).then_some(&UNLOADING[..]);
        }
        drive
    }

    /// Whether any normal load comes to 0.
    pub fn unloads(&self) -> bool {
        self.lines.iter().any(|line| line.parts.is_some())
    }

    /// Variables and their values at a point.
    pub fn at_point(&self, point: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        self.lines.iter().map(move |line| (line.index, line.at(point as f64)))
    }

    /// Variables and their values at a time between two points, or at them.
    pub fn at(&self, time: f64) -> impl Iterator<Item = (usize, f64)> + '_ {
        let point = (time / SEGMENT).floor();
        let part = time / SEGMENT - point;
        self.lines.iter().map(move |line| {
            let (from, to) = (line.at(point), line.at(point + 1.0));
            (line.index, from + part * (to - from))
        })
    }

    /// Gives an instance the lines that begin at a point.
    pub fn begin(&self, instance: &mut Simulation, point: usize) {
        for line in &self.lines {
            let (from, to) = (line.at(point as f64), line.at(point as f64 + 1.0));
            instance.set(line.index, Value::Real(from)).unwrap();
            instance.set_input_derivative(line.index, (to - from) / SEGMENT).unwrap();
        }
    }
}
