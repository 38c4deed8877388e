//! Dry friction and backlash as FMUs for FMI 2.0 and 3.0, integrated exactly.
//!
//! A slider on a dry floor, held by a spring (m = 1 kg, k = 100 N/m, Fk = 3 N, z0 = 0.2 m), reverses twice and stays at
//! −0.02 m from t = 3π/10 s on. One communication step of 2 s finds it, and reports all three transitions at their times:
//!
//! ```
//! use luztar::{Event, Model, Simulation};
//!
//! let text = r#"
//!     model = { name = "Slider" }
//!     experiment = { stopTime = 2.0, stepSize = 0.001 }
//!     body.slider = { mass = 1.0, position = 0.2 }
//!     contact.floor = { between = "slider", law = "coulomb", kineticFriction = 3.0 }
//!     spring.leaf = { between = "slider", stiffness = 100.0 }
//! "#;
//! let model = Model::read(text, "slider.toml")?;
//! let position = model.index_of("slider.position")?;
//! let mut slider = Simulation::new(model.clone());
//! slider.setup_experiment(0.0, None, None)?;
//! slider.enter_initialization()?;
//! slider.exit_initialization()?;
//! slider.step(0.0, 2.0)?;
//! let mut rest = None;
//! for event in slider.step_events() {
//!     if let Event::Contact { contact, from, to, time } = *event {
//!         println!("{time} s: {}: {from:?} → {to:?}", model.element_name(contact));
//!         rest = Some(time);
//!     }
//! }
//! assert!(rest.is_some_and(|time| (time - 0.3 * std::f64::consts::PI).abs() < 1e-12));
//! assert!((slider.get_real(position)? + 0.02).abs() < 1e-12);
//! # Ok::<(), luztar::Error>(())
//! ```
//!
//! A program needs [`Model`], [`Simulation`], [`Event`] and [`Error`]; [`unit`](mod@unit) has what belongs to them.
//! An event-driven simulator moves a network of bodies, contacts and springs ([`network`]): stick and slip are modes, and
//! every transition is located. Contact forces come from Gauss's principle of least constraint, solved exactly
//! ([`gauss`]). [`export`] makes an FMU of a model.
//!
//! Features, none of them on by default: `archive` draws networks and makes FMUs; `exports` gives the functions of FMI
//! their C names, for the libraries that FMUs carry (a program that links this crate without it has these names for
//! itself). The program `luztar` is the package `luztar-cli`.
//!
//! ```text
//!   export ──► unit ──► dynamics ──► network ──► laws, gauss, skyline, projections
//!   laws ──► algebra
//!   export ──► drawing ──► network
//!   fmi2, fmi3 ──► fmi ──► unit
//!   study ──► unit, network, laws
//!   signals ──► unit, algebra
//! ```
//! The crates `luztar-gauss` and `luztar-model` have the layers from `network` on to the right.
//! Each layer imports only what stands to its right; `projections`, `laws` and `gauss` know nothing
//! of time or FMI, `algebra` nothing of friction.

#![deny(missing_docs, unsafe_code)]

#[cfg(feature = "archive")]
pub mod drawing;
pub mod export;
// Its functions are for the tests: a program drives a [`Simulation`].
#[doc(hidden)]
pub mod dynamics;
mod error;
// No host calls these in a browser.
#[cfg(not(target_family = "wasm"))]
#[allow(unsafe_code)]
mod fmi;
#[cfg(not(target_family = "wasm"))]
#[allow(unsafe_code)]
#[doc(hidden)]
pub mod fmi2;
#[cfg(not(target_family = "wasm"))]
#[allow(unsafe_code)]
#[doc(hidden)]
pub mod fmi3;
mod ready;
pub mod signals;
pub mod study;
pub mod unit;

pub use error::{Error, ErrorKind};
pub use luztar_gauss as gauss;
#[doc(hidden)]
pub use luztar_model::algebra;
use luztar_model::skyline;
pub use luztar_model::{laws, network, projections};
pub use unit::{
    ContactId, ContactMode, Element, Event, ForceId, Model, Simulation, SpringId, SpringMode, Value,
};

/// luztar's version, e.g. `0.1.0`.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
