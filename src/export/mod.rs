//! Files that are made from a model: the model description, the FMU archive and its documentation.

#[cfg(feature = "archive")]
pub mod archive;
mod description;
#[cfg(feature = "archive")]
mod documentation;
mod identity;
#[cfg(feature = "archive")]
pub mod library;
#[cfg(feature = "archive")]
mod platform;
#[cfg(feature = "archive")]
mod reference;
mod structure;
#[cfg(feature = "archive")]
mod terminals;
mod three;
mod xml;

pub use description::{GENERATION_TOOL, LOG_CATEGORIES, guid, model_description};
#[cfg(feature = "archive")]
pub use library::Library;
#[cfg(feature = "archive")]
pub use platform::Platform;
pub use three::{model_description as model_description_3, token};

use std::path::Path;
use std::{fs, io};

pub use crate::unit::Version;
use crate::unit::{COMPILED_FILE, Model, NETWORK_FILE, compile};

/// Makes modelDescription.xml of a version.
pub fn description_of(unit: &Model, version: Version) -> String {
    match version {
        Version::Two => model_description(unit),
        Version::Three => model_description_3(unit),
    }
}

/// Returns the files in the resources of an FMU: the network file for readers, and for the library what was made of it.
pub fn resources(unit: &Model) -> [(&'static str, Vec<u8>); 2] {
    let [two, three] = Version::ALL.map(|version| identity_of(unit, version));
    let compiled = compile(unit, [&two, &three]);
    [(NETWORK_FILE, unit.source().as_bytes().to_vec()), (COMPILED_FILE, compiled)]
}

/// Writes them to a folder that is there.
///
/// # Errors
/// If one cannot be written.
pub fn write_resources(unit: &Model, folder: &Path) -> io::Result<()> {
    resources(unit).iter().try_for_each(|(name, content)| fs::write(folder.join(name), content))
}

/// Returns the text that selects the model at instantiation: GUID or instantiation token.
pub fn identity_of(unit: &Model, version: Version) -> String {
    match version {
        Version::Two => guid(unit),
        Version::Three => token(unit),
    }
}
