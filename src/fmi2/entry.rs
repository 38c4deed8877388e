//! Calls of FMI 2.0 into an instance, answered with its statuses.

use super::calls::Call;
use super::types::{fmi2Component, fmi2Status};
use crate::fmi::answer::{Answer, Status};
use crate::fmi::component;
use crate::fmi::simulation::FmuInstance;

impl From<Status> for fmi2Status {
    fn from(status: Status) -> Self {
        match status {
            Status::Ok => fmi2Status::fmi2OK,
            Status::Warning => fmi2Status::fmi2Warning,
            Status::Discard => fmi2Status::fmi2Discard,
            Status::Error => fmi2Status::fmi2Error,
            Status::Fatal => fmi2Status::fmi2Fatal,
        }
    }
}

/// Runs `body` for an instance if `call` is legal in its state.
///
/// # Safety
/// That of [`component::enter`].
pub unsafe fn enter(
    c: fmi2Component,
    call: Call,
    body: impl FnOnce(&mut FmuInstance) -> Answer,
) -> fmi2Status {
    // SAFETY: the caller's promise.
    unsafe { component::enter(c, call, body) }.into()
}
