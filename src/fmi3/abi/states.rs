//! Saved states (FMI 3.0 §2.2).

use crate::fmi::pointers::room;
use crate::fmi::simulation::handles::free_at;
use crate::fmi3::calls::Call;
use crate::fmi3::entry::enter;
use crate::fmi3::types::*;

/// Saves the instance: motion, modes, a transition that is pending, parameters, inputs, counters, means and the
/// transitions that were not read; not its logger, nor what it was given at instantiation. `*FMUState` is NULL for a new
/// state, or a state that is to be replaced. A state lives until fmi3FreeFMUState, at most until the instance that
/// made it is freed.
///
/// # Safety
/// `instance` is NULL or a live instance. `FMUState` is NULL or points to a state or NULL.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi3GetFMUState(
    instance: fmi3Instance,
    FMUState: *mut fmi3FMUState,
) -> fmi3Status {
    unsafe { enter(instance, Call::GetFMUState, |simulation| simulation.save_at(FMUState)) }
}

/// Restores a state, saved of this or of another instance of the same model; what follows is
/// the same, bit for bit. A state that was freed, or is not a state, is refused and nothing changes.
///
/// # Safety
/// `instance` is NULL or a live instance.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi3SetFMUState(
    instance: fmi3Instance,
    FMUState: fmi3FMUState,
) -> fmi3Status {
    unsafe { enter(instance, Call::SetFMUState, |simulation| simulation.restore(FMUState)) }
}

/// Ends a state and sets `*FMUState` to NULL. NULL is ignored.
///
/// # Safety
/// `instance` is NULL or a live instance. `FMUState` is NULL or points to a state or NULL.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi3FreeFMUState(
    instance: fmi3Instance,
    FMUState: *mut fmi3FMUState,
) -> fmi3Status {
    unsafe { enter(instance, Call::FreeFMUState, |_| free_at(FMUState)) }
}

/// Number of bytes of a state.
///
/// # Safety
/// `instance` is NULL or a live instance. `size` has room for one value.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi3SerializedFMUStateSize(
    instance: fmi3Instance,
    FMUState: fmi3FMUState,
    size: *mut usize,
) -> fmi3Status {
    unsafe {
        enter(instance, Call::SerializedFMUStateSize, |simulation| {
            simulation.size_at(FMUState, size)
        })
    }
}

/// Writes a state as bytes, for another instance of the unit, another process or another machine; `size` must
/// be what fmi3SerializedFMUStateSize gave. They hold the version of luztar, the model's instantiation token and a
/// checksum.
///
/// # Safety
/// `instance` is NULL or a live instance. `serializedState` has room for `size` bytes.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi3SerializeFMUState(
    instance: fmi3Instance,
    FMUState: fmi3FMUState,
    serializedState: *mut fmi3Byte,
    size: usize,
) -> fmi3Status {
    unsafe {
        enter(instance, Call::SerializeFMUState, |simulation| {
            simulation.serialize_into(FMUState, room("serializedState", serializedState, size)?)
        })
    }
}

/// A state from its bytes. Bytes of another unit or another version of luztar, and such that were truncated
/// or changed, are refused, and nothing changes. `*FMUState` is as in fmi3GetFMUState.
///
/// # Safety
/// `instance` is NULL or a live instance. `serializedState` holds `size` bytes. `FMUState` points to a state or NULL.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi3DeserializeFMUState(
    instance: fmi3Instance,
    serializedState: *const fmi3Byte,
    size: usize,
    FMUState: *mut fmi3FMUState,
) -> fmi3Status {
    unsafe {
        enter(instance, Call::DeserializeFMUState, |simulation| {
            simulation.deserialize_at(serializedState.cast(), size, FMUState)
        })
    }
}
