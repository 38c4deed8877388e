//! FMI 3.0 through the C interface of this crate, as hosts use it.

mod allocations;
mod combinations;
mod coupled;
mod derivatives;
#[cfg(all(target_os = "linux", target_env = "gnu", target_arch = "x86_64"))]
mod environment;
mod events;
mod forms;
mod idle_events;
mod random;
mod refusals;
mod standard;
mod states;
mod updates;
