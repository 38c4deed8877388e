//! States that are kept and set again, and partial derivatives (FMI 2.0 §2.1.8, §2.1.9).
#![allow(clippy::too_many_arguments)]

use crate::fmi::pointers::{array, room};
use crate::fmi::simulation::handles::free_at;
use crate::fmi2::calls::Call;
use crate::fmi2::entry::enter;
use crate::fmi2::types::*;

/// Saves the instance: motion, modes, parameters, inputs, counters, means and the transitions that were not
/// read; not its logger. `*FMUstate` is NULL for a new state, or a state that is to be replaced. A state
/// lives until fmi2FreeFMUstate, at most until the instance that made it is freed.
///
/// # Safety
/// `c` is NULL or a live instance. `FMUstate` is NULL or points to a state or NULL.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi2GetFMUstate(
    c: fmi2Component,
    FMUstate: *mut fmi2FMUstate,
) -> fmi2Status {
    unsafe { enter(c, Call::GetFMUstate, |simulation| simulation.save_at(FMUstate)) }
}

/// Restores a state, saved of this or of another instance of the same model; what follows is
/// the same, bit for bit. A state that was freed, or is not a state, is refused and nothing changes.
///
/// # Safety
/// `c` is NULL or a live instance.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi2SetFMUstate(c: fmi2Component, FMUstate: fmi2FMUstate) -> fmi2Status {
    unsafe { enter(c, Call::SetFMUstate, |simulation| simulation.restore(FMUstate)) }
}

/// Ends a state and sets `*FMUstate` to NULL. NULL is ignored.
///
/// # Safety
/// `c` is NULL or a live instance. `FMUstate` is NULL or points to a state or NULL.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi2FreeFMUstate(
    c: fmi2Component,
    FMUstate: *mut fmi2FMUstate,
) -> fmi2Status {
    unsafe { enter(c, Call::FreeFMUstate, |_| free_at(FMUstate)) }
}

/// Number of bytes of a state.
///
/// # Safety
/// `c` is NULL or a live instance. `size` has room for one value.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi2SerializedFMUstateSize(
    c: fmi2Component,
    FMUstate: fmi2FMUstate,
    size: *mut usize,
) -> fmi2Status {
    unsafe {
        enter(c, Call::SerializedFMUstateSize, |simulation| simulation.size_at(FMUstate, size))
    }
}

/// Writes a state as bytes, for another instance of the unit, another process or another machine; `size` must
/// be what fmi2SerializedFMUstateSize gave. They hold the version of luztar, the model's GUID and a checksum.
///
/// # Safety
/// `c` is NULL or a live instance. `serializedState` has room for `size` bytes.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi2SerializeFMUstate(
    c: fmi2Component,
    FMUstate: fmi2FMUstate,
    serializedState: *mut fmi2Byte,
    size: usize,
) -> fmi2Status {
    unsafe {
        enter(c, Call::SerializeFMUstate, |simulation| {
            let room = room("serializedState", serializedState.cast(), size)?;
            simulation.serialize_into(FMUstate, room)
        })
    }
}

/// A state from its bytes. Bytes of another unit or another version of luztar, and such that were truncated
/// or changed, are refused, and nothing changes. `*FMUstate` is as in fmi2GetFMUstate.
///
/// # Safety
/// `c` is NULL or a live instance. `serializedState` holds `size` bytes. `FMUstate` points to a state or
/// NULL.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi2DeSerializeFMUstate(
    c: fmi2Component,
    serializedState: *const fmi2Byte,
    size: usize,
    FMUstate: *mut fmi2FMUstate,
) -> fmi2Status {
    unsafe {
        enter(c, Call::DeSerializeFMUstate, |simulation| {
            simulation.deserialize_at(serializedState.cast(), size, FMUstate)
        })
    }
}

/// Changes of outputs (derivatives of states among them) with changes of states, inputs and tunable parameters, in
/// the present modes and from the equations: dvUnknown = Σ ∂unknown/∂known · dvKnown. Units with massless bodies
/// have none.
///
/// # Safety
/// `c` is NULL or a live instance. `vUnknown_ref` and `dvUnknown` hold `nUnknown` values, `vKnown_ref` and `dvKnown`
/// hold `nKnown` values.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi2GetDirectionalDerivative(
    c: fmi2Component,
    vUnknown_ref: *const fmi2ValueReference,
    nUnknown: usize,
    vKnown_ref: *const fmi2ValueReference,
    nKnown: usize,
    dvKnown: *const fmi2Real,
    dvUnknown: *mut fmi2Real,
) -> fmi2Status {
    unsafe {
        enter(c, Call::GetDirectionalDerivative, |simulation| {
            let unknowns = array("vUnknown_ref", vUnknown_ref, nUnknown)?;
            let knowns = array("vKnown_ref", vKnown_ref, nKnown)?;
            let directions = array("dvKnown", dvKnown, nKnown)?;
            let out = room("dvUnknown", dvUnknown, nUnknown)?;
            simulation.directional_derivative(unknowns, knowns, directions, out)
        })
    }
}
