//! docs/models.md and the drawings of docs/pictures/models: every unit of the catalogue.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use luztar::unit::catalogue;

use crate::blessing::{COMMAND, blessing, up_to_date};

const HEAD: &str = "\
# Model library\n\
The models of the library, as `luztar list` names them.\n\
`luztar describe NAME` explains them with all variables, and `luztar draw NAME` draws them.\n\
[Legend of the drawings](command-line.md#draw).\n";

fn docs() -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).join("docs")
}

/// What `luztar draw` draws of a unit.
fn drawing(unit: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_luztar"));
    let output = command.args(["draw", unit, "--output", "-"]).output().expect("runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn drawings_of_units_are_up_to_date() {
    let folder = docs().join("pictures/models");
    if blessing() {
        fs::create_dir_all(&folder).expect("writable source tree");
    }
    let stale = |name: &&str| !up_to_date(&folder.join(format!("{name}.svg")), &drawing(name));
    let stale: Vec<&str> = catalogue::names().filter(stale).collect();
    assert!(stale.is_empty(), "out of date: {stale:?}; run: {COMMAND}");
    let names: BTreeSet<String> = catalogue::names().map(|name| format!("{name}.svg")).collect();
    for file in fs::read_dir(&folder).expect("part of the source tree") {
        let file = file.expect("readable").file_name().into_string().expect("UTF-8");
        assert!(names.contains(&file), "{file} belongs to no model: delete it");
    }
}

#[test]
fn page_of_units_is_up_to_date() {
    let mut page = HEAD.to_owned();
    for unit in catalogue::names().filter_map(catalogue::unit) {
        let about = &unit.network().about;
        let (name, equations) = (&about.name, about.equations.join("\n"));
        page += &format!(
            "\n## {name}\n{}.\n[Try it](../web/page/index.html#{name})\n\n![Mechanism of {name}](pictures/models/{name}.svg)\n\n```text\n{equations}\n```\nReference: {}\n",
            about.description, about.reference
        );
    }
    let path = docs().join("models.md");
    assert!(up_to_date(&path, &page), "docs/models.md is out of date; run: {COMMAND}");
}
