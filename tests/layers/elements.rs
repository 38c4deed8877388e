//! The behaviour of each kind of law and contact stands in `src/dynamics/elements`; the rest of the motion asks what
//! there is to do and knows neither. Of laws it imports nothing but what slip and states are counted by, it names no
//! behaviour and no law, and never asks a law of which kind it is.

use std::collections::BTreeSet;
use std::path::Path;

use proc_macro2::{TokenStream, TokenTree};

use crate::files::{File, files};
use crate::imports::{module_of, paths};

/// What the rest of the motion may import of laws: the sense of a slip, and how many states a contact has room for.
const OF_LAWS: &[&str] = &["Direction", "MOST_STATES"];

/// Words that tell of a behaviour of contacts, as parts of names, beside the names of behaviours.
const BEHAVIOURS: &[&str] = &["bristles", "karnopp", "roll", "rolls", "tyre", "tyres", "windowed"];

/// The list of behaviours.
const LIST: &str = include_str!("../../src/dynamics/elements/contact/behaviours.rs");

/// Who may say such a word, or have a name that a law has too, and what it means there.
const OTHERWISE: &[(&str, &str, &str)] = &[
    (
        "src/dynamics/events/zeno_guard.rs",
        "window",
        "a time, within which transitions are one storm",
    ),
    ("src/dynamics/state.rs", "window", "that time, as the fault tells it"),
    ("src/dynamics/methods/collocation", "table", "the numbers of a method"),
    (
        "src/dynamics/methods/taylor/convergence.rs",
        "exponential",
        "the function, of which a test takes the series",
    ),
    ("src/dynamics/methods/stiff/samples.rs", "table", "values at the nodes of a step"),
];

/// Names of the built-in laws.
fn laws() -> BTreeSet<String> {
    let forms = files(&["crates/model/src/laws/forms"], &["toml"]);
    let stem = |file: &File| file.path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    forms.iter().filter_map(stem).collect()
}

/// All words that tell of a behaviour: those of the list of behaviours, and others.
fn behaviours() -> BTreeSet<String> {
    let (_, list) = LIST.split_once("= &[").expect("a list of behaviours");
    let (list, _) = list.split_once("];").expect("its end");
    let named = list.split(',').map(|name| name.trim().trim_start_matches('&').to_lowercase());
    named.chain(BEHAVIOURS.iter().map(|word| (*word).to_owned())).collect()
}

/// The parts of a name, in small letters: `is_windowed`, `IsWindowed` and `IS_WINDOWED` have two.
pub fn parts(name: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut before = '_';
    for letter in name.chars() {
        if letter == '_' || letter.is_uppercase() && before.is_lowercase() {
            parts.push(String::new());
        }
        if letter != '_'
            && let Some(last) = parts.last_mut()
        {
            last.extend(letter.to_lowercase());
        }
        before = letter;
    }
    parts
}

/// All names in some code, and `law.kind` for each law that is asked of which kind it is.
fn names(tokens: TokenStream, found: &mut BTreeSet<String>) {
    let mut before = [String::new(), String::new()];
    for token in tokens {
        let told = match &token {
            TokenTree::Ident(word) => word.to_string(),
            TokenTree::Punct(mark) => mark.to_string(),
            TokenTree::Group(_) | TokenTree::Literal(_) => String::new(),
        };
        if let [law, dot] = &before
            && (law.as_str(), dot.as_str(), told.as_str()) == ("law", ".", "kind")
        {
            found.insert("law.kind".to_owned());
        }
        match token {
            TokenTree::Group(group) => names(group.stream(), found),
            TokenTree::Ident(word) => {
                found.insert(word.to_string());
            }
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
        let [_, last] = before;
        before = [last, told];
    }
}

/// What a file of the motion says that only elements may.
fn told(path: &Path, text: &str, laws: &BTreeSet<String>) -> Vec<String> {
    let behaviours = behaviours();
    let imported = paths(text, &module_of(path), &|_| false).into_iter();
    let of_laws = imported.filter(|reached| reached.first().is_some_and(|name| name == "laws"));
    let mut found: Vec<String> = of_laws
        .filter(|reached| reached.last().is_none_or(|name| !OF_LAWS.contains(&name.as_str())))
        .map(|reached| reached.join("::"))
        .collect();
    let mut all = BTreeSet::new();
    names(text.parse().expect("Rust source"), &mut all);
    let otherwise = |word: &str| {
        OTHERWISE.iter().any(|(file, known, _)| path.starts_with(file) && *known == word)
    };
    for name in all {
        let mut parts = parts(&name).into_iter();
        let behaviour = parts.find(|part| behaviours.contains(part));
        let law = Some(name.clone()).filter(|name| laws.contains(name) || name == "law.kind");
        if behaviour.or(law).is_some_and(|word| !otherwise(&word)) {
            found.push(name);
        }
    }
    found
}

#[test]
fn the_rest_of_the_motion_knows_no_kind_of_law_or_contact() {
    let laws = laws();
    assert!(laws.contains("coulomb"), "{laws:?}");
    assert!(behaviours().contains("window"), "{:?}", behaviours());
    let sources = files(&["src/dynamics"], &["rs"]);
    let (elements, rest): (Vec<File>, Vec<File>) =
        sources.into_iter().partition(|file| file.path.starts_with("src/dynamics/elements"));
    assert!(elements.len() > 20 && rest.len() > 50, "{} and {}", elements.len(), rest.len());
    let said = rest.iter().filter_map(|file| {
        let found = told(&file.path, &file.text, &laws);
        (!found.is_empty()).then(|| format!("{}: {}", file.path.display(), found.join(", ")))
    });
    let said: Vec<String> = said.collect();
    assert!(said.is_empty(), "said outside of elements:\n{}", said.join("\n"));
}

#[test]
fn what_is_said_otherwise_is_said() {
    let laws = laws();
    for (path, word, meaning) in OTHERWISE {
        let sources = files(&["src/dynamics"], &["rs"]);
        let mut of_path = sources.iter().filter(|file| file.path.starts_with(path));
        let says = |file: &File| {
            let mut all = BTreeSet::new();
            names(file.text.parse().expect("Rust source"), &mut all);
            all.iter().any(|name| name == word || parts(name).iter().any(|part| part == word))
        };
        assert!(of_path.any(says), "{path} no longer says {word} ({meaning})");
        assert!(behaviours().contains(*word) || laws.contains(*word), "{word}");
    }
}

#[test]
fn kinds_are_caught() {
    let laws = laws();
    let caught = [
        ("fn f(c: &C) { if c.is_tyre() {} }", "is_tyre"),
        ("use crate::laws::{Direction, Law};", "laws::Law"),
        ("use crate::laws;", "laws"),
        ("fn f(c: &C) -> bool { c.law.kind.argument() == A }", "law.kind"),
        ("fn f(c: &C) -> bool { c.law.kind().x() }", "law.kind"),
        ("enum Mode { Rolling }", "Rolling"),
        ("fn coulomb() {}", "coulomb"),
        ("const WINDOW: f64 = 1.0;", "WINDOW"),
    ];
    for (text, expected) in caught {
        let found = told(Path::new("src/dynamics/expansion.rs"), text, &laws);
        assert_eq!(found, [expected], "{text}");
    }
    let good = "use crate::laws::{Direction, MOST_STATES}; // a tyre\nfn f() { x.windows(2) }";
    assert!(told(Path::new("src/dynamics/expansion.rs"), good, &laws).is_empty());
}
