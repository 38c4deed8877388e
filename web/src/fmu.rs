//! A network as an FMU, packed with the libraries that the page fetched.

use std::sync::Arc;

use luztar::export::{Platform, Version, archive};
use luztar::unit::Model;
use serde::{Deserialize, Serialize};

use crate::refusal::Refusal;

/// Order of an FMU to be packed: the version of FMI, and the libraries whose bytes follow one another.
#[derive(Deserialize)]
pub struct Order {
    version: u8,
    libraries: Vec<Piece>,
}

#[derive(Deserialize)]
struct Piece {
    platform: String,
    length: usize,
}

#[derive(Serialize)]
pub struct Told {
    file: String,
}

/// # Errors
/// A version or a platform that there is not, libraries that are not what they are said to be.
pub fn make(unit: &Arc<Model>, order: &Order, bytes: &[u8]) -> Result<(Told, Vec<u8>), Refusal> {
    let request = |rule: String| Refusal::Request { rule };
    let version = match order.version {
        2 => Version::Two,
        3 => Version::Three,
        other => return Err(request(format!("version {other}: must be 2 or 3"))),
    };
    let (mut binaries, mut rest) = (Vec::new(), bytes);
    for Piece { platform: name, length } in &order.libraries {
        let part = rest.split_at_checked(*length);
        let (binary, others) = part.ok_or_else(|| request(format!("{name}: bytes are missing")))?;
        let platform = Platform::of_binary(binary).filter(|found| found.name() == name);
        let no_library = || Refusal::Model {
            rule: format!("libraries/{name}: must be a shared library for {name}"),
        };
        binaries.push((platform.ok_or_else(no_library)?, binary.to_vec()));
        rest = others;
    }
    let archive = archive::bytes(unit, version, &binaries)
        .map_err(|error| Refusal::Model { rule: error.to_string() })?;
    Ok((Told { file: archive::file_name(unit, version) }, archive))
}
