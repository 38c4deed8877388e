//! Old words stay out of what users read: pages, descriptions, messages, the web page and the Python module.

use std::fs;
use std::path::Path;

use crate::files::{File, SOURCES, files};

/// A word or key that is said otherwise, and its term.
const OLD: &[(&str, &str)] = &[
    // Keys and variables.
    ("[unit]", "[model]"),
    ("unit = { name", "model = { name"),
    ("[load.", "[force."),
    ("source = \"", "reference = \""),
    ("source = {", "excitation = {"),
    ("freeplay =", "backlash =, or gap ="),
    (".freeplay", ".backlash, or .gap"),
    ("friction and freeplay", "friction and backlash"),
    ("sourceAmplitude", "excitationAmplitude"),
    ("sourceAngularFrequency", "excitationOmega"),
    ("sourcePhase", "excitationPhase"),
    ("UNIT|FILE", "MODEL|FILE"),
    // A model is no unit of measurement.
    ("ready-made", "of the model library"),
    ("the unit has", "the model has"),
    ("every unit", "every model"),
    ("all units", "all models"),
    ("this unit", "this model"),
    ("the unit's", "the model's"),
    ("units of FMI", "FMUs"),
    ("units for FMI", "FMUs"),
    ("while the unit runs", "during a run"),
    ("of the catalogue", "of the model library"),
    // Laws.
    ("one's own", "user-defined, or your own"),
    ("numbers of laws", "parameters of laws"),
    ("numbers of the law", "parameters of the law"),
    ("numbers of the laws", "parameters of the laws"),
    ("numbers of a law", "parameters of a law"),
    ("numbers of its law", "parameters of its law"),
    ("laws and their numbers", "laws and their parameters"),
    ("greatest friction while stuck", "static (breakaway) friction"),
    ("fast slip tends to", "kinetic friction"),
    // Motions.
    ("whose motion is given", "prescribed"),
    ("given motions", "prescribed motions"),
    ("goes its way", "sliding distance, displacement"),
    ("limits its way", "limits its displacement"),
    ("way of slip", "sliding distance"),
    ("rub on one another", "in frictional contact"),
    ("lower one floats", "lower one is free"),
    ("lifted off", "separated"),
    ("runs away", "became non-finite"),
    ("beyond all numbers", "became non-finite"),
    ("event storm", "chattering (Zeno behaviour)"),
    ("event storms", "chattering (Zeno behaviour)"),
    ("from mode to mode", "chattering (Zeno behaviour)"),
    // What a program says and does.
    ("told", "reported"),
    ("tells", "reports"),
    ("fault", "error"),
    ("faults", "errors"),
    ("faulty", "with errors"),
    ("take it along", "export it"),
    ("take it out as", "export it as"),
    ("cannot be said", "is not supported"),
    ("who does not choose", "default"),
    ("as was measured", "reproduces the measurement"),
    ("as it was measured", "reproduces the measurement"),
    ("signs of the drawings", "legend"),
    ("for people", "free text"),
];

/// Words before an old one that give it another meaning: an earthquake has a fault.
const OTHERWISE: &[(&str, &str)] = &[("earthquake ", "fault")];

/// A text in lower case with one blank between two words, and the places in it at which its lines begin. A phrase that
/// a line break parts is found there; between paragraphs stands a line break.
fn in_one_line(text: &str) -> (String, Vec<usize>) {
    let (mut all, mut starts) = (String::with_capacity(text.len()), Vec::new());
    for line in text.to_lowercase().lines() {
        let words = line.trim_start_matches(|c: char| c.is_whitespace() || "#/!>".contains(c));
        let is_empty = words.trim().is_empty();
        if is_empty && all.ends_with(' ') {
            all.pop();
        }
        starts.push(all.len());
        if is_empty {
            all.push('\n');
        }
        for word in words.split_whitespace() {
            all.push_str(word);
            all.push(' ');
        }
    }
    (all, starts)
}

/// Old words of a text: line, word and term. A word ends where a letter or digit does not go on.
pub fn found(text: &str) -> Vec<(usize, &'static str, &'static str)> {
    let (lower, starts) = in_one_line(text);
    let is_letter = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let mut found = Vec::new();
    for (old, term) in OLD {
        let word = old.to_lowercase();
        let begins = is_letter(word.chars().next());
        let ends = is_letter(word.chars().last());
        for (at, _) in lower.match_indices(&word) {
            let before = begins && is_letter(lower[..at].chars().last());
            let after = ends && is_letter(lower[at + word.len()..].chars().next());
            let means_otherwise = OTHERWISE
                .iter()
                .any(|(before, other)| other == old && lower[..at].ends_with(before));
            if !before && !after && !means_otherwise {
                found.push((starts.partition_point(|start| *start <= at), *old, *term));
            }
        }
    }
    found
}

/// The literals of a Rust file outside of its tests, each on its line; names in braces are left out.
fn literals(text: &str) -> String {
    let text = text.split("\n#[cfg(test)]\nmod ").next().unwrap_or_default();
    let mut kept = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '\n' => kept.push('\n'),
            '/' if rest.peek() == Some(&'/') => {
                while rest.peek().is_some_and(|c| *c != '\n') {
                    rest.next();
                }
            }
            // A character, as '"', or a lifetime.
            '\'' => {
                let ahead: Vec<char> = rest.clone().take(3).collect();
                let length = match ahead.as_slice() {
                    ['\\', _, '\''] => 3,
                    [_, '\'', ..] => 2,
                    _ => 0,
                };
                rest.by_ref().take(length).for_each(drop);
            }
            '"' => literal(&mut rest, &mut kept),
            _ => {}
        }
    }
    kept
}

/// Appends the literal that has just begun.
fn literal(rest: &mut impl Iterator<Item = char>, kept: &mut String) {
    let mut braces = 0_usize;
    kept.push(' ');
    while let Some(c) = rest.next() {
        match c {
            '"' => return,
            '\\' => match rest.next() {
                Some('\n') => kept.push('\n'),
                Some('"') => kept.push('"'),
                _ => kept.push(' '),
            },
            '{' => braces += 1,
            '}' => braces = braces.saturating_sub(1),
            '\n' => kept.push('\n'),
            c if braces == 0 => kept.push(c),
            _ => {}
        }
    }
}

/// The comments of a Rust file that the command line prints as help, each on its line.
fn help(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut lines = text.lines().peekable();
    let mut comment = Vec::new();
    while let Some(line) = lines.next() {
        let line = line.trim();
        comment.push(line.strip_prefix("///").unwrap_or_default());
        if line.starts_with("///") && lines.peek().is_some() {
            continue;
        }
        let printed = ["#[arg", "#[command"].iter().any(|start| line.starts_with(start))
            || line.contains("Arguments)");
        for line in comment.drain(..) {
            kept.push_str(if printed { line } else { "" });
            kept.push('\n');
        }
    }
    kept
}

/// Text of a file that users read.
fn read(File { path, text }: &File) -> String {
    match path.extension().and_then(|end| end.to_str()) {
        Some("rs") => {}
        // Each line is a message of its own.
        Some("txt") => return text.replace('\n', ".\n"),
        _ => return text.clone(),
    }
    let help = if path.starts_with("program/src/cli") { help(text) } else { String::new() };
    let mut help = help.lines();
    let literals = literals(text);
    literals.lines().map(|line| format!("{line} {}\n", help.next().unwrap_or_default())).collect()
}

#[test]
fn no_old_word_comes_back() {
    let pages = files(&["docs", "modelDescription", "examples"], &["md", "toml", "ssd"]);
    let texts = files(SOURCES, &["rs", "toml", "md"]);
    let program =
        files(&["web/src", "web/page", "python/rust", "python/src"], &["rs", "html", "py", "pyi"]);
    let networks = files(&["tests/networks", "tests/python/networks"], &["toml", "txt"]);
    let mut all: Vec<File> = [pages, texts, program, networks].into_iter().flatten().collect();
    all.extend(["README.md", "CHANGELOG.md", "CONTRIBUTING.md"].map(|page| {
        let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(page));
        File { path: page.into(), text: text.expect("a page") }
    }));
    let mut wrong = Vec::new();
    for file in all.iter().filter(|file| !file.path.to_string_lossy().contains("renamed_keys")) {
        for (line, old, term) in found(&read(file)) {
            wrong.push(format!("{}:{line}: `{old}` is {term}", file.path.display()));
        }
    }
    assert!(wrong.is_empty(), "old words:\n{}", wrong.join("\n"));
}

#[test]
fn old_words_are_caught() {
    for (old, term) in OLD {
        let all = found(&format!("a\n{old}\n"));
        assert!(all.contains(&(2, *old, *term)), "{old}: {all:?}");
        let parted = found(&format!("a\n\n{}\n", old.replace(' ', "\n# ")));
        assert!(parted.contains(&(3, *old, *term)), "{old}: {parted:?}");
    }
    assert!(found("of the earthquake\n# fault; laws\n\nand their numbers").is_empty());
    assert!(found("default, defaults, untold, retells").is_empty());
    let source = "// told\nfn f() { let _ = ('\"', \"a \\\"fault\\\" {fault}\"); }\n/// tells\n#[cfg(test)]\nmod x { \"told\" }\n";
    assert_eq!(found(&literals(source)), [(2, "fault", "error")]);
    let help =
        help("/// tells\nfn f() {}\n    /// Two,\n    /// told\n    #[arg(long)]\n    a: bool,\n");
    assert_eq!(found(&help), [(4, "told", "reported")]);
}
