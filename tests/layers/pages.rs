//! Paths of the source tree that pages for developers name are there.

use std::path::Path;

/// Pages of which every path in backticks is checked.
const PAGES: [&str; 2] = ["docs/architecture.md", "CONTRIBUTING.md"];

/// Folders with which a path begins; placeholders (`NAME`) stand for any file of theirs.
const FOLDERS: [&str; 6] =
    ["src/", "crates/", "tests/", "program/", "include/", "modelDescription/"];

/// Paths in backticks, each up to a placeholder or the arguments of a command.
fn paths(text: &str) -> Vec<&str> {
    let spans = text.split('`').skip(1).step_by(2);
    let paths = spans.filter(|span| FOLDERS.iter().any(|folder| span.starts_with(folder)));
    paths.filter_map(|path| path.split("NAME").next()?.split(' ').next()).collect()
}

#[test]
fn paths_on_pages_for_developers_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for page in PAGES {
        let text = std::fs::read_to_string(root.join(page)).expect("a page");
        let found = paths(&text);
        assert!(found.len() >= 5, "{page}: {found:?}");
        for path in found {
            assert!(root.join(path).exists(), "{page}: {path} is not there");
        }
    }
}

#[test]
fn paths_end_before_placeholders() {
    let text = "see `crates/model/src/laws/forms/NAME.toml` and `System` in `src/dynamics`";
    assert_eq!(paths(text), ["crates/model/src/laws/forms/", "src/dynamics"]);
}
