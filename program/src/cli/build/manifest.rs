//! Data of an FMU that a verifier needs, read from its modelDescription.xml, as a host reads it.

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

/// Value references of the outputs by type, and how to instantiate and step.
#[derive(Debug, Default, PartialEq)]
pub struct Manifest {
    /// True if it is one of FMI 3.0.
    pub is_three: bool,
    /// GUID or instantiation token.
    pub guid: String,
    /// Tool that made the FMU.
    pub generation_tool: Option<String>,
    /// Base name of the shared library.
    pub model_identifier: String,
    /// Step of the default experiment, s.
    pub step_size: f64,
    /// End of the default experiment, s.
    pub stop_time: f64,
    pub real: Vec<Output>,
    pub integer: Vec<Output>,
    pub boolean: Vec<Output>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    pub reference: u32,
    pub name: String,
    /// Number of values: more than one of an array.
    pub size: usize,
}

/// Returns each output as often as it has values.
pub fn each(outputs: &[Output]) -> impl Iterator<Item = &Output> {
    outputs.iter().flat_map(|output| std::iter::repeat_n(output, output.size))
}

/// # Errors
/// The element or attribute that is malformed or missing.
pub fn parse(xml: &str) -> Result<Manifest, String> {
    let mut manifest = Manifest::default();
    let mut reader = Reader::from_str(xml);
    let (mut output, mut list) = (None, None);
    loop {
        match reader.read_event().map_err(|error| error.to_string())? {
            Event::Start(element) | Event::Empty(element) => match element.name().as_ref() {
                "fmiModelDescription" => {
                    let version = attribute(&element, "fmiVersion")?;
                    manifest.is_three = version.is_some_and(|version| version.starts_with("3."));
                    let token = if manifest.is_three { "instantiationToken" } else { "guid" };
                    manifest.guid = required(&element, token)?;
                    manifest.generation_tool = attribute(&element, "generationTool")?;
                }
                "CoSimulation" => {
                    manifest.model_identifier = required(&element, "modelIdentifier")?;
                }
                "DefaultExperiment" => {
                    manifest.step_size = number(&required(&element, "stepSize")?)?;
                    manifest.stop_time = number(&required(&element, "stopTime")?)?;
                }
                "ScalarVariable" => output = output_of(&element)?,
                "Float64" | "Int32" | "Boolean" | "Enumeration" | "Clock" if manifest.is_three => {
                    let found = output_of(&element)?;
                    list = List::of(element.name().as_ref()).filter(|_| found.is_some());
                    if let Some(list) = list {
                        manifest.list(list).extend(found);
                    }
                }
                "Dimension" => {
                    let array = list.and_then(|list| manifest.list(list).last_mut());
                    if let Some(array) = array {
                        array.size *= number::<usize>(&required(&element, "start")?)?;
                    }
                }
                "Real" => manifest.real.extend(output.take()),
                "Integer" => manifest.integer.extend(output.take()),
                "Boolean" => manifest.boolean.extend(output.take()),
                _ => {}
            },
            Event::Eof => break,
            _ => {}
        }
    }
    match manifest.guid.is_empty() || manifest.model_identifier.is_empty() {
        true => Err("no fmiModelDescription with guid and CoSimulation".to_owned()),
        false => Ok(manifest),
    }
}

/// The types of outputs that are read.
#[derive(Clone, Copy)]
enum List {
    Real,
    Integer,
    Boolean,
}

impl List {
    /// Returns the type of a variable of FMI 3.0 by the name of its element.
    fn of(name: &str) -> Option<Self> {
        match name {
            "Float64" => Some(List::Real),
            "Int32" => Some(List::Integer),
            "Boolean" => Some(List::Boolean),
            _ => None,
        }
    }
}

impl Manifest {
    fn list(&mut self, list: List) -> &mut Vec<Output> {
        match list {
            List::Real => &mut self.real,
            List::Integer => &mut self.integer,
            List::Boolean => &mut self.boolean,
        }
    }
}

/// Returns the output that an element declares.
fn output_of(element: &BytesStart) -> Result<Option<Output>, String> {
    if attribute(element, "causality")?.as_deref() != Some("output") {
        return Ok(None);
    }
    let reference = number(&required(element, "valueReference")?)?;
    Ok(Some(Output { reference, name: required(element, "name")?, size: 1 }))
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("`{text}` is not a number"))
}

fn attribute(element: &BytesStart, name: &str) -> Result<Option<String>, String> {
    let found = element.try_get_attribute(name).map_err(|error| error.to_string())?;
    let text = found.map(|attribute| attribute.normalized_value(XmlVersion::Implicit1_0));
    let text = text.transpose().map_err(|error| error.to_string())?;
    Ok(text.map(|text| text.into_owned()))
}

fn required(element: &BytesStart, name: &str) -> Result<String, String> {
    let missing = || format!("{} has no attribute {name}", element.name().as_ref());
    attribute(element, name)?.ok_or_else(missing)
}

#[cfg(test)]
mod tests {
    use luztar::export::{GENERATION_TOOL, Version, description_of, identity_of};
    use luztar::unit::{Causality, catalogue};

    use super::parse;

    #[test]
    fn outputs_of_every_unit_are_read_back() {
        let units = catalogue::names().filter_map(catalogue::unit);
        let both = units.flat_map(|unit| Version::ALL.map(|version| (unit.clone(), version)));
        for (unit, version) in both {
            let manifest = parse(&description_of(&unit, version)).expect("our own XML");
            assert_eq!(manifest.is_three, version == Version::Three);
            assert_eq!(manifest.guid, identity_of(&unit, version));
            assert_eq!(manifest.generation_tool.as_deref(), Some(GENERATION_TOOL));
            assert_eq!(manifest.model_identifier, unit.name());
            let experiment = unit.network().experiment;
            let told = (manifest.step_size, manifest.stop_time);
            assert_eq!(told, (experiment.step_size, experiment.stop_time));
            let found = manifest.real.len() + manifest.integer.len() + manifest.boolean.len();
            let outputs =
                unit.variables().iter().filter(|variable| variable.causality == Causality::Output);
            assert_eq!(found, outputs.count(), "{}", unit.name());
            for output in manifest.real.iter().chain(&manifest.integer).chain(&manifest.boolean) {
                assert_eq!(unit.find(&output.name), Some(output.reference as usize));
            }
        }
    }

    #[test]
    fn malformed_descriptions_are_refused() {
        for (xml, expected) in [
            ("", "no fmiModelDescription"),
            ("<fmiModelDescription/>", "fmiModelDescription has no attribute guid"),
            ("<fmiModelDescription guid='x'></wrong>", "expected"),
            ("<DefaultExperiment stepSize='long'/>", "`long` is not a number"),
        ] {
            let fault = parse(xml).expect_err(xml);
            assert!(fault.contains(expected), "{xml}: {fault}");
        }
    }
}
