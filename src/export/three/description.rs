//! modelDescription.xml (FMI 3.0 §2.4) from the variable table: the value reference of a variable is its place there,
//! as in FMI 2.0; behind them come time and, of a unit that a host may integrate, the event indicators.

use std::collections::BTreeSet;

use super::xml;
use crate::export::description::{
    GENERATION_TOOL, default_experiment, log_categories, unit_definitions,
};
use crate::export::identity::fingerprint;
use crate::export::version::Version;
use crate::export::xml::{Number, text};
use crate::network::PhysicalUnit;
use crate::unit::dependencies::{Dependencies, When};
use crate::unit::{
    Causality, HIGHEST_DERIVATIVE, Initial, Kind, Reference, Unit, Value, Variability, Variable,
};

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
    let table = unit.variables().iter().enumerate();
    let table = table.filter(|(_, variable)| variable.is_of_three()).map(variable);
    let beside = (0..Reference::count(unit)).skip(unit.variables().len());
    let beside = beside.filter_map(|reference| match Reference::new(unit, reference)? {
        Reference::Variable(_) => None,
        Reference::Time => Some(xml::Variable::Float64(time(reference))),
        Reference::Indicator(number) => Some(xml::Variable::Float64(indicator(reference, number))),
    });
    table.chain(beside).collect()
}

fn time(reference: usize) -> xml::Float64 {
    let unit = PhysicalUnit::Second.symbol();
    let description = "time".to_owned();
    let own = ("time".to_owned(), description, "independent");
    xml::Float64 { unit, ..calculated(reference, own, None) }
}

fn indicator(reference: usize, number: usize) -> xml::Float64 {
    let name = format!("eventIndicator[{}]", number + 1);
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
    let (unit, display_unit, min, max, nominal, start) = (None, None, None, None, None, None);
    let (derivative, reinit) = (None, None);
    xml::Float64 { head, unit, display_unit, min, max, nominal, start, derivative, reinit }
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
    let whole = |bound: f64| bound as i32;
    let (min, max) = (variable.min.map(whole), variable.max.map(whole));
    let integer = match variable.start {
        Some(Value::Integer(start)) => Some(start),
        _ => None,
    };
    match variable.kind {
        Kind::Real => xml::Variable::Float64(float(head, variable)),
        Kind::Integer => xml::Variable::Int32(xml::Int32 { head, min, max, start: integer }),
        Kind::Named(items) => xml::Variable::Enumeration(xml::Enumeration {
            head,
            declared_type: type_name(variable),
            min: 1,
            max: items.len(),
            start: integer,
        }),
        Kind::Boolean => {
            let start = match variable.start {
                Some(Value::Boolean(start)) => Some(start),
                _ => None,
            };
            xml::Variable::Boolean(xml::Boolean { head, start })
        }
    }
}

fn float(head: xml::Head, variable: &Variable) -> xml::Float64 {
    let start = match variable.start {
        Some(Value::Real(start)) => Some(Number(start)),
        _ => None,
    };
    xml::Float64 {
        head,
        unit: variable.unit.symbol(),
        display_unit: variable.unit.display().map(|shown| shown.symbol),
        min: variable.min.map(Number),
        max: variable.max.map(Number),
        nominal: variable.nominal.map(Number),
        start,
        derivative: variable.derivative_of,
        reinit: variable.reinit.then_some(true),
    }
}

fn model_structure(unit: &Unit) -> xml::ModelStructure {
    let dependencies = Dependencies::new(unit);
    let variables = unit.variables();
    let indices = |wanted: &dyn Fn(&Variable) -> bool| -> Vec<usize> {
        (0..variables.len()).filter(|&index| wanted(&variables[index])).collect()
    };
    let is_output = |variable: &Variable| variable.causality == Causality::Output;
    let is_derivative = |variable: &Variable| variable.derivative_of.is_some();
    let states: BTreeSet<usize> = variables.iter().filter_map(|row| row.derivative_of).collect();
    let mut initial: BTreeSet<usize> = indices(&is_output).into_iter().collect();
    initial.extend(indices(&is_derivative));
    initial.extend(states);
    let stepping = |index| {
        let listed = !dependencies.are_too_many(index, When::Stepping);
        unknown(index, listed.then(|| dependencies.while_stepping(index)))
    };
    let starting = |index| {
        let listed = !dependencies.are_too_many(index, When::Starting);
        let fixed = |known: &usize| variables[*known].variability != Variability::Constant;
        let known = || dependencies.at_initialisation(index).into_iter().filter(fixed).collect();
        unknown(index, listed.then(known))
    };
    let beside = (variables.len()..Reference::count(unit)).filter(|reference| {
        matches!(Reference::new(unit, *reference), Some(Reference::Indicator(_)))
    });
    xml::ModelStructure {
        outputs: indices(&is_output).into_iter().map(stepping).collect(),
        derivatives: indices(&is_derivative).into_iter().map(stepping).collect(),
        initial_unknowns: initial.into_iter().map(starting).collect(),
        event_indicators: beside.map(|reference| unknown(reference, None)).collect(),
    }
}

fn unknown(value_reference: usize, dependencies: Option<Vec<usize>>) -> xml::Unknown {
    let words = |known: &Vec<usize>, word: &dyn Fn(&usize) -> String| -> String {
        known.iter().map(word).collect::<Vec<String>>().join(" ")
    };
    xml::Unknown {
        value_reference,
        dependencies: dependencies.as_ref().map(|known| words(known, &usize::to_string)),
        dependencies_kind: dependencies
            .as_ref()
            .map(|known| words(known, &|_| "dependent".to_owned())),
    }
}
