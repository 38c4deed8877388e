//! Studies of a network.

use std::ops::ControlFlow;

use luztar::study::Case;
use luztar::study::cycle::Cycle;
use luztar_cli::cli::experiment::columns::Columns;
use luztar_cli::cli::failure::Failure;
use luztar_cli::cli::study::branch::{Followed, Over, Search, largest, word};
use luztar_cli::cli::study::fit::{Fitted, fitted};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyComplex};

use crate::errors::raised;
use crate::record::{Transition, bytes, numbers, transitions};

/// A cycle: period, true if it is forced, true if it is stable, largest multiplier but for that of a shift, multipliers,
/// states at its start and their advance, transitions, residual.
pub type Periodic =
    (f64, bool, bool, f64, Vec<Py<PyComplex>>, Vec<(String, f64, f64)>, Vec<Transition>, f64);

/// A branch: value of the parameter and bifurcation of each cycle, the cycles, least and greatest values of the outputs,
/// reason of an early end, and a picture.
pub type Branched<'py> = (
    Bound<'py, PyByteArray>,
    Vec<Option<&'static str>>,
    Vec<Periodic>,
    Vec<(Bound<'py, PyByteArray>, Bound<'py, PyByteArray>)>,
    Option<String>,
    String,
);

/// Name of measurements in messages.
const DATA: &str = "data";

/// Fits parameters to measurements; columns are bytes of 64-bit floating-point numbers.
///
/// # Errors
/// Those of [`fitted`].
pub fn fit(model: &Case, free: &[String], data: Vec<(String, Vec<u8>)>) -> Result<Fitted, Failure> {
    let (names, values): (Vec<_>, Vec<_>) =
        data.into_iter().map(|(name, bytes)| (name, numbers(&bytes))).unzip();
    let rows = values.first().map_or(0, Vec::len) as u64;
    let table = Columns { names, values, lines: (1..=rows).collect(), header_line: 0 };
    fitted(model, ("free", free), DATA, || Ok(table))
}

/// Returns the search for a cycle with the arguments of Python.
pub fn search((settle, period, periods): (Option<f64>, Option<f64>, u16)) -> Search {
    Search { settle, period, periods, names: ["settle", "period", "periods"] }
}

/// Finds a cycle of a model near its motion.
///
/// # Errors
/// Times that cannot be (usage), or no cycle (job).
pub fn cycle(model: &Case, search: &Search) -> Result<Cycle, Failure> {
    search.cycle(model)
}

/// Returns a cycle as Python has it.
pub fn periodic(py: Python<'_>, model: &Case, cycle: &Cycle) -> Periodic {
    let unit = model.unit();
    let names = model.rows().iter().map(|row| unit.variables()[row.variable].name.clone());
    let states = names.zip(cycle.state.iter().copied()).zip(cycle.advance.iter().copied());
    let states = states.map(|((name, value), advance)| (name, value, advance));
    let multipliers =
        cycle.multipliers.iter().map(|(re, im)| PyComplex::from_doubles(py, *re, *im).unbind());
    (
        cycle.period,
        cycle.forced,
        cycle.is_stable(),
        largest(cycle),
        multipliers.collect(),
        states.collect(),
        transitions(unit, &cycle.events),
        cycle.residual,
    )
}

/// Follows a cycle over a parameter; Ctrl-C ends it.
///
/// # Errors
/// Names and values that cannot be, no cycle at the first value, an interruption.
pub fn branch(
    model: Case,
    search: &Search,
    (name, ends, count): (&str, (f64, f64), usize),
    columns: &[String],
) -> PyResult<Followed> {
    let mut interrupted = None;
    let look = |_| match Python::attach(|py| py.check_signals()) {
        Ok(()) => ControlFlow::Continue(()),
        Err(raised) => {
            interrupted = Some(raised);
            ControlFlow::Break(())
        }
    };
    let over = Over { name, ends, count, columns, names: ["parameter", "columns"] };
    let followed = Followed::new(model, search, &over, look).map_err(raised)?;
    interrupted.map_or(Ok(followed), Err)
}

/// Returns a branch as Python has it.
///
/// # Errors
/// None but those of Python and the drawing library.
pub fn branched<'py>(py: Python<'py>, followed: &Followed) -> PyResult<Branched<'py>> {
    let points = followed.points();
    let values: Vec<f64> = points.iter().map(|point| point.value).collect();
    let cycles = points.iter().map(|point| periodic(py, followed.model(), &point.cycle));
    let column = |place: usize| {
        let (least, greatest): (Vec<f64>, Vec<f64>) =
            followed.extremes.iter().map(|row| row[place]).unzip();
        Ok((bytes(py, &least)?, bytes(py, &greatest)?))
    };
    let columns = followed.extremes.first().map_or(0, Vec::len);
    Ok((
        bytes(py, &values)?,
        points.iter().map(|point| point.special.map(word)).collect(),
        cycles.collect(),
        (0..columns).map(column).collect::<PyResult<_>>()?,
        followed.branch.ended.clone(),
        followed.picture().map_err(raised)?,
    ))
}
