//! Functions of a loaded FMU, and what can be wrong with them. Statuses are read as numbers: a foreign library may
//! return any.

use std::ffi::{c_int, c_void};

use libloading::Library;

use crate::cli::build::manifest::{Manifest, each};

/// The first thing that a host would stumble over.
#[derive(Debug)]
pub struct Fault {
    pub text: String,
    /// Time of the call that failed, s, of a step its begin; None: something else failed.
    pub time: Option<f64>,
    /// True if the library makes no instance of the model.
    pub is_refusal: bool,
}

impl Fault {
    /// Makes the failure of an initialisation.
    pub fn of_start(text: String) -> Self {
        Self { time: Some(0.0), ..text.into() }
    }

    /// Makes the failure of a call that has made no instance.
    pub fn refusal(call: &str) -> Self {
        Self { is_refusal: true, ..format!("{call} returned NULL").into() }
    }
}

impl From<String> for Fault {
    fn from(text: String) -> Self {
        Self { text, time: None, is_refusal: false }
    }
}

pub type Simulation = *mut c_void;
pub type Plain = unsafe extern "C" fn(Simulation) -> c_int;

/// # Safety
/// `F` must be the type of the function that the standard names `name`.
pub unsafe fn function<F: Copy>(library: &Library, name: &str) -> Result<F, String> {
    // SAFETY: passed on to the caller.
    let symbol = unsafe { library.get::<F>(name.as_bytes()) };
    symbol.map(|symbol| *symbol).map_err(|_| format!("the library has no function {name}"))
}

/// Returns an error that names the call and its time, unless the status is OK.
pub fn done_at(call: &str, time: f64, status: c_int) -> Result<(), Fault> {
    done(&format!("{call} at t = {time} s"), status)
        .map_err(|text| Fault { time: Some(time), ..text.into() })
}

/// Returns an error that names the call, unless the status is OK.
pub fn done(call: &str, status: c_int) -> Result<(), String> {
    const STATUS: [&str; 6] = ["OK", "Warning", "Discard", "Error", "Fatal", "Pending"];
    if status == 0 {
        return Ok(());
    }
    let word = usize::try_from(status).ok().and_then(|status| STATUS.get(status));
    // The names of functions and statuses begin alike.
    let fmi = &call[..call.len().min("fmi2".len())];
    let word = word.map_or_else(|| status.to_string(), |word| format!("{fmi}{word}"));
    Err(format!("{call} returned {word}"))
}

/// Checks that Real outputs are finite, and Boolean ones 0 or 1.
pub fn check_outputs(
    manifest: &Manifest,
    time: f64,
    real: &[f64],
    boolean: &[c_int],
) -> Result<(), String> {
    let infinite = each(&manifest.real).zip(real).find(|(_, value)| !value.is_finite());
    if let Some((output, value)) = infinite {
        return Err(format!("{} = {value} at t = {time} s: must be finite", output.name));
    }
    let odd = each(&manifest.boolean).zip(boolean).find(|(_, value)| !matches!(value, 0 | 1));
    if let Some((output, value)) = odd {
        return Err(format!("{} = {value} at t = {time} s: must be 0 or 1", output.name));
    }
    Ok(())
}
