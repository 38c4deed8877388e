//! A network file with chosen build options, and what is done with it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use luztar::drawing;
use luztar::export::Version;
use luztar::export::archive::Contents;
use luztar::network::BuildOption;
use luztar::study::Case;
use luztar::unit::{Form, Model, Variable, catalogue};
use luztar_cli::cli::assignment::Assignment;
use luztar_cli::cli::experiment::{Run, sorted};
use luztar_cli::cli::failure::Failure;
use luztar_cli::cli::names::did_you_mean;
use luztar_cli::cli::study::subject;
use luztar_cli::cli::target::{self, Source};
use luztar_cli::cli::{build, check, describe};
use pyo3::prelude::*;
use pyo3::types::PyByteArray;

use crate::errors::raised;
use crate::record::{Column, Number, Record, Transition, bytes, kind, number};
use crate::run::{Signals, Times, Values, assigned, course, parted};
use crate::simulation::Stepper;
use crate::studies::{self, Branched, Periodic};

/// A checked network file.
#[pyclass(frozen, module = "luztar._luztar")]
pub struct Network {
    source: Source,
    /// Build options of the file.
    options: Vec<BuildOption>,
    chosen: Vec<Assignment>,
    unit: Arc<Model>,
}

/// A fit: value, error and half the interval of each parameter, residual, evaluations, and a warning.
type Estimates = (Vec<(f64, f64, f64)>, f64, usize, Option<String>);

/// A recorded run: times, variables, transitions and warnings.
type Recorded<'py> = (Bound<'py, PyByteArray>, Vec<Column<'py>>, Vec<Transition>, Vec<String>);

/// A variable: name, causality, variability, type, symbol of its unit, start value, least and greatest value, description.
type Row = (
    String,
    &'static str,
    &'static str,
    &'static str,
    String,
    Option<Number>,
    Option<f64>,
    Option<f64>,
    String,
);

impl Network {
    fn new(source: Source, options: Values) -> Result<Self, Failure> {
        let (chosen, declared) = (assigned("options", options), source.options()?);
        let unit = source.unit(&chosen)?;
        Ok(Self { source, options: declared, chosen, unit })
    }

    /// Makes the unit with further build options.
    fn unit_with(&self, choices: Vec<Assignment>) -> Result<Arc<Model>, Failure> {
        if choices.is_empty() {
            return Ok(self.unit.clone());
        }
        let mut all = choices;
        let earlier = self.chosen.iter().filter(|one| all.iter().all(|new| new.name != one.name));
        let earlier: Vec<Assignment> = earlier.cloned().collect();
        all.extend(earlier);
        self.source.unit(&all)
    }

    /// Makes the unit with build options, and values of its variables.
    fn subject(&self, parameters: Values) -> Result<(Arc<Model>, subject::Values), Failure> {
        let (choices, set) = sorted(&assigned("parameters", parameters), &self.options);
        let unit = self.unit_with(choices)?;
        let values = subject::values(&unit, &set)?;
        Ok((unit, values))
    }

    /// Makes the unit for the search of cycles, with build options and values of its variables.
    fn tight(&self, parameters: Values) -> Result<Case, Failure> {
        let (unit, values) = self.subject(parameters)?;
        Ok(Case::new(unit, values).map_err(Failure::job)?.tight())
    }

    /// Prepares a run with values of parameters and build options, and inputs.
    fn prepared(&self, parameters: Values, inputs: Signals, times: Times) -> Result<Run, Failure> {
        let (choices, mut set) = sorted(&assigned("parameters", parameters), &self.options);
        let (constants, given) = parted(inputs);
        set.extend(constants);
        let mut run = Run::new(self.unit_with(choices)?, &set, given, course(times))?;
        run.hush();
        Ok(run)
    }
}

#[pymethods]
impl Network {
    /// Reads the network file with this text; `file` is what errors call it.
    #[staticmethod]
    fn of_text(text: String, file: String, options: Values) -> PyResult<Self> {
        Self::new(target::text(text, file), options).map_err(raised)
    }

    /// Reads the network file at a path.
    #[staticmethod]
    fn of_path(path: &str, options: Values) -> PyResult<Self> {
        target::read(Path::new(path)).and_then(|source| Self::new(source, options)).map_err(raised)
    }

    /// Reads the model of the library that has this name.
    #[staticmethod]
    fn of_name(name: &str, options: Values) -> PyResult<Self> {
        let source = target::named(name).ok_or_else(|| {
            let hint = did_you_mean(name, catalogue::names());
            Failure::Usage(format!(
                "source: no model is named {name:?}{hint}; luztar.models() lists all, and a network file is given by its \
                 path ending in .toml"
            ))
        });
        source.and_then(|source| Self::new(source, options)).map_err(raised)
    }

    #[getter]
    fn name(&self) -> &str {
        self.unit.name()
    }

    #[getter]
    fn description(&self) -> &str {
        &self.unit.network().about.description
    }

    /// Returns the text of the file with the chosen options, and of the laws that it names.
    #[getter]
    fn text(&self) -> &str {
        self.unit.source()
    }

    /// Returns the stop time and communication step of the file, s.
    #[getter]
    fn experiment(&self) -> (f64, f64) {
        let experiment = self.unit.network().experiment;
        (experiment.stop_time, experiment.step_size)
    }

    /// Returns the likely mistakes in the file.
    #[getter]
    fn doubts(&self) -> Vec<String> {
        self.unit.network().about.doubts.clone()
    }

    /// Finds likely mistakes, and troubles to some host.
    fn check(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        py.detach(|| check::doubts(&self.source, &self.unit)).map_err(raised)
    }

    /// Returns the text of `luztar describe` of the model.
    fn describe(&self, fmi: Option<u8>) -> PyResult<String> {
        let version = fmi.map(|fmi| if fmi == 2 { Version::Two } else { Version::Three });
        let mut text = Vec::new();
        describe::write(&self.unit, version, &mut text)?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    /// Returns the drawing of the mechanism as SVG.
    fn draw(&self) -> String {
        drawing::svg(self.unit.network(), drawing::Format::Picture)
    }

    /// Returns all variables.
    fn variables(&self) -> Vec<Row> {
        self.unit.variables().iter().map(row).collect()
    }

    /// Returns the communication points of a run, s.
    fn times<'py>(&self, py: Python<'py>, times: Times) -> PyResult<Bound<'py, PyByteArray>> {
        let run = self.prepared(Vec::new(), Vec::new(), times).map_err(raised)?;
        let times: Vec<f64> = (0..=run.grid.steps).map(|index| run.grid.time(index)).collect();
        bytes(py, &times)
    }

    /// Makes the FMU of a version of FMI, 2 or 3, in a folder, verifies it, and returns its path.
    fn build(
        &self,
        py: Python<'_>,
        folder: PathBuf,
        fmi: u8,
        terminals: bool,
        form: (bool, bool),
    ) -> PyResult<PathBuf> {
        let version = if fmi == 2 { Version::Two } else { Version::Three };
        let unit = self.unit.in_form(Form { arrays: form.0, clocks: form.1 });
        let contents = Contents { version, terminals };
        py.detach(|| build::fmu(&unit, contents, &folder)).map_err(raised)
    }

    /// Fits parameters to measurements; returns each with its standard error and half its interval, the residual, the
    /// number of evaluations, and a warning.
    fn fit(
        &self,
        py: Python<'_>,
        parameters: Values,
        free: Vec<String>,
        data: Vec<(String, Vec<u8>)>,
    ) -> PyResult<Estimates> {
        let job = || {
            let (unit, values) = self.subject(parameters)?;
            let model = Case::of_any(unit, values).map_err(Failure::job)?;
            studies::fit(&model, &free, data)
        };
        let found = py.detach(job).map_err(raised)?.found;
        let estimates = found.parameters.iter().map(|one| (one.value, one.error, one.half));
        Ok((estimates.collect(), found.residual, found.evaluations, found.warning))
    }

    /// Finds a periodic motion; `times` are those of [`studies::search`].
    fn cycle(
        &self,
        py: Python<'_>,
        parameters: Values,
        times: (Option<f64>, Option<f64>, u16),
    ) -> PyResult<Periodic> {
        let job = || {
            let model = self.tight(parameters)?;
            let cycle = studies::cycle(&model, &studies::search(times))?;
            Ok((model, cycle))
        };
        let (model, cycle) = py.detach(job).map_err(raised)?;
        Ok(studies::periodic(py, &model, &cycle))
    }

    /// Follows a periodic motion over a parameter: its name, both ends of its range and the number of cycles.
    fn branch<'py>(
        &self,
        py: Python<'py>,
        parameters: Values,
        over: (String, (f64, f64), usize),
        times: (Option<f64>, Option<f64>, u16),
        columns: Vec<String>,
    ) -> PyResult<Branched<'py>> {
        let (name, ends, count) = over;
        let job = || {
            let model = self.tight(parameters).map_err(raised)?;
            studies::branch(model, &studies::search(times), (&name, ends, count), &columns)
        };
        let followed = py.detach(job)?;
        studies::branched(py, &followed)
    }

    /// Starts a run that is led from one communication point to the next.
    fn simulation(&self, parameters: Values, inputs: Signals, times: Times) -> PyResult<Stepper> {
        let run = self.prepared(parameters, inputs, times);
        run.and_then(Stepper::new).map_err(raised)
    }

    /// Runs the network from 0 to `stop`.
    fn simulate<'py>(
        &self,
        py: Python<'py>,
        parameters: Values,
        inputs: Signals,
        times: Times,
        columns: Option<Vec<String>>,
    ) -> PyResult<Recorded<'py>> {
        let job = || {
            let mut run = self.prepared(parameters, inputs, times)?;
            let mut record = Record::new(&run.unit, columns.as_deref())?;
            let ended = run.go(&mut record);
            Ok((run, record, ended))
        };
        let (mut run, mut record, ended) = py.detach(job).map_err(raised)?;
        ended.map_err(|failure| record.take_interruption().unwrap_or_else(|| raised(failure)))?;
        let columns = record.columns(py, &run.unit)?;
        let transitions = record.transitions(&run.unit);
        Ok((record.times(py)?, columns, transitions, run.take_warnings()))
    }
}

fn row(variable: &Variable) -> Row {
    let start = variable.start.map(number);
    (
        variable.name.clone(),
        variable.causality.name(),
        variable.variability.name(),
        kind(variable.kind),
        variable.unit.symbol().unwrap_or_default().to_owned(),
        start,
        variable.min,
        variable.max,
        variable.description.to_string(),
    )
}
