//! Options that several studies have.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread::available_parallelism;

use luztar::network::plain;

use super::vary::MOST;
use crate::cli::failure::Failure;
use crate::cli::plot::{self, require_svg};
use crate::cli::sheet::{Sheet, is_stdout};

/// Threads to work on.
#[derive(clap::Args)]
pub struct Threads {
    /// Number of threads; the results do not depend on it [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

impl Threads {
    pub fn number(&self) -> usize {
        self.threads.or(available_parallelism().ok()).map_or(1, NonZeroUsize::get)
    }
}

/// Checks a number of an option that must be positive.
///
/// # Errors
/// One that is not (usage).
pub fn positive(option: &str, value: f64) -> Result<f64, Failure> {
    match value.is_finite() && value > 0.0 {
        true => Ok(value),
        false => Err(Failure::Usage(format!("{option} {}: must be > 0 and finite", plain(value)))),
    }
}

/// Refuses more rows, of which an option decides, than can be kept.
///
/// # Errors
/// There are more (usage).
pub fn kept_rows(option: &str, rows: f64) -> Result<(), Failure> {
    match rows <= MOST as f64 {
        true => Ok(()),
        false => Err(Failure::Usage(format!(
            "{option}: {rows:e} rows are more than {MOST}; choose fewer"
        ))),
    }
}

/// Where the results of a study go.
#[derive(clap::Args)]
pub struct Results {
    /// Where to write the table; `-` is stdout
    #[arg(long, value_name = "FILE.csv", default_value = "-")]
    output: PathBuf,
    /// Where to draw it; `-` is stdout
    #[arg(long, value_name = "FILE.svg")]
    picture: Option<PathBuf>,
}

impl Results {
    /// # Errors
    /// A picture of another format (usage): before hours of work, not after.
    pub fn checked(&self) -> Result<&Self, Failure> {
        require_svg("--picture", self.picture.as_deref()).map(|()| self)
    }

    /// Returns the path of the table.
    pub fn table(&self) -> &Path {
        &self.output
    }

    /// Begins the table, with its header.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn sheet(&self, header: &[String]) -> Result<Sheet, Failure> {
        Sheet::create(Some(&self.output), header)
    }

    /// Draws the picture where one is wanted.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn picture(&self, draw: impl FnOnce() -> Result<String, Failure>) -> Result<(), Failure> {
        self.picture.as_ref().map_or(Ok(()), |path| plot::write(path, &draw()?))
    }

    /// Says in a line what was found, unless the table or the picture stands there.
    ///
    /// # Errors
    /// A closed output.
    pub fn summary(&self, out: &mut dyn Write, line: &str) -> Result<(), Failure> {
        if !is_stdout(&self.output) && !self.picture.as_deref().is_some_and(is_stdout) {
            writeln!(out, "{line}")?;
        }
        Ok(())
    }
}

/// Exit statuses, with which every study's help ends.
macro_rules! exit_status {
    () => {
        "\n\nExit status:\n  0  done\n  1  a job failed: a file with errors, a refused value, a simulation that fails\n  \
         2  an error of the command line\n  130  interrupted by Ctrl-C; studies with --resume store what is done"
    };
}
pub(super) use exit_status;
