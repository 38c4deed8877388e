//! FMI 3.0 in C (fmi-standard.org, version 3.0.2), thin over `fmi`: Co-Simulation with and without Event Mode
//! and early return, Model Exchange.
//!
//! ```text
//!   abi ──► calls, values, stepping, derivatives ──► fmi ──► unit
//!    └──► instantiation ──► fmi
//! ```

pub mod abi;
mod calls;
mod derivatives;
mod entry;
mod held;
mod instantiation;
mod stepping;
pub mod types;
mod values;

pub use abi::*;
pub use types::*;
