//! Reason why a command ends without success, and its exit status.

use std::fmt::Display;
use std::io::{self, Write};

use luztar::export::archive::ArchiveError;
use luztar::network::Diagnostics;

/// Status of a command that did its job.
pub const DONE: u8 = 0;
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
    /// Errors of a file; as text lines `file:line:column: error`, as editors read them.
    Diagnostics(Diagnostics),
    /// The job failed and every fault has been reported already.
    Told,
    /// Ctrl-C ended it: what is done, and how to continue.
    Interrupted(String),
    /// The output cannot be written. A closed pipe is no fault: the reader has seen enough.
    Output(io::Error),
}

impl Failure {
    pub fn job(fault: impl Display) -> Self {
        Failure::Job(fault.to_string())
    }

    /// Returns the fault in one line.
    pub fn text(&self) -> String {
        match self {
            Failure::Usage(fault)
            | Failure::Refused(fault)
            | Failure::Job(fault)
            | Failure::Interrupted(fault) => fault.clone(),
            Failure::Diagnostics(errors) => errors.to_string().replace('\n', "; "),
            Failure::Told => String::new(),
            Failure::Output(error) => format!("output: {error}"),
        }
    }

    /// Adds what becomes of the results to the message.
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
            Failure::Diagnostics(errors) => line(&errors.to_string()),
            Failure::Interrupted(what) => line(&format!("interrupted: {what}")),
            Failure::Told => {}
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
            Failure::Output(error) => line(&format!("error: output: {error}")),
        }
    }

    /// Tells the fault and gives the exit status.
    pub fn report(&self) -> u8 {
        self.tell();
        match self {
            Failure::Usage(_) | Failure::Refused(_) => USAGE,
            Failure::Interrupted(_) => INTERRUPTED,
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => DONE,
            Failure::Job(_) | Failure::Diagnostics(_) | Failure::Told | Failure::Output(_) => {
                FAILED
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

/// Writes one line on stderr; nobody is left to be told where that is closed.
fn line(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}
