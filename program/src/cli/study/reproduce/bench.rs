//! Units that reproductions try, and why these stop.

use std::sync::Arc;

use luztar::study::{Case, Refusal};
use luztar::unit::{Fault, Model, Value, catalogue};

use crate::cli::failure::Failure;

/// Reason why a reproduction stops: the models that this program contains are at fault then.
pub enum Stop {
    Refusal(Refusal),
    Failure(Failure),
}

impl From<Stop> for Failure {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Refusal(refusal) => Failure::job(refusal),
            Stop::Failure(failure) => failure,
        }
    }
}

impl From<Refusal> for Stop {
    fn from(refusal: Refusal) -> Self {
        Stop::Refusal(refusal)
    }
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Self {
        Stop::Refusal(fault.into())
    }
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Self {
        Stop::Failure(failure)
    }
}

/// Makes a model of the library with other values.
///
/// # Errors
/// Values of which no study can be made; so below.
pub fn model(name: &str, values: &[(&str, f64)]) -> Result<Case, Refusal> {
    with(catalogue::unit(name).expect("of the model library"), values)
}

/// Reads the unit of a network that this program carries.
pub fn read(text: &str) -> Arc<Model> {
    Model::read(text, "reproduction.toml").unwrap_or_else(|faults| panic!("{faults}"))
}

pub fn with(unit: Arc<Model>, values: &[(&str, f64)]) -> Result<Case, Refusal> {
    let set = values.iter().map(|(name, value)| {
        let index = unit.find(name).unwrap_or_else(|| panic!("{} has no {name}", unit.name()));
        (index, Value::Real(*value))
    });
    Case::new(unit.clone(), set.collect())
}

/// Evaluates the outputs at the start of a motion.
pub fn outputs<const N: usize>(model: &Case, names: [&str; N]) -> Result<[f64; N], Fault> {
    let mut instance = model.start(0.0, &model.first(), true)?;
    let mut found = [0.0; N];
    for (found, name) in found.iter_mut().zip(names) {
        let index = model.unit().find(name).unwrap_or_else(|| panic!("no {name}"));
        *found = luztar::study::model::real(&mut instance, index)?;
    }
    Ok(found)
}
