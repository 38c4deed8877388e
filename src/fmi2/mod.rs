//! FMI 2.0 in C (fmi-standard.org, version 2.0.5), thin over `fmi`.
//!
//! ```text
//!   abi ──► calls, simulation ──► fmi ──► unit
//!    └──► instantiation ──► fmi
//! ```

pub mod abi;
mod calls;
mod entry;
mod instantiation;
mod simulation;
pub mod types;

pub use abi::*;
pub use types::*;
