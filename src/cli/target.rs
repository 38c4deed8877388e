//! What a command works on: a unit of the catalogue, by name, or a network file, by path.

use std::path::{MAIN_SEPARATOR, Path};
use std::sync::Arc;

use luztar::network;
use luztar::unit::{Unit, catalogue};

use super::failure::Failure;
use super::names::did_you_mean;

/// The unit that `what` means: a path if it ends in `.toml` or has a separator, else a name.
///
/// # Errors
/// An unknown name (usage), or a file that cannot be read or is faulty (job).
pub fn resolve(what: &str) -> Result<Arc<Unit>, Failure> {
    if what.ends_with(".toml") || what.contains(['/', MAIN_SEPARATOR]) {
        return read(Path::new(what));
    }
    catalogue::unit(what).ok_or_else(|| {
        let hint = did_you_mean(what, catalogue::names());
        Failure::Usage(format!(
            "no unit is named `{what}`{hint}; `luztar list` shows all, and a network file is given \
             by its path ending in .toml"
        ))
    })
}

/// The unit of a network file.
///
/// # Errors
/// The file cannot be read or is faulty.
pub fn read(path: &Path) -> Result<Arc<Unit>, Failure> {
    let file = path.display().to_string();
    let bytes = std::fs::read(path).map_err(|error| Failure::job(format!("{file}: {error}")))?;
    let faulty = |diagnostics: network::Diagnostics| Failure::Diagnostics(diagnostics.to_string());
    let text = network::decode(bytes, &file).map_err(faulty)?;
    let network = network::read(&text, &file).map_err(faulty)?;
    Ok(Unit::new(network, text))
}
