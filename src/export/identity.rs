//! Identity of a model: a hash of what describes it.

use sha2::{Digest, Sha256};

use crate::unit::Model;

/// Returns `{8-4-4-4-12}` hexadecimal digits of the hash of a description that lacks them, and of the network file: two
/// networks may have the same variables and yet move otherwise.
pub fn fingerprint(mut content: String, unit: &Model) -> String {
    // A checkout may write the ends of lines in its own way.
    content.extend(unit.source().chars().filter(|c| *c != '\r'));
    let hash = Sha256::digest(content);
    let hex: String = hash[..16].iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{{{}-{}-{}-{}-{}}}", &hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..])
}
