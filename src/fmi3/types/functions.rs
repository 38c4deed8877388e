//! Status and callbacks of FMI 3.0: what the official fmi3FunctionTypes.h declares.
#![allow(non_camel_case_types, non_snake_case)]

use super::platform::{fmi3Boolean, fmi3Float64, fmi3InstanceEnvironment, fmi3String};

/// How a call ended.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum fmi3Status {
    fmi3OK,
    fmi3Warning,
    /// Not possible now; the instance is as before and goes on.
    fmi3Discard,
    /// Refused: the instance is as before and goes on; the logger has the reason.
    fmi3Error,
    fmi3Fatal,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum fmi3DependencyKind {
    fmi3Independent,
    fmi3Constant,
    fmi3Fixed,
    fmi3Tunable,
    fmi3Discrete,
    fmi3Dependent,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum fmi3IntervalQualifier {
    fmi3IntervalNotYetKnown,
    fmi3IntervalUnchanged,
    fmi3IntervalChanged,
}

/// Receives messages.
pub type fmi3LogMessageCallback = Option<
    unsafe extern "C" fn(
        instanceEnvironment: fmi3InstanceEnvironment,
        status: fmi3Status,
        category: fmi3String,
        message: fmi3String,
    ),
>;

/// No unit has clocks: it is never called.
pub type fmi3ClockUpdateCallback =
    Option<unsafe extern "C" fn(instanceEnvironment: fmi3InstanceEnvironment)>;

/// Called within fmi3DoStep at the end of each internal step; in it outputs may be read and inputs set.
pub type fmi3IntermediateUpdateCallback = Option<
    unsafe extern "C" fn(
        instanceEnvironment: fmi3InstanceEnvironment,
        intermediateUpdateTime: fmi3Float64,
        intermediateVariableSetRequested: fmi3Boolean,
        intermediateVariableGetAllowed: fmi3Boolean,
        intermediateStepFinished: fmi3Boolean,
        canReturnEarly: fmi3Boolean,
        earlyReturnRequested: *mut fmi3Boolean,
        earlyReturnTime: *mut fmi3Float64,
    ),
>;

/// Of Scheduled Execution, which no unit offers.
pub type fmi3LockPreemptionCallback = Option<unsafe extern "C" fn()>;
pub type fmi3UnlockPreemptionCallback = Option<unsafe extern "C" fn()>;
