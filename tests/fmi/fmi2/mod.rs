//! FMI 2.0 as a host calls it, in this process.

mod allocations;
mod derivatives;
mod environment;
mod events;
mod exchange;
mod instantiation;
mod logging;
mod refusals;
mod sequences;
mod slider;
mod state;
mod stop;
mod threads;
