//! A unit of the catalogue behind the C interface.

use std::ffi::CString;
use std::mem::MaybeUninit;
use std::ptr::{null, null_mut};

use luztar::fmi2::*;
use luztar::unit::catalogue;

use crate::Mover;
use crate::cases::{Case, SIZE};

pub struct Slave {
    component: fmi2Component,
    inputs: Vec<fmi2ValueReference>,
    velocities: Vec<fmi2ValueReference>,
}

fn ok(status: fmi2Status) {
    assert_eq!(status, fmi2Status::fmi2OK);
}

impl Slave {
    /// Makes an instance, initialised from 0 s on; `tolerance` instead of the unit's own.
    pub fn new(case: &Case, tolerance: Option<f64>) -> Self {
        let unit = catalogue::unit(case.unit).expect("a unit of the catalogue");
        let reference = |name: &&str| unit.find(name).expect("a variable") as fmi2ValueReference;
        let name = CString::new(case.unit).expect("a name");
        let functions = fmi2CallbackFunctions {
            logger: None,
            allocateMemory: None,
            freeMemory: None,
            stepFinished: None,
            componentEnvironment: null_mut(),
        };
        // SAFETY: the pointers are of this function, the component is the one just made.
        let component = unsafe {
            let guid = luztar_guid(name.as_ptr());
            let kind = MaybeUninit::new(fmi2Type::fmi2CoSimulation);
            fmi2Instantiate(name.as_ptr(), kind, guid, null(), &functions, fmi2False, fmi2False)
        };
        assert!(!component.is_null());
        let set = |name: &str, value: f64| unsafe {
            ok(fmi2SetReal(component, &reference(&name), 1, &value));
        };
        for (name, value) in case.parameters {
            set(name, *value);
        }
        if let Some(tolerance) = tolerance {
            set("relativeTolerance", tolerance);
        }
        // SAFETY: as above.
        unsafe {
            ok(fmi2SetupExperiment(component, fmi2False, 0.0, 0.0, fmi2False, 0.0));
            ok(fmi2EnterInitializationMode(component));
            ok(fmi2ExitInitializationMode(component));
        }
        Self {
            component,
            inputs: case.inputs.iter().map(reference).collect(),
            velocities: case.velocities.iter().map(reference).collect(),
        }
    }
}

impl Mover for Slave {
    fn step(&mut self, time: f64, inputs: &[f64], velocities: &mut [f64]) {
        // SAFETY: the slices are as long as their references.
        unsafe {
            ok(fmi2SetReal(self.component, self.inputs.as_ptr(), inputs.len(), inputs.as_ptr()));
            ok(fmi2DoStep(self.component, time, SIZE, fmi2True));
            ok(fmi2GetReal(
                self.component,
                self.velocities.as_ptr(),
                velocities.len(),
                velocities.as_mut_ptr(),
            ));
        }
    }
}

impl Drop for Slave {
    fn drop(&mut self) {
        // SAFETY: nothing uses the component after this.
        unsafe { fmi2FreeInstance(self.component) }
    }
}
