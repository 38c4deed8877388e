//! Nothing is left undone, switched off or printed by mistake.

use crate::files::{File, files};

/// Marks of unfinished work, tests that do not run, and debugging; split so that this file is clean.
const LEFTOVERS: &[&str] = &[
    concat!("TO", "DO"),
    concat!("FIX", "ME"),
    concat!("XX", "X"),
    concat!("to", "do!"),
    concat!("un", "implemented!"),
    concat!("db", "g!"),
    concat!("#[ig", "nore"),
    concat!("pytest.mark.sk", "ip"),
    concat!("pytest.mark.xf", "ail"),
    concat!("breakp", "oint()"),
];

/// `path:line: mark` for every mark found.
fn leftovers(files: &[File]) -> Vec<String> {
    let mut found = Vec::new();
    for file in files {
        for (line, text) in file.text.lines().enumerate() {
            for mark in LEFTOVERS.iter().filter(|mark| text.contains(**mark)) {
                found.push(format!("{}:{}: {mark}", file.path.display(), line + 1));
            }
        }
    }
    found
}

#[test]
fn nothing_is_left_over() {
    let directories =
        ["src", "crates", "tests", "benches", "examples", "modelDescription", "program"];
    let sources = files(&directories, &["rs", "py", "c", "cpp", "h", "toml"]);
    let found = leftovers(&sources);
    assert!(found.is_empty(), "left over:\n{}", found.join("\n"));
}

#[test]
fn leftovers_are_caught() {
    for mark in LEFTOVERS {
        let file = File { path: "src/x.rs".into(), text: format!("fn f() {{\n    {mark}\n}}\n") };
        let found = leftovers(&[file]);
        assert!(found.contains(&format!("src/x.rs:2: {mark}")), "{mark}: {found:?}");
    }
}
