//! docs/keys.md: keys of network files as `luztar schema` describes them, and the laws as `luztar describe --laws` does.

use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use luztar::algebra::units::{PREFIXES, UNITS};
use luztar::algebra::{FUNCTIONS, Rule};
use luztar::network::{ElementForm, keys};
use serde_json::Value;

use crate::blessing::{COMMAND, up_to_date};

const HEAD: &str = "\
# Keys and laws\n\
All keys of [network files](network-format.md), table by table, and all [friction laws](friction-laws.md) with their parameters.\n\
Editors complete and check them by the [schema](luztar.schema.json) of which this page is made.\n";

/// Tables of a network file, with their definitions in the schema.
const TABLES: [(&str, &str); 14] = [
    ("[model]", "model"),
    ("equations = [{ … }] of [model]", "equation"),
    ("[option]", "option"),
    ("[experiment]", "experiment"),
    ("[body.NAME]", "body"),
    ("excitation = { … } of a body", "excitation"),
    ("appliedForce = { … } of a port", "applied"),
    ("[inertia.NAME]", "inertia"),
    ("[port.NAME]", "port"),
    ("[contact.NAME]", "contact"),
    ("[coupling.NAME]", "coupling"),
    ("[spring.NAME]", "spring"),
    ("[damper.NAME]", "damper"),
    ("[force.NAME]", "force"),
];
/// Those that come after the declared elements.
const OTHERS: [(&str, &str); 10] = [
    ("[potential.NAME]", "potential"),
    ("A number in full: { value = …, … }", "number"),
    ("An input in full: { input = true, … }", "input"),
    ("[law.NAME]", "ownLaw"),
    ("[[law.NAME.parameter]]", "lawParameter"),
    ("[[law.NAME.input]]", "lawInput"),
    ("[[law.NAME.state]]", "lawState"),
    ("[[law.NAME.define]]", "lawDefinition"),
    ("[[law.NAME.rule]]", "lawRule"),
    ("[[law.NAME.scale]]", "lawScale"),
];
/// Definitions that are no tables.
const VALUES: [&str; 4] = ["text", "flag", "plain", "Value"];
/// Numbers in full, which all have the same keys.
const NUMBERS: [&str; 2] = ["notNegative", "positive"];

fn printed(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_luztar")).args(arguments).output().expect("runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The keys of a table, or of a value in full.
fn keys(definition: &Value) -> &Value {
    let kinds = definition["anyOf"].as_array().into_iter().flatten();
    let mut all = std::iter::once(definition).chain(kinds).map(|kind| &kind["properties"]);
    all.find(|keys| keys.is_object()).expect("a table")
}

/// A chapter with a row for each key.
fn add(page: &mut String, title: &str, keys: &Value) {
    write!(page, "\n## {title}\n| key | meaning |\n|---|---|\n").expect("a string");
    for (key, value) in keys.as_object().expect("an object") {
        let about = value["description"].as_str().expect("every key is explained");
        writeln!(page, "| `{key}` | {} |", about.replace('|', "\\|")).expect("a string");
    }
}

/// The names that constants cannot have.
fn no_constants() -> String {
    let quoted = |words: &mut dyn Iterator<Item = &str>| {
        words.map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
    };
    let functions = |of_lists: bool| {
        let all = FUNCTIONS.iter();
        let all = all.filter(move |(_, rule)| matches!(rule, Rule::List(_)) == of_lists);
        all.map(|(name, _)| *name)
    };
    let prefixed = |yes: bool| UNITS.iter().filter(move |unit| unit.prefixed == yes);
    let mut lone = prefixed(false).map(|unit| unit.word);
    let mut units = prefixed(true).map(|unit| unit.word);
    let mut others = keys::MOTION.into_iter().chain(["pi"]).chain(keys::NO_CONSTANTS);
    format!(
        "\nThese names are taken; a constant needs another one:\n\
         - functions: {};\n\
         - functions of lists: {};\n\
         - units: {};\n\
         - units with a prefix ({}) or without: {};\n\
         - units with an exponent, such as `m2`;\n\
         - in formulas: {};\n\
         - build options of the file.\n",
        quoted(&mut functions(false)),
        quoted(&mut functions(true)),
        quoted(&mut lone),
        quoted(&mut PREFIXES.iter().map(|prefix| prefix.word)),
        quoted(&mut units),
        quoted(&mut others),
    )
}

#[test]
fn page_of_keys_and_laws_is_up_to_date() {
    let schema: Value = serde_json::from_str(&printed(&["schema"])).expect("JSON");
    let mut page = HEAD.to_owned();
    let declared: Vec<String> = ElementForm::names().map(|name| format!("[{name}.NAME]")).collect();
    let declared = declared.iter().map(String::as_str).zip(ElementForm::names());
    let tables: Vec<_> = TABLES.into_iter().chain(declared).chain(OTHERS).collect();
    add(&mut page, "A network file", &schema["properties"]);
    let constant = serde_json::json!({ "NAME": schema["properties"]["constant"] });
    add(&mut page, "[constant]", &constant);
    page += &no_constants();
    for (title, name) in &tables {
        add(&mut page, title, keys(&schema["$defs"][*name]));
    }
    for name in schema["$defs"].as_object().expect("definitions").keys() {
        let told = tables.iter().any(|(_, told)| told == name) || NUMBERS.contains(&name.as_str());
        assert!(told || VALUES.iter().any(|end| name.ends_with(end)), "{name} is left out");
    }
    let laws = printed(&["describe", "--laws"]);
    write!(page, "\n## Laws\nAs `luztar describe --laws` prints them.\n```text\n{laws}```\n")
        .expect("a string");
    let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).join("docs/keys.md");
    assert!(up_to_date(&path, &page), "docs/keys.md is out of date; run: {COMMAND}");
}
