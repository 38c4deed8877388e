//! The shared libraries of a release as hosts of each platform get them: what they export and need, and
//! that they move alike. `tests/run platforms` makes them and names their folder in LUZTAR_PLATFORMS.

mod binaries;
mod runs;

use std::env;
use std::path::PathBuf;

/// The library of a platform, if there is one among the release's.
fn library(platform: &str) -> Option<PathBuf> {
    let Some(folder) = env::var_os("LUZTAR_PLATFORMS") else {
        eprintln!("SKIPPED: LUZTAR_PLATFORMS names no folder with the libraries of a release");
        return None;
    };
    let folder = PathBuf::from(folder).join(platform);
    let mut files = std::fs::read_dir(folder).ok()?;
    Some(files.next().expect("the library").expect("readable").path())
}

/// The libraries of all of these platforms that are there, with the platforms' names.
fn libraries(platforms: &[&'static str]) -> Vec<(&'static str, PathBuf)> {
    let found = platforms.iter().filter_map(|platform| Some((*platform, library(platform)?)));
    found.collect()
}
