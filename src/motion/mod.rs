//! The motion of a network: event-driven, where every transition is located and resolved, or by time
//! stepping.

mod collocation;
mod convergence;
mod defect;
mod elements;
mod engine;
mod flow;
mod guards;
mod kinetic;
mod link;
mod moreau;
mod numbers;
mod observation;
mod observe;
mod pace;
mod patience;
pub mod polynomial;
mod prescribed;
mod resolve;
pub mod roots;
mod rounding;
mod series;
mod start;
mod state;
mod stiff;
mod storm;
mod variation;
mod work;

pub(crate) use engine::{Contradiction, Halt, Reached, indicator_count};
pub use engine::{Motion, Prediction, Saved};
pub use observation::Observation;
pub use state::{ContactCounters, ContactMode, Element, Event, Fault, SpringMode, State};
pub(crate) use variation::Change;
