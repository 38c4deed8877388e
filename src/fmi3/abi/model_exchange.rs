//! Functions of Model Exchange (FMI 3.0 §3.2): the host integrates, and asks for transitions where an event
//! indicator becomes negative.

use crate::fmi::pointers::{array, place, room};
use crate::fmi3::calls::Call;
use crate::fmi3::entry::{enter, lists};
use crate::fmi3::types::*;

/// Model Exchange: ends Event Mode.
///
/// # Safety
/// `instance` is NULL or a live instance.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi3EnterContinuousTimeMode(instance: fmi3Instance) -> fmi3Status {
    unsafe {
        enter(instance, Call::EnterContinuousTimeMode, |simulation| simulation.leave_event_mode())
    }
}

/// Model Exchange: nothing is ever to be done after a step of the integrator.
///
/// # Safety
/// `instance` is NULL or a live instance. The pointers have room for one value each.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi3CompletedIntegratorStep(
    instance: fmi3Instance,
    noSetFMUStatePriorToCurrentPoint: fmi3Boolean,
    enterEventMode: *mut fmi3Boolean,
    terminateSimulation: *mut fmi3Boolean,
) -> fmi3Status {
    let _ = noSetFMUStatePriorToCurrentPoint;
    unsafe {
        enter(instance, Call::CompletedIntegratorStep, |_| {
            place("enterEventMode", enterEventMode)?.write(false);
            place("terminateSimulation", terminateSimulation)?.write(false);
            Ok(())
        })
    }
}

/// Model Exchange: sets the time, in s.
///
/// # Safety
/// `instance` is NULL or a live instance.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi3SetTime(instance: fmi3Instance, time: fmi3Float64) -> fmi3Status {
    unsafe { enter(instance, Call::SetTime, |simulation| simulation.set_time(time)) }
}

/// Model Exchange: sets the continuous states, in the order of the derivatives in the model description. Stuck
/// contacts stay stuck: what velocities differ by within a group of bodies that stick together is ignored.
///
/// # Safety
/// `instance` is NULL or a live instance. `continuousStates` holds `nContinuousStates` values.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi3SetContinuousStates(
    instance: fmi3Instance,
    continuousStates: *const fmi3Float64,
    nContinuousStates: usize,
) -> fmi3Status {
    unsafe {
        enter(instance, Call::SetContinuousStates, |simulation| {
            let states = array("continuousStates", continuousStates, nContinuousStates)?;
            simulation.set_continuous_states(states)
        })
    }
}

/// Model Exchange: number of event indicators.
///
/// # Safety
/// `instance` is NULL or a live instance. `nEventIndicators` has room for one value.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi3GetNumberOfEventIndicators(
    instance: fmi3Instance,
    nEventIndicators: *mut usize,
) -> fmi3Status {
    unsafe {
        enter(instance, Call::GetNumberOfEventIndicators, |simulation| {
            place("nEventIndicators", nEventIndicators)?.write(simulation.indicators.len());
            Ok(())
        })
    }
}

/// Model Exchange: number of continuous states.
///
/// # Safety
/// `instance` is NULL or a live instance. `nContinuousStates` has room for one value.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi3GetNumberOfContinuousStates(
    instance: fmi3Instance,
    nContinuousStates: *mut usize,
) -> fmi3Status {
    unsafe {
        enter(instance, Call::GetNumberOfContinuousStates, |simulation| {
            let count = simulation.instance.state_nominals().count();
            place("nContinuousStates", nContinuousStates)?.write(count);
            Ok(())
        })
    }
}

lists! {
    /// Model Exchange: derivatives of the continuous states.
    ///
    /// # Safety
    /// `instance` is NULL or a live instance. `derivatives` has room for `nContinuousStates` values.
    fn fmi3GetContinuousStateDerivatives(
        derivatives: *mut fmi3Float64, nContinuousStates: usize
    ) of GetContinuousStateDerivatives, derivatives;
    /// Model Exchange: event indicators, dimensionless: a mode ends where one becomes negative; one that has
    /// nothing to watch is 1.
    ///
    /// # Safety
    /// `instance` is NULL or a live instance. `eventIndicators` has room for `nEventIndicators` values.
    fn fmi3GetEventIndicators(
        eventIndicators: *mut fmi3Float64, nEventIndicators: usize
    ) of GetEventIndicators, event_indicators;
    /// Model Exchange: continuous states.
    ///
    /// # Safety
    /// `instance` is NULL or a live instance. `continuousStates` has room for `nContinuousStates` values.
    fn fmi3GetContinuousStates(
        continuousStates: *mut fmi3Float64, nContinuousStates: usize
    ) of GetContinuousStates, continuous_states;
    /// Model Exchange: orders of magnitude of the continuous states.
    ///
    /// # Safety
    /// `instance` is NULL or a live instance. `nominals` has room for `nContinuousStates` values.
    fn fmi3GetNominalsOfContinuousStates(
        nominals: *mut fmi3Float64, nContinuousStates: usize
    ) of GetNominalsOfContinuousStates, nominals;
}
