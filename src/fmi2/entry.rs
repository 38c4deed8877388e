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

/// Functions that read or set variables, by the C type of their values: a method of [`FmuInstance`] does it.
macro_rules! typed {
    ($($(#[$doc:meta])* fn $name:ident($value:ident: $type:ty) of $call:ident, $take:ident, $do:ident;)*) => {$(
        $(#[$doc])*
        ///
        /// # Safety
        /// `c` is NULL or a live instance. `vr` and `value` hold `nvr` values, or room for them.
        #[cfg_attr(feature = "exports", unsafe(no_mangle))]
        pub unsafe extern "C" fn $name(
            c: fmi2Component,
            vr: *const fmi2ValueReference,
            nvr: usize,
            $value: $type,
        ) -> fmi2Status {
            unsafe {
                enter(c, Call::$call, |simulation| {
                    simulation.$do(array("vr", vr, nvr)?, $take(stringify!($value), $value, nvr)?)
                })
            }
        }
    )*};
}
pub(super) use typed;
