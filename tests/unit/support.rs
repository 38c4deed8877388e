//! Units, instances and values for the tests.

use std::sync::Arc;

use luztar::network;
use luztar::unit::{Model, Simulation, Value, catalogue};

/// Every unit of the catalogue.
pub fn units() -> impl Iterator<Item = Arc<Model>> {
    catalogue::names().map(|name| catalogue::unit(name).expect("named by the catalogue"))
}

/// The unit of a network file.
pub fn unit(text: &str) -> Arc<Model> {
    let network = network::read(text, "test.toml").unwrap_or_else(|wrong| panic!("{wrong}"));
    Model::new(network, text.to_owned())
}

/// An instance with start values at t = 0 after initialisation.
pub fn started(unit: &Arc<Model>) -> Simulation {
    let mut instance = Simulation::new(unit.clone());
    instance.setup_experiment(0.0, None, None).unwrap();
    instance.enter_initialization().unwrap();
    instance.exit_initialization().unwrap();
    instance
}

/// Variables by name, panicking with the instance's own message.
pub trait Named {
    fn index(&self, name: &str) -> usize;
    fn real(&mut self, name: &str) -> f64;
    fn put(&mut self, name: &str, value: f64);
}

impl Named for Simulation {
    fn index(&self, name: &str) -> usize {
        self.unit().find(name).unwrap_or_else(|| panic!("no variable {name}"))
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
