//! The keys of contacts that laws declare.

use std::collections::BTreeMap;

use luztar::laws::{LawKind, LawParameter, Range, RegularisationKind};
use luztar::network::keys::tables;
use serde_json::{Map, Value, json};

use super::values::{described, number, reference, word};

/// Returns the laws that a file can name.
fn laws() -> impl Iterator<Item = LawKind> {
    LawKind::all().into_iter()
}

fn names(parameter: &LawParameter) -> [String; 2] {
    [parameter.name.to_string(), parameter.loaded_name.to_string()]
}

/// Returns the words for laws and regularisations.
pub fn words(key: &str) -> Value {
    match key {
        "law" => {
            let names: Vec<String> = laws().map(|law| law.name().to_string()).collect();
            word(names.iter().map(String::as_str))
        }
        _ => word(RegularisationKind::ALL.iter().map(|kind| kind.name())),
    }
}

/// Returns the numbers of laws that are lists.
pub fn lists() -> Vec<String> {
    let mut lists: Vec<String> = laws()
        .flat_map(|law| {
            law.parameters().iter().filter(|one| one.list).flat_map(names).collect::<Vec<_>>()
        })
        .collect();
    lists.sort();
    lists.dedup();
    lists
}

/// Adds to the definition of contacts the numbers of all laws, and what each law has and needs.
pub fn complete(definitions: &mut Map<String, Value>) {
    let Some(contact) = definitions.get_mut("contact") else { return };
    for (name, (range, text)) in numbers() {
        contact["properties"][name] = described(reference(number(range)), &text);
    }
    let cases: Vec<Value> = laws().map(case).collect();
    contact["allOf"] = json!(cases);
}

/// Returns the numbers of all laws and regularisations: the loosest range of those that share a name, and what they are.
fn numbers() -> BTreeMap<String, (Range, String)> {
    let mut all: BTreeMap<String, (Range, Vec<String>)> = BTreeMap::new();
    let own = laws().flat_map(|law| law.parameters().to_vec());
    for parameter in own.chain(RegularisationKind::ALL.iter().map(|kind| kind.parameter().clone()))
    {
        for name in names(&parameter) {
            let known = all.entry(name).or_insert((parameter.range, Vec::new()));
            known.0 = looser(known.0, parameter.range);
            let text = parameter.text("friction");
            if !known.1.contains(&text) {
                known.1.push(text);
            }
        }
    }
    all.into_iter().map(|(name, (range, texts))| (name, (range, texts.join("; or: ")))).collect()
}

fn looser(one: Range, other: Range) -> Range {
    match (one, other) {
        (Range::Any, _) | (_, Range::Any) => Range::Any,
        (Range::NotNegative, _) | (_, Range::NotNegative) => Range::NotNegative,
        (Range::Positive, Range::Positive) => Range::Positive,
    }
}

/// Makes the schema of a contact of one law: it has no numbers of other laws, and all that its own must be given.
fn case(law: LawKind) -> Value {
    let contact = tables().into_iter().find(|(table, _)| *table == "contact");
    let mut valid: Vec<String> = contact.map(|(_, keys)| keys).unwrap_or_default();
    let regularisations = RegularisationKind::ALL.iter().map(|kind| kind.parameter());
    for name in law.parameters().iter().chain(regularisations).flat_map(names) {
        if !valid.contains(&name) {
            valid.push(name);
        }
    }
    let needed = law.parameters().iter().filter(|parameter| parameter.default.is_none());
    let needed: Vec<Value> = needed
        .map(|parameter| match names(parameter) {
            [name, loaded] if name == loaded => json!({ "required": [name] }),
            [name, loaded] => {
                json!({ "anyOf": [{ "required": [name] }, { "required": [loaded] }] })
            }
        })
        .collect();
    let mut then = json!({ "propertyNames": { "enum": valid } });
    if !needed.is_empty() {
        then["allOf"] = json!(needed);
    }
    json!({
        "if": { "properties": { "law": { "const": law.name().to_string() } }, "required": ["law"] },
        "then": then,
    })
}
