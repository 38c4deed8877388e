//! Each layer imports only what stands below it.
//!
//! Every path of a file is resolved (`crate::…`, chains of `super`, groups, inline modules, macros) to
//! the layer it names, and looked up in one table.

use std::iter::Peekable;
use std::path::Path;

use proc_macro2::{Delimiter, TokenStream, TokenTree, token_stream};

use crate::files::{SOURCES, files};

/// A layer and the layers it may import.
const LAYERS: &[(&str, &[&str])] = &[
    ("projections", &[]),
    ("algebra", &[]),
    ("laws", &["algebra"]),
    ("gauss", &[]),
    ("skyline", &[]),
    ("network", &["laws", "algebra", "skyline"]),
    ("dynamics", &["network", "laws", "algebra", "gauss", "skyline", "projections"]),
    ("ready", &["network"]),
    ("unit", &["dynamics", "network", "laws", "ready"]),
    ("study", &["unit", "network", "laws"]),
    ("signals", &["unit", "algebra"]),
    ("drawing", &["network"]),
    ("export", &["drawing", "unit", "network"]),
    ("fmi", &["unit"]),
    ("fmi2", &["fmi", "unit", "projections"]),
    ("fmi3", &["fmi", "unit"]),
    ("error", &["export", "study", "signals", "unit", "dynamics", "network"]),
    ("cli", &[]),
];

/// Modules from the root of the crate; the root itself is empty.
pub type Module = Vec<String>;

/// Layers that are crates of their own: what is `crate` to them is a module of the library. Other crates have several layers,
/// which stand in the library as they stand there.
const CRATES: &[&str] = &["gauss"];

/// The module of a source file, e.g. `crates/gauss/src/kernel.rs` → `gauss, kernel`.
pub fn module_of(path: &Path) -> Module {
    let path = path.with_extension("");
    let parts: Module = path.iter().map(|part| part.to_string_lossy().into()).collect();
    let mut module = match &parts[..] {
        [folder, name, _, rest @ ..] if folder == "crates" => {
            let layer = if CRATES.contains(&&name[..]) { &parts[1..2] } else { &[] };
            [layer, rest].concat()
        }
        [folder, _, rest @ ..] if folder == "program" => rest.to_vec(),
        [_, rest @ ..] => rest.to_vec(),
        [] => Module::new(),
    };
    if module.last().is_some_and(|last| ["mod", "lib", "main"].contains(&last.as_str())) {
        module.pop();
    }
    module
}

/// Whether a module is one that paths may begin with.
type Begins<'b> = &'b dyn Fn(&Module) -> bool;

/// What the paths in `text` reach, as modules from the root; of those that begin with a module below, only where it
/// `begins` one.
pub fn paths(text: &str, module: &Module, begins: Begins) -> Vec<Module> {
    let tokens: TokenStream = text.parse().expect("Rust source");
    let mut found = Vec::new();
    scan(tokens, module, begins, &mut found);
    found
}

type Tokens = Peekable<token_stream::IntoIter>;

fn scan(tokens: TokenStream, module: &Module, begins: Begins, found: &mut Vec<Module>) {
    let mut tokens = tokens.into_iter().peekable();
    let mut opened: Option<String> = None;
    let mut after_mod = false;
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Group(group) => {
                let mut inside = module.clone();
                inside.extend(opened.take());
                scan(group.stream(), &inside, begins, found);
            }
            TokenTree::Ident(word) => {
                let word = word.to_string();
                opened = after_mod.then(|| word.clone());
                after_mod = word == "mod";
                if let Some(base) = step(&word, module, begins)
                    && double_colon(&mut tokens)
                {
                    tail(&mut tokens, base, found);
                }
            }
            TokenTree::Punct(_) | TokenTree::Literal(_) => opened = None,
        }
    }
}

/// The root of the crate that a module is in.
fn root_of(module: &Module) -> Module {
    module.first().filter(|layer| CRATES.contains(&&layer[..])).cloned().into_iter().collect()
}

/// Where a path that begins with `word` starts, if it is one within the crate.
fn step(word: &str, module: &Module, begins: Begins) -> Option<Module> {
    match word {
        "crate" => Some(root_of(module)),
        "self" => Some(module.clone()),
        "super" => Some(module[..module.len().saturating_sub(1)].to_vec()),
        name => Some([&module[..], &[name.to_owned()]].concat()).filter(begins),
    }
}

/// Takes `::` if it comes next.
fn double_colon(tokens: &mut Tokens) -> bool {
    let mut ahead = tokens.clone();
    let colon =
        |token: Option<TokenTree>| matches!(token, Some(TokenTree::Punct(p)) if p.as_char() == ':');
    let found = colon(ahead.next()) && colon(ahead.next());
    if found {
        *tokens = ahead;
    }
    found
}

/// The rest of a path after `base::`.
fn tail(tokens: &mut Tokens, base: Module, found: &mut Vec<Module>) {
    match tokens.next() {
        Some(TokenTree::Ident(word)) => {
            let word = word.to_string();
            let reached = match word.as_str() {
                "self" => base,
                "super" => base[..base.len().saturating_sub(1)].to_vec(),
                name => [base, vec![name.to_owned()]].concat(),
            };
            if double_colon(tokens) { tail(tokens, reached, found) } else { found.push(reached) }
        }
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
            let mut inside = group.stream().into_iter().peekable();
            while inside.peek().is_some() {
                tail(&mut inside, base.clone(), found);
                inside.by_ref().find(|t| matches!(t, TokenTree::Punct(p) if p.as_char() == ','));
            }
        }
        // A glob, or the `<` of generic arguments: the module named so far.
        _ => found.push(base),
    }
}

/// True if the layer of a module may import that of another one.
pub fn reaches(module: &Module, other: &Module) -> bool {
    let (Some(layer), Some(other)) = (module.first(), other.first()) else { return false };
    let allows = |(name, allowed): &(&str, &[&str])| name == layer && allowed.contains(&&other[..]);
    layer == other || LAYERS.iter().any(allows)
}

/// The imports of a file that its layer may not have, as text.
fn breaches(path: &Path, text: &str) -> Vec<String> {
    let module = module_of(path);
    let Some(layer) = module.first() else {
        return Vec::new();
    };
    if LAYERS.iter().all(|(name, _)| name != layer) {
        return vec![format!("{}: `{layer}` is no layer of the table", path.display())];
    }
    let allows = |reached: &Module| reaches(&module, reached);
    let told = |reached: Module| format!("{}: crate::{}", path.display(), reached.join("::"));
    let reached = paths(text, &module, &|_| false).into_iter().filter(|reached| !allows(reached));
    reached.map(told).collect()
}

#[test]
fn layers_import_only_what_stands_below_them() {
    let sources = files(SOURCES, &["rs"]);
    assert!(sources.len() > 20, "only {} source files found", sources.len());
    let found: Vec<String> =
        sources.iter().flat_map(|file| breaches(&file.path, &file.text)).collect();
    assert!(found.is_empty(), "imports against the layers:\n{}", found.join("\n"));
}

#[test]
fn layers_stand_in_an_order() {
    for (index, (layer, allowed)) in LAYERS.iter().enumerate() {
        for import in *allowed {
            let below = LAYERS[..index].iter().any(|(name, _)| name == import);
            assert!(below, "{layer} may import {import}, which is not below it");
        }
    }
}

#[test]
fn imports_against_the_layers_are_caught() {
    let bad = [
        (
            "crates/model/src/laws/coulomb.rs",
            "use crate::network::Network;",
            "crate::network::Network",
        ),
        (
            "crates/model/src/laws/coulomb.rs",
            "use super::super::dynamics::Simulator;",
            "crate::dynamics::Simulator",
        ),
        (
            "crates/model/src/network/mod.rs",
            "use crate::{laws, unit::{self, Unit}};",
            "crate::unit",
        ),
        (
            "crates/model/src/network/mod.rs",
            "use crate::{laws, unit::{self, Unit}};",
            "crate::unit::Unit",
        ),
        (
            "src/dynamics/expansion.rs",
            "mod tests { use super::super::super::unit::X; }",
            "crate::unit::X",
        ),
        (
            "src/dynamics/expansion.rs",
            "fn f() { g!(crate::fmi2::abi::h()) }",
            "crate::fmi2::abi::h",
        ),
        ("crates/model/src/network/read.rs", "use crate::*;", "crate::"),
        ("src/export/xml.rs", "type F = crate::dynamics::Fault;", "crate::dynamics::Fault"),
        ("crates/model/src/projections.rs", "use self::super::laws;", "crate::laws"),
        ("src/newcomer/mod.rs", "", "`newcomer` is no layer of the table"),
    ];
    for (path, text, expected) in bad {
        let found = breaches(Path::new(path), text);
        assert!(found.iter().any(|told| told.ends_with(expected)), "{path}: {text}: {found:?}");
    }
}

#[test]
fn imports_along_the_layers_pass() {
    let good = [
        ("crates/model/src/laws/coulomb.rs", "use super::Law; use crate::algebra::parse;"),
        ("crates/model/src/laws/coulomb.rs", "mod tests { use super::super::Law; use super::*; }"),
        ("crates/gauss/src/cuts/mod.rs", "use crate::Confine; use super::tree::slope::Range;"),
        (
            "crates/model/src/laws/mod.rs",
            "// use crate::unit::Unit;\nconst TEXT: &str = \"crate::unit\";",
        ),
        ("src/unit/mod.rs", "pub(crate) use crate::{dynamics::Event, network};"),
        ("src/lib.rs", "pub use crate::unit::Unit;"),
    ];
    for (path, text) in good {
        assert_eq!(breaches(Path::new(path), text), Vec::<String>::new(), "{path}: {text}");
    }
}
