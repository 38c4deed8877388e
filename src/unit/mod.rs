//! A unit: a network seen through one table of variables, and running instances of it.

mod arrays;
pub mod catalogue;
mod compiled;
#[doc(hidden)]
pub mod dependencies;
mod elements;
mod events;
mod fault;
mod form;
mod instance;
mod known;
mod model;
mod phase;
mod quantities;
mod reference;
mod rules;
pub(crate) mod sealed;
mod slot;
mod structure;
mod table;
mod variable;
mod version;

pub use crate::dynamics::{
    ContactId, ContactMode, Element, Event, ForceId, HIGHEST_DERIVATIVE, Penetration, Reached,
    SpringId, SpringMode, StopCondition,
};
pub use arrays::Array;
pub(crate) use compiled::compile;
#[doc(hidden)]
pub use compiled::{COMPILED_FILE, Compiled, LONGEST_COMPILED, NETWORK_FILE};
pub use elements::states;
pub use events::EVENT_CAPACITY;
use events::EventQueue;
pub use fault::Fault;
pub use form::Form;
pub use instance::{Pattern, Simulation, Snapshot, Warning};
#[doc(hidden)]
pub use instance::{can_ramp, exchange_sizes};
pub use model::Model;
pub use phase::Phase;
#[doc(hidden)]
pub use quantities::{DAMPER_FORCE, Quantity};
#[doc(hidden)]
pub use reference::Reference;
pub use variable::{
    Accessor, Causality, Initial, Item, Kind, Setting, Value, Variability, Variable,
};
pub use version::Version;
