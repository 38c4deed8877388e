//! A simulation that Python leads from one communication point to the next.

use std::sync::{Mutex, MutexGuard, PoisonError};

use luztar::unit::{Event, Fault, Simulation, Value};
use luztar_cli::cli::assignment::{Assignment, Giver};
use luztar_cli::cli::experiment::{Observer, Run, find, settings};
use luztar_cli::cli::failure::Failure;
use pyo3::prelude::*;

use crate::errors::raised;
use crate::record::{Number, Transition, number, transitions};

/// A run that has begun.
#[pyclass(frozen, module = "luztar._luztar")]
pub struct Stepper(Mutex<Run>);

/// An input over a step: its name, and its values at the start and at the end.
type Ramp = (String, f64, f64);

impl Stepper {
    /// # Errors
    /// Values that the unit refuses.
    pub fn new(mut run: Run) -> Result<Self, Failure> {
        run.start()?;
        Ok(Self(Mutex::new(run)))
    }

    /// Locks the run: a panic leaves an instance as it was before the call.
    fn run(&self) -> MutexGuard<'_, Run> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn advance(
        &self,
        size: f64,
        ramps: &[Ramp],
    ) -> Result<(Vec<Transition>, Vec<String>), Failure> {
        let mut run = self.run();
        for (name, first, last) in ramps {
            let fault = |fault: Fault| Failure::Refused(format!("inputs: {fault}"));
            let index = run.unit.find(name).expect("an input that was given");
            run.instance.set(index, Value::Real(*first)).map_err(fault)?;
            if run.instance.check_input_derivative(index, 1.0).is_ok() {
                run.instance.set_input_derivative(index, (last - first) / size).map_err(fault)?;
            }
        }
        let end = run.instance.time() + size;
        let mut seen = Seen(Vec::new());
        run.advance(end, &mut seen)?;
        Ok((transitions(&run.unit, &seen.0), run.take_warnings()))
    }
}

#[pymethods]
impl Stepper {
    #[getter]
    fn time(&self) -> f64 {
        self.run().instance.time()
    }

    /// Returns the value of a variable.
    fn get(&self, name: &str) -> PyResult<Number> {
        let mut run = self.run();
        let index = find(&run.unit, name, |_| true, "variable");
        let index = index.map_err(|rule| raised(Failure::Usage(rule)))?;
        let value = run.instance.get(index).map_err(|fault| raised(Failure::job(fault)))?;
        Ok(number(value))
    }

    /// Sets an input or a tunable parameter.
    fn set(&self, name: String, value: String) -> PyResult<()> {
        let mut run = self.run();
        if run.unit.find(&name).is_some_and(|index| run.follows(index)) {
            let rule = "cannot be set, since `inputs` has a signal for it";
            return Err(raised(Failure::Usage(format!("{name}: {rule}"))));
        }
        let giver = Giver::Argument("simulation");
        let set = [Assignment { giver, name, value }];
        settings::apply(&set, &mut run.instance).map_err(raised)
    }

    /// Advances by a step, s; gives its transitions and warnings.
    fn step(
        &self,
        py: Python<'_>,
        size: f64,
        ramps: Vec<Ramp>,
    ) -> PyResult<(Vec<Transition>, Vec<String>)> {
        py.detach(|| self.advance(size, &ramps)).map_err(raised)
    }
}

/// The transitions of a step.
struct Seen(Vec<Event>);

impl Observer for Seen {
    fn transitions(&mut self, events: &[Event]) -> Result<(), Failure> {
        self.0.extend_from_slice(events);
        Ok(())
    }

    fn point(&mut self, _time: f64, _instance: &mut Simulation) -> Result<(), Failure> {
        Ok(())
    }
}
