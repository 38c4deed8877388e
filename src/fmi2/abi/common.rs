//! Functions common to Model Exchange and Co-Simulation (FMI 2.0 §2.1).
#![allow(clippy::too_many_arguments)]

use crate::fmi::component;
use crate::fmi::pointers::{array, number, text};
use crate::fmi::{library, panic};
use crate::fmi2::calls::Call;
use crate::fmi2::entry::enter;
use crate::fmi2::instantiation::{Request, instantiate};
use crate::fmi2::types::*;
use std::ffi::{CStr, c_char};
use std::mem::MaybeUninit;

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
/// model library needs no resources; the network of any other is read from `fmuResourceLocation`, or where
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

/// Start and stop time in s, and the relative tolerance of the host; the model's own parameter
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

/// Resets the instance to its state after instantiation. Legal in every state.
///
/// # Safety
/// `c` is NULL or a live instance.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi2Reset(c: fmi2Component) -> fmi2Status {
    unsafe { enter(c, Call::Reset, |simulation| simulation.reset()) }
}
