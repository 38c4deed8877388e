//! The shared library that a release build of this program carries: `cargo install` takes the program alone.

use std::fs;
use std::path::PathBuf;

use luztar::export::Platform;
use tempfile::TempDir;

/// The library of the program's own build; empty where the program finds it in a file (build.rs).
static LIBRARY: &[u8] = include_bytes!(env!("LUZTAR_EMBEDDED"));

/// The carried library as a file, once it is asked for; the file goes with this.
#[derive(Default)]
pub struct Carried {
    directory: Option<TempDir>,
}

impl Carried {
    /// Unpacks the library, and returns its path; None if there is none, or no room for the file.
    pub fn unpack(&mut self) -> Option<PathBuf> {
        let platform = Platform::HOST.filter(|_| !LIBRARY.is_empty())?;
        let directory = tempfile::tempdir().ok()?;
        let path = directory.path().join(platform.library_name());
        fs::write(&path, LIBRARY).ok()?;
        self.directory = Some(directory);
        Some(path)
    }
}
