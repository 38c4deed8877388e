//! Files that a command reads as a whole: no longer than what it can be, so that endless ones (`/dev/zero`, a pipe that
//! never ends) are refused before they fill the memory.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// Longest file of samples or of a kept study, bytes: a hundred million numbers.
pub const LONGEST: u64 = 1 << 30;

/// Reads the bytes of a file.
///
/// # Errors
/// One that cannot be read, or has more than `most` bytes.
pub fn bytes(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let rule = format!("is longer than {most} bytes, the most that are read");
        return Err(io::Error::new(ErrorKind::InvalidData, rule));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::bytes;

    #[test]
    fn a_file_has_its_bytes_or_too_many() {
        let directory = tempfile::tempdir().expect("temporary directory");
        let path = directory.path().join("file");
        std::fs::write(&path, "four").expect("writable");
        assert_eq!(bytes(&path, 4).expect("as long as may be"), b"four");
        let told = bytes(&path, 3).expect_err("too long").to_string();
        assert_eq!(told, "is longer than 3 bytes, the most that are read");
    }
}
