//! Files and functions stay short: one job each.

use crate::files::{File, SOURCES, files};

/// Lines that a function of the sources never passes, from that of `fn` to that of its closing brace.
const LONG_FUNCTION: usize = 60;

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

/// The name of the function that begins in a line.
fn begins(line: &str) -> Option<&str> {
    const BEFORE: &[&str] = &[
        "pub",
        "pub(crate)",
        "pub(super)",
        "default",
        "const",
        "async",
        "unsafe",
        "extern",
        "\"C\"",
    ];
    let mut words = line.split_whitespace().skip_while(|word| BEFORE.contains(word));
    words.next().filter(|word| *word == "fn")?;
    words.next()?.split(['(', '<']).next()
}

/// The functions of a source by their names, with their lines. One ends, as rustfmt lays it out, in the first line with the
/// indentation of its `fn` that ends in a brace, or in a semicolon where it has no body.
fn functions(text: &str) -> Vec<(&str, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let indentation = |line: &str| line.len() - line.trim_start().len();
    let function = |begin: usize| {
        let name = begins(lines[begin])?;
        let ends = |line: &&str| {
            indentation(line) == indentation(lines[begin]) && line.ends_with(['}', ';'])
        };
        let rest = lines[begin..].iter().position(ends)?;
        Some((name, rest + 1))
    };
    (0..lines.len()).filter_map(function).collect()
}

/// `path: function: lines` for every function that is too long.
fn long_functions(files: &[File]) -> Vec<String> {
    let mut found = Vec::new();
    for file in files {
        for (name, lines) in functions(&file.text) {
            if lines > LONG_FUNCTION {
                found.push(format!("{}: {name}: {lines} lines", file.path.display()));
            }
        }
    }
    found
}

#[test]
fn functions_are_short() {
    let sources = files(SOURCES, &["rs"]);
    let count: usize = sources.iter().map(|file| functions(&file.text).len()).sum();
    assert!(count > 1000, "only {count} functions found");
    let found = long_functions(&sources);
    assert!(found.is_empty(), "above {LONG_FUNCTION} lines:\n{}", found.join("\n"));
}

#[test]
fn long_functions_are_caught() {
    let body = |lines: usize| "        x();\n".repeat(lines);
    let source = |lines: usize| {
        format!(
            "impl X {{\n    fn short(&self) {{}}\n    fn none(\n        &self,\n    ) -> u8;\n    \
             pub(crate) const unsafe extern \"C\" fn long<T>(\n    ) -> X\n    where\n        T: Y,\n    {{\n{}    }}\n}}\n",
            body(lines)
        )
    };
    assert_eq!(functions(&source(1)), [("short", 1), ("none", 3), ("long", 7)]);
    let file = |lines: usize| File { path: "src/x.rs".into(), text: source(lines) };
    assert_eq!(long_functions(&[file(LONG_FUNCTION - 6)]), Vec::<String>::new());
    assert_eq!(long_functions(&[file(LONG_FUNCTION - 5)]), ["src/x.rs: long: 61 lines"]);
}

#[test]
fn files_are_short() {
    let mut sources = files(SOURCES, &["rs"]);
    sources.retain(|file| file.text.lines().count() > LONG);
    assert!(
        sources.is_empty(),
        "long: {:?}",
        sources.iter().map(|file| &file.path).collect::<Vec<_>>()
    );
    let sources = files(&["tests", "benches", "program/tests"], &["rs", "py", "c", "h"]);
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
