//! The elements of an FMI 2.0 modelDescription.xml that luztar writes, as the schema orders them.
//! Fields beginning with `@` are attributes.

use quick_xml::se;
use serde::{Serialize, Serializer};

/// A number in the shortest form that reads back as the same one.
pub struct Number(pub f64);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{:?}", self.0))
    }
}

/// Makes the text of a description.
pub fn text(description: &impl Serialize) -> String {
    let mut body = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let mut serializer = se::Serializer::new(&mut body);
    serializer.indent(' ', 2);
    description.serialize(serializer).expect("every field has an XML form");
    body.push('\n');
    body
}

#[derive(Serialize)]
#[serde(rename = "fmiModelDescription")]
pub struct ModelDescription {
    #[serde(rename = "@fmiVersion")]
    pub fmi_version: &'static str,
    #[serde(rename = "@modelName")]
    pub model_name: String,
    #[serde(rename = "@guid")]
    pub guid: String,
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
    #[serde(rename = "@numberOfEventIndicators", skip_serializing_if = "Option::is_none")]
    pub number_of_event_indicators: Option<usize>,
    #[serde(rename = "ModelExchange", skip_serializing_if = "Option::is_none")]
    pub model_exchange: Option<ModelExchange>,
    #[serde(rename = "CoSimulation")]
    pub co_simulation: CoSimulation,
    #[serde(rename = "UnitDefinitions", skip_serializing_if = "UnitDefinitions::is_empty")]
    pub unit_definitions: UnitDefinitions,
    #[serde(rename = "LogCategories")]
    pub log_categories: LogCategories,
    #[serde(rename = "DefaultExperiment")]
    pub default_experiment: DefaultExperiment,
    #[serde(rename = "ModelVariables")]
    pub model_variables: ModelVariables,
    #[serde(rename = "ModelStructure")]
    pub model_structure: ModelStructure,
}

/// Capabilities of both kinds of FMU.
#[derive(Serialize)]
pub struct Capabilities {
    #[serde(rename = "@modelIdentifier")]
    pub model_identifier: String,
    #[serde(rename = "@needsExecutionTool")]
    pub needs_execution_tool: bool,
    #[serde(rename = "@canBeInstantiatedOnlyOncePerProcess")]
    pub can_be_instantiated_only_once_per_process: bool,
    #[serde(rename = "@canNotUseMemoryManagementFunctions")]
    pub can_not_use_memory_management_functions: bool,
    #[serde(rename = "@canGetAndSetFMUstate")]
    pub can_get_and_set_fmu_state: bool,
    #[serde(rename = "@canSerializeFMUstate")]
    pub can_serialize_fmu_state: bool,
    #[serde(rename = "@providesDirectionalDerivative")]
    pub provides_directional_derivative: bool,
}

#[derive(Serialize)]
pub struct ModelExchange {
    #[serde(flatten)]
    pub capabilities: Capabilities,
    #[serde(rename = "@completedIntegratorStepNotNeeded")]
    pub completed_integrator_step_not_needed: bool,
}

#[derive(Serialize)]
pub struct CoSimulation {
    #[serde(flatten)]
    pub capabilities: Capabilities,
    #[serde(rename = "@canHandleVariableCommunicationStepSize")]
    pub can_handle_variable_communication_step_size: bool,
    #[serde(rename = "@canInterpolateInputs")]
    pub can_interpolate_inputs: bool,
    #[serde(rename = "@maxOutputDerivativeOrder")]
    pub max_output_derivative_order: u32,
    // The standard spells it so.
    #[serde(rename = "@canRunAsynchronuously")]
    pub can_run_asynchronously: bool,
}

#[derive(Serialize)]
pub struct UnitDefinitions {
    #[serde(rename = "Unit")]
    pub units: Vec<Unit>,
}

impl UnitDefinitions {
    pub fn is_empty(&self) -> bool {
        self.units.is_empty()
    }
}

#[derive(Serialize)]
pub struct Unit {
    #[serde(rename = "@name")]
    pub name: &'static str,
    #[serde(rename = "BaseUnit")]
    pub base_unit: BaseUnit,
    #[serde(rename = "DisplayUnit", skip_serializing_if = "Option::is_none")]
    pub display_unit: Option<DisplayUnit>,
}

#[derive(Serialize)]
pub struct BaseUnit {
    #[serde(rename = "@kg", skip_serializing_if = "is_zero")]
    pub kg: i8,
    #[serde(rename = "@m", skip_serializing_if = "is_zero")]
    pub m: i8,
    #[serde(rename = "@s", skip_serializing_if = "is_zero")]
    pub s: i8,
    #[serde(rename = "@K", skip_serializing_if = "is_zero")]
    pub kelvin: i8,
    #[serde(rename = "@rad", skip_serializing_if = "is_zero")]
    pub rad: i8,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde asks for")]
fn is_zero(exponent: &i8) -> bool {
    *exponent == 0
}

#[derive(Serialize)]
pub struct DisplayUnit {
    #[serde(rename = "@name")]
    pub name: &'static str,
    #[serde(rename = "@factor")]
    pub factor: Number,
}

#[derive(Serialize)]
pub struct LogCategories {
    #[serde(rename = "Category")]
    pub categories: Vec<Category>,
}

#[derive(Serialize)]
pub struct Category {
    #[serde(rename = "@name")]
    pub name: &'static str,
    #[serde(rename = "@description")]
    pub description: String,
}

#[derive(Serialize)]
pub struct DefaultExperiment {
    #[serde(rename = "@startTime")]
    pub start_time: Number,
    #[serde(rename = "@stopTime")]
    pub stop_time: Number,
    #[serde(rename = "@tolerance")]
    pub tolerance: Number,
    #[serde(rename = "@stepSize")]
    pub step_size: Number,
}

#[derive(Serialize)]
pub struct ModelVariables {
    #[serde(rename = "ScalarVariable")]
    pub variables: Vec<ScalarVariable>,
}

#[derive(Serialize)]
pub struct ScalarVariable {
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
    #[serde(rename = "$value")]
    pub kind: Kind,
}

/// The element that says the type of a variable.
#[derive(Serialize)]
pub enum Kind {
    Real(Real),
    Integer(Integer),
    Boolean(Boolean),
}

#[derive(Default, Serialize)]
pub struct Real {
    #[serde(rename = "@unit", skip_serializing_if = "Option::is_none")]
    pub unit: Option<&'static str>,
    #[serde(rename = "@displayUnit", skip_serializing_if = "Option::is_none")]
    pub display_unit: Option<&'static str>,
    #[serde(rename = "@min", skip_serializing_if = "Option::is_none")]
    pub min: Option<Number>,
    #[serde(rename = "@max", skip_serializing_if = "Option::is_none")]
    pub max: Option<Number>,
    #[serde(rename = "@nominal", skip_serializing_if = "Option::is_none")]
    pub nominal: Option<Number>,
    #[serde(rename = "@start", skip_serializing_if = "Option::is_none")]
    pub start: Option<Number>,
    /// The state: in FMI 2.0 its index, from 1 on, in 3.0 its value reference.
    #[serde(rename = "@derivative", skip_serializing_if = "Option::is_none")]
    pub derivative: Option<usize>,
    #[serde(rename = "@reinit", skip_serializing_if = "Option::is_none")]
    pub reinit: Option<bool>,
}

#[derive(Serialize)]
pub struct Integer {
    #[serde(rename = "@min", skip_serializing_if = "Option::is_none")]
    pub min: Option<i32>,
    #[serde(rename = "@max", skip_serializing_if = "Option::is_none")]
    pub max: Option<i32>,
    #[serde(rename = "@start", skip_serializing_if = "Option::is_none")]
    pub start: Option<i32>,
}

#[derive(Serialize)]
pub struct Boolean {
    #[serde(rename = "@start", skip_serializing_if = "Option::is_none")]
    pub start: Option<bool>,
}

#[derive(Serialize)]
pub struct ModelStructure {
    #[serde(rename = "Outputs")]
    pub outputs: Unknowns,
    #[serde(rename = "Derivatives", skip_serializing_if = "Unknowns::is_empty")]
    pub derivatives: Unknowns,
    #[serde(rename = "InitialUnknowns")]
    pub initial_unknowns: Unknowns,
}

#[derive(Serialize)]
pub struct Unknowns {
    #[serde(rename = "Unknown")]
    pub unknowns: Vec<Unknown>,
}

impl Unknowns {
    fn is_empty(&self) -> bool {
        self.unknowns.is_empty()
    }
}

#[derive(Serialize)]
pub struct Unknown {
    /// 1-based.
    #[serde(rename = "@index")]
    pub index: usize,
    /// 1-based, ascending, separated by blanks; None: all.
    #[serde(rename = "@dependencies", skip_serializing_if = "Option::is_none")]
    pub dependencies: Option<String>,
}
