//! Dry friction and freeplay as units for FMI 2.0 and 3.0, integrated exactly.
//!
//! A network of bodies, contacts and springs ([`network`]) is moved by an event-driven engine
//! ([`motion`]) in which stick and slip are modes and every transition is located. Contact forces
//! come from Gauss's principle of least constraint, solved exactly ([`gauss`]).
//!
//! ```text
//!   cli  ──► export ──► unit ──► motion ──► network ──► laws, gauss, projections
//!   laws ──► algebra
//!   export ──► drawing ──► network
//!   fmi2, fmi3 ──► fmi ──► export (the GUID), unit
//!   study ──► unit, network, laws
//! ```
//! Each layer imports only what stands to its right; `projections`, `laws` and `gauss` know nothing
//! of time or FMI, `algebra` nothing of friction.

pub mod algebra;
#[cfg(feature = "cli")]
pub mod drawing;
pub mod export;
mod fmi;
pub mod fmi2;
pub mod fmi3;
pub mod gauss;
pub mod laws;
pub mod motion;
pub mod network;
pub mod projections;
pub mod study;
pub mod unit;

/// luztar's version, e.g. `0.1.0`.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
