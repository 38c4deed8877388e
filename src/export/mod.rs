//! What is made from a unit: the model description, the FMU archive and its documentation.

#[cfg(feature = "cli")]
pub mod archive;
mod description;
#[cfg(feature = "cli")]
mod documentation;
#[cfg(feature = "cli")]
pub mod library;
mod xml;

pub use description::{LOG_CATEGORIES, guid, model_description};
#[cfg(feature = "cli")]
pub use library::{Library, Platform};
