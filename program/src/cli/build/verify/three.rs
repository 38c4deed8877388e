//! Verification through the C interface of FMI 3.0: Co-Simulation with Event Mode and early return.

use std::ffi::{CStr, CString, c_char, c_int, c_uint};
use std::path::Path;
use std::ptr;

use libloading::Library;

use super::course::Course;
use super::library::{Fault, Plain, Simulation, check_outputs, done, done_at, function};
use crate::cli::build::manifest::{Manifest, Output, each};

/// Transitions in a step after which there is no end of them.
const MOST_TRANSITIONS: usize = 10_000;

type Get<T> = unsafe extern "C" fn(Simulation, *const c_uint, usize, *mut T, usize) -> c_int;
type Instantiate = unsafe extern "C" fn(
    *const c_char,
    *const c_char,
    *const c_char,
    bool,
    bool,
    bool,
    bool,
    *const c_uint,
    usize,
    *const (),
    *const (),
    *const (),
) -> Simulation;
type Initialize = unsafe extern "C" fn(Simulation, bool, f64, f64, bool, f64) -> c_int;
type Update = unsafe extern "C" fn(
    Simulation,
    *mut u8,
    *mut u8,
    *mut u8,
    *mut u8,
    *mut u8,
    *mut f64,
) -> c_int;
type DoStep =
    unsafe extern "C" fn(Simulation, f64, f64, bool, *mut u8, *mut u8, *mut u8, *mut f64) -> c_int;

/// Runs an instance of the library along a course.
///
/// # Errors
/// The first thing that a host would stumble over.
pub fn run(
    library: &Library,
    manifest: &Manifest,
    resources: &Path,
    course: &mut Course,
) -> Result<(), Fault> {
    // SAFETY: the type is the standard's; the text it returns is static.
    let version = unsafe {
        let get: unsafe extern "C" fn() -> *const c_char = function(library, "fmi3GetVersion")?;
        CStr::from_ptr(get())
    };
    if !version.to_bytes().starts_with(b"3.") {
        return Err(format!("fmi3GetVersion returned {version:?}, not \"3.0\"").into());
    }
    let unit = Running { instance: instantiate(library, manifest, resources)?, library };
    // SAFETY: the type is the standard's, and the instance lives until `unit` is dropped.
    unsafe {
        let initialize: Initialize = function(library, "fmi3EnterInitializationMode")?;
        let status = initialize(unit.instance, false, 0.0, 0.0, false, 0.0);
        done("fmi3EnterInitializationMode", status)?;
        unit.call("fmi3ExitInitializationMode").map_err(Fault::of_start)?;
    }
    unit.finish_event()?;
    unit.read_outputs(manifest, 0.0)?;
    while let Some((begin, end)) = course.next() {
        unit.step_to(begin, end)?;
        unit.read_outputs(manifest, end)?;
    }
    // SAFETY: the type is the standard's.
    Ok(unsafe { unit.call("fmi3Terminate") }?)
}

fn instantiate(
    library: &Library,
    manifest: &Manifest,
    resources: &Path,
) -> Result<Simulation, Fault> {
    let text = |text: &str| CString::new(text).map_err(|error| error.to_string());
    let (name, token) = (text(&manifest.model_identifier)?, text(&manifest.guid)?);
    let resources = text(&resources.to_string_lossy())?;
    // SAFETY: the type is the standard's; the unit copies the texts, and no callback is given.
    let instance = unsafe {
        let instantiate: Instantiate = function(library, "fmi3InstantiateCoSimulation")?;
        let (name, token, resources) = (name.as_ptr(), token.as_ptr(), resources.as_ptr());
        let (none, nobody) = (ptr::null(), ptr::null());
        instantiate(
            name, token, resources, false, false, true, true, none, 0, nobody, nobody, nobody,
        )
    };
    match instance.is_null() {
        true => Err(Fault::refusal("fmi3InstantiateCoSimulation")),
        false => Ok(instance),
    }
}

/// An instance, freed at the end.
struct Running<'a> {
    instance: Simulation,
    library: &'a Library,
}

impl Running<'_> {
    /// # Safety
    /// `name` must take nothing but the instance.
    unsafe fn call(&self, name: &str) -> Result<(), String> {
        // SAFETY: passed on to the caller; the instance is alive.
        let status = unsafe { function::<Plain>(self.library, name)?(self.instance) };
        done(name, status)
    }

    /// Leaves Event Mode for Step Mode.
    fn finish_event(&self) -> Result<(), String> {
        let mut needed = 1;
        while needed != 0 {
            let (mut flags, mut next) = ([0_u8; 4], 0.0);
            let [terminate, nominals, values, defined] = &mut flags;
            // SAFETY: the type is the standard's; all pointers have room for one value.
            let status = unsafe {
                let update: Update = function(self.library, "fmi3UpdateDiscreteStates")?;
                let one = self.instance;
                update(one, &mut needed, terminate, nominals, values, defined, &mut next)
            };
            done("fmi3UpdateDiscreteStates", status)?;
        }
        // SAFETY: the function takes nothing but the instance.
        unsafe { self.call("fmi3EnterStepMode") }
    }

    /// Steps to `end`, through all transitions on the way.
    fn step_to(&self, begin: f64, end: f64) -> Result<(), Fault> {
        let mut time = begin;
        for _ in 0..MOST_TRANSITIONS {
            let (mut flags, mut reached) = ([0_u8; 3], time);
            let [event, terminate, early] = &mut flags;
            // SAFETY: the type is the standard's; all pointers have room for one value.
            let status = unsafe {
                let step: DoStep = function(self.library, "fmi3DoStep")?;
                step(self.instance, time, end - time, true, event, terminate, early, &mut reached)
            };
            done_at("fmi3DoStep", time, status)?;
            let [event, _, early] = flags;
            if event != 0 {
                // SAFETY: the function takes nothing but the instance.
                unsafe { self.call("fmi3EnterEventMode") }?;
                self.finish_event()?;
            }
            time = if early != 0 { reached } else { end };
            if time >= end {
                return Ok(());
            }
        }
        let rule = format!("more than {MOST_TRANSITIONS} transitions in the step from {begin} s");
        Err(rule.into())
    }

    fn read_outputs(&self, manifest: &Manifest, time: f64) -> Result<(), Fault> {
        let real: Vec<f64> = self.get("fmi3GetFloat64", time, &manifest.real)?;
        self.get::<i32>("fmi3GetInt32", time, &manifest.integer)?;
        let boolean: Vec<u8> = self.get("fmi3GetBoolean", time, &manifest.boolean)?;
        let boolean: Vec<c_int> = boolean.into_iter().map(c_int::from).collect();
        Ok(check_outputs(manifest, time, &real, &boolean)?)
    }

    fn get<T: Clone + Default>(
        &self,
        name: &str,
        time: f64,
        outputs: &[Output],
    ) -> Result<Vec<T>, Fault> {
        let references: Vec<c_uint> = outputs.iter().map(|output| output.reference).collect();
        let mut values = vec![T::default(); each(outputs).count()];
        // SAFETY: the type is the standard's for `name`; both arrays have the lengths that are passed.
        let status = unsafe {
            let get: Get<T> = function(self.library, name)?;
            let (count, size) = (references.len(), values.len());
            get(self.instance, references.as_ptr(), count, values.as_mut_ptr(), size)
        };
        done_at(name, time, status).map(|()| values)
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        // SAFETY: the type is the standard's; the instance is not used again.
        unsafe {
            type Free = unsafe extern "C" fn(Simulation);
            if let Ok(free) = function::<Free>(self.library, "fmi3FreeInstance") {
                free(self.instance);
            }
        }
    }
}
