//! Which function may be called in which state, of an instance of which type: one table (FMI 2.0 §3.2.3 and
//! §4.2.4, with the leniencies that hosts in use need). Functions without an instance are not in it, nor is fmi2FreeInstance, which is
//! always legal.

use crate::fmi::calls::{Interface, Row, State, Version};

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

use State::{
    ContinuousTimeMode, EventMode, Failed, InitializationMode, Instantiated,
    IntermediateUpdateMode, StepComplete, StepMode, Terminated,
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
/// Every state of either version but one that broke down.
const ADDED: &[State] = &[
    Instantiated,
    InitializationMode,
    StepComplete,
    StepMode,
    IntermediateUpdateMode,
    EventMode,
    ContinuousTimeMode,
    Terminated,
];
const NONE: &[State] = &[];

const NO_STEP_RUNS: &str = "fmi2DoStep has completed its step when it returns";

type Entry = (Call, Row);

const fn row(call: Call, name: &'static str, legal: &'static [State]) -> Entry {
    (call, Row { name, legal, never: "", only: None, version: Some(Version::Two) })
}

/// A function of Model Exchange.
const fn exchange(call: Call, name: &'static str, legal: &'static [State]) -> Entry {
    let (call, row) = row(call, name, legal);
    (call, Row { only: Some(Interface::ModelExchange), ..row })
}

/// A function of Co-Simulation.
const fn slave(call: Call, name: &'static str, legal: &'static [State]) -> Entry {
    let (call, row) = row(call, name, legal);
    (call, Row { only: Some(Interface::CoSimulation), ..row })
}

const fn never(call: Call, name: &'static str, never: &'static str) -> Entry {
    let (call, row) = slave(call, name, NONE);
    (call, Row { never, ..row })
}

/// A function that luztar adds, for instances of both versions.
const fn added(call: Call, name: &'static str) -> Entry {
    let (call, row) = row(call, name, ADDED);
    (call, Row { version: None, ..row })
}

const TABLE: &[Entry] = &[
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
    added(Call::ValueReference, "luztar_value_reference"),
    added(Call::TakeEvents, "luztar_take_events"),
    added(Call::LostEvents, "luztar_lost_events"),
    added(Call::ElementName, "luztar_element_name"),
];

impl From<Call> for &'static Row {
    fn from(call: Call) -> Self {
        let (found, row) = &TABLE[call as usize];
        debug_assert_eq!(*found, call);
        row
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Interface::{CoSimulation, ModelExchange};

    fn is_legal(call: Call, state: State, kind: Interface) -> bool {
        <&Row>::from(call).is_legal(state, kind, Version::Two)
    }

    fn refusal(call: Call, state: State) -> String {
        <&Row>::from(call).refusal(state, CoSimulation, Version::Two)
    }

    #[test]
    fn rows_stand_at_the_place_of_their_call() {
        for (index, (call, row)) in TABLE.iter().enumerate() {
            assert_eq!(*call as usize, index, "{}", row.name);
        }
        assert_eq!(TABLE.len(), Call::ElementName as usize + 1);
    }

    #[test]
    fn rows_are_named_like_their_call() {
        for (call, row) in TABLE {
            let name = match row.name.strip_prefix("fmi2") {
                Some(name) => name.to_owned(),
                None => row.name.trim_start_matches("luztar").replace('_', ""),
            };
            assert_eq!(name.to_lowercase(), format!("{call:?}").to_lowercase());
        }
    }

    #[test]
    fn a_row_without_legal_state_has_a_reason_and_only_it() {
        for (_, row) in TABLE {
            assert_eq!(row.legal.is_empty(), !row.never.is_empty(), "{}", row.name);
        }
    }

    #[test]
    fn a_failed_instance_allows_reset_and_terminate_only() {
        let legal = TABLE.iter().filter(|(_, row)| row.legal.contains(&Failed));
        let calls: Vec<Call> = legal.map(|(call, _)| *call).collect();
        assert_eq!(calls, [Call::Terminate, Call::Reset]);
    }

    #[test]
    fn a_terminated_instance_takes_no_values_and_no_steps() {
        for call in [Call::SetReal, Call::SetInteger, Call::SetBoolean, Call::DoStep] {
            assert!(!is_legal(call, Terminated, CoSimulation), "{call:?}");
        }
        assert!(is_legal(Call::GetReal, Terminated, CoSimulation));
    }

    #[test]
    fn functions_of_one_interface_are_illegal_in_the_other() {
        for (call, own, other) in [
            (Call::GetDerivatives, ModelExchange, CoSimulation),
            (Call::GetContinuousStates, ModelExchange, CoSimulation),
            (Call::GetRealOutputDerivatives, CoSimulation, ModelExchange),
        ] {
            assert!(is_legal(call, InitializationMode, own), "{call:?}");
            assert!(!is_legal(call, InitializationMode, other), "{call:?}");
        }
        assert_eq!(
            refusal(Call::GetDerivatives, InitializationMode),
            "fmi2GetDerivatives was called in state Initialization Mode; it is a function of Model \
             Exchange, the instance is one of Co-Simulation"
        );
    }

    #[test]
    fn refusals_say_what_where_and_where_instead() {
        assert_eq!(
            refusal(Call::DoStep, Instantiated),
            "fmi2DoStep was called in state Instantiated; it is legal in Step Complete"
        );
        assert_eq!(
            refusal(Call::SetReal, Terminated),
            "fmi2SetReal was called in state Terminated; it is legal in Instantiated, \
             Initialization Mode, Step Complete, Event Mode, Continuous-Time Mode"
        );
        assert_eq!(
            refusal(Call::CancelStep, StepComplete),
            "fmi2CancelStep was called in state Step Complete; no state allows it: fmi2DoStep has \
             completed its step when it returns"
        );
        assert!(refusal(Call::GetReal, Failed).contains("only fmi2Reset"));
    }
}
