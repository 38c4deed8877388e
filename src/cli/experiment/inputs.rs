//! The unit's inputs as functions of time: expressions and columns of a CSV file.

use std::path::Path;

use luztar::unit::{Causality, Instance, Unit, Value};

use super::series::{self, Series};
use super::settings::find;
use crate::cli::assignment::Assignment;
use crate::cli::expression::Expression;
use crate::cli::failure::Failure;

enum Signal {
    Expression(Expression),
    Series(Series),
}

/// Inputs that change with time; all others keep what they were set to.
pub struct Inputs {
    /// Variable index, where the signal comes from (for messages), signal.
    signals: Vec<(usize, String, Signal)>,
}

impl Inputs {
    /// # Errors
    /// Unknown or repeated names, expressions that cannot be read (usage); a faulty file (job).
    pub fn new(
        unit: &Unit,
        set: &[Assignment],
        expressions: &[Assignment],
        file: Option<&Path>,
    ) -> Result<Self, Failure> {
        let mut inputs = Self { signals: Vec::new() };
        let mut origins: Vec<(&str, &str)> = Vec::new();
        let columns = match file {
            Some(path) => series::read(path).map_err(Failure::Job)?,
            None => Vec::new(),
        };
        let file = file.map(|path| path.display().to_string()).unwrap_or_default();
        let constants = set.iter().map(|assignment| ("--set", assignment.name.as_str()));
        origins.extend(constants);
        for Assignment { name, value } in expressions {
            let origin = format!("--input {name}={value}");
            let usage = |rule: String| Failure::Usage(format!("{origin}: {rule}"));
            if let Some((earlier, _)) = origins.iter().find(|(_, other)| other == name) {
                return Err(usage(format!("{name} is given by {earlier} too")));
            }
            let index = input(unit, name).map_err(usage)?;
            let expression = Expression::parse(value).map_err(|error| usage(error.to_string()))?;
            inputs.signals.push((index, origin, Signal::Expression(expression)));
            origins.push(("--input", name));
        }
        for (name, series) in columns {
            let fault = |rule: String| Failure::Job(format!("{file}: column `{name}`: {rule}"));
            if let Some((earlier, _)) = origins.iter().find(|(_, other)| *other == name) {
                return Err(fault(format!("{name} is given by {earlier} too")));
            }
            let index = input(unit, &name).map_err(fault)?;
            inputs.signals.push((index, format!("{file}: {name}"), Signal::Series(series)));
        }
        Ok(inputs)
    }

    /// Sets all signals to their values at time `t`.
    ///
    /// # Errors
    /// A value that the unit refuses.
    pub fn apply(&self, t: f64, instance: &mut Instance) -> Result<(), Failure> {
        for (index, origin, signal) in &self.signals {
            let value = match signal {
                Signal::Expression(expression) => expression.at(t),
                Signal::Series(series) => series.at(t),
            };
            instance
                .set(*index, Value::Real(value))
                .map_err(|fault| Failure::Job(format!("{origin}: at t = {t} s: {fault}")))?;
        }
        Ok(())
    }
}

fn input(unit: &Unit, name: &str) -> Result<usize, String> {
    find(unit, name, |variable| variable.causality == Causality::Input, "input")
}
