//! Versions of FMI, as options name them.

use luztar::export::Version;

/// # Errors
/// No version for which units are made.
pub fn version(text: &str) -> Result<Version, String> {
    match text {
        "2" | "2.0" => Ok(Version::Two),
        "3" | "3.0" => Ok(Version::Three),
        _ => Err("must be 2 or 3".to_owned()),
    }
}
