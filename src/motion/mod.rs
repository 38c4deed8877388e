//! The motion of a network: event-driven, where every transition is located and resolved, or by time
//! stepping.

mod collocation;
mod convergence;
mod defect;
mod engine;
mod flow;
mod forces;
mod guards;
mod higher;
mod internals;
mod kinetic;
mod link;
mod loads;
mod modes;
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
mod series;
mod sliding;
mod start;
mod state;
mod stiff;
mod storm;
mod tyre;
mod variation;
mod work;

pub(crate) use engine::{Contradiction, Halt, Reached, indicator_count};
pub use engine::{Motion, Prediction, Saved};
pub use observation::Observation;
pub use state::{ContactCounters, ContactMode, Element, Event, Fault, SpringMode, State};
pub(crate) use variation::Change;
