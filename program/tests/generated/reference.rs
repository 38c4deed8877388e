//! docs/keys.md: keys of network files as `luztar schema` describes them, and the laws as `luztar describe --laws` does.

use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use luztar::network::ElementForm;
use serde_json::Value;

use crate::blessing::{COMMAND, up_to_date};

const HEAD: &str = "# Keys and laws\nAll keys of [network files](network-format.md), table by table, and all \
[friction laws](friction-laws.md) with their numbers. Editors complete and check them by the [schema](luztar.schema.json) \
of which this page is made.\n";

/// Tables of a network file, with their definitions in the schema.
const TABLES: [(&str, &str); 8] = [
    ("[unit]", "unit"),
    ("[option]", "option"),
    ("[experiment]", "experiment"),
    ("[body.NAME]", "body"),
    ("source = { … } of a body", "source"),
    ("[contact.NAME]", "contact"),
    ("[spring.NAME]", "spring"),
    ("[damper.NAME]", "damper"),
];

fn printed(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_luztar")).args(arguments).output().expect("runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn page_of_keys_and_laws_is_up_to_date() {
    let schema: Value = serde_json::from_str(&printed(&["schema"])).expect("JSON");
    let mut page = HEAD.to_owned();
    let declared: Vec<String> = ElementForm::names().map(|name| format!("[{name}.NAME]")).collect();
    let declared = declared.iter().map(String::as_str).zip(ElementForm::names());
    for (title, name) in TABLES.into_iter().chain(declared) {
        let keys = schema["$defs"][name]["properties"].as_object().expect("an object");
        write!(page, "\n## {title}\n| key | meaning |\n|---|---|\n").expect("a string");
        for (key, value) in keys {
            let about = value["description"].as_str().expect("every key is explained");
            writeln!(page, "| `{key}` | {} |", about.replace('|', "\\|")).expect("a string");
        }
    }
    let laws = printed(&["describe", "--laws"]);
    write!(page, "\n## Laws\nAs `luztar describe --laws` prints them.\n```text\n{laws}```\n")
        .expect("a string");
    let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).join("docs/keys.md");
    assert!(up_to_date(&path, &page), "docs/keys.md is out of date; run: {COMMAND}");
}
