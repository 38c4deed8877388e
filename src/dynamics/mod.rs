//! The motion of a network: event-driven, where every transition is located and resolved, or by time
//! stepping.

mod algebraic;
mod bounded;
mod elements;
mod events;
mod expansion;
mod hybrid;
mod link;
mod methods;
mod observation;
mod partition;
pub mod polynomial;
mod prescribed;
mod program;
mod series;
mod simulator;
mod start;
mod state;
mod system;
mod tolerances;
mod totals;
mod variation;

pub(crate) use crate::algebra::Short;
pub use events::roots;
pub(crate) use observation::Seen;
pub use observation::{HIGHEST_DERIVATIVE, Observation};
pub(crate) use simulator::Displacement;
pub(crate) use simulator::model_exchange::indicator_count;
pub use simulator::{Penetration, Prediction, Reached, Saved, Simulator, StopCondition};
pub use state::{
    ContactCounters, ContactId, ContactMode, ContactState, Element, Event, Fault, ForceId,
    SpringId, SpringMode, State,
};
pub(crate) use variation::Change;
