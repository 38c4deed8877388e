//! `luztar schema`: the JSON Schema (2020-12) of network files, for editors and validators.
//!
//! Made of the tables of keys that the reader accepts and of what the laws declare. It looks at one table at a time:
//! `luztar check` knows the rules that join tables, too, and what it refuses counts.

mod contact;
mod keys;
mod own_law;
mod values;

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use luztar::network::keys::tables;
use serde_json::{Map, Value, json};

use super::failure::Failure;

/// Last part of the help.
const EXAMPLES: &str = "\
Examples:
  luztar schema --output luztar.schema.json    and as first line of a network file: #:schema ./luztar.schema.json";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Where to write it; `-` is stdout
    #[arg(long, value_name = "FILE.json", default_value = "-")]
    output: PathBuf,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<(), Failure> {
    if super::sheet::is_stdout(&arguments.output) {
        return Ok(out.write_all(text().as_bytes())?);
    }
    let file = arguments.output.display();
    fs::write(&arguments.output, text()).map_err(|error| Failure::job(format!("{file}: {error}")))
}

/// Returns the schema as a file has it.
pub fn text() -> String {
    format!("{:#}\n", schema())
}

fn schema() -> Value {
    let mut definitions = values::definitions();
    definitions.extend(own_law::definitions());
    for (table, keys) in tables() {
        if !matches!(table, "file" | "law" | "number" | "input") {
            definitions.insert(table.to_owned(), described_table(table, &keys));
        }
    }
    contact::complete(&mut definitions);
    for element in keys::of_elements() {
        let lists = if element == "contact" { contact::lists() } else { Vec::new() };
        let kept = ["between", "radii", "gap", "bodies", "matrix", "joints", "inverseMass"];
        let kept = kept.into_iter().chain(lists.iter().map(String::as_str));
        let kept: Map<String, Value> = kept.map(|key| (key.to_owned(), json!(true))).collect();
        definitions[element]["if"] = json!({ "not": { "required": ["repeat"] } });
        definitions[element]["then"] = json!({
            "properties": kept,
            "additionalProperties": { "not": { "type": "array" } },
        });
    }
    let files = tables().into_iter().find(|(table, _)| *table == "file");
    let keys = files.map(|(_, keys)| keys).unwrap_or_default();
    let mut file = described_table("file", &keys);
    file["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
    file["title"] = json!("Network file of luztar");
    file["description"] = json!("Bodies and what acts between them; SI units");
    // Numbers of laws that the file itself defines are known to the reader alone.
    let contact = file["properties"]["contact"].take();
    let text = contact["description"].clone();
    file["properties"]["contact"] = json!({ "type": "object", "description": text });
    file["if"] = json!({ "not": { "required": ["law"] } });
    file["then"] = json!({ "properties": { "contact": contact } });
    file["$defs"] = Value::Object(definitions);
    file
}

/// Makes the schema of a table with its keys, all others refused.
fn described_table(table: &str, keys: &[String]) -> Value {
    let properties = keys.iter().map(|key| (key.clone(), keys::property(table, key)));
    let mut schema = json!({
        "type": "object",
        "properties": properties.collect::<Map<_, _>>(),
        "additionalProperties": false,
    });
    let required = keys::required(table);
    if !required.is_empty() {
        schema["required"] = json!(required);
    }
    if table == "body" {
        schema["allOf"] = json!([{
            "if": { "properties": { "motion": { "const": "free" } } },
            "then": { "anyOf": [{ "required": ["mass"] }, { "required": ["inertia"] }] },
        }]);
    }
    schema
}
