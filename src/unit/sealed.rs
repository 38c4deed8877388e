//! Bytes that leave the library and come back: what they are, and whether they are as they were.
//!
//! ```text
//!    7 bytes   "luztar" and a zero
//!    1 byte    what the rest is, and how it is laid out
//!   32 bytes   SHA-256 of the rest
//!   the rest   begins with the version of luztar
//! ```

use sha2::{Digest, Sha256};

const MAGIC: &[u8; 7] = b"luztar\0";
/// Length of the SHA-256.
const DIGEST: usize = 32;
const HEAD: usize = MAGIC.len() + 1 + DIGEST;

/// Reason why bytes are not those that were sealed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Broken {
    /// Bytes that are something else.
    Foreign,
    /// Bytes of another layout than the one expected.
    Layout(u8),
    /// Bytes that have changed.
    Damaged,
    /// Another version of luztar made them.
    Version(String),
}

/// Seals a body.
pub fn seal(layout: u8, body: &[u8]) -> Vec<u8> {
    let version = env!("CARGO_PKG_VERSION").as_bytes();
    let mut bytes = Vec::with_capacity(HEAD + 1 + version.len() + body.len());
    bytes.extend_from_slice(MAGIC);
    bytes.push(layout);
    bytes.extend_from_slice(&[0; DIGEST]);
    bytes.push(u8::try_from(version.len()).expect("a short version"));
    bytes.extend_from_slice(version);
    bytes.extend_from_slice(body);
    let digest = Sha256::digest(&bytes[HEAD..]);
    bytes[HEAD - DIGEST..HEAD].copy_from_slice(&digest);
    bytes
}

/// Takes the body out of its seal.
///
/// # Errors
/// The reason why the bytes are refused.
pub fn open(layout: u8, bytes: &[u8]) -> Result<&[u8], Broken> {
    let rest = bytes.strip_prefix(MAGIC).ok_or(Broken::Foreign)?;
    let (found, rest) = rest.split_first().ok_or(Broken::Damaged)?;
    if *found != layout {
        return Err(Broken::Layout(*found));
    }
    let (digest, rest) = rest.split_at_checked(DIGEST).ok_or(Broken::Damaged)?;
    if Sha256::digest(rest).as_slice() != digest {
        return Err(Broken::Damaged);
    }
    let (length, rest) = rest.split_first().ok_or(Broken::Damaged)?;
    let (version, body) = rest.split_at_checked(usize::from(*length)).ok_or(Broken::Damaged)?;
    match version == env!("CARGO_PKG_VERSION").as_bytes() {
        true => Ok(body),
        false => Err(Broken::Version(String::from_utf8_lossy(version).into_owned())),
    }
}
