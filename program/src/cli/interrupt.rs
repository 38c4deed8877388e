//! Signals that ask a command to end: Ctrl-C, SIGTERM and SIGHUP. Commands that keep what is done finish first what is
//! under way.

use std::io::{self, Write};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};

use super::failure::{INTERRUPTED, warn};

static ASKED: AtomicBool = AtomicBool::new(false);

/// Lets a signal ask the command to end from now on, and another one end it immediately.
pub fn watch() {
    let hangups_are_ignored = hangups::are_ignored();
    let watched = ctrlc::set_handler(|| {
        if ASKED.swap(true, Ordering::Relaxed) {
            process::exit(INTERRUPTED.into());
        }
        // Nobody is left to be told where stderr is closed.
        let _ = writeln!(
            io::stderr(),
            "\ninterrupted: the work in progress is finished first; Ctrl-C again ends immediately"
        );
    });
    if let Err(error) = watched {
        warn(&format!("Ctrl-C ends the command immediately: {error}"));
    }
    if hangups_are_ignored {
        hangups::ignore();
    }
}

/// True if the command is to end.
pub fn asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}

/// Test of whether hangups are ignored: whoever starts a command with `nohup` wants it to continue after the end of the
/// terminal.
#[cfg(unix)]
#[allow(unsafe_code)]
mod hangups {
    use std::ptr::null;

    pub fn are_ignored() -> bool {
        // SAFETY: no action is given, and the one that there is, is written to a place for it.
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            libc::sigaction(libc::SIGHUP, null(), &raw mut action) == 0
                && action.sa_sigaction == libc::SIG_IGN
        }
    }

    pub fn ignore() {
        // SAFETY: the signal may be ignored.
        unsafe { libc::signal(libc::SIGHUP, libc::SIG_IGN) };
    }
}

#[cfg(not(unix))]
mod hangups {
    pub fn are_ignored() -> bool {
        false
    }

    pub fn ignore() {}
}
