//! Options that several studies have.

use std::num::NonZeroUsize;
use std::path::Path;
use std::thread::available_parallelism;

use crate::cli::failure::Failure;
use crate::cli::plot;

/// Threads to work on.
#[derive(clap::Args)]
pub struct Threads {
    /// Threads to work on; the result is the same on any number [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

impl Threads {
    pub fn number(&self) -> usize {
        self.threads.or(available_parallelism().ok()).map_or(1, NonZeroUsize::get)
    }
}

/// A number of an option that must be positive.
///
/// # Errors
/// One that is not (usage).
pub fn positive(option: &str, value: f64) -> Result<f64, Failure> {
    match value.is_finite() && value > 0.0 {
        true => Ok(value),
        false => Err(Failure::Usage(format!("{option} {value}: must be positive and finite"))),
    }
}

/// Writes a picture where one is wanted.
///
/// # Errors
/// A file that cannot be written.
pub fn picture(
    path: Option<&Path>,
    draw: impl FnOnce() -> Result<String, Failure>,
) -> Result<(), Failure> {
    path.map_or(Ok(()), |path| plot::write(path, &draw()?))
}

/// What every study's help ends with.
macro_rules! exit_status {
    () => {
        "\n\nExit status:\n  0  done\n  1  a job failed: a faulty file, a refused value, a motion that cannot go on\n  \
         2  the command line cannot be followed"
    };
}
pub(super) use exit_status;
