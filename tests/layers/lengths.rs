//! Files stay short: one job each.

use crate::files::{File, files};

/// Lines that a file of the sources never passes, and one of the tests rarely.
const LONG: usize = 400;
/// Lines that no file passes.
const LONGEST: usize = 500;
/// The long files are at most one in so many.
const ONE_IN: usize = 12;

/// What breaks the rules, as text; `files` are of one kind.
fn too_long(files: &[File]) -> Vec<String> {
    let count = |file: &File| file.text.lines().count();
    let told = |file: &File| format!("{}: {} lines", file.path.display(), count(file));
    let longest: Vec<String> =
        files.iter().filter(|file| count(file) > LONGEST).map(told).collect();
    let long: Vec<String> = files.iter().filter(|file| count(file) > LONG).map(told).collect();
    if !longest.is_empty() {
        longest
    } else if long.len() * ONE_IN > files.len() {
        long
    } else {
        Vec::new()
    }
}

#[test]
fn files_are_short() {
    let mut sources = files(&["src"], &["rs"]);
    sources.retain(|file| file.text.lines().count() > LONG);
    assert!(
        sources.is_empty(),
        "long: {:?}",
        sources.iter().map(|file| &file.path).collect::<Vec<_>>()
    );
    let sources = files(&["tests", "benches"], &["rs", "py", "c", "h"]);
    let found = too_long(&sources);
    assert!(found.is_empty(), "long files among {}:\n{}", sources.len(), found.join("\n"));
}

#[test]
fn long_files_are_caught() {
    let file = |lines: usize| File { path: "src/x.rs".into(), text: "x\n".repeat(lines) };
    assert_eq!(too_long(&[file(LONG)]), Vec::<String>::new());
    assert_eq!(too_long(&[file(LONG + 1)]), ["src/x.rs: 401 lines"]);
    let mut many: Vec<File> = (0..ONE_IN).map(|_| file(10)).collect();
    many.push(file(LONG + 1));
    assert_eq!(too_long(&many), Vec::<String>::new());
    many.push(file(LONGEST + 1));
    assert_eq!(too_long(&many), ["src/x.rs: 501 lines"]);
}
