//! Functions common to Model Exchange and Co-Simulation (FMI 3.0 §2.2 and §2.3).
#![allow(clippy::too_many_arguments)]

use std::ffi::{CStr, c_char};

use crate::fmi::calls::{Interface, State};
use crate::fmi::importer::{Importer, Update};
use crate::fmi::pointers::{array, place, text};
use crate::fmi::{component, library, panic};
use crate::fmi3::calls::Call;
use crate::fmi3::entry::enter;
use crate::fmi3::instantiation::{self, Request};
use crate::fmi3::types::*;

/// Version of the standard: "3.0".
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub extern "C" fn fmi3GetVersion() -> *const c_char {
    let _ = panic::inside(library::path);
    c"3.0".as_ptr()
}

/// Switches debug logging of the named categories (logEvents, logStatusWarning, logStatusDiscard,
/// logStatusError, logStatusFatal, logAll), or without names of all. Errors are always sent.
///
/// # Safety
/// `instance` is NULL or a live instance. `categories` holds `nCategories` texts.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi3SetDebugLogging(
    instance: fmi3Instance,
    loggingOn: fmi3Boolean,
    nCategories: usize,
    categories: *const fmi3String,
) -> fmi3Status {
    unsafe {
        enter(instance, Call::SetDebugLogging, |simulation| {
            let names = array("categories", categories, nCategories)?;
            let names: Option<Vec<&CStr>> = names.iter().map(|name| text(*name)).collect();
            let names = names.ok_or_else(|| "a category is NULL".to_owned())?;
            Ok(simulation.logger.switch(loggingOn, &names)?)
        })
    }
}

/// A new instance for Model Exchange of the unit with this token, or NULL and a message in the logger. A unit of the
/// model library needs no resources; the network of any other is read from the folder `resourcePath`, or where that leads
/// nowhere from the FMU in which this library lies. `visible` has no effect.
///
/// # Safety
/// The texts are NULL or end with a zero; the callback is of the standard's type or NULL.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi3InstantiateModelExchange(
    instanceName: fmi3String,
    instantiationToken: fmi3String,
    resourcePath: fmi3String,
    visible: fmi3Boolean,
    loggingOn: fmi3Boolean,
    instanceEnvironment: fmi3InstanceEnvironment,
    logMessage: fmi3LogMessageCallback,
) -> fmi3Instance {
    let _ = visible;
    let _ = panic::inside(panic::install_hook);
    let request = unsafe {
        Request {
            function: "fmi3InstantiateModelExchange",
            kind: Ok(Interface::ModelExchange),
            instance_name: text(instanceName),
            token: text(instantiationToken),
            resources: text(resourcePath),
            debug: loggingOn,
            environment: instanceEnvironment,
            log: logMessage,
        }
    };
    instantiation::instantiate(&request, Importer::default(), &[])
}

/// A new instance for Co-Simulation, as fmi3InstantiateModelExchange. `eventModeUsed` and `earlyReturnAllowed` say how
/// steps end at transitions: see fmi3DoStep. `intermediateUpdate` may be NULL; what is read and set in it must be
/// declared with intermediateUpdate = true.
///
/// # Safety
/// The texts are NULL or end with a zero; the callbacks are of the standard's types or NULL;
/// `requiredIntermediateVariables` holds `nRequiredIntermediateVariables` values.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi3InstantiateCoSimulation(
    instanceName: fmi3String,
    instantiationToken: fmi3String,
    resourcePath: fmi3String,
    visible: fmi3Boolean,
    loggingOn: fmi3Boolean,
    eventModeUsed: fmi3Boolean,
    earlyReturnAllowed: fmi3Boolean,
    requiredIntermediateVariables: *const fmi3ValueReference,
    nRequiredIntermediateVariables: usize,
    instanceEnvironment: fmi3InstanceEnvironment,
    logMessage: fmi3LogMessageCallback,
    intermediateUpdate: fmi3IntermediateUpdateCallback,
) -> fmi3Instance {
    let _ = visible;
    let _ = panic::inside(panic::install_hook);
    let environment = instanceEnvironment;
    let update = intermediateUpdate.map(|callback| Update { callback, environment });
    let importer = Importer { event_mode: eventModeUsed, early_return: earlyReturnAllowed, update };
    let (start, count) = (requiredIntermediateVariables, nRequiredIntermediateVariables);
    let wanted = unsafe { array("requiredIntermediateVariables", start, count) };
    let request = unsafe {
        Request {
            function: "fmi3InstantiateCoSimulation",
            kind: match wanted {
                Ok(_) => Ok(Interface::CoSimulation),
                Err(_) => Err(
                    "requiredIntermediateVariables: must be an array of nRequiredIntermediateVariables \
                    entries",
                ),
            },
            instance_name: text(instanceName),
            token: text(instantiationToken),
            resources: text(resourcePath),
            debug: loggingOn,
            environment,
            log: logMessage,
        }
    };
    instantiation::instantiate(&request, importer, wanted.unwrap_or(&[]))
}

/// Returns NULL, with a message in the logger: no unit offers Scheduled Execution.
///
/// # Safety
/// The texts are NULL or end with a zero; the callbacks are of the standard's types or NULL.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi3InstantiateScheduledExecution(
    instanceName: fmi3String,
    instantiationToken: fmi3String,
    resourcePath: fmi3String,
    visible: fmi3Boolean,
    loggingOn: fmi3Boolean,
    instanceEnvironment: fmi3InstanceEnvironment,
    logMessage: fmi3LogMessageCallback,
    clockUpdate: fmi3ClockUpdateCallback,
    lockPreemption: fmi3LockPreemptionCallback,
    unlockPreemption: fmi3UnlockPreemptionCallback,
) -> fmi3Instance {
    let _ = (visible, clockUpdate, lockPreemption, unlockPreemption);
    let _ = panic::inside(panic::install_hook);
    let request = unsafe {
        Request {
            function: "fmi3InstantiateScheduledExecution",
            kind: Err("Scheduled Execution is not offered; Co-Simulation and Model Exchange are"),
            instance_name: text(instanceName),
            token: text(instantiationToken),
            resources: text(resourcePath),
            debug: loggingOn,
            environment: instanceEnvironment,
            log: logMessage,
        }
    };
    instantiation::instantiate(&request, Importer::default(), &[])
}

/// Ends an instance; NULL is ignored, and so is an instance in the midst of a step.
///
/// # Safety
/// `instance` is NULL or a live instance. It must not be used afterwards.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi3FreeInstance(instance: fmi3Instance) {
    unsafe { component::free(instance) }
}

/// Begins initialization, with start and stop time in s, and the relative tolerance of the host; the model's own
/// parameter `relativeTolerance` holds where it is tighter.
///
/// # Safety
/// `instance` is NULL or a live instance.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi3EnterInitializationMode(
    instance: fmi3Instance,
    toleranceDefined: fmi3Boolean,
    tolerance: fmi3Float64,
    startTime: fmi3Float64,
    stopTimeDefined: fmi3Boolean,
    stopTime: fmi3Float64,
) -> fmi3Status {
    unsafe {
        enter(instance, Call::EnterInitializationMode, |simulation| {
            let tolerance = toleranceDefined.then_some(tolerance);
            simulation.initialize(tolerance, startTime, stopTimeDefined.then_some(stopTime))
        })
    }
}

/// Ends initialization: the initial state is solved, and from now on fixed parameters keep their values. Event Mode
/// follows, or Step Mode of an instance for Co-Simulation without it.
///
/// # Safety
/// `instance` is NULL or a live instance.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi3ExitInitializationMode(instance: fmi3Instance) -> fmi3Status {
    unsafe { enter(instance, Call::ExitInitializationMode, |simulation| simulation.start()) }
}

/// Begins Event Mode, in which inputs may jump and transitions are made.
///
/// # Safety
/// `instance` is NULL or a live instance.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi3EnterEventMode(instance: fmi3Instance) -> fmi3Status {
    unsafe { enter(instance, Call::EnterEventMode, |simulation| simulation.enter_event()) }
}

/// Ends the simulation; values may still be read. Legal in every state but within a step.
///
/// # Safety
/// `instance` is NULL or a live instance.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi3Terminate(instance: fmi3Instance) -> fmi3Status {
    unsafe {
        enter(instance, Call::Terminate, |simulation| {
            if simulation.state() == State::EventMode {
                simulation.go_back()?;
            }
            simulation.terminate()
        })
    }
}

/// Resets the instance to its state after instantiation. Legal in every state but within a step.
///
/// # Safety
/// `instance` is NULL or a live instance.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi3Reset(instance: fmi3Instance) -> fmi3Status {
    unsafe { enter(instance, Call::Reset, |simulation| simulation.reset()) }
}

/// Shows what the transitions of this instant lead to, without committing them: what is set next, or
/// fmi3UpdateDiscreteStates, begins before them again.
///
/// # Safety
/// `instance` is NULL or a live instance.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi3EvaluateDiscreteStates(instance: fmi3Instance) -> fmi3Status {
    unsafe {
        enter(instance, Call::EvaluateDiscreteStates, |simulation| {
            simulation.evaluate_discrete_states()
        })
    }
}

/// Makes the transitions that are active, all of them: no further iteration is needed, but in a unit with clocks to let those
/// be seen that ticked. Velocities may jump then: those of
/// bodies that come to rest on one another become equal, exactly. In Co-Simulation `*nextEventTime` is when the next
/// transition will be, in s, if inputs and parameters stay as they are, where it is within `predictionHorizon` (ten
/// default communication steps for a unit without it).
///
/// # Safety
/// `instance` is NULL or a live instance. The pointers have room for one value each.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi3UpdateDiscreteStates(
    instance: fmi3Instance,
    discreteStatesNeedUpdate: *mut fmi3Boolean,
    terminateSimulation: *mut fmi3Boolean,
    nominalsOfContinuousStatesChanged: *mut fmi3Boolean,
    valuesOfContinuousStatesChanged: *mut fmi3Boolean,
    nextEventTimeDefined: *mut fmi3Boolean,
    nextEventTime: *mut fmi3Float64,
) -> fmi3Status {
    unsafe {
        enter(instance, Call::UpdateDiscreteStates, |simulation| {
            let need = place("discreteStatesNeedUpdate", discreteStatesNeedUpdate)?;
            let terminate = place("terminateSimulation", terminateSimulation)?;
            let nominals = "nominalsOfContinuousStatesChanged";
            let nominals = place(nominals, nominalsOfContinuousStatesChanged)?;
            let values = "valuesOfContinuousStatesChanged";
            let values = place(values, valuesOfContinuousStatesChanged)?;
            let defined = place("nextEventTimeDefined", nextEventTimeDefined)?;
            let next = place("nextEventTime", nextEventTime)?;
            let updated = simulation.update_discrete_states()?;
            need.write(updated.again);
            terminate.write(false);
            nominals.write(false);
            values.write(updated.states_changed);
            defined.write(updated.next_event.is_some());
            next.write(updated.next_event.unwrap_or(0.0));
            Ok(())
        })
    }
}
