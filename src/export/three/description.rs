//! modelDescription.xml (FMI 3.0 §2.4) from the variable table: the value reference of a variable is its place there,
//! as in FMI 2.0; behind them come time and, of a unit that a host may integrate, the event indicators.

use super::xml;
use crate::export::description::{
    GENERATION_TOOL, boolean, default_experiment, integer, log_categories, real, unit_definitions,
};
use crate::export::identity::fingerprint;
use crate::export::structure::{Structure, Unknown, listed};
use crate::export::version::Version;
use crate::export::xml::{Real, text};
use crate::network::PhysicalUnit;
use crate::unit::{HIGHEST_DERIVATIVE, Initial, Kind, Reference, Unit, Variability, Variable};

/// The model description with its instantiation token.
pub fn model_description(unit: &Unit) -> String {
    text(&description(unit, token(unit)))
}

/// As the GUID of FMI 2.0, of this description.
pub fn token(unit: &Unit) -> String {
    fingerprint(text(&description(unit, String::new())), unit)
}

fn description(unit: &Unit, token: String) -> xml::ModelDescription {
    let network = unit.network();
    let units = unit.variables().iter().map(|variable| variable.unit);
    xml::ModelDescription {
        fmi_version: "3.0",
        model_name: unit.name().to_owned(),
        instantiation_token: token,
        description: network.about.description.clone(),
        version: env!("CARGO_PKG_VERSION"),
        license: env!("CARGO_PKG_LICENSE"),
        generation_tool: GENERATION_TOOL.to_owned(),
        variable_naming_convention: "structured",
        model_exchange: unit.offers_exchange().then(|| xml::ModelExchange {
            capabilities: capabilities(unit),
            needs_completed_integrator_step: false,
        }),
        co_simulation: xml::CoSimulation {
            capabilities: capabilities(unit),
            can_handle_variable_communication_step_size: true,
            max_output_derivative_order: HIGHEST_DERIVATIVE,
            provides_intermediate_update: true,
            might_return_early_from_do_step: true,
            can_return_early_after_intermediate_update: true,
            has_event_mode: true,
        },
        unit_definitions: unit_definitions(units.chain([PhysicalUnit::Second])),
        type_definitions: xml::TypeDefinitions {
            enumerations: unit.variables().iter().filter_map(enumeration).collect(),
        },
        log_categories: log_categories(Version::Three.prefix()),
        default_experiment: default_experiment(unit),
        model_variables: xml::ModelVariables { variables: variables(unit) },
        model_structure: model_structure(unit),
    }
}

/// A capability is claimed only where it is honoured.
fn capabilities(unit: &Unit) -> xml::Capabilities {
    xml::Capabilities {
        model_identifier: unit.name().to_owned(),
        can_get_and_set_fmu_state: true,
        can_serialize_fmu_state: true,
        provides_directional_derivatives: true,
        provides_adjoint_derivatives: true,
        provides_evaluate_discrete_states: true,
    }
}

/// The type of a variable whose values have names; it is called like the variable.
fn enumeration(variable: &Variable) -> Option<xml::EnumerationType> {
    let Kind::Named(items) = variable.kind else { return None };
    let item = |(value, item): (usize, &crate::unit::Item)| xml::Item {
        name: item.name,
        value,
        description: item.description,
    };
    let items = (1..).zip(items).map(item).collect();
    Some(xml::EnumerationType { name: type_name(variable), items })
}

fn type_name(variable: &Variable) -> String {
    format!("{}Type", variable.name)
}

fn variables(unit: &Unit) -> Vec<xml::Variable> {
    let beside = Version::Three.beside(unit).filter_map(|(place, reference)| match reference {
        Reference::Variable(_) => None,
        Reference::Time => Some(xml::Variable::Float64(time(place))),
        of => Some(xml::Variable::Float64(indicator(place, of.name(unit)))),
    });
    Version::Three.rows(unit).map(variable).chain(beside).collect()
}

fn time(reference: usize) -> xml::Float64 {
    let unit = PhysicalUnit::Second.symbol();
    let description = "time".to_owned();
    let own = ("time".to_owned(), description, "independent");
    let head = calculated(reference, own, None).head;
    xml::Float64 { head, real: Real { unit, ..Real::default() } }
}

fn indicator(reference: usize, name: String) -> xml::Float64 {
    let text = "a mode ends where it becomes negative (Model Exchange)".to_owned();
    calculated(reference, (name, text, "local"), Some("calculated"))
}

/// A continuous number that is no row of the table.
fn calculated(
    value_reference: usize,
    (name, description, causality): (String, String, &'static str),
    initial: Option<&'static str>,
) -> xml::Float64 {
    let head = xml::Head {
        name,
        value_reference,
        description,
        causality,
        variability: "continuous",
        initial,
        intermediate_update: None,
    };
    xml::Float64 { head, real: Real::default() }
}

fn variable((reference, variable): (usize, &Variable)) -> xml::Variable {
    let head = xml::Head {
        name: variable.name.clone(),
        value_reference: reference,
        description: variable.description.clone(),
        causality: variable.causality.name(),
        variability: variable.variability.name(),
        initial: variable.initial.map(Initial::name),
        intermediate_update: variable.is_intermediate().then_some(true),
    };
    match variable.kind {
        Kind::Real => {
            let real = real(variable, variable.derivative_of);
            xml::Variable::Float64(xml::Float64 { head, real })
        }
        Kind::Integer => xml::Variable::Int32(xml::Int32 { head, integer: integer(variable) }),
        Kind::Named(items) => xml::Variable::Enumeration(xml::Enumeration {
            head,
            declared_type: type_name(variable),
            min: 1,
            max: items.len(),
            start: integer(variable).start,
        }),
        Kind::Boolean => xml::Variable::Boolean(xml::Boolean { head, boolean: boolean(variable) }),
    }
}

fn model_structure(unit: &Unit) -> xml::ModelStructure {
    let variables = unit.variables();
    let Structure { outputs, derivatives, mut initial } = Structure::new(unit);
    let varies = |place: &usize| variables[*place].variability != Variability::Constant;
    for known in initial.iter_mut().filter_map(|unknown| unknown.known.as_mut()) {
        known.retain(varies);
    }
    let beside = Version::Three.beside(unit);
    let indicators = beside.filter(|(_, of)| matches!(of, Reference::Indicator(_)));
    let indicators = indicators.map(|(place, _)| Unknown { place, known: None });
    let unknowns = |list: Vec<Unknown>| list.into_iter().map(unknown).collect();
    xml::ModelStructure {
        outputs: unknowns(outputs),
        derivatives: unknowns(derivatives),
        initial_unknowns: unknowns(initial),
        event_indicators: unknowns(indicators.collect()),
    }
}

fn unknown(Unknown { place, known }: Unknown) -> xml::Unknown {
    let kind = |_: &usize| "dependent".to_owned();
    xml::Unknown {
        value_reference: place,
        dependencies: known.as_ref().map(|known| listed(known.iter().map(usize::to_string))),
        dependencies_kind: known.as_ref().map(|known| listed(known.iter().map(kind))),
    }
}
