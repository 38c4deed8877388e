//! What a run leaves behind: inputs and outputs at communication points and transitions, as CSV.
//!
//! Numbers are written with the fewest digits that read back as the same number; Booleans as 1 and 0.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use luztar::motion::Event;
use luztar::unit::transition::words;
use luztar::unit::{Causality, Instance, Unit, Value};

use crate::cli::failure::Failure;
use crate::cli::glob;

/// Whether the path means standard output.
pub fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// A CSV file under way; without a path everything is dropped.
struct Sheet {
    file: String,
    writer: Option<csv::Writer<Box<dyn Write>>>,
}

impl Sheet {
    fn create(path: Option<&Path>, header: &[String]) -> Result<Self, Failure> {
        let Some(path) = path else {
            return Ok(Self { file: String::new(), writer: None });
        };
        let file = path.display().to_string();
        let target: Box<dyn Write> = match is_stdout(path) {
            true => Box::new(io::stdout()),
            false => Box::new(
                File::create(path).map_err(|error| Failure::job(format!("{file}: {error}")))?,
            ),
        };
        let mut sheet = Self { file, writer: Some(csv::Writer::from_writer(target)) };
        sheet.row(header)?;
        Ok(sheet)
    }

    fn row(&mut self, cells: &[String]) -> Result<(), Failure> {
        match &mut self.writer {
            None => Ok(()),
            Some(writer) => writer.write_record(cells).map_err(|error| match error.into_kind() {
                csv::ErrorKind::Io(error) => failure(&self.file, error),
                other => unreachable!("rows are as long as the header: {other:?}"),
            }),
        }
    }

    fn finish(&mut self) -> Result<(), Failure> {
        match &mut self.writer {
            None => Ok(()),
            Some(writer) => writer.flush().map_err(|error| failure(&self.file, error)),
        }
    }
}

fn failure(file: &str, error: io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::Output(error),
        _ => Failure::job(format!("{file}: {error}")),
    }
}

/// Time and the chosen variables, one row per communication point.
pub struct OutputRecord {
    sheet: Sheet,
    columns: Vec<usize>,
    cells: Vec<String>,
}

impl OutputRecord {
    /// A record of the variables that fit `patterns`; of all inputs and outputs where there is none.
    ///
    /// # Errors
    /// A pattern that no name fits (usage), a file that cannot be written (job).
    pub fn create(path: Option<&Path>, unit: &Unit, patterns: &[String]) -> Result<Self, Failure> {
        let all = unit.variables();
        let port =
            |&index: &usize| matches!(all[index].causality, Causality::Input | Causality::Output);
        let columns = match patterns {
            [] => (0..all.len()).filter(port).collect(),
            patterns => glob::variables(unit, "--columns", patterns)?,
        };
        let names = columns.iter().map(|&index| all[index].name.clone());
        let header: Vec<String> = std::iter::once("time".to_owned()).chain(names).collect();
        Ok(Self { sheet: Sheet::create(path, &header)?, columns, cells: Vec::new() })
    }

    pub fn row(&mut self, time: f64, instance: &mut Instance) -> Result<(), Failure> {
        if self.sheet.writer.is_none() {
            return Ok(());
        }
        self.cells.clear();
        self.cells.push(number(time));
        for &index in &self.columns {
            self.cells.push(match instance.get(index).map_err(Failure::job)? {
                Value::Real(x) => number(x),
                Value::Integer(n) => n.to_string(),
                Value::Boolean(b) => u8::from(b).to_string(),
            });
        }
        self.sheet.row(&self.cells)
    }

    pub fn finish(&mut self) -> Result<(), Failure> {
        self.sheet.finish()
    }
}

/// Time, element and modes, one row per transition.
pub struct EventRecord {
    sheet: Sheet,
    unit: Arc<Unit>,
}

impl EventRecord {
    pub fn create(path: Option<&Path>, unit: &Arc<Unit>) -> Result<Self, Failure> {
        let header = ["time", "element", "from", "to"].map(str::to_owned);
        Ok(Self { sheet: Sheet::create(path, &header)?, unit: unit.clone() })
    }

    pub fn rows(&mut self, events: &[Event]) -> Result<(), Failure> {
        for event in events {
            let (name, from, to) = words(&self.unit, event);
            let cells = [number(event.time), name.to_owned(), from.to_owned(), to.to_owned()];
            self.sheet.row(&cells)?;
        }
        Ok(())
    }

    pub fn finish(&mut self) -> Result<(), Failure> {
        self.sheet.finish()
    }
}

/// Shortest text that reads back as `x`; exponents beyond 1e16 and below 1e-5.
fn number(x: f64) -> String {
    format!("{x:?}")
}
