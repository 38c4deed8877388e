//! The elements of an FMI 3.0 modelDescription.xml that luztar writes beside those of 2.0, as the schema orders
//! them. Fields beginning with `@` are attributes.

use serde::Serialize;

use crate::export::xml::{self, DefaultExperiment, Integer, LogCategories, Real, UnitDefinitions};

#[derive(Serialize)]
#[serde(rename = "fmiModelDescription")]
pub struct ModelDescription {
    #[serde(rename = "@fmiVersion")]
    pub fmi_version: &'static str,
    #[serde(rename = "@modelName")]
    pub model_name: String,
    #[serde(rename = "@instantiationToken")]
    pub instantiation_token: String,
    #[serde(rename = "@description", skip_serializing_if = "String::is_empty")]
    pub description: String,
    #[serde(rename = "@version")]
    pub version: &'static str,
    #[serde(rename = "@license")]
    pub license: &'static str,
    #[serde(rename = "@generationTool")]
    pub generation_tool: String,
    #[serde(rename = "@variableNamingConvention")]
    pub variable_naming_convention: &'static str,
    #[serde(rename = "ModelExchange", skip_serializing_if = "Option::is_none")]
    pub model_exchange: Option<ModelExchange>,
    #[serde(rename = "CoSimulation")]
    pub co_simulation: CoSimulation,
    #[serde(rename = "UnitDefinitions")]
    pub unit_definitions: UnitDefinitions,
    #[serde(rename = "TypeDefinitions")]
    pub type_definitions: TypeDefinitions,
    #[serde(rename = "LogCategories")]
    pub log_categories: LogCategories,
    #[serde(rename = "DefaultExperiment")]
    pub default_experiment: DefaultExperiment,
    #[serde(rename = "ModelVariables")]
    pub model_variables: ModelVariables,
    #[serde(rename = "ModelStructure")]
    pub model_structure: ModelStructure,
}

/// Capabilities of both interfaces.
#[derive(Serialize)]
pub struct Capabilities {
    #[serde(rename = "@modelIdentifier")]
    pub model_identifier: String,
    #[serde(rename = "@canGetAndSetFMUState")]
    pub can_get_and_set_fmu_state: bool,
    #[serde(rename = "@canSerializeFMUState")]
    pub can_serialize_fmu_state: bool,
    #[serde(rename = "@providesDirectionalDerivatives")]
    pub provides_directional_derivatives: bool,
    #[serde(rename = "@providesAdjointDerivatives")]
    pub provides_adjoint_derivatives: bool,
    #[serde(rename = "@providesEvaluateDiscreteStates")]
    pub provides_evaluate_discrete_states: bool,
}

#[derive(Serialize)]
pub struct ModelExchange {
    #[serde(flatten)]
    pub capabilities: Capabilities,
    #[serde(rename = "@needsCompletedIntegratorStep")]
    pub needs_completed_integrator_step: bool,
}

#[derive(Serialize)]
pub struct CoSimulation {
    #[serde(flatten)]
    pub capabilities: Capabilities,
    #[serde(rename = "@canHandleVariableCommunicationStepSize")]
    pub can_handle_variable_communication_step_size: bool,
    #[serde(rename = "@maxOutputDerivativeOrder")]
    pub max_output_derivative_order: usize,
    #[serde(rename = "@providesIntermediateUpdate")]
    pub provides_intermediate_update: bool,
    #[serde(rename = "@mightReturnEarlyFromDoStep")]
    pub might_return_early_from_do_step: bool,
    #[serde(rename = "@canReturnEarlyAfterIntermediateUpdate")]
    pub can_return_early_after_intermediate_update: bool,
    #[serde(rename = "@hasEventMode")]
    pub has_event_mode: bool,
}

#[derive(Serialize)]
pub struct TypeDefinitions {
    #[serde(rename = "EnumerationType")]
    pub enumerations: Vec<EnumerationType>,
}

#[derive(Serialize)]
pub struct EnumerationType {
    #[serde(rename = "@name")]
    pub name: String,
    #[serde(rename = "Item")]
    pub items: Vec<Item>,
}

#[derive(Serialize)]
pub struct Item {
    #[serde(rename = "@name")]
    pub name: &'static str,
    #[serde(rename = "@value")]
    pub value: usize,
    #[serde(rename = "@description")]
    pub description: &'static str,
}

#[derive(Serialize)]
pub struct ModelVariables {
    #[serde(rename = "$value")]
    pub variables: Vec<Variable>,
}

/// Number of values of an array along one index.
#[derive(Serialize)]
pub struct Dimension {
    #[serde(rename = "@start")]
    pub start: usize,
}

#[derive(Serialize)]
pub enum Variable {
    Clock(Clock),
    Float64(Float64),
    Int32(Int32),
    Boolean(Boolean),
    Enumeration(Enumeration),
}

/// Attributes of all types of variables.
#[derive(Serialize)]
pub struct Head {
    #[serde(rename = "@name")]
    pub name: String,
    #[serde(rename = "@valueReference")]
    pub value_reference: usize,
    #[serde(rename = "@description", skip_serializing_if = "String::is_empty")]
    pub description: String,
    #[serde(rename = "@causality")]
    pub causality: &'static str,
    #[serde(rename = "@variability")]
    pub variability: &'static str,
    #[serde(rename = "@initial", skip_serializing_if = "Option::is_none")]
    pub initial: Option<&'static str>,
    #[serde(rename = "@intermediateUpdate", skip_serializing_if = "Option::is_none")]
    pub intermediate_update: Option<bool>,
    /// Value references of the clocks with which it changes.
    #[serde(rename = "@clocks", skip_serializing_if = "Option::is_none")]
    pub clocks: Option<String>,
}

#[derive(Serialize)]
pub struct Clock {
    #[serde(flatten)]
    pub head: Head,
    #[serde(rename = "@intervalVariability")]
    pub interval_variability: &'static str,
}

#[derive(Serialize)]
pub struct Float64 {
    #[serde(flatten)]
    pub head: Head,
    #[serde(flatten)]
    pub real: Real,
    /// Start values of an array, separated by blanks.
    #[serde(rename = "@start", skip_serializing_if = "Option::is_none")]
    pub starts: Option<String>,
    #[serde(rename = "Dimension")]
    pub dimensions: Vec<Dimension>,
}

#[derive(Serialize)]
pub struct Int32 {
    #[serde(flatten)]
    pub head: Head,
    #[serde(flatten)]
    pub integer: Integer,
    #[serde(rename = "Dimension")]
    pub dimensions: Vec<Dimension>,
}

#[derive(Serialize)]
pub struct Boolean {
    #[serde(flatten)]
    pub head: Head,
    #[serde(flatten)]
    pub boolean: xml::Boolean,
    #[serde(rename = "Dimension")]
    pub dimensions: Vec<Dimension>,
}

#[derive(Serialize)]
pub struct Enumeration {
    #[serde(flatten)]
    pub head: Head,
    #[serde(rename = "@declaredType")]
    pub declared_type: String,
    #[serde(rename = "@min")]
    pub min: usize,
    #[serde(rename = "@max")]
    pub max: usize,
    #[serde(rename = "@start", skip_serializing_if = "Option::is_none")]
    pub start: Option<i32>,
}

#[derive(Serialize)]
pub struct ModelStructure {
    #[serde(rename = "Output")]
    pub outputs: Vec<Unknown>,
    #[serde(rename = "ContinuousStateDerivative")]
    pub derivatives: Vec<Unknown>,
    #[serde(rename = "InitialUnknown")]
    pub initial_unknowns: Vec<Unknown>,
    #[serde(rename = "EventIndicator")]
    pub event_indicators: Vec<Unknown>,
}

#[derive(Serialize)]
pub struct Unknown {
    #[serde(rename = "@valueReference")]
    pub value_reference: usize,
    /// Value references, ascending, separated by blanks; None: all.
    #[serde(rename = "@dependencies", skip_serializing_if = "Option::is_none")]
    pub dependencies: Option<String>,
    #[serde(rename = "@dependenciesKind", skip_serializing_if = "Option::is_none")]
    pub dependencies_kind: Option<String>,
}
