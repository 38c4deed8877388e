//! What a study of states is made of: a unit, and values of its parameters and inputs.

use std::sync::Arc;

use luztar::study::{Model, Refusal};
use luztar::unit::{Causality, Instance, Kind, Unit, Value, Variable};

use crate::cli::assignment::{Assignment, assignment};
use crate::cli::experiment::{find, settings, sorted};
use crate::cli::failure::Failure;
use crate::cli::target::{self, Content};

/// Values of variables, by their indices.
type Values = Vec<(usize, Value)>;

#[derive(clap::Args)]
pub struct Subject {
    /// Unit of the catalogue, or network file (.toml)
    #[arg(value_name = "UNIT|FILE")]
    target: String,
    /// Value of a build option or a parameter, or constant value of an input; may be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = assignment)]
    set: Vec<Assignment>,
}

impl Subject {
    /// # Errors
    /// A faulty file (job), a value that the unit does not take (usage), a unit that has no such study (job).
    pub fn model(&self) -> Result<Model, Failure> {
        let (unit, values) = self.values()?;
        Model::new(unit, values).map_err(Failure::job)
    }

    /// The same of units without states, whose inputs may change.
    ///
    /// # Errors
    /// As [`Subject::model`].
    pub fn any_model(&self) -> Result<Model, Failure> {
        let (unit, values) = self.values()?;
        Model::of_any(unit, values).map_err(Failure::job)
    }

    /// The network file.
    ///
    /// # Errors
    /// As [`Subject::model`].
    pub fn content(&self) -> Result<Content, Failure> {
        target::resolve(&self.target).map(|source| source.content())
    }

    /// The unit, and its variables that have other values.
    fn values(&self) -> Result<(Arc<Unit>, Values), Failure> {
        let source = target::resolve(&self.target)?;
        let (choices, set) = sorted(&self.set, &source.options()?);
        let unit = source.unit(&choices)?;
        let mut instance = Instance::new(unit.clone());
        settings::apply(&set, &mut instance)?;
        let values = set.iter().filter_map(|one| {
            let index = unit.find(&one.name)?;
            Some((index, instance.get(index).ok()?))
        });
        let values = values.collect();
        Ok((unit, values))
    }
}

/// A motion that cannot go on, or what was not found.
pub fn told(unit: &Unit, refusal: impl Into<Refusal>) -> Failure {
    Failure::job(format!("{}: {}", unit.name(), refusal.into()))
}

/// A Real parameter or input that a study may vary.
///
/// # Errors
/// Another variable (usage).
pub fn parameter(unit: &Unit, option: &str, name: &str) -> Result<usize, Failure> {
    let suits = |variable: &Variable| {
        let given = matches!(variable.causality, Causality::Parameter | Causality::Input);
        given && variable.kind == Kind::Real
    };
    find(unit, name, suits, "parameter or input of type Real")
        .map_err(|rule| Failure::Usage(format!("{option}: {rule}")))
}

/// An output.
///
/// # Errors
/// Another variable (usage).
pub fn output(unit: &Unit, option: &str, name: &str) -> Result<usize, Failure> {
    let suits = |variable: &Variable| variable.causality == Causality::Output;
    find(unit, name, suits, "output").map_err(|rule| Failure::Usage(format!("{option}: {rule}")))
}
