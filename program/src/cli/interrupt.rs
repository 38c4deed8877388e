//! Ctrl-C in commands that keep what is done: what is under way is finished first.

use std::io::{self, Write};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};

use super::failure::{INTERRUPTED, warn};

static ASKED: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C asks the command to end, and ends it at once if it is pressed again.
pub fn watch() {
    let watched = ctrlc::set_handler(|| {
        if ASKED.swap(true, Ordering::Relaxed) {
            process::exit(INTERRUPTED.into());
        }
        // Nobody is left to be told where stderr is closed.
        let _ = writeln!(
            io::stderr(),
            "\ninterrupted: what is under way is finished first; Ctrl-C again ends at once"
        );
    });
    if let Err(error) = watched {
        warn(&format!("Ctrl-C ends this at once: {error}"));
    }
}

/// Whether the command is to end.
pub fn asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}
