//! modelDescription.xml of FMI 3.0.

mod description;
mod xml;

pub use description::{model_description, token};
