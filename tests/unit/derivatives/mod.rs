//! Derivatives of inputs, which make them ramps, and of outputs.

mod outputs;
mod ramps;
mod shared;

use std::sync::Arc;

use luztar::unit::{Instance, Unit, Value};

/// Times and positions at default settings and unit scale.
const EXACT: f64 = 1e-9;

pub fn start(unit: &Arc<Unit>, values: &[(&str, f64)]) -> Instance {
    let mut instance = Instance::new(unit.clone());
    for (name, value) in values {
        instance.set(unit.find(name).unwrap(), Value::Real(*value)).unwrap();
    }
    instance.enter_initialization().unwrap();
    instance.exit_initialization().unwrap();
    instance
}

pub fn real(instance: &mut Instance, index: usize) -> f64 {
    match instance.get(index).unwrap() {
        Value::Real(x) => x,
        Value::Integer(n) => f64::from(n),
        Value::Boolean(yes) => f64::from(u8::from(yes)),
    }
}

pub fn get(instance: &mut Instance, name: &str) -> f64 {
    let index = instance.unit().find(name).unwrap();
    real(instance, index)
}

pub fn ramp(instance: &mut Instance, name: &str, rate: f64) {
    let index = instance.unit().find(name).unwrap();
    instance.set_input_derivative(index, rate).unwrap();
}

pub fn set(instance: &mut Instance, name: &str, value: f64) {
    let index = instance.unit().find(name).unwrap();
    instance.set(index, Value::Real(value)).unwrap();
}
