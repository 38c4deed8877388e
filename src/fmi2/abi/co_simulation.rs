//! Functions of Co-Simulation (FMI 2.0 §4.2).

use std::mem::MaybeUninit;

use super::refuse;
use crate::fmi2::calls::Call;
use crate::fmi2::entry::enter;

use crate::fmi::pointers::{array, number, place, room};
use crate::fmi2::types::*;

/// First derivatives of inputs (order 1): from the next step on each is a ramp, from the value that it has,
/// until it is set again. A normal load to which friction is not proportional, an input of a friction law and an effective mass are constant in a step:
/// for them only 0 is accepted. All are set, or none if one is refused.
///
/// # Safety
/// `c` is NULL or a live instance. `vr`, `order` and `value` hold `nvr` values.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi2SetRealInputDerivatives(
    c: fmi2Component,
    vr: *const fmi2ValueReference,
    nvr: usize,
    order: *const fmi2Integer,
    value: *const fmi2Real,
) -> fmi2Status {
    unsafe {
        enter(c, Call::SetRealInputDerivatives, |simulation| {
            let references = array("vr", vr, nvr)?;
            let (orders, rates) = (array("order", order, nvr)?, array("value", value, nvr)?);
            simulation.set_input_derivatives(references, orders, rates)
        })
    }
}

/// First derivatives (order 1) of Real outputs with respect to time just after the present time, from the
/// equations in the present modes. Discrete outputs and means stay what they are: 0.
///
/// # Safety
/// `c` is NULL or a live instance. `vr`, `order` and `value` hold `nvr` values.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi2GetRealOutputDerivatives(
    c: fmi2Component,
    vr: *const fmi2ValueReference,
    nvr: usize,
    order: *const fmi2Integer,
    value: *mut fmi2Real,
) -> fmi2Status {
    unsafe {
        enter(c, Call::GetRealOutputDerivatives, |simulation| {
            let references = array("vr", vr, nvr)?;
            let (orders, rates) = (array("order", order, nvr)?, room("value", value, nvr)?);
            simulation.output_derivatives(references, orders, rates)
        })
    }
}

/// Moves from `currentCommunicationPoint` (the present time, as the host counts it) by a positive
/// `communicationStepSize`, both in s. Every transition inside the step is located and resolved. After
/// fmi2Error the instance is as before the call. The last argument has no effect.
///
/// With `stopAtEvents` a step with a transition ends right after the first one with fmi2Discard;
/// fmi2LastSuccessfulTime is its time. The host may continue from there, or restore an earlier state and step
/// exactly to that time: a transition within 1e-9 max(1, |t|) s of a step's end happens at its end, with
/// fmi2OK, and one at its start does not end the step.
///
/// # Safety
/// `c` is NULL or a live instance.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi2DoStep(
    c: fmi2Component,
    currentCommunicationPoint: fmi2Real,
    communicationStepSize: fmi2Real,
    noSetFMUStatePriorToCurrentPoint: fmi2Boolean,
) -> fmi2Status {
    let _ = noSetFMUStatePriorToCurrentPoint;
    unsafe {
        enter(c, Call::DoStep, |simulation| {
            simulation.do_step(currentCommunicationPoint, communicationStepSize)
        })
    }
}

/// Returns fmi2Error: fmi2DoStep has completed its step when it returns.
///
/// # Safety
/// `c` is NULL or a live instance.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi2CancelStep(c: fmi2Component) -> fmi2Status {
    unsafe { refuse(c, Call::CancelStep, "canRunAsynchronuously is false") }
}

/// fmi2DoStepStatus: how the last step ended. Any other query: fmi2Discard.
///
/// # Safety
/// `c` is NULL or a live instance. `value` has room for one value.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi2GetStatus(
    c: fmi2Component,
    s: MaybeUninit<fmi2StatusKind>,
    value: *mut fmi2Status,
) -> fmi2Status {
    unsafe {
        enter(c, Call::GetStatus, |simulation| {
            let answer = simulation.status(fmi2StatusKind::from_number(number(s)))?;
            place("value", value)?.write(answer);
            Ok(())
        })
    }
}

/// fmi2LastSuccessfulTime: where the last step ended, in s. Any other query: fmi2Discard.
///
/// # Safety
/// `c` is NULL or a live instance. `value` has room for one value.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi2GetRealStatus(
    c: fmi2Component,
    s: MaybeUninit<fmi2StatusKind>,
    value: *mut fmi2Real,
) -> fmi2Status {
    unsafe {
        enter(c, Call::GetRealStatus, |simulation| {
            let answer = simulation.real_status(fmi2StatusKind::from_number(number(s)))?;
            place("value", value)?.write(answer);
            Ok(())
        })
    }
}

/// No status is an Integer: fmi2Discard.
///
/// # Safety
/// `c` is NULL or a live instance.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi2GetIntegerStatus(
    c: fmi2Component,
    s: MaybeUninit<fmi2StatusKind>,
    value: *mut fmi2Integer,
) -> fmi2Status {
    let _ = value;
    unsafe {
        enter(c, Call::GetIntegerStatus, |simulation| {
            Err(simulation.unanswered(fmi2StatusKind::from_number(number(s)), "an Integer"))
        })
    }
}

/// fmi2Terminated: fmi2False, as no unit ends the simulation. Any other query: fmi2Discard.
///
/// # Safety
/// `c` is NULL or a live instance. `value` has room for one value.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi2GetBooleanStatus(
    c: fmi2Component,
    s: MaybeUninit<fmi2StatusKind>,
    value: *mut fmi2Boolean,
) -> fmi2Status {
    unsafe {
        enter(c, Call::GetBooleanStatus, |simulation| {
            let answer = simulation.boolean_status(fmi2StatusKind::from_number(number(s)))?;
            place("value", value)?.write(answer.into());
            Ok(())
        })
    }
}

/// Returns fmi2Discard: nothing is ever pending.
///
/// # Safety
/// `c` is NULL or a live instance.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi2GetStringStatus(
    c: fmi2Component,
    s: MaybeUninit<fmi2StatusKind>,
    value: *mut fmi2String,
) -> fmi2Status {
    let _ = value;
    unsafe {
        enter(c, Call::GetStringStatus, |simulation| {
            Err(simulation.unanswered(fmi2StatusKind::from_number(number(s)), "a String"))
        })
    }
}
