//! The event-driven engine: integrates a network between events, locates every transition, resolves it.

mod engine;
mod flow;
mod numbers;
mod observation;
pub mod polynomial;
pub mod roots;
mod state;

pub use engine::Motion;
pub use observation::Observation;
pub use state::{ContactCounters, ContactMode, Element, Event, Fault, SpringMode, State};
