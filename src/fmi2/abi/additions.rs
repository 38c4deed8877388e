//! Additions of luztar to the standard: versions, GUIDs, transitions as data, the projections, and the
//! prediction of the step size that the INTO-CPS tools ask for under two spellings.

use std::ffi::c_char;
use std::mem::MaybeUninit;

use crate::fmi2::calls::Call;
use crate::fmi2::entry::enter;

use crate::fmi::pointers::{number, place, room, text};
use crate::fmi::{library, panic, selection};
use crate::fmi2::types::*;
use crate::projections;
use crate::unit::Version;

/// luztar's version, e.g. "0.1.0".
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub extern "C" fn luztar_version() -> *const c_char {
    let _ = panic::inside(library::path);
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// GUID of a unit of the model library, e.g. "SingleMassFriction", for fmi2Instantiate; NULL if there is
/// none of this name. The text lives as long as the library is loaded.
///
/// # Safety
/// `name` is NULL or ends with a zero.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn luztar_guid(name: *const c_char) -> *const c_char {
    unsafe { identity(name, Version::Two) }
}

/// Instantiation token of the same unit for FMI 3.0, as luztar_guid.
///
/// # Safety
/// `name` is NULL or ends with a zero.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn luztar_instantiation_token(name: *const c_char) -> *const c_char {
    unsafe { identity(name, Version::Three) }
}

unsafe fn identity(name: *const c_char, version: Version) -> *const c_char {
    let found = panic::inside(|| {
        panic::install_hook();
        library::path();
        let name = unsafe { text(name) }?.to_str().ok()?;
        selection::catalogue_guid(name, version)
    });
    found.ok().flatten().map_or(std::ptr::null(), |guid| guid.as_ptr().cast())
}

/// Value reference of a variable by its name, e.g. "block.force".
///
/// # Safety
/// `c` is NULL or a live instance; `name` is NULL or ends with a zero; `vr` has room for one value.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn luztar_value_reference(
    c: fmi2Component,
    name: fmi2String,
    vr: *mut fmi2ValueReference,
) -> fmi2Status {
    unsafe {
        enter(c, Call::ValueReference, |simulation| {
            let name = text(name).ok_or_else(|| "name is NULL".to_owned())?;
            place("vr", vr)?.write(simulation.value_reference(&name.to_string_lossy())?);
            Ok(())
        })
    }
}

/// Moves the oldest transitions that were not taken yet to `buffer` and returns how many. The instance
/// keeps the last 4096; see luztar_lost_events.
///
/// # Safety
/// `c` is NULL or a live instance. `buffer` has room for `capacity` records.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn luztar_take_events(
    c: fmi2Component,
    buffer: *mut luztar_Event,
    capacity: usize,
) -> usize {
    let mut taken = 0;
    unsafe {
        enter(c, Call::TakeEvents, |simulation| {
            taken = simulation.take_records(room("buffer", buffer, capacity)?);
            Ok(())
        });
    }
    taken
}

/// Transitions since the start that were dropped because they were not read.
///
/// # Safety
/// `c` is NULL or a live instance.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn luztar_lost_events(c: fmi2Component) -> u64 {
    let mut lost = 0;
    unsafe {
        enter(c, Call::LostEvents, |simulation| {
            lost = simulation.lost_events();
            Ok(())
        });
    }
    lost
}

/// Name of a contact or spring in the network file; NULL if there is none with this number. The text
/// lives as long as the instance.
///
/// # Safety
/// `c` is NULL or a live instance.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn luztar_element_name(
    c: fmi2Component,
    kind: MaybeUninit<luztar_Kind>,
    element: u32,
) -> *const c_char {
    let mut name = std::ptr::null();
    unsafe {
        enter(c, Call::ElementName, |simulation| {
            let kind = luztar_Kind::from_number(number(kind));
            name = simulation.record_name(kind, element as usize)?.as_ptr();
            Ok(())
        });
    }
    name
}

/// luz(x, a) = x + (|x - a| - |x + a|)/2: the dead zone of half-width a >= 0.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub extern "C" fn luztar_luz(x: f64, a: f64) -> f64 {
    panic::inside(|| projections::luz(x, a)).unwrap_or(f64::NAN)
}

/// sat(x, a) = x - luz(x, a): x clipped to [-a, a], a >= 0.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub extern "C" fn luztar_sat(x: f64, a: f64) -> f64 {
    panic::inside(|| projections::sat(x, a)).unwrap_or(f64::NAN)
}

/// The step that ends at the next transition, in s, if inputs and parameters stay as they are; where none
/// comes within `predictionHorizon` (ten default communication steps for a unit without it), that.
///
/// # Safety
/// `c` is NULL or a live instance. `size` has room for one value.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi2GetMaxStepsize(c: fmi2Component, size: *mut fmi2Real) -> fmi2Status {
    unsafe { max_step_size(c, Call::GetMaxStepsize, size) }
}

/// Same function as fmi2GetMaxStepsize, in the other spelling that is in use.
///
/// # Safety
/// `c` is NULL or a live instance. `size` has room for one value.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi2GetMaxStepSize(c: fmi2Component, size: *mut fmi2Real) -> fmi2Status {
    unsafe { max_step_size(c, Call::GetMaxStepSize, size) }
}

unsafe fn max_step_size(c: fmi2Component, call: Call, size: *mut fmi2Real) -> fmi2Status {
    unsafe {
        enter(c, call, |simulation| {
            let found = simulation.max_step_size()?;
            place("size", size)?.write(found);
            Ok(())
        })
    }
}
