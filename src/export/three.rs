//! modelDescription.xml (FMI 3.0 §2.4) from the variable table: the value reference of a variable is its place there,
//! as in FMI 2.0; behind them come time and, of a unit that a host may integrate, the event indicators.

use std::collections::{BTreeMap, BTreeSet};

use super::description::{
    default_experiment, head, integer, log_categories, real, root, start, unit_definitions, written,
};
use super::identity::fingerprint;
use super::structure::{Structure, Unknown, listed};
use super::xml::Element;
use crate::network::PhysicalUnit;
use crate::unit::{
    Array, HIGHEST_DERIVATIVE, Item, Kind, Model, Reference, Variability, Variable, Version,
};

/// Makes the model description with its instantiation token.
pub fn model_description(unit: &Model) -> String {
    description(unit, &token(unit)).file()
}

/// Returns the instantiation token: a hash of this description, as the GUID of FMI 2.0 is of its own.
pub fn token(unit: &Model) -> String {
    fingerprint(description(unit, "").file(), unit)
}

fn description(unit: &Model, token: &str) -> Element {
    let exchange = unit
        .offers_exchange()
        .then(|| interface("ModelExchange", unit).with("needsCompletedIntegratorStep", false));
    let co_simulation = interface("CoSimulation", unit)
        .with("canHandleVariableCommunicationStepSize", true)
        .with("maxOutputDerivativeOrder", HIGHEST_DERIVATIVE)
        .with("providesIntermediateUpdate", true)
        .with("mightReturnEarlyFromDoStep", true)
        .with("canReturnEarlyAfterIntermediateUpdate", true)
        .with("hasEventMode", true);
    let units = unit.variables().iter().map(|variable| variable.unit);
    let types = unit.variables().iter().filter_map(enumeration);
    root(unit, "3.0", ("instantiationToken", token))
        .containing(exchange)
        .containing([co_simulation])
        .containing(unit_definitions(units.chain([PhysicalUnit::Second])))
        .containing([Element::new("TypeDefinitions").containing(types)])
        .containing([log_categories(Version::Three.prefix()), default_experiment(unit)])
        .containing([Element::new("ModelVariables").containing(variables(unit))])
        .containing([model_structure(unit)])
}

/// Makes the element of an interface with the capabilities of both; each is claimed only where it is honoured.
fn interface(name: &'static str, unit: &Model) -> Element {
    Element::new(name)
        .with("modelIdentifier", unit.name())
        .with("canGetAndSetFMUState", true)
        .with("canSerializeFMUState", true)
        .with("providesDirectionalDerivatives", true)
        .with("providesAdjointDerivatives", true)
        .with("providesEvaluateDiscreteStates", true)
}

/// Makes the type of a variable whose values have names; it is called like the variable.
fn enumeration(variable: &Variable) -> Option<Element> {
    let Kind::Named(items) = variable.kind else { return None };
    let item = |(value, item): (usize, &Item)| {
        let element = Element::new("Item").with("name", item.name).with("value", value);
        element.with("description", item.description)
    };
    let items = (1..).zip(items).map(item);
    Some(Element::new("EnumerationType").with("name", type_name(variable)).containing(items))
}

fn type_name(variable: &Variable) -> String {
    format!("{}Type", variable.name)
}

fn variables(unit: &Model) -> impl Iterator<Item = Element> {
    let beside = Version::Three.beside(unit).map(|(place, of)| beside(unit, place, of));
    let row = |(place, row): (usize, &Variable)| {
        variable(place, row, unit.array_of(place).map(|array| &unit.arrays()[array]))
    };
    Version::Three.rows(unit).map(row).chain(beside)
}

/// Makes a variable that is no row of the table.
fn beside(unit: &Model, place: usize, of: Reference) -> Element {
    let name = of.name(unit);
    let owner = |element| {
        let element = unit.elements().nth(element);
        element.map_or("", |element| unit.element_name(element))
    };
    let make = |kind, description: &str, causality, variability| {
        Element::new(kind)
            .with("name", &name)
            .with("valueReference", place)
            .with("description", description)
            .with("causality", causality)
            .with("variability", variability)
    };
    match of {
        Reference::Time => make("Float64", "Time", "independent", "continuous")
            .with_some("unit", PhysicalUnit::Second.symbol()),
        Reference::Clock(element) => {
            let text = format!("Clock of the transitions of {}", owner(element));
            make("Clock", &text, "output", "discrete").with("intervalVariability", "triggered")
        }
        Reference::From(element) | Reference::To(element) => {
            let side = if matches!(of, Reference::From(_)) { "before" } else { "after" };
            let text = format!("State of {} {side} its last transition", owner(element));
            let clock = Reference::of_clock(unit, element);
            make("Int32", &text, "output", "discrete").with("clocks", clock)
        }
        Reference::Variable(row) => variable(place, &unit.variables()[row], None),
        Reference::Array(array) => {
            let array = &unit.arrays()[array];
            variable(place, &array.whole, Some(array))
        }
        Reference::Indicator(number) => {
            let number = number + 1;
            let text = format!("Event indicator {number} (a mode ends where it becomes negative)");
            make("Float64", &text, "local", "continuous").with("initial", "calculated")
        }
    }
}

/// Makes a row of the table, or of an array the whole.
fn variable(reference: usize, variable: &Variable, array: Option<&Array>) -> Element {
    let head = |name| {
        let intermediate = variable.is_intermediate().then_some(true);
        head(name, reference, variable).with_some("intermediateUpdate", intermediate)
    };
    let element = match variable.kind {
        Kind::Real => {
            let starts = array.map_or(&[][..], |array| &array.starts);
            let one = starts.is_empty().then(|| start(variable)).flatten();
            let all = (!starts.is_empty()).then(|| listed(starts.iter().copied().map(written)));
            real(head("Float64"), variable, one, variable.derivative_of).with_some("start", all)
        }
        Kind::Integer => integer(head("Int32"), variable),
        Kind::Named(items) => head("Enumeration")
            .with("declaredType", type_name(variable))
            .with("min", 1)
            .with("max", items.len())
            .with_some("start", start(variable)),
        Kind::Boolean => head("Boolean").with_some("start", start(variable)),
    };
    let sizes = array.map_or(&[][..], |array| &array.sizes);
    element.containing(sizes.iter().map(|size| Element::new("Dimension").with("start", size)))
}

fn model_structure(unit: &Model) -> Element {
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
    let [outputs, derivatives, initial] =
        [outputs, derivatives, initial].map(|list| joined(unit, list).into_iter());
    Element::new("ModelStructure")
        .containing(outputs.chain(told).map(|one| unknown("Output", one)))
        .containing(derivatives.map(|one| unknown("ContinuousStateDerivative", one)))
        .containing(initial.chain(clocks).map(|one| unknown("InitialUnknown", one)))
        .containing(indicators.map(|one| unknown("EventIndicator", one)))
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

/// Dependencies are value references, ascending; without them it depends on all.
fn unknown(name: &'static str, Unknown { place, known }: Unknown) -> Element {
    let dependencies = known.as_ref().map(|known| listed(known.iter().map(usize::to_string)));
    let kinds = known.map(|known| listed(known.iter().map(|_| "dependent".to_owned())));
    Element::new(name)
        .with("valueReference", place)
        .with_some("dependencies", dependencies)
        .with_some("dependenciesKind", kinds)
}
