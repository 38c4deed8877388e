//! The beginning of a unit of FMI 2.0 for Co-Simulation that was loaded from a library.

use std::ffi::c_char;
use std::mem::MaybeUninit;

use libloading::{Error, Library};
use luztar::fmi2::*;

type Instantiate = unsafe extern "C" fn(
    *const c_char,
    MaybeUninit<fmi2Type>,
    *const c_char,
    *const c_char,
    *const fmi2CallbackFunctions,
    fmi2Boolean,
    fmi2Boolean,
) -> fmi2Component;
type Setup =
    unsafe extern "C" fn(fmi2Component, fmi2Boolean, f64, f64, fmi2Boolean, f64) -> fmi2Status;
type Enter = unsafe extern "C" fn(fmi2Component) -> fmi2Status;
pub type Step = unsafe extern "C" fn(fmi2Component, f64, f64, fmi2Boolean) -> fmi2Status;

pub fn ok(status: fmi2Status) {
    assert_eq!(status, fmi2Status::fmi2OK);
}

/// Makes an instance that logs nothing.
///
/// # Safety
/// The library has the function by its declaration; the texts end with a zero, or are null where the unit takes none.
pub unsafe fn instance(
    library: &Library,
    guid: *const c_char,
    resources: *const c_char,
) -> Result<fmi2Component, Error> {
    // SAFETY: as above; no function is called back.
    let unit = unsafe {
        let quiet: fmi2CallbackFunctions = std::mem::zeroed();
        let kind = MaybeUninit::new(fmi2Type::fmi2CoSimulation);
        let instantiate = library.get::<Instantiate>(b"fmi2Instantiate")?;
        instantiate(c"unit".as_ptr(), kind, guid, resources, &quiet, 0, 0)
    };
    assert!(!unit.is_null(), "no instance");
    Ok(unit)
}

/// Initialises an instance at 0 s.
///
/// # Safety
/// The instance is of the library, which has the functions by their declarations.
pub unsafe fn initialise(library: &Library, unit: fmi2Component) -> Result<(), Error> {
    // SAFETY: as above.
    unsafe {
        ok(library.get::<Setup>(b"fmi2SetupExperiment")?(unit, 0, 0.0, 0.0, 0, 0.0));
        ok(library.get::<Enter>(b"fmi2EnterInitializationMode")?(unit));
        ok(library.get::<Enter>(b"fmi2ExitInitializationMode")?(unit));
    }
    Ok(())
}
