//! FMI 3.0 through the C interface of this crate, as hosts use it.

mod allocations;
mod combinations;
#[path = "../counting/mod.rs"]
mod counting;
mod coupled;
mod derivatives;
mod events;
#[path = "../fmi2_host/mod.rs"]
mod fmi2_host;
mod forms;
mod host;
mod idle_events;
mod random;
mod refusals;
mod states;
mod updates;
