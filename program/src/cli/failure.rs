//! Why a command ends without success, and its exit status.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use luztar::export::archive::ArchiveError;

/// Status of a job that failed: a faulty file, a refused value, an archive that does not run.
const FAILED: u8 = 1;
/// Status of a command line that cannot be followed; also that of the argument parser.
const USAGE: u8 = 2;
/// Status of a command that Ctrl-C ended: 128 and the number of the signal.
pub const INTERRUPTED: u8 = 130;

#[derive(Debug)]
pub enum Failure {
    /// The command line is wrong.
    Usage(String),
    /// A value on the command line that the unit does not take.
    Refused(String),
    /// The job failed.
    Job(String),
    /// Lines `file:line:column: fault`, as editors read them.
    Diagnostics(String),
    /// The job failed and every fault has been told already.
    Told,
    /// Ctrl-C ended it: what is done, and how to go on.
    Interrupted(String),
    /// The output cannot be written. A closed pipe is no fault: the reader has seen enough.
    Output(io::Error),
}

impl Failure {
    pub fn job(fault: impl Display) -> Self {
        Failure::Job(fault.to_string())
    }

    /// The fault in one line.
    pub fn text(&self) -> String {
        match self {
            Failure::Usage(fault)
            | Failure::Refused(fault)
            | Failure::Job(fault)
            | Failure::Interrupted(fault) => fault.clone(),
            Failure::Diagnostics(lines) => lines.trim_end().replace('\n', "; "),
            Failure::Told => String::new(),
            Failure::Output(error) => format!("output: {error}"),
        }
    }

    /// The same, and what becomes of the results.
    pub fn and(self, more: &str) -> Self {
        let joined = |text: String| format!("{text}; {more}");
        match self {
            Failure::Usage(fault) => Failure::Usage(joined(fault)),
            Failure::Refused(fault) => Failure::Refused(joined(fault)),
            Failure::Job(fault) => Failure::Job(joined(fault)),
            Failure::Interrupted(what) => Failure::Interrupted(joined(what)),
            other => other,
        }
    }

    /// Tells the fault on stderr.
    pub fn tell(&self) {
        match self {
            Failure::Usage(fault) | Failure::Refused(fault) | Failure::Job(fault) => {
                line(&format!("error: {fault}"))
            }
            Failure::Diagnostics(lines) => line(lines.trim_end()),
            Failure::Interrupted(what) => line(&format!("interrupted: {what}")),
            Failure::Told => {}
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
            Failure::Output(error) => line(&format!("error: output: {error}")),
        }
    }

    /// Tells the fault and gives the exit status.
    pub fn report(&self) -> ExitCode {
        self.tell();
        match self {
            Failure::Usage(_) | Failure::Refused(_) => ExitCode::from(USAGE),
            Failure::Interrupted(_) => ExitCode::from(INTERRUPTED),
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                ExitCode::SUCCESS
            }
            Failure::Job(_) | Failure::Diagnostics(_) | Failure::Told | Failure::Output(_) => {
                ExitCode::from(FAILED)
            }
        }
    }
}

impl From<ArchiveError> for Failure {
    fn from(error: ArchiveError) -> Self {
        Failure::job(error)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::Output(error)
    }
}

/// Tells on stderr what does not stop the job.
pub fn warn(text: &str) {
    line(&format!("warning: {text}"));
}

/// One line on stderr; nobody is left to be told where that is closed.
fn line(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}
