//! docs/network-format.md names every key, its examples are right, and the messages it shows are said.

use luztar::network::{keys, read};
use luztar::unit::{Instance, Unit};

const MANUAL: &str = include_str!("../../docs/network-format.md");

/// Fenced blocks in their order: what stands behind the opening fence, and the content.
fn blocks() -> Vec<(&'static str, &'static str)> {
    let fenced = MANUAL.split("```").skip(1).step_by(2);
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
    for (table, keys) in keys::tables() {
        let own = match table {
            "file" => MANUAL,
            "unit" | "experiment" | "equation" => chapter("unit"),
            "option" => chapter("options"),
            "body" | "source" => chapter("Bodies"),
            "contact" => chapter("Contacts"),
            "spring" | "damper" => chapter("Springs"),
            "number" => chapter("Numbers"),
            "input" => chapter("Inputs"),
            other => panic!("which chapter explains {other}?"),
        };
        let shared =
            if matches!(table, "contact" | "spring" | "damper") { chapter("Ends") } else { "" };
        for key in keys {
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
        let text = format!("[unit]\nname = \"X\"\n[body.{name}]\nmass = 1.0\n");
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
    assert_eq!((network.bodies.len(), network.contacts.len()), (17, 11));
    let mut instance = Instance::new(Unit::new(network, text.clone()));
    instance.enter_initialization().and_then(|()| instance.exit_initialization()).expect("starts");
    instance.step(0.0, 0.1).expect("moves");
    for (table, keys) in keys::tables() {
        for key in keys {
            let shown = text.contains(&format!("{key} =")) || text.contains(&format!("[{key}"));
            assert!(
                shown || key == "acceleration" || key == "angularAcceleration",
                "{key} of {table}"
            );
        }
    }
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
