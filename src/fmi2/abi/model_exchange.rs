//! Functions of Model Exchange (FMI 2.0 §3.2): the host integrates, and asks for transitions where an event
//! indicator becomes negative.

use crate::fmi2::calls::Call;
use crate::fmi2::entry::enter;

use crate::fmi::pointers::{array, place, room};
use crate::fmi2::types::*;

/// Model Exchange: begins Event Mode.
///
/// # Safety
/// `c` is NULL or a live instance.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi2EnterEventMode(c: fmi2Component) -> fmi2Status {
    unsafe { enter(c, Call::EnterEventMode, |simulation| simulation.enter_event_mode()) }
}

/// Model Exchange: makes the transitions that are active, all of them. Velocities may jump then: those of
/// bodies that come to rest on one another become equal, exactly.
///
/// # Safety
/// `c` is NULL or a live instance. `eventInfo` has room for one record.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi2NewDiscreteStates(
    c: fmi2Component,
    eventInfo: *mut fmi2EventInfo,
) -> fmi2Status {
    unsafe {
        enter(c, Call::NewDiscreteStates, |simulation| {
            let at = place("eventInfo", eventInfo)?;
            let changed = simulation.new_discrete_states()?;
            at.write(fmi2EventInfo {
                newDiscreteStatesNeeded: fmi2False,
                terminateSimulation: fmi2False,
                nominalsOfContinuousStatesChanged: fmi2False,
                valuesOfContinuousStatesChanged: changed.into(),
                nextEventTimeDefined: fmi2False,
                nextEventTime: 0.0,
            });
            Ok(())
        })
    }
}

/// Model Exchange: ends Event Mode.
///
/// # Safety
/// `c` is NULL or a live instance.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi2EnterContinuousTimeMode(c: fmi2Component) -> fmi2Status {
    unsafe {
        enter(c, Call::EnterContinuousTimeMode, |simulation| {
            simulation.enter_continuous_time_mode()
        })
    }
}

/// Model Exchange: nothing is ever to be done after a step of the integrator.
///
/// # Safety
/// `c` is NULL or a live instance. The pointers have room for one value each.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi2CompletedIntegratorStep(
    c: fmi2Component,
    noSetFMUStatePriorToCurrentPoint: fmi2Boolean,
    enterEventMode: *mut fmi2Boolean,
    terminateSimulation: *mut fmi2Boolean,
) -> fmi2Status {
    unsafe {
        enter(c, Call::CompletedIntegratorStep, |simulation| {
            let _ = (noSetFMUStatePriorToCurrentPoint, &simulation);
            place("enterEventMode", enterEventMode)?.write(fmi2False);
            place("terminateSimulation", terminateSimulation)?.write(fmi2False);
            Ok(())
        })
    }
}

/// Model Exchange: sets the time, in s.
///
/// # Safety
/// `c` is NULL or a live instance.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi2SetTime(c: fmi2Component, time: fmi2Real) -> fmi2Status {
    unsafe { enter(c, Call::SetTime, |simulation| simulation.set_time(time)) }
}

/// Model Exchange: sets the continuous states, in the order of the derivatives in the model description. Between
/// events stuck contacts stay stuck: what velocities differ by within a group of bodies that stick together is
/// ignored. In Event Mode, where OpenModelica calls it, states that are equal to the present ones change nothing; with
/// others fmi2NewDiscreteStates resolves all modes again.
///
/// # Safety
/// `c` is NULL or a live instance. `x` holds `nx` values.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi2SetContinuousStates(
    c: fmi2Component,
    x: *const fmi2Real,
    nx: usize,
) -> fmi2Status {
    unsafe {
        enter(c, Call::SetContinuousStates, |simulation| {
            simulation.set_continuous_states(array("x", x, nx)?)
        })
    }
}

/// Model Exchange: derivatives of the continuous states.
///
/// # Safety
/// `c` is NULL or a live instance. `derivatives` has room for `nx` values.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi2GetDerivatives(
    c: fmi2Component,
    derivatives: *mut fmi2Real,
    nx: usize,
) -> fmi2Status {
    unsafe {
        enter(c, Call::GetDerivatives, |simulation| {
            simulation.derivatives(room("derivatives", derivatives, nx)?)
        })
    }
}

/// Model Exchange: event indicators, dimensionless: a mode ends where one becomes negative; one that has
/// nothing to watch is 1.
///
/// # Safety
/// `c` is NULL or a live instance. `eventIndicators` has room for `ni` values.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi2GetEventIndicators(
    c: fmi2Component,
    eventIndicators: *mut fmi2Real,
    ni: usize,
) -> fmi2Status {
    unsafe {
        enter(c, Call::GetEventIndicators, |simulation| {
            simulation.event_indicators(room("eventIndicators", eventIndicators, ni)?)
        })
    }
}

/// Model Exchange: continuous states.
///
/// # Safety
/// `c` is NULL or a live instance. `x` has room for `nx` values.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi2GetContinuousStates(
    c: fmi2Component,
    x: *mut fmi2Real,
    nx: usize,
) -> fmi2Status {
    unsafe {
        enter(c, Call::GetContinuousStates, |simulation| {
            simulation.continuous_states(room("x", x, nx)?)
        })
    }
}

/// Model Exchange: orders of magnitude of the continuous states.
///
/// # Safety
/// `c` is NULL or a live instance. `x_nominal` has room for `nx` values.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi2GetNominalsOfContinuousStates(
    c: fmi2Component,
    x_nominal: *mut fmi2Real,
    nx: usize,
) -> fmi2Status {
    unsafe {
        enter(c, Call::GetNominalsOfContinuousStates, |simulation| {
            simulation.nominals(room("x_nominal", x_nominal, nx)?)
        })
    }
}
