//! What is made from a unit: the model description, the FMU archive and its documentation.

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
mod version;
mod xml;

pub use description::{GENERATION_TOOL, LOG_CATEGORIES, guid, model_description};
#[cfg(feature = "archive")]
pub use library::Library;
#[cfg(feature = "archive")]
pub use platform::Platform;
pub use three::{model_description as model_description_3, token};
pub use version::Version;

use crate::unit::Unit;

/// modelDescription.xml of a version.
pub fn description_of(unit: &Unit, version: Version) -> String {
    match version {
        Version::Two => model_description(unit),
        Version::Three => model_description_3(unit),
    }
}

/// What chooses the unit at instantiation: GUID or instantiation token.
pub fn identity_of(unit: &Unit, version: Version) -> String {
    match version {
        Version::Two => guid(unit),
        Version::Three => token(unit),
    }
}
