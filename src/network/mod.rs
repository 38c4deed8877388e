//! Networks of bodies, contacts and springs: the file format and the checked network made from it.

pub mod model;
pub mod units;

pub use model::*;
pub use units::PhysicalUnit;
