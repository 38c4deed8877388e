//! From the text of a network file to the checked network.

use toml::Spanned;

use super::diagnostics::{Diagnostics, Report};
use super::elements::Elements;
use super::model::{About, BodyKind, Experiment, Network};
use super::reader::{Reader, join};
use super::tree::Table;

/// Longest file that is read; a network of ten thousand elements written out is shorter.
const LONGEST_FILE: usize = 16 << 20;

pub(super) const FILE_KEYS: &[&str] =
    &["unit", "experiment", "body", "contact", "spring", "damper"];
pub(super) const UNIT_KEYS: &[&str] = &["name", "description", "source", "equations"];
pub(super) const EXPERIMENT_KEYS: &[&str] = &["stopTime", "stepSize", "relativeTolerance"];

/// Relative tolerance of units that do not say otherwise: event times of problems of unit scale are
/// then right to some 1e-12 s.
const DEFAULT_TOLERANCE: f64 = 1e-10;

/// Reads a network from the text of a file; `file` is its name, for messages.
///
/// # Errors
/// All faults that were found, each with its place and the rule it breaks.
pub fn read(text: &str, file: &str) -> Result<Network, Diagnostics> {
    let mut reader = Reader::new(text);
    let network = read_network(&mut reader, text);
    match network {
        Some(network) if reader.report.is_clean() => Ok(network),
        _ => Err(reader.report.into_diagnostics(file)),
    }
}

fn read_network(reader: &mut Reader, text: &str) -> Option<Network> {
    if text.len() > LONGEST_FILE {
        let rule = format!("the file has {} bytes; at most {LONGEST_FILE} are read", text.len());
        reader.report.fault(&(0..0), "", rule);
        return None;
    }
    let root = parse(text, &mut reader.report)?;
    reader.check_keys(&root, "", FILE_KEYS);
    let about = about(reader, &root);
    let experiment = experiment(reader, &root);
    let mut elements = Elements::default();
    elements.read_all(reader, &root, "body", Elements::body);
    elements.read_all(reader, &root, "contact", Elements::contact);
    elements.read_all(reader, &root, "spring", Elements::spring);
    elements.read_all(reader, &root, "damper", Elements::damper);
    if elements.bodies.iter().all(|body| body.kind == BodyKind::Fixed) && reader.report.is_clean() {
        reader.report.fault(&(0..0), "body", "a network needs a body that can move");
    }
    let Elements { bodies, contacts, springs, dampers, .. } = elements;
    Some(Network {
        about: about?,
        experiment,
        bodies,
        contacts,
        springs,
        dampers,
        parameters: std::mem::take(&mut reader.parameters),
        inputs: std::mem::take(&mut reader.inputs),
        predict: false,
    })
}

/// TOML into a tree; syntax errors are reported like all others.
fn parse(text: &str, report: &mut Report) -> Option<Table> {
    match toml::from_str::<Spanned<Table>>(text) {
        Ok(root) => Some(root.into_inner()),
        Err(error) => {
            report.fault(&error.span().unwrap_or(0..0), "", error.message().to_owned());
            None
        }
    }
}

fn about(reader: &mut Reader, root: &Table) -> Option<About> {
    if root.get("unit").is_none() {
        reader.report.fault(&(0..0), "unit", "is missing: a table [unit] with a `name`");
    }
    let table = reader.table(root, "", "unit")?;
    reader.check_keys(table, "unit", UNIT_KEYS);
    if table.get("name").is_none() {
        let place = root.place_of("unit")?;
        reader.report.fault(&place, "unit.name", "is missing");
    }
    let name = reader.text(table, "unit", "name").map(str::to_owned);
    if let (Some(name), Some(value)) = (&name, table.get("name")) {
        reader.check_name(name, &value.span(), "unit.name");
    }
    let description = reader.text(table, "unit", "description").unwrap_or_default().to_owned();
    let source = reader.text(table, "unit", "source").unwrap_or_default().to_owned();
    let equations = reader.texts(table, "unit", "equations");
    Some(About {
        name: name?,
        description,
        source,
        equations: equations.into_iter().map(Spanned::into_inner).collect(),
    })
}

fn experiment(reader: &mut Reader, root: &Table) -> Experiment {
    let mut experiment =
        Experiment { stop_time: 1.0, step_size: 1e-3, relative_tolerance: DEFAULT_TOLERANCE };
    let Some(table) = reader.table(root, "", "experiment") else {
        return experiment;
    };
    reader.check_keys(table, "experiment", EXPERIMENT_KEYS);
    let slots = [
        ("stopTime", &mut experiment.stop_time, f64::MAX),
        ("stepSize", &mut experiment.step_size, f64::MAX),
        ("relativeTolerance", &mut experiment.relative_tolerance, LOOSEST_TOLERANCE),
    ];
    for (key, slot, most) in slots {
        let Some(value) = reader.plain_number(table, "experiment", key) else {
            continue;
        };
        if value > 0.0 && value <= most {
            *slot = value;
        } else if let Some(place) = table.place_of(key) {
            let rule = if most == f64::MAX {
                format!("must be > 0, not {value}")
            } else {
                format!("must be > 0 and ≤ {most}, not {value}")
            };
            reader.report.fault(&place, join("experiment", key), rule);
        }
    }
    experiment
}

/// Loosest relative tolerance of a motion: beyond it transitions get lost.
const LOOSEST_TOLERANCE: f64 = 1e-2;
