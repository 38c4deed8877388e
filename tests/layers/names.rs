//! Old words stay out of what developers read: names that the source declares, and its doc comments.

use crate::elements::parts;
use crate::files::files;
use crate::words::found;

/// Layers whose names are the terms of docs/glossary.md.
const NAMED: &[&str] = &["src/dynamics", "src/unit", "crates/gauss/src"];

/// A word in a name that is said otherwise, and its term.
const OLD: &[(&str, &str)] = &[
    ("told", "sampled, declared, reported"),
    ("tell", "report"),
    ("tells", "reports"),
    ("looks", "evaluations, look-ahead"),
    ("looking", "look-ahead"),
    ("exert", "apply force"),
    ("exerts", "applies force"),
    ("exerted", "applied"),
    ("mix", "mixed"),
    ("excess", "violation"),
    ("bend", "nonlinear, curvature"),
    ("bending", "nonlinear"),
    ("bent", "nonlinear"),
    ("gather", "assemble"),
    ("settle", "resolve modes, converge"),
    ("narrow", "enclose, restore"),
    ("widened", "relaxed"),
    ("slack", "relaxation"),
    ("faint", "vanishing"),
    ("bare", "vanishing"),
    ("barely", "vanishing"),
    ("watched", "error-controlled"),
    ("judged", "checked"),
    ("gross", "sum of magnitudes"),
    ("tame", "overflow-safe"),
    ("idle", "inactive"),
    ("effort", "step budget"),
    ("patience", "step budget"),
    ("pace", "horizon"),
    ("climb", "limit growth"),
    ("climbs", "limit grows"),
    ("creep", "massless drift"),
    ("tears", "releases"),
    ("torn", "released"),
    ("storm", "chattering"),
    ("depart", "onset of slip"),
    ("beyond", "overshoot"),
    ("renewed", "restarted"),
    ("halt", "early return"),
    ("halted", "stopped"),
    ("leg", "segment"),
    ("glide", "advance within segment"),
    ("lag", "deferred evaluation"),
    ("eve", "before event"),
    ("aside", "checkpoint"),
    ("undo", "rollback"),
    ("calm", "mode invariance"),
    ("doubts", "input consistency"),
    ("refusals", "diagnostics"),
    ("struck", "impact"),
    ("transit", "process event"),
    ("press", "normal load"),
    ("pressed", "normal load"),
    ("pressing", "normal load"),
    ("sought", "required"),
    ("rub", "constant friction"),
    ("sense", "contact phase"),
    ("whereabouts", "law arguments"),
    ("loosen", "detach"),
    ("kink", "breakpoint"),
    ("mend", "reselect"),
    ("stamp", "version"),
    ("island", "connected component"),
    ("guided", "prescribed"),
    ("aimed", "at step end"),
    ("rehearse", "preallocate"),
    ("note", "record"),
    ("resist", "damping"),
    ("resistance", "damping"),
];

/// Names that a line of Rust declares: of items, and of fields where a type follows.
fn declared(line: &str) -> Vec<&str> {
    const ITEMS: [&str; 8] = ["fn", "struct", "enum", "trait", "const", "static", "mod", "type"];
    let code = line.split("//").next().unwrap_or_default().trim();
    let is_name = |word: &&str| !word.is_empty();
    let words: Vec<&str> =
        code.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(is_name).collect();
    let items = words.windows(2).filter(|pair| ITEMS.contains(&pair[0])).map(|pair| pair[1]);
    let mut names: Vec<&str> = items.collect();
    let field =
        code.split_once(": ").map(|(name, _)| name.rsplit([' ', ')']).next().unwrap_or(name));
    let is_field = |name: &&str| name.chars().all(|c| c.is_alphanumeric() || c == '_');
    names.extend(field.filter(is_field));
    names.dedup();
    names
}

/// Old words in the names that a text declares: line, name and term.
fn old_names(text: &str) -> Vec<(usize, &str, &'static str)> {
    let mut all = Vec::new();
    for (number, line) in text.lines().enumerate() {
        for name in declared(line) {
            let parts = parts(name);
            let old = OLD.iter().filter(|(old, _)| parts.iter().any(|part| part == old));
            all.extend(old.map(|(_, term)| (number + 1, name, *term)));
        }
    }
    all
}

/// The doc comments of a text, each line in its place, without code.
fn comments(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    for line in text.lines().map(str::trim) {
        let comment = line.strip_prefix("///").or(line.strip_prefix("//!")).unwrap_or_default();
        kept.extend(comment.split('`').step_by(2));
        kept.push('\n');
    }
    kept
}

#[test]
fn names_have_no_old_word() {
    let mut wrong = Vec::new();
    for file in files(NAMED, &["rs"]) {
        for (line, name, term) in old_names(&file.text) {
            wrong.push(format!("{}:{line}: `{name}`: {term}", file.path.display()));
        }
    }
    assert!(wrong.is_empty(), "old words in names:\n{}", wrong.join("\n"));
}

#[test]
fn doc_comments_have_no_old_word() {
    let mut wrong = Vec::new();
    for file in files(&["src", "crates"], &["rs"]) {
        for (line, old, term) in found(&comments(&file.text)) {
            wrong.push(format!("{}:{line}: `{old}` is {term}", file.path.display()));
        }
    }
    assert!(wrong.is_empty(), "old words in doc comments:\n{}", wrong.join("\n"));
}

#[test]
fn old_names_are_caught() {
    let text = "pub(super) fn exerted(&self) {}\n    pub(in crate::dynamics) slack: f64,\n\
                struct WideStorm;\nconst MOST_LOOKS: usize = 1; // fn climb\n\
                fn exertion(slackness: f64) {}\n";
    let found: Vec<_> = old_names(text).into_iter().map(|(line, name, _)| (line, name)).collect();
    assert_eq!(found, [(1, "exerted"), (2, "slack"), (3, "WideStorm"), (4, "MOST_LOOKS")]);
    assert_eq!(comments("/// Is `told` this.\nfn f() {} // told\n"), " Is  this.\n\n");
}
