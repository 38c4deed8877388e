//! Subject of a study of states: a unit, and values of its parameters and inputs.

use std::sync::Arc;

use luztar::study::{Case, Refusal};
use luztar::unit::{Causality, Kind, Model, Simulation, Value, Variable};

use crate::cli::assignment::{Assignment, assignment};
use crate::cli::experiment::{find, settings, sorted};
use crate::cli::failure::Failure;
use crate::cli::target::{self, Content};

/// Values of variables, by their indices.
pub type Values = Vec<(usize, Value)>;

#[derive(clap::Args)]
pub struct Subject {
    /// Model of the library, or network file (.toml)
    #[arg(value_name = "MODEL|FILE")]
    target: String,
    /// Value of a build option or a parameter, or constant value of an input; may be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = assignment)]
    set: Vec<Assignment>,
}

impl Subject {
    /// # Errors
    /// A faulty file (job), a value that the unit does not take (usage), a unit that has no such study (job).
    pub fn model(&self) -> Result<Case, Failure> {
        let (unit, values) = self.values()?;
        Case::new(unit, values).map_err(Failure::job)
    }

    /// Makes the model of any unit, also of one without states, whose inputs may change.
    ///
    /// # Errors
    /// Those of [`Subject::model`].
    pub fn any_model(&self) -> Result<Case, Failure> {
        let (unit, values) = self.values()?;
        Case::of_any(unit, values).map_err(Failure::job)
    }

    /// Reads the network file.
    ///
    /// # Errors
    /// Those of [`Subject::model`].
    pub fn content(&self) -> Result<Content, Failure> {
        target::resolve(&self.target).map(|source| source.content())
    }

    /// Reads the unit, and its variables that have other values.
    fn values(&self) -> Result<(Arc<Model>, Values), Failure> {
        let source = target::resolve(&self.target)?;
        let (choices, set) = sorted(&self.set, &source.options()?);
        let unit = source.unit(&choices)?;
        let values = values(&unit, &set)?;
        Ok((unit, values))
    }
}

/// Reads values of variables of a unit.
///
/// # Errors
/// One that the unit does not take (usage, refused).
pub fn values(unit: &Arc<Model>, set: &[Assignment]) -> Result<Values, Failure> {
    let mut instance = Simulation::new(unit.clone());
    settings::apply(set, &mut instance)?;
    let values = set.iter().filter_map(|one| {
        let index = unit.find(&one.name)?;
        Some((index, instance.get(index).ok()?))
    });
    Ok(values.collect())
}

/// Returns the failure of a motion that cannot continue, or of what was not found.
pub fn told(unit: &Model, refusal: impl Into<Refusal>) -> Failure {
    Failure::job(format!("{}: {}", unit.name(), refusal.into()))
}

/// Finds a Real parameter or input that a study may vary.
///
/// # Errors
/// Another variable (usage).
pub fn parameter(unit: &Model, option: &str, name: &str) -> Result<usize, Failure> {
    let suits = |variable: &Variable| {
        let given = matches!(variable.causality, Causality::Parameter | Causality::Input);
        given && variable.kind == Kind::Real
    };
    find(unit, name, suits, "parameter or input of type Real")
        .map_err(|rule| Failure::Usage(format!("{option}: {rule}")))
}

/// Finds an output.
///
/// # Errors
/// Another variable (usage).
pub fn output(unit: &Model, option: &str, name: &str) -> Result<usize, Failure> {
    let suits = |variable: &Variable| variable.causality == Causality::Output;
    find(unit, name, suits, "output").map_err(|rule| Failure::Usage(format!("{option}: {rule}")))
}
