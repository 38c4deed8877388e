//! Derivatives of inputs, which make them ramps, and of outputs.

mod breakpoints;
mod outputs;
mod ramps;
mod shared;

use luztar::unit::Simulation;

use crate::support::Named;

/// Times and positions at default settings and unit scale.
const EXACT: f64 = 1e-9;

pub fn real(instance: &mut Simulation, index: usize) -> f64 {
    luztar::study::model::real(instance, index).unwrap()
}

pub fn ramp(instance: &mut Simulation, name: &str, rate: f64) {
    let index = instance.index(name);
    instance.set_input_derivative(index, rate).unwrap();
}
