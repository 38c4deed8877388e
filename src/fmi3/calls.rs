//! Table of the functions that may be called in each state, of an instance of each type (FMI 3.0 §2.3, §3.2 and §4.2,
//! with the leniencies that hosts in use need). Functions without an instance are not in it, nor is fmi3FreeInstance,
//! which is legal but within a step.

use crate::fmi::calls::{Interface, Row, State, Version, calls};

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
/// States for functions whose results depend on nothing that initialisation finds.
const SIZES: &[State] =
    &[Instantiated, InitializationMode, EventMode, ContinuousTimeMode, Terminated];

const NO_CLOCKS: &str = "the model has no clocks that a host activates, or that have intervals";
const NO_STRUCTURE: &str = "the model has no structural parameters";
const NO_PARTITIONS: &str = "the model is not made for Scheduled Execution";

const fn row(legal: &'static [State]) -> Row {
    Row::of(Version::Three, legal)
}

const fn exchange(legal: &'static [State]) -> Row {
    row(legal).only(Interface::ModelExchange)
}

const fn steps(legal: &'static [State]) -> Row {
    row(legal).only(Interface::CoSimulation)
}

const fn never(why: &'static str) -> Row {
    Row::never(Version::Three, why)
}

calls! { "fmi3":
    SetDebugLogging => row(ALIVE),
    EnterInitializationMode => row(&[Instantiated]),
    ExitInitializationMode => row(&[InitializationMode]),
    EnterEventMode => row(&[StepMode, EventMode, ContinuousTimeMode]),
    Terminate => row(EVERY),
    Reset => row(EVERY),
    GetFloat32 => row(READING),
    GetFloat64 => row(READING),
    GetInt8 => row(READING),
    GetUInt8 => row(READING),
    GetInt16 => row(READING),
    GetUInt16 => row(READING),
    GetInt32 => row(READING),
    GetUInt32 => row(READING),
    GetInt64 => row(READING),
    GetUInt64 => row(READING),
    GetBoolean => row(READING),
    GetString => row(READING),
    GetBinary => row(READING),
    GetClock => row(&[InitializationMode, EventMode]),
    SetFloat32 => row(SETTING),
    SetFloat64 => row(SETTING),
    SetInt8 => row(SETTING_DISCRETE),
    SetUInt8 => row(SETTING_DISCRETE),
    SetInt16 => row(SETTING_DISCRETE),
    SetUInt16 => row(SETTING_DISCRETE),
    SetInt32 => row(SETTING_DISCRETE),
    SetUInt32 => row(SETTING_DISCRETE),
    SetInt64 => row(SETTING_DISCRETE),
    SetUInt64 => row(SETTING_DISCRETE),
    SetBoolean => row(SETTING_DISCRETE),
    SetString => row(SETTING_DISCRETE),
    SetBinary => row(SETTING_DISCRETE),
    SetClock => never(NO_CLOCKS),
    GetNumberOfVariableDependencies => row(READING),
    GetVariableDependencies => row(READING),
    GetFMUState => row(ALIVE),
    SetFMUState => row(ALIVE),
    FreeFMUState => row(ALIVE),
    SerializedFMUStateSize => row(ALIVE),
    SerializeFMUState => row(ALIVE),
    DeserializeFMUState => row(ALIVE),
    GetDirectionalDerivative => row(INITIALIZED),
    GetAdjointDerivative => row(INITIALIZED),
    EnterConfigurationMode => never(NO_STRUCTURE),
    ExitConfigurationMode => never(NO_STRUCTURE),
    GetIntervalDecimal => never(NO_CLOCKS),
    GetIntervalFraction => never(NO_CLOCKS),
    GetShiftDecimal => never(NO_CLOCKS),
    GetShiftFraction => never(NO_CLOCKS),
    SetIntervalDecimal => never(NO_CLOCKS),
    SetIntervalFraction => never(NO_CLOCKS),
    SetShiftDecimal => never(NO_CLOCKS),
    SetShiftFraction => never(NO_CLOCKS),
    EvaluateDiscreteStates => row(&[EventMode]),
    UpdateDiscreteStates => row(&[EventMode]),
    EnterContinuousTimeMode => exchange(&[EventMode]),
    CompletedIntegratorStep => exchange(&[ContinuousTimeMode]),
    SetTime => exchange(&[EventMode, ContinuousTimeMode]),
    SetContinuousStates => exchange(&[ContinuousTimeMode]),
    GetContinuousStateDerivatives => exchange(EXCHANGE),
    GetEventIndicators => exchange(EXCHANGE),
    GetContinuousStates => exchange(EXCHANGE),
    GetNominalsOfContinuousStates => exchange(SIZES),
    GetNumberOfEventIndicators => exchange(SIZES),
    GetNumberOfContinuousStates => exchange(SIZES),
    EnterStepMode => steps(&[EventMode]),
    GetOutputDerivatives => steps(&[StepMode, IntermediateUpdateMode, Terminated]),
    DoStep => steps(&[StepMode]),
    ActivateModelPartition => never(NO_PARTITIONS),
}

#[cfg(test)]
mod tests {
    use super::*;
    use Interface::{CoSimulation, ModelExchange};

    fn is_legal(call: Call, state: State, kind: Interface) -> bool {
        <&Row>::from(call).is_legal(state, kind, Version::Three)
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
        assert_eq!(legal.map(|row| row.name).collect::<Vec<_>>(), ["fmi3Terminate", "fmi3Reset"]);
    }

    #[test]
    fn within_a_step_values_and_dependencies_are_exchanged_alone() {
        let legal = TABLE.iter().filter(|row| row.legal.contains(&IntermediateUpdateMode));
        for row in legal {
            let exchanged = ["Get", "SetFloat"].iter().any(|part| row.name[4..].starts_with(part));
            assert!(exchanged, "{}", row.name);
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
            <&Row>::from(Call::ActivateModelPartition).refusal(
                EventMode,
                CoSimulation,
                Version::Three
            ),
            "fmi3ActivateModelPartition was called in state Event Mode; no state allows it: the model is not \
             made for Scheduled Execution"
        );
    }
}
