//! What is made from a unit: the model description, the FMU archive and its documentation.

mod description;
mod xml;

pub use description::{guid, model_description};
