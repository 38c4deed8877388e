//! FMI 2.0 as a host calls it, in this process.

mod allocations;
mod derivatives;
mod environment;
mod events;
mod exchange;
mod instantiation;
mod logging;
mod openmodelica;
mod placed;
mod refusals;
mod sequences;
mod slider;
mod standard;
mod state;
mod stop;
mod threads;
