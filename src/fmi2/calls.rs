//! Which function may be called in which state, of an instance of which type: one table (FMI 2.0 §3.2.3 and
//! §4.2.4, with the leniencies that hosts in use need). Functions without an instance are not in it, nor is fmi2FreeInstance, which is
//! always legal.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::types::fmi2Type;

/// Where an instance is in its life.
///
/// ```text
///   Instantiated ──► Initialization Mode ──► Step Complete ──► Terminated     Co-Simulation
///                                        └─► Event Mode ◄─► Continuous-Time Mode ──► Terminated     Model Exchange
/// ```
/// fmi2Reset leads back to the first state from everywhere, fmi2Terminate to the last. An instance
/// whose code broke down is Failed until it is reset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum State {
    Instantiated,
    InitializationMode,
    StepComplete,
    EventMode,
    ContinuousTimeMode,
    Terminated,
    Failed,
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            State::Instantiated => "Instantiated",
            State::InitializationMode => "Initialization Mode",
            State::StepComplete => "Step Complete",
            State::EventMode => "Event Mode",
            State::ContinuousTimeMode => "Continuous-Time Mode",
            State::Terminated => "Terminated",
            State::Failed => "Failed",
        })
    }
}

/// A function of the interface that takes an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    SetDebugLogging,
    SetupExperiment,
    EnterInitializationMode,
    ExitInitializationMode,
    Terminate,
    Reset,
    GetReal,
    GetInteger,
    GetBoolean,
    GetString,
    SetReal,
    SetInteger,
    SetBoolean,
    SetString,
    GetFMUstate,
    SetFMUstate,
    FreeFMUstate,
    SerializedFMUstateSize,
    SerializeFMUstate,
    DeSerializeFMUstate,
    GetDirectionalDerivative,
    EnterEventMode,
    NewDiscreteStates,
    EnterContinuousTimeMode,
    CompletedIntegratorStep,
    SetTime,
    SetContinuousStates,
    GetDerivatives,
    GetEventIndicators,
    GetContinuousStates,
    GetNominalsOfContinuousStates,
    SetRealInputDerivatives,
    GetRealOutputDerivatives,
    DoStep,
    CancelStep,
    GetStatus,
    GetRealStatus,
    GetIntegerStatus,
    GetBooleanStatus,
    GetStringStatus,
    GetMaxStepsize,
    GetMaxStepSize,
    ValueReference,
    TakeEvents,
    LostEvents,
    ElementName,
}

/// One row: the function's name in C, the states that allow it, for a function that none allows the
/// reason, and the only type of instance that has the function.
struct Row {
    call: Call,
    name: &'static str,
    legal: &'static [State],
    never: &'static str,
    only: Option<fmi2Type>,
}

use State::{
    ContinuousTimeMode, EventMode, Failed, InitializationMode, Instantiated, StepComplete,
    Terminated,
};

const EVERY: &[State] = &[
    Instantiated,
    InitializationMode,
    StepComplete,
    EventMode,
    ContinuousTimeMode,
    Terminated,
    Failed,
];
const ALIVE: &[State] =
    &[Instantiated, InitializationMode, StepComplete, EventMode, ContinuousTimeMode, Terminated];
const SETTING: &[State] =
    &[Instantiated, InitializationMode, StepComplete, EventMode, ContinuousTimeMode];
/// Discrete variables and parameters change at events only.
const SETTING_DISCRETE: &[State] = &[Instantiated, InitializationMode, StepComplete, EventMode];
const INITIALIZED: &[State] =
    &[InitializationMode, StepComplete, EventMode, ContinuousTimeMode, Terminated];
const SLAVE_SETTING: &[State] = &[Instantiated, InitializationMode, StepComplete];
const SLAVE_INITIALIZED: &[State] = &[InitializationMode, StepComplete, Terminated];
const STEPPED: &[State] = &[StepComplete];
const EXCHANGE: &[State] = &[InitializationMode, EventMode, ContinuousTimeMode, Terminated];
/// They depend on nothing that initialisation finds.
const NOMINALS: &[State] =
    &[Instantiated, InitializationMode, EventMode, ContinuousTimeMode, Terminated];
const NONE: &[State] = &[];

const NO_STEP_RUNS: &str = "fmi2DoStep has completed its step when it returns";

const fn row(call: Call, name: &'static str, legal: &'static [State]) -> Row {
    Row { call, name, legal, never: "", only: None }
}

/// A function of Model Exchange.
const fn exchange(call: Call, name: &'static str, legal: &'static [State]) -> Row {
    Row { only: Some(fmi2Type::fmi2ModelExchange), ..row(call, name, legal) }
}

/// A function of Co-Simulation.
const fn slave(call: Call, name: &'static str, legal: &'static [State]) -> Row {
    Row { only: Some(fmi2Type::fmi2CoSimulation), ..row(call, name, legal) }
}

const fn never(call: Call, name: &'static str, never: &'static str) -> Row {
    Row { never, ..slave(call, name, NONE) }
}

const TABLE: &[Row] = &[
    row(Call::SetDebugLogging, "fmi2SetDebugLogging", ALIVE),
    row(Call::SetupExperiment, "fmi2SetupExperiment", &[Instantiated]),
    row(Call::EnterInitializationMode, "fmi2EnterInitializationMode", &[Instantiated]),
    row(Call::ExitInitializationMode, "fmi2ExitInitializationMode", &[InitializationMode]),
    row(Call::Terminate, "fmi2Terminate", EVERY),
    row(Call::Reset, "fmi2Reset", EVERY),
    row(Call::GetReal, "fmi2GetReal", ALIVE),
    row(Call::GetInteger, "fmi2GetInteger", ALIVE),
    row(Call::GetBoolean, "fmi2GetBoolean", ALIVE),
    row(Call::GetString, "fmi2GetString", ALIVE),
    row(Call::SetReal, "fmi2SetReal", SETTING),
    row(Call::SetInteger, "fmi2SetInteger", SETTING_DISCRETE),
    row(Call::SetBoolean, "fmi2SetBoolean", SETTING_DISCRETE),
    row(Call::SetString, "fmi2SetString", SETTING_DISCRETE),
    row(Call::GetFMUstate, "fmi2GetFMUstate", ALIVE),
    row(Call::SetFMUstate, "fmi2SetFMUstate", ALIVE),
    row(Call::FreeFMUstate, "fmi2FreeFMUstate", ALIVE),
    row(Call::SerializedFMUstateSize, "fmi2SerializedFMUstateSize", ALIVE),
    row(Call::SerializeFMUstate, "fmi2SerializeFMUstate", ALIVE),
    row(Call::DeSerializeFMUstate, "fmi2DeSerializeFMUstate", ALIVE),
    row(Call::GetDirectionalDerivative, "fmi2GetDirectionalDerivative", INITIALIZED),
    exchange(Call::EnterEventMode, "fmi2EnterEventMode", &[EventMode, ContinuousTimeMode]),
    exchange(Call::NewDiscreteStates, "fmi2NewDiscreteStates", &[EventMode]),
    exchange(Call::EnterContinuousTimeMode, "fmi2EnterContinuousTimeMode", &[EventMode]),
    exchange(Call::CompletedIntegratorStep, "fmi2CompletedIntegratorStep", &[ContinuousTimeMode]),
    exchange(Call::SetTime, "fmi2SetTime", &[EventMode, ContinuousTimeMode]),
    exchange(Call::SetContinuousStates, "fmi2SetContinuousStates", &[ContinuousTimeMode]),
    exchange(Call::GetDerivatives, "fmi2GetDerivatives", EXCHANGE),
    exchange(Call::GetEventIndicators, "fmi2GetEventIndicators", EXCHANGE),
    exchange(Call::GetContinuousStates, "fmi2GetContinuousStates", EXCHANGE),
    exchange(Call::GetNominalsOfContinuousStates, "fmi2GetNominalsOfContinuousStates", NOMINALS),
    slave(Call::SetRealInputDerivatives, "fmi2SetRealInputDerivatives", SLAVE_SETTING),
    slave(Call::GetRealOutputDerivatives, "fmi2GetRealOutputDerivatives", SLAVE_INITIALIZED),
    slave(Call::DoStep, "fmi2DoStep", STEPPED),
    never(Call::CancelStep, "fmi2CancelStep", NO_STEP_RUNS),
    slave(Call::GetStatus, "fmi2GetStatus", ALIVE),
    slave(Call::GetRealStatus, "fmi2GetRealStatus", ALIVE),
    slave(Call::GetIntegerStatus, "fmi2GetIntegerStatus", ALIVE),
    slave(Call::GetBooleanStatus, "fmi2GetBooleanStatus", ALIVE),
    slave(Call::GetStringStatus, "fmi2GetStringStatus", ALIVE),
    slave(Call::GetMaxStepsize, "fmi2GetMaxStepsize", STEPPED),
    slave(Call::GetMaxStepSize, "fmi2GetMaxStepSize", STEPPED),
    row(Call::ValueReference, "luztar_value_reference", ALIVE),
    row(Call::TakeEvents, "luztar_take_events", ALIVE),
    row(Call::LostEvents, "luztar_lost_events", ALIVE),
    row(Call::ElementName, "luztar_element_name", ALIVE),
];

impl Call {
    fn row(self) -> &'static Row {
        let row = &TABLE[self as usize];
        debug_assert_eq!(row.call, self);
        row
    }

    /// Whether an instance of this type allows the function in this state.
    pub fn is_legal(self, state: State, kind: fmi2Type) -> bool {
        let row = self.row();
        row.legal.contains(&state) && row.only.is_none_or(|only| only == kind)
    }

    /// What a host is told that called this function where it is not legal.
    pub fn refusal(self, state: State, kind: fmi2Type) -> String {
        let row = self.row();
        let called = format!("{} was called in state {state}", row.name);
        if state == Failed {
            return format!(
                "{called}: an earlier call broke down; only fmi2Reset, fmi2Terminate and \
                 fmi2FreeInstance are left"
            );
        }
        if let Some(only) = row.only.filter(|only| *only != kind) {
            let (only, kind) = (interface(only), interface(kind));
            return format!("{called}; it is a function of {only}, the instance is one of {kind}");
        }
        if row.legal.is_empty() {
            return format!("{called}; no state allows it: {}", row.never);
        }
        let legal: Vec<String> = row.legal.iter().map(State::to_string).collect();
        format!("{called}; it is legal in {}", legal.join(", "))
    }
}

fn interface(kind: fmi2Type) -> &'static str {
    match kind {
        fmi2Type::fmi2ModelExchange => "Model Exchange",
        fmi2Type::fmi2CoSimulation => "Co-Simulation",
    }
}

impl fmt::Display for Call {
    /// The function's name in C.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.row().name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fmi2Type::{fmi2CoSimulation, fmi2ModelExchange};

    #[test]
    fn rows_stand_at_the_place_of_their_call() {
        for (index, row) in TABLE.iter().enumerate() {
            assert_eq!(row.call as usize, index, "{}", row.name);
        }
        assert_eq!(TABLE.len(), Call::ElementName as usize + 1);
    }

    #[test]
    fn rows_are_named_like_their_call() {
        for row in TABLE {
            let name = match row.name.strip_prefix("fmi2") {
                Some(name) => name.to_owned(),
                None => row.name.trim_start_matches("luztar").replace('_', ""),
            };
            assert_eq!(name.to_lowercase(), format!("{:?}", row.call).to_lowercase());
        }
    }

    #[test]
    fn a_row_without_legal_state_has_a_reason_and_only_it() {
        for row in TABLE {
            assert_eq!(row.legal.is_empty(), !row.never.is_empty(), "{}", row.name);
        }
    }

    #[test]
    fn a_failed_instance_allows_reset_and_terminate_only() {
        let legal = TABLE.iter().filter(|row| row.legal.contains(&Failed));
        let calls: Vec<Call> = legal.map(|row| row.call).collect();
        assert_eq!(calls, [Call::Terminate, Call::Reset]);
    }

    #[test]
    fn a_terminated_instance_takes_no_values_and_no_steps() {
        for call in [Call::SetReal, Call::SetInteger, Call::SetBoolean, Call::DoStep] {
            assert!(!call.is_legal(Terminated, fmi2CoSimulation), "{call}");
        }
        assert!(Call::GetReal.is_legal(Terminated, fmi2CoSimulation));
    }

    #[test]
    fn functions_of_one_interface_are_illegal_in_the_other() {
        for (call, own, other) in [
            (Call::GetDerivatives, fmi2ModelExchange, fmi2CoSimulation),
            (Call::GetContinuousStates, fmi2ModelExchange, fmi2CoSimulation),
            (Call::GetRealOutputDerivatives, fmi2CoSimulation, fmi2ModelExchange),
        ] {
            assert!(call.is_legal(InitializationMode, own), "{call}");
            assert!(!call.is_legal(InitializationMode, other), "{call}");
        }
        assert_eq!(
            Call::GetDerivatives.refusal(InitializationMode, fmi2CoSimulation),
            "fmi2GetDerivatives was called in state Initialization Mode; it is a function of Model \
             Exchange, the instance is one of Co-Simulation"
        );
    }

    #[test]
    fn refusals_say_what_where_and_where_instead() {
        assert_eq!(
            Call::DoStep.refusal(Instantiated, fmi2CoSimulation),
            "fmi2DoStep was called in state Instantiated; it is legal in Step Complete"
        );
        assert_eq!(
            Call::SetReal.refusal(Terminated, fmi2CoSimulation),
            "fmi2SetReal was called in state Terminated; it is legal in Instantiated, \
             Initialization Mode, Step Complete, Event Mode, Continuous-Time Mode"
        );
        assert_eq!(
            Call::CancelStep.refusal(StepComplete, fmi2CoSimulation),
            "fmi2CancelStep was called in state Step Complete; no state allows it: fmi2DoStep has \
             completed its step when it returns"
        );
        assert!(Call::GetReal.refusal(Failed, fmi2CoSimulation).contains("only fmi2Reset"));
    }
}
