//! The event-driven engine: integrates a network between events, locates every transition, resolves it.

mod convergence;
mod engine;
mod flow;
mod guards;
mod kinetic;
mod modes;
mod numbers;
mod observation;
mod observe;
pub mod polynomial;
mod resolve;
pub mod roots;
mod series;
mod state;
mod storm;
mod work;

pub use engine::Motion;
pub use observation::Observation;
pub use state::{ContactCounters, ContactMode, Element, Event, Fault, SpringMode, State};
