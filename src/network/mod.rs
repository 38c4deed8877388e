//! Networks of bodies, contacts and springs: the file format and the checked network made from it.

mod axis;
mod bodies;
mod constants;
mod contacts;
mod diagnostics;
mod elements;
mod ends;
mod expression;
mod family;
mod indexed;
pub mod keys;
mod law;
mod loads;
mod massless;
pub mod model;
mod names;
mod options;
mod read;
mod reader;
mod reduce;
mod repeat;
mod section;
mod series;
mod springs;
mod tree;
pub mod units;
mod user_laws;

pub use crate::algebra::nearest;
pub use diagnostics::{Diagnostic, Diagnostics};
pub use expression::Value as OptionValue;
pub use law::law_unit;
pub use model::*;
pub use options::{ChoiceError, choose, options};
pub use read::{decode, read, read_in};
pub use series::PartNumbers;
pub use units::PhysicalUnit;
