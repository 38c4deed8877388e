//! Which function may be called in which state: one table (FMI 2.0 §4.2.4, with the leniencies that
//! hosts in use need). Functions without an instance are not in it, nor is fmi2FreeInstance, which is
//! always legal.

use std::fmt;

use serde::{Deserialize, Serialize};

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

/// One row: the function's name in C, the states that allow it, and for a function that none allows
/// the reason.
struct Row {
    call: Call,
    name: &'static str,
    legal: &'static [State],
    never: &'static str,
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
const NONE: &[State] = &[];

const NO_STEP_RUNS: &str = "fmi2DoStep has completed its step when it returns";

const fn row(call: Call, name: &'static str, legal: &'static [State]) -> Row {
    Row { call, name, legal, never: "" }
}

const fn never(call: Call, name: &'static str, never: &'static str) -> Row {
    Row { call, name, legal: NONE, never }
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
    row(Call::EnterEventMode, "fmi2EnterEventMode", &[EventMode, ContinuousTimeMode]),
    row(Call::NewDiscreteStates, "fmi2NewDiscreteStates", &[EventMode]),
    row(Call::EnterContinuousTimeMode, "fmi2EnterContinuousTimeMode", &[EventMode]),
    row(Call::CompletedIntegratorStep, "fmi2CompletedIntegratorStep", &[ContinuousTimeMode]),
    row(Call::SetTime, "fmi2SetTime", &[EventMode, ContinuousTimeMode]),
    row(Call::SetContinuousStates, "fmi2SetContinuousStates", &[ContinuousTimeMode]),
    row(Call::GetDerivatives, "fmi2GetDerivatives", EXCHANGE),
    row(Call::GetEventIndicators, "fmi2GetEventIndicators", EXCHANGE),
    row(Call::GetContinuousStates, "fmi2GetContinuousStates", EXCHANGE),
    row(Call::GetNominalsOfContinuousStates, "fmi2GetNominalsOfContinuousStates", EXCHANGE),
    row(Call::SetRealInputDerivatives, "fmi2SetRealInputDerivatives", SLAVE_SETTING),
    row(Call::GetRealOutputDerivatives, "fmi2GetRealOutputDerivatives", SLAVE_INITIALIZED),
    row(Call::DoStep, "fmi2DoStep", STEPPED),
    never(Call::CancelStep, "fmi2CancelStep", NO_STEP_RUNS),
    row(Call::GetStatus, "fmi2GetStatus", ALIVE),
    row(Call::GetRealStatus, "fmi2GetRealStatus", ALIVE),
    row(Call::GetIntegerStatus, "fmi2GetIntegerStatus", ALIVE),
    row(Call::GetBooleanStatus, "fmi2GetBooleanStatus", ALIVE),
    row(Call::GetStringStatus, "fmi2GetStringStatus", ALIVE),
    row(Call::GetMaxStepsize, "fmi2GetMaxStepsize", STEPPED),
    row(Call::GetMaxStepSize, "fmi2GetMaxStepSize", STEPPED),
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

    pub fn is_legal(self, state: State) -> bool {
        self.row().legal.contains(&state)
    }

    /// What a host is told that called this function in a state that does not allow it.
    pub fn refusal(self, state: State) -> String {
        let row = self.row();
        let called = format!("{} was called in state {state}", row.name);
        if state == Failed {
            return format!(
                "{called}: an earlier call broke down; only fmi2Reset, fmi2Terminate and \
                 fmi2FreeInstance are left"
            );
        }
        if row.legal.is_empty() {
            return format!("{called}; no state allows it: {}", row.never);
        }
        let legal: Vec<String> = row.legal.iter().map(State::to_string).collect();
        format!("{called}; it is legal in {}", legal.join(", "))
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
            assert!(!call.is_legal(Terminated), "{call}");
        }
        assert!(Call::GetReal.is_legal(Terminated));
    }

    #[test]
    fn refusals_say_what_where_and_where_instead() {
        assert_eq!(
            Call::DoStep.refusal(Instantiated),
            "fmi2DoStep was called in state Instantiated; it is legal in Step Complete"
        );
        assert_eq!(
            Call::SetReal.refusal(Terminated),
            "fmi2SetReal was called in state Terminated; it is legal in Instantiated, \
             Initialization Mode, Step Complete, Event Mode, Continuous-Time Mode"
        );
        assert_eq!(
            Call::CancelStep.refusal(StepComplete),
            "fmi2CancelStep was called in state Step Complete; no state allows it: fmi2DoStep has \
             completed its step when it returns"
        );
        assert!(Call::GetReal.refusal(Failed).contains("only fmi2Reset"));
    }
}
