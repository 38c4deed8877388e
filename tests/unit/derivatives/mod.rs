//! Derivatives of inputs, which make them ramps, and of outputs.

mod outputs;
mod ramps;
mod shared;

use std::sync::Arc;

use luztar::unit::{Model, Simulation, Value};

/// Times and positions at default settings and unit scale.
const EXACT: f64 = 1e-9;

pub fn start(unit: &Arc<Model>, values: &[(&str, f64)]) -> Simulation {
    let mut instance = Simulation::new(unit.clone());
    for (name, value) in values {
        instance.set(unit.find(name).unwrap(), Value::Real(*value)).unwrap();
    }
    instance.enter_initialization().unwrap();
    instance.exit_initialization().unwrap();
    instance
}

pub fn real(instance: &mut Simulation, index: usize) -> f64 {
    match instance.get(index).unwrap() {
        Value::Real(x) => x,
        Value::Integer(n) => f64::from(n),
        Value::Boolean(yes) => f64::from(u8::from(yes)),
    }
}

pub fn get(instance: &mut Simulation, name: &str) -> f64 {
    let index = instance.unit().find(name).unwrap();
    real(instance, index)
}

pub fn ramp(instance: &mut Simulation, name: &str, rate: f64) {
    let index = instance.unit().find(name).unwrap();
    instance.set_input_derivative(index, rate).unwrap();
}

pub fn set(instance: &mut Simulation, name: &str, value: f64) {
    let index = instance.unit().find(name).unwrap();
    instance.set(index, Value::Real(value)).unwrap();
}
