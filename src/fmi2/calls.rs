//! Table of the functions that may be called in each state, of an instance of each type (FMI 2.0 §3.2.3 and §4.2.4,
//! with the leniencies that hosts in use need). Functions without an instance are not in it, nor is fmi2FreeInstance,
//! which is always legal.

use crate::fmi::calls::{Interface, Row, State, Version, calls};

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
/// States in which nominals may be read: they depend on nothing that initialisation finds.
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

const NO_STEP_RUNS: &str = "fmi2DoStep has completed its step when it returns";

const fn row(legal: &'static [State]) -> Row {
    Row::of(Version::Two, legal)
}

const fn exchange(legal: &'static [State]) -> Row {
    row(legal).only(Interface::ModelExchange)
}

const fn slave(legal: &'static [State]) -> Row {
    row(legal).only(Interface::CoSimulation)
}

const fn never(why: &'static str) -> Row {
    Row::never(Version::Two, why).only(Interface::CoSimulation)
}

/// Makes a function that luztar adds, for instances of both versions.
const fn added() -> Row {
    Row { version: None, ..row(ADDED) }
}

calls! { "fmi2":
    SetDebugLogging => row(ALIVE),
    SetupExperiment => row(&[Instantiated]),
    EnterInitializationMode => row(&[Instantiated]),
    ExitInitializationMode => row(&[InitializationMode]),
    Terminate => row(EVERY),
    Reset => row(EVERY),
    GetReal => row(ALIVE),
    GetInteger => row(ALIVE),
    GetBoolean => row(ALIVE),
    GetString => row(ALIVE),
    SetReal => row(SETTING),
    SetInteger => row(SETTING_DISCRETE),
    SetBoolean => row(SETTING_DISCRETE),
    SetString => row(SETTING_DISCRETE),
    GetFMUstate => row(ALIVE),
    SetFMUstate => row(ALIVE),
    FreeFMUstate => row(ALIVE),
    SerializedFMUstateSize => row(ALIVE),
    SerializeFMUstate => row(ALIVE),
    DeSerializeFMUstate => row(ALIVE),
    GetDirectionalDerivative => row(INITIALIZED),
    EnterEventMode => exchange(&[EventMode, ContinuousTimeMode]),
    NewDiscreteStates => exchange(&[EventMode]),
    EnterContinuousTimeMode => exchange(&[EventMode]),
    CompletedIntegratorStep => exchange(&[ContinuousTimeMode]),
    SetTime => exchange(&[EventMode, ContinuousTimeMode]),
    SetContinuousStates => exchange(&[EventMode, ContinuousTimeMode]),
    GetDerivatives => exchange(EXCHANGE),
    GetEventIndicators => exchange(EXCHANGE),
    GetContinuousStates => exchange(EXCHANGE),
    GetNominalsOfContinuousStates => exchange(NOMINALS),
    SetRealInputDerivatives => slave(SLAVE_SETTING),
    GetRealOutputDerivatives => slave(SLAVE_INITIALIZED),
    DoStep => slave(STEPPED),
    CancelStep => never(NO_STEP_RUNS),
    GetStatus => slave(ALIVE),
    GetRealStatus => slave(ALIVE),
    GetIntegerStatus => slave(ALIVE),
    GetBooleanStatus => slave(ALIVE),
    GetStringStatus => slave(ALIVE),
    GetMaxStepsize => slave(STEPPED),
    GetMaxStepSize => slave(STEPPED),
    ValueReference called "luztar_value_reference" => added(),
    TakeEvents called "luztar_take_events" => added(),
    LostEvents called "luztar_lost_events" => added(),
    ElementName called "luztar_element_name" => added(),
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
    fn a_row_without_legal_state_has_a_reason_and_only_it() {
        for row in TABLE {
            assert_eq!(row.legal.is_empty(), !row.never.is_empty(), "{}", row.name);
        }
    }

    #[test]
    fn a_failed_instance_allows_reset_and_terminate_only() {
        let legal = TABLE.iter().filter(|row| row.legal.contains(&Failed));
        assert_eq!(legal.map(|row| row.name).collect::<Vec<_>>(), ["fmi2Terminate", "fmi2Reset"]);
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
