//! Functions common to Model Exchange and Co-Simulation (FMI 2.0 §2.1).
#![allow(clippy::too_many_arguments)]

use crate::fmi::component;
use crate::fmi::handles::free_at;
use crate::fmi::pointers::{array, number, room, text};
use crate::fmi::{library, panic};
use crate::fmi2::calls::Call;
use crate::fmi2::entry::enter;
use crate::fmi2::instantiation::{Request, instantiate};
use crate::fmi2::types::*;
use crate::unit::Value;
use std::ffi::{CStr, c_char};
use std::mem::MaybeUninit;

/// References are rows of the table.
fn rows(references: &[u32]) -> impl Iterator<Item = usize> + Clone {
    references.iter().map(|reference| *reference as usize)
}

/// Platform of the argument types: "default".
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub extern "C" fn fmi2GetTypesPlatform() -> *const c_char {
    let _ = panic::inside(library::path);
    c"default".as_ptr()
}

/// Version of the standard: "2.0".
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub extern "C" fn fmi2GetVersion() -> *const c_char {
    let _ = panic::inside(library::path);
    c"2.0".as_ptr()
}

/// Switches debug logging of the named categories (logEvents, logStatusWarning, logStatusDiscard,
/// logStatusError, logStatusFatal, logAll), or without names of all. Errors are always sent.
///
/// # Safety
/// `c` is NULL or a live instance. `categories` holds `nCategories` texts.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi2SetDebugLogging(
    c: fmi2Component,
    loggingOn: fmi2Boolean,
    nCategories: usize,
    categories: *const fmi2String,
) -> fmi2Status {
    unsafe {
        enter(c, Call::SetDebugLogging, |simulation| {
            let names = array("categories", categories, nCategories)?;
            let names: Option<Vec<&CStr>> = names.iter().map(|name| text(*name)).collect();
            let names = names.ok_or_else(|| "a category is NULL".to_owned())?;
            Ok(simulation.logger.switch(loggingOn != fmi2False, &names)?)
        })
    }
}

/// A new instance of the unit with this GUID, or NULL and a message in the logger. A unit of the
/// catalogue needs no resources; the network of any other is read from `fmuResourceLocation`, or where
/// that leads nowhere from the FMU in which this library lies. `functions` is copied; each of its
/// members may be NULL. `visible` has no effect.
///
/// # Safety
/// The texts are NULL or end with a zero; `functions` is NULL or holds functions of the standard's types
/// or NULL.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi2Instantiate(
    instanceName: fmi2String,
    fmuType: MaybeUninit<fmi2Type>,
    fmuGUID: fmi2String,
    fmuResourceLocation: fmi2String,
    functions: *const fmi2CallbackFunctions,
    visible: fmi2Boolean,
    loggingOn: fmi2Boolean,
) -> fmi2Component {
    let _ = visible;
    let _ = panic::inside(panic::install_hook);
    let request = unsafe {
        Request {
            instance_name: text(instanceName),
            kind: fmi2Type::from_number(number(fmuType)),
            guid: text(fmuGUID),
            resource_location: text(fmuResourceLocation),
            functions: functions.as_ref().copied(),
            debug: loggingOn != fmi2False,
        }
    };
    instantiate(&request)
}

/// Ends an instance; NULL is ignored.
///
/// # Safety
/// `c` is NULL or a live instance. It must not be used afterwards.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi2FreeInstance(c: fmi2Component) {
    unsafe { component::free(c) }
}

/// Start and stop time in s, and the relative tolerance of the host; the unit's own parameter
/// `relativeTolerance` holds where it is tighter. Optional, before initialization.
///
/// # Safety
/// `c` is NULL or a live instance.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi2SetupExperiment(
    c: fmi2Component,
    toleranceDefined: fmi2Boolean,
    tolerance: fmi2Real,
    startTime: fmi2Real,
    stopTimeDefined: fmi2Boolean,
    stopTime: fmi2Real,
) -> fmi2Status {
    let tolerance = (toleranceDefined != fmi2False).then_some(tolerance);
    let stop = (stopTimeDefined != fmi2False).then_some(stopTime);
    unsafe {
        enter(c, Call::SetupExperiment, |simulation| {
            simulation.setup_experiment(startTime, stop, tolerance)
        })
    }
}

/// Begins initialization.
///
/// # Safety
/// `c` is NULL or a live instance.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi2EnterInitializationMode(c: fmi2Component) -> fmi2Status {
    unsafe {
        enter(c, Call::EnterInitializationMode, |simulation| simulation.enter_initialization_mode())
    }
}

/// Ends initialization: the initial state is solved, and from now on fixed parameters keep their
/// values.
///
/// # Safety
/// `c` is NULL or a live instance.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi2ExitInitializationMode(c: fmi2Component) -> fmi2Status {
    unsafe { enter(c, Call::ExitInitializationMode, |simulation| simulation.begin_simulation()) }
}

/// Ends the simulation; values may still be read. Legal in every state.
///
/// # Safety
/// `c` is NULL or a live instance.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi2Terminate(c: fmi2Component) -> fmi2Status {
    unsafe { enter(c, Call::Terminate, |simulation| simulation.terminate()) }
}

/// Makes the instance a fresh one, whatever happened to it before. Legal in every state.
///
/// # Safety
/// `c` is NULL or a live instance.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi2Reset(c: fmi2Component) -> fmi2Status {
    unsafe { enter(c, Call::Reset, |simulation| simulation.reset()) }
}

/// Values of Real variables. Outputs fit the inputs and parameters set last, evaluated in the present
/// modes; transitions happen in fmi2DoStep only.
///
/// # Safety
/// `c` is NULL or a live instance. `vr` and `value` hold `nvr` values.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi2GetReal(
    c: fmi2Component,
    vr: *const fmi2ValueReference,
    nvr: usize,
    value: *mut fmi2Real,
) -> fmi2Status {
    unsafe {
        enter(c, Call::GetReal, |simulation| {
            simulation.get_reals(array("vr", vr, nvr)?, room("value", value, nvr)?)
        })
    }
}

/// Values of Integer variables and enumerations.
///
/// # Safety
/// `c` is NULL or a live instance. `vr` and `value` hold `nvr` values.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi2GetInteger(
    c: fmi2Component,
    vr: *const fmi2ValueReference,
    nvr: usize,
    value: *mut fmi2Integer,
) -> fmi2Status {
    unsafe {
        enter(c, Call::GetInteger, |simulation| {
            simulation.get_integers(array("vr", vr, nvr)?, room("value", value, nvr)?)
        })
    }
}

/// Values of Boolean variables.
///
/// # Safety
/// `c` is NULL or a live instance. `vr` and `value` hold `nvr` values.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi2GetBoolean(
    c: fmi2Component,
    vr: *const fmi2ValueReference,
    nvr: usize,
    value: *mut fmi2Boolean,
) -> fmi2Status {
    unsafe {
        enter(c, Call::GetBoolean, |simulation| {
            simulation.get_booleans(array("vr", vr, nvr)?, room("value", value, nvr)?)
        })
    }
}

/// No unit has String variables: only an empty list is accepted.
///
/// # Safety
/// `c` is NULL or a live instance. `vr` and `value` hold `nvr` values.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi2GetString(
    c: fmi2Component,
    vr: *const fmi2ValueReference,
    nvr: usize,
    value: *mut fmi2String,
) -> fmi2Status {
    unsafe {
        enter(c, Call::GetString, |simulation| {
            room("value", value, nvr)?;
            simulation.refuse_kind(array("vr", vr, nvr)?, "String")
        })
    }
}

/// Sets inputs, parameters before initialization ends, and tunable parameters at any time: all of
/// them, or none if one value is refused.
///
/// # Safety
/// `c` is NULL or a live instance. `vr` and `value` hold `nvr` values.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi2SetReal(
    c: fmi2Component,
    vr: *const fmi2ValueReference,
    nvr: usize,
    value: *const fmi2Real,
) -> fmi2Status {
    unsafe {
        enter(c, Call::SetReal, |simulation| {
            simulation.set(rows(array("vr", vr, nvr)?), array("value", value, nvr)?, Value::Real)
        })
    }
}

/// Sets Integer parameters and enumerations, like fmi2SetReal.
///
/// # Safety
/// `c` is NULL or a live instance. `vr` and `value` hold `nvr` values.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi2SetInteger(
    c: fmi2Component,
    vr: *const fmi2ValueReference,
    nvr: usize,
    value: *const fmi2Integer,
) -> fmi2Status {
    unsafe {
        enter(c, Call::SetInteger, |simulation| {
            simulation.set(rows(array("vr", vr, nvr)?), array("value", value, nvr)?, Value::Integer)
        })
    }
}

/// Sets Boolean parameters, like fmi2SetReal.
///
/// # Safety
/// `c` is NULL or a live instance. `vr` and `value` hold `nvr` values.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi2SetBoolean(
    c: fmi2Component,
    vr: *const fmi2ValueReference,
    nvr: usize,
    value: *const fmi2Boolean,
) -> fmi2Status {
    unsafe {
        enter(c, Call::SetBoolean, |simulation| {
            simulation.set(rows(array("vr", vr, nvr)?), array("value", value, nvr)?, |value| {
                Value::Boolean(value != fmi2False)
            })
        })
    }
}

/// No unit has String variables: only an empty list is accepted.
///
/// # Safety
/// `c` is NULL or a live instance. `vr` and `value` hold `nvr` values.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi2SetString(
    c: fmi2Component,
    vr: *const fmi2ValueReference,
    nvr: usize,
    value: *const fmi2String,
) -> fmi2Status {
    unsafe {
        enter(c, Call::SetString, |simulation| {
            array("value", value, nvr)?;
            simulation.refuse_kind(array("vr", vr, nvr)?, "String")
        })
    }
}

/// Saves the instance: motion, modes, parameters, inputs, counters, means and the transitions that nobody
/// took; not its logger. `*FMUstate` is NULL for a new state, or a state that is to be replaced. A state
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

/// Becomes the instance that was saved, of this one or of another instance of the same unit; what follows is
/// the same, bit for bit. A state that was freed, or is none, is refused and nothing changes.
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
/// be what fmi2SerializedFMUstateSize gave. They hold the version of luztar, the unit's GUID and a checksum.
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
