//! The path of the file that this code was loaded from.

#[cfg(unix)]
#[path = "unix.rs"]
mod platform;
#[cfg(windows)]
#[path = "windows.rs"]
mod platform;

use std::ffi::OsStr;
use std::path::PathBuf;
use std::sync::OnceLock;

/// Longest path kept; a longer one counts as unknown.
const LONGEST: usize = 4096;

/// A path without heap memory, which nobody would free when the library is unloaded.
struct Kept {
    bytes: [u8; LONGEST],
    length: usize,
}

static PATH: OnceLock<Kept> = OnceLock::new();

/// Returns the absolute path of the library, or of the program that it was linked into. The loader knows it as the host
/// wrote it, perhaps relative to a working directory that changes later; therefore the first call fixes it.
pub fn path() -> Option<PathBuf> {
    let kept = PATH.get_or_init(|| keep(platform::path()));
    let bytes = &kept.bytes[..kept.length];
    // SAFETY: the bytes are those of a whole path of this platform.
    let text = unsafe { OsStr::from_encoded_bytes_unchecked(bytes) };
    (!text.is_empty()).then(|| PathBuf::from(text))
}

fn keep(path: Option<PathBuf>) -> Kept {
    let absolute = path.and_then(|path| std::path::absolute(path).ok());
    let text = absolute.as_ref().map_or(&[][..], |path| path.as_os_str().as_encoded_bytes());
    let text = if text.len() <= LONGEST { text } else { &[] };
    let mut bytes = [0; LONGEST];
    bytes[..text.len()].copy_from_slice(text);
    Kept { bytes, length: text.len() }
}

/// Marks a place in this library that no other copy can stand in for: exports of two copies loaded together may be
/// mistaken for each other.
fn anchor() {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_is_that_of_this_program() {
        let path = path().unwrap();
        assert!(path.is_absolute());
        assert_eq!(path.canonicalize().unwrap(), std::env::current_exe().unwrap());
    }

    #[test]
    fn a_path_too_long_is_unknown() {
        assert_eq!(keep(Some(PathBuf::from("x".repeat(LONGEST + 1)))).length, 0);
        assert_eq!(keep(None).length, 0);
    }
}
