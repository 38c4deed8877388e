//! modelDescription.xml (FMI 2.0.5 §2.2) from the variable table. The text depends on nothing but the
//! unit and luztar's version; there is no date in it.

use std::collections::BTreeSet;

use super::identity::fingerprint;
use super::structure::{Structure, Unknown, listed};
use super::xml;
use crate::network::PhysicalUnit;
use crate::unit::{Initial, Kind, Model, Value, Variable, Version, can_ramp, exchange_sizes};

/// Name of the tool that makes the FMUs, with its version.
pub const GENERATION_TOOL: &str = concat!("luztar ", env!("CARGO_PKG_VERSION"));

/// Log categories and what they carry.
pub const LOG_CATEGORIES: [(&str, &str); 6] = [
    ("logEvents", "transitions: time, element, from and to"),
    ("logStatusWarning", "calls answered with fmi2Warning"),
    ("logStatusDiscard", "calls answered with fmi2Discard"),
    ("logStatusError", "calls answered with fmi2Error: what, where, value and rule"),
    ("logStatusFatal", "calls answered with fmi2Fatal"),
    ("logAll", "all messages"),
];

/// Makes the model description with its GUID.
pub fn model_description(unit: &Model) -> String {
    xml::text(&description(unit, guid(unit)))
}

/// Returns `{8-4-4-4-12}` hexadecimal digits of the hash of the model description without GUID, and of the network
/// file: two networks may have the same variables and yet move otherwise.
pub fn guid(unit: &Model) -> String {
    fingerprint(xml::text(&description(unit, String::new())), unit)
}

fn description(unit: &Model, guid: String) -> xml::ModelDescription {
    let network = unit.network();
    let variables = unit.variables();
    xml::ModelDescription {
        fmi_version: "2.0",
        model_name: unit.name().to_owned(),
        guid,
        description: network.about.description.clone(),
        version: env!("CARGO_PKG_VERSION"),
        license: env!("CARGO_PKG_LICENSE"),
        generation_tool: GENERATION_TOOL.to_owned(),
        variable_naming_convention: "structured",
        number_of_event_indicators: unit.offers_exchange().then(|| exchange_sizes(unit).1),
        model_exchange: unit.offers_exchange().then(|| model_exchange(unit)),
        co_simulation: co_simulation(unit),
        unit_definitions: unit_definitions(variables.iter().map(|variable| variable.unit)),
        log_categories: log_categories(Version::Two.prefix()),
        default_experiment: default_experiment(unit),
        model_variables: xml::ModelVariables {
            variables: variables.iter().enumerate().map(scalar_variable).collect(),
        },
        model_structure: model_structure(unit),
    }
}

pub fn default_experiment(unit: &Model) -> xml::DefaultExperiment {
    let experiment = &unit.network().experiment;
    xml::DefaultExperiment {
        start_time: xml::Number(0.0),
        stop_time: xml::Number(experiment.stop_time),
        tolerance: xml::Number(experiment.relative_tolerance),
        step_size: xml::Number(experiment.step_size),
    }
}

/// Returns the capabilities; each is claimed only where it is honoured.
fn capabilities(unit: &Model) -> xml::Capabilities {
    xml::Capabilities {
        model_identifier: unit.name().to_owned(),
        needs_execution_tool: false,
        can_be_instantiated_only_once_per_process: false,
        can_not_use_memory_management_functions: true,
        can_get_and_set_fmu_state: true,
        can_serialize_fmu_state: true,
        provides_directional_derivative: true,
    }
}

/// Returns the description of Model Exchange; a capability is claimed only where it is honoured.
fn model_exchange(unit: &Model) -> xml::ModelExchange {
    xml::ModelExchange {
        capabilities: capabilities(unit),
        completed_integrator_step_not_needed: true,
    }
}

/// Returns the description of Co-Simulation; a capability is claimed only where it is honoured.
fn co_simulation(unit: &Model) -> xml::CoSimulation {
    xml::CoSimulation {
        capabilities: capabilities(unit),
        can_handle_variable_communication_step_size: true,
        can_interpolate_inputs: can_ramp(unit.network()),
        max_output_derivative_order: 1,
        can_run_asynchronously: false,
    }
}

/// Definitions of units, each once.
pub fn unit_definitions(units: impl Iterator<Item = PhysicalUnit>) -> xml::UnitDefinitions {
    let used: BTreeSet<_> = units.collect();
    let units = used.into_iter().filter_map(|unit| {
        let exponents = unit.exponents();
        Some(xml::Unit {
            name: unit.symbol()?,
            base_unit: xml::BaseUnit {
                kg: exponents.kg,
                m: exponents.m,
                s: exponents.s,
                kelvin: exponents.kelvin,
                rad: exponents.rad,
            },
            display_unit: unit.display().map(|shown| xml::DisplayUnit {
                name: shown.symbol,
                factor: xml::Number(shown.factor),
            }),
        })
    });
    xml::UnitDefinitions { units: units.collect() }
}

/// Returns the categories; statuses are called as the version with this prefix calls them.
pub fn log_categories(prefix: &str) -> xml::LogCategories {
    let category = |(name, description): (_, &str)| xml::Category {
        name,
        description: description.replace("fmi2", prefix),
    };
    xml::LogCategories { categories: LOG_CATEGORIES.map(category).into() }
}

fn scalar_variable((index, variable): (usize, &Variable)) -> xml::ScalarVariable {
    xml::ScalarVariable {
        name: variable.name.clone(),
        value_reference: index,
        description: variable.description.clone(),
        causality: variable.causality.name(),
        variability: variable.variability.name(),
        initial: variable.initial.map(Initial::name),
        kind: kind(variable),
    }
}

fn kind(variable: &Variable) -> xml::Kind {
    match variable.kind {
        Kind::Real => {
            xml::Kind::Real(real(variable, variable.derivative_of.map(|state| state + 1)))
        }
        Kind::Integer | Kind::Named(_) => xml::Kind::Integer(integer(variable)),
        Kind::Boolean => xml::Kind::Boolean(boolean(variable)),
    }
}

/// Attributes of a Real, whose state is named as the version names variables.
pub fn real(variable: &Variable, derivative: Option<usize>) -> xml::Real {
    let start = match variable.start {
        Some(Value::Real(start)) => Some(xml::Number(start)),
        _ => None,
    };
    xml::Real {
        unit: variable.unit.symbol(),
        display_unit: variable.unit.display().map(|shown| shown.symbol),
        min: variable.min.map(xml::Number),
        max: variable.max.map(xml::Number),
        nominal: variable.nominal.map(xml::Number),
        start,
        derivative,
        reinit: variable.reinit.then_some(true),
    }
}

pub fn integer(variable: &Variable) -> xml::Integer {
    let whole = |bound: f64| bound as i32;
    let start = match variable.start {
        Some(Value::Integer(start)) => Some(start),
        _ => None,
    };
    xml::Integer { min: variable.min.map(whole), max: variable.max.map(whole), start }
}

pub fn boolean(variable: &Variable) -> xml::Boolean {
    let start = match variable.start {
        Some(Value::Boolean(start)) => Some(start),
        _ => None,
    };
    xml::Boolean { start }
}

fn model_structure(unit: &Model) -> xml::ModelStructure {
    let Structure { outputs, derivatives, initial } = Structure::new(unit);
    let unknowns =
        |list: Vec<Unknown>| xml::Unknowns { unknowns: list.into_iter().map(unknown).collect() };
    xml::ModelStructure {
        outputs: unknowns(outputs),
        derivatives: unknowns(derivatives),
        initial_unknowns: unknowns(initial),
    }
}

/// Indices count from 1.
fn unknown(Unknown { place, known }: Unknown) -> xml::Unknown {
    let index = |place: usize| (place + 1).to_string();
    let dependencies = known.map(|known| listed(known.into_iter().map(index)));
    xml::Unknown { index: place + 1, dependencies }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::*;

    /// Returns a rotor with a torque input and a mass bound, nothing else.
    fn rotor(inertia: f64) -> Network {
        let bounds =
            Bounds { min: Some(0.0), max: None, min_exclusive: true, max_exclusive: false };
        let free = Bounds { min: None, max: None, min_exclusive: false, max_exclusive: false };
        let parameter = |name: &str, unit, start, bounds| Parameter {
            name: name.to_owned(),
            description: "a \"<quoted>\" number".to_owned(),
            unit,
            start,
            bounds,
            tunability: Tunability::Fixed,
        };
        Network {
            inertias: Vec::new(),
            about: About { name: "Rotor".to_owned(), ..About::default() },
            options: Vec::new(),
            experiment: Experiment {
                stop_time: 1.0,
                step_size: 0.001,
                relative_tolerance: 1e-10,
                method: Method::Events,
                moreau_step: 0.0,
                inputs_at_end: false,
            },
            bodies: vec![Body {
                name: "rotor".to_owned(),
                description: String::new(),
                axis: Axis::Rotation,
                kind: BodyKind::Free {
                    mass: ParameterId(0),
                    position0: ParameterId(1),
                    velocity0: ParameterId(2),
                    force: Some(InputId(0)),
                    constant_force: None,
                    source: None,
                },
                flange: false,
            }],
            contacts: Vec::new(),
            springs: Vec::new(),
            dampers: Vec::new(),
            forces: Default::default(),
            families: Vec::new(),
            parameters: vec![
                parameter("rotor.inertia", PhysicalUnit::KilogramMetre2, inertia, bounds),
                parameter("rotor.angle0", PhysicalUnit::Radian, 0.0, free),
                parameter("rotor.angularVelocity0", PhysicalUnit::RadianPerSecond, 0.0, free),
            ],
            inputs: vec![Input {
                name: "rotor.torque".to_owned(),
                description: String::new(),
                unit: PhysicalUnit::NewtonMetre,
                start: 0.0,
                bounds: free,
            }],
            predict: false,
            local_diagnostics: false,
        }
    }

    #[test]
    fn guid_is_well_formed_and_follows_the_content() {
        let one = Model::new(rotor(1.0), String::new());
        let other = Model::new(rotor(2.0), String::new());
        let lengths: Vec<usize> =
            guid(&one).trim_matches(['{', '}']).split('-').map(str::len).collect();
        assert_eq!(lengths, [8, 4, 4, 4, 12]);
        let [text, other_text, as_saved] =
            ["a\nb", "a\nc", "a\r\nb"].map(|text| guid(&Model::new(rotor(1.0), text.to_owned())));
        assert_ne!(text, other_text);
        assert_eq!(text, as_saved);
        assert_ne!(guid(&one), guid(&other));
        assert!(model_description(&one).contains(&format!("guid=\"{}\"", guid(&one))));
    }

    #[test]
    fn numbers_are_short_and_exact_and_text_is_escaped() {
        let text = model_description(&Model::new(rotor(0.1), String::new()));
        assert!(text.contains("min=\"2.2250738585072014e-308\" start=\"0.1\""), "{text}");
        assert!(text.contains("&quot;&lt;quoted&gt;&quot;"), "{text}");
    }

    #[test]
    fn structure_lists_states_derivatives_and_their_dependencies() {
        let unit = Model::new(rotor(1.0), String::new());
        let index = |name: &str| unit.find(name).unwrap() + 1;
        let text = model_description(&unit);
        let (angle, speed) = (index("rotor.angle"), index("rotor.angularVelocity"));
        let acceleration = index("rotor.angularAcceleration");
        let torque = index("rotor.torque");
        let derivatives = text.split("<Derivatives>").nth(1).unwrap();
        let (derivatives, initial) = derivatives.split_once("</Derivatives>").unwrap();
        let unknown =
            |index, known: &str| format!("<Unknown index=\"{index}\" dependencies=\"{known}\"/>");
        assert!(derivatives.contains(&unknown(speed, &speed.to_string())));
        assert!(derivatives.contains(&unknown(acceleration, &torque.to_string())));
        assert!(initial.contains(&unknown(angle, &index("rotor.angle0").to_string())));
        let known = format!("{} {torque}", index("rotor.inertia"));
        assert!(initial.contains(&unknown(acceleration, &known)));
    }
}
