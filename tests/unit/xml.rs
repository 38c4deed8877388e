//! The model description read back: the same variables with the same values, and a structure that
//! lists each unknown once.

use std::collections::{BTreeMap, BTreeSet};

use luztar::export;
use luztar::unit::{Accessor, Causality, Kind, Model, Value, exchange_sizes};
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use crate::support::units;

pub type Attributes = BTreeMap<String, String>;

/// An element with its attributes and the name of its parent.
pub struct Element {
    pub name: String,
    pub parent: String,
    pub attributes: Attributes,
}

/// The elements of a file, in its order.
pub fn elements(text: &str) -> Vec<Element> {
    let mut reader = Reader::from_str(text);
    let (mut path, mut found) = (Vec::<String>::new(), Vec::new());
    let read = |start: &BytesStart, path: &[String]| {
        let attributes = start.attributes().map(|attribute| {
            let attribute = attribute.unwrap();
            let key = attribute.key.as_ref().to_owned();
            (key, attribute.normalized_value(XmlVersion::Explicit1_0).unwrap().into_owned())
        });
        Element {
            name: start.name().as_ref().to_owned(),
            parent: path.last().cloned().unwrap_or_default(),
            attributes: attributes.collect(),
        }
    };
    loop {
        match reader.read_event().unwrap() {
            Event::Start(start) => {
                found.push(read(&start, &path));
                path.push(found.last().unwrap().name.clone());
            }
            Event::Empty(start) => found.push(read(&start, &path)),
            Event::End(_) => {
                path.pop();
            }
            Event::Eof => return found,
            _ => {}
        }
    }
}

/// Variables as pairs of `ScalarVariable` and its type.
fn variables(elements: &[Element]) -> Vec<(&Element, &Element)> {
    let pairs = elements.windows(2).filter(|pair| pair[0].name == "ScalarVariable");
    pairs.map(|pair| (&pair[0], &pair[1])).collect()
}

fn number(attributes: &Attributes, name: &str) -> Option<f64> {
    attributes.get(name).map(|text| text.parse().unwrap())
}

#[test]
fn variables_read_back_with_the_same_values() {
    for unit in units() {
        let elements = elements(&export::model_description(&unit));
        let read = variables(&elements);
        assert_eq!(read.len(), unit.variables().len());
        for (index, ((outer, kind), row)) in read.iter().zip(unit.variables()).enumerate() {
            let text = |name: &str| outer.attributes.get(name).map(String::as_str);
            assert_eq!(text("name"), Some(row.name.as_str()));
            assert_eq!(text("valueReference"), Some(index.to_string().as_str()));
            assert_eq!(text("description"), Some(row.description.as_str()));
            assert_eq!(text("causality"), Some(row.causality.name()));
            assert_eq!(text("variability"), Some(row.variability.name()));
            assert_eq!(text("initial"), row.initial.map(|initial| initial.name()));
            assert_eq!(kind.name, row.kind.name());
            let start = kind.attributes.get("start").map(|text| match row.kind {
                Kind::Real => Value::Real(text.parse().unwrap()),
                Kind::Integer | Kind::Named(_) => Value::Integer(text.parse().unwrap()),
                Kind::Boolean => Value::Boolean(text.parse().unwrap()),
            });
            assert_eq!(start, row.start, "{}", row.name);
            assert_eq!(number(&kind.attributes, "min"), row.min, "{}", row.name);
            assert_eq!(number(&kind.attributes, "max"), row.max, "{}", row.name);
            assert_eq!(number(&kind.attributes, "nominal"), row.nominal, "{}", row.name);
            assert_eq!(kind.attributes.get("unit").map(String::as_str), row.unit.symbol());
            let derivative = row.derivative_of.map(|state| (state + 1) as f64);
            assert_eq!(number(&kind.attributes, "derivative"), derivative);
            assert_eq!(kind.attributes.contains_key("reinit"), row.reinit);
        }
    }
}

#[test]
fn every_unit_and_type_that_is_used_is_defined() {
    for unit in units() {
        let elements = elements(&export::model_description(&unit));
        let names = |element: &str| -> BTreeSet<&str> {
            let named = elements.iter().filter(|found| found.name == element);
            named.map(|found| found.attributes["name"].as_str()).collect()
        };
        let used = |attribute: &str| -> BTreeSet<&str> {
            elements
                .iter()
                .filter_map(|found| found.attributes.get(attribute))
                .map(String::as_str)
                .collect()
        };
        assert_eq!(names("Unit"), used("unit"), "{}", unit.name());
        assert_eq!(names("DisplayUnit"), used("displayUnit"), "{}", unit.name());
        assert_eq!(names("SimpleType"), used("declaredType"), "{}", unit.name());
    }
}

fn unknowns<'a>(elements: &'a [Element], list: &str) -> Vec<(usize, &'a str)> {
    let found = elements.iter().filter(|found| found.name == "Unknown" && found.parent == list);
    found
        .map(|found| {
            (found.attributes["index"].parse().unwrap(), found.attributes["dependencies"].as_str())
        })
        .collect()
}

fn indices(unit: &Model, wanted: impl Fn(usize) -> bool) -> Vec<usize> {
    (0..unit.variables().len()).filter(|&index| wanted(index)).map(|index| index + 1).collect()
}

#[test]
fn structure_lists_outputs_derivatives_and_initial_unknowns_in_order() {
    for unit in units() {
        let elements = elements(&export::model_description(&unit));
        let table = unit.variables();
        let listed = |list: &str| -> Vec<usize> {
            unknowns(&elements, list).iter().map(|(index, _)| *index).collect()
        };
        let outputs = indices(&unit, |index| table[index].causality == Causality::Output);
        assert_eq!(listed("Outputs"), outputs);
        let derivatives = indices(&unit, |index| table[index].derivative_of.is_some());
        assert_eq!(listed("Derivatives"), derivatives);
        let state = |index| table.iter().any(|row| row.derivative_of == Some(index));
        let initial = indices(&unit, |index| {
            let row = &table[index];
            row.causality == Causality::Output || row.derivative_of.is_some() || state(index)
        });
        assert_eq!(listed("InitialUnknowns"), initial);
        for list in ["Outputs", "Derivatives", "InitialUnknowns"] {
            for (_, dependencies) in unknowns(&elements, list) {
                let known: Vec<usize> =
                    dependencies.split_whitespace().map(|text| text.parse().unwrap()).collect();
                assert!(known.is_sorted_by(|a, b| a < b), "{dependencies}");
                assert!(known.iter().all(|index| (1..=table.len()).contains(index)));
            }
        }
    }
}

#[test]
fn guids_differ_between_units_and_stay_the_same() {
    let guids: BTreeSet<String> = units().map(|unit| export::guid(&unit)).collect();
    assert_eq!(guids.len(), units().count());
    assert_eq!(guids, units().map(|unit| export::guid(&unit)).collect());
}

/// `method` is an Integer: libcosim reads no start value of an enumeration, whatever is declared.
#[test]
fn no_variable_is_an_enumeration() {
    for unit in units() {
        let text = export::model_description(&unit);
        assert!(!text.contains("Enumeration"), "{}", unit.name());
        assert!(text.contains("<Integer min=\"1\" max=\"2\" start=\"1\"/>"), "{}", unit.name());
    }
}

/// `diagnostics = "local"`: forces and motions are outputs, what tells about them is not.
#[test]
fn diagnostics_may_be_local_variables() {
    for unit in units() {
        let source = unit.source().replacen("[model]\n", "[model]\ndiagnostics = \"local\"\n", 1);
        let local = Model::read(&source, unit.name()).unwrap_or_else(|errors| panic!("{errors}"));
        let told = |name: &str| {
            let quantity = name.rsplit('.').next().unwrap();
            let known = [
                "dissipatedEnergy",
                "dissipatedPower",
                "state",
                "stuck",
                "stickToSlipCount",
                "slipToStickCount",
                "lastEventTime",
                "indeterminate",
                "eventCount",
            ];
            known.contains(&quantity)
        };
        let mut moved = 0;
        for (before, after) in unit.variables().iter().zip(local.variables()) {
            assert_eq!(before.name, after.name);
            let internal = matches!(after.accessor, Accessor::InternalState(..));
            let expected =
                if before.causality == Causality::Output && (told(&before.name) || internal) {
                    moved += 1;
                    Causality::Local
                } else {
                    before.causality
                };
            assert_eq!(after.causality, expected, "{}.{}", unit.name(), after.name);
        }
        assert!(moved >= 3, "{}", unit.name());
        let elements = elements(&export::model_description(&local));
        for (index, _) in unknowns(&elements, "Outputs") {
            assert_eq!(local.variables()[index - 1].causality, Causality::Output);
        }
        let states = |unit: &Model| exchange_sizes(unit);
        assert_eq!(states(&local), states(&unit));
    }
}
