//! Generated files that are committed must be what their sources make of them, or are written anew.

use std::path::Path;
use std::{env, fs};

pub const COMMAND: &str = "LUZTAR_BLESS=1 cargo test --test generated";

/// Whether the files are to be written instead of checked.
pub fn blessing() -> bool {
    env::var_os("LUZTAR_BLESS").is_some()
}

/// Writes the file when blessing; else returns whether it is up to date.
pub fn up_to_date(path: &Path, expected: &str) -> bool {
    if fs::read_to_string(path).is_ok_and(|committed| committed == expected) {
        return true;
    }
    if blessing() {
        fs::write(path, expected).expect("writable source tree");
    }
    blessing()
}
