//! Description of a network for the page: its drawing, and its variables.

use luztar::drawing::{self, Format};
use luztar::network::{self, BuildOption, OptionRange};
use luztar::unit::{Accessor, Causality, Kind, Model, Value, Variability, Variable};
use serde::Serialize;

use crate::refusal::Refusal;
use crate::source::{FILE, Source};

/// Elements of the largest networks that are drawn while one types.
const DRAWN: usize = 200;

#[derive(Serialize)]
pub struct Mechanism<'u> {
    name: &'u str,
    description: &'u str,
    reference: &'u str,
    equations: &'u [String],
    #[serde(rename = "stopTime")]
    stop_time: f64,
    drawing: Option<String>,
    options: Vec<Choice>,
    parameters: Vec<Row<'u>>,
    inputs: Vec<Row<'u>>,
    outputs: Vec<Row<'u>>,
}

/// A build option.
#[derive(Serialize)]
struct Choice {
    name: String,
    description: String,
    value: String,
    /// All values, if they are few.
    values: Option<Vec<String>>,
    min: Option<i64>,
    max: Option<i64>,
}

/// A variable. `show` is the picture in which it belongs, if it is one that is shown at first.
#[derive(Serialize)]
struct Row<'u> {
    name: &'u str,
    description: &'u str,
    unit: &'u str,
    start: Option<f64>,
    min: Option<f64>,
    max: Option<f64>,
    kind: &'u str,
    items: Vec<&'u str>,
    held: bool,
    show: Option<&'static str>,
}

/// # Errors
/// Options that cannot be read.
pub fn of<'u>(unit: &'u Model, source: &Source) -> Result<Mechanism<'u>, Refusal> {
    let network = unit.network();
    let about = &network.about;
    let elements = network.contacts.len() + network.springs.len() + network.dampers.len();
    let is_drawn = network.bodies.len() + elements <= DRAWN;
    let rows = |belongs: fn(&Variable) -> bool| {
        unit.variables().iter().filter(|variable| belongs(variable)).map(row).collect()
    };
    let options = network::options(&source.text, FILE)?;
    Ok(Mechanism {
        name: unit.name(),
        description: &about.description,
        reference: &about.reference,
        equations: &about.equations,
        stop_time: network.experiment.stop_time,
        drawing: is_drawn.then(|| drawing::svg(network, Format::Picture)),
        options: options.into_iter().map(|option| choice(option, source)).collect(),
        parameters: rows(|variable| {
            let of_network = !matches!(variable.accessor, Accessor::Setting(_));
            variable.causality == Causality::Parameter && of_network
        }),
        inputs: rows(|variable| variable.causality == Causality::Input),
        outputs: rows(|variable| variable.causality == Causality::Output),
    })
}

fn choice(option: BuildOption, source: &Source) -> Choice {
    let value = source.options.get(&option.name).cloned();
    let (values, min, max) = match option.range {
        OptionRange::OneOf(values) => {
            (Some(values.iter().map(ToString::to_string).collect()), None, None)
        }
        OptionRange::Within { min, max } => (None, min, max),
    };
    Choice {
        value: value.unwrap_or_else(|| option.value.to_string()),
        name: option.name,
        description: option.description,
        values,
        min,
        max,
    }
}

fn row(variable: &Variable) -> Row<'_> {
    let items = match variable.kind {
        Kind::Named(items) => items.iter().map(|item| item.name).collect(),
        _ => Vec::new(),
    };
    Row {
        name: &variable.name,
        description: &variable.description,
        unit: variable.unit.symbol().unwrap_or_default(),
        start: variable.start.map(number),
        min: variable.min,
        max: variable.max,
        kind: variable.kind.name(),
        items,
        held: variable.variability == Variability::Discrete,
        show: shown(variable.accessor),
    }
}

/// Returns a value as a number: of Booleans 0 and 1.
pub fn number(value: Value) -> f64 {
    match value {
        Value::Real(x) => x,
        Value::Integer(n) => f64::from(n),
        Value::Boolean(b) => f64::from(u8::from(b)),
    }
}

/// Returns the picture of the variables that are shown at first.
fn shown(accessor: Accessor) -> Option<&'static str> {
    match accessor {
        Accessor::Velocity(_) => Some("velocity"),
        Accessor::FrictionForce(_) => Some("friction"),
        Accessor::SpringForce(_) => Some("spring"),
        _ => None,
    }
}
