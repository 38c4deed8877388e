//! Calling sequences of FMI 3.0: the lists of allowed functions in §2.3, §3.2 and §4.2, and the state machines there, written
//! down from the standard.

use std::ptr::{null, null_mut};

use luztar::fmi3::*;

use crate::calling_sequences::{Answer, Called, Chart, lists, readable};
use crate::fmi3_host::{Host, fmi3Error, fmi3OK};

/// All functions that take an instance, but fmi3FreeInstance, which ends it.
const ALL: &str = "
    SetDebugLogging Reset GetFMUState SetFMUState FreeFMUState SerializedFMUStateSize SerializeFMUState DeserializeFMUState
    EnterInitializationMode ExitInitializationMode EnterEventMode EvaluateDiscreteStates UpdateDiscreteStates
    GetFloat32 GetFloat64 GetInt8 GetUInt8 GetInt16 GetUInt16 GetInt32 GetUInt32 GetInt64 GetUInt64 GetBoolean GetString
    GetBinary SetFloat32 SetFloat64 SetInt8 SetUInt8 SetInt16 SetUInt16 SetInt32 SetUInt32 SetInt64 SetUInt64 SetBoolean
    SetString SetBinary GetClock SetClock GetIntervalDecimal GetIntervalFraction GetShiftDecimal GetShiftFraction
    SetIntervalDecimal SetIntervalFraction SetShiftDecimal SetShiftFraction GetDirectionalDerivative GetAdjointDerivative
    GetNumberOfVariableDependencies GetVariableDependencies EnterConfigurationMode ExitConfigurationMode
    EnterContinuousTimeMode SetTime CompletedIntegratorStep SetContinuousStates GetContinuousStates
    GetContinuousStateDerivatives GetEventIndicators GetNominalsOfContinuousStates GetNumberOfContinuousStates
    GetNumberOfEventIndicators EnterStepMode DoStep GetOutputDerivatives ActivateModelPartition Terminate";

/// In every state, or in all but Instantiated; and by fmi3Set{VariableType} where that is not restricted.
const SETTABLE: &str = "SetDebugLogging Reset GetFMUState SetFMUState FreeFMUState SerializedFMUStateSize SerializeFMUState
    DeserializeFMUState GetNumberOfVariableDependencies GetVariableDependencies
    GetFloat32 GetFloat64 GetInt8 GetUInt8 GetInt16 GetUInt16 GetInt32 GetUInt32 GetInt64 GetUInt64 GetBoolean GetString
    GetBinary";
const PARTIAL: &str = "GetDirectionalDerivative GetAdjointDerivative";
const SET: &str = "SetFloat32 SetFloat64 SetInt8 SetUInt8 SetInt16 SetUInt16 SetInt32 SetUInt32 SetInt64 SetUInt64 SetBoolean
    SetString SetBinary";
const CLOCKS: &str =
    "GetIntervalDecimal GetIntervalFraction GetShiftDecimal GetShiftFraction SetIntervalDecimal
    SetIntervalFraction SetShiftDecimal SetShiftFraction";
const STATES: &str = "GetContinuousStates GetContinuousStateDerivatives GetEventIndicators GetNominalsOfContinuousStates";
const SIZES: &str = "GetNumberOfContinuousStates GetNumberOfEventIndicators";
const EVENT: &str = "SetClock GetClock GetIntervalDecimal GetIntervalFraction EvaluateDiscreteStates UpdateDiscreteStates
    Terminate";

/// Functions for what the unit does not have: clocks, and parameters of structure.
const ABSENT: &[&str] = &[
    "GetClock",
    "SetClock",
    "GetIntervalDecimal",
    "GetIntervalFraction",
    "GetShiftDecimal",
    "GetShiftFraction",
    "SetIntervalDecimal",
    "SetIntervalFraction",
    "SetShiftDecimal",
    "SetShiftFraction",
    "EnterConfigurationMode",
];

fn joined(parts: &[&str]) -> &'static str {
    parts.join(" ").leak()
}

fn model_exchange() -> Chart {
    let allowed = lists(
        ALL,
        &[
            (
                "instantiated",
                joined(&[SETTABLE, SET, SIZES, "EnterInitializationMode EnterConfigurationMode"]),
            ),
            (
                "initialization",
                joined(&[SETTABLE, SET, PARTIAL, CLOCKS, STATES, "ExitInitializationMode"]),
            ),
            (
                "event",
                joined(&[
                    SETTABLE,
                    SET,
                    PARTIAL,
                    EVENT,
                    STATES,
                    SIZES,
                    "EnterContinuousTimeMode EnterConfigurationMode",
                ]),
            ),
            (
                "continuous",
                joined(&[
                    SETTABLE,
                    PARTIAL,
                    STATES,
                    "SetFloat32 SetFloat64 SetTime SetContinuousStates CompletedIntegratorStep EnterEventMode Terminate",
                ]),
            ),
            ("terminated", joined(&[SETTABLE, PARTIAL, STATES])),
        ],
    );
    Chart {
        first: "instantiated",
        allowed,
        moves: &[
            ("EnterInitializationMode", "instantiated", "initialization"),
            ("ExitInitializationMode", "initialization", "event"),
            ("EvaluateDiscreteStates", "event", "event"),
            ("UpdateDiscreteStates", "event", "event"),
            ("EnterContinuousTimeMode", "event", "continuous"),
            ("EnterEventMode", "continuous", "event"),
            ("CompletedIntegratorStep", "continuous", "continuous"),
            ("Terminate", "event", "terminated"),
            ("Terminate", "continuous", "terminated"),
            ("Reset", "instantiated", "instantiated"),
            ("Reset", "initialization", "instantiated"),
            ("Reset", "event", "instantiated"),
            ("Reset", "continuous", "instantiated"),
            ("Reset", "terminated", "instantiated"),
        ],
        lenient: &[
            ("Terminate", &["instantiated", "initialization", "terminated"]),
            ("EnterEventMode", &["event"]),
            ("SetTime", &["event"]),
            ("GetNominalsOfContinuousStates", &["instantiated"]),
            ("GetNumberOfContinuousStates", &["initialization", "continuous", "terminated"]),
            ("GetNumberOfEventIndicators", &["initialization", "continuous", "terminated"]),
        ],
        absent: ABSENT,
    }
}

/// With Event Mode or without.
fn co_simulation(events: bool) -> Chart {
    let step = "DoStep GetOutputDerivatives Terminate EnterConfigurationMode";
    let step = if events { joined(&[step, "EnterEventMode"]) } else { step };
    let states = [
        (
            "instantiated",
            joined(&[SETTABLE, SET, "EnterInitializationMode EnterConfigurationMode"]),
        ),
        ("initialization", joined(&[SETTABLE, SET, PARTIAL, CLOCKS, "ExitInitializationMode"])),
        ("step", joined(&[SETTABLE, SET, PARTIAL, step])),
        ("terminated", joined(&[SETTABLE, PARTIAL, "GetOutputDerivatives"])),
        ("event", joined(&[SETTABLE, SET, PARTIAL, EVENT, "EnterStepMode"])),
    ];
    let after = if events { "event" } else { "step" };
    let mut moves = vec![
        ("EnterInitializationMode", "instantiated", "initialization"),
        ("ExitInitializationMode", "initialization", after),
        ("DoStep", "step", "step"),
        ("Terminate", "step", "terminated"),
        ("Reset", "instantiated", "instantiated"),
        ("Reset", "initialization", "instantiated"),
        ("Reset", "step", "instantiated"),
        ("Reset", "terminated", "instantiated"),
    ];
    if events {
        moves.extend([
            ("EnterEventMode", "step", "event"),
            ("EvaluateDiscreteStates", "event", "event"),
            ("UpdateDiscreteStates", "event", "event"),
            ("EnterStepMode", "event", "step"),
            ("Terminate", "event", "terminated"),
            ("Reset", "event", "instantiated"),
        ]);
    }
    Chart {
        first: "instantiated",
        allowed: lists(ALL, &states[..if events { 5 } else { 4 }]),
        moves: moves.leak(),
        lenient: &[
            ("Terminate", &["instantiated", "initialization", "terminated"]),
            ("EnterEventMode", &["event"]),
        ],
        absent: ABSENT,
    }
}

const UNIT: &str = "SingleMassFriction";
/// Position, velocity, dissipated energy; and its event indicators.
const COUNT: usize = 3;
const INDICATORS: usize = 2;

struct One {
    host: Host,
    time: f64,
    state: fmi3FMUState,
}

/// Values of types that no unit has: empty lists.
macro_rules! of_nothing {
    ($c:expr, $function:expr, $get:ident, $set:ident) => {
        match $function.starts_with("Get") {
            true => $get($c, null(), 0, null_mut(), 0),
            false => $set($c, null(), 0, null(), 0),
        }
    };
}

impl One {
    fn new(host: Host) -> Self {
        Self { host, time: 0.0, state: null_mut() }
    }

    fn go(&mut self, function: &str) -> Option<fmi3Status> {
        let c = self.host.c;
        let (mut a, mut b, mut d, mut e, mut f, mut x) = (false, false, false, false, false, 0.0);
        Some(unsafe {
            match function {
                "SetDebugLogging" => fmi3SetDebugLogging(c, false, 0, null()),
                "EnterInitializationMode" => {
                    fmi3EnterInitializationMode(c, false, 0.0, 0.0, true, f64::INFINITY)
                }
                "ExitInitializationMode" => fmi3ExitInitializationMode(c),
                "Terminate" => fmi3Terminate(c),
                "Reset" => {
                    self.time = 0.0;
                    fmi3Reset(c)
                }
                "EnterEventMode" => fmi3EnterEventMode(c),
                "EvaluateDiscreteStates" => fmi3EvaluateDiscreteStates(c),
                "UpdateDiscreteStates" => {
                    fmi3UpdateDiscreteStates(c, &mut a, &mut b, &mut d, &mut e, &mut f, &mut x)
                }
                "EnterContinuousTimeMode" => fmi3EnterContinuousTimeMode(c),
                "CompletedIntegratorStep" => fmi3CompletedIntegratorStep(c, true, &mut a, &mut b),
                "EnterStepMode" => fmi3EnterStepMode(c),
                "DoStep" => {
                    let status =
                        fmi3DoStep(c, self.time, 0.01, true, &mut a, &mut b, &mut d, &mut x);
                    self.time += if status == fmi3OK { 0.01 } else { 0.0 };
                    status
                }
                "EnterConfigurationMode" => fmi3EnterConfigurationMode(c),
                "ExitConfigurationMode" => fmi3ExitConfigurationMode(c),
                "ActivateModelPartition" => fmi3ActivateModelPartition(c, 0, 0.0),
                _ => return None,
            }
        })
    }

    fn value(&mut self, function: &str, state: &str) -> Option<fmi3Status> {
        let host = &self.host;
        let at_start = state == "instantiated";
        let real = host.vr(if at_start { "body.mass" } else { "body.acceleration" });
        // Before initialisation what has initial = "exact".
        let set = host.vr(if at_start { "body.mass" } else { "body.force" });
        let (c, mut x) = (host.c, 1.0);
        let typed = function.strip_prefix("Get").or_else(|| function.strip_prefix("Set"))?;
        Some(unsafe {
            match typed {
                "Float64" if function.starts_with("Get") => fmi3GetFloat64(c, &real, 1, &mut x, 1),
                "Float64" => fmi3SetFloat64(c, &set, 1, &x, 1),
                "Float32" => of_nothing!(c, function, fmi3GetFloat32, fmi3SetFloat32),
                "Int8" => of_nothing!(c, function, fmi3GetInt8, fmi3SetInt8),
                "UInt8" => of_nothing!(c, function, fmi3GetUInt8, fmi3SetUInt8),
                "Int16" => of_nothing!(c, function, fmi3GetInt16, fmi3SetInt16),
                "UInt16" => of_nothing!(c, function, fmi3GetUInt16, fmi3SetUInt16),
                "Int32" => of_nothing!(c, function, fmi3GetInt32, fmi3SetInt32),
                "UInt32" => of_nothing!(c, function, fmi3GetUInt32, fmi3SetUInt32),
                "Int64" => of_nothing!(c, function, fmi3GetInt64, fmi3SetInt64),
                "UInt64" => of_nothing!(c, function, fmi3GetUInt64, fmi3SetUInt64),
                "Boolean" => of_nothing!(c, function, fmi3GetBoolean, fmi3SetBoolean),
                "String" => of_nothing!(c, function, fmi3GetString, fmi3SetString),
                "Binary" if function.starts_with("Get") => {
                    fmi3GetBinary(c, null(), 0, null_mut(), null_mut(), 0)
                }
                "Binary" => fmi3SetBinary(c, null(), 0, null(), null(), 0),
                _ => return None,
            }
        })
    }

    fn clock(&mut self, function: &str) -> Option<fmi3Status> {
        let (c, no) = (self.host.c, null());
        Some(unsafe {
            match function {
                "GetClock" => fmi3GetClock(c, no, 0, null_mut()),
                "SetClock" => fmi3SetClock(c, no, 0, null()),
                "GetIntervalDecimal" => fmi3GetIntervalDecimal(c, no, 0, null_mut(), null_mut()),
                "GetIntervalFraction" => {
                    fmi3GetIntervalFraction(c, no, 0, null_mut(), null_mut(), null_mut())
                }
                "GetShiftDecimal" => fmi3GetShiftDecimal(c, no, 0, null_mut()),
                "GetShiftFraction" => fmi3GetShiftFraction(c, no, 0, null_mut(), null_mut()),
                "SetIntervalDecimal" => fmi3SetIntervalDecimal(c, no, 0, null()),
                "SetIntervalFraction" => fmi3SetIntervalFraction(c, no, 0, null(), null()),
                "SetShiftDecimal" => fmi3SetShiftDecimal(c, no, 0, null()),
                "SetShiftFraction" => fmi3SetShiftFraction(c, no, 0, null(), null()),
                _ => return None,
            }
        })
    }

    fn motion(&mut self, function: &str) -> Option<fmi3Status> {
        let host = &self.host;
        let (output, input) = (host.vr("body.acceleration"), host.vr("body.force"));
        let (mut x, mut n, mut y) = (1.0, 0, [0.0; COUNT]);
        let (c, one) = (host.c, &1.0);
        Some(unsafe {
            match function {
                "GetDirectionalDerivative" => {
                    fmi3GetDirectionalDerivative(c, &output, 1, &input, 1, one, 1, &mut x, 1)
                }
                "GetAdjointDerivative" => {
                    fmi3GetAdjointDerivative(c, &output, 1, &input, 1, one, 1, &mut x, 1)
                }
                "GetOutputDerivatives" => {
                    let output = host.vr("body.velocity");
                    fmi3GetOutputDerivatives(c, &output, 1, &1, &mut x, 1)
                }
                "GetNumberOfVariableDependencies" => {
                    fmi3GetNumberOfVariableDependencies(c, input, &mut n)
                }
                "GetVariableDependencies" => {
                    let (a, b) = (null_mut(), null_mut());
                    fmi3GetVariableDependencies(c, input, a, null_mut(), b, null_mut(), 0)
                }
                "SetTime" => fmi3SetTime(c, self.time),
                "SetContinuousStates" => fmi3SetContinuousStates(c, y.as_ptr(), COUNT),
                "GetContinuousStates" => fmi3GetContinuousStates(c, y.as_mut_ptr(), COUNT),
                "GetContinuousStateDerivatives" => {
                    fmi3GetContinuousStateDerivatives(c, y.as_mut_ptr(), COUNT)
                }
                "GetEventIndicators" => fmi3GetEventIndicators(c, y.as_mut_ptr(), INDICATORS),
                "GetNominalsOfContinuousStates" => {
                    fmi3GetNominalsOfContinuousStates(c, y.as_mut_ptr(), COUNT)
                }
                "GetNumberOfContinuousStates" => fmi3GetNumberOfContinuousStates(c, &mut n),
                "GetNumberOfEventIndicators" => fmi3GetNumberOfEventIndicators(c, &mut n),
                _ => return None,
            }
        })
    }

    fn state(&mut self, function: &str) -> fmi3Status {
        let (c, mut size) = (self.host.c, 0);
        unsafe {
            if self.state.is_null() {
                assert_eq!(fmi3GetFMUState(c, &mut self.state), fmi3OK);
            }
            let state = self.state;
            assert_eq!(fmi3SerializedFMUStateSize(c, state, &mut size), fmi3OK);
            let mut bytes = vec![0; size];
            let written = fmi3SerializeFMUState(c, state, bytes.as_mut_ptr(), size);
            match function {
                "GetFMUState" => fmi3GetFMUState(c, &mut self.state),
                "SetFMUState" => fmi3SetFMUState(c, state),
                "FreeFMUState" => fmi3FreeFMUState(c, &mut self.state),
                "SerializedFMUStateSize" => fmi3SerializedFMUStateSize(c, state, &mut size),
                "SerializeFMUState" => written,
                "DeserializeFMUState" => {
                    fmi3DeserializeFMUState(c, bytes.as_ptr(), size, &mut self.state)
                }
                other => panic!("no function {other}"),
            }
        }
    }
}

impl Called for One {
    fn call(&mut self, function: &str, state: &str) -> Answer {
        self.host.messages();
        let status = self.go(function).or_else(|| self.value(function, state));
        let status = status.or_else(|| self.clock(function)).or_else(|| self.motion(function));
        match status.unwrap_or_else(|| self.state(function)) {
            fmi3OK => Answer::Done,
            fmi3Error => {
                let told = self.host.message();
                assert!(told.starts_with(&format!("fmi3{function}")), "{told}");
                Answer::Refused
            }
            other => panic!("{function} in {state}: {other:?}"),
        }
    }

    fn digest(&mut self, state: &str) -> Vec<u64> {
        readable(state).iter().map(|name| self.host.real(name).to_bits()).collect()
    }
}

#[test]
fn sequences_of_model_exchange_are_those_of_the_standard() {
    let count = model_exchange().explore(&|| One::new(Host::exchange(UNIT)), 5);
    assert!(count > 100, "{count}");
}

#[test]
fn sequences_of_co_simulation_are_those_of_the_standard() {
    let plain = co_simulation(false).explore(&|| One::new(Host::new(UNIT, (false, false))), 5);
    let early = co_simulation(false).explore(&|| One::new(Host::new(UNIT, (false, true))), 4);
    let events = co_simulation(true).explore(&|| One::new(Host::new(UNIT, (true, true))), 5);
    let late = co_simulation(true).explore(&|| One::new(Host::new(UNIT, (true, false))), 4);
    assert!(plain > 50 && early > 20 && events > 100 && late > 20, "{plain} {events}");
}
