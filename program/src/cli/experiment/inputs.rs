//! The unit's inputs as functions of time: expressions and columns of a CSV file.

use std::ops::Range;
use std::path::Path;

use luztar::signals::{self, Expression, Interpolation, Ramps, Signal, Track};
use luztar::unit::{Causality, Instance, Unit, Variable};

use super::series;
use super::settings::find;
use crate::cli::assignment::Assignment;
use crate::cli::failure::Failure;

/// Inputs that change with time; all others keep what they were set to.
pub struct Inputs {
    tracks: Vec<Track>,
    interpolation: Interpolation,
    /// Names of the inputs that nobody gave.
    left_alone: Vec<String>,
}

impl Inputs {
    /// # Errors
    /// Unknown or repeated names, expressions that cannot be read (usage); a faulty file (job).
    pub fn new(
        unit: &Unit,
        set: &[Assignment],
        expressions: &[Assignment],
        file: Option<&Path>,
        interpolation: Interpolation,
        (stop, tolerance): (f64, f64),
    ) -> Result<Self, Failure> {
        let mut inputs = Self { tracks: Vec::new(), interpolation, left_alone: Vec::new() };
        let mut origins: Vec<(&str, &str)> = Vec::new();
        let columns = match file {
            Some(path) => series::read(path).map_err(Failure::Job)?,
            None => Vec::new(),
        };
        let file = file.map(|path| path.display().to_string()).unwrap_or_default();
        let constants = set.iter().map(|one| (one.option, one.name.as_str()));
        origins.extend(constants);
        for Assignment { option, name, value } in expressions {
            let origin = format!("{option} {name}={value}");
            let usage = |rule: String| Failure::Usage(format!("{origin}: {rule}"));
            if let Some((earlier, _)) = origins.iter().find(|(_, other)| other == name) {
                return Err(usage(format!("{name} is given by {earlier} too")));
            }
            let index = input(unit, name).map_err(usage)?;
            let expression = Expression::parse(value).map_err(|error| usage(error.to_string()))?;
            let ramps = Ramps::new(expression, stop, tolerance);
            inputs.tracks.push(Track::new(index, origin, Signal::Expression(ramps)));
            origins.push((option, name));
        }
        for (name, series) in columns {
            let fault = |rule: String| Failure::Job(format!("{file}: column `{name}`: {rule}"));
            if let Some((earlier, _)) = origins.iter().find(|(_, other)| *other == name) {
                return Err(fault(format!("{name} is given by {earlier} too")));
            }
            let index = input(unit, &name).map_err(fault)?;
            let origin = format!("{file}: {name}");
            inputs.tracks.push(Track::new(index, origin, Signal::Series(series)));
        }
        let given = |variable: &Variable| {
            let track = |track: &Track| unit.variables()[track.variable].name == variable.name;
            set.iter().any(|one| one.name == variable.name) || inputs.tracks.iter().any(track)
        };
        let all = unit.variables().iter().filter(|variable| variable.causality == Causality::Input);
        let left_alone =
            all.filter(|variable| !given(variable)).map(|variable| variable.name.clone());
        inputs.left_alone = left_alone.collect();
        Ok(inputs)
    }

    /// Names of the inputs that nobody gave.
    pub fn left_alone(&self) -> &[String] {
        &self.left_alone
    }

    /// What is to be known of how an input is followed; each once.
    pub fn take_warning(&mut self) -> Option<String> {
        self.tracks.iter_mut().find_map(Track::take_warning)
    }

    /// Lets all inputs go on from time `t` of a communication step; gives the time up to which they may, the end of
    /// the step at most.
    ///
    /// # Errors
    /// A value that the unit refuses.
    pub fn apply(
        &mut self,
        t: f64,
        step: &Range<f64>,
        instance: &mut Instance,
    ) -> Result<f64, Failure> {
        signals::follow(&mut self.tracks, self.interpolation, t, step, instance)
            .map_err(Failure::job)
    }
}

fn input(unit: &Unit, name: &str) -> Result<usize, String> {
    find(unit, name, |variable| variable.causality == Causality::Input, "input")
}
