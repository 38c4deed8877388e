//! A host: one instance, and what its logger received.
#![allow(dead_code, unused_imports, reason = "the fuzz targets use a part of it")]

use std::cell::RefCell;
use std::ffi::{CStr, CString, c_void};
use std::path::Path;
use std::ptr::{null, null_mut};
use std::sync::Arc;

pub use fmi3Status::{fmi3Error, fmi3OK};
use luztar::export;
use luztar::fmi3::*;
use luztar::network::PhysicalUnit;
use luztar::unit::{Causality, Form, Kind, Model, Variable, catalogue};

type Log = RefCell<Vec<String>>;

unsafe extern "C" fn log(
    environment: fmi3InstanceEnvironment,
    _: fmi3Status,
    _: fmi3String,
    text: fmi3String,
) {
    let (log, text) = unsafe { (&(*environment.cast::<Shared>()).log, CStr::from_ptr(text)) };
    log.borrow_mut().push(text.to_str().unwrap().to_owned());
}

type Update = Box<dyn FnMut(fmi3Instance, f64) -> Option<f64>>;

/// What the callbacks of an instance know.
pub struct Shared {
    log: Log,
    instance: fmi3Instance,
    update: RefCell<Option<Update>>,
}

unsafe extern "C" fn intermediate(
    environment: fmi3InstanceEnvironment,
    time: f64,
    _: bool,
    _: bool,
    _: bool,
    _: bool,
    requested: *mut bool,
    until: *mut f64,
) {
    let shared = unsafe { &*environment.cast::<Shared>() };
    let update = &mut *shared.update.borrow_mut();
    if let Some(wanted) = update.as_mut().and_then(|update| update(shared.instance, time)) {
        unsafe {
            requested.write(true);
            until.write(wanted);
        }
    }
}

/// What fmi3DoStep told.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stepped {
    pub event: bool,
    pub early: bool,
    pub time: f64,
}

/// What fmi3UpdateDiscreteStates told.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Updated {
    pub again: bool,
    pub changed: bool,
    pub next: Option<f64>,
}

pub struct Host {
    pub c: fmi3Instance,
    pub unit: Arc<Model>,
    shared: Box<Shared>,
}

/// The four ways to use Co-Simulation: eventModeUsed and earlyReturnAllowed.
pub const COMBINATIONS: [(bool, bool); 4] =
    [(false, false), (false, true), (true, false), (true, true)];

impl Host {
    /// An instance of a unit of the catalogue for Co-Simulation.
    pub fn new(unit: &str, combination: (bool, bool)) -> Self {
        Self::of(catalogue::unit(unit).unwrap(), combination, None, None)
    }

    /// The same of a network file of the tests.
    pub fn of_network(name: &str, combination: (bool, bool)) -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(root.join(format!("tests/networks/{name}.toml")));
        Self::of_text(&text.unwrap(), combination, None)
    }

    /// A unit of the catalogue or the network file of the tests in another form than the plain one.
    pub fn in_form(unit: &Arc<Model>, form: Form, combination: Option<(bool, bool)>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let unit = unit.in_form(form);
        export::write_resources(&unit, folder.path()).unwrap();
        match combination {
            Some(combination) => Self::of(unit, combination, Some(folder.path()), None),
            None => Self::exchange_of(unit, Some(folder.path())),
        }
    }

    pub fn of_text(text: &str, combination: (bool, bool), update: Option<Update>) -> Self {
        let unit = Model::read(text, "test.toml").unwrap_or_else(|errors| panic!("{errors}"));
        let folder = tempfile::tempdir().unwrap();
        export::write_resources(&unit, folder.path()).unwrap();
        Self::of(unit, combination, Some(folder.path()), update)
    }

    fn of(
        unit: Arc<Model>,
        (event_mode, early): (bool, bool),
        folder: Option<&Path>,
        update: Option<Update>,
    ) -> Self {
        let callback: fmi3IntermediateUpdateCallback =
            if update.is_some() { Some(intermediate) } else { None };
        let log_of = Log::default();
        let mut shared =
            Box::new(Shared { log: log_of, instance: null_mut(), update: RefCell::new(update) });
        let environment: *mut c_void = (&raw mut *shared).cast();
        let token = CString::new(export::token(&unit)).unwrap();
        let folder = folder.map(|path| CString::new(path.to_str().unwrap()).unwrap());
        let resources = folder.as_ref().map_or(null(), |path| path.as_ptr());
        let c = unsafe {
            fmi3InstantiateCoSimulation(
                c"test".as_ptr(),
                token.as_ptr(),
                resources,
                false,
                false,
                event_mode,
                early,
                null(),
                0,
                environment,
                Some(log),
                callback,
            )
        };
        assert!(!c.is_null(), "{:?}", shared.log.borrow());
        shared.instance = c;
        Self { c, unit, shared }
    }

    /// An instance for Model Exchange.
    pub fn exchange(unit: &str) -> Self {
        Self::exchange_of(catalogue::unit(unit).unwrap(), None)
    }

    fn exchange_of(unit: Arc<Model>, folder: Option<&Path>) -> Self {
        let mut shared = Box::new(Shared {
            log: Log::default(),
            instance: null_mut(),
            update: RefCell::new(None),
        });
        let environment: *mut c_void = (&raw mut *shared).cast();
        let token = CString::new(export::token(&unit)).unwrap();
        let folder = folder.map(|path| CString::new(path.to_str().unwrap()).unwrap());
        let resources = folder.as_ref().map_or(null(), |path| path.as_ptr());
        let c = unsafe {
            let (name, token) = (c"test".as_ptr(), token.as_ptr());
            let log = Some(log as _);
            fmi3InstantiateModelExchange(name, token, resources, false, false, environment, log)
        };
        assert!(!c.is_null(), "{:?}", shared.log.borrow());
        shared.instance = c;
        Self { c, unit, shared }
    }

    /// Initialised from 0 s on; with Event Mode it is left for Step Mode.
    pub fn initialise(&mut self, event_mode: bool) {
        assert_eq!(self.enter(), fmi3OK, "{:?}", self.messages());
        assert_eq!(unsafe { fmi3ExitInitializationMode(self.c) }, fmi3OK, "{:?}", self.messages());
        if event_mode {
            self.update();
            assert_eq!(unsafe { fmi3EnterStepMode(self.c) }, fmi3OK);
        }
    }

    pub fn enter(&mut self) -> fmi3Status {
        unsafe { fmi3EnterInitializationMode(self.c, false, 0.0, 0.0, false, 0.0) }
    }

    pub fn try_update(&mut self) -> Result<Updated, fmi3Status> {
        let (mut need, mut stop, mut nominals) = (true, true, true);
        let (mut changed, mut defined, mut next) = (false, false, 0.0);
        let status = unsafe {
            fmi3UpdateDiscreteStates(
                self.c,
                &mut need,
                &mut stop,
                &mut nominals,
                &mut changed,
                &mut defined,
                &mut next,
            )
        };
        if status != fmi3OK {
            return Err(status);
        }
        assert_eq!([stop, nominals], [false; 2]);
        Ok(Updated { again: need, changed, next: defined.then_some(next) })
    }

    /// Once is enough for a unit without clocks.
    pub fn update(&mut self) -> Updated {
        let updated = self.try_update().unwrap_or_else(|_| panic!("{:?}", self.messages()));
        assert!(!updated.again || self.unit.form().clocks);
        updated
    }

    /// Makes a transition: Event Mode and back.
    pub fn handle(&mut self) -> Updated {
        assert_eq!(unsafe { fmi3EnterEventMode(self.c) }, fmi3OK, "{:?}", self.messages());
        let updated = self.update();
        assert_eq!(unsafe { fmi3EnterStepMode(self.c) }, fmi3OK, "{:?}", self.messages());
        updated
    }

    pub fn try_step(&mut self, time: f64, size: f64) -> Result<Stepped, fmi3Status> {
        let (mut event, mut stop, mut early, mut reached) = (true, true, true, f64::NAN);
        let status = unsafe {
            let (event, stop) = (&mut event, &mut stop);
            fmi3DoStep(self.c, time, size, true, event, stop, &mut early, &mut reached)
        };
        if status != fmi3OK {
            return Err(status);
        }
        assert!(!stop);
        Ok(Stepped { event, early, time: reached })
    }

    pub fn step(&mut self, time: f64, size: f64) -> Stepped {
        self.try_step(time, size).unwrap_or_else(|_| panic!("{:?}", self.messages()))
    }

    /// Steps to `end` through all transitions, which are handled; when they were as the host sees them.
    pub fn go(&mut self, begin: f64, end: f64) -> Vec<f64> {
        let (mut time, mut events) = (begin, Vec::new());
        while time < end {
            let stepped = self.step(time, end - time);
            if stepped.event {
                events.push(stepped.time);
                self.handle();
            } else if stepped.early {
                events.push(stepped.time);
            }
            time = if stepped.early { stepped.time } else { end };
        }
        events
    }

    /// Value reference of the variable of this name.
    pub fn vr(&self, name: &str) -> u32 {
        self.unit.find(name).unwrap_or_else(|| panic!("no variable {name}")).try_into().unwrap()
    }

    pub fn try_real(&mut self, reference: u32) -> Result<f64, fmi3Status> {
        let mut value = f64::NAN;
        match unsafe { fmi3GetFloat64(self.c, &reference, 1, &mut value, 1) } {
            fmi3OK => Ok(value),
            status => Err(status),
        }
    }

    pub fn real(&mut self, name: &str) -> f64 {
        let reference = self.vr(name);
        self.try_real(reference).unwrap_or_else(|_| panic!("{name}: {:?}", self.messages()))
    }

    pub fn integer(&mut self, name: &str) -> i32 {
        let (reference, mut value) = (self.vr(name), i32::MIN);
        let status = unsafe { fmi3GetInt32(self.c, &reference, 1, &mut value, 1) };
        assert_eq!(status, fmi3OK, "{:?}", self.messages());
        value
    }

    pub fn set(&mut self, name: &str, value: f64) -> fmi3Status {
        let reference = self.vr(name);
        unsafe { fmi3SetFloat64(self.c, &reference, 1, &value, 1) }
    }

    /// Sets every input to what it is at a time.
    pub fn set_inputs(&mut self, time: f64) {
        for (name, value) in stimuli(&self.unit, time) {
            assert_eq!(self.set(&name, value), fmi3OK, "{:?}", self.messages());
        }
    }

    /// Float64 outputs but means over steps, as bits.
    pub fn digest(&mut self) -> Vec<u64> {
        let unit = self.unit.clone();
        let wanted = outputs(&unit);
        wanted.into_iter().map(|name| self.real(&name).to_bits()).collect()
    }

    /// Switches all categories of its log.
    pub fn switch_log(&self, on: bool) {
        assert_eq!(unsafe { fmi3SetDebugLogging(self.c, on, 0, null()) }, fmi3OK);
    }

    pub fn messages(&mut self) -> Vec<String> {
        self.shared.log.take()
    }

    /// The one message received since the last call of this or [`Host::messages`].
    pub fn message(&mut self) -> String {
        let messages = self.messages();
        assert_eq!(messages.len(), 1, "{messages:?}");
        messages[0].clone()
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        unsafe { fmi3FreeInstance(self.c) };
    }
}

/// Continuous Float64 outputs but means over steps.
pub fn outputs(unit: &Model) -> Vec<String> {
    let wanted = |variable: &&Variable| {
        let output = variable.causality == Causality::Output && variable.kind == Kind::Real;
        output && !variable.name.contains("mean") && variable.name != "nextEventTime"
    };
    unit.variables().iter().filter(wanted).map(|variable| variable.name.clone()).collect()
}

/// Inputs at a time: large enough that contacts slip and springs reach their ends.
pub fn stimuli(unit: &Model, time: f64) -> Vec<(String, f64)> {
    let inputs = unit.variables().iter().enumerate();
    let inputs = inputs.filter(|(_, variable)| variable.causality == Causality::Input);
    let value = |index: usize, variable: &Variable| {
        let amplitude = match variable.unit {
            PhysicalUnit::Newton | PhysicalUnit::NewtonMetre => 8.0,
            PhysicalUnit::Metre | PhysicalUnit::Radian => 0.05,
            _ => 0.5,
        };
        let value = amplitude * (2.0 * time + index as f64).sin();
        value.clamp(variable.min.unwrap_or(f64::MIN), variable.max.unwrap_or(f64::MAX))
    };
    inputs.map(|(index, variable)| (variable.name.clone(), value(index, variable))).collect()
}
