//! CSV files of results.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use super::failure::Failure;

/// Whether the path means standard output.
pub fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// A CSV file under way; without a path everything is dropped.
pub struct Sheet {
    file: String,
    writer: Option<csv::Writer<Box<dyn Write>>>,
}

impl Sheet {
    /// Writes the header; without a path nothing.
    ///
    /// # Errors
    /// A file that cannot be written (job).
    pub fn create(path: Option<&Path>, header: &[String]) -> Result<Self, Failure> {
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

    /// Whether nobody wants the rows.
    pub fn is_dropped(&self) -> bool {
        self.writer.is_none()
    }

    /// As many cells as the header has.
    ///
    /// # Errors
    /// A file that cannot be written (job).
    pub fn row(&mut self, cells: &[String]) -> Result<(), Failure> {
        match &mut self.writer {
            None => Ok(()),
            Some(writer) => writer.write_record(cells).map_err(|error| match error.into_kind() {
                csv::ErrorKind::Io(error) => failure(&self.file, error),
                other => unreachable!("rows are as long as the header: {other:?}"),
            }),
        }
    }

    /// # Errors
    /// A file that cannot be written (job).
    pub fn finish(&mut self) -> Result<(), Failure> {
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

/// Shortest text that reads back as `x`; exponents beyond 1e16 and below 1e-5.
pub fn number(x: f64) -> String {
    format!("{x:?}")
}
