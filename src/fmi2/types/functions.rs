//! Status, callbacks and event information of FMI 2.0: what the official fmi2FunctionTypes.h declares.
#![allow(non_camel_case_types, non_snake_case)]

use std::ffi::{c_uint, c_void};

use serde::{Deserialize, Serialize};

use super::platform::{fmi2Boolean, fmi2ComponentEnvironment, fmi2Real, fmi2String};

/// Result of a call.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum fmi2Status {
    /// Done.
    fmi2OK,
    /// Status of messages that need attention; the call itself is answered with fmi2OK.
    fmi2Warning,
    /// Discarded: not possible now; the instance is as before and continues.
    fmi2Discard,
    /// Refused: the instance is as before and continues; the logger has the reason. After an error of the library itself an
    /// instance can only be reset, terminated and freed.
    fmi2Error,
    /// No call is answered so: what breaks within luztar is fmi2Error too.
    fmi2Fatal,
    /// Status of steps that run on: no unit answers so.
    fmi2Pending,
}

/// Interface that an instance is made for.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum fmi2Type {
    /// The host integrates.
    fmi2ModelExchange,
    /// The unit integrates.
    fmi2CoSimulation,
}

/// Status that a host may ask for after a step.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum fmi2StatusKind {
    /// Result of the last step.
    fmi2DoStepStatus,
    /// Status of steps that run on: no unit answers it.
    fmi2PendingStatus,
    /// Time at which the last step ended, s.
    fmi2LastSuccessfulTime,
    /// True if the unit ended the simulation: never.
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
/// The host's calloc, which luztar does not call.
pub type fmi2CallbackAllocateMemory =
    Option<unsafe extern "C" fn(nobj: usize, size: usize) -> *mut c_void>;
/// The host's free, which luztar does not call.
pub type fmi2CallbackFreeMemory = Option<unsafe extern "C" fn(obj: *mut c_void)>;
/// Reports the end of a step that runs on; luztar does not call it.
pub type fmi2StepFinished = Option<
    unsafe extern "C" fn(componentEnvironment: fmi2ComponentEnvironment, status: fmi2Status),
>;

/// Functions that the host offers; any of them may be NULL. luztar copies it at fmi2Instantiate and
/// calls the logger only.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fmi2CallbackFunctions {
    /// Receives messages.
    pub logger: fmi2CallbackLogger,
    /// Function that is not called.
    pub allocateMemory: fmi2CallbackAllocateMemory,
    /// Function that is not called.
    pub freeMemory: fmi2CallbackFreeMemory,
    /// Function that is not called.
    pub stepFinished: fmi2StepFinished,
    /// Handed back to the logger.
    pub componentEnvironment: fmi2ComponentEnvironment,
}

/// Data that an event of Model Exchange leaves to the host.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct fmi2EventInfo {
    /// True if the event continues: never.
    pub newDiscreteStatesNeeded: fmi2Boolean,
    /// True if the simulation must end: never.
    pub terminateSimulation: fmi2Boolean,
    /// True if nominal values are other ones: never.
    pub nominalsOfContinuousStatesChanged: fmi2Boolean,
    /// True if the event changed continuous states.
    pub valuesOfContinuousStatesChanged: fmi2Boolean,
    /// True if an event is known before it comes: never.
    pub nextEventTimeDefined: fmi2Boolean,
    /// 0, since none is known.
    pub nextEventTime: fmi2Real,
}
