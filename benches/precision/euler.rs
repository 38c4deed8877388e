//! The unit in C (euler.c), compiled for a problem and called through the functions of FMI 2.0.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::ptr::null;

use libloading::Library;
use luztar::fmi2::*;

use super::Runner;
use super::fmi2::{Step, initialise, instance, ok};
use super::problem::{Problem, Ramp, SIZE};
use super::transitions::{Transition, change};

type Free = unsafe extern "C" fn(fmi2Component);
type SetReal =
    unsafe extern "C" fn(fmi2Component, *const fmi2ValueReference, usize, *const f64) -> fmi2Status;
type SetSlopes = unsafe extern "C" fn(
    fmi2Component,
    *const fmi2ValueReference,
    usize,
    *const i32,
    *const f64,
) -> fmi2Status;
type GetInteger =
    unsafe extern "C" fn(fmi2Component, *const fmi2ValueReference, usize, *mut i32) -> fmi2Status;

pub struct Euler {
    unit: fmi2Component,
    step: f64,
    inputs: Vec<fmi2ValueReference>,
    contacts: Vec<fmi2ValueReference>,
    modes: Vec<i32>,
    do_step: Step,
    set_real: SetReal,
    set_slopes: SetSlopes,
    get_integer: GetInteger,
    free: Free,
    /// The functions are of it.
    _library: Library,
}

/// Returns the path of the library of a problem.
fn library(problem: &Problem) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("precision_{}.so", problem.unit))
}

/// Compiles the unit by `cc`, or what the variable `CC` names.
///
/// # Errors
/// The message of the compiler.
pub fn compile(problem: &Problem) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    fs::write(folder.path().join("problem.h"), problem.in_c())
        .map_err(|error| error.to_string())?;
    let compiler = env::var("CC").unwrap_or_else(|_| "cc".to_owned());
    let root = env!("CARGO_MANIFEST_DIR");
    let compiled = Command::new(&compiler)
        .args(["-std=c99", "-O2", "-fPIC", "-shared", "-Wall", "-I"])
        .arg(folder.path())
        .args(["-I", &format!("{root}/include"), &format!("{root}/benches/precision/euler.c")])
        .arg("-o")
        .arg(library(problem))
        .arg("-lm")
        .output()
        .map_err(|error| format!("{compiler}: {error}"))?;
    let told = String::from_utf8_lossy(&compiled.stderr);
    if compiled.status.success() { Ok(()) } else { Err(told.into_owned()) }
}

impl Euler {
    /// Makes the method, initialised at 0 s, from what [`compile`] made.
    ///
    /// # Errors
    /// A library that cannot be loaded.
    pub fn new(problem: &Problem, step: f64) -> Result<Self, libloading::Error> {
        // SAFETY: the functions are those of euler.c, by the declarations of luztar.h.
        unsafe {
            let library = Library::new(library(problem))?;
            let unit = instance(&library, null(), null())?;
            let set_real = *library.get::<SetReal>(b"fmi2SetReal")?;
            ok(set_real(unit, &(problem.inputs.len() as fmi2ValueReference), 1, &step));
            initialise(&library, unit)?;
            let count = |count: usize| (0..count as fmi2ValueReference).collect();
            let mut euler = Self {
                unit,
                step,
                inputs: count(problem.inputs.len()),
                contacts: count(problem.contacts.len()),
                modes: vec![0; problem.contacts.len()],
                do_step: *library.get::<Step>(b"fmi2DoStep")?,
                set_real,
                set_slopes: *library.get::<SetSlopes>(b"fmi2SetRealInputDerivatives")?,
                get_integer: *library.get::<GetInteger>(b"fmi2GetInteger")?,
                free: *library.get::<Free>(b"fmi2FreeInstance")?,
                _library: library,
            };
            euler.read_modes();
            Ok(euler)
        }
    }

    fn read_modes(&mut self) {
        let (references, modes) = (self.contacts.as_ptr(), self.modes.as_mut_ptr());
        // SAFETY: both are as long as there are contacts.
        ok(unsafe { (self.get_integer)(self.unit, references, self.contacts.len(), modes) });
    }

    fn advance(&mut self, time: f64, size: f64) {
        // SAFETY: the instance lives.
        ok(unsafe { (self.do_step)(self.unit, time, size, fmi2True) });
    }
}

impl Runner for Euler {
    fn set(&mut self, inputs: Vec<Ramp>) {
        let (values, slopes): (Vec<f64>, Vec<f64>) =
            inputs.iter().map(|ramp| (ramp.value, ramp.slope)).unzip();
        let (references, count, orders) =
            (self.inputs.as_ptr(), inputs.len(), vec![1; inputs.len()]);
        // SAFETY: the slices are as long as there are inputs.
        unsafe {
            ok((self.set_real)(self.unit, references, count, values.as_ptr()));
            ok((self.set_slopes)(self.unit, references, count, orders.as_ptr(), slopes.as_ptr()));
        }
    }

    /// Makes a step. A transition is at the end of the step of the method after which the modes show it, which is where
    /// a host sees it.
    fn step(&mut self, time: f64, record: Option<&mut Vec<Transition>>) -> Result<(), String> {
        let Some(record) = record else {
            self.advance(time, SIZE);
            return Ok(());
        };
        for part in 1..=(SIZE / self.step).round() as usize {
            let before = self.modes.clone();
            let end = time + part as f64 * self.step;
            self.advance(end - self.step, self.step);
            self.read_modes();
            for (contact, (from, to)) in before.iter().zip(&self.modes).enumerate() {
                change(end, contact, *from, *to, record);
            }
        }
        Ok(())
    }
}

impl Drop for Euler {
    fn drop(&mut self) {
        // SAFETY: nothing uses the instance after this.
        unsafe { (self.free)(self.unit) }
    }
}
