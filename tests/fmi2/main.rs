//! FMI 2.0 as a host calls it, in this process.

mod derivatives;
mod events;
mod exchange;
#[path = "../fmi2_host/mod.rs"]
mod fmi2_host;
mod instantiation;
mod logging;
mod refusals;
mod sequences;
mod slider;
mod state;
mod stop;
mod threads;
