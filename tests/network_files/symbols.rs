//! Parameters of laws by their symbols in formulas: each is refused with its name, once, for every law.

use luztar::laws::{LawKind, LawParameter, LoadUse};
use luztar::network::{self, Diagnostic};

/// A contact of a law with its example, one key of which is another word.
fn text(law: &LawKind, loaded: bool, other: Option<(usize, &str)>) -> String {
    let mut text = "[model]\nname = \"Symbols\"\n[body.block]\nmass = 1.0\n[contact.floor]\nbetween = \"block\"\n".to_owned();
    text += &format!("law = \"{}\"\n", law.name());
    if loaded {
        text += "normalForce = 1.0\n";
    }
    let examples = law.example().expect("an example");
    for (place, (parameter, entries)) in law.parameters().iter().zip(examples).enumerate() {
        let key = match other {
            Some((replaced, word)) if replaced == place => word,
            _ => key(parameter, loaded),
        };
        match parameter.list {
            true => text += &format!("\"{key}\" = {entries:?}\n"),
            false => text += &format!("\"{key}\" = {:?}\n", entries[0]),
        }
    }
    text
}

fn key(parameter: &LawParameter, loaded: bool) -> &str {
    if loaded { &parameter.loaded_name } else { &parameter.name }
}

/// With and without a normal load, as the law allows.
fn loads(law: &LawKind) -> &'static [bool] {
    match law.load_use() {
        _ if law.holds_without_limit() => &[false],
        LoadUse::Factor => &[false, true],
        LoadUse::Required | LoadUse::Argument => &[true],
    }
}

/// The one error of a network.
fn error(text: &str) -> Diagnostic {
    let found = network::read(text, "symbols.toml").expect_err(text);
    let [error] = &found.entries[..] else { panic!("{found}\n{text}") };
    error.clone()
}

/// The symbol as a keyboard has it.
fn typed(symbol: &str) -> String {
    let letters = [
        ("α", "alpha"),
        ("β", "beta"),
        ("γ", "gamma"),
        ("δ", "delta"),
        ("ε", "epsilon"),
        ("η", "eta"),
        ("ϑ", "theta"),
        ("λ", "lambda_"),
        ("μ", "mu_"),
        ("σ", "sigma_"),
    ];
    letters.iter().fold(symbol.to_owned(), |text, (letter, name)| text.replace(letter, name))
}

#[test]
fn every_symbol_of_every_law_is_refused_with_the_name() {
    let mut seen = 0;
    for law in LawKind::all() {
        for &loaded in loads(&law) {
            let whole = text(&law, loaded, None);
            network::read(&whole, "symbols.toml")
                .unwrap_or_else(|errors| panic!("{errors}\n{whole}"));
            for (place, parameter) in law.parameters().iter().enumerate() {
                if parameter.symbol == parameter.name {
                    continue;
                }
                let name = key(parameter, loaded);
                let symbol = parameter.symbol_under(loaded);
                for word in [symbol.to_string(), typed(&symbol)] {
                    seen += 1;
                    let found = error(&text(&law, loaded, Some((place, &word))));
                    let start = format!("is the symbol of `{name}`: write `{name} = ");
                    let value =
                        found.rule.strip_prefix(&start).and_then(|rest| rest.strip_suffix('`'));
                    let value = value.unwrap_or_else(|| panic!("{}: {found}", law.name()));
                    let example = &law.example().expect("an example")[place];
                    assert_eq!(value.parse(), Ok(example[0]), "{found}");
                    assert!(found.subject.starts_with("contact.floor."), "{found}");
                }
            }
        }
    }
    assert!(seen > 150, "{seen} symbols");
}

/// A force in the place of a coefficient, or the other way round, is another number.
#[test]
fn the_symbol_of_a_force_is_no_coefficient() {
    let mut seen = 0;
    for law in LawKind::all() {
        for &loaded in loads(&law) {
            for (place, parameter) in law.parameters().iter().enumerate() {
                let other = parameter.symbol_under(!loaded);
                if other == parameter.symbol_under(loaded) || parameter.symbol == parameter.name {
                    continue;
                }
                seen += 1;
                let found = error(&text(&law, loaded, Some((place, &other))));
                let rule = format!(
                    "is the symbol of `{}`: {} a `normalForce` give `{}`",
                    key(parameter, !loaded),
                    if loaded { "with" } else { "without" },
                    key(parameter, loaded)
                );
                assert_eq!(found.rule, rule, "{}", law.name());
            }
        }
    }
    assert!(seen > 30, "{seen} symbols");
}

#[test]
fn symbols_of_states_are_refused_with_their_start_values() {
    let contact = "[contact.floor]\nbetween = \"block\"\nlaw = \"luGre\"\nkineticFriction = 1.0\nstaticFriction = 1.5\n\
        stribeckVelocity = 0.1\nbristleStiffness = 1e4\n";
    for word in ["z", "z0"] {
        let text =
            format!("[model]\nname = \"X\"\n[body.block]\nmass = 1.0\n{contact}{word} = 2e-5\n");
        let rule = "is the symbol of `bristleDeflection0`: write `bristleDeflection0 = 2e-5`";
        assert_eq!(error(&text).to_string(), format!("contact.floor.{word}: {rule}"));
    }
}

#[test]
fn symbols_are_known_where_the_law_is_not() {
    let text = "[model]\nname = \"X\"\n[body.block]\nmass = 1.0\n[contact.floor]\nbetween = \"block\"\nFk = 1.0\nvs = 0.1\n";
    let found = network::read(text, "symbols.toml").expect_err("no law").to_string();
    for part in
        ["floor.law: is missing", "write `kineticFriction = 1", "write `stribeckVelocity = 0.1`"]
    {
        assert!(found.contains(part), "{found}");
    }
}

#[test]
fn user_defined_laws_have_their_own_symbols() {
    let text = "[model]\nname = \"X\"\n[body.block]\nmass = 1.0\n[law.soft]\nfriction = \"F0*exp(-x/v0)\"\n\
        parameter = [{ name = \"slowFriction\", symbol = \"F0\", measure = \"friction\" },\n\
        { name = \"v0\", measure = \"velocity\", range = \"positive\" }]\n\
        [contact.floor]\nbetween = \"block\"\nlaw = \"soft\"\nF_0 = 1.0\nv0 = 2.0\n";
    let found = error(text);
    assert_eq!(
        found.to_string(),
        "contact.floor.F_0: is the symbol of `slowFriction`: write `slowFriction = 1`"
    );
}
