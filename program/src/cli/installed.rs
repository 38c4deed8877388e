//! Folder in which the program is installed.

use std::io;
use std::path::PathBuf;
use std::sync::OnceLock;

static PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// Lets the program look for its files as if it stood at this path, where it is part of another one. The first path counts.
pub fn at(path: PathBuf) {
    PROGRAM.get_or_init(|| path);
}

/// Returns the path of the program.
///
/// # Errors
/// The system does not say.
pub fn program() -> io::Result<PathBuf> {
    PROGRAM.get().cloned().map_or_else(std::env::current_exe, Ok)
}
