//! Runs an FMU as a host does: unpacks it, loads its library and drives it through the C interface of its version of
//! FMI. Nothing of this program's own units is used.

mod course;
mod library;
mod three;

use std::error::Error;
use std::ffi::{CStr, CString, c_char, c_int, c_uint, c_void};
use std::fmt;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::ptr;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use course::{BUDGET, Course, LEAST};
use libloading::Library;
pub use library::Fault;
use library::{Plain, Simulation, check_outputs, done, done_at, function};
use luztar::export::{Platform, Version};

use super::manifest::{self, Manifest, Output};
use crate::cli::interrupt;

/// Record of a verification: the proof that an FMU works.
pub struct Verified {
    course: Course,
    outputs: usize,
}

impl fmt::Display for Verified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "yes: {}, {} outputs read", self.course, self.outputs)
    }
}

/// Time that a run may take: a network of thousands of bodies takes seconds.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// Unpacks the FMU to a temporary directory and runs its default experiment.
///
/// # Errors
/// The first thing that a host would stumble over; a run that takes longer than `patience`.
pub fn verify(archive: &Path, patience: Duration) -> Result<Verified, Fault> {
    let directory = tempfile::tempdir().map_err(|error| format!("temporary directory: {error}"))?;
    let file = File::open(archive).map_err(|error| error.to_string())?;
    zip::ZipArchive::new(file)
        .and_then(|mut archive| archive.extract(directory.path()))
        .map_err(|error| format!("unpacking to {}: {error}", directory.path().display()))?;
    let folder = directory.path().to_owned();
    within(patience, move || run(&folder, BUDGET))
}

/// Time between two tests of whether a run is to end.
const GLANCE: Duration = Duration::from_millis(20);

/// Returns the result of a job, if it takes no longer than `patience`.
fn within<T: Send + 'static>(
    patience: Duration,
    job: impl FnOnce() -> Result<T, Fault> + Send + 'static,
) -> Result<T, Fault> {
    let (sender, receiver) = mpsc::channel();
    // Nobody can end a step from outside: a run that takes too long is left alone, and ends with the program.
    thread::spawn(move || sender.send(job()));
    let ends = Instant::now() + patience;
    let waited = loop {
        match receiver.recv_timeout(GLANCE) {
            Err(RecvTimeoutError::Timeout) if interrupt::asked() => {
                return Err("interrupted".to_owned().into());
            }
            Err(RecvTimeoutError::Timeout) if Instant::now() < ends => {}
            waited => break waited,
        }
    };
    waited.unwrap_or_else(|error| {
        let text = match error {
            RecvTimeoutError::Timeout => {
                let steps = format!("{LEAST} steps of the default size are not done");
                format!("takes too long: {steps} in {patience:?}")
            }
            RecvTimeoutError::Disconnected => "the run panicked".to_owned(),
        };
        Err(text.into())
    })
}

/// Runs an unpacked FMU, for so much computing.
fn run(directory: &Path, budget: Duration) -> Result<Verified, Fault> {
    let xml = std::fs::read_to_string(directory.join("modelDescription.xml"))
        .map_err(|error| format!("modelDescription.xml: {error}"))?;
    let manifest =
        manifest::parse(&xml).map_err(|fault| format!("modelDescription.xml: {fault}"))?;
    let resources = directory.join("resources");
    let version = if manifest.is_three { Version::Three } else { Version::Two };
    let library = library_path(directory, &manifest.model_identifier, version)?;
    // SAFETY: the library is luztar's own, which has no initialisers of its own; it stays loaded until
    // `unit` and all functions taken from it are gone.
    let library = unsafe { Library::new(&library) }.map_err(|error| cause(&error))?;
    let mut course = Course::new(&manifest, budget);
    match version {
        Version::Two => {
            let interface = Interface { library: &library };
            interface.check_version()?;
            interface.run(&manifest, &file_uri(&resources), &mut course)?;
        }
        Version::Three => three::run(&library, &manifest, &resources, &mut course)?,
    }
    let outputs = manifest.real.len() + manifest.integer.len() + manifest.boolean.len();
    Ok(Verified { course, outputs })
}

/// Returns the message of the system about a library that it cannot load.
fn cause(error: &libloading::Error) -> String {
    error.source().map_or_else(|| error.to_string(), ToString::to_string)
}

fn library_path(directory: &Path, identifier: &str, version: Version) -> Result<PathBuf, String> {
    let platform = Platform::HOST.ok_or("FMI has no folder for this platform")?;
    let name = format!("{identifier}.{}", platform.extension());
    Ok(directory.join("binaries").join(platform.folder(version)).join(name))
}

/// Returns `file:///…` with everything but letters, digits and `-._~/:` percent-encoded.
fn file_uri(path: &Path) -> String {
    let path = path.to_string_lossy().replace('\\', "/");
    let mut uri = String::from(if path.starts_with('/') { "file://" } else { "file:///" });
    for byte in path.bytes() {
        match byte {
            b'-' | b'.' | b'_' | b'~' | b'/' | b':' => uri.push(char::from(byte)),
            byte if byte.is_ascii_alphanumeric() => uri.push(char::from(byte)),
            byte => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

/// The C functions of a loaded FMU. Statuses are read as numbers: a foreign library may return any.
struct Interface<'a> {
    library: &'a Library,
}

/// fmi2CallbackFunctions with logger, allocateMemory, freeMemory, stepFinished and environment NULL.
type NoCallbacks = [*const c_void; 5];

/// fmi2CoSimulation
const CO_SIMULATION: c_int = 1;

type Component = Simulation;
type Get<T> = unsafe extern "C" fn(Component, *const c_uint, usize, *mut T) -> c_int;

impl Interface<'_> {
    /// # Safety
    /// `F` must be the type of the function that the standard names `name`.
    unsafe fn function<F: Copy>(&self, name: &str) -> Result<F, String> {
        // SAFETY: passed on to the caller.
        unsafe { function(self.library, name) }
    }

    fn check_version(&self) -> Result<(), String> {
        for (name, expected) in [("fmi2GetVersion", c"2.0"), ("fmi2GetTypesPlatform", c"default")] {
            // SAFETY: the type is the standard's; the text it returns is static.
            let text = unsafe {
                let function: unsafe extern "C" fn() -> *const c_char = self.function(name)?;
                CStr::from_ptr(function())
            };
            if text != expected {
                return Err(format!("{name} returned {text:?}, not {expected:?}"));
            }
        }
        Ok(())
    }

    fn run(&self, manifest: &Manifest, resources: &str, course: &mut Course) -> Result<(), Fault> {
        type SetupExperiment =
            unsafe extern "C" fn(Component, c_int, f64, f64, c_int, f64) -> c_int;
        type DoStep = unsafe extern "C" fn(Component, f64, f64, c_int) -> c_int;
        let unit = Running { component: self.instantiate(manifest, resources)?, interface: self };
        // SAFETY: all types are the standard's, and the component lives until `unit` is dropped.
        unsafe {
            let setup: SetupExperiment = self.function("fmi2SetupExperiment")?;
            done("fmi2SetupExperiment", setup(unit.component, 0, 0.0, 0.0, 0, 0.0))?;
            unit.call("fmi2EnterInitializationMode")?;
            unit.call("fmi2ExitInitializationMode").map_err(Fault::of_start)?;
            unit.read_outputs(manifest, 0.0)?;
            let do_step: DoStep = self.function("fmi2DoStep")?;
            while let Some((begin, end)) = course.next() {
                done_at("fmi2DoStep", begin, do_step(unit.component, begin, end - begin, 1))?;
                unit.read_outputs(manifest, end)?;
            }
            Ok(unit.call("fmi2Terminate")?)
        }
    }

    fn instantiate(&self, manifest: &Manifest, resources: &str) -> Result<Component, Fault> {
        type Instantiate = unsafe extern "C" fn(
            *const c_char,
            c_int,
            *const c_char,
            *const c_char,
            *const NoCallbacks,
            c_int,
            c_int,
        ) -> Component;
        let text = |text: &str| CString::new(text).map_err(|error| error.to_string());
        let (name, guid, resources) =
            (text(&manifest.model_identifier)?, text(&manifest.guid)?, text(resources)?);
        let callbacks: NoCallbacks = [ptr::null(); 5];
        // SAFETY: the type is the standard's; the unit copies texts and callbacks.
        let component = unsafe {
            let instantiate: Instantiate = self.function("fmi2Instantiate")?;
            instantiate(
                name.as_ptr(),
                CO_SIMULATION,
                guid.as_ptr(),
                resources.as_ptr(),
                &callbacks,
                0,
                0,
            )
        };
        if component.is_null() { Err(Fault::refusal("fmi2Instantiate")) } else { Ok(component) }
    }
}

/// An instance, freed at the end.
struct Running<'a> {
    component: Component,
    interface: &'a Interface<'a>,
}

impl Running<'_> {
    /// # Safety
    /// `name` must take nothing but the component.
    unsafe fn call(&self, name: &str) -> Result<(), String> {
        // SAFETY: passed on to the caller; the component is alive.
        let status = unsafe { self.interface.function::<Plain>(name)?(self.component) };
        done(name, status)
    }

    fn read_outputs(&self, manifest: &Manifest, time: f64) -> Result<(), Fault> {
        let real: Vec<f64> = self.get("fmi2GetReal", time, &manifest.real)?;
        self.get::<c_int>("fmi2GetInteger", time, &manifest.integer)?;
        let boolean: Vec<c_int> = self.get("fmi2GetBoolean", time, &manifest.boolean)?;
        Ok(check_outputs(manifest, time, &real, &boolean)?)
    }

    fn get<T: Clone + Default>(
        &self,
        name: &str,
        time: f64,
        outputs: &[Output],
    ) -> Result<Vec<T>, Fault> {
        let references: Vec<c_uint> = outputs.iter().map(|output| output.reference).collect();
        let mut values = vec![T::default(); references.len()];
        // SAFETY: the type is the standard's for `name`; both arrays have the length that is passed.
        let status = unsafe {
            let get: Get<T> = self.interface.function(name)?;
            get(self.component, references.as_ptr(), references.len(), values.as_mut_ptr())
        };
        done_at(name, time, status).map(|()| values)
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        // SAFETY: the type is the standard's; the component is not used again.
        unsafe {
            let free =
                self.interface.function::<unsafe extern "C" fn(Component)>("fmi2FreeInstance");
            if let Ok(free) = free {
                free(self.component);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::io::{Read, Write};
    use std::path::Path;
    use std::time::Duration;

    use luztar::export::{Version, archive, library};
    use luztar::unit::catalogue;
    use zip::write::SimpleFileOptions;
    use zip::{CompressionMethod, ZipArchive, ZipWriter};

    use super::{Fault, PATIENCE, done, file_uri, verify, within};

    /// Copies an FMU to `copy` with a changed model description.
    fn repack(fmu: &Path, copy: &Path, change: impl Fn(String) -> String) {
        let mut from = ZipArchive::new(File::open(fmu).expect("there")).expect("an archive");
        let mut to = ZipWriter::new(File::create(copy).expect("writable"));
        let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
        for index in 0..from.len() {
            let mut entry = from.by_index(index).expect("an entry");
            let mut content = Vec::new();
            entry.read_to_end(&mut content).expect("readable");
            let name = entry.name().expect("UTF-8").into_owned();
            if name == "modelDescription.xml" {
                content = change(String::from_utf8(content).expect("UTF-8")).into_bytes();
            }
            to.start_file(name, stored).expect("writable");
            to.write_all(&content).expect("writable");
        }
        to.finish().expect("writable");
    }

    #[test]
    fn sound_fmu_is_verified_and_faults_are_found() {
        let directory = tempfile::tempdir().expect("temporary directory");
        let unit = catalogue::unit("GearTrain").expect("a unit");
        let libraries =
            library::find(&[], &[], &std::env::current_exe().expect("a program"), || None)
                .expect("the library of this build");
        for (version, cases) in [
            (
                Version::Two,
                [
                    ("guid=\"", "guid=\"0", "fmi2Instantiate returned NULL"),
                    ("modelIdentifier=\"", "modelIdentifier=\"Old", "OldGearTrain"),
                    ("stepSize=\"", "stepSize=\"-", "fmi2DoStep at t = -0 s returned fmi2Error"),
                    (
                        "valueReference=\"",
                        "valueReference=\"99",
                        "fmi2GetReal at t = 0 s returned fmi2Error",
                    ),
                ],
            ),
            (
                Version::Three,
                [
                    ("Token=\"", "Token=\"0", "fmi3InstantiateCoSimulation returned NULL"),
                    ("modelIdentifier=\"", "modelIdentifier=\"Old", "OldGearTrain"),
                    ("stepSize=\"", "stepSize=\"-", "fmi3DoStep at t = -0 s returned fmi3Error"),
                    (
                        " valueReference=\"",
                        " valueReference=\"99",
                        "fmi3GetFloat64 at t = 0 s returned fmi3E",
                    ),
                ],
            ),
        ] {
            let fmu = archive::write(&unit, version, &libraries, directory.path());
            let fmu = fmu.expect("written");
            let verified = verify(&fmu, PATIENCE).map(|verified| verified.to_string());
            let verified = verified.unwrap_or_else(|fault| panic!("{fault:?}"));
            assert!(verified.starts_with("yes: 300 steps to 0.3 s, "), "{verified}");
            let copy = directory.path().join("copy.fmu");
            for (good, bad, expected) in cases {
                repack(&fmu, &copy, |xml| xml.replace(good, bad));
                let found = verify(&copy, PATIENCE).map(|verified| verified.to_string());
                let fault = found.expect_err(expected).text;
                assert!(fault.contains(expected), "{fault}");
            }
        }
    }

    #[test]
    fn a_run_that_takes_too_long_is_told() {
        let endless = || -> Result<(), Fault> {
            loop {
                std::thread::park();
            }
        };
        let fault = within(Duration::from_millis(10), endless).expect_err("no end").text;
        assert!(fault.starts_with("takes too long: 10 steps"), "{fault}");
        let broken = || -> Result<(), Fault> { panic!("as asked") };
        assert_eq!(within(PATIENCE, broken).expect_err("broken").text, "the run panicked");
    }

    #[test]
    fn paths_become_uris() {
        assert_eq!(file_uri(Path::new("/tmp/a b/ä#")), "file:///tmp/a%20b/%C3%A4%23");
        assert_eq!(file_uri(Path::new("C:\\Temp\\x")), "file:///C:/Temp/x");
    }

    #[test]
    fn any_other_status_than_ok_is_named() {
        assert!(done("fmi2DoStep", 0).is_ok());
        assert!(done("fmi2DoStep", 3).expect_err("3").starts_with("fmi2DoStep returned fmi2Error"));
        assert!(done("fmi2DoStep", 99).expect_err("99").starts_with("fmi2DoStep returned 99"));
    }
}
