//! CSV files of results: each has another name until it is whole, so that a half one is not taken for a result.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::failure::Failure;

/// True if the path means standard output.
pub fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Suffix of the name of a file while its rows are written.
const UNDER_WAY: &str = ".part";

/// Returns the path of the rows of a file until it is whole. None for what is no plain file, which takes them as they
/// come: stdout, a device, a pipe, a link.
pub fn draft(path: &Path) -> Option<PathBuf> {
    let other = path.symlink_metadata().is_ok_and(|known| !known.is_file());
    if is_stdout(path) || other {
        return None;
    }
    let mut name = path.as_os_str().to_owned();
    name.push(UNDER_WAY);
    Some(name.into())
}

/// A CSV file under way; without a path everything is dropped.
pub struct Sheet {
    path: PathBuf,
    /// Path of the rows, while that is not their final place.
    draft: Option<PathBuf>,
    writer: Option<csv::Writer<Box<dyn Write>>>,
    /// True if there is a row below the header.
    has_rows: bool,
}

impl Sheet {
    /// Writes the header; without a path nothing.
    ///
    /// # Errors
    /// A file that cannot be written (job).
    pub fn create(path: Option<&Path>, header: &[String]) -> Result<Self, Failure> {
        let Some(path) = path else {
            return Ok(Self { path: PathBuf::new(), draft: None, writer: None, has_rows: false });
        };
        let mut draft = draft(path);
        let target: Box<dyn Write> = match is_stdout(path) {
            true => Box::new(io::stdout()),
            false => Box::new(open(path, &mut draft).map_err(|error| failure(path, error))?),
        };
        let writer = Some(csv::Writer::from_writer(target));
        let mut sheet = Self { path: path.to_owned(), draft, writer, has_rows: false };
        sheet.row(header)?;
        sheet.has_rows = false;
        Ok(sheet)
    }

    /// True if the rows are dropped.
    pub fn is_dropped(&self) -> bool {
        self.writer.is_none()
    }

    /// Writes a row of as many cells as the header has.
    ///
    /// # Errors
    /// A file that cannot be written (job).
    pub fn row(&mut self, cells: &[String]) -> Result<(), Failure> {
        self.has_rows = true;
        let Some(writer) = &mut self.writer else { return Ok(()) };
        writer.write_record(cells).map_err(|error| {
            // Nobody knows how many rows are there.
            self.writer = None;
            match error.into_kind() {
                csv::ErrorKind::Io(error) => failure(&self.path, error),
                other => unreachable!("rows are as long as the header: {other:?}"),
            }
        })
    }

    /// Ends the file: all rows are there, and it gets its name.
    ///
    /// # Errors
    /// A file that cannot be written (job).
    pub fn finish(&mut self) -> Result<(), Failure> {
        let Some(writer) = &mut self.writer else { return Ok(()) };
        writer.flush().map_err(|error| failure(&self.path, error))?;
        if let Some(draft) = self.draft.take() {
            // Some systems rename no file that is open.
            self.writer = None;
            fs::rename(&draft, &self.path).map_err(|error| failure(&self.path, error))?;
        }
        Ok(())
    }

    /// Ends the rows early; returns the path of those that there are, if anywhere.
    pub fn leave(&mut self) -> Option<PathBuf> {
        self.writer.take()?.flush().ok()?;
        let place = self.draft.clone().or((!is_stdout(&self.path)).then(|| self.path.clone()));
        place.filter(|_| self.has_rows)
    }
}

impl Drop for Sheet {
    /// Removes a draft without a row.
    fn drop(&mut self) {
        self.writer = None;
        if let Some(draft) = self.draft.take().filter(|_| !self.has_rows) {
            let _ = fs::remove_file(draft);
        }
    }
}

/// Opens a file's draft, which may be read by whom the file could, or the file itself where its folder takes no other.
fn open(path: &Path, draft: &mut Option<PathBuf>) -> io::Result<File> {
    if let Some(place) = draft.as_ref() {
        if let Ok(file) = File::create(place) {
            if let Ok(known) = path.metadata() {
                file.set_permissions(known.permissions())?;
            }
            return Ok(file);
        }
        *draft = None;
    }
    File::create(path)
}

fn failure(path: &Path, error: io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::Output(error),
        _ => Failure::job(format!("{}: {error}", path.display())),
    }
}

/// Returns the shortest text that reads back as `x`; exponents beyond 1e16 and below 1e-5.
pub fn number(x: f64) -> String {
    format!("{x:?}")
}
