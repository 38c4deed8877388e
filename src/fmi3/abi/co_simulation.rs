//! Functions of Co-Simulation (FMI 3.0 §4.2).
#![allow(clippy::too_many_arguments)]

use crate::fmi::pointers::place;
use crate::fmi3::calls::Call;
use crate::fmi3::entry::enter;
use crate::fmi3::stepping::{Outcome, RESUME};
use crate::fmi3::types::*;

/// Co-Simulation: ends Event Mode.
///
/// # Safety
/// `instance` is NULL or a live instance.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi3EnterStepMode(instance: fmi3Instance) -> fmi3Status {
    unsafe { enter(instance, Call::EnterStepMode, |simulation| simulation.enter_step_mode()) }
}

/// Moves from `currentCommunicationPoint` (the present time, as the host counts it) by a positive
/// `communicationStepSize`, both in s. After fmi3Error the instance is as before the call.
/// `noSetFMUStatePriorToCurrentPoint` has no effect.
///
/// | eventModeUsed | earlyReturnAllowed | a transition within the step |
/// |---|---|---|
/// | false | false | is made, and the step continues to its end |
/// | false | true | is made, and the step ends right after it, with `*earlyReturn` |
/// | true | true | is not made yet: the step ends right before it, with `*eventHandlingNeeded` and `*earlyReturn`; Event Mode makes it |
/// | true | false | is made; one at the step's end is not made yet, with `*eventHandlingNeeded` |
///
/// `*lastSuccessfulTime` is when the transition is, or the step's end. A transition within 1e-9 max(1, |t|) s of the
/// step's end counts as at its end. At the end of each internal step the intermediate update is called, if there is one.
///
/// # Safety
/// `instance` is NULL or a live instance. The pointers have room for one value each.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi3DoStep(
    instance: fmi3Instance,
    currentCommunicationPoint: fmi3Float64,
    communicationStepSize: fmi3Float64,
    noSetFMUStatePriorToCurrentPoint: fmi3Boolean,
    eventHandlingNeeded: *mut fmi3Boolean,
    terminateSimulation: *mut fmi3Boolean,
    earlyReturn: *mut fmi3Boolean,
    lastSuccessfulTime: *mut fmi3Float64,
) -> fmi3Status {
    let _ = noSetFMUStatePriorToCurrentPoint;
    let (begin, size) = (currentCommunicationPoint, communicationStepSize);
    let mut outcome = None;
    unsafe {
        let mut status = enter(instance, Call::DoStep, |simulation| {
            place("eventHandlingNeeded", eventHandlingNeeded)?.write(false);
            place("terminateSimulation", terminateSimulation)?.write(false);
            place("earlyReturn", earlyReturn)?.write(false);
            place("lastSuccessfulTime", lastSuccessfulTime)?.write(begin);
            outcome = Some(simulation.begin_step(begin, size)?);
            Ok(())
        });
        loop {
            match outcome.take() {
                Some(Outcome::Pause { update, time, can_return_early }) => {
                    // Nothing is held while the importer is called: it calls into the instance.
                    let early = update.call(time, can_return_early);
                    status = enter(instance, &RESUME, |simulation| {
                        outcome = Some(simulation.resume_step(begin + size, early)?);
                        Ok(())
                    });
                }
                Some(Outcome::Done { event_handling_needed, early_return, time }) => {
                    eventHandlingNeeded.write(event_handling_needed);
                    earlyReturn.write(early_return);
                    lastSuccessfulTime.write(time);
                    return status;
                }
                None => return status,
            }
        }
    }
}
