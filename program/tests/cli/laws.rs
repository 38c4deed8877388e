//! `luztar describe --laws`, for people and for programs.

use luztar::laws::LawKind;

use luztar_cli::cli::experiment::find;

use crate::{done, fault};

#[test]
fn the_friction_laws_are_listed() {
    let text = done(&["describe", "--laws"]);
    for law in LawKind::all() {
        assert!(text.contains(law.formula()) && text.contains(law.reference()), "{}", law.name());
        for parameter in law.parameters() {
            let line = text.lines().find(|line| {
                line.trim_start().starts_with(law.name())
                    && line.contains(&parameter.text("friction"))
            });
            let line = line.unwrap_or_else(|| panic!("{} of {}", parameter.name, law.name()));
            assert!(
                line.contains(&*parameter.name) && line.contains(&*parameter.loaded_name),
                "{line}"
            );
            let is_word = |symbol: &str| {
                line.split([' ', '[', ']']).any(|word| word == symbol) || symbol == parameter.name
            };
            assert!(is_word(&parameter.symbol) && is_word(&parameter.symbol_under(true)), "{line}");
        }
    }
    let is_of = |line: &&str| line.contains("luGre") && line.contains("bristleDeflection0");
    let bristle = text.lines().find(is_of).expect("a start value");
    assert!(bristle.split_whitespace().any(|word| word == "z(0)"), "{bristle}");
    let is_growth = |line: &&str| line.split_whitespace().take(2).any(|word| word == "growth");
    let growth = text.lines().find(is_growth).expect("of quadratic");
    assert!(growth.contains("N.s2/m2 [s2/m2]") && growth.contains("≥ 0"), "{growth}");
    let (status, text) = fault(&["describe", "GearTrain", "--json"]);
    assert!(status == 2 && text.contains("--json"), "{text}");
    let (status, text) = fault(&["describe", "--laws", "GearTrain"]);
    assert!(status == 2 && text.contains("--laws"), "{text}");
}

#[test]
fn programs_are_told_the_friction_laws() {
    let told: serde_json::Value =
        serde_json::from_str(&done(&["describe", "--laws", "--json"])).expect("JSON");
    let told = told["laws"].as_array().expect("laws");
    let kinds = LawKind::all();
    assert_eq!(told.len(), kinds.len());
    for (law, kind) in told.iter().zip(&kinds) {
        assert_eq!(law["name"], kind.name());
        assert_eq!(law["formula"], kind.formula());
        let examples = kind.example().expect("has one");
        let parameters = law["parameters"].as_array().expect("numbers");
        assert_eq!(parameters.len(), examples.len());
        for ((told, parameter), entries) in parameters.iter().zip(kind.parameters()).zip(examples) {
            assert_eq!(told["loadedName"], *parameter.loaded_name);
            assert_eq!(told["symbol"], *parameter.symbol);
            assert_eq!(told["loadedSymbol"], *parameter.symbol_under(true));
            let one = serde_json::json!(entries);
            assert_eq!(told["example"], if parameter.list { one } else { one[0].clone() });
        }
    }
    let coulomb = told.iter().find(|law| law["name"] == "coulomb").expect("is built in");
    let second = &coulomb["parameters"][1];
    assert_eq!(second["default"], "kineticFriction");
    assert_eq!((&second["unit"], &second["loadedUnit"]), (&"N".into(), &"1".into()));
    assert_eq!(coulomb["trend"], "constant");
}

/// A contact of each law with its example, under a normal load if the law takes one.
fn every_law() -> Vec<(LawKind, bool, String)> {
    let text = |law: LawKind| {
        let loaded = !law.holds_without_limit();
        let mut text = "[model]\nname = \"Symbols\"\n[body.block]\nmass = 1.0\n".to_owned();
        text += &format!("[contact.floor]\nbetween = \"block\"\nlaw = \"{}\"\n", law.name());
        text += if loaded { "normalForce = 1.0\n" } else { "" };
        for (parameter, entries) in law.parameters().iter().zip(law.example().expect("an example"))
        {
            let key = if loaded { &parameter.loaded_name } else { &parameter.name };
            text += &match parameter.list {
                true => format!("{key} = {entries:?}\n"),
                false => format!("{key} = {:?}\n", entries[0]),
            };
        }
        (law, loaded, text)
    };
    LawKind::all().into_iter().map(text).collect()
}

#[test]
fn variables_of_every_law_are_named_where_their_symbols_are_given() {
    let mut seen = 0;
    for (law, loaded, text) in every_law() {
        let network = luztar::network::read(&text, "symbols.toml");
        let network = network.unwrap_or_else(|errors| panic!("{errors}\n{text}"));
        let unit = luztar::unit::Model::new(network, text);
        for parameter in law.parameters().iter().filter(|one| one.symbol != one.name) {
            let symbol = parameter.symbol_under(loaded);
            let key = if loaded { &parameter.loaded_name } else { &parameter.name };
            for word in [symbol.to_string(), parameter.symbol.to_string()] {
                seen += 1;
                let name = format!("floor.{word}");
                let told = find(&unit, &name, |_| true, "parameter").expect_err(&name);
                let hint =
                    format!("has no parameter `{name}`: {word} is the symbol of `floor.{key}`");
                assert!(told.ends_with(&hint), "{}: {told}", law.name());
            }
        }
    }
    assert!(seen > 100, "{seen} symbols");
}

#[test]
fn states_are_named_where_their_symbols_are_given() {
    let file = crate::network("HotBrake.toml");
    let text = done(&["describe", &file]);
    for (name, symbol) in [("brake.temperature ", "T"), ("brake.temperature0 ", "T(0)")] {
        let line = text.lines().find(|line| line.contains(name)).expect("a row");
        assert_eq!(line.split_whitespace().nth(1), Some(symbol), "{line}");
    }
    let hint = "T is the symbol of the state `brake.temperature`, whose start value is `brake.temperature0`";
    for command in [
        &["simulate", &file, "--set", "brake.T=300"][..],
        &["simulate", &file, "--output", "-", "--columns", "brake.T"],
        &["plot", &file, "--show", "brake.T"],
        &["sweep", &file, "--vary", "brake.T=300:310:3"],
    ] {
        let (status, told) = fault(command);
        assert!(status == 2 && told.contains(hint), "{command:?}: {told}");
    }
}

#[test]
fn symbols_are_shown_beside_variables_and_named_by_every_command() {
    let file = crate::network("SpringMass.toml");
    let text = done(&["describe", &file]);
    let line = text.lines().find(|line| line.contains("floor.kineticFriction")).expect("a row");
    assert_eq!(line.split_whitespace().nth(1), Some("Fk"), "{line}");
    let line = text.lines().find(|line| line.contains("slider.mass")).expect("a row");
    assert_eq!(line.split_whitespace().nth(1), Some("kg"), "{line}");
    let hint = "Fk is the symbol of `floor.kineticFriction`";
    for command in [
        &["simulate", &file, "--set", "floor.Fk=2"][..],
        &["simulate", &file, "--input", "floor.Fk=2*t"],
        &["sweep", &file, "--vary", "floor.Fk=1:2:3"],
        &["cycle", &file, "--vary", "floor.Fk=1:2:3"],
    ] {
        let (status, told) = fault(command);
        assert!(status == 2 && told.contains(hint), "{command:?}: {told}");
    }
    for (option, value, hint) in [
        ("--set", "floor.mu=2", "`floor.mu`; floor has kineticFriction, viscous"),
        ("--set", "floor.kinetcFriction=2", "did you mean `floor.kineticFriction`?"),
        ("--set", "mass=2", "did you mean `slider.mass`?"),
        ("--set", "flor.viscous=2", "did you mean `floor.viscous`?"),
        ("--input", "slider.force=t", "give [body.slider] `force = \"input\"` in the network file"),
        ("--input", "floor.normalForce=t", "give [contact.floor] `normalForce = \"input\"`"),
        ("--input", "leaf.force=t", "leaf.force is no input (its causality is output)\n"),
    ] {
        let (status, told) = fault(&["simulate", &file, option, value]);
        assert!(status == 2 && told.contains(hint), "{value}: {told}");
    }
    let (status, told) = fault(&["simulate", &file, "--set", "floor.Fs=4"]);
    let expected = "Fs is the symbol of `floor.staticFriction`, which is no variable unless the network file gives it";
    assert!(status == 2 && told.contains(expected), "{told}");
}
