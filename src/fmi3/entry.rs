//! Calls of FMI 3.0 into an instance, answered with its statuses.

use super::types::{fmi3Instance, fmi3Status};
use crate::fmi::answer::{Answer, Status};
use crate::fmi::calls::Row;
use crate::fmi::component;
use crate::fmi::simulation::FmuInstance;

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
/// That of [`component::enter`].
pub unsafe fn enter(
    instance: fmi3Instance,
    call: impl Into<&'static Row>,
    body: impl FnOnce(&mut FmuInstance) -> Answer,
) -> fmi3Status {
    // SAFETY: the caller's promise.
    unsafe { component::enter(instance, call, body) }.into()
}

/// Functions that read or set variables, by the C type of their values and the type that holds these: `get` or `set` of
/// [`FmuInstance`] does it.
macro_rules! typed {
    ($($(#[$doc:meta])* fn $name:ident($values:ident: $type:ty) of $call:ident, $held:ty, $take:ident, $do:ident;)*) => {$(
        $(#[$doc])*
        ///
        /// # Safety
        /// `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values, `values` `nValues`, or
        /// room for them.
        #[cfg_attr(feature = "exports", unsafe(no_mangle))]
        pub unsafe extern "C" fn $name(
            instance: fmi3Instance,
            valueReferences: *const fmi3ValueReference,
            nValueReferences: usize,
            $values: $type,
            nValues: usize,
        ) -> fmi3Status {
            unsafe {
                enter(instance, Call::$call, |simulation| {
                    let references = array("valueReferences", valueReferences, nValueReferences)?;
                    simulation.$do(references, $take(stringify!($values), $values.cast::<$held>(), nValues)?)
                })
            }
        }
    )*};
}
pub(super) use typed;

/// Functions of Model Exchange that fill a list of numbers, of which the importer says the length.
macro_rules! lists {
    ($($(#[$doc:meta])* fn $name:ident($values:ident: $type:ty, $count:ident: usize) of $call:ident, $do:ident;)*) => {$(
        $(#[$doc])*
        #[cfg_attr(feature = "exports", unsafe(no_mangle))]
        pub unsafe extern "C" fn $name(instance: fmi3Instance, $values: $type, $count: usize) -> fmi3Status {
            unsafe {
                enter(instance, Call::$call, |simulation| {
                    simulation.$do(room(stringify!($values), $values, $count)?)
                })
            }
        }
    )*};
}
pub(super) use lists;

/// Functions for variables of a type that no unit has, by their own arguments and the name of the type: only empty lists are
/// accepted of them.
macro_rules! typeless {
    ($(fn $name:ident($($own:ident: $type:ty),+) of $call:ident, $kind:literal;)*) => {$(
        #[doc = concat!("No unit has ", $kind, " variables: only an empty list is accepted.")]
        ///
        /// # Safety
        /// `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values.
        #[cfg_attr(feature = "exports", unsafe(no_mangle))]
        pub unsafe extern "C" fn $name(
            instance: fmi3Instance,
            valueReferences: *const fmi3ValueReference,
            nValueReferences: usize,
            $($own: $type,)+
            nValues: usize,
        ) -> fmi3Status {
            let _ = ($($own,)+ nValues);
            unsafe {
                enter(instance, Call::$call, |simulation| {
                    let references = array("valueReferences", valueReferences, nValueReferences)?;
                    simulation.refuse_type(references, $kind)
                })
            }
        }
    )*};
}
pub(super) use typeless;

/// Functions that no state allows, by their own arguments: the table of legal calls says why.
macro_rules! never {
    ($($(#[$doc:meta])* fn $name:ident($($own:ident: $type:ty),*) of $call:ident;)*) => {$(
        $(#[$doc])*
        #[cfg_attr(feature = "exports", unsafe(no_mangle))]
        pub unsafe extern "C" fn $name(instance: fmi3Instance $(, $own: $type)*) -> fmi3Status {
            let _ = ($($own,)*);
            unsafe { enter(instance, Call::$call, |_| Ok(())) }
        }
    )*};
}
pub(super) use never;
