//! The unit's inputs as functions of time: expressions, columns of a CSV file, and points.

use std::ops::Range;
use std::path::Path;

use luztar::network::{self, BodyKind};
use luztar::signals::{self, Expression, Interpolation, Ramps, Series, Signal, Track};
use luztar::unit::{Causality, Model, Simulation, Variable};

use super::series;
use super::settings::find;
use crate::cli::assignment::Assignment;
use crate::cli::failure::Failure;

/// Returns the names of the inputs that follow from others where these are ramps: accelerations of prescribed motions and
/// surfaces.
fn derived(unit: &Model) -> Vec<&str> {
    let network = unit.network();
    let of_bodies = network.bodies.iter().filter_map(|body| match body.kind {
        BodyKind::Prescribed(drive) => drive.acceleration(),
        _ => None,
    });
    let of_surfaces = network.contacts.iter().filter_map(|one| match one.surface_acceleration {
        network::Signal::Input(id) => Some(id),
        _ => None,
    });
    of_bodies.chain(of_surfaces).map(|id| network.inputs[id.0].name.as_str()).collect()
}

/// Inputs that change with time; all others keep what they were set to.
pub struct Inputs {
    tracks: Vec<Track>,
    interpolation: Interpolation,
    /// Names of the inputs that nobody gave.
    left_alone: Vec<String>,
}

/// An input and what it follows.
pub struct Given {
    name: String,
    /// Option, argument or file.
    giver: String,
    /// Beginning of messages about it.
    origin: String,
    /// The failure that an error of it is.
    failure: fn(String) -> Failure,
    followed: Followed,
}

enum Followed {
    /// A formula of time, not yet read.
    Expression(String),
    /// Points.
    Series(Series),
}

impl Given {
    /// Makes an input by an expression in the time t.
    pub fn expression(given: &Assignment) -> Self {
        let (name, giver) = (given.name.clone(), given.giver.to_string());
        let followed = Followed::Expression(given.value.clone());
        Self { name, giver, origin: given.to_string(), failure: Failure::Usage, followed }
    }

    /// Makes an input by points; `origin` is what messages about it begin with.
    pub fn series(name: String, giver: String, origin: String, series: Series) -> Self {
        let followed = Followed::Series(series);
        Self { name, giver, origin, failure: Failure::Usage, followed }
    }

    /// Reads the inputs of a CSV file.
    ///
    /// # Errors
    /// A faulty file (job).
    pub fn read(path: &Path) -> Result<Vec<Self>, Failure> {
        let file = path.display().to_string();
        let columns = series::read(path).map_err(Failure::Job)?.into_iter();
        let given = |(name, series)| {
            let origin = format!("{file}: column `{name}`");
            let failure = Failure::Job;
            Self { failure, ..Self::series(name, file.clone(), origin, series) }
        };
        Ok(columns.map(given).collect())
    }
}

impl Inputs {
    /// # Errors
    /// Unknown or repeated names, expressions that cannot be read (usage; of a file job).
    pub fn new(
        unit: &Model,
        set: &[Assignment],
        given: Vec<Given>,
        interpolation: Interpolation,
        (stop, tolerance): (f64, f64),
    ) -> Result<Self, Failure> {
        let mut inputs = Self { tracks: Vec::new(), interpolation, left_alone: Vec::new() };
        let constants = set.iter().map(|one| (one.giver.to_string(), one.name.clone()));
        let mut earlier: Vec<(String, String)> = constants.collect();
        for Given { name, giver, origin, failure, followed } in given {
            let wrong = |rule: String| failure(format!("{origin}: {rule}"));
            if let Some((giver, _)) = earlier.iter().find(|(_, other)| *other == name) {
                return Err(wrong(format!("{name} is given by {giver}, too; give it once")));
            }
            let index = input(unit, &name).map_err(wrong)?;
            let signal = match followed {
                Followed::Expression(text) => {
                    let expression =
                        Expression::parse(&text).map_err(|error| wrong(error.to_string()))?;
                    Signal::Expression(Ramps::new(expression, stop, tolerance))
                }
                Followed::Series(series) => Signal::Series(series),
            };
            inputs.tracks.push(Track::new(index, origin, signal));
            earlier.push((giver, name));
        }
        let given = |variable: &Variable| {
            let track = |track: &Track| unit.variables()[track.variable].name == variable.name;
            set.iter().any(|one| one.name == variable.name) || inputs.tracks.iter().any(track)
        };
        let all = unit.variables().iter().filter(|variable| variable.causality == Causality::Input);
        let follow = if interpolation == Interpolation::Hold { Vec::new() } else { derived(unit) };
        let left_alone = all
            .filter(|variable| !given(variable) && !follow.contains(&variable.name.as_str()))
            .map(|variable| variable.name.clone());
        inputs.left_alone = left_alone.collect();
        Ok(inputs)
    }

    /// Returns the names of the inputs that nobody gave.
    pub fn left_alone(&self) -> &[String] {
        &self.left_alone
    }

    /// True if an input changes with time by itself.
    pub fn follows(&self, variable: usize) -> bool {
        self.tracks.iter().any(|track| track.variable == variable)
    }

    /// Takes a warning about how an input is followed; each once.
    pub fn take_warning(&mut self) -> Option<String> {
        self.tracks.iter_mut().find_map(Track::take_warning)
    }

    /// Moves all inputs from time `t` of a communication step on; returns the time up to which they may, the end of the
    /// step at most.
    ///
    /// # Errors
    /// A value that the unit refuses.
    pub fn apply(
        &mut self,
        t: f64,
        step: &Range<f64>,
        instance: &mut Simulation,
    ) -> Result<f64, Failure> {
        signals::follow(&mut self.tracks, self.interpolation, t, step, instance)
            .map_err(Failure::job)
    }
}

fn input(unit: &Model, name: &str) -> Result<usize, String> {
    find(unit, name, |variable| variable.causality == Causality::Input, "input")
}
