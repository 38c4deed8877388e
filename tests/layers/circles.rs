//! The files of a layer import each other in no circle: each can be read after those that it imports.
//!
//! An import counts for the file that defines what it names, whichever files hand that on. A file that declares
//! a module, or hands on what a module of its own defines, does not import it by that.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{TokenStream, TokenTree};

use crate::files::{SOURCES, files};
use crate::imports::{Module, module_of, paths};

/// What a file says, by its module.
pub struct Source {
    /// Its words, in order.
    words: Vec<String>,
    /// What it names of the crate, as modules and items from the root.
    pub paths: Vec<Module>,
}

pub type Sources = BTreeMap<Module, Source>;

impl Source {
    pub fn defines(&self, name: &str) -> bool {
        const ITEMS: &[&str] = &["struct", "enum", "fn", "const", "static", "trait", "type"];
        self.words.windows(2).any(|pair| ITEMS.contains(&pair[0].as_str()) && pair[1] == name)
    }

    fn names_again(&self, name: &str) -> bool {
        self.words.iter().filter(|word| *word == name).count() > 1
    }
}

/// Source texts by their modules.
pub fn sources(texts: &[(Module, &str)]) -> Sources {
    let modules: BTreeSet<&Module> = texts.iter().map(|(module, _)| module).collect();
    let read = |(module, text): &(Module, &str)| {
        let mut words = Vec::new();
        take_words(text.parse().expect("Rust source"), &mut words);
        let paths = paths(text, module, &|below| modules.contains(below));
        (module.clone(), Source { words, paths })
    };
    texts.iter().map(read).collect()
}

fn take_words(tokens: TokenStream, words: &mut Vec<String>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => take_words(group.stream(), words),
            TokenTree::Ident(word) => words.push(word.to_string()),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

/// The file that defines what a path names; none for what is of no file.
pub fn definer<'s>(sources: &'s Sources, path: &[String]) -> Option<&'s Module> {
    let (file, source) =
        (1..=path.len()).rev().find_map(|end| sources.get_key_value(&path[..end]))?;
    let Some(name) = path.get(file.len()).filter(|name| !source.defines(name)) else {
        return Some(file);
    };
    let of_own = |path: &&Module| {
        path.starts_with(file)
            && path.get(..=file.len()).is_some_and(|own| sources.contains_key(own))
    };
    let mut handed = source.paths.iter().filter(of_own).filter(|own| match sources.get(*own) {
        // All of a module is handed on.
        Some(module) => module.defines(name),
        None => own.last() == Some(name),
    });
    handed.find_map(|own| definer(sources, own)).or(Some(file))
}

/// True if a file names a path below it to declare it, or to hand it on.
pub fn hands_on(sources: &Sources, file: &Module, path: &Module) -> bool {
    let own = path.len() > file.len() && path.starts_with(file);
    let again = || path.last().is_some_and(|name| sources[file].names_again(name));
    own && (sources.contains_key(path) || !again())
}

/// The files that each file imports.
fn imports(sources: &Sources) -> BTreeMap<String, BTreeSet<String>> {
    let of = |(file, source): (&Module, &Source)| {
        let named = source.paths.iter().filter(|path| !hands_on(sources, file, path));
        let files = named.filter_map(|path| definer(sources, path)).filter(|other| *other != file);
        (file.join("::"), files.map(|other| other.join("::")).collect())
    };
    sources.iter().map(of).collect()
}

/// A circle of imports, told as `a → b → a`.
fn circle(mut imports: BTreeMap<String, BTreeSet<String>>) -> Option<String> {
    // Files that import none of those left are in no circle.
    loop {
        let left: BTreeSet<String> = imports.keys().cloned().collect();
        imports.values_mut().for_each(|others| others.retain(|other| left.contains(other)));
        imports.retain(|_, others| !others.is_empty());
        if imports.len() == left.len() {
            break;
        }
    }
    let mut way = vec![imports.keys().next()?];
    loop {
        let next = imports[way[way.len() - 1]].first().expect("imports one of those left");
        let before = way.iter().position(|file| *file == next);
        way.push(next);
        if let Some(before) = before {
            let told: Vec<&str> = way[before..].iter().map(|file| file.as_str()).collect();
            return Some(told.join(" → "));
        }
    }
}

fn circle_of(texts: &[(&str, &str)]) -> Option<String> {
    let texts: Vec<_> =
        texts.iter().map(|(file, text)| (module_of(file.as_ref()), *text)).collect();
    circle(imports(&sources(&texts)))
}

#[test]
fn files_import_each_other_in_no_circle() {
    let found = files(SOURCES, &["rs"]);
    let texts = found.iter().map(|file| (module_of(&file.path), file.text.as_str()));
    let texts: Vec<_> = texts.filter(|(module, _)| !module.is_empty()).collect();
    assert!(texts.len() > 20, "only {} source files found", texts.len());
    let imports = imports(&sources(&texts));
    assert!(
        imports["dynamics::events::guards"].contains("dynamics::expansion"),
        "{:?}",
        imports["dynamics::events::guards"]
    );
    assert!(
        imports["dynamics::hybrid"].contains("dynamics::state"),
        "through `motion`, by `pub use`"
    );
    if let Some(circle) = circle(imports) {
        panic!("files import each other in a circle: {circle}");
    }
}

#[test]
fn circles_are_found() {
    let graph = |edges: &[(&str, &[&str])]| {
        let edges = edges.iter().map(|(file, others)| {
            (file.to_string(), others.iter().map(|other| other.to_string()).collect())
        });
        circle(edges.collect())
    };
    assert_eq!(graph(&[("a", &["b", "c"]), ("b", &["c"]), ("c", &[])]), None);
    assert_eq!(
        graph(&[("a", &["b"]), ("b", &["c", "e"]), ("c", &["d"]), ("d", &["b"]), ("e", &[])]),
        Some("b → c → d → b".to_owned())
    );
}

#[test]
fn imports_are_those_of_what_defines() {
    let parent = ("src/x/mod.rs", "mod a; mod b; pub use a::A; pub use b::*;");
    // Through what the parent hands on, by name and as a whole.
    let by_name = [parent, ("src/x/a.rs", "use super::B; pub struct A;")];
    let by_name = [by_name[0], by_name[1], ("src/x/b.rs", "use super::A; pub struct B;")];
    assert_eq!(circle_of(&by_name), Some("x::a → x::b → x::a".to_owned()));
    // A path in the code counts as well.
    let in_code = [parent, ("src/x/a.rs", "pub struct A; fn f() { crate::x::b::g() }")];
    let in_code = [in_code[0], in_code[1], ("src/x/b.rs", "use crate::x::a::A; pub fn g() {}")];
    assert_eq!(circle_of(&in_code), Some("x::a → x::b → x::a".to_owned()));
    // A parent that names what its module defines imports it.
    let named = [("src/x/mod.rs", "mod a; use a::A; pub struct X(A);")];
    let named = [named[0], ("src/x/a.rs", "use super::X; pub struct A; impl X {}")];
    assert_eq!(circle_of(&named), Some("x → x::a → x".to_owned()));
    // Handing on is no import, and neither is a declaration.
    let handed = [("src/x/mod.rs", "mod a; pub use a::A; pub struct X;")];
    let handed = [handed[0], ("src/x/a.rs", "use super::X; pub struct A; impl X {}")];
    assert_eq!(circle_of(&handed), None);
}
