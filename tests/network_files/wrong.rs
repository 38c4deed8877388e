//! Each file in tests/networks/wrong is refused with the message beside it.
//! `LUZTAR_BLESS=1 cargo test --test network_files` rewrites those messages. The list of built-in laws stands as `{laws}` there, so
//! that it is said here alone, and that of the declared elements as `{elements}`.

use std::fs;

use luztar::laws::LawKind;
use luztar::network::{ElementForm, decode, read};

use crate::folder::{files, named};

/// What stands for the list of built-in laws.
const LAWS: &str = "{laws}";

/// The names of the built-in laws as messages list them.
fn laws() -> String {
    let names: Vec<String> = LawKind::names().map(|name| format!("\"{name}\"")).collect();
    names.join(", ")
}

/// What stands for the last kinds of tables of a file.
const ELEMENTS: &str = "force, potential{elements}\n";

/// The names of the declared elements as messages list them, behind others.
fn elements() -> String {
    ElementForm::names().map(|name| format!(", {name}")).collect()
}

#[test]
fn some_laws_are_listed() {
    let laws = laws();
    assert!(laws.starts_with("\"antunes\", \"asymmetric\", \"b"), "{laws}");
    for known in ["coulomb", "luGre", "rigid", "slipRatio", "stribeck", "wanheimBay"] {
        assert!(laws.contains(&format!(", \"{known}\"")), "{known}: {laws}");
    }
}

#[test]
fn wrong_files_are_refused_with_their_messages() {
    let bless = std::env::var_os("LUZTAR_BLESS").is_some();
    for path in files("wrong") {
        let (name, text) = named(&path);
        let Err(wrong) = read(&text, &name) else {
            panic!("{} is read", path.display());
        };
        let said = format!("{wrong}\n").replace(&laws(), LAWS);
        let said = said.replace(&format!("force, potential{}\n", elements()), ELEMENTS);
        let beside = path.with_extension("txt");
        if bless {
            fs::write(&beside, &said).expect("written");
        }
        let expected = fs::read_to_string(&beside).unwrap_or_default();
        assert_eq!(said, expected, "{}", beside.display());
    }
}

/// One fault at a time in a file that is right: place, subject, rule and the nearest word.
#[test]
fn a_single_fault_gets_a_single_message() {
    let right = include_str!("../networks/spring_mass.toml");
    read(right, "n").expect("is right");
    for (from, to, message) in [
        (
            "mass = 1.0",
            "mass = 0",
            "n:12:8: body.block.mass: `block` has no mass, and its velocity is not determined in every mode (contact \
             `floor` has no viscous friction): give a mass, a damper, or viscous friction at a contact that is always \
             loaded; with two springs alone, undamped and linear, and no load, the body would be a joint of springs in \
             series",
        ),
        (
            "mass = 1.0",
            "mas = 1.0\nmass = 1.0",
            "n:12:1: body.block.mas: unknown key (did you mean `mass`?)",
        ),
        (
            "between = \"block\"\nlaw",
            "between = \"bolck\"\nlaw",
            "n:16:11: contact.floor.between: there is no body `bolck` (did you mean `block`?)",
        ),
        (
            "\"coulomb\"",
            "\"Coulomb\"",
            "n:17:7: contact.floor.law: must be one of {laws}, not \"Coulomb\" (did you mean `coulomb`?)",
        ),
        (
            "[spring.leaf]",
            "[spring.floor]",
            "n:20:9: spring.floor: a contact has this name; names of elements must be unique",
        ),
        (
            "[experiment]",
            "[experimant]",
            "n:7:2: experimant: unknown key (did you mean `experiment`?)",
        ),
    ] {
        assert!(right.contains(from), "{from}");
        let said = read(&right.replacen(from, to, 1), "n").expect_err(to).to_string();
        assert_eq!(said, message.replace(LAWS, &laws()));
    }
}

/// Ports that a block with a fault names do not lack a mass: the fault alone is told.
#[test]
fn ports_of_a_wrong_block_have_one_fault() {
    for (joints, matrix, told) in [
        (
            "\"p\", \"q\"",
            "[[1.0, 0.5], [0.4, 1.0]]",
            "n:9:29: port.a.inverseMass[2,1]: is 0.4, but inverseMass[1,2] is 0.5",
        ),
        (
            "\"p\", \"q\"",
            "[[1.0, 1.0], [1.0, 1.0]]",
            "n:9:15: port.a.inverseMass: is not positive definite",
        ),
        (
            "\"p\", \"q\", \"r\"",
            "[[1.0, 0.5], [0.5, 1.0]]",
            "n:8:21: port.a.joints: there is no body `r`",
        ),
    ] {
        let text = format!(
            "[model]\nname = \"Ports\"\n[body.p]\nmotion = \"port\"\n[body.q]\nmotion = \"port\"\n\
             [port.a]\njoints = [{joints}]\ninverseMass = {matrix}\n[contact.c]\nbetween = \"p\"\n\
             law = \"coulomb\"\nkineticFriction = 1.0\n"
        );
        let said = read(&text, "n").expect_err(matrix).to_string();
        assert!(said.starts_with(told), "{said} for {told}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
}

#[test]
fn other_encodings_are_told() {
    let latin: Vec<u8> = "[model]\nname = \"größer\"".chars().map(|c| c as u8).collect();
    let said = decode(latin, "n").expect_err("Latin-1").to_string();
    let rule = "is not UTF-8; a network file must be saved in that encoding";
    assert_eq!(said, format!("n:2:11: byte 0xF6: {rule}"));
    assert_eq!(decode("größer".into(), "n").expect("UTF-8"), "größer");
}
