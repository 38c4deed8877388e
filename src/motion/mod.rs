//! The motion of a network: event-driven, where every transition is located and resolved, or by time
//! stepping.

mod elements;
mod engine;
mod events;
mod flow;
mod kinetic;
mod link;
mod local;
mod methods;
mod numbers;
mod observation;
mod observe;
pub mod polynomial;
mod prescribed;
mod rounding;
mod series;
mod start;
mod state;
mod variation;
mod work;

pub(crate) use engine::{Contradiction, Halt, Reached, indicator_count};
pub use engine::{Motion, Prediction, Saved};
pub use events::roots;
pub use observation::Observation;
pub use state::{ContactCounters, ContactMode, Element, Event, Fault, SpringMode, State};
pub(crate) use variation::Change;
