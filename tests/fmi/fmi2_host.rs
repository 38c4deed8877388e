//! A host: one instance behind the C interface of this crate, and what its logger received.
#![allow(dead_code, unused_imports, reason = "each test program uses a part of it")]

#[cfg(all(target_os = "linux", target_env = "gnu", target_arch = "x86_64"))]
pub mod strict;

use std::cell::RefCell;
use std::ffi::{CStr, CString, c_void};
use std::mem::{MaybeUninit, transmute};
use std::ptr::{null, null_mut};
use std::sync::Arc;

pub use fmi2Status::{fmi2Discard, fmi2Error, fmi2OK};
use luztar::fmi2::*;
use luztar::unit::{Model, catalogue};

/// What a logger received.
#[derive(Clone, Debug, PartialEq)]
pub struct Message {
    pub instance: String,
    pub status: fmi2Status,
    pub category: String,
    pub text: String,
}

type Log = RefCell<Vec<Message>>;

unsafe fn string(text: fmi2String) -> String {
    unsafe { CStr::from_ptr(text) }.to_str().unwrap().to_owned()
}

/// Takes the one argument that luztar always passes.
unsafe extern "C" fn logger(
    environment: fmi2ComponentEnvironment,
    instance: fmi2String,
    status: fmi2Status,
    category: fmi2String,
    format: fmi2String,
    text: fmi2String,
) {
    unsafe {
        assert_eq!(CStr::from_ptr(format), c"%s");
        let log = &*environment.cast::<Log>();
        let (instance, category, text) = (string(instance), string(category), string(text));
        log.borrow_mut().push(Message { instance, status, category, text });
    }
}

/// Rust cannot define a function with variable arguments. On the platforms of the tests, they are passed
/// like others.
pub fn variadic_logger() -> fmi2CallbackLogger {
    type Fixed = unsafe extern "C" fn(
        fmi2ComponentEnvironment,
        fmi2String,
        fmi2Status,
        fmi2String,
        fmi2String,
        fmi2String,
    );
    let fixed: Fixed = logger;
    unsafe { transmute::<Fixed, fmi2CallbackLogger>(fixed) }
}

pub fn callbacks(log: &Log) -> fmi2CallbackFunctions {
    fmi2CallbackFunctions {
        logger: variadic_logger(),
        allocateMemory: None,
        freeMemory: None,
        stepFinished: None,
        componentEnvironment: std::ptr::from_ref(log).cast_mut().cast::<c_void>(),
    }
}

pub fn kind(kind: fmi2Type) -> MaybeUninit<fmi2Type> {
    MaybeUninit::new(kind)
}

pub fn guid(unit: &str) -> CString {
    let name = CString::new(unit).unwrap();
    let guid = unsafe { luztar_guid(name.as_ptr()) };
    assert!(!guid.is_null(), "{unit}");
    unsafe { CStr::from_ptr(guid) }.to_owned()
}

pub struct Host {
    pub c: fmi2Component,
    pub unit: Arc<Model>,
    log: Box<Log>,
}

impl Host {
    /// An instance of a unit of the catalogue, named `test`, without debug logging.
    pub fn new(unit: &str) -> Self {
        Self::with_logging(unit, false)
    }

    pub fn with_logging(unit: &str, debug: bool) -> Self {
        Self::of_type(unit, fmi2Type::fmi2CoSimulation, debug)
    }

    pub fn of_type(unit: &str, of: fmi2Type, debug: bool) -> Self {
        Self::of_model(catalogue::unit(unit).unwrap(), (&guid(unit), None), of, debug)
    }

    /// An instance of a model by its GUID and the location of its resources.
    pub fn of_model(
        unit: Arc<Model>,
        (guid, location): (&CStr, Option<&CStr>),
        of: fmi2Type,
        debug: bool,
    ) -> Self {
        let log = Box::new(Log::default());
        let functions = callbacks(&log);
        let c = unsafe {
            let (name, guid) = (c"test".as_ptr(), guid.as_ptr());
            let location = location.map_or(null(), CStr::as_ptr);
            fmi2Instantiate(name, kind(of), guid, location, &functions, 0, debug.into())
        };
        assert!(!c.is_null(), "{:?}", log.borrow());
        Self { c, unit, log }
    }

    /// Whether an instance of the network in a folder is made and freed; the message if not.
    pub fn of_folder(guid: &str, folder: &std::path::Path, of: fmi2Type) -> Result<(), String> {
        let log = Box::new(Log::default());
        let functions = callbacks(&log);
        let guid = CString::new(guid).unwrap();
        let location = CString::new(format!("file://{}", folder.display())).unwrap();
        let c = unsafe {
            let (name, guid, location) = (c"test".as_ptr(), guid.as_ptr(), location.as_ptr());
            fmi2Instantiate(name, kind(of), guid, location, &functions, 0, 0)
        };
        if c.is_null() {
            return Err(log.borrow()[0].text.clone());
        }
        unsafe { fmi2FreeInstance(c) };
        Ok(())
    }

    /// An instance after initialisation from 0 s on.
    pub fn initialised(unit: &str) -> Self {
        let mut host = Self::new(unit);
        host.initialise();
        host
    }

    pub fn initialise(&mut self) {
        assert_eq!(self.setup(0.0, None, None), fmi2OK, "{:?}", self.log);
        assert_eq!(self.enter(), fmi2OK, "{:?}", self.log);
        assert_eq!(self.exit(), fmi2OK, "{:?}", self.log);
    }

    pub fn setup(&mut self, start: f64, stop: Option<f64>, tolerance: Option<f64>) -> fmi2Status {
        let (has_stop, stop) = (stop.is_some(), stop.unwrap_or(0.0));
        let (has_tolerance, tolerance) = (tolerance.is_some(), tolerance.unwrap_or(0.0));
        unsafe {
            let (has_tolerance, has_stop) = (has_tolerance.into(), has_stop.into());
            fmi2SetupExperiment(self.c, has_tolerance, tolerance, start, has_stop, stop)
        }
    }

    pub fn enter(&mut self) -> fmi2Status {
        unsafe { fmi2EnterInitializationMode(self.c) }
    }

    pub fn exit(&mut self) -> fmi2Status {
        unsafe { fmi2ExitInitializationMode(self.c) }
    }

    pub fn step(&mut self, time: f64, size: f64) -> fmi2Status {
        unsafe { fmi2DoStep(self.c, time, size, fmi2True) }
    }

    pub fn terminate(&mut self) -> fmi2Status {
        unsafe { fmi2Terminate(self.c) }
    }

    pub fn reset(&mut self) -> fmi2Status {
        unsafe { fmi2Reset(self.c) }
    }

    /// Value reference of the variable of this name.
    pub fn vr(&self, name: &str) -> u32 {
        self.unit.find(name).unwrap_or_else(|| panic!("no variable {name}")).try_into().unwrap()
    }

    pub fn try_real(&mut self, name: &str) -> Result<f64, fmi2Status> {
        let (vr, mut value) = (self.vr(name), f64::NAN);
        match unsafe { fmi2GetReal(self.c, &vr, 1, &mut value) } {
            fmi2OK => Ok(value),
            status => Err(status),
        }
    }

    pub fn real(&mut self, name: &str) -> f64 {
        self.try_real(name).unwrap_or_else(|status| panic!("{status:?}: {:?}", self.log))
    }

    pub fn integer(&mut self, name: &str) -> i32 {
        let (vr, mut value) = (self.vr(name), i32::MIN);
        let status = unsafe { fmi2GetInteger(self.c, &vr, 1, &mut value) };
        assert_eq!(status, fmi2OK, "{:?}", self.log);
        value
    }

    pub fn boolean(&mut self, name: &str) -> bool {
        let (vr, mut value) = (self.vr(name), 77);
        let status = unsafe { fmi2GetBoolean(self.c, &vr, 1, &mut value) };
        assert_eq!(status, fmi2OK, "{:?}", self.log);
        assert!(value == fmi2True || value == fmi2False);
        value == fmi2True
    }

    pub fn set(&mut self, name: &str, value: f64) -> fmi2Status {
        let vr = self.vr(name);
        unsafe { fmi2SetReal(self.c, &vr, 1, &value) }
    }

    /// What the logger received since the last call of this.
    pub fn messages(&mut self) -> Vec<Message> {
        self.log.take()
    }

    /// The one message received since the last call of this or [`Host::messages`].
    pub fn message(&mut self) -> String {
        let messages = self.messages();
        assert_eq!(messages.len(), 1, "{messages:?}");
        messages[0].text.clone()
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        unsafe { fmi2FreeInstance(self.c) };
    }
}

pub const NOBODY: fmi2Component = null_mut();
