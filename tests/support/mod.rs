//! Models, simulations and values by name, for the tests of all folders: one host that drives a simulation.

use std::sync::Arc;

use luztar::unit::{Event, Model, Simulation, Value, catalogue};

/// Every unit of the catalogue.
pub fn units() -> impl Iterator<Item = Arc<Model>> {
    catalogue::names().map(|name| catalogue::unit(name).expect("named by the catalogue"))
}

/// The unit of a network file.
pub fn unit(text: &str) -> Arc<Model> {
    Model::read(text, "test.toml").unwrap_or_else(|wrong| panic!("{wrong}"))
}

/// An instance with start values at t = 0 after initialisation.
pub fn started(unit: &Arc<Model>) -> Simulation {
    started_with(unit, &[])
}

/// Starts a simulation with these values of variables.
pub fn started_with(unit: &Arc<Model>, values: &[(&str, f64)]) -> Simulation {
    let mut instance = Simulation::new(unit.clone());
    start(&mut instance, values);
    instance
}

fn start(instance: &mut Simulation, values: &[(&str, f64)]) {
    instance.setup_experiment(0.0, None, None).unwrap();
    values.iter().for_each(|(name, value)| instance.put(name, *value));
    instance.enter_initialization().unwrap_or_else(|fault| panic!("{fault}"));
    instance.exit_initialization().unwrap_or_else(|fault| panic!("{fault}"));
}

/// A host with the events that it has seen.
pub struct Host {
    pub instance: Simulation,
    pub events: Vec<Event>,
}

impl Host {
    /// Initialised at t = 0 with the given values.
    pub fn start(unit: &Arc<Model>, values: &[(&str, f64)]) -> Self {
        Self { instance: started_with(unit, values), events: Vec::new() }
    }

    /// Begins anew, as after [`Host::start`].
    pub fn restart(&mut self, values: &[(&str, f64)]) {
        self.instance.reset();
        self.events.clear();
        start(&mut self.instance, values);
    }

    pub fn value(&mut self, name: &str) -> Value {
        let index = self.instance.index(name);
        self.instance.get(index).unwrap_or_else(|fault| panic!("{fault}"))
    }

    /// Steps of one size to `end`.
    pub fn run(&mut self, end: f64, size: f64) {
        self.run_seen(end, size, |_| {});
    }

    /// Runs to `end`, s, in steps of this size, s; `see` looks at the host after each step.
    pub fn run_seen(&mut self, end: f64, size: f64, mut see: impl FnMut(&mut Host)) {
        let start = self.instance.time();
        for step in 0..((end - start) / size).round() as u32 {
            let time = start + size * f64::from(step);
            self.instance.step(time, size).unwrap_or_else(|fault| panic!("{fault}"));
            self.events.extend_from_slice(self.instance.step_events());
            see(self);
        }
    }

    #[track_caller]
    pub fn expect(&mut self, name: &str, expected: f64, tolerance: f64) {
        let value = self.instance.real(name);
        let error = (value - expected).abs();
        assert!(error <= tolerance, "{name} = {value} is {error:e} away from {expected}");
    }

    #[track_caller]
    pub fn expect_all(&mut self, expected: &[(&str, f64)], tolerance: f64) {
        expected.iter().for_each(|(name, value)| self.expect(name, *value, tolerance));
    }
}

/// Variables by name, panicking with the instance's own message.
pub trait Named {
    fn index(&self, name: &str) -> usize;
    fn real(&mut self, name: &str) -> f64;
    fn put(&mut self, name: &str, value: f64);
}

impl Named for Simulation {
    fn index(&self, name: &str) -> usize {
        self.unit().index_of(name).unwrap_or_else(|fault| panic!("{fault}"))
    }

    fn real(&mut self, name: &str) -> f64 {
        match self.get(self.index(name)) {
            Ok(Value::Real(x)) => x,
            Ok(Value::Integer(n)) => f64::from(n),
            Ok(Value::Boolean(b)) => f64::from(u8::from(b)),
            Err(fault) => panic!("{fault}"),
        }
    }

    fn put(&mut self, name: &str, value: f64) {
        self.set(self.index(name), Value::Real(value)).unwrap_or_else(|fault| panic!("{fault}"));
    }
}

/// Random numbers in [0, 1) by a linear congruence (Knuth, MMIX).
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> f64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    /// One of some values that a unit reacts to: within gaps, beyond them, at rest, either way.
    pub fn motion(&mut self) -> f64 {
        let size = [0.0, 1e-4, 0.005, 0.02, 0.5][(self.next() * 5.0) as usize];
        size * (2.0 * self.next() - 1.0)
    }
}

/// A block on rough ground, pushed by the host, with every parameter that can be tuned.
pub const BLOCK: &str = r#"
[model]
name = "Block"
description = "a block on rough ground"
reference = "test"
equations = ["m·z'' = F − λ"]
[experiment]
stopTime = 1.0
stepSize = 0.01
[body.mover]
mass = 2.0
position = 0.5
force = "input"
[contact.floor]
between = ["mover"]
law = "coulomb"
kineticFriction = 3.0
staticFriction = 4.0
viscous = { value = 0.5, constant = true }
"#;
