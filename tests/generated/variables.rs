//! docs/variable-list.md: every kind of variable that units have, as the table of variables says it; found in the ready-made
//! units, in the examples, in the networks of the tests, one of which has every key, and in those that show the declared elements.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use luztar::laws::LawKind;
use luztar::network::{ElementForm, End, ForceKind, Meaning};
use luztar::unit::{Causality, Model, Variable, catalogue};

use crate::blessing::{COMMAND, up_to_date};
use crate::shown;

const HEAD: &str = "\
# List of variables\n\
The variables of the model library, of the examples and of networks of the tests, one of which has every key.\n\
They are `element.quantity` for elements, and those of a model as a whole.\n\
In their descriptions NAME is the element, A and B are the bodies at its ends, and C is another element.\n\
[Variables](variables.md) explains them together; the parameters of all friction laws are [with the laws](keys.md#laws).\n\
Names that a file chooses for its own formulas and laws are not listed.\n\
The unit – is that of a pure number.\n";

/// Chapters of the page, by causality; constants are parameters that a file calls `constant`.
const CHAPTERS: [(&str, Causality); 4] = [
    ("Parameters", Causality::Parameter),
    ("Inputs", Causality::Input),
    ("Outputs", Causality::Output),
    ("Local variables", Causality::Local),
];

/// What the rows of one quantity have in common.
#[derive(Default)]
struct Quantity {
    units: BTreeSet<&'static str>,
    kinds: BTreeSet<&'static str>,
    variability: BTreeSet<&'static str>,
    descriptions: BTreeSet<String>,
}

/// A file without the descriptions that it gives variables itself.
fn undescribed(text: &str) -> String {
    const KEY: &str = ", description = \"";
    let mut parts = text.split(KEY);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once('"').map_or("", |(_, rest)| rest))
}

/// The units of which the variables are listed.
fn units() -> Vec<Arc<Model>> {
    let ready = catalogue::names().map(|name| {
        let source = undescribed(catalogue::unit(name).expect("named by the catalogue").source());
        Model::read(&source, name).expect("a good file")
    });
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = ["examples/networks", "tests/networks", "tests/python/networks"];
    let files = folders.into_iter().flat_map(|folder| {
        let files = fs::read_dir(root.join(folder)).expect("part of the source tree");
        files.map(|file| file.expect("readable directory").path())
    });
    let files = files.filter(|path| path.extension().is_some_and(|extension| extension == "toml"));
    let read = files.map(|path| {
        let text = undescribed(&fs::read_to_string(&path).expect("readable"));
        let folder = path.parent().expect("in a folder");
        Model::read_in(&text, &path.display().to_string(), folder).expect("a good file")
    });
    let declared = ElementForm::all();
    let declared = declared.iter().flat_map(|form| [shown::example(form), shown::turned(form)]);
    let declared = declared.map(|text| Model::read(&text, "shown.toml").expect("a good file"));
    ready.chain(read).chain(declared).collect()
}

/// What kind of element a name stands for.
fn kind_of(unit: &Model, element: &str) -> &'static str {
    let network = unit.network();
    let named = |names: &[&str]| names.contains(&element);
    let bodies: Vec<&str> = network.bodies.iter().map(|body| body.name.as_str()).collect();
    let contacts = |rigid: bool| -> Vec<&str> {
        let those = network.contacts.iter().filter(|one| one.law.kind.is_rigid() == rigid);
        those.map(|one| one.name.as_str()).collect()
    };
    let dampers: Vec<&str> = network.dampers.iter().map(|one| one.name.as_str()).collect();
    match () {
        () if named(&bodies) => "body",
        () if named(&contacts(false)) => "contact",
        () if named(&contacts(true)) => "coupling",
        () if named(&dampers) => "damper",
        () => match network.inertias.iter().find(|one| one.name == element) {
            Some(block) if block.inputs().is_empty() => "inertia",
            Some(_) => "port",
            None => of_force(unit, element),
        },
    }
}

fn of_force(unit: &Model, element: &str) -> &'static str {
    let network = unit.network();
    let force = network.forces.iter().find(|one| one.name == element && one.acts());
    match force.map(|one| (one.form.as_ref(), one.kind)) {
        Some((Some(form), _)) => form.name,
        Some((None, ForceKind::Load)) => "force",
        Some((None, ForceKind::Potential)) => "potential",
        _ => "spring",
    }
}

/// Whether a variable is a number or an input that the file itself names, for a formula or a law of its own.
fn is_own(unit: &Model, row: &Variable) -> bool {
    let network = unit.network();
    let by_formula = network.forces.iter().filter(|one| one.form.is_none());
    let of_forces = by_formula.flat_map(|one| &one.names);
    let mut named = of_forces.flat_map(|(_, meaning)| match meaning {
        Meaning::Parameter(id) => vec![network.parameters[id.0].name.as_str()],
        Meaning::List(ids) => ids.iter().map(|id| network.parameters[id.0].name.as_str()).collect(),
        Meaning::Input(id) => vec![network.inputs[id.0].name.as_str()],
        _ => Vec::new(),
    });
    let own_law = |name: &str| LawKind::names().all(|built_in| built_in != name);
    let by_law = network.contacts.iter().filter(|one| own_law(one.law.kind.name()));
    let mut by_law = by_law.flat_map(|one| &one.law_numbers);
    named.any(|name| name == row.name) || by_law.any(|number| network.name_of(*number) == row.name)
}

/// Names of the ends of an element, in their order.
fn ends<'u>(unit: &'u Model, element: &str) -> Vec<&'u str> {
    let network = unit.network();
    let contacts = network.contacts.iter().map(|one| (&one.name, [one.i, one.j]));
    let springs = network.springs.iter().map(|one| (&one.name, [one.i, one.j]));
    let dampers = network.dampers.iter().map(|one| (&one.name, [one.i, one.j]));
    let forces = network.forces.iter().flat_map(|force| {
        force.actions.iter().take(1).map(|action| (&force.name, [action.i, action.j]))
    });
    let all = contacts.chain(springs).chain(dampers).chain(forces);
    let found = all.into_iter().find(|(name, _)| *name == element);
    let name = |end: End| end.body.map_or("ground", |body| network.bodies[body].name.as_str());
    found.map_or_else(Vec::new, |(_, ends)| ends.map(name).to_vec())
}

/// A description with NAME, A, B and C in the place of names.
fn general(unit: &Model, element: &str, text: &str) -> String {
    let network = unit.network();
    let ends = ends(unit, element);
    let bodies = network.bodies.iter().map(|one| one.name.as_str());
    let springs = network.springs.iter().map(|one| one.name.as_str());
    let others: BTreeSet<&str> = bodies.chain(springs).collect();
    let replaced = |word: &str| match word {
        word if word == element => "NAME".to_owned(),
        word if ends.first() == Some(&word) => "A".to_owned(),
        word if ends.get(1) == Some(&word) => "B".to_owned(),
        word if others.contains(word) => "C".to_owned(),
        word => word.to_owned(),
    };
    let is_other = |c: char| !(c.is_alphanumeric() || c == '_');
    let parts = text.split_inclusive(is_other);
    let parts = parts.map(|part| part.split_at(part.trim_end_matches(is_other).len()));
    let mut behind_the = false;
    let mut shown = String::new();
    for (word, rest) in parts {
        // No name stands behind "the".
        shown += &if behind_the { word.to_owned() } else { replaced(word) };
        shown += rest;
        behind_the = word == "the";
    }
    shown
}

fn note(unit: &Model, row: &Variable, found: &mut BTreeMap<(&'static str, String), Quantity>) {
    let (kind, quantity) = match row.name.rsplit_once('.') {
        Some((element, quantity)) => (kind_of(unit, element), quantity),
        None => ("model", row.name.as_str()),
    };
    let entry = found.entry((kind, quantity.to_owned())).or_default();
    entry.units.insert(row.unit.symbol().unwrap_or("\u{2013}"));
    entry.kinds.insert(row.kind.name());
    entry.variability.insert(row.variability.name());
    let general = match row.name.rsplit_once('.') {
        Some((element, _)) => general(unit, element, &row.description),
        None => row.description.clone(),
    };
    entry.descriptions.insert(general);
}

fn listed(words: &BTreeSet<&'static str>) -> String {
    words.iter().copied().collect::<Vec<_>>().join(", ")
}

#[test]
fn list_of_variables_is_up_to_date() {
    let units = units();
    let mut page = HEAD.to_owned();
    for (title, causality) in CHAPTERS {
        let mut found = BTreeMap::new();
        for unit in &units {
            let rows = unit.variables().iter().filter(|row| row.causality == causality);
            rows.filter(|row| !is_own(unit, row)).for_each(|row| note(unit, row, &mut found));
        }
        assert!(!found.is_empty(), "{title}");
        write!(page, "\n## {title}\n| of | variable | unit | type | changes | meaning |\n|---|---|---|---|---|---|\n")
            .expect("a string");
        for ((kind, quantity), about) in &found {
            let meaning = about.descriptions.iter().map(|text| text.replace('|', "\\|"));
            let meaning: Vec<String> = meaning.collect();
            writeln!(
                page,
                "| {kind} | `{quantity}` | {} | {} | {} | {} |",
                listed(&about.units),
                listed(&about.kinds),
                listed(&about.variability),
                meaning.join("; "),
            )
            .expect("a string");
        }
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/variable-list.md");
    assert!(up_to_date(&path, &page), "docs/variable-list.md is out of date; run: {COMMAND}");
}
