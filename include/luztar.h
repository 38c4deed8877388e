/* luztar: dry friction and backlash as FMUs for FMI 2.0 and 3.0.

   Generated from src/fmi2 and src/fmi3; do not edit. It stands alone (C99, C11, C++17), and may also follow the
   official headers of FMI 2.0, of FMI 3.0 or of both: what they declare is then left out here. */
#ifndef LUZTAR_H
#define LUZTAR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Argument types of FMI 2.0 */
#ifndef fmi2TypesPlatform_h
#define fmi2TypesPlatform "default"

/**
 * Yes.
 */
#define fmi2True 1

/**
 * No.
 */
#define fmi2False 0

/**
 * An instance of a unit, made by fmi2Instantiate and ended by fmi2FreeInstance.
 */
typedef void *fmi2Component;

/**
 * A pointer of the host that is handed back to its logger.
 */
typedef void *fmi2ComponentEnvironment;

/**
 * A saved state of an instance.
 */
typedef void *fmi2FMUstate;

/**
 * A variable: its place in the model's table, counted from 0.
 */
typedef unsigned int fmi2ValueReference;

/**
 * A value with a physical unit, always the coherent SI unit.
 */
typedef double fmi2Real;

/**
 * A count, the number of a mode, or of an item.
 */
typedef int fmi2Integer;

/**
 * fmi2False or any other value for true.
 */
typedef int fmi2Boolean;

/**
 * A byte of UTF-8.
 */
typedef char fmi2Char;

/**
 * UTF-8 text that ends with a zero.
 */
typedef const fmi2Char *fmi2String;

/**
 * A byte of a saved state.
 */
typedef char fmi2Byte;

#endif /* fmi2TypesPlatform_h */

/* Status and callbacks of FMI 2.0 */
#ifndef fmi2FunctionTypes_h

/**
 * Result of a call.
 */
typedef enum {
    /**
     * Done.
     */
    fmi2OK,
    /**
     * Status of messages that need attention; the call itself is answered with fmi2OK.
     */
    fmi2Warning,
    /**
     * Discarded: not possible now; the instance is as before and continues.
     */
    fmi2Discard,
    /**
     * Refused: the instance is as before and continues; the logger has the reason. After an error of the library itself an
     * instance can only be reset, terminated and freed.
     */
    fmi2Error,
    /**
     * No call is answered so: what breaks within luztar is fmi2Error too.
     */
    fmi2Fatal,
    /**
     * Status of steps that run on: no unit answers so.
     */
    fmi2Pending,
} fmi2Status;

/**
 * Interface that an instance is made for.
 */
typedef enum {
    /**
     * The host integrates.
     */
    fmi2ModelExchange,
    /**
     * The unit integrates.
     */
    fmi2CoSimulation,
} fmi2Type;

/**
 * Status that a host may ask for after a step.
 */
typedef enum {
    /**
     * Result of the last step.
     */
    fmi2DoStepStatus,
    /**
     * Status of steps that run on: no unit answers it.
     */
    fmi2PendingStatus,
    /**
     * Time at which the last step ended, s.
     */
    fmi2LastSuccessfulTime,
    /**
     * True if the unit ended the simulation: never.
     */
    fmi2Terminated,
} fmi2StatusKind;

/**
 * Receives messages; luztar always sends them as the argument of the format "%s".
 */
typedef void (*fmi2CallbackLogger)(fmi2ComponentEnvironment componentEnvironment,
                                   fmi2String instanceName,
                                   fmi2Status status,
                                   fmi2String category,
                                   fmi2String message,
                                   ...);

/**
 * The host's calloc, which luztar does not call.
 */
typedef void *(*fmi2CallbackAllocateMemory)(size_t nobj, size_t size);

/**
 * The host's free, which luztar does not call.
 */
typedef void (*fmi2CallbackFreeMemory)(void *obj);

/**
 * Reports the end of a step that runs on; luztar does not call it.
 */
typedef void (*fmi2StepFinished)(fmi2ComponentEnvironment componentEnvironment, fmi2Status status);

/**
 * Functions that the host offers; any of them may be NULL. luztar copies it at fmi2Instantiate and
 * calls the logger only.
 */
typedef struct {
    /**
     * Receives messages.
     */
    fmi2CallbackLogger logger;
    /**
     * Function that is not called.
     */
    fmi2CallbackAllocateMemory allocateMemory;
    /**
     * Function that is not called.
     */
    fmi2CallbackFreeMemory freeMemory;
    /**
     * Function that is not called.
     */
    fmi2StepFinished stepFinished;
    /**
     * Handed back to the logger.
     */
    fmi2ComponentEnvironment componentEnvironment;
} fmi2CallbackFunctions;

/**
 * Data that an event of Model Exchange leaves to the host.
 */
typedef struct {
    /**
     * True if the event continues: never.
     */
    fmi2Boolean newDiscreteStatesNeeded;
    /**
     * True if the simulation must end: never.
     */
    fmi2Boolean terminateSimulation;
    /**
     * True if nominal values are other ones: never.
     */
    fmi2Boolean nominalsOfContinuousStatesChanged;
    /**
     * True if the event changed continuous states.
     */
    fmi2Boolean valuesOfContinuousStatesChanged;
    /**
     * True if an event is known before it comes: never.
     */
    fmi2Boolean nextEventTimeDefined;
    /**
     * 0, since none is known.
     */
    fmi2Real nextEventTime;
} fmi2EventInfo;

#endif /* fmi2FunctionTypes_h */

/* Functions of FMI 2.0 */
#ifndef fmi2Functions_h
#define fmi2Version "2.0"

/**
 * Platform of the argument types: "default".
 */
const char *fmi2GetTypesPlatform(void);

/**
 * Version of the standard: "2.0".
 */
const char *fmi2GetVersion(void);

/**
 * Switches debug logging of the named categories (logEvents, logStatusWarning, logStatusDiscard,
 * logStatusError, logStatusFatal, logAll), or without names of all. Errors are always sent.
 *
 * Requires: `c` is NULL or a live instance. `categories` holds `nCategories` texts.
 */
fmi2Status fmi2SetDebugLogging(fmi2Component c,
                               fmi2Boolean loggingOn,
                               size_t nCategories,
                               const fmi2String *categories);

/**
 * A new instance of the unit with this GUID, or NULL and a message in the logger. A unit of the
 * model library needs no resources; the network of any other is read from `fmuResourceLocation`, or where
 * that leads nowhere from the FMU in which this library lies. `functions` is copied; each of its
 * members may be NULL. `visible` has no effect.
 *
 * Requires: The texts are NULL or end with a zero; `functions` is NULL or holds functions of the standard's types
 * or NULL.
 */
fmi2Component fmi2Instantiate(fmi2String instanceName,
                              fmi2Type fmuType,
                              fmi2String fmuGUID,
                              fmi2String fmuResourceLocation,
                              const fmi2CallbackFunctions *functions,
                              fmi2Boolean visible,
                              fmi2Boolean loggingOn);

/**
 * Ends an instance; NULL is ignored.
 *
 * Requires: `c` is NULL or a live instance. It must not be used afterwards.
 */
void fmi2FreeInstance(fmi2Component c);

/**
 * Start and stop time in s, and the relative tolerance of the host; the model's own parameter
 * `relativeTolerance` holds where it is tighter. Optional, before initialization.
 *
 * Requires: `c` is NULL or a live instance.
 */
fmi2Status fmi2SetupExperiment(fmi2Component c,
                               fmi2Boolean toleranceDefined,
                               fmi2Real tolerance,
                               fmi2Real startTime,
                               fmi2Boolean stopTimeDefined,
                               fmi2Real stopTime);

/**
 * Begins initialization.
 *
 * Requires: `c` is NULL or a live instance.
 */
fmi2Status fmi2EnterInitializationMode(fmi2Component c);

/**
 * Ends initialization: the initial state is solved, and from now on fixed parameters keep their
 * values.
 *
 * Requires: `c` is NULL or a live instance.
 */
fmi2Status fmi2ExitInitializationMode(fmi2Component c);

/**
 * Ends the simulation; values may still be read. Legal in every state.
 *
 * Requires: `c` is NULL or a live instance.
 */
fmi2Status fmi2Terminate(fmi2Component c);

/**
 * Resets the instance to its state after instantiation. Legal in every state.
 *
 * Requires: `c` is NULL or a live instance.
 */
fmi2Status fmi2Reset(fmi2Component c);

/**
 * Values of Real variables. Outputs fit the inputs and parameters set last, evaluated in the present
 * modes; transitions happen in fmi2DoStep only.
 *
 * Requires: `c` is NULL or a live instance. `vr` and `value` hold `nvr` values, or room for them.
 */
fmi2Status fmi2GetReal(fmi2Component c,
                       const fmi2ValueReference *vr,
                       size_t nvr,
                       fmi2Real *value);

/**
 * Sets inputs, parameters before initialization ends, and tunable parameters at any time: all of
 * them, or none if one value is refused. In Model Exchange states are set, too, as by fmi2SetContinuousStates with the
 * others as they are.
 *
 * Requires: `c` is NULL or a live instance. `vr` and `value` hold `nvr` values, or room for them.
 */
fmi2Status fmi2SetReal(fmi2Component c,
                       const fmi2ValueReference *vr,
                       size_t nvr,
                       const fmi2Real *value);

/**
 * Values of Integer variables and enumerations.
 *
 * Requires: `c` is NULL or a live instance. `vr` and `value` hold `nvr` values, or room for them.
 */
fmi2Status fmi2GetInteger(fmi2Component c,
                          const fmi2ValueReference *vr,
                          size_t nvr,
                          fmi2Integer *value);

/**
 * Sets Integer parameters and enumerations, like fmi2SetReal.
 *
 * Requires: `c` is NULL or a live instance. `vr` and `value` hold `nvr` values, or room for them.
 */
fmi2Status fmi2SetInteger(fmi2Component c,
                          const fmi2ValueReference *vr,
                          size_t nvr,
                          const fmi2Integer *value);

/**
 * Values of Boolean variables.
 *
 * Requires: `c` is NULL or a live instance. `vr` and `value` hold `nvr` values, or room for them.
 */
fmi2Status fmi2GetBoolean(fmi2Component c,
                          const fmi2ValueReference *vr,
                          size_t nvr,
                          fmi2Boolean *value);

/**
 * Sets Boolean parameters, like fmi2SetReal.
 *
 * Requires: `c` is NULL or a live instance. `vr` and `value` hold `nvr` values, or room for them.
 */
fmi2Status fmi2SetBoolean(fmi2Component c,
                          const fmi2ValueReference *vr,
                          size_t nvr,
                          const fmi2Boolean *value);

/**
 * No unit has String variables: only an empty list is accepted.
 *
 * Requires: `c` is NULL or a live instance. `vr` and `value` hold `nvr` values, or room for them.
 */
fmi2Status fmi2GetString(fmi2Component c,
                         const fmi2ValueReference *vr,
                         size_t nvr,
                         fmi2String *value);

/**
 * No unit has String variables: only an empty list is accepted.
 *
 * Requires: `c` is NULL or a live instance. `vr` and `value` hold `nvr` values, or room for them.
 */
fmi2Status fmi2SetString(fmi2Component c,
                         const fmi2ValueReference *vr,
                         size_t nvr,
                         const fmi2String *value);

/**
 * Saves the instance: motion, modes, parameters, inputs, counters, means and the transitions that were not
 * read; not its logger. `*FMUstate` is NULL for a new state, or a state that is to be replaced. A state
 * lives until fmi2FreeFMUstate, at most until the instance that made it is freed.
 *
 * Requires: `c` is NULL or a live instance. `FMUstate` is NULL or points to a state or NULL.
 */
fmi2Status fmi2GetFMUstate(fmi2Component c,
                           fmi2FMUstate *FMUstate);

/**
 * Restores a state, saved of this or of another instance of the same model; what follows is
 * the same, bit for bit. A state that was freed, or is not a state, is refused and nothing changes.
 *
 * Requires: `c` is NULL or a live instance.
 */
fmi2Status fmi2SetFMUstate(fmi2Component c, fmi2FMUstate FMUstate);

/**
 * Ends a state and sets `*FMUstate` to NULL. NULL is ignored.
 *
 * Requires: `c` is NULL or a live instance. `FMUstate` is NULL or points to a state or NULL.
 */
fmi2Status fmi2FreeFMUstate(fmi2Component c, fmi2FMUstate *FMUstate);

/**
 * Number of bytes of a state.
 *
 * Requires: `c` is NULL or a live instance. `size` has room for one value.
 */
fmi2Status fmi2SerializedFMUstateSize(fmi2Component c, fmi2FMUstate FMUstate, size_t *size);

/**
 * Writes a state as bytes, for another instance of the unit, another process or another machine; `size` must
 * be what fmi2SerializedFMUstateSize gave. They hold the version of luztar, the model's GUID and a checksum.
 *
 * Requires: `c` is NULL or a live instance. `serializedState` has room for `size` bytes.
 */
fmi2Status fmi2SerializeFMUstate(fmi2Component c,
                                 fmi2FMUstate FMUstate,
                                 fmi2Byte *serializedState,
                                 size_t size);

/**
 * A state from its bytes. Bytes of another unit or another version of luztar, and such that were truncated
 * or changed, are refused, and nothing changes. `*FMUstate` is as in fmi2GetFMUstate.
 *
 * Requires: `c` is NULL or a live instance. `serializedState` holds `size` bytes. `FMUstate` points to a state or
 * NULL.
 */
fmi2Status fmi2DeSerializeFMUstate(fmi2Component c,
                                   const fmi2Byte *serializedState,
                                   size_t size,
                                   fmi2FMUstate *FMUstate);

/**
 * Changes of outputs (derivatives of states among them) with changes of states, inputs and tunable parameters, in
 * the present modes and from the equations: dvUnknown = Σ ∂unknown/∂known · dvKnown. Units with massless bodies
 * have none.
 *
 * Requires: `c` is NULL or a live instance. `vUnknown_ref` and `dvUnknown` hold `nUnknown` values, `vKnown_ref` and `dvKnown`
 * hold `nKnown` values.
 */
fmi2Status fmi2GetDirectionalDerivative(fmi2Component c,
                                        const fmi2ValueReference *vUnknown_ref,
                                        size_t nUnknown,
                                        const fmi2ValueReference *vKnown_ref,
                                        size_t nKnown,
                                        const fmi2Real *dvKnown,
                                        fmi2Real *dvUnknown);

/**
 * Model Exchange: begins Event Mode.
 *
 * Requires: `c` is NULL or a live instance.
 */
fmi2Status fmi2EnterEventMode(fmi2Component c);

/**
 * Model Exchange: makes the transitions that are active, all of them. Velocities may jump then: those of
 * bodies that come to rest on one another become equal, exactly.
 *
 * Requires: `c` is NULL or a live instance. `eventInfo` has room for one record.
 */
fmi2Status fmi2NewDiscreteStates(fmi2Component c,
                                 fmi2EventInfo *eventInfo);

/**
 * Model Exchange: ends Event Mode.
 *
 * Requires: `c` is NULL or a live instance.
 */
fmi2Status fmi2EnterContinuousTimeMode(fmi2Component c);

/**
 * Model Exchange: nothing is ever to be done after a step of the integrator.
 *
 * Requires: `c` is NULL or a live instance. The pointers have room for one value each.
 */
fmi2Status fmi2CompletedIntegratorStep(fmi2Component c,
                                       fmi2Boolean noSetFMUStatePriorToCurrentPoint,
                                       fmi2Boolean *enterEventMode,
                                       fmi2Boolean *terminateSimulation);

/**
 * Model Exchange: sets the time, in s.
 *
 * Requires: `c` is NULL or a live instance.
 */
fmi2Status fmi2SetTime(fmi2Component c, fmi2Real time);

/**
 * Model Exchange: sets the continuous states, in the order of the derivatives in the model description. Between
 * events stuck contacts stay stuck: what velocities differ by within a group of bodies that stick together is
 * ignored. In Event Mode, where OpenModelica calls it, states that are equal to the present ones change nothing; with
 * others fmi2NewDiscreteStates resolves all modes again.
 *
 * Requires: `c` is NULL or a live instance. `x` holds `nx` values.
 */
fmi2Status fmi2SetContinuousStates(fmi2Component c,
                                   const fmi2Real *x,
                                   size_t nx);

/**
 * Model Exchange: derivatives of the continuous states.
 *
 * Requires: `c` is NULL or a live instance. `derivatives` has room for `nx` values.
 */
fmi2Status fmi2GetDerivatives(fmi2Component c, fmi2Real *derivatives, size_t nx);

/**
 * Model Exchange: event indicators, dimensionless: a mode ends where one becomes negative; one that has
 * nothing to watch is 1.
 *
 * Requires: `c` is NULL or a live instance. `eventIndicators` has room for `ni` values.
 */
fmi2Status fmi2GetEventIndicators(fmi2Component c,
                                  fmi2Real *eventIndicators,
                                  size_t ni);

/**
 * Model Exchange: continuous states.
 *
 * Requires: `c` is NULL or a live instance. `x` has room for `nx` values.
 */
fmi2Status fmi2GetContinuousStates(fmi2Component c, fmi2Real *x, size_t nx);

/**
 * Model Exchange: orders of magnitude of the continuous states.
 *
 * Requires: `c` is NULL or a live instance. `x_nominal` has room for `nx` values.
 */
fmi2Status fmi2GetNominalsOfContinuousStates(fmi2Component c, fmi2Real *x_nominal, size_t nx);

/**
 * First derivatives of inputs (order 1): from the next step on each is a ramp, from the value that it has,
 * until it is set again. A normal load to which friction is not proportional, an input of a friction law and an effective mass are constant in a step:
 * for them only 0 is accepted. All are set, or none if one is refused.
 *
 * Requires: `c` is NULL or a live instance. `vr`, `order` and `value` hold `nvr` values.
 */
fmi2Status fmi2SetRealInputDerivatives(fmi2Component c,
                                       const fmi2ValueReference *vr,
                                       size_t nvr,
                                       const fmi2Integer *order,
                                       const fmi2Real *value);

/**
 * First derivatives (order 1) of Real outputs with respect to time just after the present time, from the
 * equations in the present modes. Discrete outputs and means stay what they are: 0.
 *
 * Requires: `c` is NULL or a live instance. `vr`, `order` and `value` hold `nvr` values.
 */
fmi2Status fmi2GetRealOutputDerivatives(fmi2Component c,
                                        const fmi2ValueReference *vr,
                                        size_t nvr,
                                        const fmi2Integer *order,
                                        fmi2Real *value);

/**
 * Moves from `currentCommunicationPoint` (the present time, as the host counts it) by a positive
 * `communicationStepSize`, both in s. Every transition inside the step is located and resolved. After
 * fmi2Error the instance is as before the call. The last argument has no effect.
 *
 * With `stopAtEvents` a step with a transition ends right after the first one with fmi2Discard;
 * fmi2LastSuccessfulTime is its time. The host may continue from there, or restore an earlier state and step
 * exactly to that time: a transition within 1e-9 max(1, |t|) s of a step's end happens at its end, with
 * fmi2OK, and one at its start does not end the step.
 *
 * Requires: `c` is NULL or a live instance.
 */
fmi2Status fmi2DoStep(fmi2Component c,
                      fmi2Real currentCommunicationPoint,
                      fmi2Real communicationStepSize,
                      fmi2Boolean noSetFMUStatePriorToCurrentPoint);

/**
 * Returns fmi2Error: fmi2DoStep has completed its step when it returns.
 *
 * Requires: `c` is NULL or a live instance.
 */
fmi2Status fmi2CancelStep(fmi2Component c);

/**
 * fmi2DoStepStatus: how the last step ended. Any other query: fmi2Discard.
 *
 * Requires: `c` is NULL or a live instance. `value` has room for one value.
 */
fmi2Status fmi2GetStatus(fmi2Component c, fmi2StatusKind s, fmi2Status *value);

/**
 * fmi2LastSuccessfulTime: where the last step ended, in s. Any other query: fmi2Discard.
 *
 * Requires: `c` is NULL or a live instance. `value` has room for one value.
 */
fmi2Status fmi2GetRealStatus(fmi2Component c, fmi2StatusKind s, fmi2Real *value);

/**
 * No status is an Integer: fmi2Discard.
 *
 * Requires: `c` is NULL or a live instance.
 */
fmi2Status fmi2GetIntegerStatus(fmi2Component c, fmi2StatusKind s, fmi2Integer *value);

/**
 * fmi2Terminated: fmi2False, as no unit ends the simulation. Any other query: fmi2Discard.
 *
 * Requires: `c` is NULL or a live instance. `value` has room for one value.
 */
fmi2Status fmi2GetBooleanStatus(fmi2Component c, fmi2StatusKind s, fmi2Boolean *value);

/**
 * Returns fmi2Discard: nothing is ever pending.
 *
 * Requires: `c` is NULL or a live instance.
 */
fmi2Status fmi2GetStringStatus(fmi2Component c, fmi2StatusKind s, fmi2String *value);

#endif /* fmi2Functions_h */

/* Argument types of FMI 3.0 */
#ifndef fmi3PlatformTypes_h
#define fmi3True true
#define fmi3False false
#define fmi3ClockActive true
#define fmi3ClockInactive false

/**
 * An instance of a unit, made by one of the functions fmi3Instantiate… and ended by fmi3FreeInstance.
 */
typedef void *fmi3Instance;

/**
 * A pointer of the importer that is handed back to its callbacks.
 */
typedef void *fmi3InstanceEnvironment;

/**
 * A saved state of an instance.
 */
typedef void *fmi3FMUState;

/**
 * A variable: its place in the model's table, counted from 0; behind the table time and event indicators.
 */
typedef uint32_t fmi3ValueReference;

/**
 * No unit has variables of this type.
 */
typedef float fmi3Float32;

/**
 * A value with a physical unit, always the coherent SI unit.
 */
typedef double fmi3Float64;

/**
 * No unit has variables of this type.
 */
typedef int8_t fmi3Int8;

/**
 * No unit has variables of this type.
 */
typedef uint8_t fmi3UInt8;

/**
 * No unit has variables of this type.
 */
typedef int16_t fmi3Int16;

/**
 * No unit has variables of this type.
 */
typedef uint16_t fmi3UInt16;

/**
 * A count, or the number of a mode.
 */
typedef int32_t fmi3Int32;

/**
 * No unit has variables of this type.
 */
typedef uint32_t fmi3UInt32;

/**
 * The number of an item of an enumeration.
 */
typedef int64_t fmi3Int64;

/**
 * No unit has variables of this type.
 */
typedef uint64_t fmi3UInt64;

/**
 * Yes or no.
 */
typedef bool fmi3Boolean;

/**
 * A byte of UTF-8.
 */
typedef char fmi3Char;

/**
 * UTF-8 text that ends with a zero.
 */
typedef const fmi3Char *fmi3String;

/**
 * A byte of a saved state.
 */
typedef uint8_t fmi3Byte;

/**
 * No unit has variables of this type.
 */
typedef const fmi3Byte *fmi3Binary;

/**
 * True if a clock ticks.
 */
typedef bool fmi3Clock;

#endif /* fmi3PlatformTypes_h */

/* Status and callbacks of FMI 3.0 */
#ifndef fmi3FunctionTypes_h

/**
 * Result of a call.
 */
typedef enum {
    /**
     * Done.
     */
    fmi3OK,
    /**
     * Status of messages that need attention; the call itself is answered with fmi3OK.
     */
    fmi3Warning,
    /**
     * Discarded: not possible now; the instance is as before and continues.
     */
    fmi3Discard,
    /**
     * Refused: the instance is as before and continues; the logger has the reason. After an error of the library itself an
     * instance can only be reset, terminated and freed.
     */
    fmi3Error,
    /**
     * No call is answered so: what breaks within luztar is fmi3Error too.
     */
    fmi3Fatal,
} fmi3Status;

/**
 * Kind of dependence of an unknown on a known.
 */
typedef enum {
    /**
     * No dependence.
     */
    fmi3Independent,
    /**
     * Dependence by a constant factor.
     */
    fmi3Constant,
    /**
     * Dependence by a factor that is fixed after initialisation.
     */
    fmi3Fixed,
    /**
     * Dependence by a factor that changes with tunable parameters.
     */
    fmi3Tunable,
    /**
     * Dependence by a factor that changes at events.
     */
    fmi3Discrete,
    /**
     * Dependence in any way; luztar always reports this one.
     */
    fmi3Dependent,
} fmi3DependencyKind;

/**
 * Knowledge of the interval of a clock; no unit has clocks with intervals.
 */
typedef enum {
    /**
     * Interval that is not known yet.
     */
    fmi3IntervalNotYetKnown,
    /**
     * Interval that is the last one.
     */
    fmi3IntervalUnchanged,
    /**
     * Interval that is a new one.
     */
    fmi3IntervalChanged,
} fmi3IntervalQualifier;

/**
 * Receives messages.
 */
typedef void (*fmi3LogMessageCallback)(fmi3InstanceEnvironment instanceEnvironment,
                                       fmi3Status status,
                                       fmi3String category,
                                       fmi3String message);

/**
 * Function of Scheduled Execution, which no unit offers: it is never called.
 */
typedef void (*fmi3ClockUpdateCallback)(fmi3InstanceEnvironment instanceEnvironment);

/**
 * Called within fmi3DoStep at the end of each internal step; in it outputs may be read and inputs set.
 */
typedef void (*fmi3IntermediateUpdateCallback)(fmi3InstanceEnvironment instanceEnvironment,
                                               fmi3Float64 intermediateUpdateTime,
                                               fmi3Boolean intermediateVariableSetRequested,
                                               fmi3Boolean intermediateVariableGetAllowed,
                                               fmi3Boolean intermediateStepFinished,
                                               fmi3Boolean canReturnEarly,
                                               fmi3Boolean *earlyReturnRequested,
                                               fmi3Float64 *earlyReturnTime);

/**
 * Function of Scheduled Execution, which no unit offers.
 */
typedef void (*fmi3LockPreemptionCallback)(void);

/**
 * Function of Scheduled Execution, which no unit offers.
 */
typedef void (*fmi3UnlockPreemptionCallback)(void);

#endif /* fmi3FunctionTypes_h */

/* Functions of FMI 3.0 */
#ifndef fmi3Functions_h
#define fmi3Version "3.0"

/**
 * Version of the standard: "3.0".
 */
const char *fmi3GetVersion(void);

/**
 * Switches debug logging of the named categories (logEvents, logStatusWarning, logStatusDiscard,
 * logStatusError, logStatusFatal, logAll), or without names of all. Errors are always sent.
 *
 * Requires: `instance` is NULL or a live instance. `categories` holds `nCategories` texts.
 */
fmi3Status fmi3SetDebugLogging(fmi3Instance instance,
                               fmi3Boolean loggingOn,
                               size_t nCategories,
                               const fmi3String *categories);

/**
 * A new instance for Model Exchange of the unit with this token, or NULL and a message in the logger. A unit of the
 * model library needs no resources; the network of any other is read from the folder `resourcePath`, or where that leads
 * nowhere from the FMU in which this library lies. `visible` has no effect.
 *
 * Requires: The texts are NULL or end with a zero; the callback is of the standard's type or NULL.
 */
fmi3Instance fmi3InstantiateModelExchange(fmi3String instanceName,
                                          fmi3String instantiationToken,
                                          fmi3String resourcePath,
                                          fmi3Boolean visible,
                                          fmi3Boolean loggingOn,
                                          fmi3InstanceEnvironment instanceEnvironment,
                                          fmi3LogMessageCallback logMessage);

/**
 * A new instance for Co-Simulation, as fmi3InstantiateModelExchange. `eventModeUsed` and `earlyReturnAllowed` say how
 * steps end at transitions: see fmi3DoStep. `intermediateUpdate` may be NULL; what is read and set in it must be
 * declared with intermediateUpdate = true.
 *
 * Requires: The texts are NULL or end with a zero; the callbacks are of the standard's types or NULL;
 * `requiredIntermediateVariables` holds `nRequiredIntermediateVariables` values.
 */
fmi3Instance fmi3InstantiateCoSimulation(fmi3String instanceName,
                                         fmi3String instantiationToken,
                                         fmi3String resourcePath,
                                         fmi3Boolean visible,
                                         fmi3Boolean loggingOn,
                                         fmi3Boolean eventModeUsed,
                                         fmi3Boolean earlyReturnAllowed,
                                         const fmi3ValueReference *requiredIntermediateVariables,
                                         size_t nRequiredIntermediateVariables,
                                         fmi3InstanceEnvironment instanceEnvironment,
                                         fmi3LogMessageCallback logMessage,
                                         fmi3IntermediateUpdateCallback intermediateUpdate);

/**
 * Returns NULL, with a message in the logger: no unit offers Scheduled Execution.
 *
 * Requires: The texts are NULL or end with a zero; the callbacks are of the standard's types or NULL.
 */
fmi3Instance fmi3InstantiateScheduledExecution(fmi3String instanceName,
                                               fmi3String instantiationToken,
                                               fmi3String resourcePath,
                                               fmi3Boolean visible,
                                               fmi3Boolean loggingOn,
                                               fmi3InstanceEnvironment instanceEnvironment,
                                               fmi3LogMessageCallback logMessage,
                                               fmi3ClockUpdateCallback clockUpdate,
                                               fmi3LockPreemptionCallback lockPreemption,
                                               fmi3UnlockPreemptionCallback unlockPreemption);

/**
 * Ends an instance; NULL is ignored, and so is an instance in the midst of a step.
 *
 * Requires: `instance` is NULL or a live instance. It must not be used afterwards.
 */
void fmi3FreeInstance(fmi3Instance instance);

/**
 * Begins initialization, with start and stop time in s, and the relative tolerance of the host; the model's own
 * parameter `relativeTolerance` holds where it is tighter.
 *
 * Requires: `instance` is NULL or a live instance.
 */
fmi3Status fmi3EnterInitializationMode(fmi3Instance instance,
                                       fmi3Boolean toleranceDefined,
                                       fmi3Float64 tolerance,
                                       fmi3Float64 startTime,
                                       fmi3Boolean stopTimeDefined,
                                       fmi3Float64 stopTime);

/**
 * Ends initialization: the initial state is solved, and from now on fixed parameters keep their values. Event Mode
 * follows, or Step Mode of an instance for Co-Simulation without it.
 *
 * Requires: `instance` is NULL or a live instance.
 */
fmi3Status fmi3ExitInitializationMode(fmi3Instance instance);

/**
 * Begins Event Mode, in which inputs may jump and transitions are made.
 *
 * Requires: `instance` is NULL or a live instance.
 */
fmi3Status fmi3EnterEventMode(fmi3Instance instance);

/**
 * Ends the simulation; values may still be read. Legal in every state but within a step.
 *
 * Requires: `instance` is NULL or a live instance.
 */
fmi3Status fmi3Terminate(fmi3Instance instance);

/**
 * Resets the instance to its state after instantiation. Legal in every state but within a step.
 *
 * Requires: `instance` is NULL or a live instance.
 */
fmi3Status fmi3Reset(fmi3Instance instance);

/**
 * Shows what the transitions of this instant lead to, without committing them: what is set next, or
 * fmi3UpdateDiscreteStates, begins before them again.
 *
 * Requires: `instance` is NULL or a live instance.
 */
fmi3Status fmi3EvaluateDiscreteStates(fmi3Instance instance);

/**
 * Makes the transitions that are active, all of them: no further iteration is needed, but in a unit with clocks to let those
 * be seen that ticked. Velocities may jump then: those of
 * bodies that come to rest on one another become equal, exactly. In Co-Simulation `*nextEventTime` is when the next
 * transition will be, in s, if inputs and parameters stay as they are, where it is within `predictionHorizon` (ten
 * default communication steps for a unit without it).
 *
 * Requires: `instance` is NULL or a live instance. The pointers have room for one value each.
 */
fmi3Status fmi3UpdateDiscreteStates(fmi3Instance instance,
                                    fmi3Boolean *discreteStatesNeedUpdate,
                                    fmi3Boolean *terminateSimulation,
                                    fmi3Boolean *nominalsOfContinuousStatesChanged,
                                    fmi3Boolean *valuesOfContinuousStatesChanged,
                                    fmi3Boolean *nextEventTimeDefined,
                                    fmi3Float64 *nextEventTime);

/**
 * Values of Float64 variables. Outputs fit the inputs and parameters set last, evaluated in the present modes.
 *
 * Requires: `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values, `values` `nValues`, or
 * room for them.
 */
fmi3Status fmi3GetFloat64(fmi3Instance instance,
                          const fmi3ValueReference *valueReferences,
                          size_t nValueReferences,
                          fmi3Float64 *values,
                          size_t nValues);

/**
 * Sets inputs, parameters before initialization ends, and tunable parameters between steps: all of them, or none if
 * one value is refused. Inputs that jump are set in Event Mode where the instance has one. In Model Exchange continuous
 * states are set, too, as by fmi3SetContinuousStates with the others as they are.
 *
 * Requires: `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values, `values` `nValues`, or
 * room for them.
 */
fmi3Status fmi3SetFloat64(fmi3Instance instance,
                          const fmi3ValueReference *valueReferences,
                          size_t nValueReferences,
                          const fmi3Float64 *values,
                          size_t nValues);

/**
 * Values of Int32 variables.
 *
 * Requires: `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values, `values` `nValues`, or
 * room for them.
 */
fmi3Status fmi3GetInt32(fmi3Instance instance,
                        const fmi3ValueReference *valueReferences,
                        size_t nValueReferences,
                        fmi3Int32 *values,
                        size_t nValues);

/**
 * Sets Int32 parameters, like fmi3SetFloat64.
 *
 * Requires: `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values, `values` `nValues`, or
 * room for them.
 */
fmi3Status fmi3SetInt32(fmi3Instance instance,
                        const fmi3ValueReference *valueReferences,
                        size_t nValueReferences,
                        const fmi3Int32 *values,
                        size_t nValues);

/**
 * Values of enumerations.
 *
 * Requires: `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values, `values` `nValues`, or
 * room for them.
 */
fmi3Status fmi3GetInt64(fmi3Instance instance,
                        const fmi3ValueReference *valueReferences,
                        size_t nValueReferences,
                        fmi3Int64 *values,
                        size_t nValues);

/**
 * Sets enumerations, like fmi3SetFloat64.
 *
 * Requires: `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values, `values` `nValues`, or
 * room for them.
 */
fmi3Status fmi3SetInt64(fmi3Instance instance,
                        const fmi3ValueReference *valueReferences,
                        size_t nValueReferences,
                        const fmi3Int64 *values,
                        size_t nValues);

/**
 * Values of Boolean variables.
 *
 * Requires: `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values, `values` `nValues`, or
 * room for them.
 */
fmi3Status fmi3GetBoolean(fmi3Instance instance,
                          const fmi3ValueReference *valueReferences,
                          size_t nValueReferences,
                          fmi3Boolean *values,
                          size_t nValues);

/**
 * Sets Boolean parameters, like fmi3SetFloat64.
 *
 * Requires: `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values, `values` `nValues`, or
 * room for them.
 */
fmi3Status fmi3SetBoolean(fmi3Instance instance,
                          const fmi3ValueReference *valueReferences,
                          size_t nValueReferences,
                          const fmi3Boolean *values,
                          size_t nValues);

/**
 * No unit has Float32 variables: only an empty list is accepted.
 *
 * Requires: `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values.
 */
fmi3Status fmi3GetFloat32(fmi3Instance instance,
                          const fmi3ValueReference *valueReferences,
                          size_t nValueReferences,
                          fmi3Float32 *values,
                          size_t nValues);

/**
 * No unit has Float32 variables: only an empty list is accepted.
 *
 * Requires: `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values.
 */
fmi3Status fmi3SetFloat32(fmi3Instance instance,
                          const fmi3ValueReference *valueReferences,
                          size_t nValueReferences,
                          const fmi3Float32 *values,
                          size_t nValues);

/**
 * No unit has Int8 variables: only an empty list is accepted.
 *
 * Requires: `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values.
 */
fmi3Status fmi3GetInt8(fmi3Instance instance,
                       const fmi3ValueReference *valueReferences,
                       size_t nValueReferences,
                       fmi3Int8 *values,
                       size_t nValues);

/**
 * No unit has Int8 variables: only an empty list is accepted.
 *
 * Requires: `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values.
 */
fmi3Status fmi3SetInt8(fmi3Instance instance,
                       const fmi3ValueReference *valueReferences,
                       size_t nValueReferences,
                       const fmi3Int8 *values,
                       size_t nValues);

/**
 * No unit has UInt8 variables: only an empty list is accepted.
 *
 * Requires: `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values.
 */
fmi3Status fmi3GetUInt8(fmi3Instance instance,
                        const fmi3ValueReference *valueReferences,
                        size_t nValueReferences,
                        fmi3UInt8 *values,
                        size_t nValues);

/**
 * No unit has UInt8 variables: only an empty list is accepted.
 *
 * Requires: `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values.
 */
fmi3Status fmi3SetUInt8(fmi3Instance instance,
                        const fmi3ValueReference *valueReferences,
                        size_t nValueReferences,
                        const fmi3UInt8 *values,
                        size_t nValues);

/**
 * No unit has Int16 variables: only an empty list is accepted.
 *
 * Requires: `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values.
 */
fmi3Status fmi3GetInt16(fmi3Instance instance,
                        const fmi3ValueReference *valueReferences,
                        size_t nValueReferences,
                        fmi3Int16 *values,
                        size_t nValues);

/**
 * No unit has Int16 variables: only an empty list is accepted.
 *
 * Requires: `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values.
 */
fmi3Status fmi3SetInt16(fmi3Instance instance,
                        const fmi3ValueReference *valueReferences,
                        size_t nValueReferences,
                        const fmi3Int16 *values,
                        size_t nValues);

/**
 * No unit has UInt16 variables: only an empty list is accepted.
 *
 * Requires: `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values.
 */
fmi3Status fmi3GetUInt16(fmi3Instance instance,
                         const fmi3ValueReference *valueReferences,
                         size_t nValueReferences,
                         fmi3UInt16 *values,
                         size_t nValues);

/**
 * No unit has UInt16 variables: only an empty list is accepted.
 *
 * Requires: `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values.
 */
fmi3Status fmi3SetUInt16(fmi3Instance instance,
                         const fmi3ValueReference *valueReferences,
                         size_t nValueReferences,
                         const fmi3UInt16 *values,
                         size_t nValues);

/**
 * No unit has UInt32 variables: only an empty list is accepted.
 *
 * Requires: `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values.
 */
fmi3Status fmi3GetUInt32(fmi3Instance instance,
                         const fmi3ValueReference *valueReferences,
                         size_t nValueReferences,
                         fmi3UInt32 *values,
                         size_t nValues);

/**
 * No unit has UInt32 variables: only an empty list is accepted.
 *
 * Requires: `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values.
 */
fmi3Status fmi3SetUInt32(fmi3Instance instance,
                         const fmi3ValueReference *valueReferences,
                         size_t nValueReferences,
                         const fmi3UInt32 *values,
                         size_t nValues);

/**
 * No unit has UInt64 variables: only an empty list is accepted.
 *
 * Requires: `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values.
 */
fmi3Status fmi3GetUInt64(fmi3Instance instance,
                         const fmi3ValueReference *valueReferences,
                         size_t nValueReferences,
                         fmi3UInt64 *values,
                         size_t nValues);

/**
 * No unit has UInt64 variables: only an empty list is accepted.
 *
 * Requires: `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values.
 */
fmi3Status fmi3SetUInt64(fmi3Instance instance,
                         const fmi3ValueReference *valueReferences,
                         size_t nValueReferences,
                         const fmi3UInt64 *values,
                         size_t nValues);

/**
 * No unit has String variables: only an empty list is accepted.
 *
 * Requires: `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values.
 */
fmi3Status fmi3GetString(fmi3Instance instance,
                         const fmi3ValueReference *valueReferences,
                         size_t nValueReferences,
                         fmi3String *values,
                         size_t nValues);

/**
 * No unit has String variables: only an empty list is accepted.
 *
 * Requires: `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values.
 */
fmi3Status fmi3SetString(fmi3Instance instance,
                         const fmi3ValueReference *valueReferences,
                         size_t nValueReferences,
                         const fmi3String *values,
                         size_t nValues);

/**
 * No unit has Binary variables: only an empty list is accepted.
 *
 * Requires: `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values.
 */
fmi3Status fmi3GetBinary(fmi3Instance instance,
                         const fmi3ValueReference *valueReferences,
                         size_t nValueReferences,
                         size_t *valueSizes,
                         fmi3Binary *values,
                         size_t nValues);

/**
 * No unit has Binary variables: only an empty list is accepted.
 *
 * Requires: `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values.
 */
fmi3Status fmi3SetBinary(fmi3Instance instance,
                         const fmi3ValueReference *valueReferences,
                         size_t nValueReferences,
                         const size_t *valueSizes,
                         const fmi3Binary *values,
                         size_t nValues);

/**
 * Saves the instance: motion, modes, a transition that is pending, parameters, inputs, counters, means and the
 * transitions that were not read; not its logger, nor what it was given at instantiation. `*FMUState` is NULL for a new
 * state, or a state that is to be replaced. A state lives until fmi3FreeFMUState, at most until the instance that
 * made it is freed.
 *
 * Requires: `instance` is NULL or a live instance. `FMUState` is NULL or points to a state or NULL.
 */
fmi3Status fmi3GetFMUState(fmi3Instance instance,
                           fmi3FMUState *FMUState);

/**
 * Restores a state, saved of this or of another instance of the same model; what follows is
 * the same, bit for bit. A state that was freed, or is not a state, is refused and nothing changes.
 *
 * Requires: `instance` is NULL or a live instance.
 */
fmi3Status fmi3SetFMUState(fmi3Instance instance, fmi3FMUState FMUState);

/**
 * Ends a state and sets `*FMUState` to NULL. NULL is ignored.
 *
 * Requires: `instance` is NULL or a live instance. `FMUState` is NULL or points to a state or NULL.
 */
fmi3Status fmi3FreeFMUState(fmi3Instance instance, fmi3FMUState *FMUState);

/**
 * Number of bytes of a state.
 *
 * Requires: `instance` is NULL or a live instance. `size` has room for one value.
 */
fmi3Status fmi3SerializedFMUStateSize(fmi3Instance instance, fmi3FMUState FMUState, size_t *size);

/**
 * Writes a state as bytes, for another instance of the unit, another process or another machine; `size` must
 * be what fmi3SerializedFMUStateSize gave. They hold the version of luztar, the model's instantiation token and a
 * checksum.
 *
 * Requires: `instance` is NULL or a live instance. `serializedState` has room for `size` bytes.
 */
fmi3Status fmi3SerializeFMUState(fmi3Instance instance,
                                 fmi3FMUState FMUState,
                                 fmi3Byte *serializedState,
                                 size_t size);

/**
 * A state from its bytes. Bytes of another unit or another version of luztar, and such that were truncated
 * or changed, are refused, and nothing changes. `*FMUState` is as in fmi3GetFMUState.
 *
 * Requires: `instance` is NULL or a live instance. `serializedState` holds `size` bytes. `FMUState` points to a state or NULL.
 */
fmi3Status fmi3DeserializeFMUState(fmi3Instance instance,
                                   const fmi3Byte *serializedState,
                                   size_t size,
                                   fmi3FMUState *FMUState);

/**
 * J·seed: how the unknowns, continuous outputs and derivatives of states, change with directions of change of the
 * knowns, states, inputs and tunable parameters, from the equations in the present modes. A stuck cluster moves as one.
 *
 * Requires: `instance` is NULL or a live instance. Each array holds as many values as is said.
 */
fmi3Status fmi3GetDirectionalDerivative(fmi3Instance instance,
                                        const fmi3ValueReference *unknowns,
                                        size_t nUnknowns,
                                        const fmi3ValueReference *knowns,
                                        size_t nKnowns,
                                        const fmi3Float64 *seed,
                                        size_t nSeed,
                                        fmi3Float64 *sensitivity,
                                        size_t nSensitivity);

/**
 * seed·J: what each known changes of the sum of the unknowns with the weights `seed`; unknowns and knowns as in
 * fmi3GetDirectionalDerivative.
 *
 * Requires: `instance` is NULL or a live instance. Each array holds as many values as is said.
 */
fmi3Status fmi3GetAdjointDerivative(fmi3Instance instance,
                                    const fmi3ValueReference *unknowns,
                                    size_t nUnknowns,
                                    const fmi3ValueReference *knowns,
                                    size_t nKnowns,
                                    const fmi3Float64 *seed,
                                    size_t nSeed,
                                    fmi3Float64 *sensitivity,
                                    size_t nSensitivity);

/**
 * Derivatives of Float64 outputs with respect to time just after the present time, of the orders 1 to 6, from the
 * series of the equations in the present modes. Discrete outputs and means stay what they are: 0.
 *
 * Requires: `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values and so does `orders`; `values` has room for `nValues`.
 */
fmi3Status fmi3GetOutputDerivatives(fmi3Instance instance,
                                    const fmi3ValueReference *valueReferences,
                                    size_t nValueReferences,
                                    const fmi3Int32 *orders,
                                    fmi3Float64 *values,
                                    size_t nValues);

/**
 * Number of variables on which one depends: before initialization ends of parameters and inputs, from then on of
 * states and inputs, over all modes.
 *
 * Requires: `instance` is NULL or a live instance. `nDependencies` has room for one value.
 */
fmi3Status fmi3GetNumberOfVariableDependencies(fmi3Instance instance,
                                               fmi3ValueReference valueReference,
                                               size_t *nDependencies);

/**
 * The variables on which one depends; `nDependencies` must be what fmi3GetNumberOfVariableDependencies gave. Elements of
 * arrays count from 1; the index of a scalar is 0.
 *
 * Requires: `instance` is NULL or a live instance. Each array has room for `nDependencies` values.
 */
fmi3Status fmi3GetVariableDependencies(fmi3Instance instance,
                                       fmi3ValueReference dependent,
                                       size_t *elementIndicesOfDependent,
                                       fmi3ValueReference *independents,
                                       size_t *elementIndicesOfIndependents,
                                       fmi3DependencyKind *dependencyKinds,
                                       size_t nDependencies);

/**
 * Model Exchange: ends Event Mode.
 *
 * Requires: `instance` is NULL or a live instance.
 */
fmi3Status fmi3EnterContinuousTimeMode(fmi3Instance instance);

/**
 * Model Exchange: nothing is ever to be done after a step of the integrator.
 *
 * Requires: `instance` is NULL or a live instance. The pointers have room for one value each.
 */
fmi3Status fmi3CompletedIntegratorStep(fmi3Instance instance,
                                       fmi3Boolean noSetFMUStatePriorToCurrentPoint,
                                       fmi3Boolean *enterEventMode,
                                       fmi3Boolean *terminateSimulation);

/**
 * Model Exchange: sets the time, in s.
 *
 * Requires: `instance` is NULL or a live instance.
 */
fmi3Status fmi3SetTime(fmi3Instance instance, fmi3Float64 time);

/**
 * Model Exchange: sets the continuous states, in the order of the derivatives in the model description. Stuck
 * contacts stay stuck: what velocities differ by within a group of bodies that stick together is ignored.
 *
 * Requires: `instance` is NULL or a live instance. `continuousStates` holds `nContinuousStates` values.
 */
fmi3Status fmi3SetContinuousStates(fmi3Instance instance,
                                   const fmi3Float64 *continuousStates,
                                   size_t nContinuousStates);

/**
 * Model Exchange: number of event indicators.
 *
 * Requires: `instance` is NULL or a live instance. `nEventIndicators` has room for one value.
 */
fmi3Status fmi3GetNumberOfEventIndicators(fmi3Instance instance, size_t *nEventIndicators);

/**
 * Model Exchange: number of continuous states.
 *
 * Requires: `instance` is NULL or a live instance. `nContinuousStates` has room for one value.
 */
fmi3Status fmi3GetNumberOfContinuousStates(fmi3Instance instance, size_t *nContinuousStates);

/**
 * Model Exchange: derivatives of the continuous states.
 *
 * Requires: `instance` is NULL or a live instance. `derivatives` has room for `nContinuousStates` values.
 */
fmi3Status fmi3GetContinuousStateDerivatives(fmi3Instance instance,
                                             fmi3Float64 *derivatives,
                                             size_t nContinuousStates);

/**
 * Model Exchange: event indicators, dimensionless: a mode ends where one becomes negative; one that has
 * nothing to watch is 1.
 *
 * Requires: `instance` is NULL or a live instance. `eventIndicators` has room for `nEventIndicators` values.
 */
fmi3Status fmi3GetEventIndicators(fmi3Instance instance,
                                  fmi3Float64 *eventIndicators,
                                  size_t nEventIndicators);

/**
 * Model Exchange: continuous states.
 *
 * Requires: `instance` is NULL or a live instance. `continuousStates` has room for `nContinuousStates` values.
 */
fmi3Status fmi3GetContinuousStates(fmi3Instance instance,
                                   fmi3Float64 *continuousStates,
                                   size_t nContinuousStates);

/**
 * Model Exchange: orders of magnitude of the continuous states.
 *
 * Requires: `instance` is NULL or a live instance. `nominals` has room for `nContinuousStates` values.
 */
fmi3Status fmi3GetNominalsOfContinuousStates(fmi3Instance instance,
                                             fmi3Float64 *nominals,
                                             size_t nContinuousStates);

/**
 * Co-Simulation: ends Event Mode.
 *
 * Requires: `instance` is NULL or a live instance.
 */
fmi3Status fmi3EnterStepMode(fmi3Instance instance);

/**
 * Moves from `currentCommunicationPoint` (the present time, as the host counts it) by a positive
 * `communicationStepSize`, both in s. After fmi3Error the instance is as before the call.
 * `noSetFMUStatePriorToCurrentPoint` has no effect.
 *
 * | eventModeUsed | earlyReturnAllowed | a transition within the step |
 * |---|---|---|
 * | false | false | is made, and the step continues to its end |
 * | false | true | is made, and the step ends right after it, with `*earlyReturn` |
 * | true | true | is not made yet: the step ends right before it, with `*eventHandlingNeeded` and `*earlyReturn`; Event Mode makes it |
 * | true | false | is made; one at the step's end is not made yet, with `*eventHandlingNeeded` |
 *
 * `*lastSuccessfulTime` is when the transition is, or the step's end. A transition within 1e-9 max(1, |t|) s of the
 * step's end counts as at its end. At the end of each internal step the intermediate update is called, if there is one.
 *
 * Requires: `instance` is NULL or a live instance. The pointers have room for one value each.
 */
fmi3Status fmi3DoStep(fmi3Instance instance,
                      fmi3Float64 currentCommunicationPoint,
                      fmi3Float64 communicationStepSize,
                      fmi3Boolean noSetFMUStatePriorToCurrentPoint,
                      fmi3Boolean *eventHandlingNeeded,
                      fmi3Boolean *terminateSimulation,
                      fmi3Boolean *earlyReturn,
                      fmi3Float64 *lastSuccessfulTime);

/**
 * Gives the clocks that tick in this event: of contacts and springs that make a transition (`contact.transition`), of a unit
 * built with `--clocks`. In Co-Simulation the clocks of a transition that ended a step tick from fmi3EnterEventMode to
 * fmi3UpdateDiscreteStates, which makes it; those of transitions that only this finds, by inputs that jumped or in Model
 * Exchange, tick from then on, with `*discreteStatesNeedUpdate`, to its next call. `contact.transitionFrom` and
 * `contact.transitionTo` are the states before and behind the last transition that ticked.
 *
 * Requires: `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values, `values` has room for as many.
 */
fmi3Status fmi3GetClock(fmi3Instance instance,
                        const fmi3ValueReference *valueReferences,
                        size_t nValueReferences,
                        fmi3Clock *values);

/**
 * Returns fmi3Error: no unit has clocks that a host activates, or that have intervals.
 *
 * Requires: `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values.
 */
fmi3Status fmi3SetClock(fmi3Instance instance,
                        const fmi3ValueReference *valueReferences,
                        size_t nValueReferences,
                        const fmi3Clock *values);

/**
 * Returns fmi3Error: no unit has clocks that a host activates, or that have intervals.
 *
 * Requires: `instance` is NULL or a live instance.
 */
fmi3Status fmi3GetIntervalDecimal(fmi3Instance instance,
                                  const fmi3ValueReference *valueReferences,
                                  size_t nValueReferences,
                                  fmi3Float64 *intervals,
                                  fmi3IntervalQualifier *qualifiers);

/**
 * Returns fmi3Error: no unit has clocks that a host activates, or that have intervals.
 *
 * Requires: `instance` is NULL or a live instance.
 */
fmi3Status fmi3GetIntervalFraction(fmi3Instance instance,
                                   const fmi3ValueReference *valueReferences,
                                   size_t nValueReferences,
                                   fmi3UInt64 *counters,
                                   fmi3UInt64 *resolutions,
                                   fmi3IntervalQualifier *qualifiers);

/**
 * Returns fmi3Error: no unit has clocks that a host activates, or that have intervals.
 *
 * Requires: `instance` is NULL or a live instance.
 */
fmi3Status fmi3GetShiftDecimal(fmi3Instance instance,
                               const fmi3ValueReference *valueReferences,
                               size_t nValueReferences,
                               fmi3Float64 *shifts);

/**
 * Returns fmi3Error: no unit has clocks that a host activates, or that have intervals.
 *
 * Requires: `instance` is NULL or a live instance.
 */
fmi3Status fmi3GetShiftFraction(fmi3Instance instance,
                                const fmi3ValueReference *valueReferences,
                                size_t nValueReferences,
                                fmi3UInt64 *counters,
                                fmi3UInt64 *resolutions);

/**
 * Returns fmi3Error: no unit has clocks that a host activates, or that have intervals.
 *
 * Requires: `instance` is NULL or a live instance.
 */
fmi3Status fmi3SetIntervalDecimal(fmi3Instance instance,
                                  const fmi3ValueReference *valueReferences,
                                  size_t nValueReferences,
                                  const fmi3Float64 *intervals);

/**
 * Returns fmi3Error: no unit has clocks that a host activates, or that have intervals.
 *
 * Requires: `instance` is NULL or a live instance.
 */
fmi3Status fmi3SetIntervalFraction(fmi3Instance instance,
                                   const fmi3ValueReference *valueReferences,
                                   size_t nValueReferences,
                                   const fmi3UInt64 *counters,
                                   const fmi3UInt64 *resolutions);

/**
 * Returns fmi3Error: no unit has clocks that a host activates, or that have intervals.
 *
 * Requires: `instance` is NULL or a live instance.
 */
fmi3Status fmi3SetShiftDecimal(fmi3Instance instance,
                               const fmi3ValueReference *valueReferences,
                               size_t nValueReferences,
                               const fmi3Float64 *shifts);

/**
 * Returns fmi3Error: no unit has clocks that a host activates, or that have intervals.
 *
 * Requires: `instance` is NULL or a live instance.
 */
fmi3Status fmi3SetShiftFraction(fmi3Instance instance,
                                const fmi3ValueReference *valueReferences,
                                size_t nValueReferences,
                                const fmi3UInt64 *counters,
                                const fmi3UInt64 *resolutions);

/**
 * Returns fmi3Error: no unit has structural parameters.
 *
 * Requires: `instance` is NULL or a live instance.
 */
fmi3Status fmi3EnterConfigurationMode(fmi3Instance instance);

/**
 * Returns fmi3Error: no unit has structural parameters.
 *
 * Requires: `instance` is NULL or a live instance.
 */
fmi3Status fmi3ExitConfigurationMode(fmi3Instance instance);

/**
 * Returns fmi3Error: no unit offers Scheduled Execution.
 *
 * Requires: `instance` is NULL or a live instance.
 */
fmi3Status fmi3ActivateModelPartition(fmi3Instance instance,
                                      fmi3ValueReference clockReference,
                                      fmi3Float64 activationTime);

#endif /* fmi3Functions_h */

/* What luztar adds */

/**
 * Kind of the element that made a transition.
 */
typedef enum {
    /**
     * The numbers of its states: -1 backward, 0 stuck, 1 forward, 2 free.
     */
    luztar_contact,
    /**
     * The numbers of its states: -1 lower contact, 0 gap, 1 upper contact, 2 separated, 3 bilateral.
     */
    luztar_spring,
    /**
     * An element such as hertz, impact or huntCrossley; its states: 0 gap, 1 contact, 2 separated.
     */
    luztar_force,
} luztar_Kind;

/**
 * One transition.
 */
typedef struct {
    /**
     * Time of the transition, s.
     */
    double time;
    /**
     * Kind of the element that changed its state.
     */
    luztar_Kind kind;
    /**
     * Index of the element among those of its kind, counted from 0.
     */
    uint32_t element;
    /**
     * State before.
     */
    int from;
    /**
     * State after.
     */
    int to;
} luztar_Event;

/**
 * luztar's version, e.g. "0.1.0".
 */
const char *luztar_version(void);

/**
 * GUID of a unit of the model library, e.g. "SingleMassFriction", for fmi2Instantiate; NULL if there is
 * none of this name. The text lives as long as the library is loaded.
 *
 * Requires: `name` is NULL or ends with a zero.
 */
const char *luztar_guid(const char *name);

/**
 * Instantiation token of the same unit for FMI 3.0, as luztar_guid.
 *
 * Requires: `name` is NULL or ends with a zero.
 */
const char *luztar_instantiation_token(const char *name);

/**
 * Value reference of a variable by its name, e.g. "block.force".
 *
 * Requires: `c` is NULL or a live instance; `name` is NULL or ends with a zero; `vr` has room for one value.
 */
fmi2Status luztar_value_reference(fmi2Component c, fmi2String name, fmi2ValueReference *vr);

/**
 * Moves the oldest transitions that were not taken yet to `buffer` and returns how many. The instance
 * keeps the last 4096; see luztar_lost_events.
 *
 * Requires: `c` is NULL or a live instance. `buffer` has room for `capacity` records.
 */
size_t luztar_take_events(fmi2Component c,
                          luztar_Event *buffer,
                          size_t capacity);

/**
 * Transitions since the start that were dropped because they were not read.
 *
 * Requires: `c` is NULL or a live instance.
 */
uint64_t luztar_lost_events(fmi2Component c);

/**
 * Name of a contact or spring in the network file; NULL if there is none with this number. The text
 * lives as long as the instance.
 *
 * Requires: `c` is NULL or a live instance.
 */
const char *luztar_element_name(fmi2Component c, luztar_Kind kind, uint32_t element);

/**
 * luz(x, a) = x + (|x - a| - |x + a|)/2: the dead zone of half-width a >= 0.
 */
double luztar_luz(double x, double a);

/**
 * sat(x, a) = x - luz(x, a): x clipped to [-a, a], a >= 0.
 */
double luztar_sat(double x, double a);

/**
 * The step that ends at the next transition, in s, if inputs and parameters stay as they are; where none
 * comes within `predictionHorizon` (ten default communication steps for a unit without it), that.
 *
 * Requires: `c` is NULL or a live instance. `size` has room for one value.
 */
fmi2Status fmi2GetMaxStepsize(fmi2Component c,
                              fmi2Real *size);

/**
 * Same function as fmi2GetMaxStepsize, in the other spelling that is in use.
 *
 * Requires: `c` is NULL or a live instance. `size` has room for one value.
 */
fmi2Status fmi2GetMaxStepSize(fmi2Component c, fmi2Real *size);

#ifdef __cplusplus
}
#endif

#endif /* LUZTAR_H */
