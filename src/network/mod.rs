//! Networks of bodies, contacts and springs: the file format and the checked network made from it.

mod diagnostics;
mod elements;
pub mod model;
mod read;
mod reader;
mod tree;
pub mod units;

pub use diagnostics::{Diagnostic, Diagnostics, nearest};
pub use model::*;
pub use read::read;
pub use units::PhysicalUnit;
