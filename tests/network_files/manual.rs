//! docs/network-format.md names every key, its examples are right, and the messages it shows are said.

use luztar::laws::LawKind;
use luztar::network::{ElementForm, keys, read};
use luztar::unit::{Model, Simulation};

const MANUAL: &str = include_str!("../../docs/network-format.md");
/// Where the laws are explained.
const LAWS: &str = include_str!("../../docs/friction-laws.md");
/// Where all are listed, made from what they say of themselves.
const LIST: &str = include_str!("../../docs/keys.md");

/// Where the declared kinds of elements are explained, made from what they say of themselves; read as it is now, which a
/// run that renews it may have changed.
fn elements() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/elements.md");
    std::fs::read_to_string(path).expect("part of the source tree")
}

/// Whether a file declares elements of this name.
fn is_declared(name: &str) -> bool {
    ElementForm::names().any(|known| known == name)
}

/// Fenced blocks in their order: what stands behind the opening fence, and the content.
fn blocks() -> Vec<(&'static str, &'static str)> {
    blocks_of(MANUAL)
}

fn blocks_of(page: &'static str) -> Vec<(&'static str, &'static str)> {
    let fenced = page.split("```").skip(1).step_by(2);
    fenced.map(|block| block.split_once('\n').expect("an opening fence")).collect()
}

/// The part of the manual under the heading that has `word`, up to the next heading.
fn chapter(word: &str) -> &'static str {
    let chapters = MANUAL.split("\n## ");
    let mut found = chapters.filter(|chapter| chapter.lines().next().unwrap_or("").contains(word));
    found.next().unwrap_or_else(|| panic!("no heading with {word}"))
}

#[test]
fn every_key_is_explained_where_it_belongs() {
    let elements = elements();
    for (table, keys) in keys::tables() {
        let own = match table {
            declared if is_declared(declared) => elements.as_str(),
            "file" => MANUAL,
            "model" | "experiment" | "equation" => chapter("model"),
            "option" => chapter("options"),
            "body" | "excitation" | "port" | "applied" => chapter("Bodies"),
            "inertia" => chapter("Coupled inertia"),
            "contact" => chapter("Contacts"),
            "coupling" => chapter("Couplings"),
            "law" => LAWS,
            "spring" | "damper" | "force" | "potential" => chapter("Springs"),
            "number" => chapter("Numbers"),
            "input" => chapter("Inputs"),
            other => panic!("which chapter explains {other}?"),
        };
        let joins = matches!(table, "contact" | "coupling" | "spring" | "damper" | "force");
        let shared = if joins || is_declared(table) { chapter("Ends") } else { "" };
        for key in keys.into_iter().filter(|key| table != "file" || !is_declared(key)) {
            let named = [format!("`{key}`"), format!("`[{key}")];
            let explained = named.iter().any(|named| own.contains(named) || shared.contains(named));
            assert!(explained, "`{key}` of {table} is not explained");
        }
    }
}

#[test]
fn every_reserved_name_is_refused_and_the_rule_is_told() {
    assert!(MANUAL.contains("Reserved are `ground`"));
    for name in keys::RESERVED {
        let text = format!("[model]\nname = \"X\"\n[body.{name}]\nmass = 1.0\n");
        let said = read(&text, "x.toml").expect_err(name).to_string();
        assert_eq!(
            said,
            format!("x.toml:3:7: body.{name}: `{name}` is reserved; give the body another name")
        );
    }
}

#[test]
fn examples_form_a_file_that_is_right() {
    let right =
        blocks().into_iter().filter(|(fence, text)| *fence == "toml" && !text.starts_with('#'));
    let text: String = right.map(|(_, text)| format!("{text}\n")).collect();
    let network = read(&text, "manual.toml").unwrap_or_else(|wrong| panic!("{wrong}"));
    assert_eq!((network.bodies.len(), network.contacts.len()), (31, 16));
    let mut instance = Simulation::new(Model::new(network, text.clone()));
    instance.enter_initialization().and_then(|()| instance.exit_initialization()).expect("starts");
    instance.step(0.0, 0.1).expect("moves");
    for (table, keys) in keys::tables().into_iter().filter(|(table, _)| *table != "law") {
        for key in keys.into_iter().filter(|key| !is_declared(table) && !is_declared(key)) {
            let shown = text.contains(&format!("{key} =")) || text.contains(&format!("[{key}"));
            assert!(
                shown || key == "acceleration" || key == "angularAcceleration",
                "{key} of {table}"
            );
        }
    }
}

#[test]
fn laws_are_explained_one_by_one_and_their_examples_run() {
    let mut chapters = 0;
    for kind in &LawKind::all() {
        let heading = format!("\n## {}\n", kind.name());
        // One without a chapter is told by the list alone.
        let Some((_, behind)) = LAWS.split_once(&heading) else {
            let listed = |part: &str| {
                LIST.lines().any(|line| line.split("  ").any(|cell| cell.trim() == part))
            };
            assert!(listed(kind.name()) && LIST.contains(kind.formula()), "{}", kind.name());
            continue;
        };
        chapters += 1;
        let own = behind.split("\n## ").next().unwrap_or(behind);
        assert!(own.contains(&format!("law = \"{}\"", kind.name())), "{heading}");
        for parameter in kind.parameters().iter().filter(|parameter| parameter.name != "viscous") {
            for key in [&parameter.name, &parameter.loaded_name] {
                let told = own.contains(&format!("`{key}`")) || parameter.name == "secondVelocity";
                assert!(told, "{key} of {}", kind.name());
            }
        }
    }
    assert_eq!(chapters, 20);
    let text: String = blocks_of(LAWS).iter().map(|(_, text)| format!("{text}\n")).collect();
    let network = read(&text, "laws.toml").unwrap_or_else(|wrong| panic!("{wrong}"));
    assert_eq!(network.contacts.len(), 28);
    let mut instance = Simulation::new(Model::new(network, text));
    instance.enter_initialization().and_then(|()| instance.exit_initialization()).expect("starts");
    instance.step(0.0, 0.1).expect("moves");
}

#[test]
fn messages_are_those_that_are_said() {
    let blocks = blocks();
    let wrong = blocks.iter().position(|(_, text)| text.starts_with("# ")).expect("a wrong file");
    let (_, text) = blocks[wrong];
    let name = text.lines().next().expect("its name").trim_start_matches("# ");
    let said = read(text, name).expect_err("wrong").to_string();
    assert_eq!(said, blocks[wrong + 1].1.trim_end());
}
