//! Generated files that are committed must be what their sources make of them.
//! `LUZTAR_BLESS=1 cargo test --test generated` writes them anew.

mod descriptions;
mod elements;
mod licenses;
#[cfg(feature = "cli")]
mod reference;
#[cfg(feature = "cli")]
mod schema;
#[path = "../network_files/shown.rs"]
mod shown;
#[cfg(feature = "cli")]
mod units;
mod variables;

use std::path::Path;
use std::{env, fs};

const COMMAND: &str = "LUZTAR_BLESS=1 cargo test --test generated";

/// Whether the files are to be written instead of checked.
fn blessing() -> bool {
    env::var_os("LUZTAR_BLESS").is_some()
}

/// Writes the file when blessing; else returns whether it is up to date.
fn up_to_date(path: &Path, expected: &str) -> bool {
    if fs::read_to_string(path).is_ok_and(|committed| committed == expected) {
        return true;
    }
    if blessing() {
        fs::write(path, expected).expect("writable source tree");
    }
    blessing()
}
