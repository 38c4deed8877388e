//! Calling sequences of FMI 2.0.5: the tables of §3.2.3 and §4.2.4, and the state machines above them, written down from the
//! standard. Numbers are its conditions on variables, which the values that are set here fulfil.

use std::mem::MaybeUninit;
use std::ptr::{null, null_mut};

use crate::calling_sequences::{Answer, Called, Chart, readable, table};
use crate::fmi2_host::{Host, fmi2Discard, fmi2Error, fmi2OK};
use luztar::fmi2::*;

/// Of §3.2.3, without the columns in which no call changes anything.
const MODEL_EXCHANGE: &str = "
        fmi2SetDebugLogging                x x x x x
        fmi2SetupExperiment                x - - - -
        fmi2EnterInitializationMode        x - - - -
        fmi2ExitInitializationMode         - x - - -
        fmi2Reset                          x x x x x
        fmi2GetReal                        - 2 x x x
        fmi2GetInteger                     - 2 x x x
        fmi2GetBoolean                     - 2 x x x
        fmi2GetString                      - 2 x x x
        fmi2SetReal                        1 3 4 5 -
        fmi2SetInteger                     1 3 4 - -
        fmi2SetBoolean                     1 3 4 - -
        fmi2SetString                      1 3 4 - -
        fmi2GetFMUstate                    x x x x x
        fmi2SetFMUstate                    x x x x x
        fmi2FreeFMUstate                   x x x x x
        fmi2SerializedFMUstateSize         x x x x x
        fmi2SerializeFMUstate              x x x x x
        fmi2DeSerializeFMUstate            x x x x x
        fmi2GetDirectionalDerivative       - x x x x
        fmi2EnterEventMode                 - - x x -
        fmi2NewDiscreteStates              - - x - -
        fmi2EnterContinuousTimeMode        - - x - -
        fmi2CompletedIntegratorStep        - - - x -
        fmi2SetTime                        - - - x -
        fmi2SetContinuousStates            - - - x -
        fmi2GetEventIndicators             - x x x x
        fmi2GetContinuousStates            - x x x x
        fmi2GetDerivatives                 - x x x x
        fmi2GetNominalsOfContinuousStates  x x x x x
        fmi2DoStep                         - - - - -
        fmi2CancelStep                     - - - - -
        fmi2SetRealInputDerivatives        - - - - -
        fmi2GetRealOutputDerivatives       - - - - -
        fmi2GetStatus                      - - - - -
        fmi2GetRealStatus                  - - - - -
        fmi2GetIntegerStatus               - - - - -
        fmi2GetBooleanStatus               - - - - -
        fmi2GetStringStatus                - - - - -
        fmi2Terminate                      - - x x -";

fn model_exchange() -> Chart {
    let states = ["instantiated", "initialization", "event", "continuous", "terminated"];
    Chart {
        first: states[0],
        allowed: table(&states, MODEL_EXCHANGE),
        moves: &[
            ("fmi2SetupExperiment", "instantiated", "instantiated"),
            ("fmi2EnterInitializationMode", "instantiated", "initialization"),
            ("fmi2ExitInitializationMode", "initialization", "event"),
            ("fmi2NewDiscreteStates", "event", "event"),
            ("fmi2EnterEventMode", "event", "event"),
            ("fmi2EnterContinuousTimeMode", "event", "continuous"),
            ("fmi2EnterEventMode", "continuous", "event"),
            ("fmi2CompletedIntegratorStep", "continuous", "continuous"),
            ("fmi2Terminate", "event", "terminated"),
            ("fmi2Terminate", "continuous", "terminated"),
            ("fmi2Reset", "instantiated", "instantiated"),
            ("fmi2Reset", "initialization", "instantiated"),
            ("fmi2Reset", "event", "instantiated"),
            ("fmi2Reset", "continuous", "instantiated"),
            ("fmi2Reset", "terminated", "instantiated"),
        ],
        // Hosts in use call them there; the last line of the table ends what follows.
        lenient: &[
            ("fmi2GetReal", &["instantiated"]),
            ("fmi2GetInteger", &["instantiated"]),
            ("fmi2GetBoolean", &["instantiated"]),
            ("fmi2GetString", &["instantiated"]),
            ("fmi2SetTime", &["event"]),
            ("fmi2SetContinuousStates", &["event"]),
            ("fmi2Terminate", &["instantiated", "initialization", "terminated"]),
        ],
        absent: &[],
    }
}

/// Of §4.2.4; a step is never in progress or canceled.
const CO_SIMULATION: &str = "
        fmi2SetDebugLogging                x x x x
        fmi2SetupExperiment                x - - -
        fmi2EnterInitializationMode        x - - -
        fmi2ExitInitializationMode         - x - -
        fmi2Reset                          x x x x
        fmi2GetReal                        - 2 x x
        fmi2GetInteger                     - 2 x x
        fmi2GetBoolean                     - 2 x x
        fmi2GetString                      - 2 x x
        fmi2SetReal                        1 3 6 -
        fmi2SetInteger                     1 3 6 -
        fmi2SetBoolean                     1 3 6 -
        fmi2SetString                      1 3 6 -
        fmi2GetFMUstate                    x x x x
        fmi2SetFMUstate                    x x x x
        fmi2FreeFMUstate                   x x x x
        fmi2SerializedFMUstateSize         x x x x
        fmi2SerializeFMUstate              x x x x
        fmi2DeSerializeFMUstate            x x x x
        fmi2GetDirectionalDerivative       - x x x
        fmi2SetRealInputDerivatives        x x x -
        fmi2GetRealOutputDerivatives       - - x x
        fmi2DoStep                         - - x -
        fmi2CancelStep                     - - - -
        fmi2GetStatus                      - - x x
        fmi2GetRealStatus                  - - x x
        fmi2GetIntegerStatus               - - x x
        fmi2GetBooleanStatus               - - x x
        fmi2GetStringStatus                - - x x
        fmi2EnterEventMode                 - - - -
        fmi2NewDiscreteStates              - - - -
        fmi2EnterContinuousTimeMode        - - - -
        fmi2CompletedIntegratorStep        - - - -
        fmi2SetTime                        - - - -
        fmi2SetContinuousStates            - - - -
        fmi2GetEventIndicators             - - - -
        fmi2GetContinuousStates            - - - -
        fmi2GetDerivatives                 - - - -
        fmi2GetNominalsOfContinuousStates  - - - -
        fmi2Terminate                      - - x -";

fn co_simulation() -> Chart {
    let states = ["instantiated", "initialization", "stepComplete", "terminated"];
    Chart {
        first: states[0],
        allowed: table(&states, CO_SIMULATION),
        moves: &[
            ("fmi2SetupExperiment", "instantiated", "instantiated"),
            ("fmi2EnterInitializationMode", "instantiated", "initialization"),
            ("fmi2ExitInitializationMode", "initialization", "stepComplete"),
            ("fmi2DoStep", "stepComplete", "stepComplete"),
            ("fmi2Terminate", "stepComplete", "terminated"),
            ("fmi2Reset", "instantiated", "instantiated"),
            ("fmi2Reset", "initialization", "instantiated"),
            ("fmi2Reset", "stepComplete", "instantiated"),
            ("fmi2Reset", "terminated", "instantiated"),
        ],
        // Hosts in use call them there; the last line of the table ends what follows.
        lenient: &[
            ("fmi2GetReal", &["instantiated"]),
            ("fmi2GetInteger", &["instantiated"]),
            ("fmi2GetBoolean", &["instantiated"]),
            ("fmi2GetString", &["instantiated"]),
            ("fmi2GetRealOutputDerivatives", &["initialization"]),
            ("fmi2GetStatus", &["instantiated", "initialization"]),
            ("fmi2GetRealStatus", &["instantiated", "initialization"]),
            ("fmi2GetIntegerStatus", &["instantiated", "initialization"]),
            ("fmi2GetBooleanStatus", &["instantiated", "initialization"]),
            ("fmi2GetStringStatus", &["instantiated", "initialization"]),
            ("fmi2Terminate", &["instantiated", "initialization", "terminated"]),
        ],
        absent: &[],
    }
}

const UNIT: &str = "SingleMassFriction";
/// Position, velocity, dissipated energy; and its event indicators.
const STATES: usize = 3;
const INDICATORS: usize = 2;

struct One {
    host: Host,
    time: f64,
    state: fmi2FMUstate,
}

impl One {
    fn new(kind: fmi2Type) -> Self {
        Self { host: Host::of_type(UNIT, kind, false), time: 0.0, state: null_mut() }
    }

    /// A state to free, restore or write down, where states may be saved.
    fn saved(&mut self) -> fmi2FMUstate {
        if self.state.is_null() {
            unsafe { fmi2GetFMUstate(self.host.c, &mut self.state) };
        }
        self.state
    }

    fn bytes(&mut self) -> Vec<i8> {
        let (state, mut size) = (self.saved(), 0);
        unsafe { fmi2SerializedFMUstateSize(self.host.c, state, &mut size) };
        vec![0; size]
    }

    fn go(&mut self, function: &str) -> Option<fmi2Status> {
        let c = self.host.c;
        let (mut enter, mut end) = (0, 0);
        Some(unsafe {
            match function {
                "fmi2SetDebugLogging" => fmi2SetDebugLogging(c, fmi2False, 0, null()),
                "fmi2SetupExperiment" => fmi2SetupExperiment(c, 0, 0.0, 0.0, 1, f64::INFINITY),
                "fmi2EnterInitializationMode" => fmi2EnterInitializationMode(c),
                "fmi2ExitInitializationMode" => fmi2ExitInitializationMode(c),
                "fmi2Terminate" => fmi2Terminate(c),
                "fmi2Reset" => {
                    self.time = 0.0;
                    fmi2Reset(c)
                }
                "fmi2EnterEventMode" => fmi2EnterEventMode(c),
                "fmi2NewDiscreteStates" => {
                    let mut info = MaybeUninit::uninit();
                    fmi2NewDiscreteStates(c, info.as_mut_ptr())
                }
                "fmi2EnterContinuousTimeMode" => fmi2EnterContinuousTimeMode(c),
                "fmi2CompletedIntegratorStep" => {
                    fmi2CompletedIntegratorStep(c, 1, &mut enter, &mut end)
                }
                "fmi2DoStep" => {
                    let status = fmi2DoStep(c, self.time, 0.01, fmi2True);
                    self.time += if status == fmi2OK { 0.01 } else { 0.0 };
                    status
                }
                "fmi2CancelStep" => fmi2CancelStep(c),
                _ => return None,
            }
        })
    }

    fn value(&mut self, function: &str, state: &str) -> Option<fmi2Status> {
        let host = &self.host;
        let (output, input) = (host.vr("body.acceleration"), host.vr("body.force"));
        let (mode, method, stuck) =
            (host.vr("contact.state"), host.vr("method"), host.vr("contact.stuck"));
        let at_start = state == "instantiated";
        let real = if at_start { host.vr("body.mass") } else { output };
        let (number, truth) =
            if at_start { (method, host.vr("stopAtEvents")) } else { (mode, stuck) };
        // Before initialisation what has initial = "exact"; only Real variables may be set later.
        let set = if at_start { host.vr("body.mass") } else { input };
        let some = usize::from(at_start);
        let (mut x, mut n, mut y) = (1.0, 1, [0.0; STATES]);
        let c = host.c;
        Some(unsafe {
            match function {
                "fmi2GetReal" => fmi2GetReal(c, &real, 1, &mut x),
                "fmi2GetInteger" => fmi2GetInteger(c, &number, 1, &mut n),
                "fmi2GetBoolean" => fmi2GetBoolean(c, &truth, 1, &mut n),
                "fmi2GetString" => fmi2GetString(c, null(), 0, null_mut()),
                "fmi2SetReal" => fmi2SetReal(c, &set, 1, &1.0),
                "fmi2SetInteger" => fmi2SetInteger(c, &method, some, &1),
                "fmi2SetBoolean" => fmi2SetBoolean(c, &truth, some, &fmi2False),
                "fmi2SetString" => fmi2SetString(c, null(), 0, null()),
                "fmi2GetDirectionalDerivative" => {
                    fmi2GetDirectionalDerivative(c, &output, 1, &input, 1, &1.0, &mut x)
                }
                "fmi2SetRealInputDerivatives" => {
                    fmi2SetRealInputDerivatives(c, &input, 1, &1, &0.0)
                }
                "fmi2GetRealOutputDerivatives" => {
                    let output = host.vr("body.velocity");
                    fmi2GetRealOutputDerivatives(c, &output, 1, &1, &mut x)
                }
                "fmi2SetTime" => fmi2SetTime(c, self.time),
                "fmi2SetContinuousStates" => fmi2SetContinuousStates(c, y.as_ptr(), STATES),
                "fmi2GetContinuousStates" => fmi2GetContinuousStates(c, y.as_mut_ptr(), STATES),
                "fmi2GetDerivatives" => fmi2GetDerivatives(c, y.as_mut_ptr(), STATES),
                "fmi2GetEventIndicators" => fmi2GetEventIndicators(c, y.as_mut_ptr(), INDICATORS),
                "fmi2GetNominalsOfContinuousStates" => {
                    fmi2GetNominalsOfContinuousStates(c, y.as_mut_ptr(), STATES)
                }
                _ => return None,
            }
        })
    }

    fn state_or_status(&mut self, function: &str) -> fmi2Status {
        use fmi2StatusKind::{fmi2DoStepStatus, fmi2LastSuccessfulTime, fmi2Terminated};
        let (c, mut state, mut bytes) = (self.host.c, self.saved(), self.bytes());
        let (mut status, mut x, mut n, mut text) = (fmi2OK, 0.0, 0, null());
        let kind = MaybeUninit::new;
        unsafe {
            match function {
                "fmi2GetFMUstate" => fmi2GetFMUstate(c, &mut state),
                "fmi2SetFMUstate" => fmi2SetFMUstate(c, state),
                "fmi2FreeFMUstate" => {
                    self.state = null_mut();
                    fmi2FreeFMUstate(c, &mut state)
                }
                "fmi2SerializedFMUstateSize" => {
                    fmi2SerializedFMUstateSize(c, state, &mut bytes.len())
                }
                "fmi2SerializeFMUstate" => {
                    fmi2SerializeFMUstate(c, state, bytes.as_mut_ptr(), bytes.len())
                }
                "fmi2DeSerializeFMUstate" => {
                    fmi2SerializeFMUstate(c, state, bytes.as_mut_ptr(), bytes.len());
                    let mut again = null_mut();
                    let status =
                        fmi2DeSerializeFMUstate(c, bytes.as_ptr(), bytes.len(), &mut again);
                    fmi2FreeFMUstate(c, &mut again);
                    status
                }
                "fmi2GetStatus" => fmi2GetStatus(c, kind(fmi2DoStepStatus), &mut status),
                "fmi2GetRealStatus" => fmi2GetRealStatus(c, kind(fmi2LastSuccessfulTime), &mut x),
                "fmi2GetIntegerStatus" => fmi2GetIntegerStatus(c, kind(fmi2DoStepStatus), &mut n),
                "fmi2GetBooleanStatus" => fmi2GetBooleanStatus(c, kind(fmi2Terminated), &mut n),
                "fmi2GetStringStatus" => fmi2GetStringStatus(c, kind(fmi2DoStepStatus), &mut text),
                other => panic!("no function {other}"),
            }
        }
    }
}

impl Called for One {
    fn call(&mut self, function: &str, state: &str) -> Answer {
        self.host.messages();
        let status = self.go(function).or_else(|| self.value(function, state));
        let status = status.unwrap_or_else(|| self.state_or_status(function));
        match status {
            fmi2OK => Answer::Done,
            fmi2Discard if function.ends_with("Status") => Answer::Done,
            fmi2Error => {
                let told = self.host.message();
                assert!(told.contains(&format!("{function} was called in state")), "{told}");
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
    let count = model_exchange().explore(&|| One::new(fmi2Type::fmi2ModelExchange), 5);
    assert!(count > 100, "{count}");
}

#[test]
fn sequences_of_co_simulation_are_those_of_the_standard() {
    let count = co_simulation().explore(&|| One::new(fmi2Type::fmi2CoSimulation), 5);
    assert!(count > 50, "{count}");
}
