//! Functions of Model Exchange (FMI 2.0 §3.2). Instances are made for Co-Simulation only, so that each of
//! these is an illegal call.

use super::refuse;
use crate::fmi2::calls::Call;
use crate::fmi2::types::*;

const MODEL_EXCHANGE: &str = "instances are made for Co-Simulation only";

/// Model Exchange: fmi2Error.
///
/// # Safety
/// `c` is NULL or a live instance.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2EnterEventMode(c: fmi2Component) -> fmi2Status {
    unsafe { refuse(c, Call::EnterEventMode, MODEL_EXCHANGE) }
}

/// Model Exchange: fmi2Error.
///
/// # Safety
/// `c` is NULL or a live instance.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2NewDiscreteStates(
    c: fmi2Component,
    eventInfo: *mut fmi2EventInfo,
) -> fmi2Status {
    let _ = eventInfo;
    unsafe { refuse(c, Call::NewDiscreteStates, MODEL_EXCHANGE) }
}

/// Model Exchange: fmi2Error.
///
/// # Safety
/// `c` is NULL or a live instance.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2EnterContinuousTimeMode(c: fmi2Component) -> fmi2Status {
    unsafe { refuse(c, Call::EnterContinuousTimeMode, MODEL_EXCHANGE) }
}

/// Model Exchange: fmi2Error.
///
/// # Safety
/// `c` is NULL or a live instance.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2CompletedIntegratorStep(
    c: fmi2Component,
    noSetFMUStatePriorToCurrentPoint: fmi2Boolean,
    enterEventMode: *mut fmi2Boolean,
    terminateSimulation: *mut fmi2Boolean,
) -> fmi2Status {
    let _ = (noSetFMUStatePriorToCurrentPoint, enterEventMode, terminateSimulation);
    unsafe { refuse(c, Call::CompletedIntegratorStep, MODEL_EXCHANGE) }
}

/// Model Exchange: fmi2Error.
///
/// # Safety
/// `c` is NULL or a live instance.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2SetTime(c: fmi2Component, time: fmi2Real) -> fmi2Status {
    let _ = time;
    unsafe { refuse(c, Call::SetTime, MODEL_EXCHANGE) }
}

/// Model Exchange: fmi2Error.
///
/// # Safety
/// `c` is NULL or a live instance.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2SetContinuousStates(
    c: fmi2Component,
    x: *const fmi2Real,
    nx: usize,
) -> fmi2Status {
    let _ = (x, nx);
    unsafe { refuse(c, Call::SetContinuousStates, MODEL_EXCHANGE) }
}

/// Model Exchange: fmi2Error.
///
/// # Safety
/// `c` is NULL or a live instance.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2GetDerivatives(
    c: fmi2Component,
    derivatives: *mut fmi2Real,
    nx: usize,
) -> fmi2Status {
    let _ = (derivatives, nx);
    unsafe { refuse(c, Call::GetDerivatives, MODEL_EXCHANGE) }
}

/// Model Exchange: fmi2Error.
///
/// # Safety
/// `c` is NULL or a live instance.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2GetEventIndicators(
    c: fmi2Component,
    eventIndicators: *mut fmi2Real,
    ni: usize,
) -> fmi2Status {
    let _ = (eventIndicators, ni);
    unsafe { refuse(c, Call::GetEventIndicators, MODEL_EXCHANGE) }
}

/// Model Exchange: fmi2Error.
///
/// # Safety
/// `c` is NULL or a live instance.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2GetContinuousStates(
    c: fmi2Component,
    x: *mut fmi2Real,
    nx: usize,
) -> fmi2Status {
    let _ = (x, nx);
    unsafe { refuse(c, Call::GetContinuousStates, MODEL_EXCHANGE) }
}

/// Model Exchange: fmi2Error.
///
/// # Safety
/// `c` is NULL or a live instance.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2GetNominalsOfContinuousStates(
    c: fmi2Component,
    x_nominal: *mut fmi2Real,
    nx: usize,
) -> fmi2Status {
    let _ = (x_nominal, nx);
    unsafe { refuse(c, Call::GetNominalsOfContinuousStates, MODEL_EXCHANGE) }
}
