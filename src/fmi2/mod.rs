//! FMI 2.0 for Co-Simulation in C (fmi-standard.org, version 2.0.5).
//!
//! ```text
//!   abi ──► component ──► simulation ──► unit
//!    │          └─ calls (which call in which state), panic    └─ states ──► saved
//!    └──► instantiation ──► selection ──► location ──► library
//! ```
//! A function of [`abi`] checks its pointers, guards against unwinding and calls one safe method. No
//! export calls another or takes its address: with two copies of the library loaded globally that
//! would run the other's code.

pub mod abi;
mod calls;
mod component;
mod exchange;
mod instantiation;
mod library;
mod location;
mod logger;
mod panic;
mod pointers;
mod saved;
mod selection;
mod simulation;
mod states;
pub mod types;

pub use abi::*;
pub use selection::NETWORK_FILE;
pub use types::*;
