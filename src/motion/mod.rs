//! The motion of a network: event-driven, where every transition is located and resolved, or by time
//! stepping.

mod convergence;
mod engine;
mod flow;
mod guards;
mod kinetic;
mod loads;
mod modes;
mod moreau;
mod numbers;
mod observation;
mod observe;
pub mod polynomial;
mod prescribed;
mod resolve;
pub mod roots;
mod series;
mod sliding;
mod state;
mod storm;
mod work;

pub use engine::{Motion, Prediction, Saved, indicator_count};
pub use observation::Observation;
pub use state::{ContactCounters, ContactMode, Element, Event, Fault, SpringMode, State};
