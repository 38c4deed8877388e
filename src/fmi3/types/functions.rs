//! Status and callbacks of FMI 3.0: what the official fmi3FunctionTypes.h declares.
#![allow(non_camel_case_types, non_snake_case)]

use super::platform::{fmi3Boolean, fmi3Float64, fmi3InstanceEnvironment, fmi3String};

/// Result of a call.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum fmi3Status {
    /// Done.
    fmi3OK,
    /// Status of messages that need attention; the call itself is answered with fmi3OK.
    fmi3Warning,
    /// Discarded: not possible now; the instance is as before and continues.
    fmi3Discard,
    /// Refused: the instance is as before and continues; the logger has the reason. After an error of the library itself an
    /// instance can only be reset, terminated and freed.
    fmi3Error,
    /// No call is answered so: what breaks within luztar is fmi3Error too.
    fmi3Fatal,
}

/// Kind of dependence of an unknown on a known.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum fmi3DependencyKind {
    /// No dependence.
    fmi3Independent,
    /// Dependence by a constant factor.
    fmi3Constant,
    /// Dependence by a factor that is fixed after initialisation.
    fmi3Fixed,
    /// Dependence by a factor that changes with tunable parameters.
    fmi3Tunable,
    /// Dependence by a factor that changes at events.
    fmi3Discrete,
    /// Dependence in any way; luztar always reports this one.
    fmi3Dependent,
}

/// Knowledge of the interval of a clock; no unit has clocks with intervals.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum fmi3IntervalQualifier {
    /// Interval that is not known yet.
    fmi3IntervalNotYetKnown,
    /// Interval that is the last one.
    fmi3IntervalUnchanged,
    /// Interval that is a new one.
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

/// Function of Scheduled Execution, which no unit offers: it is never called.
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

/// Function of Scheduled Execution, which no unit offers.
pub type fmi3LockPreemptionCallback = Option<unsafe extern "C" fn()>;
/// Function of Scheduled Execution, which no unit offers.
pub type fmi3UnlockPreemptionCallback = Option<unsafe extern "C" fn()>;
