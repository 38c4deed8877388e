//! Results of a run: inputs and outputs at communication points and transitions, as CSV.
//!
//! Numbers are written with the fewest digits that read back as the same number; Booleans as 1 and 0.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use luztar::unit::{Causality, Event, Model, Simulation, Value};

use crate::cli::experiment::means::Means;
use crate::cli::failure::Failure;
use crate::cli::glob;
use crate::cli::sheet::{Sheet, number};

/// Time and the chosen variables, one row per communication point.
pub struct OutputRecord {
    sheet: Sheet,
    columns: Vec<usize>,
    cells: Vec<String>,
    means: Means,
    /// Time of the last row, s.
    last: f64,
}

impl OutputRecord {
    /// Makes a record of the variables that fit `patterns`; of all inputs and outputs where there is none.
    ///
    /// # Errors
    /// A pattern that no name fits (usage), a file that cannot be written (job).
    pub fn create(path: Option<&Path>, unit: &Model, patterns: &[String]) -> Result<Self, Failure> {
        let all = unit.variables();
        let port =
            |&index: &usize| matches!(all[index].causality, Causality::Input | Causality::Output);
        let columns = match patterns {
            [] => (0..all.len()).filter(port).collect(),
            patterns => glob::variables(unit, "--columns", patterns)?,
        };
        let names = columns.iter().map(|&index| all[index].name.clone());
        let header: Vec<String> = std::iter::once("time".to_owned()).chain(names).collect();
        let (cells, means) = (Vec::new(), Means::of(unit, &columns));
        Ok(Self { sheet: Sheet::create(path, &header)?, columns, cells, means, last: 0.0 })
    }

    /// Adds a part of a communication step, of this duration, s.
    pub fn add(&mut self, duration: f64, instance: &mut Simulation) -> Result<(), Failure> {
        if self.sheet.is_dropped() { Ok(()) } else { self.means.add(duration, instance) }
    }

    pub fn row(&mut self, time: f64, instance: &mut Simulation) -> Result<(), Failure> {
        if self.sheet.is_dropped() {
            return Ok(());
        }
        self.cells.clear();
        self.cells.push(number(time));
        for &index in &self.columns {
            self.cells.push(match instance.get(index).map_err(Failure::job)? {
                Value::Real(x) => number(self.means.get(index).unwrap_or(x)),
                Value::Integer(n) => n.to_string(),
                Value::Boolean(b) => u8::from(b).to_string(),
            });
        }
        self.means.restart();
        self.last = time;
        self.sheet.row(&self.cells)
    }

    /// Returns the time to which the rows of a run that ends early go, s, and their path.
    pub fn leave(&mut self) -> Option<(f64, PathBuf)> {
        Some((self.last, self.sheet.leave()?))
    }

    pub fn finish(&mut self) -> Result<(), Failure> {
        self.sheet.finish()
    }
}

/// Time, element and modes, one row per transition.
pub struct EventRecord {
    sheet: Sheet,
    unit: Arc<Model>,
}

impl EventRecord {
    pub fn create(path: Option<&Path>, unit: &Arc<Model>) -> Result<Self, Failure> {
        let header = ["time", "element", "from", "to"].map(str::to_owned);
        Ok(Self { sheet: Sheet::create(path, &header)?, unit: unit.clone() })
    }

    pub fn rows(&mut self, events: &[Event]) -> Result<(), Failure> {
        for event in events {
            let (name, from, to) = self.unit.event_names(event);
            let cells = [number(event.time()), name.to_owned(), from.to_owned(), to.to_owned()];
            self.sheet.row(&cells)?;
        }
        Ok(())
    }

    /// Returns the path of the rows of a run that ends early.
    pub fn leave(&mut self) -> Option<PathBuf> {
        self.sheet.leave()
    }

    pub fn finish(&mut self) -> Result<(), Failure> {
        self.sheet.finish()
    }
}
