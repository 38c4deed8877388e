//! What is made from a unit: the model description, the FMU archive and its documentation.

#[cfg(feature = "cli")]
pub mod archive;
mod description;
#[cfg(feature = "cli")]
mod documentation;
#[cfg(feature = "cli")]
pub mod library;
#[cfg(feature = "cli")]
mod platform;
mod xml;

pub use description::{GENERATION_TOOL, LOG_CATEGORIES, guid, model_description};
#[cfg(feature = "cli")]
pub use library::Library;
#[cfg(feature = "cli")]
pub use platform::Platform;
