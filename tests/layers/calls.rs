//! Files call each other in no circle but those listed, and the inherent methods of a type stand with the type.
//!
//! A function that a file names counts for the file that defines it. A method call needs no import. It counts for the file whose `impl` block defines the method: on `self`, on a parameter and on a type that
//! is named, that of the type; on anything else only if one type that the layer reaches has such a method, and none of the
//! standard library. Traits do not count, and neither do tests.

use std::collections::{BTreeMap, BTreeSet};

use crate::circles::{Sources, definer, hands_on, sources};
use crate::files::{SOURCES, files};
use crate::imports::{Module, module_of, reaches};
use crate::methods::{Found, Method, Type, read};

/// Circles that there still are, a file a line, with an empty line between circles.
const ALLOWED_CIRCLES: &str = include_str!("allowed_circles.txt");

/// Types with inherent methods elsewhere, and in which files.
const ALLOWED_IMPLS: &str = include_str!("allowed_impls.txt");

/// Methods of the standard library that a type of the crate has too.
const STANDARD: &str = "abs add all any as_str borrow chars clear clone cmp contains copy count end entry extend fill filter find \
    first fold fract get get_mut insert into_iter is_empty is_finite iter iter_mut join last len lines map \
    max min mul next next_back next_up parse path peek position pop push push_str range read recip remove \
    repeat replace reserve resize rev round set sign signum skip sort split sqrt start step_by sub sum swap \
    take then to_owned to_string trim values with write zip";

type Graph = BTreeMap<String, BTreeSet<String>>;

fn is_standard(method: &str) -> bool {
    STANDARD.split(' ').any(|name| name == method)
}

/// The files whose functions a file names.
fn named<'s>(file: &'s Module, sources: &'s Sources) -> impl Iterator<Item = String> + 's {
    let paths = sources[file].paths.iter();
    let of_function = |path: &&Module| {
        let name = path.last().is_some_and(|name| name.starts_with(char::is_lowercase));
        name && !sources.contains_key(*path) && !hands_on(sources, file, path)
    };
    let definers = paths.filter(of_function).filter_map(|path| definer(sources, path));
    definers.filter(move |other| *other != file).map(|other| other.join("::"))
}

/// The files whose functions and methods each file calls.
fn called(read: &BTreeMap<Module, Found>, sources: &Sources) -> Graph {
    let mut by_name: BTreeMap<&str, Vec<(&Module, &Method)>> = BTreeMap::new();
    for (file, found) in read {
        for method in &found.methods {
            by_name.entry(&method.name).or_default().push((file, method));
        }
    }
    let edges = |(file, found): (&Module, &Found)| {
        let sees = |(home, method): &&(&Module, &Method)| {
            file.starts_with(home) || method.is_public && reaches(file, home)
        };
        let mut others: BTreeSet<String> = named(file, sources).collect();
        for call in &found.calls {
            let methods = by_name.get(&call.method[..]).into_iter().flatten().filter(sees);
            let types: BTreeSet<&Type> = methods.clone().map(|(_, method)| &method.of).collect();
            let only = types.len() == 1 && !is_standard(&call.method);
            let Some(of) = call.of.as_ref().or(types.first().copied().filter(|_| only)) else {
                continue;
            };
            let homes = methods.filter(|(home, method)| method.of == *of && *home != file);
            others.extend(homes.map(|(home, _)| home.join("::")));
        }
        (file.join("::"), others)
    };
    read.iter().map(edges).collect()
}

/// All files that one reaches.
fn reached(graph: &Graph, from: &str) -> BTreeSet<String> {
    let mut reached = BTreeSet::new();
    let mut left: Vec<&str> = vec![from];
    while let Some(file) = left.pop() {
        for other in graph.get(file).into_iter().flatten() {
            if reached.insert(other.clone()) {
                left.push(other);
            }
        }
    }
    reached
}

/// Sets of files of which each reaches all others.
fn circles(graph: &Graph) -> BTreeSet<BTreeSet<String>> {
    let reach: BTreeMap<&str, BTreeSet<String>> =
        graph.keys().map(|file| (&file[..], reached(graph, file))).collect();
    let circle = |file: &str| {
        let back = |other: &&String| reach.get(&other[..]).is_some_and(|back| back.contains(file));
        reach[file].iter().filter(back).cloned().collect::<BTreeSet<_>>()
    };
    graph.keys().map(|file| circle(file)).filter(|circle| circle.len() > 1).collect()
}

/// Types with inherent methods outside the file that defines them and its folder: `type: file`.
fn foreign(read: &BTreeMap<Module, Found>) -> BTreeSet<String> {
    let mut foreign = BTreeSet::new();
    for (file, found) in read {
        for Method { of: (home, name), .. } in &found.methods {
            if file.starts_with(home) {
                continue;
            }
            foreign.insert(format!("{}::{name}: {}", home.join("::"), file.join("::")));
        }
    }
    foreign
}

/// Entries that are found but not listed, and listed but not found, as text.
fn differences(found: &BTreeSet<String>, listed: &BTreeSet<String>) -> String {
    let new = found.difference(listed).map(|one| format!("new: {one}\n"));
    let gone = listed.difference(found).map(|one| format!("gone, take it from the list: {one}\n"));
    new.chain(gone).collect()
}

/// Texts of all sources but tests, by their modules.
fn texts(found: &[crate::files::File]) -> Vec<(Module, &str)> {
    let texts = found.iter().map(|file| (module_of(&file.path), file.text.as_str()));
    let is_tests = |module: &Module| module.last().is_some_and(|last| last == "tests");
    texts.filter(|(module, _)| !module.is_empty() && !is_tests(module)).collect()
}

#[test]
fn circles_of_calls_are_those_listed() {
    let files = files(SOURCES, &["rs"]);
    let texts = texts(&files);
    let sources = sources(&texts);
    let graph = called(&read(&texts, &sources), &sources);
    assert!(
        graph["dynamics::simulator"].contains("dynamics::simulator::advance"),
        "by a call on self"
    );
    assert!(
        graph["dynamics::simulator::deferred"].contains("dynamics::expansion::accelerations"),
        "of the only one"
    );
    let told = |circle: &BTreeSet<String>| {
        circle.iter().map(|file| format!("{file}\n")).collect::<String>()
    };
    let found: BTreeSet<String> = circles(&graph).iter().map(told).collect();
    let listed: BTreeSet<String> =
        ALLOWED_CIRCLES.split("\n\n").map(|circle| format!("{}\n", circle.trim())).collect();
    let files_of = |circles: &BTreeSet<String>| -> BTreeSet<String> {
        circles.iter().flat_map(|circle| circle.lines()).map(str::to_owned).collect()
    };
    let differ = differences(&files_of(&found), &files_of(&listed));
    assert!(
        differ.is_empty(),
        "files in circles of calls, tests/layers/allowed_circles.txt:\n{differ}"
    );
    let differ = differences(&found, &listed);
    assert!(differ.is_empty(), "circles of calls, tests/layers/allowed_circles.txt:\n{differ}");
}

#[test]
fn inherent_methods_stand_with_their_types_but_for_those_listed() {
    let files = files(SOURCES, &["rs"]);
    let texts = texts(&files);
    let found = foreign(&read(&texts, &sources(&texts)));
    let listed = ALLOWED_IMPLS.lines().map(str::to_owned).collect();
    let differ = differences(&found, &listed);
    assert!(
        differ.is_empty(),
        "methods elsewhere than their types, tests/layers/allowed_impls.txt:\n{differ}"
    );
}

/// Circles and foreign methods of some files.
fn found_in(texts: &[(&str, &str)]) -> (Vec<String>, Vec<String>) {
    let texts: Vec<_> =
        texts.iter().map(|(file, text)| (module_of(file.as_ref()), *text)).collect();
    let sources = sources(&texts);
    let read = read(&texts, &sources);
    let circles = circles(&called(&read, &sources));
    let told = circles.into_iter().map(|circle| circle.into_iter().collect::<Vec<_>>().join(" "));
    (told.collect(), foreign(&read).into_iter().collect())
}

#[test]
fn calls_are_found() {
    let parent = ("src/x/mod.rs", "mod a; mod b; pub struct X; pub struct Y;");
    let a = |text| ("src/x/a.rs", text);
    let b = ("src/x/b.rs", "use super::X; impl X { pub fn there(&self) { self.here() } }");
    let circle = vec!["x::a x::b".to_owned()];
    for text in [
        "use super::X; impl X { pub fn here(&self) { self.there() } }",
        "use super::X; impl X { pub fn here(&self) { X::there(self) } }",
        "use super::X; impl X { pub fn here(&self) { Self::there(self) } }",
        "use super::X; impl X { pub fn here(&self) { let y = f(); y.there() } }",
        "impl super::X { pub fn here(&self) { iter().map(Self::there) } }",
        "use super::{X, Y}; impl X { pub fn here(&self) { f(self) } } impl Y { fn there(&self) {} } \
         fn f<'a, T: Ord>(t: &T, mut x: &'a mut super::X) -> u8 { if true { x.there() } else { 0 } }",
    ] {
        assert_eq!(found_in(&[parent, a(text), b]), (circle.clone(), vec![]), "{text}");
    }
    for text in [
        // Of another type, in a test, of a trait, and of whichever type.
        "use super::Y; impl Y { fn there(&self) {} fn here(&self) { self.there() } }",
        "use super::X; impl X { fn here(&self) {} } #[cfg(test)] mod t { fn f() { X.there() } }",
        "use super::X; impl X { fn here(&self) {} } impl T for X { fn there(&self) {} }",
        "use super::{X, Y}; impl X { fn here(&self) { f().there() } } impl Y { fn there(&self) {} }",
        "use super::X; impl X { fn here(&self) { f(self.there) } }",
        "use super::{X, Y}; impl X { fn here(&self, y: Y, x: u8) { x; y.there() } }",
    ] {
        assert_eq!(found_in(&[parent, a(text), b]).0, Vec::<String>::new(), "{text}");
    }
}

#[test]
fn lists_may_only_shrink() {
    let set = |names: [&str; 2]| names.map(str::to_owned).into_iter().collect::<BTreeSet<_>>();
    assert_eq!(differences(&set(["a", "b"]), &set(["b", "a"])), "");
    let told = differences(&set(["a", "b"]), &set(["b", "c"]));
    assert_eq!(told, "new: a\ngone, take it from the list: c\n");
}

#[test]
fn methods_elsewhere_are_found() {
    let home = ("src/x/a.rs", "pub struct X<T>(T); impl<T> X<T> { fn f(&self) {} }");
    let below = ("src/x/a/more.rs", "use super::X; impl<T: Fn() -> u8> X<T> { fn g(&self) {} }");
    let beside = ("src/x/b.rs", "use super::a::X; impl X<u8> where u8: Copy { fn h(&self) {} }");
    let of_trait = ("src/x/c.rs", "use super::a::X; impl<T> Default for X<T> { fn i(&self) {} }");
    let found = found_in(&[home, below, beside, of_trait]).1;
    assert_eq!(found, ["x::a::X: x::b"]);
}
