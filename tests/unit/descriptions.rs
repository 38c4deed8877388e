//! Descriptions of variables: rules of the Modelica Standard Library, over the model library, the examples, all laws and all declared
//! elements.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::Path;
use std::sync::Arc;

use luztar::export::{Version, description_of};
use luztar::network::{ElementForm, PhysicalUnit};
use luztar::unit::Model;

use crate::shown;
use crate::support::units;
use crate::xml::elements;

/// Characters of a description that tools show in a line.
const LONGEST: usize = 80;
/// Start of the description of a Boolean variable.
const CONDITION: &str = "= true, if ";

fn example(path: &Path) -> Arc<Model> {
    let text = fs::read_to_string(path).expect("readable");
    let folder = path.parent().expect("in a folder");
    Model::read_in(&text, &path.display().to_string(), folder)
        .unwrap_or_else(|wrong| panic!("{wrong}"))
}

fn models() -> Vec<Arc<Model>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let folders = ["calibration", "comparisons", "hosts", "laws", "mechanisms", "networks", "ssp"];
    let entries = folders.iter().flat_map(|folder| fs::read_dir(root.join(folder)).expect(folder));
    let paths = entries.map(|entry| entry.expect("readable directory").path());
    let files = paths.filter(|path| path.extension().is_some_and(|end| end == "toml"));
    let declared = ElementForm::all();
    let declared = declared.iter().flat_map(|form| [shown::example(form), shown::turned(form)]);
    let declared = declared.map(|text| Model::read(&text, "shown.toml").expect("a good file"));
    units().chain(files.map(|path| example(&path))).chain(declared).collect()
}

/// Words of a text, without punctuation around them.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || "(),;:[]".contains(c)).filter(|word| !word.is_empty())
}

/// Returns the rules that a description breaks, of a model whose elements have these names.
fn broken(text: &str, names: &HashSet<&str>) -> Vec<String> {
    let units: Vec<&str> = PhysicalUnit::ALL.iter().filter_map(|unit| unit.symbol()).collect();
    let mut rules = Vec::new();
    if !text.starts_with(|c: char| c.is_uppercase()) && !text.starts_with(CONDITION) {
        rules.push(format!("begins neither with a capital letter nor with `{CONDITION}`"));
    }
    if text.ends_with(['.', ' ', ';', ',']) || text.contains("  ") {
        rules.push("ends with a punctuation mark or has two blanks".to_owned());
    }
    if text.chars().count() > LONGEST {
        rules.push(format!("has {} characters, more than {LONGEST}", text.chars().count()));
    }
    if text.contains('{') || text.contains('}') {
        rules.push("has a word that was not put in".to_owned());
    }
    let unit = words(text).find(|word| units.contains(word) && !names.contains(word));
    rules.extend(unit.map(|unit| format!("names the unit {unit}")));
    rules
}

#[test]
fn descriptions_keep_the_style_of_the_modelica_library() {
    let mut wrong = Vec::new();
    for model in models() {
        // Elements, and quantities of formulas that are called like a unit.
        let names: HashSet<&str> =
            model.variables().iter().flat_map(|row| row.name.split(['.', '['])).collect();
        for version in [Version::Two, Version::Three] {
            let mut seen: BTreeMap<String, String> = BTreeMap::new();
            let read = elements(&description_of(&model, version));
            for variable in read.iter().filter(|one| one.parent == "ModelVariables") {
                let [name, text] = ["name", "description"].map(|key| &variable.attributes[key]);
                let place = format!("{} {version:?}: {name}: {text:?}", model.name());
                wrong.extend(broken(text, &names).iter().map(|rule| format!("{place} {rule}")));
                if let Some(other) = seen.insert(text.clone(), name.clone()) {
                    wrong.push(format!("{place} is that of {other}, too"));
                }
            }
            assert!(seen.len() > 4, "{} has variables", model.name());
        }
    }
    assert!(wrong.is_empty(), "{} descriptions:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn each_broken_rule_is_found() {
    let names = HashSet::from(["J", "block"]);
    for good in ["Mass of block", "= true, if block is stuck", "Moment of inertia of J", "Time"] {
        assert_eq!(broken(good, &names), Vec::<String>::new(), "{good}");
    }
    let long = format!("M{}", "m".repeat(LONGEST));
    for bad in ["mass of block", "true while stuck", "Mass.", "Mass in kg", "Mass {force}", &long] {
        assert_eq!(broken(bad, &names).len(), 1, "{bad}");
    }
}
