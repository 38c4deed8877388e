//! Status, callbacks and event information of FMI 2.0: what the official fmi2FunctionTypes.h declares.
#![allow(non_camel_case_types, non_snake_case)]

use std::ffi::{c_uint, c_void};

use serde::{Deserialize, Serialize};

use super::platform::{fmi2Boolean, fmi2ComponentEnvironment, fmi2Real, fmi2String};

/// How a call ended.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum fmi2Status {
    fmi2OK,
    fmi2Warning,
    /// Not possible now; the instance is as before and goes on.
    fmi2Discard,
    /// Refused: the instance is as before and goes on; the logger has the reason.
    fmi2Error,
    fmi2Fatal,
    fmi2Pending,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum fmi2Type {
    fmi2ModelExchange,
    fmi2CoSimulation,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum fmi2StatusKind {
    fmi2DoStepStatus,
    fmi2PendingStatus,
    fmi2LastSuccessfulTime,
    fmi2Terminated,
}

impl fmi2Type {
    /// The type with this number in C.
    pub fn from_number(number: c_uint) -> Option<Self> {
        [Self::fmi2ModelExchange, Self::fmi2CoSimulation].get(number as usize).copied()
    }
}

impl fmi2StatusKind {
    /// The kind with this number in C.
    pub fn from_number(number: c_uint) -> Option<Self> {
        let all = [
            Self::fmi2DoStepStatus,
            Self::fmi2PendingStatus,
            Self::fmi2LastSuccessfulTime,
            Self::fmi2Terminated,
        ];
        all.get(number as usize).copied()
    }
}

/// Receives messages; luztar always sends them as the argument of the format "%s".
pub type fmi2CallbackLogger = Option<
    unsafe extern "C" fn(
        componentEnvironment: fmi2ComponentEnvironment,
        instanceName: fmi2String,
        status: fmi2Status,
        category: fmi2String,
        message: fmi2String,
        ...
    ),
>;
pub type fmi2CallbackAllocateMemory =
    Option<unsafe extern "C" fn(nobj: usize, size: usize) -> *mut c_void>;
pub type fmi2CallbackFreeMemory = Option<unsafe extern "C" fn(obj: *mut c_void)>;
pub type fmi2StepFinished = Option<
    unsafe extern "C" fn(componentEnvironment: fmi2ComponentEnvironment, status: fmi2Status),
>;

/// What the host offers; any of the functions may be NULL. luztar copies it at fmi2Instantiate and
/// calls the logger only.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fmi2CallbackFunctions {
    pub logger: fmi2CallbackLogger,
    pub allocateMemory: fmi2CallbackAllocateMemory,
    pub freeMemory: fmi2CallbackFreeMemory,
    pub stepFinished: fmi2StepFinished,
    pub componentEnvironment: fmi2ComponentEnvironment,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct fmi2EventInfo {
    pub newDiscreteStatesNeeded: fmi2Boolean,
    pub terminateSimulation: fmi2Boolean,
    pub nominalsOfContinuousStatesChanged: fmi2Boolean,
    pub valuesOfContinuousStatesChanged: fmi2Boolean,
    pub nextEventTimeDefined: fmi2Boolean,
    pub nextEventTime: fmi2Real,
}
