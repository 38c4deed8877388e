//! The shared libraries that another FMU of luztar carries: `luztar build --library-from`.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use luztar::export::{GENERATION_TOOL, Library, Platform, Version};
use tempfile::TempDir;
use zip::ZipArchive;
use zip::result::ZipError;

use super::manifest;

/// Libraries unpacked to a temporary directory, which goes with this.
pub struct Donor {
    pub libraries: Vec<Library>,
    _directory: TempDir,
}

/// Unpacks the library of every platform in the FMU at `path`.
///
/// # Errors
/// If it is no FMU, not made by this version of luztar, or carries no library.
pub fn open(path: &Path) -> Result<Donor, String> {
    unpack(path).map_err(|fault| format!("--library-from {}: {fault}", path.display()))
}

fn unpack(path: &Path) -> Result<Donor, String> {
    let file = File::open(path).map_err(|error| error.to_string())?;
    let mut archive = ZipArchive::new(file).map_err(|error| format!("not an FMU: {error}"))?;
    let (identifier, version) = identifier(&mut archive)?;
    let directory = tempfile::tempdir().map_err(|error| format!("temporary directory: {error}"))?;
    let mut libraries = Vec::new();
    for platform in Platform::ALL {
        let name = {
            let folder = platform.folder(version);
            format!("binaries/{folder}/{identifier}.{}", platform.extension())
        };
        let mut entry = match archive.by_name(&name) {
            Ok(entry) => entry,
            Err(ZipError::FileNotFound) => continue,
            Err(error) => return Err(format!("{name}: {error}")),
        };
        let path = directory.path().join(platform.name());
        let copied = File::create(&path).and_then(|mut file| io::copy(&mut entry, &mut file));
        copied.map_err(|error| format!("{name}: {error}"))?;
        libraries.push(Library { platform, path });
    }
    match libraries.is_empty() {
        true => Err(format!("has no library {identifier} in binaries/")),
        false => Ok(Donor { libraries, _directory: directory }),
    }
}

/// Returns the base name of the libraries and the version of FMI, of an FMU that this version of luztar made.
fn identifier(archive: &mut ZipArchive<File>) -> Result<(String, Version), String> {
    const DESCRIPTION: &str = "modelDescription.xml";
    let mut xml = String::new();
    let mut entry = archive
        .by_name(DESCRIPTION)
        .map_err(|_| format!("not an FMU: {DESCRIPTION} is missing"))?;
    entry.read_to_string(&mut xml).map_err(|error| format!("{DESCRIPTION}: {error}"))?;
    let manifest = manifest::parse(&xml).map_err(|fault| format!("{DESCRIPTION}: {fault}"))?;
    match manifest.generation_tool.as_deref() {
        Some(GENERATION_TOOL) => {
            let version = if manifest.is_three { Version::Three } else { Version::Two };
            Ok((manifest.model_identifier, version))
        }
        Some(tool) => Err(format!("made by {tool}; must be made by {GENERATION_TOOL}")),
        None => Err(format!("has no generationTool; must be made by {GENERATION_TOOL}")),
    }
}
