//! Calls of FMI 3.0 into an instance, answered with its statuses.

use super::types::{fmi3Instance, fmi3Status};
use crate::fmi::answer::{Answer, Status};
use crate::fmi::calls::Row;
use crate::fmi::component;
use crate::fmi::simulation::Simulation;

impl From<Status> for fmi3Status {
    fn from(status: Status) -> Self {
        match status {
            Status::Ok => fmi3Status::fmi3OK,
            Status::Warning => fmi3Status::fmi3Warning,
            Status::Discard => fmi3Status::fmi3Discard,
            Status::Error => fmi3Status::fmi3Error,
            Status::Fatal => fmi3Status::fmi3Fatal,
        }
    }
}

/// Runs `body` for an instance if `call` is legal in its state.
///
/// # Safety
/// As [`component::enter`].
pub unsafe fn enter(
    instance: fmi3Instance,
    call: impl Into<&'static Row>,
    body: impl FnOnce(&mut Simulation) -> Answer,
) -> fmi3Status {
    // SAFETY: the caller's promise.
    unsafe { component::enter(instance, call, body) }.into()
}
