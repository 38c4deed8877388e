//! The parts that the C interfaces of both versions of FMI share: instances behind handles, legal calls, saved states,
//! messages, pointers, panics, and where a model comes from.
//!
//! ```text
//!   component ──► simulation ──► unit
//!    │             ├─ calls (which call in which state), exchange
//!    │             └─ states ──► saved
//!    └─ panic ──► float; logger
//!   instantiation ──► selection ──► location ──► library
//! ```
//! A function of a version checks its pointers, guards against unwinding and calls one safe method. No
//! export calls another or takes its address: with two copies of the library loaded globally that
//! would run the other's code.

pub mod answer;
pub mod calls;
pub mod clocks;
pub mod component;
mod float;
pub mod importer;
pub mod instantiation;
pub mod library;
mod location;
pub mod logger;
pub mod panic;
pub mod pointers;
mod saved;
pub mod selection;
pub mod simulation;
pub mod states;
