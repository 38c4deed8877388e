//! modelDescription.xml (FMI 3.0 §2.4) from the variable table: the value reference of a variable is its place there,
//! as in FMI 2.0; behind them come time and, of a unit that a host may integrate, the event indicators.

use std::collections::{BTreeMap, BTreeSet};

use super::xml;
use crate::export::description::{
    GENERATION_TOOL, boolean, default_experiment, integer, log_categories, real, unit_definitions,
};
use crate::export::identity::fingerprint;
use crate::export::structure::{Structure, Unknown, listed};
use crate::export::xml::{Integer, Real, text};
use crate::network::PhysicalUnit;
use crate::unit::{
    Array, HIGHEST_DERIVATIVE, Initial, Kind, Model, Reference, Value, Variability, Variable,
    Version,
};

/// Makes the model description with its instantiation token.
pub fn model_description(unit: &Model) -> String {
    text(&description(unit, token(unit)))
}

/// Returns the instantiation token: a hash of this description, as the GUID of FMI 2.0 is of its own.
pub fn token(unit: &Model) -> String {
    fingerprint(text(&description(unit, String::new())), unit)
}

fn description(unit: &Model, token: String) -> xml::ModelDescription {
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

/// Returns the capabilities; each is claimed only where it is honoured.
fn capabilities(unit: &Model) -> xml::Capabilities {
    xml::Capabilities {
        model_identifier: unit.name().to_owned(),
        can_get_and_set_fmu_state: true,
        can_serialize_fmu_state: true,
        provides_directional_derivatives: true,
        provides_adjoint_derivatives: true,
        provides_evaluate_discrete_states: true,
    }
}

/// Returns the type of a variable whose values have names; it is called like the variable.
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

fn variables(unit: &Model) -> Vec<xml::Variable> {
    let beside = Version::Three.beside(unit).map(|(place, of)| beside(unit, place, of));
    let row = |(place, row): (usize, &Variable)| {
        variable(place, row, unit.array_of(place).map(|array| &unit.arrays()[array]))
    };
    Version::Three.rows(unit).map(row).chain(beside).collect()
}

/// Returns a variable that is no row of the table.
fn beside(unit: &Model, place: usize, of: Reference) -> xml::Variable {
    let name = of.name(unit);
    match of {
        Reference::Time => xml::Variable::Float64(time(place)),
        Reference::Clock(element) => {
            let element = unit.elements().nth(element).unwrap_or_default();
            let description = format!("{element}: ticks with each of its transitions");
            let head = discrete(place, name, description, None);
            xml::Variable::Clock(xml::Clock { head, interval_variability: "triggered" })
        }
        Reference::From(element) | Reference::To(element) => {
            let side = if matches!(of, Reference::From(_)) { "before" } else { "after" };
            let owner = unit.elements().nth(element).unwrap_or_default();
            let description = format!("{owner}: state {side} its last transition");
            let clock = Reference::of_clock(unit, element).to_string();
            let head = discrete(place, name, description, Some(clock));
            let integer = Integer { min: None, max: None, start: None };
            xml::Variable::Int32(xml::Int32 { head, integer, dimensions: Vec::new() })
        }
        _ => xml::Variable::Float64(indicator(place, name)),
    }
}

/// Makes the head of a variable that reports a transition.
fn discrete(
    value_reference: usize,
    name: String,
    description: String,
    clocks: Option<String>,
) -> xml::Head {
    xml::Head {
        name,
        value_reference,
        description,
        causality: "output",
        variability: "discrete",
        initial: None,
        intermediate_update: None,
        clocks,
    }
}

fn time(reference: usize) -> xml::Float64 {
    let unit = PhysicalUnit::Second.symbol();
    let description = "time".to_owned();
    let own = ("time".to_owned(), description, "independent");
    let head = calculated(reference, own, None).head;
    xml::Float64 { real: Real { unit, ..Real::default() }, ..plain(head) }
}

fn indicator(reference: usize, name: String) -> xml::Float64 {
    let text = "a mode ends where it becomes negative (Model Exchange)".to_owned();
    calculated(reference, (name, text, "local"), Some("calculated"))
}

/// Returns a continuous number that is no row of the table.
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
        clocks: None,
    };
    plain(head)
}

/// Returns a number of which no more is said.
fn plain(head: xml::Head) -> xml::Float64 {
    xml::Float64 { head, real: Real::default(), starts: None, dimensions: Vec::new() }
}

/// Returns a row of the table, or of an array the whole.
fn variable(reference: usize, variable: &Variable, array: Option<&Array>) -> xml::Variable {
    let sizes = array.map_or(&[][..], |array| &array.sizes);
    let dimensions = sizes.iter().map(|size| xml::Dimension { start: *size }).collect();
    let head = xml::Head {
        name: variable.name.clone(),
        value_reference: reference,
        description: variable.description.clone(),
        causality: variable.causality.name(),
        variability: variable.variability.name(),
        initial: variable.initial.map(Initial::name),
        intermediate_update: variable.is_intermediate().then_some(true),
        clocks: None,
    };
    match variable.kind {
        Kind::Real => {
            let mut real = real(variable, variable.derivative_of);
            let starts = array.filter(|array| !array.starts.is_empty()).map(|array| {
                real.start = None;
                listed(array.starts.iter().map(|start| match start {
                    Value::Real(x) => format!("{x:?}"),
                    other => other.to_string(),
                }))
            });
            xml::Variable::Float64(xml::Float64 { head, real, starts, dimensions })
        }
        Kind::Integer => {
            xml::Variable::Int32(xml::Int32 { head, integer: integer(variable), dimensions })
        }
        Kind::Named(items) => xml::Variable::Enumeration(xml::Enumeration {
            head,
            declared_type: type_name(variable),
            min: 1,
            max: items.len(),
            start: integer(variable).start,
        }),
        Kind::Boolean => {
            xml::Variable::Boolean(xml::Boolean { head, boolean: boolean(variable), dimensions })
        }
    }
}

fn model_structure(unit: &Model) -> xml::ModelStructure {
    let variables = unit.variables();
    let Structure { outputs, derivatives, mut initial } = Structure::new(unit);
    let varies = |place: &usize| variables[*place].variability != Variability::Constant;
    for known in initial.iter_mut().filter_map(|unknown| unknown.known.as_mut()) {
        known.retain(varies);
    }
    let beside = |wanted: fn(&Reference) -> bool| {
        let beside = Version::Three.beside(unit).filter(move |(_, of)| wanted(of));
        beside.map(|(place, _)| Unknown { place, known: None })
    };
    let indicators = beside(|of| matches!(of, Reference::Indicator(_)));
    // Clocked variables get their values with the first tick.
    let clocks = beside(|of| matches!(of, Reference::Clock(_)));
    let told =
        beside(|of| matches!(of, Reference::Clock(_) | Reference::From(_) | Reference::To(_)));
    let joined = |list| joined(unit, list);
    let unknowns = |list: Vec<Unknown>| list.into_iter().map(unknown).collect();
    let (outputs, derivatives, initial) = (joined(outputs), joined(derivatives), joined(initial));
    xml::ModelStructure {
        outputs: unknowns(outputs.into_iter().chain(told).collect()),
        derivatives: unknowns(derivatives),
        initial_unknowns: unknowns(initial.into_iter().chain(clocks).collect()),
        event_indicators: unknowns(indicators.collect()),
    }
}

/// Unknowns by value references: rows of an array are one, which depends on all that they depend on.
fn joined(unit: &Model, list: Vec<Unknown>) -> Vec<Unknown> {
    let of = |row: usize| Reference::of_row(unit, row);
    let mut found: BTreeMap<usize, Option<BTreeSet<usize>>> = BTreeMap::new();
    for Unknown { place, known } in list {
        let known = known.map(|known| known.into_iter().map(of).collect::<BTreeSet<_>>());
        found
            .entry(of(place))
            .and_modify(|all| {
                *all = all.take().zip(known.clone()).map(|(all, more)| &all | &more);
            })
            .or_insert(known);
    }
    let unknown = |(place, known): (usize, Option<BTreeSet<usize>>)| Unknown {
        place,
        known: known.map(|known| known.into_iter().collect()),
    };
    found.into_iter().map(unknown).collect()
}

fn unknown(Unknown { place, known }: Unknown) -> xml::Unknown {
    let kind = |_: &usize| "dependent".to_owned();
    xml::Unknown {
        value_reference: place,
        dependencies: known.as_ref().map(|known| listed(known.iter().map(usize::to_string))),
        dependencies_kind: known.as_ref().map(|known| listed(known.iter().map(kind))),
    }
}
