//! FMI 3.0 through the C interface of this crate, as hosts use it.

mod allocations;
mod combinations;
mod derivatives;
mod events;
mod host;
mod random;
mod refusals;
mod states;
mod updates;
