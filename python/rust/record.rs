//! Columns and transitions of a run.

use std::time::{Duration, Instant};

use luztar::study::model::real;
use luztar::unit::{Causality, Event, Kind, Model, Simulation, Value};
use luztar_cli::cli::experiment::Observer;
use luztar_cli::cli::experiment::means::Means;
use luztar_cli::cli::failure::Failure;
use luztar_cli::cli::glob;
use pyo3::prelude::*;
use pyo3::types::PyByteArray;

/// Time between two looks for Ctrl-C.
const GLANCE: Duration = Duration::from_millis(50);

/// Variables at communication points, and all transitions.
pub struct Record {
    columns: Vec<usize>,
    times: Vec<f64>,
    values: Vec<Vec<f64>>,
    events: Vec<Event>,
    means: Means,
    /// Time of the last look for Ctrl-C.
    looked: Instant,
    /// The exception that a signal became.
    interrupted: Option<PyErr>,
}

/// A variable: name, type, symbol of its unit, and its values as 64-bit floating-point numbers.
pub type Column<'py> = (String, &'static str, String, Bound<'py, PyByteArray>);

/// Time, element, and the modes before and after.
pub type Transition = (f64, String, String, String);

impl Record {
    /// Makes a record of the variables that fit the patterns; of all inputs and outputs without any.
    ///
    /// # Errors
    /// A pattern that no name fits.
    pub fn new(unit: &Model, patterns: Option<&[String]>) -> Result<Self, Failure> {
        let all = unit.variables();
        let port =
            |&index: &usize| matches!(all[index].causality, Causality::Input | Causality::Output);
        let columns: Vec<usize> = match patterns {
            None => (0..all.len()).filter(port).collect(),
            Some(patterns) => glob::variables(unit, "columns", patterns)?,
        };
        let values = vec![Vec::new(); columns.len()];
        let (times, events) = (Vec::new(), Vec::new());
        let means = Means::of(unit, &columns);
        Ok(Self {
            columns,
            times,
            values,
            events,
            means,
            looked: Instant::now(),
            interrupted: None,
        })
    }

    /// Takes the exception that ended the run, if a signal did.
    pub fn take_interruption(&mut self) -> Option<PyErr> {
        self.interrupted.take()
    }

    /// Returns the times, s.
    pub fn times<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyByteArray>> {
        bytes(py, &self.times)
    }

    /// Returns the variables.
    pub fn columns<'py>(&self, py: Python<'py>, unit: &Model) -> PyResult<Vec<Column<'py>>> {
        let column = |(index, values): (&usize, &Vec<f64>)| {
            let variable = &unit.variables()[*index];
            let (name, symbol) =
                (variable.name.clone(), variable.unit.symbol().unwrap_or_default().to_owned());
            Ok((name, kind(variable.kind), symbol, bytes(py, values)?))
        };
        self.columns.iter().zip(&self.values).map(column).collect()
    }

    /// Returns the transitions, in order of time.
    pub fn transitions(&self, unit: &Model) -> Vec<Transition> {
        transitions(unit, &self.events)
    }
}

/// Returns the transitions in words.
pub fn transitions(unit: &Model, events: &[Event]) -> Vec<Transition> {
    let told = |event: &Event| {
        let (name, from, to) = unit.event_names(event);
        (event.time(), name.to_owned(), from.to_owned(), to.to_owned())
    };
    events.iter().map(told).collect()
}

/// A value of a variable.
#[derive(IntoPyObject)]
pub enum Number {
    Real(f64),
    Integer(i32),
    Boolean(bool),
}

/// Returns a value as Python has it.
pub fn number(value: Value) -> Number {
    match value {
        Value::Real(value) => Number::Real(value),
        Value::Integer(value) => Number::Integer(value),
        Value::Boolean(value) => Number::Boolean(value),
    }
}

/// Returns the type of a variable.
pub fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Real => "float",
        Kind::Integer | Kind::Named(_) => "int",
        Kind::Boolean => "bool",
    }
}

/// Returns the numbers as Python has them.
pub fn bytes<'py>(py: Python<'py>, numbers: &[f64]) -> PyResult<Bound<'py, PyByteArray>> {
    PyByteArray::new_with(py, size_of_val(numbers), |bytes| {
        let (places, _) = bytes.as_chunks_mut::<{ size_of::<f64>() }>();
        places.iter_mut().zip(numbers).for_each(|(place, number)| *place = number.to_ne_bytes());
        Ok(())
    })
}

/// Returns the numbers from Python.
pub fn numbers(bytes: &[u8]) -> Vec<f64> {
    let (places, _) = bytes.as_chunks::<{ size_of::<f64>() }>();
    places.iter().map(|place| f64::from_ne_bytes(*place)).collect()
}

impl Observer for Record {
    fn transitions(&mut self, events: &[Event]) -> Result<(), Failure> {
        self.events.extend_from_slice(events);
        Ok(())
    }

    fn part(&mut self, duration: f64, instance: &mut Simulation) -> Result<(), Failure> {
        self.means.add(duration, instance)
    }

    fn point(&mut self, time: f64, instance: &mut Simulation) -> Result<(), Failure> {
        self.times.push(time);
        for (values, index) in self.values.iter_mut().zip(&self.columns) {
            let value = real(instance, *index).map_err(Failure::job)?;
            values.push(self.means.get(*index).unwrap_or(value));
        }
        self.means.restart();
        if self.looked.elapsed() < GLANCE {
            return Ok(());
        }
        self.looked = Instant::now();
        Python::attach(|py| py.check_signals()).map_err(|interrupted| {
            self.interrupted = Some(interrupted);
            Failure::Interrupted(format!("at t = {time} s"))
        })
    }
}
