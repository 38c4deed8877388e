//! modelDescription.xml (FMI 2.0.5 §2.2) from the variable table, with what that of FMI 3.0 shares. The text depends on
//! nothing but the model and luztar's version; there is no date in it.

use std::collections::BTreeSet;

use super::identity::fingerprint;
use super::structure::{Structure, Unknown, listed};
use super::xml::{Element, Number};
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
    description(unit, &guid(unit)).file()
}

/// Returns `{8-4-4-4-12}` hexadecimal digits of the hash of the model description without GUID, and of the network
/// file: two networks may have the same variables and yet move otherwise.
pub fn guid(unit: &Model) -> String {
    fingerprint(description(unit, "").file(), unit)
}

fn description(unit: &Model, guid: &str) -> Element {
    let variables = unit.variables();
    let exchange = unit
        .offers_exchange()
        .then(|| interface("ModelExchange", unit).with("completedIntegratorStepNotNeeded", true));
    // The standard spells the last attribute so.
    let co_simulation = interface("CoSimulation", unit)
        .with("canHandleVariableCommunicationStepSize", true)
        .with("canInterpolateInputs", can_ramp(unit.network()))
        .with("maxOutputDerivativeOrder", 1)
        .with("canRunAsynchronuously", false);
    let units = unit_definitions(variables.iter().map(|variable| variable.unit));
    let scalars = variables.iter().enumerate().map(scalar_variable);
    root(unit, "2.0", ("guid", guid))
        .with_some("numberOfEventIndicators", exchange.as_ref().map(|_| exchange_sizes(unit).1))
        .containing(exchange)
        .containing([co_simulation])
        .containing(units)
        .containing([log_categories(Version::Two.prefix()), default_experiment(unit)])
        .containing([Element::new("ModelVariables").containing(scalars), model_structure(unit)])
}

/// Makes the root of a description, whose identity has a name in each version.
pub fn root(unit: &Model, version: &str, identity: (&'static str, &str)) -> Element {
    Element::new("fmiModelDescription")
        .with("fmiVersion", version)
        .with("modelName", unit.name())
        .with(identity.0, identity.1)
        .with_text("description", &unit.network().about.description)
        .with("version", env!("CARGO_PKG_VERSION"))
        .with("license", env!("CARGO_PKG_LICENSE"))
        .with("generationTool", GENERATION_TOOL)
        .with("variableNamingConvention", "structured")
}

/// Makes the element of an interface with the capabilities of both; each is claimed only where it is honoured.
fn interface(name: &'static str, unit: &Model) -> Element {
    Element::new(name)
        .with("modelIdentifier", unit.name())
        .with("needsExecutionTool", false)
        .with("canBeInstantiatedOnlyOncePerProcess", false)
        .with("canNotUseMemoryManagementFunctions", true)
        .with("canGetAndSetFMUstate", true)
        .with("canSerializeFMUstate", true)
        .with("providesDirectionalDerivative", true)
}

pub fn default_experiment(unit: &Model) -> Element {
    let experiment = &unit.network().experiment;
    Element::new("DefaultExperiment")
        .with("startTime", Number(0.0))
        .with("stopTime", Number(experiment.stop_time))
        .with("tolerance", Number(experiment.relative_tolerance))
        .with("stepSize", Number(experiment.step_size))
}

/// Makes the definitions of units, each once; None of a model without any.
pub fn unit_definitions(units: impl Iterator<Item = PhysicalUnit>) -> Option<Element> {
    let used: BTreeSet<_> = units.collect();
    let units = used.into_iter().filter_map(|unit| {
        let exponents = unit.exponents();
        let powers = [
            ("kg", exponents.kg),
            ("m", exponents.m),
            ("s", exponents.s),
            ("K", exponents.kelvin),
            ("rad", exponents.rad),
        ];
        let base = powers.into_iter().fold(Element::new("BaseUnit"), |base, (name, power)| {
            base.with_some(name, (power != 0).then_some(power))
        });
        let display = unit.display().map(|shown| {
            let display = Element::new("DisplayUnit").with("name", shown.symbol);
            display.with("factor", Number(shown.factor))
        });
        Some(
            Element::new("Unit")
                .with("name", unit.symbol()?)
                .containing([base])
                .containing(display),
        )
    });
    let units: Vec<Element> = units.collect();
    (!units.is_empty()).then(|| Element::new("UnitDefinitions").containing(units))
}

/// Makes the categories; statuses are called as the version with this prefix calls them.
pub fn log_categories(prefix: &str) -> Element {
    let category = |(name, description): (&str, &str)| {
        let category = Element::new("Category").with("name", name);
        category.with("description", description.replace("fmi2", prefix))
    };
    Element::new("LogCategories").containing(LOG_CATEGORIES.map(category))
}

fn scalar_variable((index, variable): (usize, &Variable)) -> Element {
    let kind = match variable.kind {
        Kind::Real => {
            let state = variable.derivative_of.map(|state| state + 1);
            real(Element::new("Real"), variable, start(variable), state)
        }
        Kind::Integer | Kind::Named(_) => integer(Element::new("Integer"), variable),
        Kind::Boolean => Element::new("Boolean").with_some("start", start(variable)),
    };
    head("ScalarVariable", index, variable).containing([kind])
}

/// Makes the element of a variable, with the attributes of all types.
pub fn head(name: &'static str, reference: usize, variable: &Variable) -> Element {
    Element::new(name)
        .with("name", &variable.name)
        .with("valueReference", reference)
        .with_text("description", &variable.description)
        .with("causality", variable.causality.name())
        .with("variability", variable.variability.name())
        .with_some("initial", variable.initial.map(Initial::name))
}

/// Returns the start value as it is written.
pub fn start(variable: &Variable) -> Option<String> {
    variable.start.map(written)
}

/// Returns a value as it is written.
pub fn written(value: Value) -> String {
    match value {
        Value::Real(value) => Number(value).to_string(),
        Value::Integer(value) => value.to_string(),
        Value::Boolean(value) => value.to_string(),
    }
}

/// Adds the attributes of a Real; its state is named as the version names variables.
pub fn real(
    element: Element,
    variable: &Variable,
    start: Option<String>,
    derivative: Option<usize>,
) -> Element {
    element
        .with_some("unit", variable.unit.symbol())
        .with_some("displayUnit", variable.unit.display().map(|shown| shown.symbol))
        .with_some("min", variable.min.map(Number))
        .with_some("max", variable.max.map(Number))
        .with_some("nominal", variable.nominal.map(Number))
        .with_some("start", start)
        .with_some("derivative", derivative)
        .with_some("reinit", variable.reinit.then_some(true))
}

/// Adds the attributes of an Integer.
pub fn integer(element: Element, variable: &Variable) -> Element {
    let whole = |bound: f64| bound as i32;
    element
        .with_some("min", variable.min.map(whole))
        .with_some("max", variable.max.map(whole))
        .with_some("start", start(variable))
}

fn model_structure(unit: &Model) -> Element {
    let Structure { outputs, derivatives, initial } = Structure::new(unit);
    let unknowns =
        |name, list: Vec<Unknown>| Element::new(name).containing(list.into_iter().map(unknown));
    let derivatives = (!derivatives.is_empty()).then(|| unknowns("Derivatives", derivatives));
    Element::new("ModelStructure")
        .containing([unknowns("Outputs", outputs)])
        .containing(derivatives)
        .containing([unknowns("InitialUnknowns", initial)])
}

/// Indices count from 1, dependencies ascend; without them it depends on all.
fn unknown(Unknown { place, known }: Unknown) -> Element {
    let index = |place: usize| (place + 1).to_string();
    let dependencies = known.map(|known| listed(known.into_iter().map(index)));
    Element::new("Unknown").with("index", place + 1).with_some("dependencies", dependencies)
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
