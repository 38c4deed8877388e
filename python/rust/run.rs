//! The arguments of a run.

use std::sync::Arc;

use luztar::signals::Series;
use luztar_cli::cli::assignment::{Assignment, Giver};
use luztar_cli::cli::experiment::Course;
use luztar_cli::cli::experiment::inputs::Given;
use pyo3::prelude::*;

use crate::record::numbers;

/// Arguments that mean times, as messages call them.
const TIMES: [&str; 2] = ["stop", "step"];

/// Values by name, as texts that the program reads.
pub type Values = Vec<(String, String)>;

/// An input as Python has it.
#[derive(FromPyObject)]
pub enum Signal {
    /// A formula of the time t.
    Formula(String),
    /// Times and values, as bytes of 64-bit floating-point numbers.
    Points(Vec<u8>, Vec<u8>),
    /// One value, as the text that the program reads.
    Constant((String,)),
}

/// Inputs by name.
pub type Signals = Vec<(String, Signal)>;

/// Returns the values of an argument.
pub fn assigned(argument: &'static str, values: Values) -> Vec<Assignment> {
    let assign = |(name, value)| Assignment { giver: Giver::Argument(argument), name, value };
    values.into_iter().map(assign).collect()
}

/// Returns the constant inputs, and those that change with time.
pub fn parted(signals: Signals) -> (Vec<Assignment>, Vec<Given>) {
    let (mut constants, mut given) = (Vec::new(), Vec::new());
    let giver = Giver::Argument("inputs");
    for (name, signal) in signals {
        match signal {
            Signal::Constant((value,)) => constants.push(Assignment { giver, name, value }),
            Signal::Formula(value) => {
                given.push(Given::expression(&Assignment { giver, name, value }));
            }
            Signal::Points(times, values) => {
                let series = Series::new(Arc::from(numbers(&times)), numbers(&values));
                let origin = format!("{giver}[\"{name}\"]");
                given.push(Given::series(name, giver.to_string(), origin, series));
            }
        }
    }
    (constants, given)
}

/// Stop time and communication step, those of the network where they are None; true if inputs are held over a step, and
/// the tolerance with which formulas are followed, as a part of their range.
pub type Times = (Option<f64>, Option<f64>, bool, f64);

/// Returns the course of a run.
pub fn course((stop, step, hold, input_tolerance): Times) -> Course {
    Course { stop, step, names: TIMES, input_tolerance, hold }
}
