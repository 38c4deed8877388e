//! Which function may be called in which state, of an instance of which type: one table (FMI 3.0 §2.3, §3.2 and §4.2, with the
//! leniencies that hosts in use need). Functions without an instance are not in it, nor is fmi3FreeInstance, which is
//! legal but within a step.

use crate::fmi::calls::{Interface, Row, State, Version};

/// A function of the interface that takes an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    SetDebugLogging,
    EnterInitializationMode,
    ExitInitializationMode,
    EnterEventMode,
    Terminate,
    Reset,
    GetFloat32,
    GetFloat64,
    GetInt8,
    GetUInt8,
    GetInt16,
    GetUInt16,
    GetInt32,
    GetUInt32,
    GetInt64,
    GetUInt64,
    GetBoolean,
    GetString,
    GetBinary,
    GetClock,
    SetFloat32,
    SetFloat64,
    SetInt8,
    SetUInt8,
    SetInt16,
    SetUInt16,
    SetInt32,
    SetUInt32,
    SetInt64,
    SetUInt64,
    SetBoolean,
    SetString,
    SetBinary,
    SetClock,
    GetNumberOfVariableDependencies,
    GetVariableDependencies,
    GetFMUState,
    SetFMUState,
    FreeFMUState,
    SerializedFMUStateSize,
    SerializeFMUState,
    DeserializeFMUState,
    GetDirectionalDerivative,
    GetAdjointDerivative,
    EnterConfigurationMode,
    ExitConfigurationMode,
    GetIntervalDecimal,
    GetIntervalFraction,
    GetShiftDecimal,
    GetShiftFraction,
    SetIntervalDecimal,
    SetIntervalFraction,
    SetShiftDecimal,
    SetShiftFraction,
    EvaluateDiscreteStates,
    UpdateDiscreteStates,
    EnterContinuousTimeMode,
    CompletedIntegratorStep,
    SetTime,
    SetContinuousStates,
    GetContinuousStateDerivatives,
    GetEventIndicators,
    GetContinuousStates,
    GetNominalsOfContinuousStates,
    GetNumberOfEventIndicators,
    GetNumberOfContinuousStates,
    EnterStepMode,
    GetOutputDerivatives,
    DoStep,
    ActivateModelPartition,
}

use State::{
    ContinuousTimeMode, EventMode, Failed, InitializationMode, Instantiated,
    IntermediateUpdateMode, StepMode, Terminated,
};

/// Every state but that within a step.
const EVERY: &[State] = &[
    Instantiated,
    InitializationMode,
    StepMode,
    EventMode,
    ContinuousTimeMode,
    Terminated,
    Failed,
];
const ALIVE: &[State] =
    &[Instantiated, InitializationMode, StepMode, EventMode, ContinuousTimeMode, Terminated];
const READING: &[State] = &[
    Instantiated,
    InitializationMode,
    StepMode,
    IntermediateUpdateMode,
    EventMode,
    ContinuousTimeMode,
    Terminated,
];
const SETTING: &[State] = &[
    Instantiated,
    InitializationMode,
    StepMode,
    IntermediateUpdateMode,
    EventMode,
    ContinuousTimeMode,
];
/// Discrete variables and parameters change at events and communication points only.
const SETTING_DISCRETE: &[State] = &[Instantiated, InitializationMode, StepMode, EventMode];
const INITIALIZED: &[State] =
    &[InitializationMode, StepMode, EventMode, ContinuousTimeMode, Terminated];
const EXCHANGE: &[State] = &[InitializationMode, EventMode, ContinuousTimeMode, Terminated];
/// What depends on nothing that initialisation finds.
const SIZES: &[State] =
    &[Instantiated, InitializationMode, EventMode, ContinuousTimeMode, Terminated];

const NO_CLOCKS: &str = "the unit has no clocks";
const NO_STRUCTURE: &str = "the unit has no structural parameters";
const NO_PARTITIONS: &str = "the unit is not made for Scheduled Execution";

type Entry = (Call, Row);

const fn row(call: Call, name: &'static str, legal: &'static [State]) -> Entry {
    (call, Row { name, legal, never: "", only: None, version: Some(Version::Three) })
}

/// A function of Model Exchange.
const fn exchange(call: Call, name: &'static str, legal: &'static [State]) -> Entry {
    let (call, row) = row(call, name, legal);
    (call, Row { only: Some(Interface::ModelExchange), ..row })
}

/// A function of Co-Simulation.
const fn steps(call: Call, name: &'static str, legal: &'static [State]) -> Entry {
    let (call, row) = row(call, name, legal);
    (call, Row { only: Some(Interface::CoSimulation), ..row })
}

const fn never(call: Call, name: &'static str, never: &'static str) -> Entry {
    let (call, row) = row(call, name, &[]);
    (call, Row { never, ..row })
}

const TABLE: &[Entry] = &[
    row(Call::SetDebugLogging, "fmi3SetDebugLogging", ALIVE),
    row(Call::EnterInitializationMode, "fmi3EnterInitializationMode", &[Instantiated]),
    row(Call::ExitInitializationMode, "fmi3ExitInitializationMode", &[InitializationMode]),
    row(Call::EnterEventMode, "fmi3EnterEventMode", &[StepMode, EventMode, ContinuousTimeMode]),
    row(Call::Terminate, "fmi3Terminate", EVERY),
    row(Call::Reset, "fmi3Reset", EVERY),
    row(Call::GetFloat32, "fmi3GetFloat32", READING),
    row(Call::GetFloat64, "fmi3GetFloat64", READING),
    row(Call::GetInt8, "fmi3GetInt8", READING),
    row(Call::GetUInt8, "fmi3GetUInt8", READING),
    row(Call::GetInt16, "fmi3GetInt16", READING),
    row(Call::GetUInt16, "fmi3GetUInt16", READING),
    row(Call::GetInt32, "fmi3GetInt32", READING),
    row(Call::GetUInt32, "fmi3GetUInt32", READING),
    row(Call::GetInt64, "fmi3GetInt64", READING),
    row(Call::GetUInt64, "fmi3GetUInt64", READING),
    row(Call::GetBoolean, "fmi3GetBoolean", READING),
    row(Call::GetString, "fmi3GetString", READING),
    row(Call::GetBinary, "fmi3GetBinary", READING),
    never(Call::GetClock, "fmi3GetClock", NO_CLOCKS),
    row(Call::SetFloat32, "fmi3SetFloat32", SETTING_DISCRETE),
    row(Call::SetFloat64, "fmi3SetFloat64", SETTING),
    row(Call::SetInt8, "fmi3SetInt8", SETTING_DISCRETE),
    row(Call::SetUInt8, "fmi3SetUInt8", SETTING_DISCRETE),
    row(Call::SetInt16, "fmi3SetInt16", SETTING_DISCRETE),
    row(Call::SetUInt16, "fmi3SetUInt16", SETTING_DISCRETE),
    row(Call::SetInt32, "fmi3SetInt32", SETTING_DISCRETE),
    row(Call::SetUInt32, "fmi3SetUInt32", SETTING_DISCRETE),
    row(Call::SetInt64, "fmi3SetInt64", SETTING_DISCRETE),
    row(Call::SetUInt64, "fmi3SetUInt64", SETTING_DISCRETE),
    row(Call::SetBoolean, "fmi3SetBoolean", SETTING_DISCRETE),
    row(Call::SetString, "fmi3SetString", SETTING_DISCRETE),
    row(Call::SetBinary, "fmi3SetBinary", SETTING_DISCRETE),
    never(Call::SetClock, "fmi3SetClock", NO_CLOCKS),
    row(Call::GetNumberOfVariableDependencies, "fmi3GetNumberOfVariableDependencies", READING),
    row(Call::GetVariableDependencies, "fmi3GetVariableDependencies", READING),
    row(Call::GetFMUState, "fmi3GetFMUState", ALIVE),
    row(Call::SetFMUState, "fmi3SetFMUState", ALIVE),
    row(Call::FreeFMUState, "fmi3FreeFMUState", ALIVE),
    row(Call::SerializedFMUStateSize, "fmi3SerializedFMUStateSize", ALIVE),
    row(Call::SerializeFMUState, "fmi3SerializeFMUState", ALIVE),
    row(Call::DeserializeFMUState, "fmi3DeserializeFMUState", ALIVE),
    row(Call::GetDirectionalDerivative, "fmi3GetDirectionalDerivative", INITIALIZED),
    row(Call::GetAdjointDerivative, "fmi3GetAdjointDerivative", INITIALIZED),
    never(Call::EnterConfigurationMode, "fmi3EnterConfigurationMode", NO_STRUCTURE),
    never(Call::ExitConfigurationMode, "fmi3ExitConfigurationMode", NO_STRUCTURE),
    never(Call::GetIntervalDecimal, "fmi3GetIntervalDecimal", NO_CLOCKS),
    never(Call::GetIntervalFraction, "fmi3GetIntervalFraction", NO_CLOCKS),
    never(Call::GetShiftDecimal, "fmi3GetShiftDecimal", NO_CLOCKS),
    never(Call::GetShiftFraction, "fmi3GetShiftFraction", NO_CLOCKS),
    never(Call::SetIntervalDecimal, "fmi3SetIntervalDecimal", NO_CLOCKS),
    never(Call::SetIntervalFraction, "fmi3SetIntervalFraction", NO_CLOCKS),
    never(Call::SetShiftDecimal, "fmi3SetShiftDecimal", NO_CLOCKS),
    never(Call::SetShiftFraction, "fmi3SetShiftFraction", NO_CLOCKS),
    row(Call::EvaluateDiscreteStates, "fmi3EvaluateDiscreteStates", &[EventMode]),
    row(Call::UpdateDiscreteStates, "fmi3UpdateDiscreteStates", &[EventMode]),
    exchange(Call::EnterContinuousTimeMode, "fmi3EnterContinuousTimeMode", &[EventMode]),
    exchange(Call::CompletedIntegratorStep, "fmi3CompletedIntegratorStep", &[ContinuousTimeMode]),
    exchange(Call::SetTime, "fmi3SetTime", &[EventMode, ContinuousTimeMode]),
    exchange(Call::SetContinuousStates, "fmi3SetContinuousStates", &[ContinuousTimeMode]),
    exchange(Call::GetContinuousStateDerivatives, "fmi3GetContinuousStateDerivatives", EXCHANGE),
    exchange(Call::GetEventIndicators, "fmi3GetEventIndicators", EXCHANGE),
    exchange(Call::GetContinuousStates, "fmi3GetContinuousStates", EXCHANGE),
    exchange(Call::GetNominalsOfContinuousStates, "fmi3GetNominalsOfContinuousStates", SIZES),
    exchange(Call::GetNumberOfEventIndicators, "fmi3GetNumberOfEventIndicators", SIZES),
    exchange(Call::GetNumberOfContinuousStates, "fmi3GetNumberOfContinuousStates", SIZES),
    steps(Call::EnterStepMode, "fmi3EnterStepMode", &[EventMode]),
    steps(
        Call::GetOutputDerivatives,
        "fmi3GetOutputDerivatives",
        &[StepMode, IntermediateUpdateMode, Terminated],
    ),
    steps(Call::DoStep, "fmi3DoStep", &[StepMode]),
    never(Call::ActivateModelPartition, "fmi3ActivateModelPartition", NO_PARTITIONS),
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
        <&Row>::from(call).is_legal(state, kind, Version::Three)
    }

    #[test]
    fn rows_stand_at_the_place_of_their_call_and_are_named_like_it() {
        for (index, (call, row)) in TABLE.iter().enumerate() {
            assert_eq!(*call as usize, index, "{}", row.name);
            assert_eq!(row.name, format!("fmi3{call:?}"));
        }
        assert_eq!(TABLE.len(), Call::ActivateModelPartition as usize + 1);
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
    fn within_a_step_values_and_dependencies_are_exchanged_alone() {
        let legal = TABLE.iter().filter(|(_, row)| row.legal.contains(&IntermediateUpdateMode));
        for (call, row) in legal {
            let exchanged =
                ["Get", "SetFloat64"].iter().any(|part| row.name[4..].starts_with(part));
            assert!(exchanged, "{call:?}");
        }
        assert!(!is_legal(Call::DoStep, IntermediateUpdateMode, CoSimulation));
        assert!(!is_legal(Call::GetFMUState, IntermediateUpdateMode, CoSimulation));
    }

    #[test]
    fn functions_of_one_interface_and_of_one_version_are_refused_elsewhere() {
        for (call, state, own, other) in [
            (Call::GetEventIndicators, EventMode, ModelExchange, CoSimulation),
            (Call::EnterStepMode, EventMode, CoSimulation, ModelExchange),
            (Call::DoStep, StepMode, CoSimulation, ModelExchange),
        ] {
            assert!(is_legal(call, state, own), "{call:?}");
            assert!(!is_legal(call, state, other), "{call:?}");
        }
        let row: &Row = Call::DoStep.into();
        assert!(!row.is_legal(StepMode, CoSimulation, Version::Two));
        assert_eq!(
            row.refusal(StepMode, CoSimulation, Version::Two),
            "fmi3DoStep was called in state Step Mode; it is a function of FMI 3.0, the instance is \
             one of FMI 2.0"
        );
        assert_eq!(
            <&Row>::from(Call::GetClock).refusal(EventMode, CoSimulation, Version::Three),
            "fmi3GetClock was called in state Event Mode; no state allows it: the unit has no clocks"
        );
    }
}
