//! Inputs of laws of one's own in files: what a contact may say of them, and what is refused.

use luztar::network::{Network, PhysicalUnit, Signal, read};

const FILE: &str = r#"
[model]
name = "Hot"
[law.hot]
friction = "mu*(1 - a*(T - T0))"
rule = [{ holds = "T < most", text = "is too hot", parameters = ["temperature"] }]
define = [{ name = "most", formula = "1000" }]
[[law.hot.parameter]]
name = "mu"
loaded = "coefficient"
measure = "friction"
[[law.hot.parameter]]
name = "a"
measure = "per temperature"
default = 0.001
[[law.hot.input]]
name = "temperature"
symbol = "T"
measure = "temperature"
range = "positive"
default = 300.0
[[law.hot.input]]
name = "reference"
symbol = "T0"
measure = "temperature"
[body.mover]
mass = 1.0
[contact.floor]
between = "mover"
law = "hot"
mu = 2.0
reference = "input"
"#;

fn numbers(network: &Network) -> Vec<(bool, &str, f64)> {
    let numbers = network.contacts[0].law_numbers.iter();
    let told = |number: &Signal| {
        let input = matches!(number, Signal::Input(_));
        (input, network.name_of(*number), network.start_of(*number))
    };
    numbers.map(told).collect()
}

#[test]
fn a_contact_takes_an_input_or_a_number() {
    for (line, temperature) in [
        ("", (true, "floor.temperature", 300.0)),
        ("temperature = \"input\"", (true, "floor.temperature", 300.0)),
        ("temperature = { input = true }", (true, "floor.temperature", 300.0)),
        ("temperature = { input = true, start = \"320 K\" }", (true, "floor.temperature", 320.0)),
        ("temperature = 250", (false, "floor.temperature", 250.0)),
        (
            "temperature = { value = 250, max = 400, constant = true }",
            (false, "floor.temperature", 250.0),
        ),
    ] {
        let network = read(&format!("{FILE}{line}"), "n").unwrap_or_else(|wrong| panic!("{wrong}"));
        let expected = [
            (false, "floor.mu", 2.0),
            (false, "floor.a", 0.001),
            temperature,
            (true, "floor.reference", 0.0),
            (false, "floor.viscous", 0.0),
        ];
        assert_eq!(numbers(&network), expected, "{line}");
        for input in &network.inputs {
            assert_eq!(input.unit, PhysicalUnit::Kelvin);
            let exclusive = input.name == "floor.temperature";
            assert_eq!((input.bounds.min, input.bounds.min_exclusive), (Some(0.0), exclusive));
        }
        assert!((0..network.inputs.len()).all(|id| network.is_held(luztar::network::InputId(id))));
    }
}

#[test]
fn what_is_wrong_with_an_input_is_told_with_its_place() {
    for (from, to, expected) in [
        ("(T - T0)", "(Tq - T0)", "n:5:24: law.hot: no variable `Tq` (did you mean `T`?)"),
        (
            "[\"temperature\"]",
            "[\"temperatur\"]",
            "n:6:66: law.hot: no parameter `temperatur` (did you mean `temperature`?)",
        ),
        (
            "reference = \"input\"",
            "referenz = \"input\"",
            "n:28:10: contact.floor.reference: is missing: input reference of the law\n\
             n:32:1: contact.floor.referenz: unknown key (did you mean `reference`?)",
        ),
        (
            "reference = \"input\"",
            "reference = \"inptu\"",
            "n:32:13: contact.floor.reference: must be a number or \"input\", not \"inptu\" (did you mean `input`?)",
        ),
        (
            "reference = \"input\"",
            "reference = \"5 N\"",
            "n:32:14: contact.floor.reference: \"5 N\": must be in K, but is in N",
        ),
        (
            "reference = \"input\"",
            "reference = -1",
            "n:32:13: contact.floor.reference: must be ≥ 0, not -1",
        ),
        (
            "reference = \"input\"",
            "reference = { input = true, start = -1 }",
            "n:32:13: contact.floor.reference: must be finite and ≥ 0 (reference = -1)",
        ),
        (
            "reference = \"input\"",
            "reference = 0\ntemperature = 2000",
            "n:33:15: contact.floor.temperature: is too hot (temperature = 2000)",
        ),
        (
            "reference = \"input\"",
            "reference = 0\ntemperature = 0",
            "n:33:15: contact.floor.temperature: must be > 0, not 0",
        ),
        (
            "mu = 2.0",
            "mu = \"input\"",
            "n:31:6: contact.floor.mu: must be a number; it cannot be an input",
        ),
        (
            "\n[body",
            "\nlist = true\n[body",
            "n:26:1: law.hot.input.list: unknown key; valid are name, ",
        ),
        (
            "\n[body",
            "\ndefault = \"a\"\n[body",
            "n:26:11: law.hot.input.default: must be a number, not the text \"a\"",
        ),
        (
            "\"positive\"\ndefault",
            "\"positive\"\nexample = -1\ndefault",
            "n:21:11: law.hot: must be finite and > 0",
        ),
        (
            "measure = \"temperature\"\n[body",
            "measure = \"count\"\n[body",
            "n:25:11: law.hot: a count is part of the structure and cannot be an input",
        ),
        (
            "symbol = \"T0\"",
            "symbol = \"N\"",
            "n:24:10: law.hot: `N` means something else in formulas",
        ),
        (
            "symbol = \"T0\"",
            "symbol = \"T\"",
            "n:23:8: law.hot: `reference`: another parameter has this name or symbol",
        ),
        (
            "name = \"reference\"",
            "name = \"state\"",
            "n:23:8: law.hot: `state` means something else in a contact; give it another name",
        ),
        (
            "name = \"reference\"",
            "name = \"between\"",
            "n:23:8: law.hot: `between` means something else in a contact; give it another name",
        ),
        (
            "loaded = \"coefficient\"",
            "loaded = \"normal load\"",
            "n:10:10: law.hot: `normal load`: a name has letters a–z",
        ),
        (
            "name = \"reference\"",
            "name = \"mu\"",
            "n:23:8: law.hot: `mu`: another parameter has this name or symbol",
        ),
    ] {
        let changed = FILE.replace(from, to);
        assert_ne!(changed, FILE, "{from}");
        let told = read(&changed, "n").map(|_| to).expect_err("must be refused").to_string();
        assert!(told.starts_with(expected), "{to}: {told}");
    }
}
